"""Reads the cards of a report (hands, plays, bids and failed throws), and positions.

A position is a trump, a level and cards. It is not a deal: a card may occur as often as at any
table.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.cards import RANKS, SUITS
from scoring.following import Play
from scoring.problems import Problem
from scoring.reading import (
    as_card,
    as_choice,
    as_list,
    as_number,
    as_object,
    as_seat,
    at,
    required,
    unknown_fields,
)
from scoring.seats import COMPASS
from scoring.shengji.cards import MOST_COPIES, hand_size, in_order, is_face
from scoring.shengji.codes import PositionProblem, ReportProblem
from scoring.shengji.play.bidding import Bid, bid_rank
from scoring.shengji.play.ladder import Ladder, rules_ladder
from scoring.shengji.reports.facts import FailedThrow
from scoring.shengji.rules import RuleSet

MOST_PLAYED: Final = 39
"""Nobody holds more cards than this."""

Fields = Mapping[str, Any]

Problems = list[Problem]


def read_ladder(
    question: Mapping[str, Any], rules: RuleSet, problems: list[Problem]
) -> Ladder | None:
    """Return the order given by `trump` (a suit, or null for no trump) and `level`.

    >>> read_ladder({"trump": None, "level": "5"}, RuleSet(), []).order()["T"]
    [['C5', 'D5', 'H5', 'S5'], ['BJ'], ['RJ']]
    """
    before = len(problems)
    trump = required(question, "trump", "", problems)
    if trump is not None:
        trump = as_choice(trump, SUITS, "trump", problems)
    level = required(question, "level", "", problems)
    if level is not None or "level" in question:
        level = as_choice(level, RANKS, "level", problems)
    if len(problems) > before or level is None:
        return None
    return rules_ladder(trump, level, rules)


def read_cards(value: object, field: str, problems: list[Problem]) -> tuple[str, ...]:
    """Return the cards of a list, in its order, and note problems.

    >>> problems = []
    >>> read_cards(["H9", "RJ", "JR"], "play", problems), problems[0].field
    (('H9', 'RJ'), 'play.2')
    """
    cards = [
        card
        for place, item in enumerate(as_list(value, field, problems))
        if (card := as_card(item, at(field, place), problems, is_face)) is not None
    ]
    for face in dict.fromkeys(cards):
        if cards.count(face) > MOST_COPIES:
            values = (("copies", MOST_COPIES),)
            problems.append(Problem(PositionProblem.CARD_TOO_OFTEN, field, (face,), values=values))
    return tuple(cards)


def read_lead(
    value: object, field: str, order: Ladder | None, problems: list[Problem]
) -> tuple[str, ...]:
    """Return cards that are led: at least one, all of one suit.

    >>> from scoring.shengji.play.ladder import ladder
    >>> found = []
    >>> read_lead(["H9", "S9"], "led", ladder("S", "5"), found), found[0].code.value
    (('H9', 'S9'), 'lead_of_two_suits')
    """
    before = len(problems)
    cards = read_cards(value, field, problems)
    if len(problems) > before:
        return cards
    if not cards:
        problems.append(Problem(PositionProblem.NO_CARDS, field))
    elif order is not None and order.one_suit(cards) is None:
        problems.append(Problem(PositionProblem.LEAD_OF_TWO_SUITS, field, cards))
    return cards


def read_card_lists(value: object, field: str, problems: list[Problem]) -> list[tuple[str, ...]]:
    """Return a list of lists of cards.

    >>> read_card_lists([["H9"], []], "plays", [])
    [('H9',), ()]
    """
    hands: Sequence[Any] = as_list(value, field, problems)
    return [read_cards(hand, at(field, place), problems) for place, hand in enumerate(hands)]


def read_hands(
    report: Fields, rules: RuleSet, problems: Problems
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the hands of the report with their seats.

    >>> problems: list[Problem] = []
    >>> dict(read_hands({"hands": {"N": ["SA"]}}, RuleSet(), problems)), problems[0].field
    ({'N': ('SA',)}, 'hands.N')
    """
    hands = report.get("hands")
    if hands is None:
        return
    for name, cards in as_object(hands, "hands", problems).items():
        seat = as_seat(name, COMPASS, at("hands", name), problems)
        if seat is None:
            continue
        hand = read_cards(cards, at("hands", seat), problems)
        if len(hand) != hand_size(rules.decks):
            values = (("count", len(hand)), ("expected", hand_size(rules.decks)))
            code = ReportProblem.HAND_OF_WRONG_SIZE
            problems.append(Problem(code, at("hands", seat), seats=(seat,), values=values))
        yield seat, hand


def dealt_to_others(
    board: Mapping[str, tuple[str, ...]] | None, dealer: str | None
) -> dict[str, tuple[str, ...]]:
    """Return the hands of a board that are still as dealt (SJ-92).

    The dealer took the kitty up and buried other cards; without a known dealer no hand is certain.

    >>> dealt_to_others({"N": ("SA",), "W": ("S2",)}, "N"), dealt_to_others({"N": ("SA",)}, None)
    ({'W': ('S2',)}, {})
    """
    if board is None or dealer is None:
        return {}
    return {seat: cards for seat, cards in board.items() if seat != dealer}


