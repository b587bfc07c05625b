"""Form that chooses the players whose name slips are printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.credentials.player_credentials import Holder
from tournaments.forms.base import DeskForm
from tournaments.refusals import Reason, refuse


class SlipsForm(DeskForm):
    """The players who get new slips; those without one are preselected.

    `seen` is the state of the slips when the page was made, so that pressing the button twice does
    not invalidate the slips that were just printed.
    """

    seen = forms.CharField(widget=forms.HiddenInput)
    persons = forms.MultipleChoiceField(
        label=_("Slips for"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one player.")},
    )

    def __init__(self, holders: Sequence[Holder], seen: str, *args: Any, **kwargs: Any) -> None:
        wanting = [holder.uid for holder in holders if holder.drawn_at is None]
        super().__init__(*args, **kwargs)
        self.initial = {"seen": seen, "persons": wanting}
        self.state = seen
        choices = [(holder.uid, f"{holder.number} · {holder.name}") for holder in holders]
        self.fields["persons"].choices = choices  # type: ignore[attr-defined]

    def clean_seen(self) -> str:
        """Refuse a form that is older than the last slips."""
        seen: str = self.cleaned_data["seen"]
        if seen != self.state:
            raise forms.ValidationError(wording.problem_text(refuse(Reason.SLIPS_DRAWN)))
        return seen
