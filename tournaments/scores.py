"""The standings of an event: rows of the record become the values from which they are made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet

from tournaments import games
from tournaments.games import NO_POINTS, NOTHING_ELSE, Instead, game_of, not_counted
from tournaments.models import (
    Adjustment,
    Deal,
    Entry,
    EntryMember,
    Event,
    Result,
    Round,
    RuleSet,
    Seat,
    Side,
    SitOut,
)
from tournaments.standings import (
    Adjusted,
    Away,
    Counts,
    Credit,
    Field,
    Order,
    Rank,
    RoundSum,
    Scored,
    Table,
    TieBreak,
    ranked,
    round_sums,
)

BETWEEN_NAMES = " · "
PUBLIC = (Round.State.PUBLISHED, Round.State.CLOSED)


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


def competitors(event: Event) -> dict[str, Competitor]:
    """Return the entries of an event by uid, in the order of their numbers, with their names."""
    return _named(event, _entries(event))


def entry_name(entry: Entry) -> str:
    """Return an entry's own name, or the names of its players; their persons are prefetched."""
    if entry.name:
        return entry.name
    members = sorted(entry.members.all(), key=lambda member: (member.number, member.pk))
    substitute = EntryMember.Role.SUBSTITUTE
    return BETWEEN_NAMES.join(one.person.name for one in members if one.role != substitute)


@dataclass(frozen=True, slots=True)
class Record:
    """All that counts in an event, and who its entries are: read once, it is ranked in many ways.

    House players are not ranked; who was withdrawn stands last with what he scored.
    """

    competitors: Mapping[str, Competitor]
    field: Field

    def standings(self, upto: int | None = None) -> tuple[StandingsRow, ...]:
        """Return the standings, or as they were after round `upto`."""
        ranks = ranked(self.field if upto is None else self.field.upto(upto))
        return tuple(StandingsRow(self.competitors[one.entry], one) for one in ranks)

    def rounds_of(self, upto: int | None = None) -> Mapping[str, tuple[RoundSum, ...]]:
        """Return what every round counts for every entry, house players too, by the entry."""
        return round_sums(self.field if upto is None else self.field.upto(upto))


def record(event: Event) -> Record:
    """Read all that counts in an event, in a number of queries that does not grow."""
    # The results are read first: whatever they refer to was there before them.
    points = scored(event)
    entries = _entries(event)
    known = _named(event, entries)
    return Record(known, _field(event, entries, points))


def standings(event: Event, upto: int | None = None) -> tuple[StandingsRow, ...]:
    """Return the standings of an event, or as they were after round `upto`."""
    return record(event).standings(upto)


