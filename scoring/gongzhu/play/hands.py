"""Reading the hands that were dealt, and filling in the one that was left out (GZ-7, GZ-8)."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from scoring.cards import in_order
from scoring.following import Play
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import DEALT
from scoring.gongzhu.piles import Piles, cards_too_often, read_cards_by_seat
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import as_object, at

_DECKS: Final = {
    (players, decks): tuple(card for card in dealt for _ in range(decks))
    for players, dealt in DEALT.items()
    for decks in (1, 2)
}


def deck_of(rules: RuleSet) -> tuple[str, ...]:
    """Return the cards that are dealt, those of two decks twice.

    >>> len(deck_of(RuleSet())), len(deck_of(RuleSet(players=5))), len(deck_of(RuleSet(decks=2)))
    (52, 50, 104)
    """
    return _DECKS[rules.players, rules.decks]


def hand_size(rules: RuleSet) -> int:
    """Return how many cards each seat is dealt.

    >>> hand_size(RuleSet()), hand_size(RuleSet(players=3))
    (13, 17)
    """
    return len(deck_of(rules)) // rules.players


def read_hands(value: object, rules: RuleSet, problems: list[Problem]) -> Piles:
    """Return the hands by seat, as far as they could be read, and note what is wrong.

    A seat without cards is left out, save that the last hand follows from the others.

    >>> deck = deck_of(RuleSet())
    >>> three = {"N": deck[:13], "W": deck[13:26], "S": deck[26:39]}
    >>> read_hands(three, RuleSet(), [])["E"] == deck[39:]
    True
    """
    if value is None:
        return {}
    by_seat = as_object(value, "hands", problems)
    if by_seat is not value:
        return {}
    read = read_cards_by_seat(by_seat, "hands", rules, problems)
    problems.extend(cards_too_often(read, rules, "hands", ReportProblem.CARD_DEALT_TOO_OFTEN))
    hands = _with_the_last({seat: read[seat] for seat in rules.seats if read.get(seat)}, rules)
    problems.extend(_size_problems(hands, rules))
    return hands


def are_whole(hands: Piles, rules: RuleSet) -> bool:
    """Say whether hands are a whole deal: every card of the deck, shared out alike.

    >>> are_whole({}, RuleSet())
    False
    """
    size = hand_size(rules)
    dealt = Counter(card for seat in rules.seats for card in hands.get(seat, ()))
    alike = all(len(hands.get(seat, ())) == size for seat in rules.seats)
    return alike and dealt == Counter(deck_of(rules))


def hands_played(plays: tuple[Play, ...], rules: RuleSet) -> Piles:
    """Return the hands that complete plays tell, none where they do not make a whole deal.

    >>> hands_played((Play("N", ("SQ",)),), RuleSet())
    {}
    """
    hands: dict[str, tuple[str, ...]] = {
        seat: in_order(card for player, cards in plays if player == seat for card in cards)
        for seat in rules.seats
    }
    return hands if are_whole(hands, rules) else {}


def hands_not_of_board(hands: Piles, board: Piles, rules: RuleSet) -> Iterator[Problem]:
    """Yield a problem where hands are not those that were dealt to the board beforehand.

    >>> hands = {seat: ("SQ",) for seat in "NWSE"}
    >>> list(hands_not_of_board(hands, hands, RuleSet()))
    []
    """
    other = [seat for seat in rules.seats if in_order(hands[seat]) != in_order(board.get(seat, ()))]
    if other:
        yield Problem(ReportProblem.HANDS_NOT_OF_BOARD, "hands", (), tuple(other))


def _with_the_last(hands: dict[str, tuple[str, ...]], rules: RuleSet) -> Piles:
    """Fill in the one hand that is missing, where the others leave exactly its cards."""
    missing = [seat for seat in rules.seats if seat not in hands]
    if len(missing) != 1:
        return hands
    dealt = Counter(card for hand in hands.values() for card in hand)
    rest = Counter(deck_of(rules))
    rest.subtract(dealt)
    size = hand_size(rules)
    alike = all(len(hand) == size for hand in hands.values())
    if not alike or min(rest.values()) < 0:
        return hands
    filled = {**hands, missing[0]: in_order(rest.elements())}
    return {seat: filled[seat] for seat in rules.seats}


def _size_problems(hands: Piles, rules: RuleSet) -> Iterator[Problem]:
    expected = hand_size(rules)
    for seat in rules.seats:
        count = len(hands.get(seat, ()))
        if count != expected:
            values = (("count", count), ("expected", expected))
            yield Problem(ReportProblem.HAND_OF_WRONG_SIZE, at("hands", seat), (), (seat,), values)
