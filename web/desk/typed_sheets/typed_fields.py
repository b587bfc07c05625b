"""The fields of a paper sheet: what the game asks for, for every seat of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from referee.base.handed_in import DIGEST, KEY, LARGEST_VERSION
from referee.models import ClaimKind
from scoring.game import Blank
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Depth
from tournaments.wording import games
from web.desk.typed_sheets import question_fields, typed

CARDS: Final = question_fields.CARDS


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The layout of a paper sheet: the game, its blank form, and the seats with their players'
    names.
    """

    game: str
    blank: Blank
    seats: Mapping[str, str]
    needs_reason: bool = False

    @property
    def faces(self) -> tuple[str, ...]:
        """The cards without suit and rank."""
        return typed.faces(self.blank.deck)

    @property
    def face_names(self) -> list[tuple[str, str]]:
        """The cards without suit and rank, each with its name."""
        return [(card, games.card_name(self.game, card)) for card in self.faces]

    @property
    def names(self) -> Mapping[str, str]:
        """The cards with a name in the game, by their names."""
        blank = self.blank
        named = (*blank.cards, *blank.exposable, *blank.owners, *blank.deck)
        return typed.card_names(self.game, named)

    @property
    def is_asked(self) -> bool:
        """Whether the sheet of a deal can be typed at all."""
        return bool(self.blank.cards or self.blank.asks)


def sheet_fields(layout: SheetLayout) -> dict[str, forms.Field]:
    """Return all fields of a sheet in order."""
    questions = dict(question_fields.fields(layout.blank.asks, layout.game, layout.seats))
    for first in [*questions.values()][:1]:
        first.widget.attrs["autofocus"] = True
    return {
        **questions,
        **_won_fields(layout),
        **_exposure_fields(layout),
        **_owner_fields(layout),
        **_claim_fields(layout),
        **_play_fields(layout),
        **_hidden_fields(),
    }


def _won_fields(layout: SheetLayout) -> dict[str, forms.Field]:
    if not layout.blank.cards:
        return {}
    text: dict[str, forms.Field] = {
        f"won_{seat}": _cards_field(_seat_label(seat, name)) for seat, name in layout.seats.items()
    }
    next(iter(text.values())).widget.attrs["autofocus"] = True
    whom = _seat_choices(layout, pgettext("won by", "not recorded"))
    firsts = {
        name: _choice_field(wording.field_text(name), whom) for name in layout.blank.first_asked
    }
    rest = _choice_field(gettext("Remaining cards to"), _seat_choices(layout, gettext("nobody")))
    return text | {"rest": rest} | firsts


def _exposure_fields(layout: SheetLayout) -> dict[str, forms.Field]:
    kinds = layout.blank.kinds or ("",)
    by_seat = [
        (f"{seat}:{kind}", join_facts(wording.seat_name(seat), games.kind_name(layout.game, kind)))
        for kind in kinds
        for seat in layout.seats
    ]
    choices = [("", gettext("not exposed")), *by_seat]
    if layout.blank.copies == 1 and layout.blank.kinds:
        # With a single deck a report need not say who exposed a card.
        unsaid = gettext("%(kind)s, by whom not recorded")
        choices += [
            (f":{kind}", unsaid % {"kind": games.kind_name(layout.game, kind)}) for kind in kinds
        ]
    cards = layout.blank.exposable_copies
    fields: dict[str, forms.Field] = {}
    for number, card in enumerate(cards):
        label, copy = _card_label(layout, card), cards[: number + 1].count(card)
        if copy > 1:
            label = gettext("%(card)s, copy %(number)s") % {"card": label, "number": copy}
        fields[f"exposed_{number}"] = _choice_field(label, choices)
        # Its words beside the choice are short; alone they would not say which card.
        said = {"aria-label": gettext("%(card)s was exposed too late") % {"card": label}}
        fields[f"late_{number}"] = forms.BooleanField(
            label=pgettext("exposed", "too late"), required=False, widget=forms.CheckboxInput(said)
        )
    return fields


