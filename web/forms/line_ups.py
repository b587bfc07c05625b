"""Line-ups at the desk and on a captain's page: the forms, the seats, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise, wording
from tournaments.line_ups.line_up_state import MatchLineUps
from tournaments.models import Entry, Event, Segment, Side, Sitting
from tournaments.record.audit import Verb
from tournaments.structure import three_way_matches
from tournaments.structure.line_up_rules import ALTERNATING, NOBODY, LineUpSeat, LineUpSeats
from tournaments.wording.rooms import half_text, room_text
from web.forms.base import NOT_CHOSEN, DeskForm
from web.forms.dates import HOUR, HourField
from web.forms.stored_values import Logged, StoredForm

ALL = "all"


class PlayerField(forms.ChoiceField):
    """A choice of a player that accepts any value: the operation decides, by name, who may play."""

    def validate(self, value: Any) -> None:
        """Require a value, but not one of the choices: the page may be older than the team."""
        forms.Field.validate(self, value)


class LineUpForm(DeskForm):
    """A choice among the players of a team for every seat that it fills."""

    def __init__(
        self,
        segment: Segment,
        places: Sequence[LineUpSeat],
        players: Mapping[str, str],
        data: Any = None,
        *,
        before: LineUpSeats = NOBODY,
    ) -> None:
        super().__init__(data, auto_id=f"{segment.uid}_%s")
        self.wanted = tuple(places)
        self.initial = {place.key: before.get(place, "") for place in self.wanted}
        choices = [NOT_CHOSEN, *players.items()]
        is_half = three_way_matches.is_half(segment.match)
        for place in self.wanted:
            label = place_name(place, is_half=is_half)
            self.fields[place.key] = PlayerField(label=label, choices=choices)

    def seats(self) -> LineUpSeats:
        """Return the line-up as the operation takes it."""
        return {place: self.cleaned_data[place.key] for place in self.wanted}

    def of_room(self, room: str | None = None) -> list[tuple[str, forms.BoundField]]:
        """Return the fields of a room, else all, each with the name of its seat alone."""
        return [
            (wording.seat_name(place.label), self[place.key])
            for place in self.wanted
            if room in (None, place.room)
        ]


class HourForm(DeskForm):
    """The deadline of the next line-ups of a round, for all matches or for one."""

    match = forms.ChoiceField(label=_("Matches"))
    due = HourField(
        label=_("Line-ups due by"),
        required=False,
        input_formats=[HOUR],
        help_text=_("For the next segment. Empty: no deadline."),
    )

    def __init__(self, matches: Sequence[MatchLineUps], data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, auto_id="hour_%s", **kwargs)
        named = [
            (match.match.uid, " – ".join(team.name for team in match.teams)) for match in matches
        ]
        choices = [(ALL, gettext("all matches that wait for line-ups")), *named]
        self.fields["match"].choices = choices  # type: ignore[attr-defined]


class HasRight(Protocol):
    """A match, and the segments in which its home side has the seating right."""

    @property
    def uid(self) -> str: ...

    @property
    def home_right(self) -> int | None: ...


class RightForm(StoredForm):
    """The choice of segments in which the home side has the seating right: odd or even ones."""

    home_right = forms.TypedChoiceField(
        label=_("The home side has the seating right in"), coerce=int
    )

    def __init__(self, event: Event, match: HasRight, data: Any = None) -> None:
        super().__init__(data, auto_id=False, initial={"home_right": match.home_right})
        self.logged = Logged(event.tournament, (Verb.CHOOSE_SEATING_RIGHT,), about=match.uid)
        segments = event.segments
        choices = [(first, right_name(first, segments)) for first in (1, 2)]
        self.fields["home_right"].choices = choices  # type: ignore[attr-defined]


def right_name(first: int, segments: int) -> str:
    """Return the name of every second segment of a match, beginning with `first`."""
    numbers = [str(number) for number in range(first, segments + 1, 2)]
    text = ngettext("segment %(numbers)s", "segments %(numbers)s", len(numbers))
    return text % {"numbers": wording.listed(numbers)}


def place_name(place: LineUpSeat, *, is_half: bool = False) -> str:
    """Return the name of a seat, with its room where the match has two.

    In half matches (三队赛) a pair has the same seats in both halves of the round.
    """
    seat = wording.seat_name(place.label)
    if place.room == Sitting.Room.ONLY or is_half:
        return seat
    room = str(Sitting.Room(place.room).label)
    return gettext("%(room)s, %(seat)s") % {"room": room.capitalize(), "seat": seat}


def seat_rows(
    rows: Sequence[tuple[str, str, str]], *, is_half: bool = False
) -> list[tuple[str, str]]:
    """Return seats with their rooms, and who sits there.

    In half matches the half of the round in which the room is played stands for the room.
    """
    if not is_half:
        return [(place_name(LineUpSeat(room, label)), name) for room, label, name in rows]
    text = gettext("%(room)s, %(seat)s")
    return [
        (text % {"room": half_text(room), "seat": wording.seat_name(label)}, name)
        for room, label, name in sorted(rows, key=lambda row: row[0] == Sitting.Room.CLOSED)
    ]


def seats_of_room(rows: Sequence[tuple[str, str, str]], room: str) -> list[tuple[str, str]]:
    """Return the seats of one room, and who sits there."""
    return [(wording.seat_name(label), name) for at, label, name in rows if at == room]


def may_choose(standing: MatchLineUps) -> bool:
    """Whether the home side of a match can still choose when it has the seating right."""
    is_offered = standing.match.round.event.line_up_order == ALTERNATING and not standing.is_half
    is_in = any(part.handed_in for part in standing.segments)
    return is_offered and not (is_in or standing.is_awarded)


def lacks(segment: Segment, side: Side, entry: Entry) -> str:
    """Return why a team cannot hand in a line-up at all; empty where it can."""
    problem = organise.hand_in_problem(segment, side, entry)
    return wording.problem_text(problem) if problem else ""


def room_of(match: MatchLineUps, room: str) -> str:
    """Return the name of the room of a table where its match has two."""
    return room_text(match.match.round.event, room, is_half=match.is_half)
