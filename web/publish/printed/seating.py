"""The seating list of a round: everybody by surname, and tables with their seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import results, wording
from tournaments.base.separators import join_facts
from tournaments.line_ups import line_up_state
from tournaments.models import BoardSource, Event, Round
from tournaments.results import suspensions
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import three_way_matches
from tournaments.wording.pairing import not_drawn_text
from web.publish.documents import DocumentOf, Subject
from web.publish.pages.matches import match_names
from web.publish.pages.seats import name_key
from web.publish.pdf.book import Block, Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making, reading
from web.publish.printed.reading import RoundTable

GROUP, TEAMS, BOARDS, NUMBER = 1.8, 1.6, 1.3, 0.25
"""The twelfths of the columns of groups, teams, boards and numbers of entries."""
GRID, ABREAST = 12.0, 2
INITIAL, TABLE, SEAT, WALL_GROUP = 1.4, 1.8, 1.5, 3.0
"""The twelfths of half a page on the list that is read from the wall; names get the rest."""
LONGEST_GROUP, LONE_SHARE = 3, 0.6
"""With longer match names than this the list has one column, and less space for numbers."""
NAME_LINES, ROOM = 4, 1.9
WALL = (36.0, 32.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 16.0)
BY_TABLE = (20.0, 18.0, 16.0, 14.0, 13.0, 12.0, 11.0, 10.0)
ON_SHEET = (*WALL, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0)
BELOW = (16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0)
"""The sizes of type: of lists on the wall, of the list of tables by itself, of matches with their
tables on one sheet, and of the list of tables below that of names.
"""
ON_ONE_SHEET = 12
"""Up to so many matches and tables of teams stand below each other on one sheet."""
FEW, FEW_TABLES = 14, 6
"""Up to so many names have the whole width; up to so many tables stand below the names."""


@making.document(
    "seating",
    gettext_lazy("Seating list"),
    of=DocumentOf.ROUND,
    stored=6,
    heading=gettext_lazy("Seating"),
    of_draw=True,
)
def seating_list(subject: Subject, title: str) -> Book:
    """Return everybody by surname for the wall, and the tables with their seats."""
    round_ = subject.round
    if round_ and line_up_state.is_of_teams(subject.event):
        return _team_book(subject, round_, title)
    snapshot = results.read(subject.event)
    tables = reading.tables(round_, snapshot) if round_ else ()
    heading = match_names.of_round(snapshot, round_).heading if round_ else ""
    out = (*_sit_out_words(round_), *_suspended_words(snapshot, round_))
    by_name, by_table = _name_grid(tables, heading), table_grid(tables, heading, subject.event)
    if by_name.abreast > 1 and len(tables) <= FEW_TABLES:
        below = replace(by_table, title=capfirst(gettext("by table")), sizes=BELOW, follows=True)
        parts = [BookPart(title, _lines(subject), (*out, by_name, below))]
    else:
        pinned = ((title, by_name), (_by_table_title(title), by_table))
        parts = [BookPart(head, _lines(subject), (*out, listed)) for head, listed in pinned]
    imprint = making.imprint(subject, live=True)
    return Book(making.language(), title, tuple(parts), imprint)


def _team_book(subject: Subject, round_: Round, title: str) -> Book:
    """Return the matches of teams with their tables, and the seats of revealed line-ups."""
    snapshot = results.read(subject.event)
    blocks: tuple[Block, ...] = (
        *_sit_out_words(round_),
        _match_grid(snapshot, round_),
        *_half_match_words(snapshot, round_),
    )
    shown = tuple(table for table in reading.tables(round_, snapshot) if table.seats)
    by_table = table_grid(shown, gettext("Match"), subject.event)
    if not shown or sum(len(each.rows) for each in (*_grids(blocks), by_table)) <= ON_ONE_SHEET:
        named = replace(by_table, title=capfirst(gettext("by table")))
        shown_blocks = _in_sizes((*blocks, *([named] if shown else [])))
        parts = [BookPart(title, _lines(subject), shown_blocks)]
    else:
        seats = BookPart(_by_table_title(title), _lines(subject), (by_table,))
        parts = [BookPart(title, _lines(subject), blocks), seats]
    imprint = making.imprint(subject, live=True)
    return Book(making.language(), title, tuple(parts), imprint)


def _in_sizes(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return blocks of one sheet, whose lists have one size."""
    return tuple(
        replace(block, sizes=ON_SHEET) if isinstance(block, Grid) else block for block in blocks
    )


def _grids(blocks: Iterable[Block]) -> Iterator[Grid]:
    return (block for block in blocks if isinstance(block, Grid))


def _by_table_title(title: str) -> str:
    # The extraction of messages does not find texts inside f-strings.
    suffix = gettext("by table")
    return join_facts(title, suffix)


