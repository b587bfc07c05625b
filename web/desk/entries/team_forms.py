"""Forms for entering teams: one by one, as a pasted list, or from a file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.problems import Problem
from tournaments import wording
from tournaments.base.refusals import Reason
from tournaments.entries import pasted_lists
from tournaments.entries.pasted_values import PastedLine
from tournaments.entries.reading.reasons import LineReason
from tournaments.models import Entry, Event
from tournaments.organise import NewEntry, sizes_of
from web.forms.entries import NAME_LENGTH, PLAIN, WITHOUT_LINE, EntriesForm, PairNameForm


class TeamForm(EntriesForm):
    """One team: its name, its club and its players."""

    own_name = forms.CharField(
        label=_("Name of the team"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
    )
    club = forms.CharField(
        label=_("Club"),
        max_length=pasted_lists.CLUB_LENGTH,
        required=False,
        widget=forms.TextInput(PLAIN),
    )
    name = forms.CharField(
        label=_("Players"),
        help_text=_(
            "Four to six names with commas between them. The first is the captain, unless"
            " (captain) follows another name."
        ),
        max_length=pasted_lists.LONGEST_PLAYERS,
        widget=forms.TextInput(PLAIN),
    )

    present = forms.BooleanField(label=_("Already here"), required=False)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "one_%s"
        self.sizes = sizes_of(event.form)

    def clean_name(self) -> PastedLine:
        """Return the players of the team. Refuse too many or too few, and what is no name."""
        players = pasted_lists.players_of(self.cleaned_data["name"], self.sizes)
        if players.left_out or (players.problem and players.problem.code == LineReason.TEAM_SIZE):
            values = {"least": self.sizes[0], "most": self.sizes[-1]}
            raise ValidationError(gettext("A team has %(least)s to %(most)s players.") % values)
        if players.problem and not players.members:
            raise ValidationError(wording.problem_text(players.problem))
        return players

    def entry(self) -> NewEntry:
        """Return the team as it was typed."""
        data, players = self.cleaned_data, self.cleaned_data["name"]
        club = data.get("club", "")
        return NewEntry(players.members, data["own_name"], club, players.captain)

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
