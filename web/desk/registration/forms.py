"""The form of the terms on which an event is entered without an official."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.registration.terms import EntryTerms
from clubs.registration.verbs import Verb
from tournaments.models import Door, Event
from tournaments.organise.entries import MOST_ENTRIES
from web.forms.dates import HourField
from web.forms.stored_values import Logged, StoredForm

MOST_MINUTES = 24 * 60


class TermsForm(StoredForm):
    """The terms on which an event is entered without an official."""

    door = forms.ChoiceField(
        label=_("Who may enter"), choices=Door.choices, required=False, widget=forms.RadioSelect
    )
    is_approved = forms.TypedChoiceField(
        label=_("Requests to enter"),
        choices=[("1", _("wait until an official approves them")), ("", _("are entered at once"))],
        coerce=bool,
        empty_value="",
        required=False,
        widget=forms.RadioSelect,
    )
    closes_at = HourField(
        label=_("Until"),
        required=False,
        help_text=_("Empty: until the first round is drawn."),
    )
    places = forms.IntegerField(
        label=_("Places"),
        min_value=1,
        max_value=MOST_ENTRIES,
        required=False,
        help_text=_("Later requests go on a waiting list. Empty: no limit."),
    )
    check_in_minutes = forms.IntegerField(
        label=_("Minutes before the start"),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        help_text=_("From then on players check in on their phones. Empty: at the desk."),
    )
    wants_code = forms.BooleanField(
        label=_("Ask for the hall's code of the day"),
        required=False,
        help_text=_("Six digits, shown in the hall alone, so that nobody checks in from home."),
    )

    def __init__(self, event: Event, terms: EntryTerms, *args: Any, **kwargs: Any) -> None:
        initial = {name: getattr(terms, name) for name in self.base_fields}
        initial["is_approved"] = "1" if terms.is_approved else ""
        super().__init__(*args, **{**kwargs, "initial": initial})
        self.event = event
        self.logged = Logged(event.tournament, (Verb.SET_TERMS,), about=event.uid)

    def clean_check_in_minutes(self) -> int | None:
        """Refuse a check-in window if no start was announced."""
        minutes: int | None = self.cleaned_data["check_in_minutes"]
        if minutes and self.event.starts_at is None:
            raise forms.ValidationError(
                gettext("First fill in the starting time of the event, in its settings.")
            )
        return minutes

    def terms(self) -> EntryTerms:
        """Return the terms that were chosen."""
        chosen = self.cleaned_data
        return EntryTerms(**{**chosen, "is_approved": bool(chosen["is_approved"])})
