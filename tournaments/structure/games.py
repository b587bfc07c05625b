"""The game of an event: its rules, how it divides a match, and the settlement of a result.

Nothing is stored here. An adjusted result holds the reported facts and the assigned scores, so that
the plays stay. It is settled by the scores at tables that deal for themselves, and by the facts if
the referee assigned another result by facts. The course of a game (局) is in `game_standings`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum, auto
from functools import lru_cache
from typing import Any, Final

from scoring import game as interface
from scoring.problems import Unsettled
from scoring.procedure import Procedure
from scoring.settlement import Settlement
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    BoardSource,
    Comparison,
    Deal,
    Event,
    Result,
    ResultKind,
    Round,
    RuleSet,
    Stage,
)
from tournaments.structure import boards, sides
from tournaments.structure.regulations import Regulations, regulations_of

NO_POINTS: Final = frozenset(
    {
        Result.Kind.VOID,
        Result.Kind.NOT_PLAYED,
        Result.Kind.RETRACTED,
        Result.Kind.AVERAGE,
        Result.Kind.NO_REPLAY,
    }
)
"""Kinds of results for which nobody scores; an average counts beside others of the same board."""
NOTHING_SCORED: Final[dict[str, Any]] = {"raw": {}, "scores": {}, "lines": [], "conversions": []}
"""The settlement of a result without points."""
ORIGIN: Final = "game"
"""The origin label of a result that follows from the course of its game (局)."""
HAD_ENDED: Final = "The game had ended before this deal."
GOES_ON: Final = "The game goes on."
"""Reasons that the program gives itself; stored in English, worded by `wording.result_words`."""
GIVEN: Final = "adjusted"
"""The part of the facts that says what a referee gave."""
BY_REFEREE: Final = frozenset(
    {ResultKind.ASSIGNED, ResultKind.AVERAGE, ResultKind.ADJUSTED, ResultKind.NO_REPLAY}
)
"""The kinds of results that take the place of what a table reported, and can be taken back."""
BY_TABLE: Final = frozenset({ResultKind.PLAYED, ResultKind.CLAIMED})
"""The kinds of results that a table reported."""
BY_RULING: Final = "ruling"
"""The origin of a result that a referee's ruling posted, also of one that it puts back."""
MOST_RULES: Final = 64
"""So many sets of rules a process remembers as their games read them."""


class Use(Enum):
    """The purpose of a deal's context, which decides whether it includes the hands of the board.

    SETTLE includes them always: a result is settled by them, and a report that was handed in is
    compared with them. TELL includes them once the board is open: whatever a table, a desk or the
    public is told before, a preview too, is the same whatever the hands are.
    """

    SETTLE = auto()
    TELL = auto()


def game_of(event: Event) -> interface.Game[Any]:
    """Return the game that an event plays."""
    return interface.find_game(event.game)


def counting_of(event: Event) -> interface.Counting:
    """Return the unit in which deals of an event are scored."""
    game = game_of(event)
    return game.counting(rules_of(game, event.ruleset))


def rules_of(game: interface.Game[Any], ruleset: RuleSet) -> Any:
    """Return rules as their game parses them, once for equal rules."""
    return _read(game, ruleset.rules_text)  # type: ignore[arg-type]


@lru_cache(MOST_RULES)
def _read(game: interface.Game[Any], rules: str) -> Any:
    """Parse the JSON text of rules, which most writes of a hall share."""
    return game.rules(json.loads(rules))


def blank_of(event: Event, ruleset: RuleSet) -> interface.Blank:
    """Return what the sheet of a deal asks for."""
    game = game_of(event)
    return game.blank(rules_of(game, ruleset))


def lookup_of(event: Event, ruleset: RuleSet) -> Mapping[str, Any] | None:
    """Return the tables from which a device without a network reads the points of a deal."""
    game = game_of(event)
    return game.lookup(rules_of(game, ruleset))


def has_levels(event: Event) -> bool:
    """Whether the sides of an event climb levels, so that a penalty takes them at once."""
    return counting_of(event) is interface.Counting.LEVELS


def compares(event: Event) -> bool:
    """Whether deals of an event count by comparison with other results of their board."""
    return event.comparison != Comparison.NONE


def ends_by_rules(event: Event) -> bool:
    """Whether an event is played in games (局) that its rules end, not in a number of deals.

    Over boards no game ends: every deal counts by itself.
    """
    if event.boards != BoardSource.TABLE:
        return False
    game = game_of(event)
    rules = game.rules(event.ruleset.rules)
    return bool(game.for_fixed_deals(rules) != rules)


def of_several_games(event: Event) -> bool:
    """Whether a match has a game (局) in every room of every segment."""
    is_parted = event.rooms > 1 or event.segments > 1
    if event.form != Event.Form.TEAMS or not is_parted:
        return False
    return ends_by_rules(event)


def counts_games_won(event: Event) -> bool:
    """Whether a match is scored by the games (局) won in it.

    Points of two games cannot be added, because each stops as soon as one side reaches the limit,
    wherever the other is. Levels can.
    """
    return of_several_games(event) and not has_levels(event)


