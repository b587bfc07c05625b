"""What is read beside the snapshot of an event: what was published, and what else it does not hold.

A page says what it needs, and is handed it. How a posting reads in words is in `pages.posted`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, Subquery

from tournaments import results
from tournaments.models import ClockMove, Event, Publication, PublicationTerms, Round
from tournaments.official.final import Final as FinalResult
from tournaments.official.final import FinalStage, final_in, open_matters, round_terms
from tournaments.progress import prize_list
from tournaments.record.log_queries import LogMark, mark_of_event
from tournaments.results import event_record
from tournaments.results.highlights import SettlementLines, read_lines
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import stored_clocks
from tournaments.structure.regulations import regulations_of

NO_RESULT: Final = FinalResult()


@dataclass(frozen=True, slots=True)
class PublicationNeeds:
    """Which publications of an event a page needs, so that no others are read."""

    standings: bool = False
    """The last published standings, and the final result."""
    terms: bool = False
    """Until when posted results can be contested, and what keeps them from being official."""
    log_entry: bool = False
    round: Round | None = None
    """The round of which draws and terms are told, in place of the last one."""
    sealed_from: int | None = None
    """The first round whose totals are sealed: nothing is told of its standings."""
    lines: bool = False
    """The lines of settlements, in which highlights and deals of note are found."""
    clock: Round | None = None
    """The round whose clock is shown."""
    late_prizes: bool = False
    """When the prizes were changed after the finish."""


@dataclass(frozen=True, slots=True)
class PublishedStandings:
    """Standings as they were published after a round; None is the last one."""

    round: int | None
    at: datetime
    is_official: bool
    shown: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Publications:
    """What was published of an event, read beside its snapshot as far as a page needs it."""

    standings: PublishedStandings | None = None
    final: FinalResult = NO_RESULT
    """The final result; none of an event in play."""
    is_on_notice: bool = False
    """Whether the event is finished and its result on notice; never in a club event."""
    waiting: int = 0
    """The open matters for which a result on notice waits."""
    terms: PublicationTerms | None = None
    draws: Sequence[Publication] = ()
    """The draws of the round, the oldest first."""
    mark: LogMark | None = None
    """The log entry of the last public change."""
    lines: SettlementLines | None = None
    """The lines of settlements; None where no highlights are told."""
    clock_moves: Sequence[ClockMove] = ()
    """The moves of the clock, in their order."""
    prizes_changed: datetime | None = None
    """When the prizes were last changed after the finish of the event; None if never."""


def is_finished(snapshot: EventSnapshot) -> bool:
    """Whether an event is finished."""
    return bool(snapshot.event.state == Event.State.FINISHED)


def needs(snapshot: EventSnapshot) -> PublicationNeeds:
    """Return what is told of every event: of a finished one whether its standings are official."""
    sealed = event_record.sealed_from(snapshot)
    return PublicationNeeds(standings=is_finished(snapshot), sealed_from=sealed)


def needs_with_highlights(snapshot: EventSnapshot) -> PublicationNeeds:
    """Return the same, and the lines of settlements where highlights are told."""
    return replace(needs(snapshot), lines=snapshot.tells_highlights)


def read(event: Event, needs: PublicationNeeds) -> Publications:
    """Read what was published of an event, by one query for each kind that is needed."""
    is_over, is_official = event.state == Event.State.FINISHED, regulations_of(event).is_official
    rows = _rows_of_standings(event, needs.sealed_from) if needs.standings else []
    of_event = [row for row in rows if row.round_id is None]
    final = final_in(of_event) if is_over else NO_RESULT
    on_notice = is_official and final.stage is FinalStage.NOTICE
    has_terms = needs.terms and is_official and (needs.round is not None or not is_over)
    number = needs.round.number if needs.round else None
    return Publications(
        standings=_last_standings(rows, needs.sealed_from),
        final=final,
        is_on_notice=on_notice,
        waiting=open_matters(event) if needs.terms and on_notice else 0,
        terms=round_terms(event, number) if has_terms else None,
        draws=_draws(needs.round) if needs.round else (),
        mark=mark_of_event(event) if needs.log_entry else None,
        lines=read_lines(event) if needs.lines else None,
        clock_moves=stored_clocks.rows(needs.clock) if needs.clock else (),
        prizes_changed=prize_list.changed_late(event) if needs.late_prizes else None,
    )


def read_event(
    event: Event, needed: Callable[[EventSnapshot], PublicationNeeds] = needs
) -> tuple[EventSnapshot, Publications]:
    """Read an event, and of its publications what is told of every event, or what is `needed`."""
    snapshot = results.read(event)
    return snapshot, read(event, needed(snapshot))


def _rows_of_standings(event: Event, sealed_from: int | None) -> Sequence[Publication]:
    """Return the final standings and the last ones that are not sealed, the oldest first."""
    published = event.publications.filter(kind=Publication.Kind.STANDINGS)
    shown = published.filter(round__number__lt=sealed_from) if sealed_from else published
    last = Subquery(shown.order_by("-seq", "-pk").values("pk")[:1])
    rows = published.filter(Q(round=None) | Q(pk=last)).select_related("round", "terms")
    return list(rows.defer("round__reasons").order_by("seq", "pk"))


def _last_standings(
    rows: Sequence[Publication], sealed_from: int | None
) -> PublishedStandings | None:
    """Return the last standings among these, which hold the last that are not sealed."""
    shown = [
        row for row in rows if not sealed_from or (row.round and row.round.number < sealed_from)
    ]
    if not shown:
        return None
    row = shown[-1]
    is_official = row.state == Publication.State.OFFICIAL
    number = row.round.number if row.round else None
    return PublishedStandings(number, row.created_at, is_official, row.shown)


def _draws(round_: Round) -> Sequence[Publication]:
    return list(round_.publications.filter(kind=Publication.Kind.DRAW).order_by("seq"))
