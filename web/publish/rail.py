"""The rail of an event at the desk: its steps and tools, on every page and as a live part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import IntegerField, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat

from tournaments.models import Event, Form, Round, User
from tournaments.pairing.rounds import OVER_BOARDS
from tournaments.rights import access
from tournaments.structure.regulations import regulations_of
from web.publish import etag

OF_ENTRIES = frozenset({"desk_entry", "desk_entry_add", "desk_entries_file", "desk_seeding"})
"""Pages that belong to the step of entries."""
ROUND: Final = "round"


@dataclass(frozen=True, slots=True)
class RoundStep:
    """A round in the rail."""

    pk: int
    uid: str
    state: str
    number: int


@dataclass(frozen=True, slots=True)
class Rail:
    """The steps and tools of an event; `here` is the name of the page that is shown.

    `referees` says whether the reader referees at any of its tables, `in_full` whether for all of
    it. `shown` is the number of the round on that page, 0 for none; `planned` that of the last
    round.
    """

    event: Event
    rounds: Sequence[RoundStep]
    planned: int
    here: str
    shown: int
    directs: bool
    referees: bool
    in_full: bool

    @property
    def later(self) -> range:
        """The numbers of the rounds that are planned and not drawn yet."""
        return range(len(self.rounds) + 1, self.planned + 1)

    @property
    def last(self) -> RoundStep | None:
        """The newest round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_finished(self) -> bool:
        """Whether the event is over."""
        return self.event.state == Event.State.FINISHED

    @property
    def has_matches(self) -> bool:
        """Whether sides meet in matches, which have a page in each round."""
        return bool(self.rounds) and self.event.form in (Form.PAIRS, Form.TEAMS)

    @property
    def has_movement(self) -> bool:
        """Whether pairs play a movement over boards, which has a page of its own."""
        return self.event.draw_method in OVER_BOARDS

    @property
    def has_appeals(self) -> bool:
        """Whether it is an official competition, with appeals against rulings."""
        return self.in_full and regulations_of(self.event).is_official

    @property
    def is_of_teams(self) -> bool:
        """Whether teams meet, who hand in line-ups."""
        return self.event.form == Form.TEAMS

    @property
    def step(self) -> str:
        """The step that the page belongs to: names, check_in or empty."""
        if self.here == "desk_check_in":
            return "check_in"
        return "names" if self.here == "desk_entries" or self.here in OF_ENTRIES else ""

    @property
    def place(self) -> str:
        """The place of the page on the rail, sent with the request for its live part."""
        return urlencode({"here": self.here, "shown": self.shown, "planned": self.planned})

    @property
    def stamp(self) -> str:
        """The stamp of the rail."""
        rounds = [(each.uid, each.state) for each in self.rounds]
        event = (self.event.uid, self.event.state, self.event.boards, self.event.tie_breaks)
        roles = (self.directs, self.referees, self.in_full)
        return etag.stamp("rail", event, rounds, self.place, *roles)


def rail_of(
    user: User,
    event: Event,
    rounds: Sequence[RoundStep],
    *,
    here: str,
    shown: int = 0,
    planned: int = 0,
) -> Rail:
    """Return the rail of an event for one of its officials."""
    roles = access.roles_in(user, event.tournament)
    reach = access.reach(user, event.tournament, access.REFEREES)
    return Rail(
        event=event,
        rounds=rounds,
        planned=max(planned, len(rounds)),
        here=here,
        shown=shown,
        directs=bool(roles & access.DIRECTORS),
        referees=reach.touches(event.pk),
        in_full=reach.covers(event.pk),
    )


def round_rows(events: Sequence[int]) -> QuerySet[Any, Any]:
    """Return the rounds of events in the columns of the alerts, to be read in the same query."""
    rounds = Round.objects.filter(event__in=events).exclude(state=Round.State.CANCELLED)
    return rounds.order_by().values_list(
        Value(ROUND, output_field=TextField()),
        Cast("event", IntegerField()),
        Cast("number", IntegerField()),
        "pk",
        Concat("state", Value(" "), "uid", output_field=TextField()),
    )


def steps_of_rows(rows: Iterable[tuple[Any, ...]]) -> list[RoundStep]:
    """Return the rows of `round_rows`, among other rows, as steps in order."""
    steps = [
        RoundStep(pk, text.partition(" ")[2], text.partition(" ")[0], number)
        for kind, _event, number, pk, text in rows
        if kind == ROUND
    ]
    return sorted(steps, key=attrgetter("number"))


def steps_of_rounds(rounds: Iterable[Round]) -> list[RoundStep]:
    """Return rounds as steps, without a query."""
    return [RoundStep(each.pk, each.uid, each.state, each.number) for each in rounds]
