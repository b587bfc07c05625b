"""What has changed since it was published: the last publication is laid beside what holds now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from tournaments.models import Event, Publication, Round
from tournaments.results import queries
from tournaments.results.queries import StandingsRow
from tournaments.results.standings_input import Record

MOST: Final = 12
Place = tuple[int, str]
"""A table by its number, and a seat of it."""


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
    """Compare the standings published last with what they are now after the same round.

    Of what is sealed nothing is told.
    """
    kind = Publication.Kind.STANDINGS
    published = event.publications.filter(kind=kind).select_related("round")
    if known.sealed_from is not None:
        published = published.filter(round__number__lt=known.sealed_from)
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
    before: dict[Place, set[str]] = {}
    for draw in draws:
        for place, entries in _by_place(draw.shown).items():
            before.setdefault(place, entries)
    now = _by_place(queries.shown_draw(round_))
    differ = {place[0] for place, entries in now.items() if entries - before.get(place, entries)}
    tables = sorted(differ)
    if round_.event.form == Event.Form.TEAMS and not tables:
        return None
    return Reseated(draws[0].created_at, draws[-1].created_at, tuple(tables))


def _by_place(shown: Sequence[dict[str, Any]]) -> dict[Place, set[str]]:
    """Return whose every seat of a draw is; in half matches two teams sit there by turns."""
    found: dict[Place, set[str]] = defaultdict(set)
    for one in (one for one in shown if "seat" in one):
        found[one["table"], one["seat"]].add(one["entry"])
    return found


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
