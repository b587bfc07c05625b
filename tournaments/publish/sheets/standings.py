"""The standings of an event on paper: what is read for it, and how it is laid out in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import queries, wording
from tournaments.models import Entry, Event, Ranking
from tournaments.publish.documents import PDF, Kind, Prepared, Subject
from tournaments.publish.pages.progress import current_round, state_words
from tournaments.publish.pdf.book import Book, Grid, Part, Words
from tournaments.publish.pdf.sheet import Column
from tournaments.publish.sheets import making
from tournaments.queries import StandingsRow
from tournaments.standings import Counts, RoundSum
from tournaments.wording import signed, unsigned

NAME = "standings"
GRID = 12
RANK, DEALS, ROUND, SUM, ADDED, TOTAL, NAMES = 0.7, 0.7, 0.8, 0.9, 1.1, 1.1, 2.6
"""The twelfths of the columns; names have the rest, and never less than so many."""
HAIR = 0.01
SAT_OUT, STOOD_IN = "*", "†"


def prepare(subject: Subject) -> Prepared:
    """Read the standings in the current language."""
    title = gettext("Standings")
    return making.prepared(NAME, subject, title, lambda: _book(subject, title).as_json())


def _book(subject: Subject, title: str) -> Book:
    event = subject.event
    rows = queries.standings(event)
    empty = (Words(gettext("Nobody has been entered yet.")),) if not rows else ()
    part = Part(title, _lines(event), (grid(event, rows), *empty, *notes(event, rows)))
    return Book(making.language(), title, (part,), making.imprint(subject, live=True))


def grid(event: Event, rows: Sequence[StandingsRow]) -> Grid:
    """Return standings as rows and columns, with a column for each round where they all fit."""
    by_table = event.ranking == Ranking.TABLE_POINTS
    penalties = any(row.rank.reasons for row in rows)
    rounds = _rounds(rows, by_table, penalties)
    return Grid(
        _columns(rounds, by_table, penalties),
        tuple(_row(row, rounds, by_table, penalties) for row in rows),
    )


def notes(event: Event, rows: Sequence[StandingsRow]) -> Iterator[Words]:
    """Yield what the marks in the columns mean, and who played without being ranked."""
    counts = {one.counts for row in rows for one in row.rank.rounds}
    if Counts.SAT_OUT in counts:
        yield Words(f"{SAT_OUT} " + gettext("sat out in this round"))
    if Counts.STOOD_IN in counts:
        yield Words(f"{STOOD_IN} " + gettext("a stand-in played, whose points do not count"))
    house = event.entries.filter(kind=Entry.Kind.HOUSE).order_by("number")
    names = [queries.entry_name(one) for one in house.prefetch_related("members__person")]
    if names:
        said = gettext("House players, not ranked: %(names)s")
        yield Words(said % {"names": wording.listed(names)})


def _rounds(rows: Sequence[StandingsRow], by_table: bool, penalties: bool) -> tuple[int, ...]:
    """Return the rounds that have a column each: all of them, or none where they would not fit."""
    numbers = sorted({one.round for row in rows for one in row.rank.rounds})
    taken = RANK + NAMES + DEALS + TOTAL + SUM * by_table + (SUM + ADDED) * penalties
    return tuple(numbers) if taken + len(numbers) * ROUND < GRID + HAIR else ()


def _columns(rounds: tuple[int, ...], by_table: bool, penalties: bool) -> tuple[Column, ...]:
    played = [Column(gettext("R%(number)s") % {"number": number}, ROUND) for number in rounds]
    at_table = [Column(gettext("Table points"), SUM, strong=True)] if by_table else []
    added = (
        [Column(gettext("Points"), SUM), Column(gettext("Penalties"), ADDED)] if penalties else []
    )
    others = [Column(gettext("Deals"), DEALS), *played, *at_table, *added]
    taken = RANK + TOTAL + sum(column.twelfths for column in others)
    return (
        Column(gettext("Rank"), RANK),
        Column(pgettext("person", "Name"), GRID - taken, number=False),
        *others,
        Column(gettext("Base points"), TOTAL, strong=True),
    )


def _row(
    row: StandingsRow, rounds: tuple[int, ...], by_table: bool, penalties: bool
) -> tuple[str, ...]:
    rank = row.rank
    played = {one.round: _of_round(one) for one in rank.rounds}
    added = [signed(rank.points), signed(rank.penalties) if rank.reasons else ""]
    name = row.competitor.name
    return (
        str(rank.place),
        gettext("%(name)s (withdrawn)") % {"name": name} if rank.withdrawn else name,
        str(rank.deals),
        *(played.get(number, "") for number in rounds),
        *([unsigned(rank.table_points)] if by_table else []),
        *(added if penalties else []),
        signed(rank.total),
    )


def _of_round(one: RoundSum) -> str:
    mark = {Counts.SAT_OUT: SAT_OUT, Counts.STOOD_IN: STOOD_IN}.get(one.counts, "")
    return signed(one.points) + mark


def _lines(event: Event) -> tuple[str, ...]:
    state = current_round(event)
    said = [state_words(state)] if state else []
    return (making.event_line(event), making.place_line(event), *said)


KIND = Kind(NAME, 2, *PDF, prepare, making.draw_book, gettext_lazy("Standings"))
