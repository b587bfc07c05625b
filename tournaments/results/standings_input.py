"""The standings of an event: rows of the record become their input.

Ranking itself is in `standings`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from datetime import datetime

from django.db.models import F, Q

from tournaments.models import (
    Adjustment,
    Entry,
    EntryMember,
    Event,
    Result,
    RuleSet,
    Seat,
    SitOut,
)
from tournaments.results import (
    board_comparisons,
    knockouts,
    stage_rounds,
    tie_break_rows,
    withdrawn_matches,
)
from tournaments.results.match_rows import PUBLIC, EventMatches, match_records
from tournaments.standings import withdrawals
from tournaments.standings.byes import round_sums
from tournaments.standings.comparisons import ComparedScores
from tournaments.standings.line_ranks import rank_lines
from tournaments.standings.match_scores import Order
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import (
    Counts,
    Credit,
    EntryPenalty,
    MatchRecord,
    RoundSum,
    ScoredDeal,
    StandingsInput,
    TieBreak,
    UnplayedRound,
)
from tournaments.standings.stage_places import StagePart, event_ranks, group_ranks
from tournaments.structure import sides, two_lines
from tournaments.structure.game_slots import NOTHING_ELSE, Instead
from tournaments.structure.games import NO_POINTS, game_of, not_counted

BETWEEN_NAMES = " · "


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entry as shown: its number and its name."""

    uid: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A rank with its competitor."""

    competitor: Competitor
    rank: Rank


def competitors(event: Event) -> dict[str, Competitor]:
    """Return the entries of an event by uid, in the order of their numbers, with their names."""
    return _competitors_by_uid(event, _entries(event))


def entry_name(entry: Entry) -> str:
    """Return an entry's own name, or the names of its players; their persons are prefetched."""
    if entry.name:
        return entry.name
    members = sorted(entry.members.all(), key=lambda member: (member.number, member.pk))
    substitute = EntryMember.Role.SUBSTITUTE
    return BETWEEN_NAMES.join(member.person.name for member in members if member.role != substitute)


@dataclass(frozen=True, slots=True)
class Record:
    """All that counts in an event, and its entries: read once, ranked in many ways.

    House players are not ranked; withdrawn entries rank last with what they scored. `stages` are
    those with members, none where the event is one field. `lines` name the direction of each entry
    where north-south and east-west rank apart. `sealed_from` is the first round left out because
    its boards are sealed, None where nothing is.
    """

    competitors: Mapping[str, Competitor]
    field: StandingsInput
    stages: tuple[StagePart, ...] = ()
    lines: Mapping[str, str] = dataclass_field(default_factory=dict)
    sealed_from: int | None = None

    def as_told(self, field: StandingsInput) -> StandingsInput:
        """Return another field of the same event without the sealed rounds."""
        return field if self.sealed_from is None else field.upto(self.sealed_from - 1)

    def standings(self, upto: int | None = None) -> tuple[StandingsRow, ...]:
        """Return the standings, or as they were after round `upto`.

        Members of a later stage rank before all others.
        """
        return self._rows(self.ranks(self.field if upto is None else self.field.upto(upto)))

    def ranks(self, field: StandingsInput) -> tuple[Rank, ...]:
        """Return the ranks for another field of the same event."""
        return rank_lines(field, self.lines, lambda part: event_ranks(part, self.stages))

    def of_stage(self, stage: int) -> dict[int, tuple[StandingsRow, ...]]:
        """Return the standings of each group of a stage, by key; none without members.

        An event of one field, or of two lines, has them under key 0.
        """
        if self.lines or not self.stages:
            return {0: self.standings()}
        ranks = [
            group_ranks(self.field, stage_part)
            for stage_part in self.stages
            if stage_part.stage == stage
        ]
        return {group: self._rows(rows) for rank in ranks for group, rows in rank.items()}

    def _rows(self, ranks: Iterable[Rank]) -> tuple[StandingsRow, ...]:
        return tuple(StandingsRow(self.competitors[rank.entry], rank) for rank in ranks)

    def rounds_of(self, upto: int | None = None) -> Mapping[str, tuple[RoundSum, ...]]:
        """Return what each round counts, by entry, house players included."""
        return round_sums(self.field if upto is None else self.field.upto(upto))


def record(event: Event) -> Record:
    """Read all that counts in an event, in a fixed number of queries."""
    # The results are read first: the rows that they refer to are older.
    compared, meetings = board_comparisons.compare_boards(event), EventMatches(event)
    points = deal_scores(event, compared=compared, meetings=meetings)
    entries = _entries(event)
    names = _competitors_by_uid(event, entries)
    withdrawn = _withdrawn_entries(entries)
    met = match_records(event, points, withdrawn, compared=compared, meetings=meetings)
    field = _build_field(event, entries, points, met)
    field = withdrawals.apply_withdrawals(field, withdrawn_matches.robins(event, field))
    stages = stage_rounds.stage_parts(event, field.entries)
    parts = tuple(_with_places(event, stages, field))
    return Record(names, field, parts, two_lines.line_by_entry(event))


def record_until(event: Event, known: Record, last: int) -> Record:
    """Return the record as it was after a round, with the places of knockouts."""
    field = known.field.upto(last)
    stages = tuple(_with_places(event, known.stages, field, last))
    return replace(known, field=field, stages=stages)


def _with_places(
    event: Event, parts: Sequence[StagePart], field: StandingsInput, last: int | None = None
) -> Iterator[StagePart]:
    """Yield the stages; knockouts with their places after a round."""
    stages = {stage.pk: stage for stage in event.stages.all()} if parts else {}
    for part in parts:
        placed = knockouts.places_of(stages[part.stage], field, last)
        places = {entry: places.first for places in placed for entry in places.entries}
        yield replace(part, places=places if placed else None)


