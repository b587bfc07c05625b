"""The home page: the public events by tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet, Subquery, Sum, Value

from tournaments import access
from tournaments.credentials import accounts
from tournaments.jobs import tournament_filling
from tournaments.models import Event, Tournament
from tournaments.publish.pages import parts
from tournaments.publish.pages.parts import PageParts
from tournaments.publish.pages.progress import RoundState, current_rounds, state_words


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event with its state, if a round was published."""

    event: Event
    state: RoundState | None

    @property
    def words(self) -> str:
        """The state of the event as a sentence."""
        return state_words(self.state) if self.state else ""


@dataclass(frozen=True, slots=True)
class TournamentPart:
    """A tournament with its events, and the job that is adding more, if any."""

    tournament: Tournament
    events: tuple[EventLine, ...]
    filling: tournament_filling.Filling | None = None


@dataclass(frozen=True, slots=True)
class HomePage:
    """The home page; tournaments that have begun come first."""

    parts: PageParts
    tournaments: tuple[TournamentPart, ...]
    is_unowned: bool


def events_by_tournament() -> list[Event]:
    """Return the public events, the latest tournament first, by one query."""
    together = _announced().annotate(all=Value(1)).values("all")
    changes = together.annotate(sum=Sum("public_revision"))
    events = access.public_events().select_related("tournament__club")
    events = events.annotate(changes=Subquery(changes.values("sum")))
    return list(events.order_by("-tournament__starts_on", "-tournament_id", "number"))


def revision(events: Sequence[Event]) -> int:
    """Return a number that grows with every public change, and never falls.

    It is the sum of all public revisions, those of hidden events too.
    """
    if events:
        return int(getattr(events[0], "changes", 0))
    return int(_announced().aggregate(sum=Sum("public_revision"))["sum"] or 0)


def content(events: Sequence[Event]) -> tuple[list[tuple[str, int]], bool]:
    """Return the values that determine the stamp of the page."""
    return [(event.uid, event.public_revision) for event in events], is_unowned(events)


def is_unowned(events: Sequence[Event]) -> bool:
    """Whether this installation was not set up yet; asks no query where there are events."""
    return not events and not accounts.is_founded()


def read(events: Sequence[Event], part: int = 0) -> HomePage:
    """Return what the page shows. Raises Http404 where it has no such part."""
    states = current_rounds(events)
    filled = tournament_filling.fillings_of({event.tournament.uid for event in events})
    tournaments = [
        TournamentPart(
            tournament,
            tuple(
                EventLine(event, states.get(event.pk))
                for event in sorted(group, key=lambda event: event.pk not in states)
            ),
            filled.get(tournament.uid),
        )
        for tournament, group in groupby(events, key=lambda event: event.tournament)
    ]
    tournaments.sort(key=lambda listed: all(line.state is None for line in listed.events))
    divided = parts.divide(
        [len(listed.events) for listed in tournaments],
        parts.EVENTS,
        part,
        parts.tournaments_name,
    )
    return HomePage(divided, tuple(divided.of(tournaments)), is_unowned(events))


def _announced() -> QuerySet[Event]:
    return Event.objects.exclude(tournament__state=Tournament.State.DRAFT)
