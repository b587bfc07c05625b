"""The table of a season and the page of a person in it, as desk and public show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404

from clubs.seasons import reading, scales
from clubs.seasons.reading import SeasonRow, SeasonView
from clubs.wording import season_table
from tournaments.models import Season, SeasonEvent, SeasonPoints
from web.publish.pages import parts
from web.publish.pages.parts import PageParts

LATEST = 6
"""The number of events with a column of their own; the others are on the pages of persons."""


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """The points of a person in an event; points that do not count look different."""

    points: Fraction | None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class EventHead:
    """The head of an event's column: its day, and a name that tells it from the other columns.

    A narrow screen shows only the day, unless the event `needs_name` because two share a day.
    """

    chosen: SeasonEvent
    name: str
    needs_name: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A row of the table: the latest events side by side, and the tie-break between equals."""

    each: SeasonRow
    cells: tuple[SeasonCell, ...]
    decided: str


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """What the table of a season shows."""

    view: SeasonView
    parts: PageParts
    lines: tuple[SeasonLine, ...]
    latest: tuple[EventHead, ...]
    rules: tuple[str, ...]
    scale: tuple[tuple[str, str], ...]

    @property
    def season(self) -> Season:
        """The season."""
        return self.view.season

    @property
    def has_counts(self) -> bool:
        """Whether the numbers of events played differ, so that they are worth a column."""
        return len({line.each.row.events for line in self.lines}) > 1


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """An event of a person in a season."""

    chosen: SeasonEvent
    place: int | None
    points: Fraction
    attendance: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class SeasonPersonPage:
    """What the page of a person in a season shows: events, and the ledger that led to them."""

    view: SeasonView
    each: SeasonRow
    decided: str
    played: tuple[PlayedLine, ...]
    ledger: tuple[SeasonPoints, ...]

    @property
    def season(self) -> Season:
        """The season."""
        return self.view.season


def read(view: SeasonView, part: int = 0) -> SeasonPage:
    """Return the table of a season. Raises Http404 if it has no such part."""
    divided = parts.divide([1] * len(view.rows), parts.ROWS, part, parts.rows_name)
    latest = view.played[-LATEST:]
    scale = scales.from_json(view.season.scale)
    return SeasonPage(
        view=view,
        parts=divided,
        lines=tuple(_line(each, latest) for each in divided.of(view.rows)),
        latest=tuple(_heads(latest)),
        rules=tuple(season_table.rule_sentences(view.season)),
        scale=tuple(
            (season_table.band_title(scale, band), season_table.band_text(band)) for band in scale
        ),
    )


def read_person(view: SeasonView, uid: str) -> SeasonPersonPage:
    """Return the page of a person. Raises Http404 for one without points in the season."""
    each = view.find(uid)
    if each is None:
        raise Http404
    row = each.row
    played = tuple(
        PlayedLine(chosen, earned.place, earned.points, earned.attendance, key in row.counted)
        for chosen in view.played
        for key, earned in row.earned.items()
        if key == chosen.event_id
    )
    ledger = tuple(reading.ledger_of(view.season, each.person))
    return SeasonPersonPage(view, each, season_table.decided_text(row), played, ledger)


def _heads(latest: Sequence[SeasonEvent]) -> Iterator[EventHead]:
    for chosen in latest:
        day = chosen.event.tournament.starts_on
        same_day = [each for each in latest if each.event.tournament.starts_on == day]
        is_shared = len(same_day) > 1
        # Every evening of a club may have an event of the same name; the tournament distinguishes
        # them.
        names = [each.event.name for each in (same_day if is_shared else latest)]
        is_telling = names.count(chosen.event.name) == 1
        yield EventHead(
            chosen, (chosen.event if is_telling else chosen.event.tournament).name, is_shared
        )


def _line(each: SeasonRow, latest: Sequence[SeasonEvent]) -> SeasonLine:
    cells = []
    for chosen in latest:
        earned = each.row.earned.get(chosen.event_id)
        points = earned.points + earned.attendance if earned else None
        cells.append(SeasonCell(points, chosen.event_id in each.row.counted))
    return SeasonLine(each, tuple(cells), season_table.decided_text(each.row))
