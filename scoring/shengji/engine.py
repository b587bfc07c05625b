"""升级 behind the interface `scoring.game.Game`: all parts of the game in one object."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from scoring.game import NO_CONTEXT, Command, Context, Counting, Term
from scoring.problems import Problem, ProblemCode, Unsettled
from scoring.settlement import Settlement
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
from scoring.shengji.questions import COMMANDS, ask_trick
from scoring.shengji.reports.blank import blank
from scoring.shengji.reports.compare import compare
from scoring.shengji.reports.docked import dock
from scoring.shengji.reports.report import read_report
from scoring.shengji.rulebook.describe import describe
from scoring.shengji.rulebook.options import read_rules
from scoring.shengji.rulebook.presets import CHOICES, NEEDS, PRESETS, proposals
from scoring.shengji.rules import RuleSet, TimeEnd
from scoring.shengji.settling.climb import advance, begin, match_result
from scoring.shengji.settling.follow_report import follow, irregularities, replay, running
from scoring.shengji.settling.head_start import add_levels
from scoring.shengji.settling.levels import OFF_BOARDS, for_boards, for_fixed_deals
from scoring.shengji.settling.outlook import lookup, outlook
from scoring.shengji.settling.settle import explain, settle


class Shengji:
    """The game 升级. `scoring.game.Game` documents each method.

    >>> rules = SHENGJI.rules({"preset": "lianzhong-2"})
    >>> last = {"winner": "W", "cards": ["S9", "S9"]}
    >>> report = {"dealer": "N", "level": "5", "trump": "H", "attackers_points": 75}
    >>> report |= {"kitty_points": 10, "last_trick": last}
    >>> SHENGJI.settle(report, rules).raw, SHENGJI.settle(report, rules).scores["W"]
    ({'N': 0, 'W': 115, 'S': 0, 'E': 115}, 1)
    """

    name: str = "shengji"
    engine: str = "shengji-2"
    schema: int = 2
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
    off_boards: Mapping[str, StrEnum] = MappingProxyType(OFF_BOARDS)
    feats: Mapping[StrEnum, StrEnum] = MappingProxyType({})
    commands: Mapping[str, Command] = COMMANDS

    rules = staticmethod(read_rules)
    describe = staticmethod(describe)
    blank = staticmethod(blank)
    for_fixed_deals = staticmethod(for_fixed_deals)
    for_boards = staticmethod(for_boards)
    follow = staticmethod(follow)
    running = staticmethod(running)
    replay = staticmethod(replay)
    irregularities = staticmethod(irregularities)
    outlook = staticmethod(outlook)
    explain = staticmethod(explain)
    procedure = staticmethod(procedure)
    lookup = staticmethod(lookup)
    compare = staticmethod(compare)
    begin = staticmethod(begin)
    advance = staticmethod(advance)
    add = staticmethod(add_levels)
    match_result = staticmethod(match_result)

    def preset_of(self, rules: RuleSet) -> str | None:
        """Return the preset with exactly these rules, or None."""
        return next((name for name in PRESETS if read_rules({"preset": name}) == rules), None)

    def choices(self) -> Mapping[str, tuple[Any, ...]]:
        """Return the usual values of the options."""
        return CHOICES

    def needs(self) -> Mapping[str, Mapping[str, Any]]:
        """Return for each option the values of others that it requires before it can differ."""
        return NEEDS

    def proposals(self, rules: RuleSet) -> Mapping[str, Any]:
        """Return the lowest plain level, where the first level is always trump."""
        return proposals(rules)

    def counting(self, rules: RuleSet) -> Counting:
        """Return the kind of scores that deals have: levels, or a small number for each deal."""
        return Counting.UNITS if rules.sums_up else Counting.LEVELS

    def seats(self, rules: RuleSet) -> tuple[str, ...]:
        """Return the seats in order of play."""
        return rules.seats

    def trick(self, report: object, rules: RuleSet) -> tuple[int, tuple[Problem, ...]]:
        """Return which play of a trick wins; the trick includes trump and level."""
        fields = report if isinstance(report, Mapping) else {}
        return ask_trick(rules, fields)["winner"], ()

    def problems(
        self, report: object, rules: RuleSet, context: Context = NO_CONTEXT
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with a report or missing in it."""
        return read_report(report, rules, context)[1]

    def settle(self, report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Settlement:
        """Return the points and levels of a deal. Raises Unsettled with every problem."""
        facts, problems = read_report(report, rules, context)
        if problems:
            raise Unsettled(problems)
        return settle(facts, rules)

    def allow(
        self,
        report: object,  # noqa: ARG002 (nothing has a time of its own)
        rules: RuleSet,  # noqa: ARG002
        seat: str,  # noqa: ARG002
        *,
        is_allowed: bool,  # noqa: ARG002
    ) -> None:
        """Return None: a report has no late choice that the referee could allow."""
        return

    def allowed(self, report: object) -> Mapping[str, Any]:  # noqa: ARG002 (as above)
        """Return nothing: a report has no late choices."""
        return {}

    dock = staticmethod(dock)

    def lose(
        self,
        report: object,  # noqa: ARG002 (a deal is lost by levels, which the ruling takes itself)
        rules: RuleSet,  # noqa: ARG002
        scores: Mapping[str, int],  # noqa: ARG002
        losers: Collection[str],  # noqa: ARG002
        context: Context = NO_CONTEXT,  # noqa: ARG002
    ) -> None:
        """Return None: a seat has no worst score of its own, since two sides play for levels."""
        return

    def award(self, scores: Mapping[str, int], rules: RuleSet) -> Settlement:  # noqa: ARG002 (under all rules)
        """Return the settlement of the levels, or units of a deal, that a referee awards."""
        return Settlement.awarded(scores, LineCode.AWARDED, LineCode.ATTACKERS_POINTS)

    def side_points(
        self,
        scores: Mapping[str, int],
        rules: RuleSet,  # noqa: ARG002 (partners share levels under all rules)
        sides: Mapping[str, str],
    ) -> dict[str, int]:
        """Return the levels that each side gained, or what the deal counts for it."""
        return {sides[seat]: score for seat, score in scores.items()}

    def target(self, rules: RuleSet) -> int | None:  # noqa: ARG002 (under all rules)
        """Return None: a game (局) ends at a level and not at a sum of points."""
        return None

    def stops_at_time(self, rules: RuleSet) -> bool:
        """Say whether a deal in progress stops when time is called (SJ-89)."""
        return rules.time_end is TimeEnd.STOP_NOW


SHENGJI: Final = Shengji()
"""The one instance; it has no state."""
