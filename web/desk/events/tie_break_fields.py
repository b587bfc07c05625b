"""The fields of the tie-breaks: a proposed list, or an order of the director's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.formats.tie_break_lists import OF_MATCHES, OF_MATCHES_BY_DEAL, OF_POINTS
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.tie_breaks import (
    NOT_OF_EVENTS,
    OF_GAINS,
    USUAL,
    USUAL_OF_MATCHES,
)
from tournaments.wording.standings import list_text, tie_breaks_text

MOST: Final = 6
"""The most tie-breaks of a custom order."""
USUALLY: Final = "usual"
OWN: Final = "own"
OFFERED: Final = tuple(tie_break for tie_break in TieBreak if tie_break not in NOT_OF_EVENTS)


class TieBreakFields(forms.Form):
    """The lists that fit the ranking, and the fields of a custom order."""

    tie_breaks = forms.ChoiceField(label=_("Order of tie-breaks"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = [
            ("", "–"),
            *((tie_break.value, wording.sentence(tie_break)) for tie_break in OFFERED),
        ]
        for place in range(1, MOST + 1):
            label = gettext("Tie-break %(place)s of your order") % {"place": place}
            self.fields[own_field(place)] = forms.ChoiceField(
                label=label, choices=words, required=False
            )

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields of the custom order."""
        return [self[name] for name in map(own_field, range(1, MOST + 1)) if name in self.fields]

    def offer_lists(self, ranking: str, *, has_gains: bool) -> None:
        """Limit the choice to what fits a ranking, and totals of gains alone or with minuses."""
        by_match = bool(ranking) and Order(ranking).by_match
        lists = {**OF_MATCHES, **OF_MATCHES_BY_DEAL} if by_match else OF_POINTS
        left_out = frozenset() if has_gains else OF_GAINS
        choices = [
            (name, list_text(name, order))
            for name, order in lists.items()
            if not left_out.intersection(order)
        ]
        for place in range(1, MOST + 1):
            field = self.fields[own_field(place)]
            field.choices = [  # type: ignore[attr-defined]
                (value, label)
                for value, label in field.choices  # type: ignore[attr-defined]
                if value not in left_out
            ]
        if not by_match:
            choices.insert(0, (USUALLY, _usual_text(ranking)))
        choices.append((OWN, gettext("An order of your own, below")))
        self.fields["tie_breaks"].choices = choices  # type: ignore[attr-defined]

    @property
    def shows_own(self) -> bool:
        """Whether the custom order is chosen, or one of its fields is filled in."""
        return self["tie_breaks"].value() == OWN or any(field.value() for field in self.own_fields)

    def clean(self) -> None:
        """Check the custom order: not empty, no repeats, a lot only last, and used if filled in."""
        super().clean()
        data = self.cleaned_data
        order = own_order(data)
        if data.get("tie_breaks") != OWN:
            if order and "tie_breaks" in data:
                self.add_error(
                    "tie_breaks",
                    gettext("Choose “An order of your own” here, or empty the order below."),
                )
            return
        if not order:
            self.add_error("tie_breaks", gettext("Choose at least one tie-break."))
        if len(set(order)) < len(order):
            self.add_error("tie_breaks", gettext("Choose each tie-break only once."))
        elif TieBreak.LOT in order[:-1]:
            text = gettext("A lot leaves no ties, so nothing can follow it. Put it last.")
            self.add_error("tie_breaks", text)


def own_field(place: int) -> str:
    """Return the name of the field of a place in the custom order.

    >>> own_field(1)
    'tie_break_1'
    """
    return f"tie_break_{place}"


def own_order(data: Mapping[str, Any]) -> tuple[TieBreak, ...]:
    """Return the custom order without its empty places.

    >>> own_order({"tie_break_1": "net", "tie_break_3": "lot"})
    (<TieBreak.NET: 'net'>, <TieBreak.LOT: 'lot'>)
    """
    chosen = (data.get(own_field(place)) for place in range(1, MOST + 1))
    return tuple(TieBreak(value) for value in chosen if value)


def chosen_order(data: Mapping[str, Any], ranking: str) -> tuple[TieBreak, ...]:
    """Return the chosen tie-breaks, empty if they are the usual ones of the ranking."""
    name, by_match = data.get("tie_breaks", USUALLY), Order(ranking).by_match
    if name == OWN:
        return own_order(data)
    lists = {**OF_MATCHES, **OF_MATCHES_BY_DEAL} if by_match else OF_POINTS
    order = lists.get(name, ())
    return () if order == USUAL_OF_MATCHES else order


def _usual_text(ranking: str) -> str:
    order: Iterable[TieBreak] = USUAL[Order(ranking)] if ranking else ()
    names = tie_breaks_text(order)
    if not names:
        return gettext("Usual: equals share the place")
    return gettext("Usual: %(order)s, then equals share the place") % {"order": names}