def adds_levels(event: Event) -> bool:
    """Whether the totals of a match are sums of levels over several tables or games."""
    if event.boards != BoardSource.TABLE or event.form != Event.Form.TEAMS or not has_levels(event):
        return False
    return event.rooms > 1 or of_several_games(event)


def deals_of_set(event: Event, regulations: Regulations | None = None) -> int:
    """Return the number of deals in a board set (盘); 0 if the rules end a game (局), which has
    none.

    `regulations` are those of the event if they were already read.
    """
    if ends_by_rules(event):
        return 0
    return (regulations or regulations_of(event)).board_set_deals


def ruleset_of(deal: Deal) -> RuleSet:
    """Return the rules in force for a deal: those of its stage, otherwise those of its event."""
    return ruleset_of_stage(deal.sitting.segment.match.round.group.stage, deal.event)


def ruleset_of_round(round_: Round) -> RuleSet:
    """Return the rules in force in a round: those of its stage, otherwise those of its event."""
    return ruleset_of_stage(round_.group.stage, round_.event)


def ruleset_of_stage(stage: Stage, event: Event) -> RuleSet:
    """Return the rules in force in a stage: its own, otherwise those of its event.

    `event` is the row that the caller has, with its rules; that of the stage is not read.
    """
    return stage.ruleset or event.ruleset


def context_of(
    deal: Deal, use: Use, *, begins: Procedure | None = None, schema: int | None = None
) -> interface.Context:
    """Return the context of a deal: what is known of it apart from its report.

    That is the hands of its board as far as the use allows, what follows from the deals before
    (`begins`), and the schema in which a stored report was written.
    """
    is_hidden = use is Use.TELL and has_sealed_hands(deal)
    hands = None if is_hidden or deal.board is None else boards.hands(deal.board)
    if begins is None:
        return interface.Context(hands, schema=schema)
    return interface.Context(
        hands, begins.leads, begins.first_deal, schema, begins.facts, begins.either
    )


def has_sealed_hands(deal: Deal) -> bool:
    """Whether the hands of a deal's board are stored and nobody may read them yet."""
    board = deal.board
    return board is not None and board.hands is not None and not boards.is_open(board)


def contradicts_board(deal: Deal, report: object) -> bool:
    """Whether a report that has no problems by itself differs from the hands of its board.

    Every answer tells something of sealed hands: ask of what is stored, never of a preview.
    """
    game, context = game_of(deal.event), context_of(deal, Use.SETTLE)
    return bool(game.problems(report, rules_of(game, ruleset_of(deal)), context))


def entries_per_table(event: Event) -> int:
    """Return the number of entries at a table of an event, or in a match of teams."""
    if event.form == Event.Form.TEAMS:
        return len(sides.TEAMS)
    game = game_of(event)
    seats = len(game.seats(game.rules(event.ruleset.rules)))
    return seats // 2 if event.form == Event.Form.PAIRS else seats


def reported(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the facts as a game parses them, without a referee's scores.

    >>> reported({"won": {}, "adjusted": {}})
    {'won': {}}
    """
    if GIVEN not in facts:
        return facts
    return {name: value for name, value in facts.items() if name != GIVEN}


def settles_by_word(kind: str) -> bool:
    """Whether the scores of a result were assigned by a referee rather than by its cards."""
    return kind == ResultKind.ADJUSTED


def settle_by_word(game: interface.Game[Any], facts: Mapping[str, Any], rules: Any) -> Settlement:
    """Return the settlement of the scores that a referee assigned to the seats."""
    given: Mapping[str, int] = facts[GIVEN]["scores"]
    # A database may return the seats in another order than they were stored in.
    scores = {seat: given[seat] for seat in game.seats(rules) if seat in given}
    return game.award(scores, rules)


def is_played(result: Result) -> bool:
    """Whether a result is what a table reported."""
    return result.kind in BY_TABLE


def table_result(deal: Deal) -> Result | None:
    """Return the newest result reported by a table, whatever a referee decided since."""
    return deal.results.filter(kind__in=BY_TABLE).order_by("-version").first()


def settle(deal: Deal, kind: ResultKind, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settlement of the facts of a deal, with its rules and engine; nothing is stored.

    Raises Refused with every problem that the game reports; of a sealed board with BOARD_DIFFERS
    alone.
    """
    game, ruleset = game_of(deal.event), ruleset_of(deal)
    settled_by = {"schema": game.schema, "ruleset": ruleset, "engine": game.engine}
    if kind in NO_POINTS:
        return {**settled_by, "settlement": NOTHING_SCORED}
    rules, context = rules_of(game, ruleset), context_of(deal, Use.SETTLE)
    if settles_by_word(kind):
        settlement = settle_by_word(game, facts, rules)
        return {**settled_by, "settlement": settlement.as_json()}
    report = reported(facts)
    try:
        settlement = game.settle(report, rules, context)
    except Unsettled as unsettled:
        told = game.problems(report, rules, context_of(deal, Use.TELL))
        raise Refused(*(told or (refuse(Reason.BOARD_DIFFERS),))) from unsettled
    return {**settled_by, "settlement": settlement.as_json()}
