"""What has changed since it was published: the last publication is laid beside what holds now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Final

from tournaments import queries
from tournaments.models import Event, Publication, Round
from tournaments.queries import StandingsRow
from tournaments.scores import Record

MOST: Final = 12


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry whose place or total is no longer what was published."""

    row: StandingsRow
    place: int | None
    total: Fraction | None


@dataclass(frozen=True, slots=True)
class News:
    """Which standings were published when, and what of them holds no longer."""

    round: int
    at: datetime
    official: bool
    moved: tuple[Moved, ...]

    @property
    def shown(self) -> tuple[Moved, ...]:
        """Those that are told one by one: a single result may push half of the rows."""
        return self.moved[:MOST]

    @property
    def more(self) -> int:
        """How many are only counted."""
        return len(self.moved) - len(self.shown)


@dataclass(frozen=True, slots=True)
class Reseated:
    """The draw of a round was published again after a change of seats."""

    first: datetime
    last: datetime
    tables: tuple[int, ...]


def of_standings(event: Event, known: Record) -> News | None:
    """Compare the standings published last with what they are now after the same round."""
    kind = Publication.Kind.STANDINGS
    published = event.publications.filter(kind=kind).select_related("round")
    last = published.order_by("-seq", "-pk").first()
    if last is None:
        return None
    number = last.round.number if last.round else max(known.field.rounds, default=0)
    moved = _moved(last.shown, known.standings(number))
    official = last.state == Publication.State.OFFICIAL
    return News(number, last.created_at, official, moved)


def of_draw(round_: Round) -> Reseated | None:
    """Say whether the draw of a round was published more than once, and which tables differ.

    Where line-ups give the seats a draw is published again with every reveal: that is no change.
    """
    draws = list(round_.publications.filter(kind=Publication.Kind.DRAW).order_by("seq"))
    if len(draws) < 2:
        return None
    before: dict[tuple[object, object], object] = {}
    for one in (one for draw in draws for one in draw.shown if "seat" in one):
        before.setdefault((one["table"], one["seat"]), one["entry"])
    now = [one for one in queries.shown_draw(round_) if "seat" in one]
    differ = {
        one["table"]
        for one in now
        if before.get((one["table"], one["seat"]), one["entry"]) != one["entry"]
    }
    tables = sorted(differ)
    if round_.event.form == Event.Form.TEAMS and not tables:
        return None
    return Reseated(draws[0].created_at, draws[-1].created_at, tuple(tables))


def _moved(shown: Sequence[dict[str, object]], rows: Sequence[StandingsRow]) -> tuple[Moved, ...]:
    before = {str(one["entry"]): one for one in shown}
    moved = []
    for row in rows:
        one = before.get(row.rank.entry)
        place = int(str(one["place"])) if one else None
        total = Fraction(str(one["total"])) if one else None
        if (place, total) != (row.rank.place, row.rank.total):
            moved.append(Moved(row, place, total))
    return tuple(moved)
