"""Reading the report of a deal: the facts in it, and everything that is wrong with them.

    {"won": {"N": ["SQ", …], …}, "exposed": [{"seat": "W", "card": "SQ", "kind": "exposed"}],
     "dealt": {"SQ": "W"}, "hands": {"N": [13 cards], …}, "leader": "N", "first_deal": true,
     "plays": [["N", "C2"], …], "claim": {"seat": "N", "kind": "all", "after_trick": 9}}

`won` has to be there unless `plays` or a `claim` tell it; a seat that it leaves out won nothing.
With one deck `exposed` may be written `{"SQ": "exposed"}`. With two decks `first_pig` and
`first_C2` name seats, and a play is a seat and a list of one card or two. What is null says no
more than what is left out.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scoring.game import Context
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import PIG
from scoring.gongzhu.facts import Facts
from scoring.gongzhu.piles import is_readable
from scoring.gongzhu.play.hands import are_whole
from scoring.gongzhu.reports.sheet import Sheet, read_sheet
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import as_object, as_seat, unknown_fields

FIELDS: Final = ("won", "exposed", "dealt", "hands", "plays", "leader", "first_deal", "claim")
"""The fields of every report."""

TWO_DECK_FIELDS: Final = ("first_pig", "first_C2")
"""Seats that the next leader follows from when each card is there twice (T8 L184)."""

CLUB_TWO: Final = "C2"
"""What `first_C2` is about."""


def read_report(
    report: object, rules: RuleSet, context: Context
) -> tuple[Facts, tuple[Problem, ...]]:
    """Return the facts of a deal and every problem of its report.

    The facts can be settled where there is no problem; otherwise they are what could be read.

    >>> facts, problems = read_report({"won": {"N": ["SQ", "SQ"]}}, RuleSet(), Context())
    >>> [problem.code.value for problem in problems]
    ['card_won_too_often', 'cards_not_won']
    """
    sheet, problems = read_all(report, rules, context)
    return Facts(sheet.piles, sheet.exposures, sheet.owners), problems


def read_all(report: object, rules: RuleSet, context: Context) -> tuple[Sheet, tuple[Problem, ...]]:
    """Return everything that could be read of a report, and every problem of it.

    >>> read_all(None, RuleSet(), Context())[1][0].code.value
    'not_an_object'
    """
    problems: list[Problem] = []
    fields = as_object(report, "", problems)
    if fields is not report:
        return Sheet(), tuple(problems)
    known = FIELDS if rules.decks == 1 else FIELDS + TWO_DECK_FIELDS
    unknown_fields(fields, known, "", problems)
    sheet = read_sheet(fields, rules, context, problems)
    problems.extend(_two_deck_seats(fields, rules, sheet))
    return sheet, tuple(problems)


def _two_deck_seats(report: Mapping[str, Any], rules: RuleSet, sheet: Sheet) -> Iterator[Problem]:
    if rules.decks == 1:
        return
    problems: list[Problem] = []
    for name in TWO_DECK_FIELDS:
        if report.get(name) is None:
            continue
        seat = as_seat(report[name], rules.seats, name, problems)
        if seat is None:
            continue
        if name == "first_C2":
            # Nobody received the first of a card that is not in his hand, where hands are known.
            if are_whole(sheet.hands, rules) and CLUB_TWO not in sheet.hands[seat]:
                problems.append(Problem(ReportProblem.CARD_NOT_IN_HAND, name, (CLUB_TWO,), (seat,)))
        elif is_readable(report.get("won")) and PIG not in sheet.piles[seat]:
            problems.append(Problem(ReportProblem.FIRST_PIG_NOT_WON, name, (PIG,), (seat,)))
    yield from problems
