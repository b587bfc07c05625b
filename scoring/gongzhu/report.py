"""Reading the report of a deal: the facts in it, and everything that is wrong with them.

    {"won": {"N": ["SQ", …], …}, "exposed": [{"seat": "W", "card": "SQ", "kind": "exposed"}],
     "dealt": {"SQ": "W"}, "hands": {"N": [13 cards], …}}

Only `won` has to be there; a seat that it leaves out won nothing. With one deck `exposed` may be
written `{"SQ": "exposed"}`. With two decks `first_pig` and `first_C2` name seats. `plays`,
`leader` and `first_deal` are facts of the play, which settling by captures does not look at.
All but `won` may be null, which says no more than leaving them out.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scoring.game import Context
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import PIG
from scoring.gongzhu.exposures import read_exposures
from scoring.gongzhu.facts import Facts
from scoring.gongzhu.owners import read_owners
from scoring.gongzhu.piles import Piles, read_piles
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import as_object, as_seat, unknown_fields

FIELDS: Final = ("won", "exposed", "dealt", "hands", "plays", "leader", "first_deal")
"""The fields of every report."""

TWO_DECK_FIELDS: Final = ("first_pig", "first_C2")
"""Seats that the next leader follows from when each card is there twice (T8 L184)."""


def read(report: object, rules: RuleSet, context: Context) -> tuple[Facts, tuple[Problem, ...]]:
    """Return the facts of a deal and every problem of its report.

    The facts can be settled where there is no problem; otherwise they are what could be read.

    >>> facts, problems = read({"won": {"N": ["SQ", "SQ"]}}, RuleSet(), Context())
    >>> [problem.code.value for problem in problems]
    ['card_won_too_often', 'cards_not_won']
    """
    found: list[Problem] = []
    given = as_object(report, "", found)
    if given is not report:
        return Facts({}), tuple(found)
    known = FIELDS if rules.decks == 1 else FIELDS + TWO_DECK_FIELDS
    unknown_fields(given, known, "", found)
    piles = read_piles(given, rules, found)
    exposures = read_exposures(given.get("exposed"), rules, found)
    owners = read_owners(given, exposures, rules, context.hands, found)
    found.extend(_two_deck_seats(given, rules, piles))
    return Facts(piles, exposures, owners), tuple(found)


def _two_deck_seats(report: Mapping[str, Any], rules: RuleSet, piles: Piles) -> Iterator[Problem]:
    if rules.decks == 1:
        return
    found: list[Problem] = []
    for name in TWO_DECK_FIELDS:
        if report.get(name) is None:
            continue
        seat = as_seat(report[name], rules.seats, name, found)
        if seat is None or name != "first_pig" or not piles:
            continue
        if PIG not in piles[seat]:
            found.append(Problem(ReportProblem.FIRST_PIG_NOT_WON, name, (PIG,), (seat,)))
    yield from found
