"""The rows of events as queries return them, by event, match or sitting.

`reading` builds snapshots from them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from json import JSONDecoder
from types import MappingProxyType
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS
from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    FilteredRelation,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.fields.json import KeyTextTransform

from scoring.game import Counting
from tournaments.models import (
    Adjustment,
    BoardLayout,
    Comparison,
    Deal,
    DrawMethod,
    Entry,
    Event,
    ExtraDeal,
    Form,
    Game,
    Hold,
    LineUp,
    PenaltyWarning,
    Result,
    Round,
    RuleSet,
    Seat,
    Side,
    SitOut,
    Sitting,
)
from tournaments.models.event_choices import OF_FIELD
from tournaments.pairing.rounds import ALL_MEETINGS, FIXED
from tournaments.results.snapshot_rows import (
    DealRow,
    LineUpRow,
    ResultRow,
    StoredSeat,
    StoredSitting,
)
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import TieBreak
from tournaments.structure import game_slots, games, stages
from tournaments.structure.game_slots import FirstResult
from tournaments.structure.games import counting_of
from tournaments.system.compiled_queries import KeysQuery

NOT_READ: Final[Mapping[str, Any]] = MappingProxyType({})
"""The settlement of a result of which only the scores were read."""
OF_SITTING: Final = (
    "segment__match__round__event_id",
    "pk",
    "segment__match_id",
    "segment_id",
    "segment__number",
    "room",
    "table__number",
    "table__uid",
    "table__code",
    "segment__uid",
    "segment__line_ups_due",
)
OF_SEAT: Final = (
    "seats__uid",
    "seats__label",
    "seats__person_id",
    "seats__side_id",
    "seats__person__name",
    "seats__person__mark",
)
ORDER_OF_PLAY: Final = (
    "segment__match__round__number",
    "segment__match__number",
    "segment__match_id",
    "segment__number",
    "pk",
)
"""Sittings in the order of rounds, matches and play."""
Rows = list[tuple[Any, ...]]
ByEvent = Mapping[int, Rows]


def by_event(rows: Iterable[Any]) -> dict[int, list[Any]]:
    """Return rows of a model by the key of their event."""
    by_event: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        by_event[row.event_id].append(row)
    return by_event


def layouts_of_boards(events: Iterable[Event]) -> dict[int, int]:
    """Return the layouts of deals of fouled boards; none if tables are not compared.

    The last row of a deal counts.
    """
    compared = [event.pk for event in events if event.comparison in OF_FIELD]
    if not compared:
        return {}
    rows = BoardLayout.objects.filter(deal__event__in=compared).order_by("pk")
    return dict(rows.values_list("deal_id", "layout"))


def _by_first(rows: Iterable[tuple[Any, ...]]) -> dict[int, Rows]:
    """Return rows of columns grouped by the first column, without it."""
    grouped: dict[int, Rows] = defaultdict(list)
    for key, *columns in rows:
        grouped[key].append(tuple(columns))
    return grouped


def _deals(
    builds: bool, whole: Sequence[int], events: Sequence[int]
) -> QuerySet[Deal, tuple[Any, ...]]:
    """Return the deals of whole events, and the open deals of others; `builds` reads the whole
    settlement.
    """
    live = FilteredRelation("results", condition=Q(results__version=F("version"), done=True))
    rows = Deal.objects.filter(Q(event__in=whole) | Q(event__in=events, done=False))
    return (
        rows.annotate(live=live)
        .order_by("sitting_id", "play_order")
        .values_list(
            "pk",
            "uid",
            "sitting_id",
            "game_id",
            "board_id",
            "board_no",
            "play_order",
            "done",
            "board__opened_at",
            "live__kind",
            "live__ruleset_id",
            "live__origin_label",
            "live__settlement" if builds else KeyTextTransform("scores", "live__settlement"),
            Case(When(live__kind=Result.Kind.AVERAGE, then=F("live__facts"))),
        )
    )


_DEALS: Final = {builds: KeysQuery(partial(_deals, builds)) for builds in (False, True)}


def deals_by_sitting(
    events: Mapping[int, Event], whole: Collection[int]
) -> Mapping[int, list[DealRow]]:
    """Return the deals of each sitting in the order of play, with their live results."""
    builds = any(map(_builds_on_earlier_deals, events.values()))
    rules, decode = _RuleSets(events.values()), JSONDecoder().raw_decode
    rows = _DEALS[builds].iterate(list(whole), list(events))
    deals: Mapping[int, list[DealRow]] = defaultdict(list)
    for *slot, opened_at, kind, ruleset, label, settled, facts in rows:
        result = None
        if kind is not None:
            settlement = settled if builds else NOT_READ
            # The text is decoded here, because the framework takes twice as long.
            scores = settled.get("scores") if builds else decode(settled)[0] if settled else None
            result = ResultRow(kind, rules.of(ruleset), scores or {}, settlement, facts, label)
        deal = DealRow._make((*slot, opened_at is not None, result, None))
        deals[deal.sitting].append(deal)
    return deals


def _builds_on_earlier_deals(event: Event) -> bool:
    """Whether totals depend on the order of the deals: of games (局), and of whole matches."""
    of_matches = Order(event.ranking).by_match and event.comparison == Comparison.NONE
    return games.ends_by_rules(event) or of_matches


class _RuleSets:
    """The rules of results by key: those of the events, and others fetched on first use."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._rows = {event.ruleset_id: event.ruleset for event in events}
        self._events = [event.pk for event in events]

    def of(self, key: int) -> RuleSet:
        if key not in self._rows:
            used = RuleSet.objects.filter(results__deal__event__in=self._events).distinct()
            self._rows = {row.pk: row for row in used} | self._rows
        return self._rows[key]


