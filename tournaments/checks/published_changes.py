"""Published facts of an event that corrections have changed: standings, matches and stages.

A correction changes nothing that was published and repeats no draw. This module lists the published
facts that no longer follow from the results, so that the desk can announce them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments import results
from tournaments.checks import published_rows
from tournaments.models import (
    DrawMethod,
    Entry,
    Event,
    Publication,
)
from tournaments.progress import qualification_state
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot


@dataclass(frozen=True, slots=True)
class ChangedStandings:
    """Standings published after a round, and the number of rows that differ now."""

    round: int
    at: datetime
    rows: int


@dataclass(frozen=True, slots=True)
class Astray:
    """A drawn knockout match that no longer follows from the results."""

    round: int
    number: int


@dataclass(frozen=True, slots=True)
class PublishedChanges:
    """All published facts that differ from the current results."""

    standings: tuple[ChangedStandings, ...]
    astray: tuple[Astray, ...]
    stages: tuple[int, ...] = ()
    """The numbers of the open stages for which others would qualify now."""

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.standings or self.astray or self.stages)


def published_standings(event: Event) -> Sequence[Publication]:
    """Return the standings of an event that were published, the oldest first."""
    shown = (
        event.publications.filter(kind=Publication.Kind.STANDINGS)
        .select_related("round")
        .defer("round__reasons")
    )
    return list(shown.order_by("seq", "pk"))


def changes_since(event: Event, since_round: int = 1) -> PublishedChanges:
    """Return the facts published since a round that differ now."""
    standings = published_standings(event)
    if not standings:
        return PublishedChanges((), ())
    return changes_in(results.read(event), standings, since_round)


def changes_in(
    snapshot: EventSnapshot, standings: Sequence[Publication], since_round: int = 1
) -> PublishedChanges:
    """Return what differs from the published `standings` and the draws made from them."""
    if not standings:
        return PublishedChanges((), ())
    record = event_record.record(snapshot)
    last_standings = _last_standings(snapshot, standings, max(record.field.rounds, default=0))
    return PublishedChanges(
        tuple(_changed_standings(last_standings, snapshot, since_round)),
        tuple(_astray_matches(snapshot)),
        tuple(_changed_stages(snapshot)),
    )


def _changed_standings(
    last_standings: Mapping[int, Publication], snapshot: EventSnapshot, since: int
) -> Iterator[ChangedStandings]:
    for number, shown in sorted(last_standings.items()):
        if number >= since:
            rows_now = event_record.record_until(snapshot, number).standings()
            rows = len(published_rows.corrected(shown.shown, rows_now))
            if rows:
                yield ChangedStandings(number, shown.created_at, rows)


def _last_standings(
    snapshot: EventSnapshot, shown: Sequence[Publication], last: int
) -> Mapping[int, Publication]:
    """Return the last publication of the standings after each round that can be compared.

    Ranks of a knockout are always the current ones, so only its last round is compared;
    `_astray_matches` checks the others. Where boards circulate, each later round changes the scores
    of earlier ones: only publications after the last round that played a board set are compared.
    """
    played_on = published_rows.rounds_played_on(snapshot)
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


def _astray_matches(snapshot: EventSnapshot) -> Iterator[Astray]:
    for stage in snapshot.stages:
        knockout = event_record.knockout_of(snapshot, stage)
        for played in knockout.astray if knockout else ():
            yield Astray(played.round, played.match.number)


def _changed_stages(snapshot: EventSnapshot) -> Iterator[int]:
    """Yield the open stages for which the current results would qualify other entries.

    Entries that have withdrawn since are ignored.
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
