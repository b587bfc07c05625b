"""The seating list of a round: entries by number, and tables with their seats."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import results, wording
from tournaments.line_ups import line_up_state
from tournaments.models import BoardSource, Event, Round
from tournaments.publish.documents import PDF, Kind, Prepared, Scope, Subject
from tournaments.publish.pages import match_names
from tournaments.publish.pdf.book import Block, Book, Grid, Part, Words
from tournaments.publish.pdf.sheet import Column
from tournaments.publish.printed import making, reading
from tournaments.publish.printed.reading import RoundTable
from tournaments.structure import three_way_matches

NAME = "seating"
GROUP, TEAMS, BOARDS = 1.8, 2.8, 1.3
"""The twelfths of the columns of groups, teams and boards."""


def prepare(subject: Subject) -> Prepared:
    """Read the seating of a round."""
    seq = making.drawn_at(subject)
    title = making.round_title(gettext("Seating"), subject)
    return making.prepared(NAME, subject, title, lambda: _book(subject, title, seq).as_json(), seq)


def _book(subject: Subject, title: str, seq: int) -> Book:
    round_ = subject.round
    if round_ and line_up_state.is_of_teams(subject.event):
        return _team_book(subject, round_, title, seq)
    tables = reading.tables(round_) if round_ else ()
    heading = match_names.of_round(results.read(subject.event), round_).heading if round_ else ""
    by_number = Part(
        title, _lines(subject), (_number_grid(tables, heading), *_sit_out_words(round_))
    )
    by_table = Part(
        _by_table_title(title),
        _lines(subject),
        (_table_grid(tables, heading, subject.event), *_sit_out_words(round_)),
    )
    imprint = making.imprint(subject, seq, live=True)
    return Book(making.language(), title, (by_number, by_table), imprint)


def _team_book(subject: Subject, round_: Round, title: str, seq: int) -> Book:
    """Return the matches of teams with their tables, and the seats of revealed line-ups."""
    blocks: tuple[Block, ...] = (
        _match_grid(round_),
        *_half_match_words(round_),
        *_sit_out_words(round_),
    )
    meet = Part(title, _lines(subject), blocks)
    seated = reading.tables(round_)
    parts = [meet]
    if any(table.seats for table in seated):
        shown = tuple(table for table in seated if table.seats)
        by_table = _table_grid(shown, gettext("Match"), subject.event)
        parts.append(Part(_by_table_title(title), _lines(subject), (by_table,)))
    imprint = making.imprint(subject, seq, live=True)
    return Book(making.language(), title, tuple(parts), imprint)


def _by_table_title(title: str) -> str:
    # The extraction of messages does not find texts inside f-strings.
    suffix = gettext("by table")
    return f"{title} · {suffix}"


def _match_grid(round_: Round) -> Grid:
    names = match_names.of_round(results.read(round_.event), round_)
    columns = (
        *([Column(names.heading, GROUP, number=False)] if names.heading else []),
        Column(gettext("Home side"), 5, number=False),
        Column(gettext("Visiting side"), 5, number=False),
        Column(gettext("Open room"), 2, strong=True),
        Column(gettext("Closed room"), 2, strong=True),
    )
    rows = []
    for match in line_up_state.line_up_states(results.read(round_.event), round_):
        tables = [str(number) for _room, number in match.segments[0].tables]
        teams = [f"{team.entry} {team.name}" for team in match.teams]
        short = [names.short.get(match.match.key, "")] if names.heading else []
        rows.append((*short, *teams, tables[0], tables[1] if len(tables) > 1 else ""))
    return Grid(columns, tuple(rows))


def _half_match_words(round_: Round) -> Iterator[Words]:
    """Yield how the pairs of three teams in half matches change tables."""
    numbers = {half.match for three in three_way_matches.of_round(round_) for half in three}
    tables = sorted(
        standing.match.number
        for standing in line_up_state.line_up_states(results.read(round_.event), round_)
        if standing.match.key in numbers
    )
    if tables:
        text = gettext(
            "Three teams meet in half matches, from table %(tables)s on: in the first half at the "
            "first of the tables that are named, in the second half at the other one."
        )
        yield Words(text % {"tables": tables[0]}, strong=True)


def _lines(subject: Subject) -> tuple[str, ...]:
    return (making.event_line(subject.event), making.place_line(subject.event))


def _number_grid(tables: tuple[RoundTable, ...], heading: str) -> Grid:
    """Return the seats by the number of the entry; with a `heading` also group or match."""
    columns = (
        Column(gettext("No."), 1),
        Column(pgettext("person", "Name"), 7 - (GROUP if heading else 0), number=False),
        *([Column(heading, GROUP, number=False)] if heading else []),
        Column(gettext("Table"), 2, strong=True),
        Column(gettext("Seat"), 2, number=False, strong=True),
    )
    rows = sorted(
        (seat.entry, place, seat.marked, table.short, table.number, wording.seat_name(seat.label))
        for table in tables
        for place, seat in enumerate(table.seats)
    )
    shown = ((str(entry), name, at, str(table), seat) for entry, _, name, at, table, seat in rows)
    return Grid(columns, tuple(row if heading else (*row[:2], *row[3:]) for row in shown))


def _table_grid(tables: tuple[RoundTable, ...], heading: str, event: Event) -> Grid:
    """Return the tables with their seats; with a `heading` also group, match or room."""
    labels = reading.labels_of(tables)
    wide = TEAMS if any(table.teams for table in tables) else GROUP
    has_boards = event.boards != BoardSource.TABLE and not any(table.teams for table in tables)
    used = 1 + (wide if heading else 0) + (BOARDS if has_boards else 0)
    share = (12 - used) / max(len(labels), 1)
    seats = (Column(wording.seat_name(label), share, number=False) for label in labels)
    rows = []
    for table in tables:
        names = {seat.label: f"{seat.entry} {seat.marked}" for seat in table.seats}
        where = [reading.match_of(event, table)] if heading else []
        seated = (names.get(label, "") for label in labels)
        numbers = [_board_numbers(table)] if has_boards else []
        rows.append((str(table.number), *where, *seated, *numbers))
    match = [Column(heading, wide, number=False, lines=3)] if heading else []
    played = [Column(gettext("Boards"), BOARDS)] if has_boards else []
    columns = (Column(gettext("Table"), 1, strong=True), *match, *seats, *played)
    return Grid(columns, tuple(rows))


def _board_numbers(table: RoundTable) -> str:
    """Return the boards that a table plays in the round, as a range where they are consecutive."""
    numbers = sorted({deal.board_no for deal in table.deals})
    if len(numbers) > 1 and numbers == [*range(numbers[0], numbers[-1] + 1)]:
        return f"{numbers[0]}–{numbers[-1]}"
    return wording.listed(map(str, numbers))


def _sit_out_words(round_: Round | None) -> tuple[Words, ...]:
    names = [f"{number} {name}" for number, name in reading.sat_out(round_)] if round_ else []
    if not names:
        return ()
    text = gettext("Without a seat in this round: %(names)s") % {"names": wording.listed(names)}
    return (Words(text, strong=True),)


KIND = Kind(NAME, 1, *PDF, prepare, making.draw_book, gettext_lazy("Seating list"), Scope.ROUND)
