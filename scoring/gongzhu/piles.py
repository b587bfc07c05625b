"""Reading who won which cards, and what a pile or a hand can have wrong with it (GZ-5, GZ-6)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import DEALT
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import as_card, as_list, as_object, as_seat, at, echo, required

Piles = Mapping[str, tuple[str, ...]]
"""Cards by the label in the report; a label need not be a seat of the table."""


def read_piles(
    report: Mapping[str, Any], rules: RuleSet, problems: list[Problem], *, needed: bool = True
) -> Piles:
    """Return the cards won by seat as far as the report says so, and note what is wrong.

    Cards under a label that is no seat are kept too: they are not missing.

    >>> problems = []
    >>> piles = read_piles({"won": {"E": ["SQ", "QS"]}}, RuleSet(), problems)
    >>> piles["E"], problems[0].code.value
    (('SQ',), 'unknown_card')
    """
    if not needed and report.get("won") is None:
        return {}
    won = required(report, "won", "", problems)
    if "won" not in report or as_object(won, "won", problems) is not won:
        return {}
    piles = read_cards_by_seat(won, "won", rules, problems)
    problems.extend(cards_too_often(piles, rules, "won", ReportProblem.CARD_WON_TOO_OFTEN))
    return piles


def is_readable(won: object) -> bool:
    """Return whether every pile is a list; the cards of any other cannot be called missing.

    >>> is_readable({"N": ["SQ"]}), is_readable({"N": "SQ"}), is_readable(None)
    (True, False, False)
    """
    if not isinstance(won, Mapping):
        return False
    return all(isinstance(pile, list | tuple) for pile in won.values())


def read_cards_by_seat(
    cards_by_seat: Mapping[str, Any], field: str, rules: RuleSet, problems: list[Problem]
) -> Piles:
    """Return the known cards under every label, and note unknown seats and cards.

    >>> problems = []
    >>> piles = read_cards_by_seat({"N": ["SQ", "QS"]}, "won", RuleSet(), problems)
    >>> piles, problems[0].cards
    ({'N': ('SQ',)}, ('QS',))
    """
    for label in cards_by_seat:
        as_seat(label, rules.seats, field, problems)
    return {
        echo(label): tuple(_read_cards(cards, at(field, label), rules, problems))
        for label, cards in cards_by_seat.items()
    }


def _read_cards(
    value: object, field: str, rules: RuleSet, problems: list[Problem]
) -> Iterator[str]:
    dealt = DEALT[rules.players]
    for place, item in enumerate(as_list(value, field, problems)):
        where = field if isinstance(item, str) else at(field, place)
        card = as_card(item, where, problems)
        if card is None:
            continue
        if card in dealt:
            yield card
        else:
            problems.append(Problem(ReportProblem.CARD_NOT_IN_DECK, field, cards=(card,)))


def cards_too_often(piles: Piles, rules: RuleSet, field: str, code: StrEnum) -> Iterator[Problem]:
    """Yield a problem for every card of which there are more copies than decks.

    >>> piles = {"N": ("SQ", "SK"), "E": ("SQ",)}
    >>> [problem] = cards_too_often(piles, RuleSet(), "won", ReportProblem.CARD_WON_TOO_OFTEN)
    >>> problem.cards, problem.seats
    (('SQ',), ('N', 'E'))
    """
    counts = Counter(card for pile in piles.values() for card in pile)
    for card, count in counts.items():
        if count > rules.decks:
            seats = tuple(seat for seat, pile in piles.items() if card in pile)
            values = (("count", count), ("copies", rules.decks))
            yield Problem(code, field, (card,), seats, values)
