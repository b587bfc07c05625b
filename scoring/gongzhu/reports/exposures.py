"""Reads the exposures of a report and the owners of the exposable cards (GZ-21 to GZ-26).

Up to five facts tell the owner of a card: `dealt`, the whole `hands`, the seat that exposed it, the
seat that played it, and a board dealt beforehand. They must agree. A contradiction to the board
names only the reported seat, so that the problem does not reveal the board.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scoring.following import Play
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import EXPOSABLE
from scoring.gongzhu.facts import Piles
from scoring.gongzhu.rules import LateExposure, RuleSet
from scoring.gongzhu.stakes import Exposure, ExposureKind
from scoring.problems import Problem
from scoring.reading import (
    as_card,
    as_choice,
    as_list,
    as_object,
    as_seat,
    as_truth,
    at,
    required,
    unknown_fields,
)

FIELD = "exposed"


BOARD: Final = "board"
"""The field under which the hands of a board are handed in."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One exposure as far as it could be read, with the fields of its card and its kind.

    A void exposure came too late and was not allowed: it only tells the owner of the card.
    """

    card: str | None
    kind: ExposureKind | None
    seat: str | None
    card_field: str
    kind_field: str
    is_void: bool = False

    @property
    def cards(self) -> tuple[str, ...]:
        return () if self.card is None else (self.card,)

    @property
    def seats(self) -> tuple[str, ...]:
        return () if self.seat is None else (self.seat,)


def read_exposures(value: object, rules: RuleSet, problems: list[Problem]) -> tuple[Exposure, ...]:
    """Return the exposures that could be read and count, and note problems.

    >>> read_exposures({"SQ": "exposed"}, RuleSet(), [])
    (Exposure(card='SQ', kind=<ExposureKind.EXPOSED: 'exposed'>, seat=None),)
    """
    return read_shown(value, rules, problems)[0]


def read_shown(
    value: object, rules: RuleSet, problems: list[Problem]
) -> tuple[tuple[Exposure, ...], tuple[Exposure, ...]]:
    """Return the counting exposures, and all that were made, void ones included (GZ-27).

    >>> late = {"seat": "E", "card": "SQ", "kind": "exposed", "late": True}
    >>> counting, made = read_shown([late], RuleSet(), [])
    >>> counting, len(made)
    ((), 1)
    """
    if value is None:
        return (), ()
    if isinstance(value, Mapping):
        entries = list(_short_form(value, rules, problems))
    else:
        entries = []
        for place, item in enumerate(as_list(value, FIELD, problems)):
            if (entry := as_object(item, at(FIELD, place), problems)) is item:
                entries.append(_entry(entry, at(FIELD, place), rules, problems))
    problems.extend(_not_allowed(entries, rules))
    problems.extend(_too_many(entries, rules))
    made = [
        (Exposure(entry.card, entry.kind, entry.seat), entry.is_void)
        for entry in entries
        if entry.card in EXPOSABLE and entry.kind is not None
    ]
    counting = tuple(exposure for exposure, is_void in made if not is_void)
    return counting, tuple(exposure for exposure, _is_void in made)


def allow(report: object, rules: RuleSet, seat: str, *, is_allowed: bool) -> object | None:
    """Return a report with the late exposures of a seat allowed, or void (GZ-27).

    >>> late = {"seat": "E", "card": "SQ", "kind": "exposed", "late": True}
    >>> allow({"exposed": [late]}, RuleSet(), "E", is_allowed=True)["exposed"][0]["allowed"]
    True
    """
    listed = report.get(FIELD) if isinstance(report, Mapping) else None
    if not isinstance(report, Mapping) or not isinstance(listed, list | tuple):
        return None
    if rules.late_exposure is not LateExposure.VOID or not any(_late(one, seat) for one in listed):
        return None
    mark = {"allowed": True} if is_allowed else {}
    decided = [
        {**{name: value for name, value in one.items() if name != "allowed"}, **mark}
        if _late(one, seat)
        else one
        for one in listed
    ]
    return {**report, FIELD: decided}


def allowed(report: object) -> dict[str, Any]:
    """Return the allowed exposures of a report, by the field that marks them (GZ-27).

    >>> late = {"seat": "E", "card": "SQ", "kind": "exposed", "late": True}
    >>> allowed({"exposed": [late, {**late, "allowed": True}]})["exposed.1.allowed"]["card"]
    'SQ'
    """
    listed = report.get(FIELD) if isinstance(report, Mapping) else None
    return {
        at(at(FIELD, place), "allowed"): entry
        for place, entry in enumerate(listed if isinstance(listed, list | tuple) else ())
        if isinstance(entry, Mapping) and entry.get("allowed")
    }


def _late(entry: object, seat: str) -> bool:
    if not isinstance(entry, Mapping):
        return False
    return entry.get("seat") == seat and entry.get("late") is True


def _short_form(
    value: Mapping[str, Any], rules: RuleSet, problems: list[Problem]
) -> Iterator[_Entry]:
    if rules.decks > 1:
        problems.append(Problem(ReportProblem.SHORT_FORM_WITH_TWO_DECKS, FIELD))
        return
    for name, kind in value.items():
        field = at(FIELD, name)
        yield _Entry(
            as_card(name, field, problems), _kind(kind, field, problems), None, field, field
        )


def _entry(entry: Mapping[str, Any], field: str, rules: RuleSet, problems: list[Problem]) -> _Entry:
    card_field, kind_field, seat_field = (at(field, name) for name in ("card", "kind", "seat"))
    unknown_fields(entry, ("seat", "card", "kind", "late", "allowed"), field, problems)
    is_late, is_allowed = (
        as_truth(entry.get(name, False), at(field, name), problems) is True
        for name in ("late", "allowed")
    )
    values = {name: required(entry, name, field, problems) for name in ("seat", "card", "kind")}
    seat = as_seat(values["seat"], rules.seats, seat_field, problems) if "seat" in entry else None
    card = as_card(values["card"], card_field, problems) if "card" in entry else None
    kind = _kind(values["kind"], kind_field, problems) if "kind" in entry else None
    is_void = is_late and not is_allowed and rules.late_exposure is LateExposure.VOID
    return _Entry(card, kind, seat, card_field, kind_field, is_void)


def _kind(value: object, field: str, problems: list[Problem]) -> ExposureKind | None:
    text = as_choice(value, [kind.value for kind in ExposureKind], field, problems)
    return None if text is None else ExposureKind(text)


def _not_allowed(entries: list[_Entry], rules: RuleSet) -> Iterator[Problem]:
    for entry in entries:
        if entry.card is not None and entry.card not in EXPOSABLE:
            yield Problem(ReportProblem.NOT_EXPOSABLE, entry.card_field, entry.cards, entry.seats)
        if entry.kind is ExposureKind.FIRST and rules.exposure and not rules.first_exposure:
            yield Problem(
                ReportProblem.FIRST_EXPOSURE_NOT_PLAYED, entry.kind_field, entry.cards, entry.seats
            )
    if entries and not rules.exposure:
        cards = tuple(card for entry in entries for card in entry.cards)
        yield Problem(ReportProblem.EXPOSURE_NOT_PLAYED, FIELD, cards)


def _too_many(entries: list[_Entry], rules: RuleSet) -> Iterator[Problem]:
    for card in EXPOSABLE:
        shown = [entry for entry in entries if entry.card == card]
        if len(shown) > rules.decks:
            seats = tuple(dict.fromkeys(seat for entry in shown for seat in entry.seats))
            values = (("count", len(shown)), ("copies", rules.decks))
            yield Problem(ReportProblem.EXPOSED_TOO_OFTEN, FIELD, (card,), seats, values)
    # Only the first card that a seat is dealt can be exposed as such, so it has one at most.
    first = [
        entry for entry in entries if entry.kind is ExposureKind.FIRST and entry.seat is not None
    ]
    for seat in dict.fromkeys(entry.seat for entry in first):
        cards = tuple(card for entry in first if entry.seat == seat for card in entry.cards)
        if len(set(cards)) > 1:
            yield Problem(ReportProblem.TWO_FIRST_EXPOSURES, FIELD, cards, (str(seat),))


@dataclass(frozen=True, slots=True)
class _Statement:
    """One part of the report that tells which seat was dealt a card."""

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
    """Return the seat that was dealt each exposable card, as far as anything tells.

    `hands` are whole hands by their field: those of the report and those of the board. `plays` are
    the plays that prove an owner; with whole hands there are none, because a play that contradicts
    the hands is a problem of its own.

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
    """Yield owners from plays; a card played twice proves nothing and has its own problem."""
    times = Counter(card for play in plays for card in play.cards)
    for place, (seat, cards) in enumerate(plays):
        for card in cards:
            if card in EXPOSABLE and times[card] == 1:
                yield _Statement(at("plays", place), card, seat)


def _not_held(exposures: tuple[Exposure, ...], hands: Mapping[str, Piles]) -> Iterator[Problem]:
    """Yield exposures of cards not held; with two decks a card has two owners."""
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
    """Yield contradictions to the board by reported seat; wrong hands have their own problem."""
    dealt = {statement.card: statement.seat for statement in statements if statement.is_of_board}
    for statement in statements:
        of_hands = statement.field.startswith("hands.")
        if not of_hands and dealt.get(statement.card, statement.seat) != statement.seat:
            where, card = statement.field, (statement.card,)
            yield Problem(ReportProblem.OWNER_NOT_OF_BOARD, where, card, (statement.seat,))


def _unknown(
    statements: list[_Statement], dealt: object, plays: tuple[Play, ...]
) -> Iterator[Problem]:
    """Yield cards without an owner, except those mentioned with a mistake."""
    mentioned = {statement.card for statement in statements}
    mentioned.update(card for play in plays for card in play.cards)
    mentioned.update(dealt if isinstance(dealt, Mapping) else ())
    unknown = tuple(card for card in EXPOSABLE if card not in mentioned)
    if unknown:
        yield Problem(ReportProblem.OWNER_UNKNOWN, "dealt", unknown)
