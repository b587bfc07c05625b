"""What stands on every page of the desk: the bar of what waits, and the rail of the event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from django import template
from django.db.models import IntegerField, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest
from django.template import Context

from tournaments import access, desk_alerts
from tournaments.models import Event, Form, Round, Tournament, User
from tournaments.publish import alert_bar
from tournaments.publish.alert_bar import AlertBar

register = template.Library()

OF_ENTRIES = frozenset({"desk_entry", "desk_entry_add", "desk_entries_file", "desk_seeding"})
"""Pages that belong to the step of the names."""
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
    """The steps and tools of an event; `here` is the name of the page that is shown."""

    event: Event
    rounds: Sequence[RoundStep]
    later: Sequence[int]
    here: str
    directs: bool
    referees: bool

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
        """Whether sides meet in matches, which have a page for each round."""
        return bool(self.rounds) and self.event.form in (Form.PAIRS, Form.TEAMS)

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


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around a page: the bar of its tournament, and the rail of its event."""

    bar: AlertBar | None = None
    rail: Rail | None = None


@register.simple_tag(takes_context=True)
def desk_frame(context: Context) -> Frame:
    """Return what waits in the tournament of the page and the rail of its event, by one query."""
    request, tournament, user = context.get("request"), _tournament(context), _user(context)
    if not isinstance(request, HttpRequest) or tournament is None or user is None:
        return Frame()
    event, known = _event(context), _known_steps(context.get("rounds"))
    wanted = [] if event is None or known is not None else [_round_rows(event)]
    alerts, rows = desk_alerts.read_with([tournament.pk], *wanted)
    bar = alert_bar.alert_bar(request, tournament, user, alerts)
    if event is None:
        return Frame(bar)
    rounds = _steps_of_rows(rows) if known is None else known
    return Frame(bar, _rail(context, event, user, rounds))


def _rail(context: Context, event: Event, user: User, rounds: Sequence[RoundStep]) -> Rail:
    planned = range(len(rounds) + 1, (event.rounds_planned or 0) + 1)
    roles = access.roles_in(user, event.tournament)
    return Rail(
        event=event,
        rounds=rounds,
        later=context.get("later") or planned,
        here=_page_name(context),
        directs=bool(roles & access.DIRECTORS),
        referees=bool(roles & access.REFEREES),
    )


def _round_rows(event: Event) -> QuerySet[Any, Any]:
    """Return the rounds of an event in the columns of the alerts."""
    rounds = Round.objects.filter(event=event).exclude(state=Round.State.CANCELLED)
    return rounds.order_by().values_list(
        Value(ROUND, output_field=TextField()),
        Cast("event", IntegerField()),
        Cast("number", IntegerField()),
        "pk",
        Concat("state", Value(" "), "uid", output_field=TextField()),
    )


def _steps_of_rows(rows: Iterable[tuple[Any, ...]]) -> list[RoundStep]:
    steps = [
        RoundStep(pk, text.partition(" ")[2], text.partition(" ")[0], number)
        for _kind, _event, number, pk, text in rows
    ]
    return sorted(steps, key=attrgetter("number"))


def _known_steps(rounds: object) -> list[RoundStep] | None:
    """Return the rounds that a page has read already, None where it has not."""
    if not isinstance(rounds, list) or not all(isinstance(each, Round) for each in rounds):
        return None
    return [RoundStep(each.pk, each.uid, each.state, each.number) for each in rounds]


def _tournament(context: Context) -> Tournament | None:
    shown = context.get("tournament")
    if isinstance(shown, Tournament):
        return shown if shown.pk else None
    event = context.get("event")
    return event.tournament if isinstance(event, Event) and event.pk else None


def _event(context: Context) -> Event | None:
    """Return the event of the page; of a page of the whole tournament the one it is read in."""
    event = context.get("event")
    if isinstance(event, Event):
        return event if event.pk else None
    request, tournament = context.get("request"), _tournament(context)
    if not isinstance(request, HttpRequest) or tournament is None:
        return None
    here, named = _page_name(context), request.GET.get("event", "")
    if not named and not here.startswith("referee_") and here != "desk_codes":
        return None
    known = context.get("events")
    events = known if isinstance(known, list) else tournament.events.order_by("number")
    return access.event_of_page(tournament, list(events), named)


def _user(context: Context) -> User | None:
    user = getattr(context.get("request"), "user", None)
    return user if isinstance(user, User) else None


def _page_name(context: Context) -> str:
    request = context.get("request")
    match = request.resolver_match if isinstance(request, HttpRequest) else None
    return match.url_name or "" if match else ""