def _owner_fields(layout: SheetLayout) -> dict[str, forms.Field]:
    whom = _seat_choices(layout, pgettext("dealt to", "not recorded"))
    words = gettext("%(card)s was dealt to")
    return {
        f"dealt_{card}": _choice_field(words % {"card": _card_label(layout, card)}, whom)
        for card in layout.blank.owners
    }


def _claim_fields(layout: SheetLayout) -> dict[str, forms.Field]:
    if not layout.blank.claims:
        return {}
    seats = [(seat, _seat_label(seat, name)) for seat, name in layout.seats.items()]
    kinds = [("", gettext("no claim")), *ClaimKind.choices]
    first_seat, second_seat = map(wording.seat_short, [*layout.seats][:2])
    return {
        "claim_seat": _choice_field(gettext("Who claims"), [("", gettext("nobody")), *seats]),
        "claim_kind": _choice_field(gettext("What is claimed"), kinds),
        "claim_after": forms.IntegerField(
            label=_("After trick"), required=False, min_value=0, max_value=64
        ),
        "claim_allocation": forms.CharField(
            label=_("Who gets which of the cards still out"),
            help_text=gettext("The seat and its cards, as in %(one)s: H2-4 HA; %(other)s: DJ")
            % {"one": first_seat, "other": second_seat},
            required=False,
            max_length=500,
            widget=forms.TextInput(CARDS),
        ),
        "claim_accepted": forms.MultipleChoiceField(
            label=_("Accepted by"),
            required=False,
            choices=seats,
            widget=forms.CheckboxSelectMultiple,
        ),
        "claim_contested": forms.BooleanField(label=_("Somebody contests it"), required=False),
    }


def _play_fields(layout: SheetLayout) -> dict[str, forms.Field]:
    if Depth.TRICKS not in layout.blank.depths:
        return {}
    hands: dict[str, forms.Field] = {
        f"hand_{seat}": _cards_field(_seat_label(seat, name)) for seat, name in layout.seats.items()
    }
    return hands | {
        "plays": forms.CharField(
            label=_("Every trick"),
            help_text=_plays_help(layout),
            required=False,
            max_length=typed.LONGEST,
            widget=forms.Textarea({"rows": 6, **CARDS}),
        )
    }


def _hidden_fields() -> dict[str, forms.Field]:
    return {
        "seen": forms.IntegerField(
            min_value=0, max_value=LARGEST_VERSION, widget=forms.HiddenInput
        ),
        "key": forms.RegexField(rf"^{KEY}\Z", widget=forms.HiddenInput),
        "previewed": forms.RegexField(rf"^{DIGEST}\Z", required=False, widget=forms.HiddenInput),
    }


def _cards_field(label: str) -> forms.CharField:
    widget = forms.TextInput(CARDS)
    return forms.CharField(label=label, required=False, max_length=500, widget=widget)


def _choice_field(label: str, choices: Sequence[tuple[str, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=choices)


def _seat_choices(layout: SheetLayout, nobody: str) -> list[tuple[str, str]]:
    return [("", nobody), *((s, _seat_label(s, name)) for s, name in layout.seats.items())]


def _seat_label(seat: str, name: str) -> str:
    return join_facts(wording.seat_name(seat), name)


def _card_label(layout: SheetLayout, card: str) -> str:
    name = games.card_name(layout.game, card)
    return f"{wording.card_text(card)} {name}".strip()


def _plays_help(layout: SheetLayout) -> str:
    if layout.blank.together and not layout.blank.claims:
        return gettext(
            "A line for each trick: who leads, then the cards in order of play, as many"
            " from everybody as were led."
        )
    if layout.blank.copies == 1:
        return gettext("A line for each trick: who leads, then the cards in order of play.")
    return gettext(
        "A line for each trick: who leads, then the cards in order of play, one or two from"
        " everybody. In an unfinished trick a slash separates the plays, as in %(seat)s: S4"
        " S4 / SK SK."
    ) % {"seat": wording.seat_short(next(iter(layout.seats)))}