def hands_not_of_board(
    written: Mapping[str, tuple[str, ...]], dealt: Mapping[str, tuple[str, ...]]
) -> Iterator[Problem]:
    """Yield a problem for hands other than those dealt to the board beforehand.

    >>> [problem.seats for problem in hands_not_of_board({"W": ("S3",)}, {"W": ("S2",)})]
    [('W',)]
    """
    differing = tuple(
        seat
        for seat, cards in written.items()
        if seat in dealt and in_order(cards) != in_order(dealt[seat])
    )
    if differing:
        yield Problem(ReportProblem.HANDS_NOT_OF_BOARD, "hands", seats=differing)


def cards_too_often(
    parts: Sequence[Sequence[str]], rules: RuleSet, field: str = "hands"
) -> Iterator[Problem]:
    """Yield the cards that occur more often than there are decks.

    >>> [problem.cards for problem in cards_too_often([["SA", "SA"], ["SA"]], RuleSet())]
    [('SA',)]
    """
    cards = [card for part in parts for card in part]
    often = tuple(face for face in dict.fromkeys(cards) if cards.count(face) > rules.decks)
    if often:
        values = (("copies", rules.decks),)
        yield Problem(ReportProblem.CARDS_TOO_OFTEN, field, often, values=values)


def read_plays(value: object, problems: Problems) -> Iterator[Play]:
    """Yield the plays in order, as far as they can be read.

    >>> list(read_plays([["N", ["SA", "SA"]], ["W", "S2"]], []))
    [Play(seat='N', cards=('SA', 'SA')), Play(seat='W', cards=('S2',))]
    """
    for place, item in enumerate(as_list(value, "plays", problems)):
        field = at("plays", place)
        if not isinstance(item, list | tuple) or len(item) != 2:
            problems.append(Problem(ReportProblem.PLAY_NOT_A_PLAY, field))
            continue
        seat = as_seat(item[0], COMPASS, field, problems)
        cards = read_cards([item[1]] if isinstance(item[1], str) else item[1], field, problems)
        if seat is not None and not cards:
            problems.append(Problem(ReportProblem.PLAY_WITHOUT_CARDS, field, seats=(seat,)))
        elif seat is not None:
            yield Play(seat, cards)


def read_bids(report: Fields, level: str | None, problems: Problems) -> Iterator[Bid]:
    """Yield the bids. Each is checked if the level is known.

    >>> list(read_bids({"bids": [{"seat": "N", "cards": ["H2"]}]}, "2", []))
    [Bid(seat='N', cards=('H2',))]
    """
    for place, item in enumerate(as_list(report.get("bids") or [], "bids", problems)):
        field = at("bids", place)
        bid = as_object(item, field, problems)
        if bid is not item:
            continue
        unknown_fields(bid, ["seat", "cards"], field, problems)
        seat = as_seat(bid.get("seat"), COMPASS, at(field, "seat"), problems)
        cards = read_cards(bid.get("cards"), at(field, "cards"), problems)
        if seat is not None and level is not None and bid_rank(cards, level) is None:
            problems.append(Problem(ReportProblem.BID_NOT_A_BID, field, cards, (seat,)))
        elif seat is not None:
            yield Bid(seat, cards)


def read_failed_throws(report: Fields, problems: Problems) -> tuple[FailedThrow, ...]:
    """Return the throws that did not stand.

    >>> report = {"failed_throws": [{"seat": "N", "cards": ["H9", "HA"], "played": 1}]}
    >>> read_failed_throws(report, [])[0].played
    1
    """
    throws = []
    for place, item in enumerate(
        as_list(report.get("failed_throws") or [], "failed_throws", problems)
    ):
        field = at("failed_throws", place)
        throw = as_object(item, field, problems)
        if throw is not item:
            continue
        unknown_fields(throw, ["seat", "cards", "played"], field, problems)
        seat = as_seat(throw.get("seat"), COMPASS, at(field, "seat"), problems)
        cards = read_cards(throw.get("cards"), at(field, "cards"), problems)
        count = as_number(throw.get("played", 1), 0, MOST_PLAYED, at(field, "played"), problems)
        if seat is not None and cards and count is not None:
            throws.append(FailedThrow(seat, cards, count))
    return tuple(throws)


def impossible_throws(
    throws: Sequence[FailedThrow], order: Ladder | None, problems: Problems
) -> None:
    """Note throws of several suits, and throws of which nothing went back to the hand (SJ-41).

    >>> problems: list[Problem] = []
    >>> impossible_throws([FailedThrow("N", ("H9", "HA"), 2)], None, problems)
    >>> problems[0].field
    'failed_throws.0.played'
    """
    for place, throw in enumerate(throws):
        field = at("failed_throws", place)
        as_number(throw.played, 0, len(throw.cards) - 1, at(field, "played"), problems)
        if order is not None and order.one_suit(throw.cards) is None:
            code, about = PositionProblem.LEAD_OF_TWO_SUITS, (throw.cards, (throw.seat,))
            problems.append(Problem(code, at(field, "cards"), *about))