def scored(event: Event) -> list[Scored]:
    """Return what every entry scored in every deal that counts.

    What was played after the end of a game (局) does not count, nor does a deal without points.
    """
    rows = list(
        Result.live.filter(deal__event=event)
        .exclude(kind__in=NO_POINTS)
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
    rules, after = {row.pk: game.rules(row.rules) for row in _rulesets(event)}, not_counted(event)
    return [
        Scored(entry, number, deal, points)
        for deal, sitting, number, settlement, ruleset in rows
        if deal not in after
        for side, points in game.side_points(
            settlement["scores"], rules[ruleset], sides[sitting]
        ).items()
        for entry in entries[side]
    ]


def adjusted(event: Event) -> list[Adjusted]:
    """Return the penalty points of entries: those of a game (局) count in its round already."""
    stages = [Adjustment.StageOfSum.STANDINGS, Adjustment.StageOfSum.GAME]
    rows = (
        Adjustment.objects.filter(event=event, stage_of_sum__in=stages)
        .select_related("entry", "side__match__round")
        .prefetch_related("side__entries")
        .order_by("pk")
    )
    began = _began(event)
    return [one for row in rows for one in _adjusted(row, began)]


def _adjusted(row: Adjustment, began: list[tuple[int, datetime | None]]) -> list[Adjusted]:
    if row.side:
        number = row.side.match.round.number
        return [
            Adjusted(entry.uid, row.amount, row.reason, number, at_table=True)
            for entry in row.side.entries.all()
        ]
    number = max((n for n, at in began if at and at <= row.created_at), default=0)
    uids = [row.entry.uid] if row.entry else []
    return [Adjusted(uid, row.amount, row.reason, number) for uid in uids]


def _entries(event: Event) -> list[Entry]:
    return list(event.entries.order_by("number"))


def _named(event: Event, entries: Sequence[Entry]) -> dict[str, Competitor]:
    """Return entries with the names that stand for them, which are read all at once."""
    players = (
        EntryMember.objects.filter(entry__event=event)
        .exclude(role=EntryMember.Role.SUBSTITUTE)
        .order_by("number", "pk")
        .values_list("entry_id", "person__name")
    )
    names: Mapping[int, list[str]] = defaultdict(list)
    for entry, name in players:
        names[entry].append(name)
    return {
        one.uid: Competitor(one.uid, one.number, one.name or BETWEEN_NAMES.join(names[one.pk]))
        for one in entries
    }


def _field(event: Event, entries: list[Entry], points: list[Scored]) -> Field:
    away = [*_sat_out(event), *_stood_in(event)]
    added = adjusted(event)
    known = {one.entry for one in points}
    known |= {one.entry for one in away} | {one.entry for one in added}
    gone = {one.uid for one in entries if one.state == Entry.State.WITHDRAWN}
    return Field(
        entries=[
            one.uid
            for one in entries
            if one.kind == Entry.Kind.COMPETITOR and (one.uid in known or one.uid not in gone)
        ],
        scored=points,
        adjusted=added,
        tables=tables(event, points, gone),
        away=away,
        withdrawn=frozenset(gone),
        order=Order(event.ranking),
        credit=Credit(event.sit_out_credit),
        tie_breaks=tuple(map(TieBreak, event.tie_breaks)) or None,
        seed=event.seed,
    )


def _began(event: Event) -> list[tuple[int, datetime | None]]:
    rounds = event.rounds.filter(state__in=PUBLIC)
    return list(rounds.values_list("number", "published_at"))


def tables(
    event: Event,
    points: Sequence[Scored],
    gone: AbstractSet[str],
    instead: Instead = NOTHING_ELSE,
) -> list[Table]:
    """Return who met in every match, by sides; it is over when every deal of it has a result.

    `points` are what was scored, and who of `gone` has withdrawn is absent where nothing was
    played. With `instead` matches come to what they would with other results of these deals.
    """
    played = {(one.entry, one.round) for one in points}
    by_match = Order(event.ranking).by_match
    reached = games.reached(event, instead) if by_match else {}
    rows = (
        Side.entries.through.objects.filter(
            side__match__round__event=event, side__match__round__state__in=PUBLIC
        )
        .order_by("side__match_id", "side__number", "pk")
        .values_list("side__match_id", "side__match__round__number", "side__uid", "entry__uid")
    )
    missing = Deal.objects.filter(event=event, done=False).order_by()
    is_open = set(missing.values_list("sitting__segment__match_id", flat=True).distinct())
    sides: dict[tuple[int, int], dict[str, list[str]]] = defaultdict(dict)
    for match, number, side, entry in rows:
        sides[match, number].setdefault(side, []).append(entry)
    return [
        Table(
            round=number,
            sides=tuple(map(tuple, met.values())),
            is_over=match not in is_open,
            totals=_totals(reached.get(match), met),
            absent=_absent(number, met, played, gone) if by_match else frozenset(),
        )
        for (match, number), met in sides.items()
    ]


def _totals(reached: Mapping[str, int] | None, met: Iterable[str]) -> tuple[int, ...] | None:
    return None if reached is None else tuple(reached.get(side, 0) for side in met)


def _absent(
    number: int,
    met: Mapping[str, Sequence[str]],
    played: AbstractSet[tuple[str, int]],
    gone: AbstractSet[str],
) -> frozenset[int]:
    """Return which sides of a match at which nothing was played did not come, by their places."""
    if any((entry, number) in played for side in met.values() for entry in side):
        return frozenset()
    sides = enumerate(met.values())
    return frozenset(place for place, entries in sides if set(entries) <= gone)


def _sat_out(event: Event) -> list[Away]:
    """Return who sat out of which rounds, as far as these are played: no credit comes before."""
    rows = SitOut.objects.filter(round__event=event, round__state__in=PUBLIC).exclude(
        round__matches__segments__sittings__deals__done=False
    )
    return [Away(*row) for row in rows.values_list("entry__uid", "round__number")]


def _stood_in(event: Event) -> list[Away]:
    """Return the rounds that a substitute played whose points do not count."""
    of_round = F("sitting__segment__match__round__number")
    rows = (
        Seat.objects.filter(
            Q(side__entries__members__from_round=None)
            | Q(side__entries__members__from_round__lte=of_round),
            Q(side__entries__members__to_round=None)
            | Q(side__entries__members__to_round__gte=of_round),
            sitting__segment__match__round__event=event,
            sitting__segment__match__round__state__in=PUBLIC,
            side__entries__members__person=F("person"),
            side__entries__members__role=EntryMember.Role.SUBSTITUTE,
            side__entries__members__points_count=False,
        )
        .order_by()
        .values_list("side__entries__uid", "sitting__segment__match__round__number")
        .distinct()
    )
    return [Away(entry, number, Counts.STOOD_IN) for entry, number in rows]


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
