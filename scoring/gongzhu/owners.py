"""Reading who was dealt the four exposable cards, from all that a report says (GZ-24, GZ-25).

Up to four things tell the owner of a card: `dealt`, the whole `hands`, the seat that exposed it,
and the board where it was dealt beforehand. They must agree.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.cards import in_order
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import DEALT, EXPOSABLE
from scoring.gongzhu.facts import Exposure
from scoring.gongzhu.piles import Piles, read_cards_by_seat, too_often
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import as_card, as_object, as_seat, at


@dataclass(frozen=True, slots=True)
class _Statement:
    """One place of the report that says which seat was dealt a card."""

    field: str
    card: str
    seat: str


def read_owners(
    report: Mapping[str, Any],
    exposures: tuple[Exposure, ...],
    rules: RuleSet,
    board: Piles | None,
    found: list[Problem],
) -> dict[str, str]:
    """Return the seat that was dealt each exposable card, as far as anything says so.

    >>> read_owners({"dealt": {"SQ": "W"}}, (), RuleSet(), None, [])
    {'SQ': 'W'}
    """
    hands = _read_hands(report.get("hands"), rules, found)
    if hands and board:
        found.extend(_not_of_board(hands, board, rules))
    if rules.decks > 1:
        if report.get("dealt") is not None:
            found.append(Problem(ReportProblem.DEALT_WITH_TWO_DECKS, "dealt"))
        found.extend(_not_held(exposures, hands or board))
        return {}
    statements = [
        *_of_dealt(report.get("dealt"), rules, found),
        *_of_hands(hands, "hands"),
        *_of_hands(board, "board"),
        *_of_exposures(exposures),
    ]
    found.extend(_contradictions(statements))
    if rules.self_won:
        found.extend(_unknown(statements, report))
    return {statement.card: statement.seat for statement in statements}


def _of_dealt(value: object, rules: RuleSet, found: list[Problem]) -> Iterator[_Statement]:
    if value is None:
        return
    for name, label in as_object(value, "dealt", found).items():
        field = at("dealt", name)
        card = as_card(name, field, found)
        seat = as_seat(label, rules.seats, field, found)
        if card is not None and card not in EXPOSABLE:
            found.append(Problem(ReportProblem.OWNER_NOT_ASKED, field, (card,)))
        elif card is not None and seat is not None:
            yield _Statement(field, card, seat)


def _read_hands(value: object, rules: RuleSet, found: list[Problem]) -> Piles | None:
    """Return whole hands, or None where there are none or something is wrong with them."""
    if value is None:
        return None
    before = len(found)
    given = as_object(value, "hands", found)
    if given is not value:
        return None
    hands = read_cards_by_seat(given, "hands", rules, found)
    found.extend(too_often(hands, rules, "hands", ReportProblem.CARD_DEALT_TOO_OFTEN))
    found.extend(_of_wrong_size(hands, rules))
    return hands if len(found) == before else None


def _of_wrong_size(hands: Piles, rules: RuleSet) -> Iterator[Problem]:
    expected = len(DEALT[rules.players]) * rules.decks // rules.players
    for seat in rules.seats:
        count = len(hands.get(seat, ()))
        if count != expected:
            values = (("count", count), ("expected", expected))
            yield Problem(ReportProblem.HAND_OF_WRONG_SIZE, at("hands", seat), (), (seat,), values)


def _not_of_board(hands: Piles, board: Piles, rules: RuleSet) -> Iterator[Problem]:
    other = [seat for seat in rules.seats if in_order(hands[seat]) != in_order(board.get(seat, ()))]
    if other:
        yield Problem(ReportProblem.HANDS_NOT_OF_BOARD, "hands", (), tuple(other))


def _not_held(exposures: tuple[Exposure, ...], hands: Piles | None) -> Iterator[Problem]:
    """With two decks a card has two owners, but nobody exposes what he does not hold."""
    if not hands:
        return
    shown = [(exposure.seat, exposure.card) for exposure in exposures if exposure.seat]
    for seat, card in dict.fromkeys(shown):
        if shown.count((seat, card)) > hands.get(seat, ()).count(card):
            yield Problem(ReportProblem.CARD_NOT_IN_HAND, "exposed", (card,), (seat,))


def _of_hands(hands: Piles | None, field: str) -> Iterator[_Statement]:
    for seat, cards in (hands or {}).items():
        for card in EXPOSABLE:
            if card in cards:
                yield _Statement(at(field, seat), card, seat)


def _of_exposures(exposures: tuple[Exposure, ...]) -> Iterator[_Statement]:
    for exposure in exposures:
        if exposure.seat is not None:
            yield _Statement("exposed", exposure.card, exposure.seat)


def _contradictions(statements: list[_Statement]) -> Iterator[Problem]:
    for card in EXPOSABLE:
        about = [statement for statement in statements if statement.card == card]
        seats = tuple(dict.fromkeys(statement.seat for statement in about))
        if len(seats) > 1:
            other = next(statement for statement in about if statement.seat != seats[0])
            yield Problem(ReportProblem.OWNER_CONTRADICTORY, other.field, (card,), seats)


def _unknown(statements: list[_Statement], report: Mapping[str, Any]) -> Iterator[Problem]:
    """A card that was mentioned with a mistake has its own problem already."""
    dealt = report.get("dealt")
    mentioned = {statement.card for statement in statements}
    mentioned.update(dealt if isinstance(dealt, Mapping) else ())
    unknown = tuple(card for card in EXPOSABLE if card not in mentioned)
    if unknown:
        yield Problem(ReportProblem.OWNER_UNKNOWN, "dealt", unknown)
