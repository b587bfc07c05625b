"""Changes since the last publication: corrected standings, and changed draws."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from tournaments.checks import published_rows
from tournaments.models import Event, Publication, Round
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.snapshot import EventSnapshot

MOST: Final = 12
Place = tuple[int, str]
"""A table by its number, and a seat of it."""


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry whose place or total a correction has changed since they were published."""

    row: StandingsRow
    place: int
    total: Fraction


@dataclass(frozen=True, slots=True)
class News:
    """The last published standings, and the entries that have changed since."""

    round: int
    at: datetime
    official: bool
    moved: tuple[Moved, ...]

    @property
    def is_final(self) -> bool:
        """Whether the final standings were published and stand as they were."""
        return self.official and not self.moved

    @property
    def shown(self) -> tuple[Moved, ...]:
        """The changes that are listed: a single result may move half of the rows."""
        return self.moved[:MOST]

    @property
    def more(self) -> int:
        """The number of changes that are not listed."""
        return len(self.moved) - len(self.shown)


@dataclass(frozen=True, slots=True)
class Reseated:
    """A draw that was published again after a change of seats."""

    first: datetime
    last: datetime
    tables: tuple[int, ...]


def changes_of_standings(snapshot: EventSnapshot) -> News | None:
    """Compare the last published standings with the current ones after the same round.

    Only what a correction has changed is news: ordinary results of later rounds change nothing in
    it, and who came or went since is no news either. Publications of sealed rounds are left out.
    """
    kind, known = Publication.Kind.STANDINGS, public_record(snapshot)
    published = (
        snapshot.event.publications.filter(kind=kind)
        .select_related("round")
        .defer("round__reasons")
    )
    if known.sealed_from is not None:
        published = published.filter(round__number__lt=known.sealed_from)
    last = published.order_by("-seq", "-pk").first()
    if last is None:
        return None
    number = last.round.number if last.round else max(known.field.rounds, default=0)
    is_final = number not in published_rows.rounds_played_on(snapshot)
    rows = event_record.record_until(snapshot, number).standings() if is_final else ()
    moved = _moved(last.shown, rows)
    official = last.state == Publication.State.OFFICIAL
    return News(number, last.created_at, official, moved)


def changes_of_draw(snapshot: EventSnapshot, round_: Round) -> Reseated | None:
    """Return the changes where the draw of a round was published more than once, else None.

    For teams a draw is published again with every reveal of line-ups, which is no change.
    """
    draws = list(round_.publications.filter(kind=Publication.Kind.DRAW).order_by("seq"))
    if len(draws) < 2:
        return None
    before: dict[Place, set[str]] = {}
    for draw in draws:
        # In half matches a seat has two entries.
        shown: dict[Place, set[str]] = defaultdict(set)
        for row in (row for row in draw.shown if "seat" in row):
            shown[row["table"], row["seat"]].add(row["entry"])
        before = shown | before
    now: dict[Place, set[str]] = defaultdict(set)
    for match in snapshot.matches_of(round_):
        for sitting in snapshot.sittings_by_match[match.key]:
            for seat in sitting.seats:
                now[sitting.table, seat.label].add(snapshot.entry_of(seat).uid)
    differ = {place[0] for place, entries in now.items() if entries - before.get(place, entries)}
    tables = sorted(differ)
    if round_.event.form == Event.Form.TEAMS and not tables:
        return None
    return Reseated(draws[0].created_at, draws[-1].created_at, tuple(tables))


def _moved(shown: Sequence[Mapping[str, Any]], rows: Sequence[StandingsRow]) -> tuple[Moved, ...]:
    before = {str(published["entry"]): published for published in shown}
    return tuple(
        Moved(row, int(str(published["place"])), Fraction(str(published["total"])))
        for row in published_rows.corrected(shown, rows)
        for published in [before[row.rank.entry]]
    )
