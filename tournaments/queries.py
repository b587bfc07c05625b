"""Reading: rows are turned here into the plain values that pure code and pages take."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from scoring.game import Game, find
from tournaments.models import (
    Adjustment,
    Deal,
    Entry,
    EntryMember,
    Event,
    Hold,
    Match,
    Result,
    Round,
    RuleSet,
    Seat,
    Side,
    Sitting,
    Tournament,
)
from tournaments.pairing.individual import Seating
from tournaments.standings import Adjusted, Rank, Scored, by_total_points


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entry as people read it: its number and the names that stand for it."""

    uid: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A ranked row with the competitor it belongs to."""

    competitor: Competitor
    rank: Rank


def game_of(event: Event) -> Game[Any]:
    """Return the game that an event plays."""
    return find(event.game)


def ruleset_of(deal: Deal) -> RuleSet:
    """Return the rules in force for a deal: those of its stage, else those of its event."""
    stage = deal.sitting.segment.match.round.group.stage
    return stage.ruleset or deal.event.ruleset


def competitors(event: Event) -> dict[str, Competitor]:
    """Return the entries of an event by uid, in the order of their numbers, with their names."""
    entries = event.entries.order_by("number").prefetch_related("members__person")
    return {entry.uid: Competitor(entry.uid, entry.number, entry_name(entry)) for entry in entries}


def entry_name(entry: Entry) -> str:
    """Return an entry's own name, or the names of its members; their persons are prefetched."""
    if entry.name:
        return entry.name
    members = sorted(entry.members.all(), key=lambda member: (member.number, member.pk))
    return " · ".join(member.person.name for member in members)


def member_names(event: Event) -> QuerySet[EntryMember, str]:
    """Return the names of everybody who is entered in an event."""
    members = EntryMember.objects.filter(entry__event=event)
    return members.values_list("person__name", flat=True)


def standings(event: Event) -> tuple[StandingsRow, ...]:
    """Return the standings of an event by total points."""
    known = competitors(event)
    ranks = by_total_points(list(known), scored(event), adjusted(event))
    return tuple(StandingsRow(known[rank.entry], rank) for rank in ranks)


def scored(event: Event) -> list[Scored]:
    """Return what every entry scored in every deal with a live result."""
    # The results are read first: whatever they refer to was there before them.
    rows = list(
        Result.live.filter(deal__event=event)
        .order_by("deal__sitting_id", "deal__play_order")
        .values_list(
            "deal__uid",
            "deal__sitting_id",
            "deal__sitting__segment__match__round__number",
            "settlement",
            "ruleset_id",
        )
    )
    game, sides, entries = game_of(event), _sides_by_sitting(event), _entries_by_side(event)
    rules = {row.pk: game.rules(row.rules) for row in _rulesets(event)}
    return [
        Scored(entry, number, deal, points)
        for deal, sitting, number, settlement, ruleset in rows
        for side, points in game.side_points(
            settlement["scores"], rules[ruleset], sides[sitting]
        ).items()
        for entry in entries[side]
    ]


def adjusted(event: Event) -> list[Adjusted]:
    """Return the adjustments of entries that count in the standings."""
    rows = Adjustment.objects.filter(
        event=event, stage_of_sum=Adjustment.StageOfSum.STANDINGS, entry__isnull=False
    ).select_related("entry")
    return [Adjusted(row.entry.uid, row.amount, row.reason) for row in rows if row.entry]


def rounds(event: Event) -> list[Round]:
    """Return the rounds of an event that stand, in order."""
    return list(event.rounds.exclude(state=Round.State.CANCELLED).order_by("number"))


def matches_of(round_: Round) -> list[Match]:
    """Return the matches of a round with their sittings, seats, persons and deals loaded."""
    sittings = Sitting.objects.select_related("table").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("person", "side").order_by("pk")),
        Prefetch("deals", Deal.objects.order_by("play_order")),
    )
    return list(
        round_.matches.order_by("number").prefetch_related(Prefetch("segments__sittings", sittings))
    )


def live_results(deals: Sequence[Deal]) -> dict[int, Result]:
    """Return the live result of each of these deals that has one, by the deal's key."""
    return {result.deal_id: result for result in Result.live.filter(deal__in=deals)}


def seating_history(event: Event) -> list[Seating]:
    """Return every table of the rounds that stand, as the draw reads them.

    An entry is named by its number, which is printed, so that anybody can make a draw again.
    """
    rows = (
        Seat.objects.filter(sitting__segment__match__round__event=event)
        .exclude(sitting__segment__match__round__state=Round.State.CANCELLED)
        .order_by("sitting_id", "pk")
        .values_list("sitting_id", "label", "side__entries__number")
    )
    tables: Mapping[int, list[tuple[str, str]]] = defaultdict(list)
    for sitting, label, entry in rows:
        tables[sitting].append((label, str(entry)))
    return [Seating(number, tuple(seats)) for number, seats in enumerate(tables.values(), 1)]


def shown_draw(round_: Round) -> list[dict[str, Any]]:
    """Return who sits where in a round, as it is published: tables, seats, and entries by uid."""
    seats = (
        Seat.objects.filter(sitting__segment__match__round=round_)
        .order_by("sitting_id", "pk")
        .values_list("sitting__table__number", "label", "side__entries__uid")
    )
    return [{"table": table, "seat": label, "entry": entry} for table, label, entry in seats]


def tables_in_use(tournament: Tournament) -> frozenset[int]:
    """Return the numbers of the tables at which an open round sits or will sit."""
    states = [Round.State.DRAFT, Round.State.PUBLISHED]
    numbers = Sitting.objects.filter(
        table__tournament=tournament, segment__match__round__state__in=states
    ).values_list("table__number", flat=True)
    return frozenset(numbers)


def open_deals(round_: Round) -> int:
    """Return how many deals of a round have no result."""
    return Deal.objects.filter(sitting__segment__match__round=round_, done=False).count()


def holds_of(round_: Round) -> QuerySet[Hold]:
    """Return what is held open in a round: on itself, on its matches and on its deals."""
    return Hold.objects.filter(
        Q(round=round_) | Q(match__round=round_) | Q(deal__sitting__segment__match__round=round_),
        released_at=None,
    )


def _sides_by_sitting(event: Event) -> Mapping[int, dict[str, str]]:
    """Return the side of each seat, by sitting; a side is named by its uid."""
    rows = Seat.objects.filter(sitting__segment__match__round__event=event).values_list(
        "sitting_id", "label", "side__uid"
    )
    sides: Mapping[int, dict[str, str]] = defaultdict(dict)
    for sitting, label, side in rows:
        sides[sitting][label] = side
    return sides


def _entries_by_side(event: Event) -> Mapping[str, list[str]]:
    rows = Side.entries.through.objects.filter(side__match__round__event=event).values_list(
        "side__uid", "entry__uid"
    )
    entries: Mapping[str, list[str]] = defaultdict(list)
    for side, entry in rows:
        entries[side].append(entry)
    return entries


def _rulesets(event: Event) -> QuerySet[RuleSet]:
    return RuleSet.objects.filter(results__deal__event=event).distinct()
