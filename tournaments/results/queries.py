"""Single queries about an event, for operations that need no whole snapshot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from tournaments.models import (
    Deal,
    EntryMember,
    Event,
    Hold,
    Match,
    PenaltyWarning,
    Result,
    Round,
    Seat,
    Segment,
    Sitting,
    Tournament,
)
from tournaments.pairing.seating import Seating
from tournaments.structure import segments, sides


def numbers_by_member(event: Event) -> dict[str, int]:
    """Return the numbers of the entries of an event by the names of their persons.

    Members are also found by their numbers in the register, as written in lists: `张三#12`.
    """
    members = EntryMember.objects.filter(entry__event=event)
    rows = list(members.values_list("person__name", "person__number", "entry__number"))
    numbered = {f"{name}#{number}": entry for name, number, entry in rows if number}
    return numbered | {name: entry for name, _number, entry in rows}


def rounds(event: Event) -> list[Round]:
    """Return the rounds of an event in order, without cancelled ones."""
    return list(event.rounds.exclude(state=Round.State.CANCELLED).order_by("number"))


def matches_of(round_: Round) -> list[Match]:
    """Return the matches of a round with their sittings, seats, persons and deals loaded."""
    sittings = Sitting.objects.select_related("table").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("person", "side").order_by("pk")),
        Prefetch("deals", Deal.objects.select_related("event").order_by("play_order")),
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
    """Return every table of an event as the draw reads it; with `before`, of earlier rounds only.

    Entries are named by their printed numbers, so that anybody can repeat a draw. After an exchange
    of seats only the last seating of a table counts. Teams are the sides of their matches.
    """
    if event.form == Event.Form.TEAMS:
        return sides.history(event, before=before)
    seats = sides.own(Seat.objects.filter(sitting__segment__match__round__event=event), event)
    rows = (
        seats.exclude(sitting__segment__match__round__state=Round.State.CANCELLED)
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
    """Return the draw of a round as it is published: tables, seats, and entries by uid.

    Until the line-ups of a team match are revealed, it has sides and no seats.
    """
    sat = sides.own(Seat.objects.filter(sitting__segment__match__round=round_), round_.event)
    seats = sat.order_by("sitting_id", "pk").values_list(
        "sitting__table__number", "label", "side__entries__uid"
    )
    seated = [{"table": table, "seat": label, "entry": entry} for table, label, entry in seats]
    return seated + segments.shown_sides(round_)


def tables_in_use(tournament: Tournament) -> frozenset[int]:
    """Return the numbers of the tables that a round occupies or will occupy.

    A published round whose deals all have a result occupies none, closed or not. A table that
    awaits line-ups stays occupied.
    """
    return frozenset(sittings_in_use(tournament).values_list("table__number", flat=True))


def sittings_in_use(tournament: Tournament) -> QuerySet[Sitting]:
    """Return the sittings of a tournament on which `tables_in_use` depends."""
    playing = Round.objects.filter(
        state=Round.State.PUBLISHED,
        event__tournament=tournament,
        matches__segments__sittings__deals__done=False,
    )
    busy = Q(segment__match__round__state=Round.State.DRAFT)
    busy |= Q(segment__match__round__in=playing)
    waiting = {"state": Round.State.PUBLISHED, "event__tournament": tournament}
    of_round = {f"match__round__{name}": value for name, value in waiting.items()}
    busy |= Q(segment__in=segments.unrevealed(**of_round))
    return Sitting.objects.filter(busy, table__tournament=tournament)


def open_deals(round_: Round) -> int:
    """Return the number of deals of a round without a result."""
    return Deal.objects.filter(sitting__segment__match__round=round_, done=False).count()


def open_tables(round_: Round) -> list[int]:
    """Return the numbers of the tables of a round with a deal or a segment still to be played."""
    waiting = Sitting.objects.filter(segment__match__round=round_, deals__done=False)
    numbers = set(waiting.values_list("table__number", flat=True))
    return sorted(numbers.union(segments.tables_of(round_)))


def is_open(round_: Round) -> bool:
    """Whether a deal of a round, or a segment of a team match, is still to be played."""
    return bool(open_deals(round_) or segments.unrevealed(match__round=round_).exists())


def holds_of(round_: Round) -> QuerySet[Hold]:
    """Return the open holds on a round, its matches and its deals."""
    return Hold.objects.filter(
        Q(round=round_) | Q(match__round=round_) | Q(deal__sitting__segment__match__round=round_),
        released_at=None,
    )


def standing_warnings(rows: QuerySet[PenaltyWarning]) -> QuerySet[PenaltyWarning]:
    """Return the warnings among `rows` that were not taken back, the oldest first, with persons."""
    standing = rows.filter(reverses=None, reversed_by=None)
    return standing.select_related("person").order_by("pk")
