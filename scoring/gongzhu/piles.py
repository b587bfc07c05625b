"""Reading who won which cards, and what a pile or a hand can have wrong with it (GZ-5, GZ-6)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import DEALT, SCORING
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import as_card, as_list, as_object, as_seat, at, echo, required

Piles = Mapping[str, tuple[str, ...]]
"""Cards by the label under which they were given; a label need not be a seat of the table."""


def read_piles(report: Mapping[str, Any], rules: RuleSet, found: list[Problem]) -> Piles:
    """Return the cards that each seat won, every seat named, and note what is wrong.

    >>> found = []
    >>> piles = read_piles({"won": {"E": ["SQ"]}}, RuleSet(), found)
    >>> piles["E"], piles["N"], found[0].code.value, len(found[0].cards)
    (('SQ',), (), 'cards_not_won', 15)
    """
    won = required(report, "won", "", found)
    if "won" not in report or as_object(won, "won", found) is not won:
        return {}
    piles = read_cards_by_seat(won, "won", rules, found)
    found.extend(too_often(piles, rules, "won", ReportProblem.CARD_WON_TOO_OFTEN))
    # What an unreadable pile held cannot be called missing.
    if all(isinstance(pile, list | tuple) for pile in won.values()):
        found.extend(_not_won(piles, rules))
    return {seat: piles.get(seat, ()) for seat in rules.seats}


def read_cards_by_seat(
    given: Mapping[str, Any], field: str, rules: RuleSet, found: list[Problem]
) -> Piles:
    """Return the known cards under every label, and note unknown seats and cards.

    >>> found = []
    >>> read_cards_by_seat({"N": ["SQ", "QS"]}, "won", RuleSet(), found), found[0].cards
    ({'N': ('SQ',)}, ('QS',))
    """
    for label in given:
        as_seat(label, rules.seats, field, found)
    return {
        echo(label): tuple(_read_cards(cards, at(field, label), rules, found))
        for label, cards in given.items()
    }


def _read_cards(value: object, field: str, rules: RuleSet, found: list[Problem]) -> Iterator[str]:
    dealt = DEALT[rules.players]
    for place, item in enumerate(as_list(value, field, found)):
        where = field if isinstance(item, str) else at(field, place)
        card = as_card(item, where, found)
        if card is None:
            continue
        if card in dealt:
            yield card
        else:
            found.append(Problem(ReportProblem.CARD_NOT_IN_DECK, field, cards=(card,)))


def too_often(piles: Piles, rules: RuleSet, field: str, code: StrEnum) -> Iterator[Problem]:
    """Yield a problem for every card of which there are more copies than decks.

    >>> piles = {"N": ("SQ", "SK"), "E": ("SQ",)}
    >>> [problem] = too_often(piles, RuleSet(), "won", ReportProblem.CARD_WON_TOO_OFTEN)
    >>> problem.cards, problem.seats
    (('SQ',), ('N', 'E'))
    """
    counts = Counter(card for pile in piles.values() for card in pile)
    for card, count in counts.items():
        if count > rules.decks:
            seats = tuple(seat for seat, pile in piles.items() if card in pile)
            values = (("count", count), ("copies", rules.decks))
            yield Problem(code, field, (card,), seats, values)


def _not_won(piles: Piles, rules: RuleSet) -> Iterable[Problem]:
    counts = Counter(card for pile in piles.values() for card in pile)
    missing = tuple(
        card for card in SCORING for _ in range(rules.decks - min(counts[card], rules.decks))
    )
    if missing:
        values = (("count", len(missing)),)
        yield Problem(ReportProblem.CARDS_NOT_WON, "won", missing, values=values)
