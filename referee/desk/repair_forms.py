"""Repairs as forms: who really sat where in which deals, and to which deal a result belongs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from referee.base.sealed import DIGEST
from tournaments import wording
from tournaments.forms import DeskForm

LAST_DEAL = 999


class RepairForm(DeskForm):
    """What every repair needs: a reason, and the mark of the preview that was looked at."""

    reason = forms.CharField(label=_("Reason"), max_length=500)
    seen = forms.RegexField(rf"^{DIGEST}\Z", required=False, widget=forms.HiddenInput)


class SeatsForm(RepairForm):
    """Who sat at every seat, in the deals from one to another."""

    first = forms.IntegerField(label=_("From deal"), min_value=1, max_value=LAST_DEAL)
    last = forms.IntegerField(label=_("To deal"), min_value=1, max_value=LAST_DEAL)

    def __init__(self, *args: Any, seats: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = tuple(seats)
        for label in seats:
            self.fields[f"at_{label}"] = forms.ChoiceField(
                label=wording.seat_name(label), choices=list(seats.items()), initial=label
            )
        self.order_fields([*(f"at_{label}" for label in seats), "first", "last", "reason", "seen"])

    @property
    def exchange(self) -> dict[str, str]:
        """The seat where the player published at a seat really sat, without those who sat there.

        Where two players are placed at one seat, the choices as typed, which are then refused.
        """
        published = {seat: self.cleaned_data[f"at_{seat}"] for seat in self.seats}
        places: dict[str, str] = {label: seat for seat, label in published.items()}
        if len(places) < len(published):
            return published
        return {label: seat for label, seat in places.items() if label != seat}


class MoveForm(RepairForm):
    """The deal to which a result belongs."""

    other = forms.ChoiceField(label=_("It belongs to"))

    field_order = ("other", "reason", "seen")

    def __init__(self, *args: Any, deals: Sequence[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].choices = deals  # type: ignore[attr-defined]
