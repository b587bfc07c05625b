"""What an address names, drawn from what is there: the arguments of a page, or None without any."""

from __future__ import annotations

from typing import Any, Final

from referee.models import Appeal, Claim, Irregularity, RulingCase, RulingVersion
from tests.sequences.world import World
from tournaments.models import (
    Adjustment,
    Deal,
    Entry,
    Match,
    MessageChannel,
    Payment,
    Person,
    Season,
    Segment,
    Sitting,
    Size,
)

Arguments = list[Any] | None

NEWEST: Final = 0.5
"""How often somebody has to do with what came last."""


def club(world: World) -> Arguments:
    return [world.club.uid]


def member(world: World) -> Arguments:
    row = world.pick(Person.objects.filter(club=world.club))
    return row and [world.club.uid, row.uid]


def channel(world: World) -> Arguments:
    return _uid(world.pick(MessageChannel.objects.filter(club=world.club)))


def season(world: World) -> Arguments:
    return _uid(world.pick(Season.objects.filter(club=world.club)))


def tournament(world: World) -> Arguments:
    return [world.tournament.uid]


def event(world: World) -> Arguments:
    return _uid(world.pick(world.events()))


def event_of(world: World) -> Arguments:
    return _within(world, world.pick(world.events()))


def numbered(world: World) -> Arguments:
    """An entry by its number; sometimes one that is not there."""
    row = world.pick(world.events())
    return row and [row.uid, world.rng.randint(1, row.entries.count() + 1)]


def round_(world: World) -> Arguments:
    return _uid(world.pick(world.rounds(), NEWEST))


def round_of(world: World) -> Arguments:
    return _within(world, world.pick(world.rounds(), NEWEST))


def match(world: World) -> Arguments:
    return _uid(world.pick(Match.objects.filter(round__in=world.rounds())))


def side_of_segment(world: World) -> Arguments:
    rows = Segment.objects.filter(match__round__in=world.rounds())
    row = world.pick(rows.filter(match__round__event__form="teams"), NEWEST)
    return row and [row.uid, world.rng.choice([1, 2])]


def deal(world: World) -> Arguments:
    """A deal of the tournament; mostly one that has a sheet."""
    with_sheet = world.deals().filter(sheets__isnull=False).distinct()
    rows = with_sheet if world.rng.random() < 3 / 4 else world.deals()
    return _within(world, world.pick(Deal.objects.filter(pk__in=rows.values("pk"))))


def claimed_deal(world: World) -> Arguments:
    row = world.pick(Claim.objects.filter(deal__in=world.deals()), NEWEST)
    return row and _within(world, row.deal)


def irregularity(world: World) -> Arguments:
    return _within(world, world.pick(Irregularity.objects.filter(deal__in=world.deals()), NEWEST))


def late_exposure(world: World) -> Arguments:
    rows = Irregularity.objects.filter(deal__in=world.deals(), code="late_exposure")
    return _within(world, world.pick(rows, NEWEST))


def board_deal(world: World) -> Arguments:
    """A deal of a board that several tables play, where there is one."""
    return _within(world, world.pick(world.deals().exclude(board=None), NEWEST))


def ruling(world: World) -> Arguments:
    return _within(world, world.pick(_rulings(world), NEWEST))


def waiting_ruling(world: World) -> Arguments:
    """A ruling that waits for somebody's word; one that does not where none waits."""
    newest = RulingVersion.objects.filter(superseded_by=None).exclude(needs="")
    waiting = _rulings(world).filter(pk__in=newest.values("case"))
    return _within(world, world.pick(waiting, NEWEST) or world.pick(_rulings(world)))


def appeal(world: World) -> Arguments:
    return _within(world, world.pick(Appeal.objects.filter(tournament=world.tournament), NEWEST))


def official_event(world: World) -> Arguments:
    """An event; mostly one that has appeals."""
    rows = world.events().filter(regulations__size=Size.OFFICIAL)
    return _within(world, world.rng.random() < 3 / 4 and world.pick(rows)) or event_of(world)


def official_round(world: World) -> Arguments:
    """A round; mostly one of an event that has a table of lateness."""
    rows = world.rounds().filter(event__regulations__size=Size.OFFICIAL)
    return _within(world, world.rng.random() < 3 / 4 and world.pick(rows, NEWEST)) or round_of(
        world
    )


def article(world: World) -> Arguments:
    """An article of an event, or a new one of its own."""
    row = world.pick(world.events())
    return row and [row.uid, world.rng.choice(["E-01", "T-02", "R-02", "A-09", "new", "X-99"])]


def nothing(world: World, arguments: list[Any]) -> str:
    """An address that asks for nothing."""
    return ""


def source(world: World, arguments: list[Any]) -> str:
    """Where a new ruling of an event comes from: a deal, a table, an entry, or nothing."""
    of_event = world.events().filter(uid=arguments[-1])
    rows = {
        "deal": world.deals().filter(event__in=of_event),
        "table": Sitting.objects.filter(segment__match__round__event__in=of_event),
        "entry": Entry.objects.filter(event__in=of_event),
    }
    name = world.rng.choice(["deal", "deal", "table", "entry", ""])
    row = world.pick(rows[name]) if name else None
    return f"?{name}={row.uid}" if row else ""


def appellant(world: World, arguments: list[Any]) -> str:
    """Who appeals."""
    row = world.pick(Entry.objects.filter(event__uid=arguments[-1]))
    return f"?entry={row.number}" if row else ""


def penalty(world: World) -> Arguments:
    rows = Adjustment.objects.filter(event__tournament=world.tournament)
    return _within(world, world.pick(rows, NEWEST))


def payment(world: World) -> Arguments:
    return _uid(world.pick(Payment.objects.filter(event__tournament=world.tournament)))


def _rulings(world: World) -> Any:
    return RulingCase.objects.filter(tournament=world.tournament)


def _uid(row: Any) -> Arguments:
    return row and [row.uid]


def _within(world: World, row: Any) -> Arguments:
    return [world.tournament.uid, row.uid] if row else None