def _sittings(events: Collection[int]) -> QuerySet[Sitting]:
    rows = Sitting.objects.filter(segment__match__round__event__in=events)
    return rows.exclude(segment__match__round__state=Round.State.CANCELLED).order_by(*ORDER_OF_PLAY)


_UNSEATED: Final = KeysQuery(
    lambda events: _sittings(events).values_list(
        *OF_SITTING, Exists(Seat.objects.filter(sitting=OuterRef("pk")))
    )
)
_SEATED: Final = KeysQuery(
    lambda events: (
        _sittings(events).order_by(*ORDER_OF_PLAY, "seats__pk").values_list(*OF_SITTING, *OF_SEAT)
    )
)


def sittings_by_event(
    events: Sequence[int], whole: Collection[int]
) -> Mapping[int, list[StoredSitting]]:
    """Return the sittings in the order of rounds, matches and play; those of `whole` with seats."""
    sittings: Mapping[int, list[StoredSitting]] = defaultdict(list)
    for event, *columns in _UNSEATED.all([key for key in events if key not in whole]):
        sittings[event].append(StoredSitting._make((*columns, [])))
    last = None
    for row in _SEATED.iterate(list(whole)):
        event, key, *columns, uid, label, person, side, name, mark = row
        if last is None or last.key != key:
            last = StoredSitting._make((key, *columns, uid is not None, []))
            sittings[event].append(last)
        if uid is not None:
            last.seats.append(StoredSeat(uid, label, person, side, name + mark))
    return sittings


def line_ups_by_segment(events: Mapping[int, Event]) -> Mapping[int, list[LineUpRow]]:
    """Return by segment which line-ups were handed in, and when; their contents are read through
    `access`.
    """
    teams = [key for key, event in events.items() if event.form == Form.TEAMS]
    if not teams:
        return {}
    rows = LineUp.objects.filter(segment__match__round__event__in=teams).order_by("version")
    line_ups: dict[int, list[LineUpRow]] = defaultdict(list)
    columns = ("segment_id", "side__number", "version", "submitted_at")
    for segment, side, version, submitted_at in rows.values_list(*columns):
        line_ups[segment].append(LineUpRow(side, version, submitted_at))
    return line_ups


_SIDES: Final = KeysQuery(
    lambda events: (
        Side.entries.through.objects.filter(side__match__round__event__in=events)
        .order_by(
            "side__match__round__number",
            "side__match__number",
            "side__match_id",
            "side__number",
            "pk",
        )
        .values_list(
            "side__match__round__event_id",
            "side__match__round_id",
            "side__match_id",
            "side__match__uid",
            "side__match__number",
            "side__match__code",
            "side__match__group_id",
            "side__match__home_right",
            "side_id",
            "side__uid",
            "side__number",
            "entry_id",
        )
    )
)


def sides_by_event(events: Sequence[int]) -> ByEvent:
    """Return the sides of matches, of withdrawn draws too, because penalties there still count."""
    return _by_first(_SIDES.all(events))


def games_by_event(events: Mapping[int, Event]) -> ByEvent:
    in_games = [key for key, event in events.items() if games.ends_by_rules(event)]
    if not in_games:
        return {}
    rows = Game.objects.filter(match__round__event__in=in_games)
    standing = rows.exclude(match__round__state=Round.State.CANCELLED)
    columns = ("match__round__event_id", "pk", "match_id", "number")
    return _by_first(standing.order_by("match_id", "number").values_list(*columns))


def extra_deals_by_event(events: Mapping[int, Event]) -> dict[int, list[ExtraDeal]]:
    asked = [key for key, event in events.items() if TieBreak.EXTRA_DEAL in event.tie_breaks]
    if not asked:
        return {}
    rows = ExtraDeal.objects.filter(event__in=asked, retired_by=None).order_by("pk")
    return by_event(row for row in rows if row.points)


