"""Published facts of an event that corrections have changed: standings, matches and stages.

A correction never changes what was published, and draws nothing anew. This module lists what no
longer follows from the results, so that the desk can announce it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from tournaments import results
from tournaments.models import (
    Comparison,
    DrawMethod,
    Entry,
    Event,
    Publication,
)
from tournaments.progress import qualification_state
from tournaments.results import event_record
from tournaments.results.event_record import Record, StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import boards


@dataclass(frozen=True, slots=True)
class ChangedStandings:
    """Standings published after a round, and the number of rows that differ now."""

    round: int
    at: datetime
    rows: int


@dataclass(frozen=True, slots=True)
class Astray:
    """A drawn match of a knockout that no longer follows from the results."""

    round: int
    number: int


@dataclass(frozen=True, slots=True)
class PublishedChanges:
    """Everything published that differs now."""

    standings: tuple[ChangedStandings, ...]
    astray: tuple[Astray, ...]
    stages: tuple[int, ...] = ()
    """The numbers of the open stages for which others would qualify now."""

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.standings or self.astray or self.stages)


def changes_since(
    event: Event, since_round: int = 1, known: EventSnapshot | None = None
) -> PublishedChanges:
    """Return what was published from a round on and differs now.

    `known` is the event where it was read already.
    """
    shown = event.publications.filter(kind=Publication.Kind.STANDINGS).select_related("round")
    standings = list(shown.order_by("seq", "pk"))
    if not standings:
        return PublishedChanges((), ())
    snapshot = known or results.read(event)
    record = event_record.record(snapshot)
    last_standings = _last_standings(snapshot, standings, max(record.field.rounds, default=0))
    return PublishedChanges(
        tuple(_changed_standings(last_standings, record, since_round)),
        tuple(_astray_matches(snapshot)),
        tuple(_changed_stages(snapshot)),
    )


def _changed_standings(
    last_standings: Mapping[int, Publication], record: Record, since: int
) -> Iterator[ChangedStandings]:
    for number, shown in sorted(last_standings.items()):
        if number >= since:
            rows = _count_changed_rows(shown.shown, record.standings(number))
            if rows:
                yield ChangedStandings(number, shown.created_at, rows)


def _last_standings(
    snapshot: EventSnapshot, shown: Sequence[Publication], last: int
) -> Mapping[int, Publication]:
    """Return the last publication of the standings after each round that can be compared.

    The places of a knockout are those of today, so that only its last round is compared; for the
    others see `_astray_matches`. Where boards go round, each later round changes what the earlier
    ones counted: only publications after the last round that played a board set are compared.
    """
    played_on = _rounds_played_on(snapshot)
    last_by_round = {
        publication.round.number if publication.round else last: publication
        for publication in shown
    }
    return {
        number: publication
        for number, publication in last_by_round.items()
        if number not in played_on
        and (
            number == max(last_by_round)
            or not publication.round
            or publication.round.method != DrawMethod.KNOCKOUT
        )
    }


def _rounds_played_on(snapshot: EventSnapshot) -> frozenset[int]:
    """Return the rounds whose boards a later public round plays too."""
    if snapshot.event.comparison == Comparison.NONE:
        return frozenset()
    sets = boards.by_set(snapshot.public_rounds)
    return frozenset(round_.number for rounds in sets.values() for round_ in rounds[:-1])


def _count_changed_rows(shown: Sequence[Mapping[str, Any]], rows: Sequence[StandingsRow]) -> int:
    """Return the number of rows whose place or total differs, without withdrawn entries.

    A withdrawn entry ranks last, which moves others without any correction.
    """
    withdrawn = {row.rank.entry for row in rows if row.rank.withdrawn}
    before = {
        str(row["entry"]): (int(str(row["place"])), Fraction(str(row["total"])))
        for row in shown
        if row["entry"] not in withdrawn
    }
    now = {
        row.rank.entry: (row.rank.place, row.rank.total)
        for row in rows
        if row.rank.entry not in withdrawn
    }
    was, is_now = _renumbered(before), _renumbered(now)
    return sum(was.get(entry) != row for entry, row in is_now.items())


def _renumbered(rows: Mapping[str, tuple[int, Fraction]]) -> dict[str, tuple[int, Fraction]]:
    """Return rows with their places among one another, and their totals."""
    places = sorted(place for place, _total in rows.values())
    return {entry: (bisect_left(places, place), total) for entry, (place, total) in rows.items()}


def _astray_matches(snapshot: EventSnapshot) -> Iterator[Astray]:
    for stage in snapshot.stages:
        knockout = event_record.knockout_of(snapshot, stage)
        for played in knockout.astray if knockout else ():
            yield Astray(played.round, played.match.number)


def _changed_stages(snapshot: EventSnapshot) -> Iterator[int]:
    """Yield the open stages for which others would qualify by the present results.

    Members that have withdrawn since are left out.
    """
    for stage in snapshot.stages[1:]:
        members = {
            member.entry.uid
            for group in snapshot.groups_of(stage)
            for member in snapshot.members[group.pk]
            if member.entry.state != Entry.State.WITHDRAWN
        }
        if members:
            qualified = qualification_state.preview(stage, snapshot).rows
            if members - {row.entry.uid for row in qualified}:
                yield stage.number
