"""拱猪 behind the interface `scoring.game.Game`: all parts of the game in one object."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from scoring.cards import RANKS, SUITS
from scoring.game import NO_CONTEXT, Blank, Command, Context, Counting, GameState, Term
from scoring.gongzhu.claim_search.search import claim
from scoring.gongzhu.codes import (
    Caution,
    ComparedFact,
    EndCode,
    EndingProblem,
    Feat,
    LineCode,
    Offence,
    PlayFlag,
    ProcedureCode,
    ReportProblem,
    RulePhrase,
    RuleProblem,
    Saying,
)
from scoring.gongzhu.deck import EXPOSABLE, PIG, SCORING, deck_of, hand_size
from scoring.gongzhu.facts import ClaimKind
from scoring.gongzhu.glossary import GLOSSARY, TermCode, TermPart
from scoring.gongzhu.outlooks.lookup import lookup
from scoring.gongzhu.outlooks.lost_deal import lose
from scoring.gongzhu.outlooks.outlook import outlook
from scoring.gongzhu.procedure import for_boards, procedure
from scoring.gongzhu.reports.compare import compare
from scoring.gongzhu.reports.exposures import allow, allowed
from scoring.gongzhu.reports.follow import follow, irregularities, replay, running, trick_winner
from scoring.gongzhu.reports.report import read_report
from scoring.gongzhu.rulebook.describe import describe
from scoring.gongzhu.rulebook.dimensions import read_rules
from scoring.gongzhu.rulebook.presets import CHOICES, PRESETS
from scoring.gongzhu.rules import NextLead, RuleSet
from scoring.gongzhu.settling.ending import advance, match_result, side_points
from scoring.gongzhu.settling.explain import explain
from scoring.gongzhu.settling.settle import settle
from scoring.gongzhu.stakes import ExposureKind
from scoring.problems import Problem, ProblemCode, Unsettled
from scoring.seats import Direction
from scoring.settlement import Settlement

FEATS: Final[dict[StrEnum, StrEnum]] = {
    LineCode.SLAM: Feat.SLAM,
    LineCode.SLAM_FIXED: Feat.SLAM,
    LineCode.SLAM_IN_PROPORTION: Feat.SLAM,
    LineCode.ALL_HEARTS_REVERSED: Feat.ALL_HEARTS,
    LineCode.ALL_HEARTS_FIXED: Feat.ALL_HEARTS,
    LineCode.PIG: Feat.PIG,
}


def blank(rules: RuleSet) -> Blank:
    """Return the sheet of a deal: the sixteen cards, possible exposures, and owners to be named.

    >>> sheet = blank(GONGZHU.rules({"preset": "huapai"}))
    >>> len(sheet.cards), sheet.kinds, sheet.owners
    (16, ('exposed', 'first'), ('SQ', 'HA', 'DJ', 'C10'))
    """
    kinds = tuple(
        kind.value for kind in ExposureKind if kind is ExposureKind.EXPOSED or rules.first_exposure
    )
    # With two decks it matters who won the first pig, where who leads next depends on it.
    asks_pig = rules.decks > 1 and rules.next_lead is not NextLead.FIRST_LEAD
    return Blank(
        cards=tuple(card for card in SCORING for _ in range(rules.decks)),
        exposable=EXPOSABLE if rules.exposure else (),
        kinds=kinds if rules.exposure else (),
        owners=EXPOSABLE if rules.self_won else (),
        depths=("captures", "hands", "tricks"),
        deck=deck_of(rules),
        hand_size=hand_size(rules),
        suits=SUITS,
        ranks=RANKS,
        claims=tuple(kind.value for kind in ClaimKind),
        first_won=(PIG,) if asks_pig else (),
        first_asked=("first_pig",) if asks_pig else (),
        clockwise=rules.direction is Direction.CLOCKWISE,
    )


class Gongzhu:
    """The game 拱猪, also called 华牌. `scoring.game.Game` documents each method.

    >>> rules = GONGZHU.rules({"preset": "classic"})
    >>> hearts = ["H2", "H3", "H4", "H5", "H7", "H9", "HQ", "HK", "HA"]
    >>> won = {"N": ["SQ", "H6", "H8", "H10", "HJ", "C10"], "E": hearts, "S": ["DJ"]}
    >>> report = {"won": won, "exposed": {"HA": "exposed"}}
    >>> GONGZHU.problems(report, rules)
    ()
    >>> GONGZHU.settle(report, rules).raw
    {'N': -400, 'W': 0, 'S': 100, 'E': -300}
    """

    name: str = "gongzhu"
    engine: str = "gongzhu-4"
    schema: int = 6
    presets: tuple[str, ...] = tuple(PRESETS)
    codes: tuple[type[StrEnum], ...] = (
        ProblemCode,
        RuleProblem,
        ReportProblem,
        EndingProblem,
        PlayFlag,
        Offence,
        LineCode,
        Feat,
        RulePhrase,
        EndCode,
        ProcedureCode,
        Caution,
        ComparedFact,
        Saying,
        TermCode,
        TermPart,
    )
    glossary: tuple[Term, ...] = GLOSSARY
    at_end: frozenset[str] = frozenset()
    off_boards: Mapping[str, StrEnum] = MappingProxyType({})
    feats: Mapping[StrEnum, StrEnum] = MappingProxyType(FEATS)
    commands: Mapping[str, Command] = MappingProxyType({"claim": claim})

    rules = staticmethod(read_rules)
    describe = staticmethod(describe)
    blank = staticmethod(blank)
    for_boards = staticmethod(for_boards)
    follow = staticmethod(follow)
    running = staticmethod(running)
    replay = staticmethod(replay)
    allow = staticmethod(allow)
    allowed = staticmethod(allowed)
    trick = staticmethod(trick_winner)
    irregularities = staticmethod(irregularities)
    outlook = staticmethod(outlook)
    lose = staticmethod(lose)
    explain = staticmethod(explain)
    procedure = staticmethod(procedure)
    lookup = staticmethod(lookup)
    compare = staticmethod(compare)
    side_points = staticmethod(side_points)
    match_result = staticmethod(match_result)

    def preset_of(self, rules: RuleSet) -> str | None:
        """Return the preset with exactly these rules, or None."""
        return next((name for name in PRESETS if read_rules({"preset": name}) == rules), None)

    def choices(self) -> Mapping[str, tuple[Any, ...]]:
        """Return the usual values of the dimensions."""
        return CHOICES

    def needs(self) -> Mapping[str, Mapping[str, Any]]:
        """Return nothing: every dimension can be changed by itself."""
        return {}

    def proposals(self, rules: RuleSet) -> Mapping[str, Any]:  # noqa: ARG002
        """Return nothing: no dimension usually goes with another."""
        return {}

    def for_fixed_deals(self, rules: RuleSet) -> RuleSet:
        """Return the same rules without an end of the game (局)."""
        return replace(rules, game_end=None)

    def counting(self, rules: RuleSet) -> Counting:  # noqa: ARG002 (points under all rules)
        """Return points, the kind of scores that deals have."""
        return Counting.POINTS

    def seats(self, rules: RuleSet) -> tuple[str, ...]:
        """Return the seats in order of play."""
        return rules.seats

    def problems(
        self, report: object, rules: RuleSet, context: Context = NO_CONTEXT
    ) -> tuple[Problem, ...]:
        """Return everything that is wrong with a report."""
        return read_report(report, rules, context)[1]

    def settle(self, report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Settlement:
        """Return the points of a deal. Raises Unsettled with every problem of the report."""
        facts, problems = read_report(report, rules, context)
        if problems:
            raise Unsettled(problems)
        return settle(facts, rules)

    def dock(
        self,
        report: object,  # noqa: ARG002 (its cards have the points, and nothing else)
        rules: RuleSet,  # noqa: ARG002
        seat: str,  # noqa: ARG002
        points: int,  # noqa: ARG002
    ) -> None:
        """Return None: a deal has no points of its own to take away."""
        return

    def award(self, scores: Mapping[str, int], rules: RuleSet) -> Settlement:  # noqa: ARG002 (under all rules)
        """Return the settlement of the scores that a referee awards instead of card values."""
        return Settlement.awarded(scores, LineCode.AWARDED, LineCode.RAW)

    def begin(
        self,
        rules: RuleSet,  # noqa: ARG002 (all games begin at nothing)
        sides: Iterable[str],
    ) -> GameState:
        """Return the game (局) before its first deal, every side at 0."""
        return GameState(dict.fromkeys(sides, 0))

    def advance(
        self, state: GameState, settlement: Settlement, rules: RuleSet, sides: Mapping[str, str]
    ) -> GameState:
        """Return the game (局) after one more deal."""
        return advance(state, side_points(settlement.scores, rules, sides))

    def add(
        self,
        state: GameState,
        added: Mapping[str, int],
        rules: RuleSet,  # noqa: ARG002 (under all rules)
        engine: str | None = None,  # noqa: ARG002 (by all engines)
    ) -> GameState:
        """Return the game (局) with points that a ruling added at once."""
        return state.plus(added)

    def target(self, rules: RuleSet) -> int | None:
        """Return the smaller absolute limit of a game (局), or None without limits."""
        end = rules.game_end
        limits = [abs(limit) for limit in (end.low, end.high) if limit] if end else []
        return min(limits, default=None)

    def stops_at_time(self, rules: RuleSet) -> bool:  # noqa: ARG002 (under all rules)
        """Return False: a deal in progress is finished when time is called."""
        return False


GONGZHU: Final = Gongzhu()
"""The one instance; it has no state."""
