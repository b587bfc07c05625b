"""The page of an event: its state, the seating, and the standings with their sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Event, SitOut
from tournaments.publish import measures
from tournaments.publish.measures import Measures
from tournaments.publish.pages import charts, marks, news
from tournaments.publish.pages.charts import Spark
from tournaments.publish.pages.marks import Mark
from tournaments.publish.pages.news import News
from tournaments.publish.pages.progress import PUBLIC, RoundState, round_states, state_words
from tournaments.publish.pages.tables import SeatView, at_last, tables
from tournaments.results import queries
from tournaments.results.standings_input import Record, StandingsRow

FEW = 16
"""The most seats that are shown at once; of more, the reader searches or unfolds the list."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in the current round; without a table the entry has a bye."""

    seat: SeatView
    table: int | None = None


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the standings with the small line of its ranks, after two rounds or more."""

    row: StandingsRow
    spark: Spark | None

    @property
    def change(self) -> str:
        """The direction of the last change of rank: up, down or same; empty after one round."""
        if self.spark is None:
            return ""
        steps = self.row.rank.change
        return "up" if steps > 0 else "down" if steps < 0 else "same"

    @property
    def steps(self) -> int:
        """The number of places of the last change of rank."""
        return abs(self.row.rank.change)


@dataclass(frozen=True, slots=True)
class EventPage:
    """What the page shows."""

    event: Event
    rounds: tuple[RoundState, ...]
    standings: tuple[ShownRow, ...]
    wanted: str
    places: tuple[Place, ...]
    news: News | None
    measures: Measures
    has_history: bool
    """Whether there are two rounds whose ranks can be compared."""
    mark: Mark | None = None

    @property
    def current(self) -> RoundState | None:
        """The last public round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def state(self) -> str:
        """The state of the event as a sentence; empty before the first round."""
        return state_words(self.current) if self.current else ""

    @property
    def found(self) -> tuple[Place, ...]:
        """The seats that match the search: an exact number or name, else names that contain it."""
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
        """Whether the search has too many matches to be shown."""
        return len(self.found) > FEW

    @property
    def are_few(self) -> bool:
        """Whether all seats are shown without a search."""
        return len(self.places) <= FEW

    @property
    def sentences(self) -> tuple[str, ...]:
        """Sentences on how the ranks are made, and on withdrawn entries."""
        withdrawn = measures.withdrawal_sentence(standing.row for standing in self.standings)
        return (*measures.sentences(self.event), *filter(None, [withdrawn]))

    @property
    def columns(self) -> int:
        """The number of columns of the standings, which an opened sum spans."""
        return 3 + len(self.measures.on_screen) + self.has_history


def read(event: Event, wanted: str) -> EventPage:
    """Return the page; `wanted` is a part of a name, or the number of an entry."""
    rounds, known = round_states(event), queries.public_record(event)
    rows = known.standings()
    standings = shown_rows(rows)
    return EventPage(
        event=event,
        rounds=rounds,
        standings=standings,
        wanted=wanted.strip(),
        places=places(event, rounds[-1], known) if rounds else (),
        news=news.changes_of_standings(event, known),
        measures=measures.columns_of_event(event, rows),
        has_history=any(standing.spark for standing in standings),
        mark=marks.mark_of_event(event),
    )


def shown_rows(rows: Sequence[StandingsRow]) -> tuple[ShownRow, ...]:
    """Return the rows of the standings, each with its small line."""
    among = Counter(row.rank.line for row in rows)
    return tuple(
        ShownRow(row, charts.spark(row.rank.history, among[row.rank.line])) for row in rows
    )


def places(event: Event, current: RoundState, known: Record) -> tuple[Place, ...]:
    """Return the seats and byes of a round, sorted by the number of the entry."""
    seated = tables(
        segment__match__round__event=event,
        segment__match__round__state__in=PUBLIC,
        segment__match__round__number=current.number,
    )
    places = [Place(seat, table.number) for table in at_last(seated) for seat in table.seats]
    sit_outs = SitOut.objects.filter(
        round__event=event,
        round__state__in=PUBLIC,
        round__number=current.number,
        entry__kind=Entry.Kind.COMPETITOR,
    )
    for uid in sit_outs.values_list("entry__uid", flat=True):
        competitor = known.competitors.get(uid)
        places += [Place(SeatView("", competitor.name, competitor.number, 0))] if competitor else []
    # By number, because names in Chinese characters have no order that a reader could use.
    return tuple(sorted(places, key=lambda place: place.seat.entry or 0))
