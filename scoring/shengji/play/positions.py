"""Reading positions: a trump, a level and cards, and what makes a position unanswerable.

A position is not a deal: cards of it may be there as often as any table has them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.problems import Problem, ProblemCode
from scoring.reading import as_choice, as_list, as_text, at, echo, required
from scoring.shengji.cards import MOST_COPIES, RANKS, SUITS, is_face
from scoring.shengji.codes import PositionProblem
from scoring.shengji.play.ladder import Ladder, ladder


def read_ladder(question: Mapping[str, Any], problems: list[Problem]) -> Ladder | None:
    """Return the order that `trump` (a suit, or null for no trump) and `level` make.

    >>> read_ladder({"trump": None, "level": "5"}, []) is ladder(None, "5")
    True
    """
    before = len(problems)
    trump = required(question, "trump", "", problems)
    if trump is not None:
        trump = as_choice(trump, SUITS, "trump", problems)
    level = required(question, "level", "", problems)
    if level is not None or "level" in question:
        level = as_choice(level, RANKS, "level", problems)
    return ladder(trump, level) if len(problems) == before and level is not None else None


def read_cards(
    value: object, field: str, problems: list[Problem], *, most: int = MOST_COPIES
) -> tuple[str, ...]:
    """Return the cards of a list, as they were named, and note what is wrong.

    >>> problems = []
    >>> read_cards(["H9", "RJ", "JR"], "play", problems), problems[0].field
    (('H9', 'RJ'), 'play.2')
    """
    cards = [
        card
        for place, item in enumerate(as_list(value, field, problems))
        if (card := _card(item, at(field, place), problems)) is not None
    ]
    for face in dict.fromkeys(cards):
        if cards.count(face) > most:
            values = (("copies", most),)
            problems.append(Problem(PositionProblem.CARD_TOO_OFTEN, field, (face,), values=values))
    return tuple(cards)


def read_lead(
    value: object, field: str, order: Ladder | None, problems: list[Problem]
) -> tuple[str, ...]:
    """Return cards that are led: at least one, all of one suit.

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


def read_hands(value: object, field: str, problems: list[Problem]) -> list[tuple[str, ...]]:
    """Return a list of lists of cards.

    >>> read_hands([["H9"], []], "plays", [])
    [('H9',), ()]
    """
    hands: Sequence[Any] = as_list(value, field, problems)
    return [read_cards(hand, at(field, place), problems) for place, hand in enumerate(hands)]


def _card(value: object, field: str, problems: list[Problem]) -> str | None:
    text = as_text(value, field, problems)
    if text is None or is_face(text):
        return text
    problems.append(Problem(ProblemCode.UNKNOWN_CARD, field, cards=(echo(text),)))
    return None
