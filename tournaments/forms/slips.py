"""Whose name slips are to be printed."""

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
    """The players for whom slips are drawn; whoever has none is proposed.

    `seen` is the state of the slips that was looked at, so that a button pressed twice does not
    make worthless what it has just printed.
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
        """Refuse what was filled in before slips were drawn."""
        seen: str = self.cleaned_data["seen"]
        if seen != self.state:
            raise forms.ValidationError(wording.problem_text(refuse(Reason.SLIPS_DRAWN)))
        return seen
