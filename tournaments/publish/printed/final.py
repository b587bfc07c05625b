"""The final result: standings, rank after each round, penalties, and a signature."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import results
from tournaments.models import Publication, PublicationState
from tournaments.publish.documents import Subject
from tournaments.publish.pdf.book import Blanks, Block, Book, Grid, Part, Words
from tournaments.publish.pdf.sheet import Column
from tournaments.publish.printed import making, standings
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording import signed

NAME = "final"
MOST_ROUNDS = 10


def state_words(snapshot: EventSnapshot) -> str:
    """Return whether the standings are official: published as such and not corrected since."""
    shown = Publication.objects.filter(event=snapshot.event, kind=Publication.Kind.STANDINGS)
    last = shown.order_by("-seq").first()
    is_official = last is not None and last.state == PublicationState.OFFICIAL
    if last and is_official and last.shown == event_record.published_standings(snapshot):
        return gettext("These standings are official.")
    return gettext("These standings are provisional.")


def _book(subject: Subject, title: str) -> Book:
    event, snapshot = subject.event, results.read(subject.event)
    rows = event_record.public_record(snapshot).standings()
    lines = (making.event_line(event), making.place_line(event), state_words(snapshot))
    blocks = (
        *standings.grids(snapshot, rows),
        *standings.notes(snapshot, rows),
        *_history(rows),
        *_penalties(rows),
        Blanks((gettext("Chief referee"), gettext("Date")), (3, 1), signed=True),
    )
    imprint = making.imprint(subject, live=True)
    return Book(making.language(), title, (Part(title, lines, blocks),), imprint)


def _history(rows: Sequence[StandingsRow]) -> Iterator[Block]:
    rounds = sorted({placed.round for row in rows for placed in row.rank.history})
    for start in range(0, len(rounds), MOST_ROUNDS):
        numbers = rounds[start : start + MOST_ROUNDS]
        share = 8 / MOST_ROUNDS
        columns = (
            Column(pgettext("person", "Name"), 12 - share * len(numbers), number=False),
            *(Column(gettext("R%(number)s") % {"number": number}, share) for number in numbers),
        )
        lines = []
        for row in rows:
            places = {placed.round: str(placed.place) for placed in row.rank.history}
            lines.append((row.competitor.name, *(places.get(number, "") for number in numbers)))
        yield Grid(columns, tuple(lines), gettext("Rank after each round"))


def _penalties(rows: Sequence[StandingsRow]) -> Iterator[Block]:
    penalties = tuple(
        (f"{row.competitor.number} {row.competitor.name}", signed(reason.amount), reason.reason)
        for row in rows
        for reason in row.rank.reasons
    )
    if not penalties:
        yield Words(gettext("No penalty points were given."))
        return
    columns = (
        Column(pgettext("person", "Name"), 4, number=False),
        Column(gettext("Points"), 1.5),
        Column(gettext("Reason"), 6.5, number=False, lines=4),
    )
    yield Grid(columns, penalties, gettext("Penalty points"))


KIND = making.book_kind(NAME, 2, gettext_lazy("Final result"), _book)