def standings(event: Event, upto: int | None = None) -> tuple[StandingsRow, ...]:
    """Return the standings of an event, or as they were after round `upto`."""
    return record(event).standings(upto)


def deal_scores(
    event: Event,
    instead: Instead = NOTHING_ELSE,
    compared: ComparedScores | None = None,
    meetings: EventMatches | None = None,
) -> list[ScoredDeal]:
    """Return the score of every entry in every deal that counts.

    Deals after the end of a game (局) and deals without points do not count. Where boards are
    compared, the score is the result of the comparison; with `instead` these deals have other
    results. `compared` and `meetings` are passed where they were read already.
    """
    if board_comparisons.compares(event):
        return list((compared or board_comparisons.compare_boards(event, instead)).scored)
    rows = list(
        Result.live.filter(deal__event=event)
        .exclude(kind__in=NO_POINTS)
        .order_by("deal__sitting_id", "deal__play_order")
        .values_list(
            "deal__uid",
            "deal__sitting_id",
            "deal__sitting__segment__match__round__number",
            "settlement__scores",
            "ruleset_id",
            "deal__sitting__segment__match_id",
        )
    )
    game, seated = game_of(event), sides.by_sitting(event)
    entries = (meetings or EventMatches(event)).by_side
    rulesets = RuleSet.objects.filter(results__deal__event=event).distinct()
    rules = {row.pk: game.rules(row.rules) for row in rulesets}
    uncounted = not_counted(event)
    return [
        ScoredDeal(entry, number, deal, points, match=match)
        for deal, sitting, number, scores, ruleset, match in rows
        if deal not in uncounted
        for side, points in game.side_points(scores, rules[ruleset], seated[sitting]).items()
        for entry in entries[side]
    ]


def penalty_points(event: Event) -> list[EntryPenalty]:
    """Return the penalty points of entries; those of a game (局) count in its round."""
    stages = [Adjustment.StageOfSum.STANDINGS, Adjustment.StageOfSum.GAME]
    rows = (
        Adjustment.objects.filter(event=event, stage_of_sum__in=stages)
        .select_related("entry", "side__match__round")
        .prefetch_related("side__entries")
        .order_by("pk")
    )
    public = event.rounds.filter(state__in=PUBLIC)
    began = list(public.values_list("number", "published_at"))
    return [penalty for row in rows for penalty in _penalties_of(row, began)]


def _penalties_of(row: Adjustment, began: list[tuple[int, datetime | None]]) -> list[EntryPenalty]:
    if row.side:
        here = {"round": row.side.match.round.number, "match": row.side.match_id}
        return [
            EntryPenalty(entry.uid, row.amount, row.reason, at_table=True, **here)
            for entry in row.side.entries.all()
        ]
    number = max((n for n, at in began if at and at <= row.created_at), default=0)
    uids = [row.entry.uid] if row.entry else []
    return [EntryPenalty(uid, row.amount, row.reason, number) for uid in uids]


def _entries(event: Event) -> list[Entry]:
    return list(event.entries.order_by("number"))


def _competitors_by_uid(event: Event, entries: Sequence[Entry]) -> dict[str, Competitor]:
    """Return the competitors by uid, their names read in one query."""
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
        entry.uid: Competitor(
            entry.uid, entry.number, entry.name or BETWEEN_NAMES.join(names[entry.pk])
        )
        for entry in entries
    }


def _build_field(
    event: Event, entries: list[Entry], points: list[ScoredDeal], met: list[MatchRecord]
) -> StandingsInput:
    absences = [*_rounds_sat_out(event, met), *_rounds_substituted(event)]
    penalties = penalty_points(event)
    present = {point.entry for point in points}
    present |= {row.entry for row in absences} | {row.entry for row in penalties}
    present |= {
        entry for table in met if table.worth is not None for side in table.sides for entry in side
    }
    withdrawn = _withdrawn_entries(entries)
    return StandingsInput(
        entries=[
            entry.uid
            for entry in entries
            if entry.kind == Entry.Kind.COMPETITOR
            and (entry.uid in present or entry.uid not in withdrawn)
        ],
        scored=points,
        adjusted=penalties,
        tables=met,
        away=absences,
        withdrawn=withdrawn,
        excused=frozenset(
            entry.uid for entry in entries if entry.uid in withdrawn and entry.excused
        ),
        order=Order(event.ranking),
        credit=Credit(event.sit_out_credit),
        tie_breaks=tuple(map(TieBreak, event.tie_breaks)) or None,
        seed=event.seed,
        tie_facts=tie_break_rows.facts_of(event),
    )


def _withdrawn_entries(entries: Iterable[Entry]) -> frozenset[str]:
    return frozenset(entry.uid for entry in entries if entry.state == Entry.State.WITHDRAWN)


def _rounds_sat_out(event: Event, met: Iterable[MatchRecord]) -> list[UnplayedRound]:
    """Return the rounds that entries sat out, once these are over: no credit comes before."""
    playing = {table.round for table in met if not table.is_over}
    rows = SitOut.objects.filter(round__event=event, round__state__in=PUBLIC)
    sit_outs = rows.values_list("entry__uid", "round__number")
    return [UnplayedRound(entry, number) for entry, number in sit_outs if number not in playing]


def _rounds_substituted(event: Event) -> list[UnplayedRound]:
    """Return the rounds played by a substitute whose points do not count."""
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
    return [UnplayedRound(entry, number, Counts.STOOD_IN) for entry, number in rows]
