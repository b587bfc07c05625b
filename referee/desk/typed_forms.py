"""The paper sheet of a deal as a form to be typed, with the fields that the game asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from referee.base.refusals import Code, problem
from referee.desk import question_fields, typed, typed_plays
from referee.desk.typed_fields import Asked, sheet_fields
from scoring.game import AskedKind
from scoring.problems import Problem
from scoring.procedure import Procedure
from tournaments import wording
from tournaments.forms import DeskForm

ASKED_HERE: Final = frozenset({"won", "exposed", "dealt", "hands", "plays", "leader", "claim"})
"""The parts of a report that forms ask for; what else a report says is kept as it is."""

EVEN_EMPTY: Final = frozenset({"won", "first_deal"})
"""The parts that say something when they are empty or false."""


class Question(NamedTuple):
    """The field of a question, with the class that it is drawn by: most are not called optional."""

    field: BoundField
    kind: str


class SheetForm(DeskForm):
    """A sheet typed from paper; `report()` is what it says."""

    def __init__(self, *args: Any, asked: Asked, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked = asked
        self.names = asked.names
        self.seat_names = typed.seat_names(asked.seats)
        self.fields |= sheet_fields(asked)
        if asked.needs_reason:
            self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=500)

    def clean(self) -> dict[str, Any]:
        """Name every word beside its field that is no card."""
        for name in list(self.cleaned_data):
            if name.startswith(("won_", "hand_")) or name in self._asked_cards():
                self._unread(name, typed.cards(self.cleaned_data[name], self.names).unread)
        for read in self._allocation().values():
            self._unread("claim_allocation", read.unread)
        for number, line in self._lines():
            self._unread("plays", line.unread)
            if not line.is_trick:
                wrong = problem(self._not_a_trick(line), line=number)
                self.add_error("plays", wording.problem_text(wrong))
        return self.cleaned_data

    def report(self, base: Mapping[str, Any], begins: Procedure | None = None) -> dict[str, Any]:
        """Return the facts of the deal as they were typed, with the rest of `base` as it was.

        Plays are judged by which deal it is; where nobody said that, it is as the deal begins.
        """
        blank = self.asked.blank
        firsts = {name: self._said(name) for name in blank.first_asked}
        asked = question_fields.answers(blank.asks, self.cleaned_data, self.names, base)
        here = ASKED_HERE | firsts.keys() | {one.path[0] for one in blank.asks}
        kept = {name: value for name, value in base.items() if name not in here}
        hands = {seat: cards for seat, cards in self._by_seat("hand").items() if cards}
        parts = {
            **({"won": self._won()} if blank.cards else {}),
            "exposed": self._exposures(),
            "dealt": self._dealt(),
            "hands": hands,
            **self._plays(base, begins),
            "claim": self._claim(base),
            **firsts,
        }
        said = {name: value for name, value in parts.items() if value or name in EVEN_EMPTY}
        return kept | asked | said

    def as_typed(self, problem: Problem) -> Problem:
        """Return a problem of the report as one of the field in which it was typed."""
        of_card = problem.field in {"dealt", "exposed"} and problem.cards
        path = f"{problem.field}.{problem.cards[0]}" if of_card else problem.field
        return replace(problem, field=self._field(path))

    def group(self, *starts: str) -> list[BoundField]:
        """Return the fields whose names start so."""
        return [self[name] for name in self.fields if name.startswith(starts)]

    @property
    def questions(self) -> list[Question]:
        """The questions that have one answer each."""
        asks = self.asked.blank.asks
        return [
            Question(self[question_fields.name_of(one)], "" if one.optional else "field-chosen")
            for one in asks
        ]

    @property
    def won(self) -> list[BoundField]:
        """The cards of every seat, and who gets the rest."""
        return self.group("won_", "rest", *self.asked.blank.first_asked)

    @property
    def exposed(self) -> list[tuple[BoundField, BoundField]]:
        """The cards that may have been exposed, each with whether it was too late."""
        return list(zip(self.group("exposed_"), self.group("late_"), strict=True))

    @property
    def owners(self) -> list[BoundField]:
        """The cards of which it is asked who was dealt them."""
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
        """Whether anything is said of a claim, or wrong with it."""
        return any(field.errors or field.value() for field in self.claim)

    @property
    def opens_play(self) -> bool:
        """Whether anything is said of hands and plays, or wrong with them."""
        return any(field.errors or field.value() for field in self.play)

    def _unread(self, name: str, words: Iterable[str]) -> None:
        for word in words:
            self.add_error(
                name, wording.problem_text(problem(Code.CARDS_NOT_READ, text=word.upper()))
            )

    def _asked_cards(self) -> frozenset[str]:
        asks = self.asked.blank.asks
        return frozenset(
            question_fields.name_of(one) for one in asks if one.kind is AskedKind.CARDS
        )

    def _not_a_trick(self, line: typed_plays.Line) -> Code:
        if line.is_parted:
            return Code.TRICK_NOT_READ
        is_whole = _table(self.asked, {}, {}).whole
        return Code.TRICK_NOT_EVEN if is_whole else Code.PLAYS_NOT_PARTED

    def _said(self, name: str) -> Any:
        return self.cleaned_data.get(name) or ""

    def _by_seat(self, start: str) -> dict[str, list[str]]:
        return {
            seat: list(typed.cards(self._said(f"{start}_{seat}"), self.names).found)
            for seat in self.asked.seats
        }

    def _won(self) -> dict[str, list[str]]:
        won, seat = self._by_seat("won"), self._said("rest")
        if seat:
            placed = [card for cards in won.values() for card in cards]
            placed += [card for read in self._allocation().values() for card in read.found]
            won[seat] += typed.rest(self.asked.blank.cards, placed)
        return {seat: cards for seat, cards in won.items() if cards}

    def _exposures(self) -> list[dict[str, Any]] | dict[str, str]:
        """Return what was exposed; where of nothing it is said by whom, in the form without."""
        shown = [exposure for _name, exposure in self._exposed()]
        if any("seat" in one or "late" in one for one in shown):
            return shown
        return {one["card"]: one.get("kind", "") for one in shown}

    def _exposed(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for number, card in enumerate(self.asked.blank.exposable_copies):
            name = f"exposed_{number}"
            seat, colon, kind = self._said(name).partition(":")
            late = self.cleaned_data.get(f"late_{number}") is True
            said = {"seat": seat, "card": card, "kind": kind, "late": late}
            if colon:
                yield name, {part: value for part, value in said.items() if value}

    def _dealt(self) -> dict[str, str]:
        given = {card: self._said(f"dealt_{card}") for card in self.asked.blank.owners}
        return {card: seat for card, seat in given.items() if seat}

    def _allocation(self) -> dict[str, typed.Typed]:
        return typed.by_seat(self._said("claim_allocation"), self.names, self.seat_names)

    def _lines(self) -> Iterator[tuple[int, typed_plays.Line]]:
        table = _table(self.asked, self.seat_names, self.names)
        return typed_plays.lines(self._said("plays"), table)

    def _plays(self, base: Mapping[str, Any], begins: Procedure | None) -> dict[str, Any]:
        said = [play for _number, line in self._lines() for play in line.plays]
        if not said:
            return {}
        plays = typed_plays.as_report(said, self.asked.blank.at_once)
        if self.asked.blank.asks:
            # Such a game asks by itself for whatever play depends on.
            return {"plays": plays}
        first = {}
        if begins is not None and base.get("first_deal") is None:
            first = {"first_deal": begins.first_deal}
        return {"plays": plays, "leader": said[0][0], **first}

    def _claim(self, base: Mapping[str, Any]) -> dict[str, Any]:
        seat, kind = self._said("claim_seat"), self._said("claim_kind")
        if not seat and not kind:
            return {}
        before = base.get("claim")
        decided = before.get("decided") if isinstance(before, Mapping) else None
        return {
            "seat": seat,
            "after_trick": self.cleaned_data.get("claim_after"),
            "kind": kind,
            "allocation": {
                label: list(read.found) for label, read in self._allocation().items() if label
            },
            "accepted": list(self.cleaned_data.get("claim_accepted") or ()),
            "contested": bool(self.cleaned_data.get("claim_contested")),
            **({"decided": decided} if decided else {}),
        }

    def _field(self, path: str) -> str:
        question = question_fields.field_of(self.asked.blank.asks, path)
        if question is not None:
            return question
        part, _dot, more = path.partition(".")
        first = more.partition(".")[0]
        if part == "exposed":
            return self._field_of_exposure(first)
        if part == "claim":
            asked = {"accepted": "claim_accepted", "allocation": "claim_allocation"}
            asked |= {"contested": "claim_contested", "after_trick": "claim_after"}
            return asked.get(first, "claim_kind")
        if part == "won" and not more:
            return "rest"
        named = {"won": "won", "dealt": "dealt", "hands": "hand"}
        return f"{named[part]}_{first}" if part in named else part

    def _field_of_exposure(self, named: str) -> str:
        """Return the field of an exposure that is named by its place in the report, or its card."""
        shown = list(self._exposed())
        by_card = {exposure["card"]: name for name, exposure in shown}
        by_place = {str(place): name for place, (name, _exposure) in enumerate(shown)}
        return (by_card | by_place).get(named, "exposed_0")


def initial(report: Mapping[str, Any], asked: Asked) -> dict[str, Any]:
    """Return how the facts of a deal are typed, as far as they can be understood."""
    said: dict[str, Any] = {}
    for part, start in (("won", "won"), ("hands", "hand")):
        for seat, cards in _object(report.get(part)).items():
            said[f"{start}_{seat}"] = typed.written(_texts(cards), asked.faces)
    for card, seat in _object(report.get("dealt")).items():
        said[f"dealt_{card}"] = seat
    said |= {name: report.get(name) for name in asked.blank.first_asked}
    said |= question_fields.initial(asked.blank.asks, report)
    said["plays"] = typed_plays.written(report.get("plays"), _table(asked, {}, {}))
    return said | _said_exposed(report.get("exposed"), asked) | _said_claim(report)


def _table(asked: Asked, seats: Mapping[str, str], cards: Mapping[str, str]) -> typed_plays.Table:
    blank = asked.blank
    is_whole = blank.at_once > 1 and not blank.claims
    order, most = tuple(asked.seats), blank.at_once
    return typed_plays.Table(order, seats, cards, most, asked.faces, is_whole)


def _said_exposed(exposed: object, asked: Asked) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for one in map(_object, _listed(exposed)):
        kind = one.get("kind") or next(iter(asked.blank.kinds), "")
        for number, card in enumerate(asked.blank.exposable_copies):
            if card == one.get("card") and f"exposed_{number}" not in said:
                said[f"exposed_{number}"] = f"{one.get('seat') or ''}:{kind}"
                said[f"late_{number}"] = one.get("late") is True
                break
    return said


def _listed(exposed: object) -> Sequence[object]:
    """Return exposures as a list, also those that do not say by whom."""
    if isinstance(exposed, Mapping):
        return [{"card": card, "kind": kind} for card, kind in exposed.items()]
    return exposed if isinstance(exposed, list) else []


def _said_claim(report: Mapping[str, Any]) -> dict[str, Any]:
    claim = _object(report.get("claim"))
    given = _object(claim.get("allocation")).items()
    allocation = [f"{seat}: {typed.written(_texts(cards))}" for seat, cards in given if cards]
    return {
        "claim_seat": claim.get("seat"),
        "claim_kind": claim.get("kind"),
        "claim_after": claim.get("after_trick"),
        "claim_allocation": "; ".join(allocation),
        "claim_accepted": _texts(claim.get("accepted")),
        "claim_contested": claim.get("contested"),
    }


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