OF_ROUND: Final = tuple(
    field.attname for field in Round._meta.concrete_fields if field.attname != "reasons"
)


def _with_byes(events: Sequence[int], of_two_lines: Sequence[int]) -> QuerySet[Round, Any]:
    """Return rounds with their holds and the input of their draw, one row for each bye."""
    wanted = _needs_reasons(of_two_lines)
    of_round = Q(round=OuterRef("pk")) | Q(match__round=OuterRef("pk"))
    of_round |= Q(deal__sitting__segment__match__round=OuterRef("pk"))
    blocking = Hold.objects.filter(of_round, blocks=True, released_at=None)
    times = blocking.order_by().values("tournament").annotate(times=Count("pk")).values("times")
    # Only the first row has the reasons.
    earlier = SitOut.objects.filter(round=OuterRef("pk"), pk__lt=OuterRef("sit_outs__pk"))
    rows = Round.objects.filter(event__in=events).annotate(
        sat_out=F("sit_outs__entry"),
        held=Case(When(state=Round.State.PUBLISHED, then=Subquery(times))),
        drawn_from=Case(When(wanted & ~Exists(earlier), then=F("reasons"))),
    )
    in_order = rows.order_by("number", "pk", "sit_outs__pk")
    return in_order.values_list(*OF_ROUND, "sat_out", "held", "drawn_from")


_ROUNDS: Final = KeysQuery(_with_byes)


def rounds_by_event(
    events: Mapping[int, Event],
) -> tuple[dict[int, list[Round]], dict[int, list[tuple[int, int]]], dict[int, int]]:
    """Return the rounds, cancelled ones too; the byes as pairs of round and entry; and the open
    holds that block each close.

    A round holds the whole input of its draw, which is large in a large event. `reasons` are read
    only where they are needed: for the lines of a knockout, the directions of a movement or a
    withdrawal from a round robin; for a draft and the round before it, to compare the draft with a
    new draw; and for the first round of a movement, which determines their number.
    """
    rounds: dict[int, dict[int, Round]] = defaultdict(dict)
    sat_out: dict[int, list[tuple[int, int]]] = defaultdict(list)
    holds: dict[int, int] = {}
    of_two_lines = [key for key, event in events.items() if stages.has_two_winners(event)]
    for *values, out, held, drawn_from in _ROUNDS.all(list(events), of_two_lines):
        row = Round.from_db(DEFAULT_DB_ALIAS, OF_ROUND, values)
        round_ = rounds[row.event_id].setdefault(row.pk, row)
        if held:
            holds[row.pk] = held
        if drawn_from is not None:
            round_.reasons = drawn_from
        if out is not None:
            sat_out[row.event_id].append((row.pk, out))
    return {event: list(by_key.values()) for event, by_key in rounds.items()}, sat_out, holds


def _needs_reasons(of_two_lines: Sequence[int]) -> Q:
    """Return the condition of the rounds whose `reasons` are needed."""
    withdrawn = Entry.objects.filter(event=OuterRef("event"), state=Entry.State.WITHDRAWN)
    # After a withdrawal the planned opponents decide what counts.
    wanted = Q(method=DrawMethod.KNOCKOUT) | Q(Exists(withdrawn), method__in=ALL_MEETINGS)
    wanted |= Q(method=DrawMethod.MITCHELL, event__in=of_two_lines) | Q(state=Round.State.DRAFT)
    same_event = Round.objects.filter(event=OuterRef("event"))
    drafts = same_event.filter(state=Round.State.DRAFT, number=OuterRef("number") + 1)
    before = same_event.filter(method=OuterRef("method"), number__lt=OuterRef("number"))
    stands = ~Q(state=Round.State.CANCELLED)
    wanted |= Q(Exists(drafts)) & stands
    return wanted | Q(~Exists(before.filter(stands)), method__in=FIXED) & stands


def warnings_by_event(events: Mapping[int, Event]) -> dict[int, list[PenaltyWarning]]:
    """Return the warnings in force, of events in which warnings break ties."""
    asked = [key for key, event in events.items() if TieBreak.FEWEST_WARNINGS in event.tie_breaks]
    if not asked:
        return {}
    rows = PenaltyWarning.objects.filter(event__in=asked, reverses=None, reversed_by=None)
    return by_event(rows.order_by("pk"))


def first_results(
    events: Mapping[int, Event], adjustments: Mapping[int, Sequence[Adjustment]]
) -> dict[int, FirstResult]:
    """Return the first result of each deal in which a penalty took a level."""
    fined = [
        key
        for key, event in events.items()
        if counting_of(event) is Counting.LEVELS
        and any(
            row.stage_of_sum == Adjustment.StageOfSum.GAME and row.side_id
            for row in adjustments.get(key, ())
        )
    ]
    if not fined:
        return {}
    return game_slots.first_results(Result.objects.filter(deal__event__in=fined))
