"""The page of an event: where it stands, who sits where, and the standings with their sums."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments import queries
from tournaments.models import Event
from tournaments.publish.pages.progress import PUBLIC, RoundState, round_states, state_words
from tournaments.publish.pages.tables import SeatView, tables
from tournaments.queries import StandingsRow

FEW = 16
"""So many seats are shown at once; of more, the reader searches or unfolds the list."""


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits where in the current round."""

    seat: SeatView
    table: int


@dataclass(frozen=True, slots=True)
class EventPage:
    """What the page shows."""

    event: Event
    rounds: tuple[RoundState, ...]
    standings: tuple[StandingsRow, ...]
    wanted: str
    places: tuple[Place, ...]

    @property
    def current(self) -> RoundState | None:
        """The last public round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def state(self) -> str:
        """Where the event stands, as a sentence; empty before the first round."""
        return state_words(self.current) if self.current else ""

    @property
    def found(self) -> tuple[Place, ...]:
        """The seats that the reader asked for: those of a number or a whole name before others."""
        wanted = self.wanted.casefold()
        if not wanted:
            return ()
        named = [place for place in self.places if wanted in place.seat.name.casefold()]
        meant = [
            place
            for place in self.places
            if wanted in (place.seat.name.casefold(), str(place.seat.entry))
        ]
        return tuple(meant or named)

    @property
    def are_too_many(self) -> bool:
        """Whether so many were found that the reader has to say more."""
        return len(self.found) > FEW

    @property
    def are_few(self) -> bool:
        """Whether all seats are shown without being asked for."""
        return len(self.places) <= FEW

    @property
    def has_adjustments(self) -> bool:
        """Whether anything but deals counts in the standings."""
        return any(row.rank.reasons for row in self.standings)


def read(event: Event, wanted: str) -> EventPage:
    """Return what the page shows; `wanted` is a part of a name, or an entry's number."""
    rounds = round_states(event)
    return EventPage(
        event=event,
        rounds=rounds,
        standings=queries.standings(event),
        wanted=wanted.strip(),
        places=_places(event, rounds[-1]) if rounds else (),
    )


def _places(event: Event, current: RoundState) -> tuple[Place, ...]:
    seated = tables(
        segment__match__round__event=event,
        segment__match__round__state__in=PUBLIC,
        segment__match__round__number=current.number,
    )
    places = [Place(seat, table.number) for table in seated for seat in table.seats]
    # Numbers and not names: names in Chinese characters have no order that a reader could use.
    return tuple(sorted(places, key=lambda place: place.seat.entry or 0))
