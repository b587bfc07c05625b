"""Forms for entering teams: one by one, as a pasted list, or from a file."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.problems import Problem
from tournaments.entries import team_lists
from tournaments.entries.entry_lists import MOST_BYTES, Grid, read_file
from tournaments.entries.team_lists import TeamList
from tournaments.forms.base import LIST_FILE, DeskForm
from tournaments.forms.entries import NAME_LENGTH, PLAIN, WITHOUT_LINE, BanForm, PairNameForm
from tournaments.models import Entry, Event
from tournaments.organise import NewEntry, sizes_of
from tournaments.refusals import Reason


class TeamForm(BanForm):
    """One team: its name, its club and its players."""

    own_name = forms.CharField(
        label=_("Name of the team"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
    )
    club = forms.CharField(
        label=_("Club"),
        max_length=team_lists.CLUB_LENGTH,
        required=False,
        widget=forms.TextInput(PLAIN),
    )
    name = forms.CharField(
        label=_("Players"),
        help_text=_(
            "Four to six names with commas between them. The first is the captain; (captain) "
            "behind another one says otherwise."
        ),
        max_length=1000,
        widget=forms.TextInput(PLAIN),
    )

    present = forms.BooleanField(label=_("Already here"), required=False)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "one_%s"
        self.sizes = sizes_of(event.form)

    def clean_name(self) -> TeamList:
        """Return the team with its players; too many or too few players are refused."""
        # Colons are removed: the list format takes what follows the first one as players.
        grid = [(1, ["-：" + self.cleaned_data["name"].replace("：", " ").replace(":", " ")])]
        team_list = team_lists.teams_of(grid, self.sizes)
        if team_list.rows[0].size:
            values = {"least": self.sizes[0], "most": self.sizes[-1]}
            raise ValidationError(gettext("A team has %(least)s to %(most)s players.") % values)
        return team_list

    def entry(self) -> NewEntry:
        """Return the team as it was typed."""
        data, row = self.cleaned_data, self.cleaned_data["name"].rows[0]
        members = tuple(cell.text for cell in row.members)
        return NewEntry(members, data["own_name"], data.get("club", ""), row.captain.text)

    def kind(self) -> str:
        """Return what kind of entry it is: a team competes."""
        return Entry.Kind.COMPETITOR

    def as_typed(self, problem: Problem) -> Problem:
        """Move a problem to the field of its name, without the number of a line."""
        values = tuple((key, value) for key, value in problem.values if key != "line")
        name = dict(values).get("name")
        of_team = problem.code is Reason.TEAM_NAME_MISSING
        of_team = of_team or name == self.cleaned_data.get("own_name")
        code = WITHOUT_LINE.get(problem.code, problem.code)
        return replace(problem, code=code, field="own_name" if of_team else "name", values=values)


class TeamNameForm(PairNameForm):
    """The name of a team, which is required."""

    name = forms.CharField(
        label=_("Name of the team"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
    )


class TeamFileForm(DeskForm):
    """A workbook or a CSV file with teams."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A workbook (.xlsx, .xls, .ods) or a CSV file. Nothing is entered yet."),
        widget=forms.ClearableFileInput(LIST_FILE),
    )

    def teams(self, event: Event, taken: Collection[str]) -> TeamList:
        """Return what the file holds. Raises Refused where it cannot be read."""
        content = self.cleaned_data["file"].read(MOST_BYTES + 1)
        return read_teams(read_file(content), event, taken)


class TeamTextForm(BanForm):
    """The list that was read from a file, as text that can be corrected before it is entered."""

    names = forms.CharField(
        label=_("The list as it will be entered"),
        help_text=_("One team on a line. Mend here what is wrong, then check again."),
        max_length=400_000,
        strip=False,
        widget=forms.Textarea({"rows": 12, **PLAIN}),
    )

    def teams(self, event: Event, taken: Collection[str]) -> TeamList:
        """Return the teams of the text. Raises Refused where there are none."""
        return read_teams(team_lists.read_text(self.cleaned_data["names"]), event, taken)


def read_teams(grid: Grid, event: Event, taken: Collection[str]) -> TeamList:
    """Return the teams of rows with their problems, compared with the entries there are."""
    names = event.entries.values_list("name", flat=True)
    return team_lists.teams_of(grid, sizes_of(event.form), taken, frozenset(names))
