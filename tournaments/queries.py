"""Reading: rows are turned here into the plain values that pure code and pages take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from tournaments.games import game_of, ruleset_of
from tournaments.models import (
    Deal,
    Entry,
    EntryMember,
    Event,
    Hold,
    Match,
    Result,
    Round,
    Seat,
    Segment,
    Sitting,
    Tournament,
)
from tournaments.pairing.seating import Seating
from tournaments.scores import (
    Competitor,
    StandingsRow,
    adjusted,
    competitors,
    entry_name,
    record,
    scored,
    standings,
    tables,
)

__all__ = [
    "Competitor",
    "StandingsRow",
    "adjusted",
    "competitors",
    "entry_name",
    "game_of",
    "holds_of",
    "live_results",
    "matches_of",
    "member_names",
    "open_deals",
    "open_tables",
    "record",
    "rounds",
    "ruleset_of",
    "scored",
    "seating_history",
    "shown_draw",
    "standings",
    "tables",
    "tables_in_use",
    "with_members",
]


def member_names(event: Event) -> QuerySet[EntryMember, str]:
    """Return the names of everybody who is entered in an event."""
    members = EntryMember.objects.filter(entry__event=event)
    return members.values_list("person__name", flat=True)


def rounds(event: Event) -> list[Round]:
    """Return the rounds of an event that stand, in order."""
    return list(event.rounds.exclude(state=Round.State.CANCELLED).order_by("number"))


def with_members(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return entries with their members and these members' persons loaded.

    Persons come with their members: to load them apart by their keys is more than SQLite takes of
    a thousand.
    """
    members = EntryMember.objects.select_related("person")
    return entries.prefetch_related(Prefetch("members", members))


def matches_of(round_: Round) -> list[Match]:
    """Return the matches of a round with their sittings, seats, persons and deals loaded."""
    sittings = Sitting.objects.select_related("table").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("person", "side").order_by("pk")),
        Prefetch("deals", Deal.objects.order_by("play_order")),
    )
    segments = Segment.objects.order_by("number")
    return list(
        round_.matches.order_by("number").prefetch_related(
            Prefetch("segments", segments), Prefetch("segments__sittings", sittings)
        )
    )


def live_results(deals: Sequence[Deal]) -> dict[int, Result]:
    """Return the live result of each of these deals that has one, by the deal's key."""
    return {result.deal_id: result for result in Result.live.filter(deal__in=deals)}


def seating_history(event: Event, *, before: int | None = None) -> list[Seating]:
    """Return every table of the rounds that stand, or of those before one, as the draw reads them.

    An entry is named by its number, which is printed, so that anybody can make a draw again. Who
    exchanged seats for some deals met once all the same: a table counts as it sat at the last.
    """
    rows = (
        Seat.objects.filter(sitting__segment__match__round__event=event)
        .exclude(sitting__segment__match__round__state=Round.State.CANCELLED)
        .order_by("sitting__segment__match_id", "sitting__segment__number", "pk")
        .values_list("sitting__segment__match_id", "sitting_id", "label", "side__entries__number")
    )
    if before is not None:
        rows = rows.filter(sitting__segment__match__round__number__lt=before)
    tables: Mapping[int, dict[int, list[tuple[str, str]]]] = defaultdict(dict)
    for match, sitting, label, entry in rows:
        tables[match].setdefault(sitting, []).append((label, str(entry)))
    at_last = (list(sittings.values())[-1] for sittings in tables.values())
    return [Seating(number, tuple(seats)) for number, seats in enumerate(at_last, 1)]


def shown_draw(round_: Round) -> list[dict[str, Any]]:
    """Return who sits where in a round, as it is published: tables, seats, and entries by uid."""
    seats = (
        Seat.objects.filter(sitting__segment__match__round=round_)
        .order_by("sitting_id", "pk")
        .values_list("sitting__table__number", "label", "side__entries__uid")
    )
    return [{"table": table, "seat": label, "entry": entry} for table, label, entry in seats]


def tables_in_use(tournament: Tournament) -> frozenset[int]:
    """Return the numbers of the tables at which a round sits or will sit.

    A published round of which every deal has a result sits no longer, whether it is closed or not.
    """
    playing = Round.objects.filter(
        state=Round.State.PUBLISHED,
        event__tournament=tournament,
        matches__segments__sittings__deals__done=False,
    )
    busy = Q(segment__match__round__state=Round.State.DRAFT)
    busy |= Q(segment__match__round__in=playing)
    sittings = Sitting.objects.filter(busy, table__tournament=tournament)
    return frozenset(sittings.values_list("table__number", flat=True))


def open_deals(round_: Round) -> int:
    """Return how many deals of a round have no result."""
    return Deal.objects.filter(sitting__segment__match__round=round_, done=False).count()


def open_tables(round_: Round) -> list[int]:
    """Return the numbers of the tables of a round at which a deal has no result."""
    waiting = Sitting.objects.filter(segment__match__round=round_, deals__done=False)
    numbers = waiting.values_list("table__number", flat=True)
    return list(numbers.order_by("table__number").distinct())


def holds_of(round_: Round) -> QuerySet[Hold]:
    """Return what is held open in a round: on itself, on its matches and on its deals."""
    return Hold.objects.filter(
        Q(round=round_) | Q(match__round=round_) | Q(deal__sitting__segment__match__round=round_),
        released_at=None,
    )
