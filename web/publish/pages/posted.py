"""What pages and documents say about their own publication: how results were posted, and changes
since.

Posted results are described in sentences: deadlines, notice, versions. With them are the changes of
standings and draws since their publication, and the log entry that a page or document shows by its
number and hash. A kept page proves the log up to that entry: no other log has this hash at this
number. It is the entry of the last public change, not the head, which moves with secret changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from django.db.models import OuterRef, Subquery

from tournaments.checks import published_rows
from tournaments.models import AuditEntry, Event, Publication, Round
from tournaments.official.final import Final as FinalResult
from tournaments.official.final import FinalStage, final_of, open_matters, round_terms
from tournaments.record import log_queries
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.structure.regulations import regulations_of
from tournaments.wording import standings

MOST_MOVED: Final = 12
"""The changes of standings that are listed; a single result may move half of the rows."""
HASH_GROUP: Final = 8
HASH_ON_PAPER: Final = 32
"""The digits of a hash that are printed; half of it is sufficient as a proof."""
TableSeat = tuple[int, str]
"""A table by its number, and a seat of it."""


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
def final_result(snapshot: EventSnapshot) -> FinalResult:
    """Return the state of an event's final result; for an event in play, without a query."""
    if snapshot.event.state != Event.State.FINISHED:
        return FinalResult()
    return final_of(snapshot.event)


def is_on_notice(snapshot: EventSnapshot) -> bool:
    """Whether an event is finished and its result on notice; for a club event, without a query."""
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


def changes_of_standings(snapshot: EventSnapshot) -> News | None:
    """Compare the last published standings with the current ones after the same round.

    Only the effects of corrections are news: ordinary results of later rounds change nothing here,
    and entries that joined or left since are no news either. Publications of sealed rounds are left
    out.
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
    """Return the changes if the draw of a round was published more than once, else None.

    For teams a draw is published again with every reveal of line-ups, which is no change.
    """
    draws = list(round_.publications.filter(kind=Publication.Kind.DRAW).order_by("seq"))
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


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry of the log by its number and its hash."""

    seq: int
    hash: str


def mark_of_event(event: Event) -> Mark | None:
    """Return the log entry of the last public change; None before the first."""
    entry = log_queries.entry_at(event.tournament, event.public_revision)
    return Mark(entry.seq, entry.hash) if entry else None


def hash_of_last_change(tournament: str, revision: str) -> Subquery:
    """Return the hash of that log entry as a column of a query; the arguments name its columns."""
    entries = AuditEntry.objects.filter(tournament=OuterRef(tournament), seq=OuterRef(revision))
    return Subquery(entries.values("hash"))


def hash_for_paper(digest: str) -> str:
    """Format a hash for paper: its first half, in groups that can be read aloud."""
    kept = digest[:HASH_ON_PAPER]
    return " ".join(kept[at : at + HASH_GROUP] for at in range(0, len(kept), HASH_GROUP))
