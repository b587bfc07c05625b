"""What pages and documents say about their own publication: how results were posted, and changes
since.

Posted results are described in sentences: deadlines, notice, versions. With them are the changes of
standings and draws since their publication, and the log entry that a page or document shows by its
number and hash. A kept page proves the log up to that entry: no other log has this hash at this
number. It is the entry of the last public change, not the head, which moves with secret changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, Final

from django.db.models import OuterRef, Q, Subquery

from tournaments import results
from tournaments.checks import published_rows
from tournaments.models import AuditEntry, ClockMove, Event, Publication, PublicationTerms, Round
from tournaments.official.final import Final as FinalResult
from tournaments.official.final import FinalStage, final_in, open_matters, round_terms
from tournaments.progress import prize_list
from tournaments.record import log_queries
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.highlights import SettlementLines, read_lines
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.structure import stored_clocks
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


NO_RESULT: Final = FinalResult()


@dataclass(frozen=True, slots=True)
class PublicationNeeds:
    """Which publications of an event a page tells of, so that no others are read."""

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
    """What was published of an event, read beside its snapshot as far as a page tells of it."""

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
    mark: Mark | None = None
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


@derived
def of_event(snapshot: EventSnapshot, published: Publications) -> Posted:
    """Return how the results of an event were posted last: its final one, or of its last round."""
    if not is_finished(snapshot):
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
