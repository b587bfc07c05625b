"""What an address names, drawn from what is there: the arguments of a page, or None without any."""

from __future__ import annotations

from typing import Any, Final

from referee.models import Claim, Irregularity
from tests.sequences.world import Who, World
from tournaments.models import Adjustment, Deal, Match, Payment, Person, Season, Segment

Arguments = list[Any] | None

NEWEST: Final = 0.5
"""How often somebody has to do with what came last."""


def club(world: World) -> Arguments:
    return [world.club.uid]


def member(world: World) -> Arguments:
    row = world.pick(Person.objects.filter(club=world.club))
    return row and [world.club.uid, row.uid]


def season(world: World) -> Arguments:
    return _uid(world.pick(Season.objects.filter(club=world.club)))


def tournament(world: World) -> Arguments:
    return [world.tournament.uid]


def official(world: World) -> Arguments:
    """The PIN of the director; a referee's is the referee's own too."""
    return [world.tournament.uid, world.accounts[Who.DIRECTOR].uid]


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


def penalty(world: World) -> Arguments:
    rows = Adjustment.objects.filter(event__tournament=world.tournament)
    return _within(world, world.pick(rows, NEWEST))


def payment(world: World) -> Arguments:
    return _uid(world.pick(Payment.objects.filter(event__tournament=world.tournament)))


def _uid(row: Any) -> Arguments:
    return row and [row.uid]


def _within(world: World, row: Any) -> Arguments:
    return row and [world.tournament.uid, row.uid]
