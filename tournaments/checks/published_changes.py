"""What was published of an event and is otherwise now: standings, and matches of a knockout.

A correction never changes what was published, and draws nothing anew: it is said here what does
not follow any more, so that whoever corrects knows what to tell.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from tournaments.models import (
    Comparison,
    DrawMethod,
    Entry,
    Event,
    GroupMember,
    Publication,
    Round,
)
from tournaments.progress import qualification
from tournaments.results import knockouts, queries
from tournaments.results.knockouts import Played
from tournaments.results.standings_input import Record, StandingsRow
from tournaments.structure import boards


@dataclass(frozen=True, slots=True)
class ChangedStandings:
    """Standings that were published after a round, and in how many rows they are others now."""

    round: int
    at: datetime
    rows: int


@dataclass(frozen=True, slots=True)
class Astray:
    """A match of a knockout that was drawn and does not follow from the results any more."""

    round: int
    number: int


@dataclass(frozen=True, slots=True)
class PublishedChanges:
    """Everything that was published and is otherwise now."""

    standings: tuple[ChangedStandings, ...]
    astray: tuple[Astray, ...]
    stages: tuple[int, ...] = ()
    """The numbers of the stages into which others would go on now."""

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self.standings or self.astray or self.stages)


def of(event: Event, since_round: int = 1) -> PublishedChanges:
    """Return what was published from a round on and is otherwise now."""
    if not event.publications.filter(kind=Publication.Kind.STANDINGS).exists():
        return PublishedChanges((), ())
    record = queries.record(event)
    standings = tuple(_standings(event, record, since_round))
    return PublishedChanges(standings, tuple(_astray(event, record)), tuple(_fed_otherwise(event)))


def _standings(event: Event, record: Record, since: int) -> Iterator[ChangedStandings]:
    for number, shown in sorted(_last_published(event, record).items()):
        if number >= since:
            rows = _differing(shown.shown, record.standings(number))
            if rows:
                yield ChangedStandings(number, shown.created_at, rows)


def _last_published(event: Event, record: Record) -> Mapping[int, Publication]:
    """Return the standings that were published last after every round.

    The places of a knockout are those of today: only the last of its rounds can be compared, and
    what does not follow in the others is told match by match. Where boards go round, every further
    round changes what the earlier ones counted: only what was published after the last that played
    them can have been changed by a correction alone.
    """
    kind = Publication.Kind.STANDINGS
    played_on = _played_on(event)
    shown = event.publications.filter(kind=kind).select_related("round").order_by("seq", "pk")
    last = max(record.field.rounds, default=0)
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


def _played_on(event: Event) -> frozenset[int]:
    """Return the rounds whose boards a later round plays, too, as far as it is public."""
    if event.comparison == Comparison.NONE:
        return frozenset()
    public = event.rounds.filter(state__in=(Round.State.PUBLISHED, Round.State.CLOSED))
    sets = boards.by_set(public.select_related("group"))
    return frozenset(round_.number for rounds in sets.values() for round_ in rounds[:-1])


def _differing(shown: Sequence[Mapping[str, Any]], rows: Sequence[StandingsRow]) -> int:
    """Count the rows whose place or sum is another one, those left out who go home meanwhile.

    Whoever is withdrawn goes to the end of the standings, which moves nobody by a result.
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
    was, is_now = _among_themselves(before), _among_themselves(now)
    return sum(was.get(entry) != row for entry, row in is_now.items())


def _among_themselves(rows: Mapping[str, tuple[int, Fraction]]) -> dict[str, tuple[int, Fraction]]:
    """Return rows with the places that they have among one another, and their sums."""
    places = sorted(place for place, _total in rows.values())
    return {entry: (bisect_left(places, place), total) for entry, (place, total) in rows.items()}


def _astray(event: Event, record: Record) -> Iterator[Astray]:
    for stage in event.stages.order_by("number"):
        if knockouts.is_knockout(stage):
            knockout = knockouts.of_stage(stage, record.field)
            yield from (_match(played) for played in (knockout.astray if knockout else ()))


def _fed_otherwise(event: Event) -> Iterator[int]:
    """Yield the stages that are open and would be opened for others as the results are now.

    Who has gone home meanwhile is none of them.
    """
    for stage in event.stages.filter(number__gt=1).order_by("number"):
        entered = GroupMember.objects.filter(group__stage=stage)
        remaining = entered.exclude(entry__state=Entry.State.WITHDRAWN)
        members = set(remaining.values_list("entry__uid", flat=True))
        if members and members - {row.entry.uid for row in qualification.preview(stage).rows}:
            yield stage.number


def _match(played: Played) -> Astray:
    return Astray(played.round, played.match.number)
