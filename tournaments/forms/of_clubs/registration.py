"""Forms of entering without an official: the terms at the desk, and the names of who asks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.forms.dates import HourField
from tournaments.forms.entries import NAME_LENGTH, PLAIN
from tournaments.forms.stored_values import Logged, StoredForm
from tournaments.models import Door, Event
from tournaments.organise.entries import MOST_ENTRIES, sizes_of
from tournaments.registration.terms import Terms
from tournaments.registration.verbs import Verb

MOST_MINUTES = 24 * 60


class TermsForm(StoredForm):
    """On what terms an event is entered without an official."""

    door = forms.ChoiceField(
        label=_("Who may enter"), choices=Door.choices, required=False, widget=forms.RadioSelect
    )
    is_approved = forms.TypedChoiceField(
        label=_("Whoever asks"),
        choices=[("1", _("waits until an official approves")), ("", _("is entered at once"))],
        coerce=bool,
        empty_value="",
        required=False,
        widget=forms.RadioSelect,
    )
    closes_at = HourField(
        label=_("Until"),
        required=False,
        help_text=_("Left empty: until the first round is drawn."),
    )
    places = forms.IntegerField(
        label=_("Places"),
        min_value=1,
        max_value=MOST_ENTRIES,
        required=False,
        help_text=_("Whoever comes later is put on a waiting list. Left empty: no limit."),
    )
    check_in_minutes = forms.IntegerField(
        label=_("Minutes before the start"),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        help_text=_("From then on players check in on their phones. Left empty: at the desk."),
    )
    wants_code = forms.BooleanField(
        label=_("Ask for the hall's code of the day"),
        required=False,
        help_text=_("Six digits, shown in the hall alone, so that nobody checks in from home."),
    )

    def __init__(self, event: Event, terms: Terms, *args: Any, **kwargs: Any) -> None:
        initial = {name: getattr(terms, name) for name in self.base_fields}
        initial["is_approved"] = "1" if terms.is_approved else ""
        super().__init__(*args, **{**kwargs, "initial": initial})
        self.event = event
        self.logged = Logged(event.tournament, (Verb.SET_TERMS,), about=event.uid)

    def clean_check_in_minutes(self) -> int | None:
        """Refuse a window before a start that was not announced."""
        minutes: int | None = self.cleaned_data["check_in_minutes"]
        if minutes and self.event.starts_at is None:
            raise forms.ValidationError(
                gettext("First fill in the starting time of the event, in its settings.")
            )
        return minutes

    def terms(self) -> Terms:
        """Return the terms that were chosen."""
        chosen = self.cleaned_data
        return Terms(**{**chosen, "is_approved": bool(chosen["is_approved"])})


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
