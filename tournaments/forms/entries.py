"""Who takes part: one by one, as a list, from a file; stand-ins, withdrawals and mended names."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.problems import Problem
from tournaments import wording
from tournaments.entries import entry_lists
from tournaments.entries.entry_lists import EntryList
from tournaments.entries.names import tidy
from tournaments.forms.base import LIST_FILE, DeskForm
from tournaments.models import Entry, Event
from tournaments.organise import members_of
from tournaments.refusals import Reason, Refused

NAME_LENGTH = 120
WITHOUT_LINE: Mapping[object, Reason] = {
    Reason.ENTRY_NAME_MISSING: Reason.NAME_MISSING,
    Reason.ENTRY_NAME_TOO_LONG: Reason.NAME_TOO_LONG,
    Reason.ENTRY_NAME_TWICE: Reason.NAME_TAKEN,
}
"""The same said of one entry alone."""
PLAIN = {"autocomplete": "off", "spellcheck": "false"}


class EntriesForm(DeskForm):
    """Names, one entry on a line; empty lines count as lines and for nothing else."""

    names = forms.CharField(
        label=_("Names"),
        max_length=100_000,
        strip=False,
        widget=forms.Textarea({"rows": 10, **PLAIN}),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.size = members_of(event.form)
        self.fields["names"].help_text = (
            gettext("One player on a line. Paste a list or type.")
            if self.size == 1
            else gettext(
                "One pair on a line, with / or 、 or a comma between the two names. "
                "A third name on the line is the pair's own."
            )
        )

    def clean_names(self) -> list[tuple[int, list[str], str]]:
        """Return the lines that hold something: number, members, the entry's own name."""
        try:
            grid = entry_lists.read_text(self.cleaned_data["names"], self.size)
        except Refused as refused:
            if refused.problems[0].code != entry_lists.ListProblem.EMPTY:
                raise ValidationError(wording.problem_text(refused.problems[0])) from refused
            raise ValidationError(gettext("Enter at least one name.")) from refused
        return [(number, *self._split(list(cells))) for number, cells in grid]

    def members(self) -> list[list[str]]:
        """Return the names as `organise` takes them: of every entry the list of its members."""
        return [members for _number, members, _name in self.cleaned_data["names"]]

    def own_names(self) -> list[str]:
        """Return the entries' own names, empty where there is none."""
        return [name for _number, _members, name in self.cleaned_data["names"]]

    def as_typed(self, problem: Problem) -> Problem:
        """Give the number of the line in the text for the number of the entry in the list."""
        lines = [number for number, _members, _name in self.cleaned_data["names"]]
        values = dict(problem.values)
        if "line" in values:
            values["line"] = lines[int(values["line"]) - 1]
        return replace(problem, values=tuple(sorted(values.items())))

    def _split(self, cells: list[str]) -> tuple[list[str], str]:
        if self.size == 1 or len(cells) <= self.size:
            return cells, ""
        # More parts than two names and a third: the operation says how many it found.
        return (cells[:2], cells[2]) if len(cells) == self.size + 1 else (cells, "")


class OneEntryForm(DeskForm):
    """One entry: a name, or two and a name of the pair; competitor or house player."""

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

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "one_%s"
        if members_of(event.form) == 1:
            del self.fields["partner"], self.fields["own_name"]

    def members(self) -> list[list[str]]:
        """Return the one entry as `organise` takes it."""
        said = self.cleaned_data
        return [[said[name] for name in ("name", "partner") if name in said]]

    def own_names(self) -> list[str]:
        """Return the pair's own name."""
        return [self.cleaned_data.get("own_name", "")]

    def kind(self) -> str:
        """Return what kind of entry it is."""
        return Entry.Kind.HOUSE if self.cleaned_data["house"] else Entry.Kind.COMPETITOR

    def as_typed(self, problem: Problem) -> Problem:
        """Lead a problem of a name to the field of that name, and speak of no line."""
        said = dict(problem.values)
        name = str(said.get("name", ""))
        fields = [field for field in ("partner", "name") if field in self.fields]
        typed = [field for field in fields if name and tidy(self.cleaned_data[field]) == name]
        values = tuple((key, value) for key, value in problem.values if key != "line")
        code = WITHOUT_LINE.get(problem.code, problem.code)
        return replace(problem, code=code, field=typed[0] if typed else "name", values=values)


class ListFileForm(DeskForm):
    """A workbook or a CSV file with names."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("An Excel workbook (.xlsx) or a CSV file. Nothing is entered yet."),
        widget=forms.ClearableFileInput(LIST_FILE),
    )

    def entries(self, size: int, taken: Collection[str]) -> EntryList:
        """Return what the file holds. Raises Refused where it cannot be read."""
        upload = self.cleaned_data["file"]
        content = upload.read(entry_lists.MOST_BYTES + 1)
        return entry_lists.entries_of(entry_lists.read_file(content), size, taken)


class ListTextForm(DeskForm):
    """What was read from a file, as text in which everything can still be mended."""

    names = forms.CharField(
        label=_("The list as it will be entered"),
        help_text=_("One entry on a line. Mend here what is wrong, then check again."),
        max_length=400_000,
        strip=False,
        widget=forms.Textarea({"rows": 12, **PLAIN}),
    )

    def entries(self, size: int, taken: Collection[str]) -> EntryList:
        """Return the entries of the text. Raises Refused where there are none."""
        grid = entry_lists.read_text(self.cleaned_data["names"], size)
        return entry_lists.entries_of(grid, size, taken)


class MemberForm(DeskForm):
    """A person's name, to mend a slip in it."""

    name = forms.CharField(
        label=pgettext_lazy("person", "Name"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
    )


class PairNameForm(DeskForm):
    """The name of a pair; without one it goes by the names of its members."""

    name = forms.CharField(
        label=_("Name of the pair"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(PLAIN),
    )


class StandInForm(DeskForm):
    """Who stands in for whom, in which rounds, and for whom the points count."""

    member = forms.TypedChoiceField(label=_("Plays for"), coerce=int)
    name = forms.CharField(
        label=_("Name of the stand-in"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
    )
    from_round = forms.IntegerField(label=_("First round"), min_value=1, max_value=999)
    to_round = forms.IntegerField(
        label=_("Last round"),
        help_text=_("Left empty: until the end."),
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
    """After which round an entry leaves, usually after the last one that was published, and why."""

    after_round = forms.IntegerField(
        label=_("Last round"), min_value=0, max_value=999, required=False
    )
    excused = forms.BooleanField(
        label=_("The reason is accepted"),
        help_text=_("Without an accepted reason the entry stays in the list without a rank."),
        required=False,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Kept in the log."),
        max_length=200,
        required=False,
        widget=forms.TextInput(PLAIN),
    )
