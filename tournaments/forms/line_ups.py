"""Who of a team takes which seat of a segment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.captains import Led
from tournaments.forms.base import DeskForm
from tournaments.line_up_places import NOBODY, LineUpSeats, Place
from tournaments.models import Segment, Sitting
from tournaments.refusals import Reason, refuse

NOT_CHOSEN = ("", "—")


class LineUpForm(DeskForm):
    """A choice among the players of the team for every seat that it fills."""

    def __init__(
        self,
        segment: Segment,
        wanted: Sequence[Place],
        players: Mapping[str, str],
        data: Any = None,
        *,
        before: LineUpSeats = NOBODY,
    ) -> None:
        super().__init__(data, auto_id=f"{segment.uid}_%s")
        self.wanted = tuple(wanted)
        self.initial = {one.key: before.get(one, "") for one in self.wanted}
        choices = [NOT_CHOSEN, *players.items()]
        for one in self.wanted:
            self.fields[one.key] = forms.ChoiceField(label=place_name(one), choices=choices)

    def seats(self) -> LineUpSeats:
        """Return the line-up as the operation takes it."""
        return {one: self.cleaned_data[one.key] for one in self.wanted}


class CaptainsForm(DeskForm):
    """The teams for which links are drawn; which has none is proposed.

    `seen` is the state that was looked at, so that a button pressed twice does not make worthless
    what it has just printed.
    """

    seen = forms.CharField(widget=forms.HiddenInput)
    entries = forms.MultipleChoiceField(
        label=_("Slips for"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one team.")},
    )

    def __init__(self, teams: Sequence[Led], seen: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        wanting = [one.uid for one in teams if one.drawn_at is None]
        self.initial, self.state = {"seen": seen, "entries": wanting}, seen
        choices = [(one.uid, f"{one.number} · {one.team}") for one in teams]
        self.fields["entries"].choices = choices  # type: ignore[attr-defined]

    def clean_seen(self) -> str:
        """Refuse what was filled in before slips were drawn."""
        seen: str = self.cleaned_data["seen"]
        if seen != self.state:
            raise forms.ValidationError(wording.problem_text(refuse(Reason.SLIPS_DRAWN)))
        return seen


def place_name(place: Place) -> str:
    """Return how a seat is called, with its room where there are two."""
    seat = wording.seat_name(place.label)
    if place.room == Sitting.Room.ONLY:
        return seat
    room = str(Sitting.Room(place.room).label)
    return gettext("%(room)s, %(seat)s") % {"room": room.capitalize(), "seat": seat}
