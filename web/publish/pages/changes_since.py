"""What has changed since it was published: ranks that a correction moved, and seats of a draw."""

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
from tournaments.results.snapshot import EventSnapshot, derived
from web.publish.publications import Publications

MOST_MOVED: Final = 12
"""The changes of standings that are listed; a single result may move half of the rows."""
TableSeat = tuple[int, str]
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
        """Whether the final standings were published and have not changed since."""
        return self.official and not self.moved

    @property
    def shown(self) -> tuple[Moved, ...]:
        """The changes that are listed."""
        return self.moved[:MOST_MOVED]

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


@derived
def changes_of_standings(snapshot: EventSnapshot, published: Publications) -> News | None:
    """Compare the last published standings with the current ones after the same round.

    Only the effects of corrections are news: ordinary results of later rounds change nothing here,
    and entries that joined or left since are no news either. Publications of sealed rounds are left
    out.
    """
    last = published.standings
    if last is None:
        return None
    rounds = public_record(snapshot).field.rounds
    number = last.round if last.round is not None else max(rounds, default=0)
    is_final = number not in published_rows.rounds_played_on(snapshot)
    rows = event_record.record_until(snapshot, number).standings() if is_final else ()
    moved = _moved(last.shown, rows)
    return News(number, last.at, last.is_official, moved)


def changes_of_draw(
    snapshot: EventSnapshot, round_: Round, draws: Sequence[Publication]
) -> Reseated | None:
    """Return the changes if the draw of a round was published more than once, else None.

    For teams a draw is published again with every reveal of line-ups, which is no change.
    """
    if len(draws) < 2:
        return None
    before: dict[TableSeat, set[str]] = {}
    for draw in draws:
        # In half matches a seat has two entries.
        shown: dict[TableSeat, set[str]] = defaultdict(set)
        for row in (row for row in draw.shown if "seat" in row):
            shown[row["table"], row["seat"]].add(row["entry"])
        before = shown | before
    now: dict[TableSeat, set[str]] = defaultdict(set)
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
