"""How results were posted, in sentences: deadlines, notice, official versions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tournaments.models import Event, PublicationTerms, Round
from tournaments.official.final import Final as FinalResult
from tournaments.official.final import round_terms
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.structure.regulations import regulations_of
from tournaments.wording import standings
from web.publish import publications
from web.publish.publications import Publications


@dataclass(frozen=True, slots=True)
class PostedVersion:
    """An official version in words, and the rows in which the newest one differs."""

    words: str
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Posted:
    """The sentences of a posting, the newest first, and its earlier official versions."""

    sentences: tuple[str, ...] = ()
    versions: tuple[PostedVersion, ...] = ()
    """All official results if there are several, the newest first."""
    is_on_notice: bool = False


NOT_POSTED: Final[Posted] = Posted()
"""Nothing to say about how results were posted."""


@derived
def of_event(snapshot: EventSnapshot, published: Publications) -> Posted:
    """Return how the results of an event were posted last: its final one, or of its last round."""
    if not publications.is_finished(snapshot):
        return of_terms(snapshot.event, published.terms)
    sentences = standings.final_sentences(snapshot.event, published.final, published.waiting)
    versions = tuple(_versions(snapshot, published.final))
    return Posted(sentences, versions, published.is_on_notice)


def of_round(event: Event, round_: Round | None) -> Posted:
    """Return how a round was posted, by default the last one; nothing in a club event."""
    is_in_play = round_ is not None and round_.state != Round.State.CLOSED
    if is_in_play or not regulations_of(event).is_official:
        return NOT_POSTED
    return of_terms(event, round_terms(event, round_.number if round_ else None))


def of_terms(event: Event, terms: PublicationTerms | None) -> Posted:
    """Return how a round was posted on these terms."""
    return Posted(standings.round_sentences(event, terms)) if terms else NOT_POSTED


def _versions(snapshot: EventSnapshot, final: FinalResult) -> Iterator[PostedVersion]:
    """Yield the official versions if there are several, the newest first."""
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
