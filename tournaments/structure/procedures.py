"""The procedure with which each deal of a sitting begins, derived from the deals before it.

A deal that awaits confirmation counts as reported; the package that stores the sheets supplies its
report. If seats were exchanged meanwhile, persons are followed, not seats. Void deals pass to the
next dealer if the regulations of the event say so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from scoring import game as interface
from scoring.problems import Unsettled
from scoring.procedure import History, PastDeal, Procedure, RulingAddition
from tournaments.models import (
    BoardSource,
    Deal,
    Event,
    Game,
    Result,
    ResultKind,
    RuleSet,
    Seat,
    Sitting,
)
from tournaments.structure import game_slots, games
from tournaments.structure.games import BY_RULING, BY_TABLE, NO_POINTS, Use, context_of, ruleset_of
from tournaments.structure.regulations import regulations_of
from tournaments.system.compiled_queries import Query

Waiting = Callable[[Sequence[Deal]], Mapping[int, Mapping[str, Any]]]
"""Returns the reports of pending sheets of these deals, by the deal's key."""
NOT_ASKED: Final[Mapping[int, Mapping[str, Any]]] = {}

_DEALS_BEFORE = Query(
    lambda sitting, order: (
        Deal.objects.filter(sitting=sitting, play_order__lt=order)
        .select_related("board")
        .order_by("play_order")
    ),
    int,
    int,
)
_RESULTS_BEFORE = Query(
    lambda sitting, order: Result.live.filter(deal__sitting=sitting, deal__play_order__lt=order),
    int,
    int,
)


@dataclass(frozen=True, slots=True)
class Earlier:
    """A deal of a match with its live result, or with the report of a pending sheet."""

    deal: Deal
    result: Result | None = None
    report: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class LostLevels:
    """The levels that rulings took at a table, and a seat of each side by its uid."""

    timed: game_slots.LevelPenalties = field(default_factory=game_slots.LevelPenalties)
    seats: Mapping[str, str] = field(default_factory=dict)


Remembered = list[tuple[int, PastDeal]]
"""The deals before, each with its key."""


def procedures(
    sitting: Sitting,
    deals: Sequence[Earlier],
    ruleset: RuleSet,
    wanted: Collection[int],
    waiting: Waiting,
    asked: Mapping[int, Mapping[str, Any]] = NOT_ASKED,
) -> dict[int, Procedure]:
    """Return the procedures of the `wanted` deals of a sitting, by key.

    `deals` are those of the sitting in order of play. The database is queried only if seats were
    exchanged before this sitting, if boards are passed on, or for void deals. `asked` are reports
    of deals of earlier sittings, by key, that are looked at in place of their results.
    """
    game = interface.find_game(ruleset.game)
    rules = game.rules(ruleset.rules)
    past = _deals_before(sitting, deals, rules, game, waiting, asked)
    lost = _lost_levels(sitting, game, rules)
    begun = [deal.deal for deal in deals if deal.deal.pk in wanted]
    first = _dealt_first(sitting, begun)
    passed = passed_on(sitting.segment.match.round.event, begun)
    begins: dict[int, Procedure] = {}
    for deal in deals:
        if deal.deal.pk in wanted:
            before = _history(deal.deal, past, lost)
            history = replace(
                before,
                dealt_here=before.from_board and deal.deal.pk in first,
                redealt=passed.get(deal.deal.pk, 0),
            )
            begins[deal.deal.pk] = game.procedure(rules, history)
        past += ((deal.deal.pk, past_deal) for past_deal in _past_deals(deal, rules, game))
    return begins


def procedure_of(deal: Deal, waiting: Waiting) -> Procedure:
    """Return the procedure of a deal."""
    known = [*_earlier_deals(deal, waiting), Earlier(deal)]
    return procedures(deal.sitting, known, ruleset_of(deal), {deal.pk}, waiting)[deal.pk]


