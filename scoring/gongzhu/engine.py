"""拱猪 behind the interface `scoring.game.Game`: all parts of the game in one object."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from scoring.cards import RANKS, SUITS
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
from scoring.gongzhu.codes import (
    Caution,
    EndCode,
    LineCode,
    Offence,
    PlayFlag,
    ProcedureCode,
    Question,
    ReportProblem,
    RulePhrase,
    RuleProblem,
    Saying,
)
from scoring.gongzhu.deck import EXPOSABLE, PIG, SCORING
from scoring.gongzhu.facts import ClaimKind, Kind
from scoring.gongzhu.glossary import GLOSSARY, TermCode, TermPart
from scoring.gongzhu.outlooks.lookup import lookup
from scoring.gongzhu.outlooks.outlook import outlook
from scoring.gongzhu.play.hands import deck_of, hand_size
from scoring.gongzhu.procedure import for_boards, procedure
from scoring.gongzhu.reports.compare import compare
from scoring.gongzhu.reports.follow import follow, irregularities, running
from scoring.gongzhu.reports.judgement import replay, trick_winner
from scoring.gongzhu.reports.report import read_report
from scoring.gongzhu.rulebook.describe import describe
from scoring.gongzhu.rulebook.dimensions import read_rules
from scoring.gongzhu.rulebook.presets import CHOICES, PRESETS
from scoring.gongzhu.rules import NextLead, RuleSet
from scoring.gongzhu.settling import ending
from scoring.gongzhu.settling.explain import explain
from scoring.gongzhu.settling.settle import settle
from scoring.outlook import Outlook
from scoring.problems import Problem, ProblemCode, Unsettled
from scoring.procedure import NO_HISTORY, History, Procedure
from scoring.seats import Direction
from scoring.settlement import Explanation, Settlement

DEPTHS: Final = ("captures", "hands", "tricks")
"""How much of a deal can be written down."""


FIRST_ASKED: Final = ("first_pig",)
"""The part of a report that says who won the first pig of two."""


class Gongzhu:
    """The game 拱猪, also called 华牌. See `scoring.game.Game` for what each method promises.

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
    engine: str = "gongzhu-3"
    schema: int = 4
    presets: tuple[str, ...] = tuple(PRESETS)
    codes: tuple[type[StrEnum], ...] = (
        ProblemCode,
        RuleProblem,
        ReportProblem,
        PlayFlag,
        Offence,
        LineCode,
        RulePhrase,
        EndCode,
        ProcedureCode,
        Caution,
        Question,
        Saying,
        TermCode,
        TermPart,
    )
    glossary: tuple[Term, ...] = GLOSSARY
    at_end: frozenset[str] = frozenset()
    commands: Mapping[str, Command] = MappingProxyType({})

    def rules(self, wanted: object) -> RuleSet:
        """Read a set of rules. Raises RulesRefused with every problem."""
        return read_rules(wanted)

    def preset_of(self, rules: RuleSet) -> str | None:
        """Return the preset that says exactly the same, or None.

        >>> GONGZHU.preset_of(GONGZHU.rules({"sheep": 50}))
        >>> GONGZHU.preset_of(GONGZHU.rules({}))
        'classic'
        """
        named = (name for name in PRESETS if read_rules({"preset": name}) == rules)
        return next(named, None)

    def choices(self) -> Mapping[str, tuple[Any, ...]]:
        """Return the usual values of the dimensions.

        >>> GONGZHU.choices()["sheep"]
        (100, 50)
        """
        return CHOICES

    def for_fixed_deals(self, rules: RuleSet) -> RuleSet:
        """Return the same rules without an end of the game.

        >>> GONGZHU.for_fixed_deals(GONGZHU.rules({})).game_end is None
        True
        """
        return replace(rules, game_end=None)

    def for_boards(self, rules: RuleSet) -> RuleSet:
        """Return the rules for deals over boards.

        >>> over_boards = GONGZHU.for_boards(GONGZHU.rules({}))
        >>> over_boards.first_lead.value, over_boards.next_lead.value
        ('C2', 'first_lead')
        """
        return for_boards(rules)

    def counting(self, rules: RuleSet) -> Counting:  # noqa: ARG002 (points under all rules)
        """Return what deals score.

        >>> GONGZHU.counting(GONGZHU.rules({})).value
        'points'
        """
        return Counting.POINTS

    def describe(self, rules: RuleSet) -> tuple[Phrase, ...]:
        """Return the rules as coded phrases."""
        return describe(rules)

    def seats(self, rules: RuleSet) -> tuple[str, ...]:
        """Return the seats in order of play."""
        return rules.seats

    def blank(self, rules: RuleSet) -> Blank:
        """Return the sixteen cards to be placed, and what may be exposed or must be owned.

        >>> blank = GONGZHU.blank(GONGZHU.rules({"preset": "huapai"}))
        >>> len(blank.cards), blank.kinds, blank.owners
        (16, ('exposed', 'first'), ('SQ', 'HA', 'DJ', 'C10'))
        """
        kinds = tuple(kind.value for kind in Kind if kind is Kind.EXPOSED or rules.first_exposure)
        return Blank(
            cards=tuple(card for card in SCORING for _ in range(rules.decks)),
            exposable=EXPOSABLE if rules.exposure else (),
            kinds=kinds if rules.exposure else (),
            owners=EXPOSABLE if rules.self_won else (),
            depths=DEPTHS,
            deck=deck_of(rules),
            hand_size=hand_size(rules),
            suits=SUITS,
            ranks=RANKS,
            claims=tuple(kind.value for kind in ClaimKind),
            first_won=_first_won(rules),
            first_asked=FIRST_ASKED if _first_won(rules) else (),
            clockwise=rules.direction is Direction.CLOCKWISE,
        )

    def follow(self, report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Following:
        """Return what a report says so far: hands, tricks, who is next and what may be played.

        >>> hands = {"N": GONGZHU.blank(RuleSet()).deck[:13]}
        >>> GONGZHU.follow({"hands": hands, "plays": []}, RuleSet()).missing[:2]
        ('SQ', 'H2')
        """
        return follow(report, rules, context)

    def running(
        self, report: object, rules: RuleSet, context: Context = NO_CONTEXT
    ) -> tuple[Mapping[str, int], ...]:
        """Return the raw points of every seat after each complete trick."""
        return running(report, rules, context)

    def replay(self, report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Replay:
        """Return the plays of a report judged one by one. Raises Unsettled for unreadable ones."""
        return replay(report, rules, context)

    def trick(self, report: object, rules: RuleSet) -> tuple[int, tuple[Problem, ...]]:
        """Return which play of a trick wins it.

        >>> plays = [["S4", "S4"], ["SK", "SK"], ["SQ", "S8"], ["SJ", "HK"]]
        >>> GONGZHU.trick({"plays": plays}, GONGZHU.rules({"preset": "qq-double"}))
        (2, ())
        """
        return trick_winner(report, rules)

    def irregularities(
        self, report: object, rules: RuleSet, context: Context = NO_CONTEXT
    ) -> tuple[Irregularity, ...]:
        """Return what a report tells of play against the rules."""
        return irregularities(report, rules, context)

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

    def outlook(self, report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Outlook:
        """Return what is open, and the range of what each seat can still come to.

        >>> after = GONGZHU.outlook({"won": {"N": list(SCORING[1:])}}, RuleSet())
        >>> after.unplaced, after.within_reach["slam"], after.raw["N"]
        (('SQ',), ('N',), (600, 800))
        """
        return outlook(report, rules, context)

    def explain(self, settlement: Settlement, seat: str) -> Explanation:
        """Return the sums of a seat as formulas.

        >>> won = {"N": ["SQ", "C10"], "E": [card for card in SCORING if card[0] in "HD"]}
        >>> GONGZHU.explain(GONGZHU.settle({"won": won}, RuleSet()), "N").raw
        '-100 × 2 = -200'
        """
        return explain(settlement, seat)

    def procedure(self, rules: RuleSet, history: History = NO_HISTORY) -> Procedure:
        """Return how a deal begins: who shuffles, cuts, is dealt first and leads.

        >>> GONGZHU.procedure(RuleSet()).shuffles
        'N'
        """
        return procedure(rules, history)

    def lookup(self, rules: RuleSet) -> Mapping[str, Any] | None:
        """Return the tables from which a screen without a network reads the points."""
        return lookup(rules)

    def compare(
        self, first: object, second: object, rules: RuleSet, context: Context = NO_CONTEXT
    ) -> Comparison:
        """Return where two reports of one deal say different things."""
        return compare(first, second, rules, context)

    def side_points(
        self, scores: Mapping[str, int], rules: RuleSet, sides: Mapping[str, str]
    ) -> dict[str, int]:
        """Return what a deal's scores come to for each side."""
        return ending.side_points(scores, rules, sides)

    def begin(
        self,
        rules: RuleSet,  # noqa: ARG002 (all games begin at nothing)
        sides: Iterable[str],
    ) -> GameState:
        """Return the game (局) before its first deal."""
        return GameState(dict.fromkeys(sides, 0))

    def advance(
        self,
        state: GameState,
        settlement: Settlement,
        rules: RuleSet,
        sides: Mapping[str, str],
    ) -> GameState:
        """Return the game (局) after one more deal."""
        return ending.advance(state, ending.side_points(settlement.scores, rules, sides))

    def stops_at_time(self, rules: RuleSet) -> bool:  # noqa: ARG002 (under all rules)
        """Say whether a deal in progress stops when time is called: it never does."""
        return False

    def match_result(
        self,
        state: GameState,
        rules: RuleSet,
        penalties: Mapping[str, int] = NO_PENALTIES,
        time_up: bool = False,
    ) -> GameResult:
        """Say how the game (局) stands."""
        return ending.match_result(state, rules, penalties, time_up)


def _first_won(rules: RuleSet) -> tuple[str, ...]:
    """Return the card of which it matters with two decks who won the first copy."""
    asks_pig = rules.decks > 1 and rules.next_lead is not NextLead.FIRST_LEAD
    return (PIG,) if asks_pig else ()


GONGZHU: Final = Gongzhu()
"""The one instance; it has no state."""
