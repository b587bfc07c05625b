"""What a report says while it is recorded, and its plays judged one by one.

All of it uses the same reading as the settlement. Irregularities count as recorded (GZ-27); a
referee decides their consequences. Only plays that cannot be read are refused.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.cards import in_order
from scoring.following import Following, Irregularity, Play, Replay
from scoring.game import NO_CONTEXT, Context
from scoring.gongzhu.bits import as_cards
from scoring.gongzhu.codes import Caution, Offence, PlayFlag, ReportProblem
from scoring.gongzhu.deck import EXPOSABLE, deck_of
from scoring.gongzhu.facts import Facts
from scoring.gongzhu.play.tricks import winner_of
from scoring.gongzhu.reports.claims import cards_still_out
from scoring.gongzhu.reports.report import ReadReport, read_all
from scoring.gongzhu.reports.written import PLAYS, impossible_plays, read_play_cards
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.settling.settle import settle
from scoring.problems import Problem, Unsettled
from scoring.reading import as_list, as_object, at, required, unknown_fields

MISWRITTEN: Final = frozenset({PlayFlag.NOT_HELD, PlayFlag.PLAYED_AGAIN})
"""Plays that cannot have happened: an error of the recorder, not of a player."""

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


def follow(report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Following:
    """Return what a report says so far. An accepted claim ends the play.

    >>> follow({"won": {"N": ["SQ"]}}, RuleSet()).won["N"]
    ('SQ',)
    """
    sheet, _ = read_all(report, rules, context)
    course, missing = sheet.course, cards_still_out(sheet.piles, rules)
    ended = sheet.claim is not None and not sheet.claim.is_open
    is_in_play = sheet.plays is not None and not ended
    played = sum(len(play.cards) for play in sheet.plays or ())
    # Where no play is recorded, none is missing.
    is_written = not played or played >= len(deck_of(rules))
    return Following(
        hands=sheet.hands,
        left=course.left,
        trick=course.trick,
        next=course.next if is_in_play else None,
        tricks=course.tricks,
        won=sheet.piles,
        legal=course.legal if is_in_play else (),
        flags=course.flags,
        missing=missing,
        done=not missing and (ended or is_written),
        warnings=tuple(_doubts(report, sheet, context)),
        several=rules.decks > 1,
    )


def _doubts(report: object, sheet: ReadReport, context: Context) -> Iterator[Problem]:
    """Yield differences from what the earlier deals determine (GZ-108)."""
    fields = report if isinstance(report, Mapping) else {}
    first = fields.get("first_deal")
    if context.first_deal is not None and isinstance(first, bool) and first != context.first_deal:
        yield Problem(Caution.FIRST_DEAL_NOT_AS_DERIVED, "first_deal")
    led = sheet.plays[0].seat if sheet.plays else fields.get("leader")
    if context.leader is not None and led not in (None, context.leader):
        yield Problem(Caution.LEADER_NOT_AS_DERIVED, "leader", seats=(context.leader,))


def running(
    report: object, rules: RuleSet, context: Context = NO_CONTEXT
) -> tuple[Mapping[str, int], ...]:
    """Return the raw points of every seat after each complete trick.

    The result is empty for a report that cannot be settled. Cards allocated by a claim are in no
    trick.

    >>> running({"won": {}}, RuleSet())
    ()
    """
    sheet, problems = read_all(report, rules, context)
    if problems:
        return ()
    piles: dict[str, tuple[str, ...]] = dict.fromkeys(rules.seats, ())
    points = []
    for trick in sheet.course.tricks:
        taken = (card for play in trick.plays for card in play.cards)
        piles[trick.winner] = (*piles[trick.winner], *taken)
        facts = Facts(dict(piles), sheet.exposures, sheet.owners)
        points.append(settle(facts, rules).raw)
    return tuple(points)


def irregularities(
    report: object, rules: RuleSet, context: Context = NO_CONTEXT
) -> tuple[Irregularity, ...]:
    """Return the irregularities of a report. Accepts any JSON value and never raises.

    >>> late = {"exposed": [{"seat": "W", "card": "SQ", "kind": "exposed", "late": True}]}
    >>> [irregularity] = irregularities(late, RuleSet())
    >>> irregularity.code.value, irregularity.seat, irregularity.cards
    ('late_exposure', 'W', ('SQ',))
    """
    late = tuple(_late_exposures(report, rules))
    if not isinstance(report, Mapping) or not report.get("plays"):
        return late
    sheet, _problems = read_all(report, rules, context)
    flags = [flag for flag in sheet.course.flags if flag.code not in MISWRITTEN]
    played = [Irregularity(flag.code, flag.seat, flag.cards, flag.play + 1) for flag in flags]
    return (*late, *played)


def _late_exposures(report: object, rules: RuleSet) -> Iterator[Irregularity]:
    """Yield every seat that exposed cards too late, with all of these cards."""
    exposed = report.get("exposed") if isinstance(report, Mapping) else None
    listed = exposed if isinstance(exposed, list | tuple) else ()
    late = [entry for entry in listed if isinstance(entry, Mapping) and entry.get("late") is True]
    for seat in rules.seats:
        shown = [entry.get("card") for entry in late if entry.get("seat") == seat]
        if cards := tuple(card for card in EXPOSABLE if card in shown):
            yield Irregularity(Offence.LATE_EXPOSURE, seat, cards)


def replay(report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Replay:
    """Return the plays of a deal, judged. Raises Unsettled if they cannot be read.

    >>> plays = [["N", "S2"], ["W", "S3"], ["S", "S4"], ["E", "SA"]]
    >>> replay({"plays": plays, "leader": "N"}, RuleSet()).won["E"]
    ('S2', 'S3', 'S4', 'SA')
    """
    if isinstance(report, Mapping) and report.get(PLAYS) is None:
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


def _is_unreadable(report: object, sheet: ReadReport, problems: tuple[Problem, ...]) -> bool:
    if not isinstance(report, Mapping) or sheet.plays is None:
        return True
    plays = report[PLAYS]
    if not isinstance(plays, list | tuple) or len(sheet.plays) < len(plays):
        return True
    return any(
        problem.code not in IMPOSSIBLE and problem.code not in _UNFINISHED for problem in problems
    )


def _missing_plays() -> Problem:
    problems: list[Problem] = []
    required({}, PLAYS, "", problems)
    return problems[0]


def trick_winner(report: object, rules: RuleSet) -> tuple[int, tuple[Problem, ...]]:
    """Return which play of one trick wins, counted from 0, and the plays against the rules.

    The plays are lists of cards, or bare cards. Raises Unsettled if the winner cannot be
    determined.

    >>> trick_winner({"plays": [["S4"], ["SK"], ["HA"], "SQ"]}, RuleSet())
    (1, ())
    """
    problems: list[Problem] = []
    question = as_object(report, "", problems)
    unknown_fields(question, [PLAYS], "", problems)
    listed = required(question, PLAYS, "", problems)
    items = as_list(listed, PLAYS, problems) if PLAYS in question else ()
    plays = tuple(
        # The plays do not name their seats; places stand for them.
        Play(str(place), read_play_cards(item, None, at(PLAYS, place), rules, problems))
        for place, item in enumerate(items)
    )
    if not problems:
        problems.extend(_trick_problems(plays, rules))
    if problems:
        raise Unsettled(problems)
    if len({*plays[0].cards}) > 1:
        problems.append(Problem(PlayFlag.LEAD_NOT_A_PAIR, at(PLAYS, 0), plays[0].cards))
    return int(winner_of(plays)), tuple(problems)


def _trick_problems(plays: tuple[Play, ...], rules: RuleSet) -> Iterator[Problem]:
    if len(plays) != rules.players:
        values = (("count", len(plays)), ("expected", rules.players))
        yield Problem(ReportProblem.PLAYS_INCOMPLETE, PLAYS, values=values)
        return
    for problem in impossible_plays(plays, {}, rules):
        # The seats are not known here, and places are not seats.
        yield Problem(problem.code, problem.field, problem.cards, (), problem.values)