def _match_grid(snapshot: EventSnapshot, round_: Round) -> Grid:
    names = match_names.of_round(snapshot, round_)
    side = (GRID - 2 * ROOM - (GROUP if names.heading else 0)) / 2
    columns = (
        *(
            [PrintedColumn(names.heading, GROUP, number=False, lines=NAME_LINES)]
            if names.heading
            else []
        ),
        PrintedColumn(gettext("Home side"), side, number=False, lines=NAME_LINES),
        PrintedColumn(gettext("Visiting side"), side, number=False, lines=NAME_LINES),
        PrintedColumn(gettext("Open room"), ROOM, strong=True),
        PrintedColumn(gettext("Closed room"), ROOM, strong=True),
    )
    rows = []
    for match in line_up_state.line_up_states(snapshot, round_):
        tables = [str(number) for _room, number in match.segments[0].tables]
        teams = [f"{team.entry} {team.name}" for team in match.teams]
        short = [names.short.get(match.match.key, "")] if names.heading else []
        rows.append((*short, *teams, tables[0], tables[1] if len(tables) > 1 else ""))
    return Grid(columns, tuple(rows), sizes=WALL)


def _half_match_words(snapshot: EventSnapshot, round_: Round) -> Iterator[Words]:
    """Yield how the pairs of three teams in half matches change tables."""
    numbers = {half.match for three in three_way_matches.of_round(round_) for half in three}
    tables = sorted(
        standing.match.number
        for standing in line_up_state.line_up_states(snapshot, round_)
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


def _name_grid(tables: tuple[RoundTable, ...], heading: str) -> Grid:
    """Return the seats by surname, as on the page of all; with a `heading` also group or match."""
    is_long = any(len(table.short) > LONGEST_GROUP for table in tables)
    share = LONE_SHARE if is_long else 1
    initial, place, seat = INITIAL * share, TABLE * share, SEAT * share
    names = GRID - initial - place - seat - (WALL_GROUP if heading else 0)
    columns = (
        PrintedColumn("", initial, number=False, heads=True),
        PrintedColumn(pgettext("person", "Name"), names, number=False, lines=NAME_LINES),
        *([PrintedColumn(heading, WALL_GROUP, number=False, lines=3)] if heading else []),
        PrintedColumn(gettext("Table"), place, strong=True),
        PrintedColumn(gettext("Seat"), seat, number=False, strong=True),
    )
    rows = _rows_by_name(tables)
    listed = tuple(row if heading else (*row[:2], *row[3:]) for row in rows)
    if is_long or len(listed) <= FEW:
        return Grid(columns, _told_once(listed), sizes=WALL)
    return Grid(columns, listed, sizes=WALL, abreast=ABREAST)


def _rows_by_name(tables: tuple[RoundTable, ...]) -> Iterator[tuple[str, ...]]:
    """Yield initial, name, group or match, table and seat."""
    seated = [(seat, table) for table in tables for seat in table.seats]
    seated.sort(key=lambda pair: (name_key(pair[0].marked), pair[0].entry))
    for seat, table in seated:
        initial, label = name_key(seat.marked).initial, wording.seat_short(seat.label)
        yield initial, seat.marked, table.short, str(table.number), label


def _told_once(rows: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the rows of one list; the first of an initial has it."""
    others = (("", *row[1:]) if row[0] == last[0] else row for last, row in pairwise(rows))
    return (*rows[:1], *others)


def table_grid(
    tables: Sequence[RoundTable],
    heading: str,
    event: Event,
    where_of: Callable[[Event, RoundTable], str] = reading.match_of,
) -> Grid:
    """Return the tables with their seats; with a `heading` also group, match or room."""
    labels = reading.labels_of(tables)
    wide = TEAMS if any(table.teams for table in tables) else GROUP
    has_boards = event.boards != BoardSource.TABLE and not any(table.teams for table in tables)
    used = 1 + (wide if heading else 0) + (BOARDS if has_boards else 0)
    share = (12 - used) / max(len(labels), 1) - NUMBER
    seats = (
        column
        for label in labels
        for column in (
            PrintedColumn("", NUMBER),
            PrintedColumn(wording.seat_name(label), share, number=False, lines=NAME_LINES),
        )
    )
    rows = []
    for table in tables:
        names = {seat.label: (str(seat.entry), seat.marked) for seat in table.seats}
        where = [where_of(event, table)] if heading else []
        seated = chain.from_iterable(names.get(label, ("", "")) for label in labels)
        numbers = [_board_numbers(table)] if has_boards else []
        rows.append((str(table.number), *where, *seated, *numbers))
    match = [PrintedColumn(heading, wide, number=False, lines=3)] if heading else []
    played = [PrintedColumn(gettext("Boards"), BOARDS)] if has_boards else []
    first = PrintedColumn(gettext("Table"), 1, number=False, strong=True)
    columns = (first, *match, *seats, *played)
    return Grid(columns, tuple(rows), sizes=BY_TABLE)


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


def _suspended_words(snapshot: EventSnapshot, round_: Round | None) -> tuple[Words, ...]:
    rows = suspensions.not_drawn(snapshot, round_) if round_ else ()
    text = not_drawn_text(snapshot, rows, is_public=True)
    return (Words(text, strong=True),) if text else ()
