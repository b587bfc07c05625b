"""Reading what a report tells of cards: hands, plays, bids, and throws that failed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.following import Play
from scoring.problems import Problem
from scoring.reading import as_list, as_number, as_object, as_seat, at, unknown_fields
from scoring.seats import COMPASS
from scoring.shengji.bidding import Bid, worth
from scoring.shengji.cards import hand_size, in_order
from scoring.shengji.codes import ReportProblem
from scoring.shengji.facts import FailedThrow
from scoring.shengji.positions import read_cards
from scoring.shengji.rules import RuleSet

MOST_PLAYED: Final = 39
"""Nobody holds more cards than this."""

Given = Mapping[str, Any]
Found = list[Problem]


def read_hands(given: Given, rules: RuleSet, found: Found) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the hands that are told, by their seats.

    >>> found: list[Problem] = []
    >>> dict(read_hands({"hands": {"N": ["SA"]}}, RuleSet(), found)), found[0].field
    ({'N': ('SA',)}, 'hands.N')
    """
    told = given.get("hands")
    if told is None:
        return
    for name, cards in as_object(told, "hands", found).items():
        seat = as_seat(name, COMPASS, at("hands", name), found)
        if seat is None:
            continue
        hand = read_cards(cards, at("hands", seat), found)
        if len(hand) != hand_size(rules.decks):
            values = (("count", len(hand)), ("expected", hand_size(rules.decks)))
            code = ReportProblem.HAND_OF_WRONG_SIZE
            found.append(Problem(code, at("hands", seat), seats=(seat,), values=values))
        yield seat, hand


def dealt_to_others(
    board: Mapping[str, tuple[str, ...]] | None, dealer: str | None
) -> dict[str, tuple[str, ...]]:
    """Return the hands of a board that are still as they were dealt: the dealer took the kitty up
    and buried other cards, so that nothing is known where nobody knows who that is (SJ-92).

    >>> dealt_to_others({"N": ("SA",), "W": ("S2",)}, "N"), dealt_to_others({"N": ("SA",)}, None)
    ({'W': ('S2',)}, {})
    """
    if board is None or dealer is None:
        return {}
    return {seat: cards for seat, cards in board.items() if seat != dealer}


def not_of_board(
    told: Mapping[str, tuple[str, ...]], dealt: Mapping[str, tuple[str, ...]]
) -> Iterator[Problem]:
    """Yield a problem where hands are not those that were dealt to the board beforehand.

    >>> [problem.seats for problem in not_of_board({"W": ("S3",)}, {"W": ("S2",)})]
    [('W',)]
    """
    other = tuple(
        seat
        for seat, cards in told.items()
        if seat in dealt and in_order(cards) != in_order(dealt[seat])
    )
    if other:
        yield Problem(ReportProblem.HANDS_NOT_OF_BOARD, "hands", seats=other)


def too_often(
    parts: Sequence[Sequence[str]], rules: RuleSet, field: str = "hands"
) -> Iterator[Problem]:
    """Yield which cards are there more often than there are decks.

    >>> [problem.cards for problem in too_often([["SA", "SA"], ["SA"]], RuleSet())]
    [('SA',)]
    """
    cards = [card for part in parts for card in part]
    often = tuple(face for face in dict.fromkeys(cards) if cards.count(face) > rules.decks)
    if often:
        values = (("copies", rules.decks),)
        yield Problem(ReportProblem.CARDS_TOO_OFTEN, field, often, values=values)


def read_plays(value: object, found: Found) -> Iterator[Play]:
    """Yield the plays in order, as far as they can be read.

    >>> list(read_plays([["N", ["SA", "SA"]], ["W", "S2"]], []))
    [Play(seat='N', cards=('SA', 'SA')), Play(seat='W', cards=('S2',))]
    """
    for place, one in enumerate(as_list(value, "plays", found)):
        field = at("plays", place)
        if not isinstance(one, list | tuple) or len(one) != 2:
            found.append(Problem(ReportProblem.PLAY_NOT_A_PLAY, field))
            continue
        seat = as_seat(one[0], COMPASS, field, found)
        cards = read_cards([one[1]] if isinstance(one[1], str) else one[1], field, found)
        if seat is not None and not cards:
            found.append(Problem(ReportProblem.PLAY_WITHOUT_CARDS, field, seats=(seat,)))
        elif seat is not None:
            yield Play(seat, cards)


def read_bids(given: Given, level: str | None, found: Found) -> Iterator[Bid]:
    """Yield who showed what. A bid is judged where the level is known.

    >>> list(read_bids({"bids": [{"seat": "N", "cards": ["H2"]}]}, "2", []))
    [Bid(seat='N', cards=('H2',))]
    """
    for place, one in enumerate(as_list(given.get("bids") or [], "bids", found)):
        field = at("bids", place)
        told = as_object(one, field, found)
        if told is not one:
            continue
        unknown_fields(told, ["seat", "cards"], field, found)
        seat = as_seat(told.get("seat"), COMPASS, at(field, "seat"), found)
        cards = read_cards(told.get("cards"), at(field, "cards"), found)
        if seat is not None and level is not None and worth(cards, level) is None:
            found.append(Problem(ReportProblem.BID_NOT_A_BID, field, cards, (seat,)))
        elif seat is not None:
            yield Bid(seat, cards)


def read_failed_throws(given: Given, found: Found) -> tuple[FailedThrow, ...]:
    """Return the leads that were thrown and did not stand.

    >>> given = {"failed_throws": [{"seat": "N", "cards": ["H9", "HA"], "played": 1}]}
    >>> read_failed_throws(given, [])[0].played
    1
    """
    throws = []
    for place, one in enumerate(as_list(given.get("failed_throws") or [], "failed_throws", found)):
        field = at("failed_throws", place)
        told = as_object(one, field, found)
        if told is not one:
            continue
        unknown_fields(told, ["seat", "cards", "played"], field, found)
        seat = as_seat(told.get("seat"), COMPASS, at(field, "seat"), found)
        cards = read_cards(told.get("cards"), at(field, "cards"), found)
        count = as_number(told.get("played", 1), 0, MOST_PLAYED, at(field, "played"), found)
        if seat is not None and cards and count is not None:
            throws.append(FailedThrow(seat, cards, count))
    return tuple(throws)
