"""升级 behind the interface `scoring.game.Game`: all parts of the game in one object."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from scoring.comparison import Comparison
from scoring.following import Following, Irregularity, Replay
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
)
from scoring.outlook import Outlook
from scoring.problems import Problem, ProblemCode, Unsettled
from scoring.procedure import NO_HISTORY, History, Procedure
from scoring.settlement import Explanation, Settlement
from scoring.shengji.codes import (
    Caution,
    EndCode,
    FactCode,
    LineCode,
    Obligation,
    PlayFlag,
    PositionProblem,
    ProcedureCode,
    ReportProblem,
    RulePhrase,
    RuleProblem,
    Saying,
)
from scoring.shengji.glossary import GLOSSARY, TermCode, TermPart
from scoring.shengji.procedure import procedure
from scoring.shengji.questions import (
    ask_follow,
    ask_kitty,
    ask_levels,
    ask_order,
    ask_settle,
    ask_throw,
    ask_trick,
)
from scoring.shengji.reports.blank import blank
from scoring.shengji.reports.compare import compare
from scoring.shengji.reports.report import read_report
from scoring.shengji.rulebook.describe import describe
from scoring.shengji.rulebook.options import read_rules
from scoring.shengji.rulebook.presets import CHOICES, PRESETS
from scoring.shengji.rules import RuleSet, TimeEnd
from scoring.shengji.settling import climb, over_boards
from scoring.shengji.settling.follow_report import follow, irregularities, replay, running
from scoring.shengji.settling.lookup import lookup
from scoring.shengji.settling.outlook import outlook
from scoring.shengji.settling.settle import explain, settle

COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "order": ask_order,
        "follow": ask_follow,
        "trick": ask_trick,
        "throw": ask_throw,
        "kitty": ask_kitty,
        "levels": ask_levels,
        "settle": ask_settle,
    }
)
"""What the command line asks of this game, by name."""


class Shengji:
    """The game 升级. See `scoring.game.Game` for what each method promises.

    >>> rules = SHENGJI.rules({"preset": "lianzhong-2"})
    >>> last = {"winner": "W", "cards": ["S9", "S9"]}
    >>> report = {"dealer": "N", "level": "5", "trump": "H", "attackers_points": 75}
    >>> report |= {"kitty_points": 10, "last_trick": last}
    >>> SHENGJI.settle(report, rules).raw, SHENGJI.settle(report, rules).scores["W"]
    ({'N': 0, 'W': 115, 'S': 0, 'E': 115}, 1)
    """

    name: str = "shengji"
    engine: str = "shengji-1"
    schema: int = 1
    presets: tuple[str, ...] = tuple(PRESETS)
    codes: tuple[type[StrEnum], ...] = (
        ProblemCode,
        RuleProblem,
        PositionProblem,
        ReportProblem,
        Obligation,
        PlayFlag,
        Caution,
        LineCode,
        RulePhrase,
        EndCode,
        ProcedureCode,
        FactCode,
        Saying,
        TermCode,
        TermPart,
    )
    glossary: tuple[Term, ...] = GLOSSARY
    at_end: frozenset[str] = frozenset({"time_tie", "time_end"})
    commands: Mapping[str, Command] = COMMANDS

    def rules(self, wanted: object) -> RuleSet:
        """Read a set of rules. Raises RulesRefused with every problem."""
        return read_rules(wanted)

    def preset_of(self, rules: RuleSet) -> str | None:
        """Return the preset that says exactly the same, or None.

        >>> SHENGJI.preset_of(SHENGJI.rules({}))
        'lianzhong-2'
        """
        named = (name for name in PRESETS if read_rules({"preset": name}) == rules)
        return next(named, None)

    def choices(self) -> Mapping[str, tuple[Any, ...]]:
        """Return the usual values of the options."""
        return CHOICES

    def for_fixed_deals(self, rules: RuleSet) -> RuleSet:
        """Return the rules of a number of deals at each table: levels are climbed without an end.

        >>> SHENGJI.for_fixed_deals(SHENGJI.rules({})).target_level is None
        True
        """
        endless = replace(rules, target_level=None, early_end_lead=None, deals=None, minutes=None)
        return over_boards.for_tables(endless)

    def for_boards(self, rules: RuleSet) -> RuleSet:
        """Return the rules for deals over boards, which say who deals at which level; each deal
        counts by itself.

        >>> SHENGJI.for_boards(SHENGJI.rules({})).deal_score.value
        'board_sum'
        """
        return over_boards.for_boards(rules)

    def counting(self, rules: RuleSet) -> Counting:
        """Return what deals score: levels, or each by itself a small number to either side.

        >>> SHENGJI.counting(SHENGJI.rules({})).value
        'levels'
        """
        return Counting.UNITS if rules.sums_up else Counting.LEVELS

    def describe(self, rules: RuleSet) -> tuple[Phrase, ...]:
        """Return the rules as coded phrases."""
        return describe(rules)

    def seats(self, rules: RuleSet) -> tuple[str, ...]:
        """Return the seats in order of play."""
        return rules.seats

    def blank(self, rules: RuleSet) -> Blank:
        """Return the questions of a result, the deck, how much of a deal can be written down."""
        return blank(rules)

    def follow(self, report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Following:
        """Return what a report says so far: tricks, who is next, what is against the rules."""
        return follow(report, rules, context)

    def running(
        self, report: object, rules: RuleSet, context: Context = NO_CONTEXT
    ) -> tuple[Mapping[str, int], ...]:
        """Return the attackers' points at their seats after each complete trick."""
        return running(report, rules, context)

    def replay(self, report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Replay:
        """Return the plays of a report judged one by one. Raises Unsettled for unreadable ones.

        What might have been played instead is not listed: there are too many ways.
        """
        return replay(report, rules, context)

    def trick(self, report: object, rules: RuleSet) -> tuple[int, tuple[Problem, ...]]:
        """Return which play of a trick wins it; the trick comes with its trump and level.

        >>> trick = {"trump": "S", "level": "5", "plays": [["H9"], ["HK"], ["S2"], ["H5"]]}
        >>> SHENGJI.trick(trick, RuleSet())
        (3, ())
        """
        fields = report if isinstance(report, Mapping) else {}
        return ask_trick(rules, fields)["winner"], ()

    def irregularities(
        self, report: object, rules: RuleSet, context: Context = NO_CONTEXT
    ) -> tuple[Irregularity, ...]:
        """Return what a report tells of play against the rules."""
        return irregularities(report, rules, context)

    def problems(
        self, report: object, rules: RuleSet, context: Context = NO_CONTEXT
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with a report, and what it lacks."""
        return read_report(report, rules, context)[1]

    def settle(self, report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Settlement:
        """Return the points and levels of a deal. Raises Unsettled with every problem."""
        facts, problems = read_report(report, rules, context)
        if problems:
            raise Unsettled(problems)
        return settle(facts, rules)

    def procedure(self, rules: RuleSet, history: History = NO_HISTORY) -> Procedure:
        """Return how a deal begins: who deals, at which level, and the way to the first lead."""
        return procedure(rules, history)

    def outlook(self, report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Outlook:
        """Return what the attackers' points and the levels can still come to."""
        return outlook(report, rules, context)

    def explain(self, settlement: Settlement, seat: str) -> Explanation:
        """Return the sum of a seat as a formula.

        >>> report = {"dealer": "N", "level": "5", "trump": "H", "attackers_points": 75}
        >>> report |= {"kitty_points": 10, "last_trick": {"winner": "W", "cards": ["S9"]}}
        >>> SHENGJI.explain(SHENGJI.settle(report, RuleSet()), "W").raw
        '75 + 10 × 2 = 95'
        """
        return explain(settlement, seat)

    def lookup(self, rules: RuleSet) -> Mapping[str, Any] | None:
        """Return the table of levels and the multipliers of the kitty."""
        return lookup(rules)

    def compare(
        self, first: object, second: object, rules: RuleSet, context: Context = NO_CONTEXT
    ) -> Comparison:
        """Return where two reports of one deal say different things."""
        return compare(first, second, rules, context)

    def side_points(
        self,
        scores: Mapping[str, int],
        rules: RuleSet,  # noqa: ARG002 (partners share levels under all rules)
        sides: Mapping[str, str],
    ) -> dict[str, int]:
        """Return the levels that each side gained, or what the deal counts for it."""
        return climb.side_levels(scores, sides)

    def begin(self, rules: RuleSet, sides: Iterable[str]) -> GameState:
        """Return the game (局) before its first deal: every side at the first level."""
        return climb.begin(rules, sides)

    def advance(
        self,
        state: GameState,
        settlement: Settlement,
        rules: RuleSet,
        sides: Mapping[str, str],
    ) -> GameState:
        """Return the game (局) after one more deal."""
        return climb.advance(state, settlement, rules, sides)

    def stops_at_time(self, rules: RuleSet) -> bool:
        """Say whether a deal in progress stops when time is called (SJ-89)."""
        return rules.time_end is TimeEnd.STOP_NOW

    def match_result(
        self,
        state: GameState,
        rules: RuleSet,
        penalties: Mapping[str, int] = NO_PENALTIES,
        time_up: bool = False,
    ) -> GameResult:
        """Say how the game (局) stands."""
        return climb.match_result(state, rules, penalties, time_up)


SHENGJI: Final = Shengji()
"""The one instance; it has no state."""