def procedure_after(deal: Deal, report: Mapping[str, Any], waiting: Waiting) -> Procedure:
    """Return the procedure of the next deal after a report of this one.

    Over boards it does not depend on it.
    """
    if deal.board is not None and deal.board.leader:
        return Procedure()
    known = _earlier_deals(deal, waiting)
    ruleset = ruleset_of(deal)
    game = interface.find_game(ruleset.game)
    rules = game.rules(ruleset.rules)
    past = _deals_before(deal.sitting, [*known, Earlier(deal)], rules, game, waiting)
    for earlier in (*known, Earlier(deal, None, report)):
        past += ((earlier.deal.pk, past_deal) for past_deal in _past_deals(earlier, rules, game))
    return game.procedure(rules, _history(None, past, _lost_levels(deal.sitting, game, rules)))


def _dealt_first(sitting: Sitting, deals: Iterable[Deal]) -> frozenset[int]:
    """Return the keys of the deals whose boards are first played at this table and then passed
    on.
    """
    boards = [deal.board_id for deal in deals if deal.board_id]
    if not boards or sitting.segment.match.round.event.boards != BoardSource.PASSED:
        return frozenset()
    played = Deal.objects.filter(board__in=boards).order_by(
        "sitting__segment__match__round__number",
        "sitting__segment__number",
        "play_order",
        "sitting__table__number",
    )
    first: dict[int | None, int] = {}
    for board, deal in played.values_list("board", "pk"):
        first.setdefault(board, deal)
    return frozenset(first.values())


def _earlier_deals(deal: Deal, waiting: Waiting) -> list[Earlier]:
    """Return the deals before one at its sitting."""
    before = _DEALS_BEFORE.all(deal.sitting_id, deal.play_order)
    results = _RESULTS_BEFORE.all(deal.sitting_id, deal.play_order) if before else []
    return _with_results(before, results, waiting)


def _with_results(deals: Sequence[Deal], live: Iterable[Result], waiting: Waiting) -> list[Earlier]:
    undone = [deal for deal in deals if not deal.done]
    reports = waiting(undone) if undone else {}
    results = {result.deal_id: result for result in live}
    return [Earlier(deal, results.get(deal.pk), reports.get(deal.pk)) for deal in deals]


def _deals_before(
    sitting: Sitting,
    here: Sequence[Earlier],
    rules: Any,
    game: interface.Game[Any],
    waiting: Waiting,
    asked: Mapping[int, Mapping[str, Any]] = NOT_ASKED,
) -> Remembered:
    """Return the deals of the segments before, with the current seats of these persons.

    For a game (局) only its own; the deals played `here` all belong to one game.
    """
    segment = sitting.segment
    if segment.number == 1:
        return []
    deals = Deal.objects.filter(
        sitting__segment__match=segment.match_id,
        sitting__segment__number__lt=segment.number,
        sitting__room=sitting.room,
        game=next((earlier.deal.game_id for earlier in here if earlier.deal.game_id), None),
    ).order_by("sitting__segment__number", "play_order")
    known = [
        Earlier(row.deal, None, asked[row.deal.pk]) if row.deal.pk in asked else row
        for row in _with_results(list(deals), Result.live.filter(deal__in=deals), waiting)
    ]
    moved = _moved_seats(sitting, {earlier.deal.sitting_id for earlier in known})
    return [
        (earlier.deal.pk, past)
        for earlier in known
        for past in _past_deals(earlier, rules, game, moved[earlier.deal.sitting_id])
    ]


def _game_at(sitting: Sitting) -> Game | None:
    """Return the game (局) that is played at a sitting, None if deals are counted."""
    return Game.objects.filter(deals__sitting=sitting).order_by("-number").first()


def _moved_seats(sitting: Sitting, others: Collection[int]) -> dict[int, dict[str, str]]:
    """Return for each other sitting the current seats of its persons, by their old seats."""
    seats = Seat.objects.filter(sitting__in=[*others, sitting.pk])
    rows = list(seats.values_list("sitting_id", "label", "person_id"))
    now = {person: label for where, label, person in rows if where == sitting.pk}
    moved: dict[int, dict[str, str]] = {other: {} for other in others}
    for where, label, person in rows:
        if where in moved and person in now:
            moved[where][label] = now[person]
    return moved


def _past_deals(
    earlier: Earlier, rules: Any, game: interface.Game[Any], moved: Mapping[str, str] | None = None
) -> Iterator[PastDeal]:
    """Yield the deals as the next one depends on them, without void and unplayed ones."""
    if earlier.result is None or not earlier.deal.done:
        yield PastDeal(earlier.report, _raw_points(earlier.report, rules, game), moved)
    elif games.settles_by_word(earlier.result.kind):
        yield from _past_adjusted(earlier.result, rules, game, moved)
    elif earlier.result.kind not in NO_POINTS:
        stored = earlier.result
        facts = games.reported(stored.facts)
        yield PastDeal(facts, stored.settlement["raw"], moved, stored.schema)


