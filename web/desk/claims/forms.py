"""Forms of a claim: the faced hands, who gets which card, and how an event decides claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee.base.refusals import Code
from referee.base.verbs import Verb
from referee.claims import policies
from referee.claims.hands import MOST_WORDS, Faced
from referee.claims.policies import ClaimTreatment
from referee.models import ClaimAcceptors, ClaimMode
from scoring.cards import SUITS
from scoring.problems import Problem
from tournaments import wording
from tournaments.base.refusals import refuse
from tournaments.base.separators import join_facts
from tournaments.models import Event
from web.desk.decisions.consequences import Consequences
from web.desk.decisions.ruling_forms import article_field, reason_field
from web.desk.typed_sheets import typed
from web.forms.base import DeskForm
from web.forms.stored_values import Logged, StoredForm

LONGEST_HAND: Final = 500
SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class DecideClaimForm(DeskForm):
    """Which seat gets which of the outstanding cards, and why."""

    tells_paths = True

    def __init__(
        self,
        *args: Any,
        game: str,
        cards: Sequence[str],
        seats: Mapping[str, str],
        still_out: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.preview: Consequences | None = None
        self.still_out = tuple(still_out)
        self.names = typed.card_names(game, dict.fromkeys(cards))
        self.seats = tuple(seats)
        for seat, name in seats.items():
            self.fields[f"gets_{seat}"] = forms.CharField(
                label=join_facts(wording.seat_name(seat), name),
                required=False,
                max_length=500,
                widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
            )
        choices = [
            (seat, join_facts(wording.seat_name(seat), name)) for seat, name in seats.items()
        ]
        nobody = ("", _("nobody: every card is listed above"))
        rest_field = forms.ChoiceField(
            label=_("Remaining cards to"), choices=[nobody, *choices], required=False
        )
        why = reason_field(widget=forms.Textarea({"rows": 2}))
        self.fields |= {"rest": rest_field, "reason": why, "article": article_field()}
        self.fields["previewed"] = forms.CharField(
            required=False, max_length=64, widget=forms.HiddenInput
        )

    @property
    def of_seats(self) -> list[BoundField]:
        """The field of each seat."""
        return [self[f"gets_{seat}"] for seat in self.seats]

    @property
    def others(self) -> list[BoundField]:
        """The fields that are asked once."""
        return [field for field in self if not field.name.startswith("gets_")]

    def clean(self) -> dict[str, Any]:
        """Report every word that is no card at its field."""
        for seat in self.seats:
            for word in self._read(seat).unread:
                unread = refuse(Code.CARDS_NOT_READ, text=word)
                self.add_error(f"gets_{seat}", wording.problem_text(unread))
        return self.cleaned_data

    def as_typed(self, problem: Problem) -> Problem:
        """Move a problem of the decided deal to the field of its seat."""
        seat = problem.field.rpartition(".")[2]
        return replace(problem, field=f"gets_{seat}" if seat in self.seats else problem.field)

    @property
    def allocation(self) -> dict[str, list[str]]:
        """The cards of every seat that gets any; the rest go to the seat chosen for them."""
        cards_by_seat = {seat: list(self._read(seat).cards) for seat in self.seats}
        if rest_seat := self.cleaned_data.get("rest"):
            placed = [card for cards in cards_by_seat.values() for card in cards]
            cards_by_seat[rest_seat] += typed.rest(self.still_out, placed)
        return {seat: cards for seat, cards in cards_by_seat.items() if cards}

    def _read(self, seat: str) -> typed.TypedCards:
        return typed.cards(self.cleaned_data.get(f"gets_{seat}") or "", self.names)


def _moment_fields(seats: Sequence[tuple[str, str]]) -> dict[str, forms.Field]:
    """Return what is asked of the moment of a claim, beside the cards; all of it may be unknown."""
    nobody = ("", gettext("not known"))
    return {
        "turn": forms.ChoiceField(
            label=_("Whose turn it is"), choices=[nobody, *seats], required=False
        ),
        "led": forms.MultipleChoiceField(
            label=_("Suits that were led in complete tricks"),
            help_text=_("Needed where an exposed card is still held."),
            choices=[(suit, SIGNS[suit]) for suit in SUITS],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        ),
    }


def _statement_fields(others: Sequence[tuple[str, str]]) -> dict[str, forms.Field]:
    """Return what the claimant states, and who of the others objects."""
    return {
        "line": forms.CharField(
            label=_("Line of play that the claimant states"),
            required=False,
            max_length=MOST_WORDS,
            widget=forms.Textarea({"rows": 3}),
        ),
        "objecting": forms.MultipleChoiceField(
            label=_("Who objects"),
            choices=others,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        ),
    }


class FacedForm(StoredForm):
    """The cards on the table: every hand, the trick, the turn; the line stated, and who objects."""

    tells_paths = True

    def __init__(
        self,
        *args: Any,
        game: str,
        deck: Sequence[str],
        seats: Mapping[str, str],
        claimant: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.names = typed.card_names(game, dict.fromkeys(deck))
        self.seats = dict(seats)
        choices = [
            (seat, join_facts(wording.seat_name(seat), name)) for seat, name in seats.items()
        ]
        for seat, words in choices:
            self.fields[f"hand_{seat}"] = _cards_field(words)
        for seat, words in choices:
            label = gettext("On the table, %(seat)s") % {"seat": words}
            self.fields[f"trick_{seat}"] = _cards_field(label)
        others = [choice for choice in choices if choice[0] != claimant]
        self.fields |= _moment_fields(choices) | _statement_fields(others)

    @property
    def of_seats(self) -> list[list[BoundField]]:
        """The hands, and the cards on the table, a field for each seat."""
        parts = (self._names_of("hand"), self._names_of("trick"))
        return [[self[name] for name in names] for names in parts]

    @property
    def others(self) -> list[BoundField]:
        """The fields that are asked once."""
        placed = {field.name for fields in self.of_seats for field in fields}
        return [field for field in self if field.name not in placed]

    @classmethod
    def values_of(cls, faced: Faced) -> dict[str, Any]:
        """Return the initial values of the fields from the faced hands on record."""
        hands = {f"hand_{seat}": " ".join(cards) for seat, cards in faced.hands.items()}
        trick = {f"trick_{seat}": card for seat, card in faced.trick}
        more = {"turn": faced.turn, "led": list(faced.led), "line": faced.line}
        return {**hands, **trick, **more, "objecting": list(faced.objecting)}

    def clean(self) -> dict[str, Any]:
        """Report every word that is no card at its field."""
        for name in [*self._names_of("hand"), *self._names_of("trick")]:
            for word in self._read(name).unread:
                unread = refuse(Code.CARDS_NOT_READ, text=word)
                self.add_error(name, wording.problem_text(unread))
        return self.cleaned_data

    def as_typed(self, problem: Problem) -> Problem:
        """Move a problem of the ending to its field."""
        part, _dot, seat = problem.field.partition(".")
        field = {"hands": f"hand_{seat}", "turn": "turn", "led": "led"}.get(part, "")
        return replace(problem, field=field if field in self.fields else "")

    @property
    def faced(self) -> Faced:
        """The faced hands as written down; the trick is in order of play, its leader first."""
        data = self.cleaned_data
        hands = {seat: self._read(f"hand_{seat}").cards for seat in self.seats}
        on_table = {seat: self._read(f"trick_{seat}").cards for seat in self.seats}
        return Faced(
            hands={s: list(cards) for s, cards in hands.items()} if any(hands.values()) else {},
            trick=self._trick({s: cards[0] for s, cards in on_table.items() if cards}),
            led=tuple(data["led"]),
            turn=data["turn"],
            line=data["line"],
            objecting=tuple(data["objecting"]),
        )

    def _trick(self, played: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """The seats that have played come before the seat whose turn it is, the leader first."""
        order = list(self.seats)
        turn = self.cleaned_data["turn"]
        start = order.index(turn) if turn in order else 0
        around = [*order[start:], *order[:start]]
        return tuple((seat, played[seat]) for seat in around if seat in played)

    def _names_of(self, part: str) -> list[str]:
        return [f"{part}_{seat}" for seat in self.seats]

    def _read(self, name: str) -> typed.TypedCards:
        return typed.cards(self.cleaned_data.get(name) or "", self.names)


class ReopenForm(DeskForm):
    """The reason why an agreed claim is reopened, or stands after all."""

    reason = reason_field()


class PlayOnForm(DeskForm):
    """The reason why the table plays on."""

    reason = reason_field()


class PolicyForm(StoredForm):
    """How an event decides claims, and who has to accept a claim."""

    mode = forms.ChoiceField(
        label=_("A contested claim"), choices=ClaimMode.choices, widget=forms.RadioSelect
    )
    acceptors = forms.ChoiceField(
        label=_("Who has to accept a claim"),
        choices=ClaimAcceptors.choices,
        widget=forms.RadioSelect,
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        now = policies.policy_of(event)
        super().__init__(data, initial={"mode": now.mode, "acceptors": now.acceptors})
        self.logged = Logged(event.tournament, (Verb.SET_CLAIM_POLICY,), about=event.uid)

    @property
    def policy(self) -> ClaimTreatment:
        """The policy that was chosen."""
        data = self.cleaned_data
        return ClaimTreatment(ClaimMode(data["mode"]), ClaimAcceptors(data["acceptors"]))


def _cards_field(label: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=LONGEST_HAND,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
