"""The paper sheet of a deal as a form, with the fields that the game asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from referee.base.refusals import Code
from scoring.game import AskedKind
from scoring.problems import Problem
from scoring.procedure import Procedure
from tournaments import wording
from tournaments.base.refusals import refuse
from web.desk.typed_sheets import question_fields, typed, typed_plays
from web.desk.typed_sheets.typed_fields import SheetLayout, sheet_fields
from web.forms.base import DeskForm

ASKED_HERE: Final = frozenset({"won", "exposed", "dealt", "hands", "plays", "leader", "claim"})
"""The parts of a report that forms ask for; all other parts are kept as they are."""

EVEN_EMPTY: Final = frozenset({"won", "first_deal"})
"""Parts that are kept even when they are empty or false."""


class QuestionField(NamedTuple):
    """A question's field with its CSS class, which hides the word “optional” for most."""

    field: BoundField
    kind: str


class SheetForm(DeskForm):
    """A sheet typed from paper; `report()` returns its facts."""

    tells_paths = True

    def __init__(self, *args: Any, asked: SheetLayout, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked = asked
        self.names = asked.names
        self.seat_names = typed.seat_names(asked.seats)
        self.fields |= sheet_fields(asked)
        if asked.needs_reason:
            self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=500)

    def clean(self) -> dict[str, Any]:
        """Report every word that is no card at its field."""
        for name in list(self.cleaned_data):
            if name.startswith(("won_", "hand_")) or name in self._card_question_names():
                self._add_unread(name, typed.cards(self.cleaned_data[name], self.names).unread)
        for share in self._allocation().values():
            self._add_unread("claim_allocation", share.unread)
        for number, line in self._lines():
            self._add_unread("plays", line.unread)
            if not line.is_trick:
                not_a_trick = refuse(self._trick_problem_code(line), line=number)
                self.add_error("plays", wording.problem_text(not_a_trick))
        return self.cleaned_data

    def report(self, base: Mapping[str, Any], begins: Procedure | None = None) -> dict[str, Any]:
        """Return the facts of the deal as typed, with the rest of `base` as it was.

        Plays depend on whether this is the first deal; if the sheet does not say, `begins` decides,
        as it does for what was left open and follows from who leads.
        """
        blank = self.asked.blank
        firsts = {name: self._value(name) for name in blank.first_asked}
        answers = question_fields.answers(blank.asks, self.cleaned_data, self.names, base)
        form_parts = ASKED_HERE | firsts.keys() | {question.path[0] for question in blank.asks}
        kept_parts = {name: value for name, value in base.items() if name not in form_parts}
        hands = {seat: cards for seat, cards in self._cards_by_seat("hand").items() if cards}
        parts = {
            **({"won": self._won_cards()} if blank.cards else {}),
            "exposed": self._exposures(base),
            "dealt": {
                card: seat for card in blank.owners if (seat := self._value(f"dealt_{card}"))
            },
            "hands": hands,
            **self._play_facts(base, begins),
            "claim": self._claim_facts(base),
            **firsts,
        }
        facts = {name: value for name, value in parts.items() if value or name in EVEN_EMPTY}
        report = kept_parts | answers | facts
        return begins.completed(report) if begins else report

    def as_typed(self, problem: Problem) -> Problem:
        """Move a problem of the report to the field in which the part was typed."""
        of_card = problem.field in {"dealt", "exposed"} and problem.cards
        path = f"{problem.field}.{problem.cards[0]}" if of_card else problem.field
        return replace(problem, field=self._field_name(path))

    def group(self, *starts: str) -> list[BoundField]:
        """Return the fields whose names start with one of these."""
        return [self[name] for name in self.fields if name.startswith(starts)]

    @property
    def questions(self) -> list[QuestionField]:
        """The questions that have one answer each."""
        asks = self.asked.blank.asks
        return [
            QuestionField(
                self[question_fields.name_of(question)], "" if question.optional else "field-chosen"
            )
            for question in asks
        ]

    @property
    def won(self) -> list[BoundField]:
        """The cards of every seat."""
        return self.group("won_")

    @property
    def beside_won(self) -> list[BoundField]:
        """Who gets the rest, and what else is asked once for a deal."""
        return self.group("rest", *self.asked.blank.first_asked)

    @property
    def exposed(self) -> list[tuple[BoundField, BoundField]]:
        """The cards that may have been exposed, each with whether it was too late."""
        return list(zip(self.group("exposed_"), self.group("late_"), strict=True))

    @property
    def owners(self) -> list[BoundField]:
        """The fields that ask who was dealt a card."""
        return self.group("dealt_")

    @property
    def claim(self) -> list[BoundField]:
        """The claim that ended the deal."""
        return self.group("claim_")

    @property
    def play(self) -> list[BoundField]:
        """The hands and the plays."""
        return self.group("hand_", "plays")

    @property
    def opens_claim(self) -> bool:
        """Whether anything is typed about a claim, or wrong with it."""
        return any(field.errors or field.value() for field in self.claim)

    @property
    def opens_play(self) -> bool:
        """Whether anything is typed about hands and plays, or wrong with them."""
        return any(field.errors or field.value() for field in self.play)

    def _add_unread(self, name: str, words: Iterable[str]) -> None:
        for word in words:
            self.add_error(
                name, wording.problem_text(refuse(Code.CARDS_NOT_READ, text=word.upper()))
            )

    def _card_question_names(self) -> frozenset[str]:
        asks = self.asked.blank.asks
        return frozenset(
            question_fields.name_of(question)
            for question in asks
            if question.kind is AskedKind.CARDS
        )

    def _trick_problem_code(self, line: typed_plays.TypedLine) -> Code:
        if line.is_parted:
            return Code.TRICK_NOT_READ
        is_whole = _table(self.asked, {}, {}).whole
        return Code.TRICK_NOT_EVEN if is_whole else Code.PLAYS_NOT_PARTED

    def _value(self, name: str) -> Any:
        return self.cleaned_data.get(name) or ""

    def _cards_by_seat(self, start: str) -> dict[str, list[str]]:
        return {
            seat: list(typed.cards(self._value(f"{start}_{seat}"), self.names).cards)
            for seat in self.asked.seats
        }

    def _won_cards(self) -> dict[str, list[str]]:
        won, seat = self._cards_by_seat("won"), self._value("rest")
        if seat:
            placed = [card for cards in won.values() for card in cards]
            placed += [card for share in self._allocation().values() for card in share.cards]
            won[seat] += typed.rest(self.asked.blank.cards, placed)
        return {seat: cards for seat, cards in won.items() if cards}

    def _exposures(self, base: Mapping[str, Any]) -> list[dict[str, Any]] | dict[str, str]:
        """Return the exposures, as {card: kind} if none of them names a seat.

        A late one that a ruling has allowed stays allowed, unless something else of it changes.
        """
        before = base.get("exposed")
        allowed = (
            [one for one in before if _as_object(one).get("allowed")]
            if isinstance(before, list)
            else []
        )
        exposures = [
            {**exposure, "allowed": True} if {**exposure, "allowed": True} in allowed else exposure
            for _name, exposure in self._exposures_by_field()
        ]
        if any("seat" in exposure or "late" in exposure for exposure in exposures):
            return exposures
        return {exposure["card"]: exposure.get("kind", "") for exposure in exposures}

    def _exposures_by_field(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for number, card in enumerate(self.asked.blank.exposable_copies):
            name = f"exposed_{number}"
            seat, colon, kind = self._value(name).partition(":")
            is_late = self.cleaned_data.get(f"late_{number}") is True
            exposure = {"seat": seat, "card": card, "kind": kind, "late": is_late}
            if colon:
                yield name, {part: value for part, value in exposure.items() if value}

    def _allocation(self) -> dict[str, typed.TypedCards]:
        return typed.by_seat(self._value("claim_allocation"), self.names, self.seat_names)

    def _lines(self) -> Iterator[tuple[int, typed_plays.TypedLine]]:
        table = _table(self.asked, self.seat_names, self.names)
        return typed_plays.lines(self._value("plays"), table)

    def _play_facts(self, base: Mapping[str, Any], begins: Procedure | None) -> dict[str, Any]:
        read_plays = [play for _number, line in self._lines() for play in line.plays]
        if not read_plays:
            return {}
        plays = typed_plays.as_report(read_plays, self.asked.blank.at_once)
        if self.asked.blank.asks:
            # Such a game asks itself for whatever the plays depend on.
            return {"plays": plays}
        first = {}
        if begins is not None and base.get("first_deal") is None:
            first = {"first_deal": begins.first_deal}
        return {"plays": plays, "leader": read_plays[0][0], **first}

    def _claim_facts(self, base: Mapping[str, Any]) -> dict[str, Any]:
        seat, kind = self._value("claim_seat"), self._value("claim_kind")
        if not seat and not kind:
            return {}
        previous = base.get("claim")
        decided = previous.get("decided") if isinstance(previous, Mapping) else None
        return {
            "seat": seat,
            "after_trick": self.cleaned_data.get("claim_after"),
            "kind": kind,
            "allocation": {
                label: list(share.cards) for label, share in self._allocation().items() if label
            },
            "accepted": list(self.cleaned_data.get("claim_accepted") or ()),
            "contested": bool(self.cleaned_data.get("claim_contested")),
            **({"decided": decided} if decided else {}),
        }

    def _field_name(self, path: str) -> str:
        question = question_fields.field_of(self.asked.blank.asks, path)
        if question is not None:
            return question
        part, _dot, rest = path.partition(".")
        first = rest.partition(".")[0]
        if part == "exposed":
            return self._exposure_field_name(first)
        if part == "claim":
            fields = {"accepted": "claim_accepted", "allocation": "claim_allocation"}
            fields |= {"contested": "claim_contested", "after_trick": "claim_after"}
            return fields.get(first, "claim_kind")
        if part == "won" and not rest:
            return "rest"
        named = {"won": "won", "dealt": "dealt", "hands": "hand"}
        return f"{named[part]}_{first}" if part in named else part

    def _exposure_field_name(self, named: str) -> str:
        """Return the field of an exposure, named by its position in the report or by its card."""
        exposures = list(self._exposures_by_field())
        by_card = {exposure["card"]: name for name, exposure in exposures}
        by_place = {str(place): name for place, (name, _exposure) in enumerate(exposures)}
        return (by_card | by_place).get(named, "exposed_0")


def initial(report: Mapping[str, Any], layout: SheetLayout) -> dict[str, Any]:
    """Return the initial values of a form for the facts of a deal, as far as they can be read."""
    values: dict[str, Any] = {}
    for part, start in (("won", "won"), ("hands", "hand")):
        for seat, cards in _as_object(report.get(part)).items():
            values[f"{start}_{seat}"] = typed.written(_texts(cards), layout.faces)
    for card, seat in _as_object(report.get("dealt")).items():
        values[f"dealt_{card}"] = seat
    values |= {name: report.get(name) for name in layout.blank.first_asked}
    values |= question_fields.initial(layout.blank.asks, report)
    values["plays"] = typed_plays.written(report.get("plays"), _table(layout, {}, {}))
    return values | _initial_exposures(report.get("exposed"), layout) | _initial_claim(report)


def _table(
    layout: SheetLayout, seats: Mapping[str, str], cards: Mapping[str, str]
) -> typed_plays.TypedTable:
    blank = layout.blank
    is_whole = blank.at_once > 1 and not blank.claims
    order, most = tuple(layout.seats), blank.at_once
    return typed_plays.TypedTable(order, seats, cards, most, layout.faces, is_whole)


def _initial_exposures(exposed: object, layout: SheetLayout) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if isinstance(exposed, Mapping):
        # These do not say who exposed the card.
        exposed = [{"card": card, "kind": kind} for card, kind in exposed.items()]
    for exposure in map(_as_object, exposed if isinstance(exposed, list) else []):
        kind = exposure.get("kind") or next(iter(layout.blank.kinds), "")
        for number, card in enumerate(layout.blank.exposable_copies):
            if card == exposure.get("card") and f"exposed_{number}" not in values:
                values[f"exposed_{number}"] = f"{exposure.get('seat') or ''}:{kind}"
                values[f"late_{number}"] = exposure.get("late") is True
                break
    return values


def _initial_claim(report: Mapping[str, Any]) -> dict[str, Any]:
    claim = _as_object(report.get("claim"))
    shares = _as_object(claim.get("allocation")).items()
    allocation = [f"{seat}: {typed.written(_texts(cards))}" for seat, cards in shares if cards]
    return {
        "claim_seat": claim.get("seat"),
        "claim_kind": claim.get("kind"),
        "claim_after": claim.get("after_trick"),
        "claim_allocation": "; ".join(allocation),
        "claim_accepted": _texts(claim.get("accepted")),
        "claim_contested": claim.get("contested"),
    }


def _as_object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _texts(value: object) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []
