"""What a report says while it is recorded, and the results of its plays."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.following import Following, Irregularity, Replay
from scoring.game import NO_CONTEXT, Context
from scoring.problems import Problem, ProblemCode, Unsettled
from scoring.seats import COMPASS
from scoring.shengji.codes import Caution, PlayFlag
from scoring.shengji.play.bidding import bids_not_higher, standing_bid, trump_of
from scoring.shengji.reports.blank import blank
from scoring.shengji.reports.facts import Course, Facts
from scoring.shengji.reports.report import read_report
from scoring.shengji.rules import RuleSet
from scoring.shengji.settling.settle import settle

NOT_PLAYED = Course()
"""The course of a deal of which no plays are written down."""


def follow(report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Following:
    """Return what a report says so far. Accepts any JSON value and never raises.

    >>> report = {"dealer": "N", "level": "5", "trump": None, "plays": [["N", ["SA"]]]}
    >>> follow(report, RuleSet()).next
    'W'
    """
    facts, problems = read_report(report, rules, context)
    course = facts.course or NOT_PLAYED
    missing = [problem.field for problem in problems if problem.code is ProblemCode.MISSING_FIELD]
    return Following(
        hands=facts.hands,
        left=course.left,
        trick=course.trick,
        next=course.next,
        tricks=course.tricks,
        won=_won(course),
        flags=course.flags,
        done=not problems,
        several=True,
        warnings=tuple(_warnings(facts, rules, context)),
        unanswered=tuple(
            question.code for question in blank(rules).asks if ".".join(question.path) in missing
        ),
    )


def running(
    report: object, rules: RuleSet, context: Context = NO_CONTEXT
) -> tuple[Mapping[str, int], ...]:
    """Return the attackers' points at their seats after each complete trick.

    >>> running({"dealer": "N"}, RuleSet())
    ()
    """
    facts, _ = read_report(report, rules, context)
    course = facts.course or NOT_PLAYED
    return tuple(
        {seat: 0 if facts.is_dealers(seat) else points for seat in COMPASS}
        for points in course.points
    )


def replay(report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Replay:
    """Return the plays of a report, judged. Raises Unsettled if none can be read.

    >>> report = {"dealer": "N", "level": "5", "trump": None, "plays": [["N", ["SA"]]]}
    >>> [problem.code.value for problem in replay(report, RuleSet()).problems]
    ['plays_incomplete']
    """
    facts, problems = read_report(report, rules, context)
    if facts.course is None:
        raise Unsettled(problems)
    flags = tuple(flag.as_problem() for flag in facts.course.flags)
    return Replay(
        legal=tuple(() for _ in facts.plays),
        won=_won(facts.course),
        raw=None if problems else settle(facts, rules).raw,
        problems=(*problems, *flags),
        several=True,
    )


def irregularities(
    report: object, rules: RuleSet, context: Context = NO_CONTEXT
) -> tuple[Irregularity, ...]:
    """Return every bid and every play against the rules, for a referee to judge.

    >>> report = {"dealer": "N", "level": "5", "trump": None, "plays": [["W", ["SA"]]]}
    >>> [found.code.value for found in irregularities(report, RuleSet())]
    ['out_of_turn']
    """
    if not isinstance(report, Mapping) or not (report.get("plays") or report.get("bids")):
        return ()
    facts, _ = read_report(report, rules, context)
    flags = (facts.course or NOT_PLAYED).flags
    bids = bids_not_higher(facts.bids, facts.level, rules) if facts.level else ()
    return (
        *(Irregularity(PlayFlag.BID_NOT_HIGHER, bid.seat, bid.cards) for _, bid in bids),
        *(Irregularity(flag.code, flag.seat, flag.cards, flag.play + 1) for flag in flags),
    )


def _won(course: Course) -> dict[str, tuple[str, ...]]:
    won: dict[str, tuple[str, ...]] = dict.fromkeys(COMPASS, ())
    for trick in course.tricks:
        won[trick.winner] += tuple(card for play in trick.plays for card in play.cards)
    return won


def _other_level(rules: RuleSet, context: Context) -> Caution:
    if rules.over_boards:
        return Caution.LEVEL_NOT_OF_BOARD
    return Caution.LEVEL_NOT_OF_FIRST_DEAL if context.first_deal else Caution.LEVEL_NOT_EXPECTED


def _level_by_dealer(facts: Facts, context: Context) -> Any:
    """Return the expected level of a deal by its dealer, None if it does not depend on that."""
    return next((one["level"] for one in context.either if one["dealer"] == facts.dealer), None)


def _warnings(facts: Facts, rules: RuleSet, context: Context) -> Iterator[Problem]:
    """Yield facts that differ from the expected ones; the deal counts as played."""
    dealer = context.expected.get("dealer", context.leader)
    if facts.dealer and dealer and facts.dealer != dealer:
        code = Caution.DEALER_NOT_OF_BOARD if rules.over_boards else Caution.DEALER_NOT_EXPECTED
        yield Problem(code, "dealer", seats=(dealer,))
    level = context.expected.get("level") or _level_by_dealer(facts, context)
    # The level that is expected is that of the side that was expected to deal.
    is_theirs = dealer is None or facts.is_dealers(dealer) or rules.over_boards
    if facts.level and level and facts.level != level and is_theirs:
        values = (("said", facts.level), ("expected", level))
        yield Problem(_other_level(rules, context), "level", values=values)
    if facts.level is None or not facts.has_trump:
        return
    bid = standing_bid(facts.bids, facts.level, rules)
    if bid is None:
        return
    if trump_of(bid) != facts.trump:
        yield Problem(Caution.TRUMP_NOT_AS_BID, "trump", bid.cards, (bid.seat,))
    if context.first_deal and dealer is None and facts.dealer not in (None, bid.seat):
        yield Problem(Caution.DEALER_NOT_AS_BID, "dealer", bid.cards, (bid.seat,))