def _past_adjusted(
    stored: Result, rules: Any, game: interface.Game[Any], moved: Mapping[str, str] | None
) -> Iterator[PastDeal]:
    """Yield a deal with scores assigned by a referee: its cards determine the next leader.

    If sides climb levels, these no longer follow from the cards, so that nothing is known.
    """
    if game.counting(rules) is interface.Counting.LEVELS:
        yield PastDeal(moved=moved)
    elif facts := games.reported(stored.facts):
        yield PastDeal(facts, _raw_points(facts, rules, game), moved, stored.schema)


def _raw_points(
    report: Mapping[str, Any] | None, rules: Any, game: interface.Game[Any]
) -> Mapping[str, int]:
    try:
        return game.settle(report, rules).raw if report is not None else {}
    except Unsettled:
        return {}


def _lost_levels(sitting: Sitting, game: interface.Game[Any], rules: Any) -> LostLevels:
    """Return the levels that rulings took at a table; none if the game has no levels."""
    if game.counting(rules) is not interface.Counting.LEVELS:
        return LostLevels()
    timed = game_slots.level_penalties_of(sitting.segment.match_id)
    if not timed.lost:
        return LostLevels(timed)
    current = _game_at(sitting)
    if current:
        timed = timed.given_at(current.pk, is_first=current.number == 1)
    else:
        timed = timed.given_at(sitting.room, is_first=bool(sitting.room != Sitting.Room.CLOSED))
    return LostLevels(timed, dict(sitting.seats.values_list("side__uid", "label")))


def _history(deal: Deal | None, past: Remembered, lost: LostLevels) -> History:
    board = deal.board if deal else None
    hands = (context_of(deal, Use.TELL).hands or {}) if deal else {}
    if board is not None and board.leader:
        # Earlier deals at this table must not matter, because other tables play the board too.
        return History(leader=board.leader, hands=hands, from_board=True, board=board.board_no)
    keys = [key for key, _past_deal in past]
    # Penalties given after the first result of a deal did not affect its start.
    known = keys if deal is None else [*keys, deal.pk]
    placed = lost.timed.before(known)
    return History(
        deals=tuple(past_deal for _key, past_deal in past),
        hands=hands,
        added=tuple(
            RulingAddition(after, lost.seats[loss.side], loss.amount)
            for after, loss in placed
            if loss.side in lost.seats and after <= len(keys)
        ),
        engine=lost.timed.engine_of(known),
    )


REDEALER: Final = "void_deal_redealer"
NEXT_DEALER: Final = "next"


def passed_on(event: Event, deals: Iterable[Deal]) -> Mapping[int, int]:
    """Return how often deals pass to the next dealer, by their keys.

    The database is queried only for deals with a result before the one that counts, or none.
    """
    again = [deal.pk for deal in deals if deal.version > int(deal.done)]
    if not again or regulations_of(event).policies.get(REDEALER) != NEXT_DEALER:
        return {}
    results = Result.objects.filter(deal__in=again).order_by("deal", "version")
    rows = results.values_list("deal_id", "kind", "origin_label")
    return {
        deal: _times([(kind, origin) for _deal, kind, origin in versions])
        for deal, versions in groupby(rows, itemgetter(0))
    }


def _times(results: list[tuple[str, str]]) -> int:
    """Return how often a deal was void and dealt again, or has to be now.

    `results` are the kinds and origins of its results. A deal whose result a ruling restores or
    replaces was not dealt again.

    >>> _times([("void", "ruling")]), _times([("void", "ruling"), ("played", "sheet")])
    (1, 1)
    >>> _times([("void", "ruling"), ("played", "ruling")])
    0
    """
    dealt = void = 0
    for kind, origin in results:
        if kind == ResultKind.VOID:
            void += 1
        elif kind in BY_TABLE and origin != BY_RULING:
            dealt, void = dealt + void, 0
        else:
            void = max(0, void - 1)
    return dealt + void
