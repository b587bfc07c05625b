"""The form of who enters without an official: the names, and that of a team."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.organise.entries import sizes_of
from web.forms.base import DeskForm
from web.forms.entries import NAME_LENGTH, PLAIN


class EnterForm(DeskForm):
    """The players of a request: one field for each, and the name of a team."""

    key = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, event: Event, *args: Any, first: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of_event, self.first = event, first
        if event.form == Event.Form.TEAMS:
            self.fields["team"] = forms.CharField(
                label=_("Name of the team"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
            )
        sizes = sizes_of(event.form)
        for number in range(2 if first else 1, sizes[-1] + 1):
            self.fields[f"name_{number}"] = forms.CharField(
                label=self._label(number),
                max_length=NAME_LENGTH,
                required=number <= sizes[0],
                widget=forms.TextInput({**PLAIN, "autocomplete": "name" if number == 1 else "off"}),
            )

    def names(self) -> tuple[str, ...]:
        """Return the names that were typed, in their order."""
        typed = [self.cleaned_data.get(name, "") for name in self.fields if name[:5] == "name_"]
        return tuple(name for name in (self.first, *typed) if name)

    def _label(self, number: int) -> str:
        if self.of_event.form == Event.Form.INDIVIDUAL:
            return gettext("Your name")
        if self.of_event.form == Event.Form.PAIRS:
            return gettext("Your name") if number == 1 else gettext("Partner")
        return gettext("Player %(number)s") % {"number": number}
