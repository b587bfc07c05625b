"""The final result: standings, signature and stamp, rank after each round, and penalties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import results, wording
from tournaments.base.separators import join_facts
from tournaments.models import Event
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording import signed
from tournaments.wording.official.penalties import reason_text
from web.publish import publications
from web.publish.documents import DocumentOf, Subject
from web.publish.pages import posted
from web.publish.pages.posted import Posted
from web.publish.pdf.book import Block, Book, BookPart, Grid, LongText, Stamp, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making, standings
from web.publish.publications import PublicationNeeds, Publications

MOST_ROUNDS = 10
MOST_WITH_HISTORY: Final = 32
"""The most entries of which each has its ranks after each round."""
FIRST: Final = 16
"""Of more entries those to this place have them."""


NEEDS: Final = PublicationNeeds(standings=True, terms=True)
"""What the head of a paper of results tells of publications."""


def is_official(snapshot: EventSnapshot, published: Publications) -> bool:
    """Whether the standings are official: published as such and not corrected since."""
    last = published.standings
    if last is None or not last.is_official:
        return False
    return bool(last.shown == event_record.published_standings(snapshot))


def head(
    snapshot: EventSnapshot, published: Publications, title: str, blocks: Iterable[Block]
) -> BookPart:
    """Return a document of results under the club's name; an unofficial one carries a mark."""
    event, official = snapshot.event, is_official(snapshot, published)
    words = (
        gettext("These standings are official.")
        if official
        else gettext("These standings are provisional.")
    )
    sentences = posted.of_event(snapshot, published).sentences
    day = join_facts(making.event_line(event), making.day_line(event))
    lines = (day, wording.joined_sentences([words, *sentences]))
    mark = making.mark(is_provisional=not official)
    return BookPart(title, lines, tuple(blocks), over=event.tournament.club.name, mark=mark)


def stamp(event: Event, who: str) -> Stamp:
    """Return the lines for a signature and a date, and room for the stamp of the club."""
    club = event.tournament.club.name
    return Stamp((who, gettext("Date")), club, pgettext("of a club", "stamp"))


@making.document("final", gettext_lazy("Final result"), of=DocumentOf.EVENT, stored=8)
def final_result(subject: Subject, title: str) -> Book:
    """Return the standings to be signed, with their history, penalties and versions."""
    event, snapshot = subject.event, results.read(subject.event)
    published = publications.read(event, NEEDS)
    rows = event_record.public_record(snapshot).standings()
    blocks = (
        *standings.grids(snapshot, rows),
        *standings.notes(snapshot, rows),
        stamp(event, gettext("Chief referee")),
        *_history(rows),
        *_penalties(rows),
        *_versions(posted.of_event(snapshot, published)),
    )
    imprint = making.imprint(subject, live=True)
    return Book(making.language(), title, (head(snapshot, published, title, blocks),), imprint)


def _versions(shown: Posted) -> Iterator[Block]:
    """Yield the versions of a result that was official more than once."""
    if versions := shown.versions:
        yield Words(gettext("All versions of the official result"), strong=True)
        for version in versions:
            yield Words(version.words)
            if version.rows:
                yield LongText(wording.joined_clauses(version.rows))


def _history(rows: Sequence[StandingsRow]) -> Iterator[Block]:
    """Yield the rank after each round; after the first alone it is that of the standings.

    It tells how the first places were decided. Of a large field it would double the pages of the
    paper for ranks that nobody looks up there: the page of each entry has its own.
    """
    rounds = sorted({placed.round for row in rows for placed in row.rank.history})
    if len(rounds) < 2:
        return
    title = gettext("Rank after each round")
    if len(rows) > MOST_WITH_HISTORY:
        rows = [row for row in rows if row.rank.is_ranked and row.rank.place <= FIRST]
        title = gettext("Rank after each round: places 1 to %(last)s") % {"last": FIRST}
    for start in range(0, len(rounds), MOST_ROUNDS):
        yield _ranks_by_round(rows, rounds[start : start + MOST_ROUNDS], title)


def _ranks_by_round(rows: Sequence[StandingsRow], rounds: Sequence[int], title: str) -> Grid:
    share = 8 / MOST_ROUNDS
    columns = (
        PrintedColumn(pgettext("person", "Name"), 12 - share * len(rounds), number=False),
        *(PrintedColumn(gettext("R%(number)s") % {"number": number}, share) for number in rounds),
    )
    lines = []
    for row in rows:
        places = {placed.round: str(placed.place) for placed in row.rank.history}
        lines.append((row.competitor.name, *(places.get(number, "") for number in rounds)))
    return Grid(columns, tuple(lines), title, together=True, sizes=making.ROOMY)


def _penalties(rows: Sequence[StandingsRow]) -> Iterator[Block]:
    penalties = tuple(
        (
            str(row.competitor.number),
            row.competitor.name,
            signed(reason.amount),
            reason_text(reason.reason, reason.offender, row.competitor.name),
        )
        for row in rows
        for reason in row.rank.reasons
    )
    if not penalties:
        yield Words(gettext("No penalty points were given."))
        return
    columns = (
        PrintedColumn(gettext("No."), 1),
        PrintedColumn(pgettext("person", "Name"), 3, number=False),
        PrintedColumn(gettext("Points"), 1.5),
        PrintedColumn(gettext("Reason"), 6.5, number=False, lines=4),
    )
    yield Grid(columns, penalties, gettext("Penalty points"), sizes=making.ROOMY)
