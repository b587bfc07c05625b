"""Forms for entries: single names and files; stand-ins, withdrawals, corrected names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused
from tournaments.entries.names import tidy
from tournaments.entries.reading.sheets.files import MOST_BYTES, Workbook, read_book
from tournaments.models import Entry, Event
from tournaments.organise import NewEntry, members_of
from tournaments.organise.entries import REMARK_LENGTH
from tournaments.persons.refusals import PersonReason
from web.forms.base import LIST_FILE, DeskForm
from web.forms.stored_values import StoredForm

NAME_LENGTH = 120
WITHOUT_LINE: Mapping[object, Reason] = {
    Reason.ENTRY_NAME_MISSING: Reason.NAME_MISSING,
    Reason.ENTRY_NAME_TOO_LONG: Reason.NAME_TOO_LONG,
    Reason.ENTRY_NAME_TWICE: Reason.NAME_TAKEN,
}
"""The same problems worded for a single entry, without the number of a line."""
PLAIN = {"autocomplete": "off", "spellcheck": "false"}


class EntriesForm(DeskForm):
    """A form that enters players; it enters a banned player only once an official confirms.

    The question is shown where somebody is banned, and stays until the form is accepted.
    """

    allow_banned = forms.BooleanField(label=_("Enter despite the ban"), required=False)
    _names_banned = False

    @property
    def asks_about_ban(self) -> bool:
        """Whether the page asks if the banned player is entered all the same."""
        return self._names_banned or (self.is_bound and bool(self["allow_banned"].value()))

    def take(self, refused: Refused) -> None:
        """Take the problems of a refusal, and ask for confirmation if somebody is banned."""
        self._names_banned |= any(
            problem.code == PersonReason.BANNED_PERSON for problem in refused.problems
        )
        super().take(refused)


class OneEntryForm(EntriesForm):
    """One entry: a name, or two names and the name of the pair; competitor or house player."""

    name = forms.CharField(
        label=pgettext_lazy("person", "Name"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
    )
    partner = forms.CharField(
        label=_("Partner"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
    )
    own_name = forms.CharField(
        label=_("Name of the pair"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(PLAIN),
    )
    house = forms.BooleanField(
        label=_("House player: fills a table and is not ranked"), required=False
    )
    present = forms.BooleanField(label=_("Already here"), required=False)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "one_%s"
        if members_of(event.form) == 1:
            del self.fields["partner"], self.fields["own_name"]

    def entry(self) -> NewEntry:
        """Return the entry as it was typed."""
        data = self.cleaned_data
        members = tuple(data[name] for name in ("name", "partner") if name in data)
        return NewEntry(members, data.get("own_name", ""))

    def kind(self) -> str:
        """Return what kind of entry it is."""
        return Entry.Kind.HOUSE if self.cleaned_data["house"] else Entry.Kind.COMPETITOR

    def as_typed(self, problem: Problem) -> Problem:
        """Move a problem to the field of its name, without the number of a line."""
        raw_values = dict(problem.values)
        name = str(raw_values.get("name", ""))
        fields = [field for field in ("partner", "name") if field in self.fields]
        typed = [field for field in fields if name and tidy(self.cleaned_data[field]) == name]
        values = tuple((key, value) for key, value in problem.values if key != "line")
        code = WITHOUT_LINE.get(problem.code, problem.code)
        return replace(problem, code=code, field=typed[0] if typed else "name", values=values)


class ListFileForm(DeskForm):
    """A workbook or a CSV file with names."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A workbook (.xlsx, .xls, .ods) or a CSV file. Nothing is entered yet."),
        widget=forms.ClearableFileInput(LIST_FILE),
    )

    def book(self) -> Workbook:
        """Return the sheets of the file. Raises Refused where it cannot be read."""
        return read_book(self.cleaned_data["file"].read(MOST_BYTES + 1))


class MemberForm(StoredForm):
    """The name of a person, to correct it."""

    name = forms.CharField(
        label=pgettext_lazy("person", "Name"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
    )


class PairNameForm(StoredForm):
    """The own name of a pair; left empty, the names of its members are used."""

    name = forms.CharField(
        label=_("Name of the pair"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(PLAIN),
    )


class RemarkForm(StoredForm):
    """A remark of the desk about an entry."""

    remark = forms.CharField(
        label=_("Remark"),
        max_length=REMARK_LENGTH,
        required=False,
        widget=forms.TextInput(PLAIN),
        help_text=_("For the desk only: shown in the list of names and at check-in."),
    )


class StandInForm(EntriesForm):
    """A stand-in: for which member, in which rounds, and whether its points count for the entry."""

    member = forms.TypedChoiceField(label=_("Plays for"), coerce=int)
    name = forms.CharField(
        label=_("Name of the stand-in"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
    )
    from_round = forms.IntegerField(label=_("First round"), min_value=1, max_value=999)
    to_round = forms.IntegerField(
        label=_("Last round"),
        help_text=_("Empty: until the end."),
        min_value=1,
        max_value=999,
        required=False,
    )
    points_count = forms.BooleanField(
        label=_("What the stand-in scores counts for the entry"), required=False, initial=True
    )

    def __init__(self, players: list[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "stand_in_%s"
        self.fields["member"].choices = players  # type: ignore[attr-defined]
        if len(players) == 1:
            self.fields["member"].widget = forms.HiddenInput()
            self.fields["member"].initial = players[0][0]


class WithdrawalForm(DeskForm):
    """The last round of an entry that withdraws (empty: the last published one), and the reason."""

    after_round = forms.IntegerField(
        label=_("Last round"), min_value=0, max_value=999, required=False
    )
    excused = forms.BooleanField(
        label=_("The reason is accepted"),
        help_text=_(
            "With an accepted reason the entry is ranked after all who stayed, or among"
            " them if it played half of its matches of a round robin or a movement. Without"
            " one it stays in the list without a rank."
        ),
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Kept in the log."),
        max_length=200,
        required=False,
        widget=forms.TextInput(PLAIN),
    )
