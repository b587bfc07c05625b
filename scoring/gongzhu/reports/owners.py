"""Reading who was dealt the four exposable cards, from all that a report says (GZ-24, GZ-25).

Up to five things tell the owner of a card: `dealt`, the whole `hands`, the seat that exposed it,
the seat that played it, and the board where it was dealt beforehand. They must agree. What
contradicts the board is named as it was reported: the problem does not tell what the board says.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.following import Play
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import EXPOSABLE
from scoring.gongzhu.facts import Exposure
from scoring.gongzhu.piles import Piles
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import as_card, as_object, as_seat, at

BOARD: Final = "board"
"""The field under which the hands of a board are handed in."""


@dataclass(frozen=True, slots=True)
class _Statement:
    """One place of the report that says which seat was dealt a card."""

    field: str
    card: str
    seat: str
    is_of_board: bool = False


def read_owners(
    dealt: object,
    exposures: tuple[Exposure, ...],
    hands: Mapping[str, Piles],
    plays: tuple[Play, ...],
    rules: RuleSet,
    problems: list[Problem],
) -> dict[str, str]:
    """Return the seat that was dealt each exposable card, as far as anything says so.

    `hands` are whole ones by the field that tells them: those of the report, those of the board.
    `plays` are those that tell who was dealt what they played; with whole hands there are none,
    because a play that does not fit them is a problem of its own.

    >>> read_owners({"SQ": "W"}, (), {}, (Play("E", ("DJ",)),), RuleSet(), [])
    {'DJ': 'E', 'SQ': 'W'}
    """
    if rules.decks > 1:
        if dealt is not None:
            problems.append(Problem(ReportProblem.DEALT_WITH_TWO_DECKS, "dealt"))
        problems.extend(_not_held(exposures, hands))
        return {}
    statements = [
        *_from_plays(plays),
        *_from_dealt(dealt, rules, problems),
        *_from_hands(hands),
        *(_Statement("exposed", shown.card, shown.seat) for shown in exposures if shown.seat),
    ]
    problems.extend(_contradictions(statements))
    if rules.self_won:
        problems.extend(_unknown(statements, dealt, plays))
    return {statement.card: statement.seat for statement in statements}


def _from_dealt(value: object, rules: RuleSet, problems: list[Problem]) -> Iterator[_Statement]:
    if value is None:
        return
    for name, label in as_object(value, "dealt", problems).items():
        field = at("dealt", name)
        card = as_card(name, field, problems)
        seat = as_seat(label, rules.seats, field, problems)
        if card is not None and card not in EXPOSABLE:
            problems.append(Problem(ReportProblem.OWNER_NOT_ASKED, field, (card,)))
        elif card is not None and seat is not None:
            yield _Statement(field, card, seat)


def _from_plays(plays: tuple[Play, ...]) -> Iterator[_Statement]:
    """A card that was played twice tells nothing, and has its own problem."""
    times = Counter(card for play in plays for card in play.cards)
    for place, (seat, cards) in enumerate(plays):
        for card in cards:
            if card in EXPOSABLE and times[card] == 1:
                yield _Statement(at("plays", place), card, seat)


def _not_held(exposures: tuple[Exposure, ...], hands: Mapping[str, Piles]) -> Iterator[Problem]:
    """With two decks a card has two owners, but nobody exposes what he does not hold."""
    dealt_hands = next((dealt for dealt in hands.values() if dealt), None)
    if dealt_hands is None:
        return
    shown = [(exposure.seat, exposure.card) for exposure in exposures if exposure.seat]
    for seat, card in dict.fromkeys(shown):
        if shown.count((seat, card)) > dealt_hands.get(seat, ()).count(card):
            yield Problem(ReportProblem.CARD_NOT_IN_HAND, "exposed", (card,), (seat,))


def _from_hands(hands: Mapping[str, Piles]) -> Iterator[_Statement]:
    for field, dealt in hands.items():
        for seat, cards in dealt.items():
            for card in EXPOSABLE:
                if card in cards:
                    yield _Statement(at(field, seat), card, seat, field == BOARD)


def _contradictions(statements: list[_Statement]) -> Iterator[Problem]:
    for card in EXPOSABLE:
        about = [
            statement
            for statement in statements
            if statement.card == card and not statement.is_of_board
        ]
        seats = tuple(dict.fromkeys(statement.seat for statement in about))
        if len(seats) > 1:
            other = next(statement for statement in about if statement.seat != seats[0])
            yield Problem(ReportProblem.OWNER_CONTRADICTORY, other.field, (card,), seats)
    yield from _not_of_board(statements)


def _not_of_board(statements: list[_Statement]) -> Iterator[Problem]:
    """Name the seats that were reported; where the hands are others, that has its own problem."""
    dealt = {statement.card: statement.seat for statement in statements if statement.is_of_board}
    for statement in statements:
        of_hands = statement.field.startswith("hands.")
        if not of_hands and dealt.get(statement.card, statement.seat) != statement.seat:
            where, card = statement.field, (statement.card,)
            yield Problem(ReportProblem.OWNER_NOT_OF_BOARD, where, card, (statement.seat,))


def _unknown(
    statements: list[_Statement], dealt: object, plays: tuple[Play, ...]
) -> Iterator[Problem]:
    """A card that was mentioned with a mistake has its own problem already."""
    mentioned = {statement.card for statement in statements}
    mentioned.update(card for play in plays for card in play.cards)
    mentioned.update(dealt if isinstance(dealt, Mapping) else ())
    unknown = tuple(card for card in EXPOSABLE if card not in mentioned)
    if unknown:
        yield Problem(ReportProblem.OWNER_UNKNOWN, "dealt", unknown)
