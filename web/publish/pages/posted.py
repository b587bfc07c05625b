"""How results were posted, in sentences for pages and papers: deadlines, notice, versions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tournaments.models import Event, Round
from tournaments.official.final import Final as FinalResult
from tournaments.official.final import FinalStage, final_of, open_matters, round_terms
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.structure.regulations import regulations_of
from tournaments.wording import standings


@dataclass(frozen=True, slots=True)
class PostedVersion:
    """An official version in words, and the rows of its table that the newest one has otherwise."""

    words: str
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Posted:
    """The sentences of a posting, the newest first, and its earlier official versions."""

    sentences: tuple[str, ...] = ()
    versions: tuple[PostedVersion, ...] = ()
    """All official results where there are several, the newest first."""
    is_on_notice: bool = False


NOT_POSTED: Final[Posted] = Posted()
"""Nothing is told of how results were posted."""


@derived
def final_result(snapshot: EventSnapshot) -> FinalResult:
    """Return how far the final result of an event is; of one in play nothing is asked."""
    if snapshot.event.state != Event.State.FINISHED:
        return FinalResult()
    return final_of(snapshot.event)


def is_on_notice(snapshot: EventSnapshot) -> bool:
    """Whether an event is finished and its result on notice; a club event is asked nothing."""
    return snapshot.regulations.is_official and final_result(snapshot).stage is FinalStage.NOTICE


@derived
def of_event(snapshot: EventSnapshot) -> Posted:
    """Return how the results of an event were posted last: its final one, or of its last round."""
    event, final = snapshot.event, final_result(snapshot)
    if event.state != Event.State.FINISHED:
        return of_round(event, None)
    on_notice = is_on_notice(snapshot)
    waiting = open_matters(event) if on_notice else 0
    sentences = standings.final_sentences(event, final, waiting)
    return Posted(sentences, tuple(_versions(snapshot, final)), on_notice)


def of_round(event: Event, round_: Round | None) -> Posted:
    """Return how a round was posted, by default the last one; nothing in a club event."""
    is_in_play = round_ is not None and round_.state != Round.State.CLOSED
    if is_in_play or not regulations_of(event).is_official:
        return NOT_POSTED
    terms = round_terms(event, round_.number if round_ else None)
    return Posted(standings.round_sentences(event, terms)) if terms else NOT_POSTED


def _versions(snapshot: EventSnapshot, final: FinalResult) -> Iterator[PostedVersion]:
    """Yield the official versions where there are several, the newest first."""
    if len(final.versions) < 2:
        return
    *before, newest = final.versions
    now = {row["entry"]: row for row in newest.shown}
    names = {row.rank.entry: row.competitor.name for row in event_record.standings(snapshot)}
    for version in (newest, *reversed(before)):
        rows = tuple(
            standings.published_row_text(row, names[str(row["entry"])])
            for row in version.shown
            if now.get(row["entry"]) != row and row["entry"] in names
        )
        yield PostedVersion(standings.version_text(snapshot.event, version), rows)
