"""A toy game, which proves that the game interface suffices and that no room knows a game by name.

Each seat scores the tricks that it won, thirteen in all, times a value set by the rules.

    with toy_registered() as toy:
        toy.settle({"won": {"N": 4, "W": 3, "S": 3, "E": 3}}, toy.rules({}))
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.following import Following, Irregularity, Outlook, Replay
from scoring.game import (
    NO_CONTEXT,
    NO_PENALTIES,
    Blank,
    Command,
    Context,
    Counting,
    GameResult,
    GameState,
    Phrase,
    Term,
    register,
    unregister,
)
from scoring.problems import Problem, ProblemCode, RulesRefused, Unsettled
from scoring.procedure import NO_HISTORY, History, Procedure
from scoring.reading import as_number, as_object, unknown_fields
from scoring.record_comparison import Fact, RecordComparison, Statement
from scoring.seats import COMPASS
from scoring.settlement import Explanation, Line, Settlement


class ToyCode(StrEnum):
    """All codes of the toy."""

    TRICKS = "toy_tricks"
    NOT_THIRTEEN = "toy_not_thirteen"
    TRICK_VALUE = "toy_trick_value"


@dataclass(frozen=True)
class ToyRules:
    """The value of a trick."""

    value: int = 1

    def as_dict(self) -> dict[str, Any]:
        return {"value": self.value}


class Toy:
    """Thirteen tricks, each of which scores its value for the winning seat."""

    name = "toy"
    engine = "toy-1"
    schema = 1
    presets: tuple[str, ...] = ("plain",)
    codes: tuple[type[StrEnum], ...] = (ProblemCode, ToyCode)
    glossary: tuple[Term, ...] = ()
    at_end: frozenset[str] = frozenset()
    off_boards: Mapping[str, StrEnum] = {}
    feats: Mapping[StrEnum, StrEnum] = {}
    commands: Mapping[str, Command] = {}

    def rules(self, wanted: object) -> ToyRules:
        problems: list[Problem] = []
        given = as_object(wanted, "", problems)
        unknown_fields(given, ["preset", "value"], "", problems)
        value = as_number(given.get("value", 1), 1, 100, "value", problems)
        if problems or value is None:
            raise RulesRefused(problems)
        return ToyRules(value)

    def preset_of(self, rules: ToyRules) -> str | None:
        return "plain" if rules == ToyRules() else None

    def choices(self) -> Mapping[str, tuple[Any, ...]]:
        return {"value": (1, 2, 3)}

    def needs(self) -> Mapping[str, Mapping[str, Any]]:
        return {}

    def proposals(self, rules: ToyRules) -> Mapping[str, Any]:
        return {}

    def for_fixed_deals(self, rules: ToyRules) -> ToyRules:
        return rules

    def for_boards(self, rules: ToyRules) -> ToyRules:
        return rules

    def counting(self, rules: ToyRules) -> Counting:
        return Counting.POINTS

    def describe(self, rules: ToyRules) -> tuple[Phrase, ...]:
        return (Phrase("value", ToyCode.TRICK_VALUE, (("points", rules.value),)),)

    def seats(self, rules: ToyRules) -> tuple[str, ...]:
        return COMPASS

    def blank(self, rules: ToyRules) -> Blank:
        return Blank()

    def follow(self, report: object, rules: ToyRules, context: Context = NO_CONTEXT) -> Following:
        return Following()

    def running(
        self, report: object, rules: ToyRules, context: Context = NO_CONTEXT
    ) -> tuple[Mapping[str, int], ...]:
        return ()

    def replay(self, report: object, rules: ToyRules, context: Context = NO_CONTEXT) -> Replay:
        raise Unsettled([Problem(ToyCode.NOT_THIRTEEN, "plays")])

    def trick(self, report: object, rules: ToyRules) -> tuple[int, tuple[Problem, ...]]:
        raise Unsettled([Problem(ToyCode.NOT_THIRTEEN, "plays")])

    def allow(self, report: object, rules: ToyRules, seat: str, *, is_allowed: bool) -> None:
        return None

    def allowed(self, report: object) -> Mapping[str, Any]:
        return {}

    def dock(self, report: object, rules: ToyRules, seat: str, points: int) -> None:
        return None

    def lose(
        self,
        report: object,
        rules: ToyRules,
        scores: Mapping[str, int],
        losers: Collection[str],
        context: Context = NO_CONTEXT,
    ) -> None:
        return None

    def award(self, scores: Mapping[str, int], rules: ToyRules) -> Settlement:
        return Settlement(dict(scores), dict(scores), (), ())

    def problems(
        self, report: object, rules: ToyRules, context: Context = NO_CONTEXT
    ) -> tuple[Problem, ...]:
        problems: list[Problem] = []
        won = as_object(as_object(report, "", problems).get("won"), "won", problems)
        unknown_fields(won, COMPASS, "won", problems)
        tricks = [as_number(won.get(seat, 0), 0, 13, f"won.{seat}", problems) for seat in COMPASS]
        if not problems and sum(filter(None, tricks)) != 13:
            problems.append(Problem(ToyCode.NOT_THIRTEEN, "won"))
        return tuple(problems)

    def settle(self, report: object, rules: ToyRules, context: Context = NO_CONTEXT) -> Settlement:
        problems = self.problems(report, rules, context)
        if problems or not isinstance(report, Mapping):
            raise Unsettled(problems)
        raw = {seat: report["won"].get(seat, 0) * rules.value for seat in COMPASS}
        lines = tuple(Line(seat, ToyCode.TRICKS, (), points) for seat, points in raw.items())
        return Settlement(raw, raw, lines, lines)

    def irregularities(
        self, report: object, rules: ToyRules, context: Context = NO_CONTEXT
    ) -> tuple[Irregularity, ...]:
        return ()

    def procedure(self, rules: ToyRules, history: History = NO_HISTORY) -> Procedure:
        return Procedure()

    def outlook(self, report: object, rules: ToyRules, context: Context = NO_CONTEXT) -> Outlook:
        return Outlook()

    def explain(self, settlement: Settlement, seat: str) -> Explanation:
        return Explanation(str(settlement.raw[seat]))

    def lookup(self, rules: ToyRules) -> Mapping[str, Any] | None:
        return None

    def compare(
        self, first: object, second: object, rules: ToyRules, context: Context = NO_CONTEXT
    ) -> RecordComparison:
        won = [
            as_object(as_object(report, "", []).get("won"), "won", []) for report in (first, second)
        ]
        pairs = [
            tuple(Statement((seat,), number=piles.get(seat, 0)) for piles in won)
            for seat in COMPASS
        ]
        return RecordComparison(
            tuple(Fact(ToyCode.TRICKS, left, right) for left, right in pairs if left != right)
        )

    def side_points(
        self, scores: Mapping[str, int], rules: ToyRules, sides: Mapping[str, str]
    ) -> dict[str, int]:
        totals = dict.fromkeys(sides.values(), 0)
        for seat, score in scores.items():
            totals[sides[seat]] += score
        return totals

    def begin(self, rules: ToyRules, sides: Iterable[str]) -> GameState:
        return GameState(dict.fromkeys(sides, 0))

    def advance(
        self,
        state: GameState,
        settlement: Settlement,
        rules: ToyRules,
        sides: Mapping[str, str],
    ) -> GameState:
        points = self.side_points(settlement.scores, rules, sides)
        totals = {side: state.totals.get(side, 0) + points[side] for side in points}
        return GameState(totals, state.deals + 1)

    def add(
        self,
        state: GameState,
        added: Mapping[str, int],
        rules: ToyRules,
        engine: str | None = None,
    ) -> GameState:
        return state.plus(added)

    def target(self, rules: ToyRules) -> int | None:
        return None

    def stops_at_time(self, rules: ToyRules) -> bool:
        return False

    def match_result(
        self,
        state: GameState,
        rules: ToyRules,
        penalties: Mapping[str, int] = NO_PENALTIES,
        time_up: bool = False,
    ) -> GameResult:
        return GameResult(False, None, state.totals)


TOY = Toy()


@contextmanager
def toy_registered() -> Iterator[Toy]:
    """Register the toy for the length of the block."""
    register(TOY)
    try:
        yield TOY
    finally:
        unregister(TOY.name)
