"""The seating list of a round: everybody by number, and every table with its seats."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import line_ups, wording
from tournaments.models import Round
from tournaments.publish.documents import PDF, Kind, Prepared, Scope, Subject
from tournaments.publish.pdf.book import Book, Grid, Part, Words
from tournaments.publish.pdf.sheet import Column
from tournaments.publish.sheets import making, reading
from tournaments.publish.sheets.reading import RoundTable

NAME = "seating"


def prepare(subject: Subject) -> Prepared:
    """Read who sits where in a round."""
    seq = making.drawn_at(subject)
    title = making.round_title(gettext("Seating"), subject)
    return making.prepared(NAME, subject, title, lambda: _book(subject, title, seq).as_json(), seq)


def _book(subject: Subject, title: str, seq: int) -> Book:
    round_ = subject.round
    if round_ and line_ups.is_of_teams(subject.event):
        return _of_teams(subject, round_, title, seq)
    found = reading.tables(round_) if round_ else ()
    by_number = Part(title, _lines(subject), (_by_number(found), *_sit_outs(round_)))
    by_table = Part(
        f"{title} · {gettext('by table')}", _lines(subject), (_by_table(found), *_sit_outs(round_))
    )
    imprint = making.imprint(subject, seq, live=True)
    return Book(making.language(), title, (by_number, by_table), imprint)


def _of_teams(subject: Subject, round_: Round, title: str, seq: int) -> Book:
    """Return which teams meet at which tables, and who sits there as far as line-ups tell."""
    meet = Part(title, _lines(subject), (_matches(round_), *_sit_outs(round_)))
    seated = reading.tables(round_)
    parts = [meet]
    if any(table.seats for table in seated):
        shown = tuple(table for table in seated if table.seats)
        parts.append(Part(f"{title} · {gettext('by table')}", _lines(subject), (_by_table(shown),)))
    imprint = making.imprint(subject, seq, live=True)
    return Book(making.language(), title, tuple(parts), imprint)


def _matches(round_: Round) -> Grid:
    columns = (
        Column(gettext("Home side"), 5, number=False),
        Column(gettext("Visiting side"), 5, number=False),
        Column(gettext("Open room"), 2, strong=True),
        Column(gettext("Closed room"), 2, strong=True),
    )
    rows = []
    for match in line_ups.stands(round_):
        tables = [str(number) for _room, number in match.segments[0].tables]
        teams = [f"{one.entry} {one.name}" for one in match.teams]
        rows.append((*teams, tables[0], tables[1] if len(tables) > 1 else ""))
    return Grid(columns, tuple(rows))


def _lines(subject: Subject) -> tuple[str, ...]:
    return (making.event_line(subject.event), making.place_line(subject.event))


def _by_number(found: tuple[RoundTable, ...]) -> Grid:
    columns = (
        Column(gettext("No."), 1),
        Column(pgettext("person", "Name"), 7, number=False),
        Column(gettext("Table"), 2, strong=True),
        Column(gettext("Seat"), 2, number=False, strong=True),
    )
    rows = sorted(
        (seat.entry, place, seat.marked, table.number, wording.seat_name(seat.label))
        for table in found
        for place, seat in enumerate(table.seats)
    )
    return Grid(
        columns, tuple((str(entry), name, str(table), seat) for entry, _, name, table, seat in rows)
    )


def _by_table(found: tuple[RoundTable, ...]) -> Grid:
    labels = reading.labels_of(found)
    share = 11 / max(len(labels), 1)
    seats = (Column(wording.seat_name(label), share, number=False) for label in labels)
    rows = []
    for table in found:
        names = {seat.label: f"{seat.entry} {seat.marked}" for seat in table.seats}
        rows.append((str(table.number), *(names.get(label, "") for label in labels)))
    return Grid((Column(gettext("Table"), 1, strong=True), *seats), tuple(rows))


def _sit_outs(round_: Round | None) -> tuple[Words, ...]:
    names = [f"{number} {name}" for number, name in reading.sat_out(round_)] if round_ else []
    if not names:
        return ()
    said = gettext("Without a seat in this round: %(names)s") % {"names": wording.listed(names)}
    return (Words(said, strong=True),)


KIND = Kind(NAME, 1, *PDF, prepare, making.draw_book, gettext_lazy("Seating list"), Scope.ROUND)
