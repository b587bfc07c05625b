"""Judges recorded plays: a whole deal play by play, or a single trick.

Plays against the rules and impossible plays stand and are named. Only plays that cannot be read are
refused.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.cards import in_order
from scoring.following import Play, Replay
from scoring.game import Context
from scoring.gongzhu.bits import as_cards
from scoring.gongzhu.codes import PlayFlag, ReportProblem
from scoring.gongzhu.facts import Facts
from scoring.gongzhu.play.plays import FIELD, impossible_plays, read_cards
from scoring.gongzhu.play.tricks import winner_of
from scoring.gongzhu.reports.claims import cards_still_out
from scoring.gongzhu.reports.report import read_all
from scoring.gongzhu.reports.sheet import Sheet
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.settling.settle import settle
from scoring.problems import Problem, Unsettled
from scoring.reading import as_list, as_object, at, required, unknown_fields

IMPOSSIBLE: Final = frozenset(
    {
        ReportProblem.CARD_PLAYED_TOO_OFTEN,
        ReportProblem.CARD_PLAYED_NOT_HELD,
        ReportProblem.SEAT_TWICE_IN_TRICK,
        ReportProblem.WRONG_NUMBER_OF_CARDS,
    }
)
"""What cannot have happened; the plays are returned all the same, without points."""

_UNFINISHED: Final = frozenset({ReportProblem.PLAYS_INCOMPLETE, ReportProblem.CARDS_NOT_WON})


def replay(report: object, rules: RuleSet, context: Context) -> Replay:
    """Return what the plays of a deal come to. Raises Unsettled where they cannot be read.

    >>> plays = [["N", "S2"], ["W", "S3"], ["S", "S4"], ["E", "SA"]]
    >>> replay({"plays": plays, "leader": "N"}, RuleSet(), Context()).won["E"]
    ('S2', 'S3', 'S4', 'SA')
    """
    if isinstance(report, Mapping) and report.get(FIELD) is None:
        raise Unsettled([_missing_plays()])
    sheet, problems = read_all(report, rules, context)
    if _is_unreadable(report, sheet, problems):
        raise Unsettled(problems or [_missing_plays()])
    faults = [flag.as_problem() for flag in sheet.course.flags]
    faults += [problem for problem in problems if problem.code in IMPOSSIBLE]
    is_known = all(problem.code not in IMPOSSIBLE for problem in problems)
    complete = not cards_still_out(sheet.piles, rules)
    if not complete:
        faults += [problem for problem in problems if problem.code in _UNFINISHED]
    facts = Facts(sheet.piles, sheet.exposures, sheet.owners)
    return Replay(
        legal=tuple(tuple(map(as_cards, plays)) for plays in sheet.course.before),
        won={seat: in_order(sheet.piles.get(seat, ())) for seat in rules.seats},
        raw=settle(facts, rules).raw if complete and is_known else None,
        problems=tuple(faults),
        several=rules.decks > 1,
    )


def _is_unreadable(report: object, sheet: Sheet, problems: tuple[Problem, ...]) -> bool:
    if not isinstance(report, Mapping) or sheet.plays is None:
        return True
    plays = report[FIELD]
    if not isinstance(plays, list | tuple) or len(sheet.plays) < len(plays):
        return True
    return any(
        problem.code not in IMPOSSIBLE and problem.code not in _UNFINISHED for problem in problems
    )


def _missing_plays() -> Problem:
    problems: list[Problem] = []
    required({}, FIELD, "", problems)
    return problems[0]


def trick_winner(report: object, rules: RuleSet) -> tuple[int, tuple[Problem, ...]]:
    """Return which of the plays of one trick wins, counted from 0, and what is against the rules.

    The plays are lists of cards, or bare cards. Raises Unsettled where it cannot be told.

    >>> trick_winner({"plays": [["S4"], ["SK"], ["HA"], "SQ"]}, RuleSet())
    (1, ())
    """
    problems: list[Problem] = []
    question = as_object(report, "", problems)
    unknown_fields(question, [FIELD], "", problems)
    listed = required(question, FIELD, "", problems)
    items = as_list(listed, FIELD, problems) if FIELD in question else ()
    plays = tuple(
        # The plays do not name their seats; places stand for them.
        Play(str(place), read_cards(item, None, at(FIELD, place), rules, problems))
        for place, item in enumerate(items)
    )
    if not problems:
        problems.extend(_trick_problems(plays, rules))
    if problems:
        raise Unsettled(problems)
    if len({*plays[0].cards}) > 1:
        problems.append(Problem(PlayFlag.LEAD_NOT_A_PAIR, at(FIELD, 0), plays[0].cards))
    return int(winner_of(plays)), tuple(problems)


def _trick_problems(plays: tuple[Play, ...], rules: RuleSet) -> Iterator[Problem]:
    if len(plays) != rules.players:
        values = (("count", len(plays)), ("expected", rules.players))
        yield Problem(ReportProblem.PLAYS_INCOMPLETE, FIELD, values=values)
        return
    for problem in impossible_plays(plays, {}, rules):
        # The seats are not known here, and places are not seats.
        yield Problem(problem.code, problem.field, problem.cards, (), problem.values)
