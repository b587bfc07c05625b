"""Reading which cards were exposed, by whom and how (GZ-21, GZ-22, GZ-26)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import EXPOSABLE
from scoring.gongzhu.facts import Exposure, Kind
from scoring.gongzhu.rules import RuleSet
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


@dataclass(frozen=True, slots=True)
class _Entry:
    """One exposure as far as it could be read, and where its card and its kind stand."""

    card: str | None
    kind: Kind | None
    seat: str | None
    card_field: str
    kind_field: str

    @property
    def cards(self) -> tuple[str, ...]:
        """The card as a tuple, for a problem."""
        return () if self.card is None else (self.card,)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seat as a tuple, for a problem."""
        return () if self.seat is None else (self.seat,)


def read_exposures(value: object, rules: RuleSet, problems: list[Problem]) -> tuple[Exposure, ...]:
    """Return the exposures that could be read, and note what is wrong.

    >>> read_exposures({"SQ": "exposed"}, RuleSet(), [])
    (Exposure(card='SQ', kind=<Kind.EXPOSED: 'exposed'>, seat=None),)
    """
    if value is None:
        return ()
    if isinstance(value, Mapping):
        entries = list(_short_form(value, rules, problems))
    else:
        entries = list(_list_form(value, rules, problems))
    problems.extend(_not_allowed(entries, rules))
    problems.extend(_too_often(entries, rules))
    problems.extend(_two_first(entries))
    return tuple(
        Exposure(entry.card, entry.kind, entry.seat)
        for entry in entries
        if entry.card in EXPOSABLE and entry.kind is not None
    )


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


def _list_form(value: object, rules: RuleSet, problems: list[Problem]) -> Iterator[_Entry]:
    for place, item in enumerate(as_list(value, FIELD, problems)):
        field = at(FIELD, place)
        entry = as_object(item, field, problems)
        if entry is item:
            yield _entry(entry, field, rules, problems)


def _entry(entry: Mapping[str, Any], field: str, rules: RuleSet, problems: list[Problem]) -> _Entry:
    card_field, kind_field, seat_field = (at(field, name) for name in ("card", "kind", "seat"))
    unknown_fields(entry, ("seat", "card", "kind", "late"), field, problems)
    as_truth(entry.get("late", False), at(field, "late"), problems)
    values = {name: required(entry, name, field, problems) for name in ("seat", "card", "kind")}
    seat = as_seat(values["seat"], rules.seats, seat_field, problems) if "seat" in entry else None
    card = as_card(values["card"], card_field, problems) if "card" in entry else None
    kind = _kind(values["kind"], kind_field, problems) if "kind" in entry else None
    return _Entry(card, kind, seat, card_field, kind_field)


def _kind(value: object, field: str, problems: list[Problem]) -> Kind | None:
    text = as_choice(value, [kind.value for kind in Kind], field, problems)
    return None if text is None else Kind(text)


def _not_allowed(entries: list[_Entry], rules: RuleSet) -> Iterator[Problem]:
    for entry in entries:
        if entry.card is not None and entry.card not in EXPOSABLE:
            yield Problem(ReportProblem.NOT_EXPOSABLE, entry.card_field, entry.cards, entry.seats)
        if entry.kind is Kind.FIRST and rules.exposure and not rules.first_exposure:
            yield Problem(
                ReportProblem.FIRST_EXPOSURE_NOT_PLAYED,
                entry.kind_field,
                entry.cards,
                entry.seats,
            )
    if entries and not rules.exposure:
        cards = tuple(card for entry in entries for card in entry.cards)
        yield Problem(ReportProblem.EXPOSURE_NOT_PLAYED, FIELD, cards)


def _too_often(entries: list[_Entry], rules: RuleSet) -> Iterator[Problem]:
    for card in EXPOSABLE:
        shown = [entry for entry in entries if entry.card == card]
        if len(shown) > rules.decks:
            seats = tuple(dict.fromkeys(seat for entry in shown for seat in entry.seats))
            values = (("count", len(shown)), ("copies", rules.decks))
            yield Problem(ReportProblem.EXPOSED_TOO_OFTEN, FIELD, (card,), seats, values)


def _two_first(entries: list[_Entry]) -> Iterator[Problem]:
    """Only the first card that a seat is dealt can be exposed as such, so it has one at most."""
    first = [entry for entry in entries if entry.kind is Kind.FIRST and entry.seat is not None]
    for seat in dict.fromkeys(entry.seat for entry in first):
        cards = tuple(card for entry in first if entry.seat == seat for card in entry.cards)
        if len(set(cards)) > 1:
            yield Problem(ReportProblem.TWO_FIRST_EXPOSURES, FIELD, cards, (str(seat),))
