"""Queries of the record: rows become the plain values that pure code and pages take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from tournaments.models import (
    Deal,
    Entry,
    EntryMember,
    Event,
    Group,
    Hold,
    Match,
    Result,
    Round,
    Seat,
    Segment,
    Sitting,
    Stage,
    Tournament,
)
from tournaments.pairing.seating import Seating
from tournaments.results import knockouts
from tournaments.results.knockouts import Knockout, is_knockout
from tournaments.results.match_rows import match_records
from tournaments.results.stage_matches import by_match as results_by_match
from tournaments.results.stage_matches import results_of
from tournaments.results.standings_input import (
    Competitor,
    Record,
    StandingsRow,
    competitors,
    deal_scores,
    entry_name,
    penalty_points,
    record,
    record_until,
    standings,
)
from tournaments.structure import boards, segments, sides
from tournaments.structure.games import game_of, ruleset_of

__all__ = [
    "Competitor",
    "Record",
    "StandingsRow",
    "competitors",
    "deal_scores",
    "entry_name",
    "game_of",
    "holds_of",
    "is_open",
    "knockout_of",
    "live_results",
    "match_records",
    "matches_of",
    "member_names",
    "open_deals",
    "open_tables",
    "penalty_points",
    "public_record",
    "record",
    "results_by_match",
    "results_of",
    "rounds",
    "ruleset_of",
    "seating_history",
    "shown_draw",
    "stage_standings",
    "standings",
    "tables_in_use",
    "with_members",
]


def kept_standings(event: Event, upto: int | None = None) -> list[dict[str, object]]:
    """Return standings as a publication stores them: places, entries by uid, exact totals.

    The caller has checked `sealed_from`: sealed standings are never published.
    """
    return [
        {"place": row.rank.place, "entry": row.rank.entry, "total": str(row.rank.total)}
        for row in standings(event, upto)
    ]


def stage_standings(
    stage: Stage, known: Record | None = None
) -> Mapping[Group, tuple[StandingsRow, ...]]:
    """Return the standings of every group of a stage, in the order of the groups.

    Carried scores are part of what ranks, and a column of their own. `known` is the record where
    it was read already.
    """
    rows_by_group = (known or record(stage.event)).of_stage(stage.pk)
    groups = list(stage.groups.order_by("number"))
    if set(rows_by_group) == {0}:
        return {groups[0]: rows_by_group[0]} if stage.number == 1 else {}
    return {group: rows_by_group[group.pk] for group in groups if group.pk in rows_by_group}


def public_record(event: Event) -> Record:
    """Return the record without what is sealed.

    Where tables play the same boards it stops before the first round whose boards are sealed: a
    total that moves by one deal would tell its result to those who still have to play the board.
    """
    # Sealed boards are read first: a board opened meanwhile shows with the next read.
    sealed, known = sealed_from(event), record(event)
    if sealed is None:
        return known
    return replace(record_until(event, known, sealed - 1), sealed_from=sealed)


def sealed_from(event: Event) -> int | None:
    """Return the first round whose boards, and so all totals, are sealed; None without."""
    return min(boards.sealed_rounds(event), default=None)


def knockout_of(stage: Stage) -> Knockout | None:
    """Return the knockout of a stage; None for another stage."""
    return knockouts.of_stage(stage, record(stage.event).field) if is_knockout(stage) else None


def member_names(event: Event) -> QuerySet[EntryMember, str]:
    """Return the names of all persons entered in an event."""
    members = EntryMember.objects.filter(entry__event=event)
    return members.values_list("person__name", flat=True)


def rounds(event: Event) -> list[Round]:
    """Return the rounds of an event in order, without cancelled ones."""
    return list(event.rounds.exclude(state=Round.State.CANCELLED).order_by("number"))


def with_members(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return entries with their members and these members' persons loaded.

    Persons are joined: loading a thousand apart by key exceeds the parameters that SQLite takes.
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
    """Return every table of an event as the draw reads it; with `before`, of earlier rounds only.

    Entries are named by their printed numbers, so that anybody can repeat a draw. After an exchange
    of seats a table counts with its last seating only. Teams are the sides of their matches.
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

    While the line-ups of a team match are not revealed, it has sides and no seats.
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
    waits for its line-ups stays occupied.
    """
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
    sittings = Sitting.objects.filter(busy, table__tournament=tournament)
    return frozenset(sittings.values_list("table__number", flat=True))


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
