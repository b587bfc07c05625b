"""Rows of persons: the persons in each row of a table, with club and further data."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from tournaments.entries.name_signs import private_signs
from tournaments.entries.names import as_stored, is_name, tidy
from tournaments.entries.reading.identity import IDENTITY
from tournaments.entries.reading.line_kinds import club_over
from tournaments.entries.reading.line_marks import NUMBER
from tournaments.entries.reading.lines import segments, take_apart, words_of
from tournaments.entries.reading.reasons import LineReason, ListDoubt
from tournaments.entries.reading.sheets.files import SheetRow
from tournaments.entries.reading.sheets.head_words import PERSON, ColumnRole
from tournaments.entries.reading.sheets.tables import (
    CONTINUED,
    SheetTable,
    first_section,
    full_name,
    no_entry,
    side_by_side,
    without_numbers,
)
from tournaments.entries.reading.signs import (
    AWAY,
    WAITS,
    heads_club,
    is_club,
    is_nobody,
    is_remark,
    is_sex,
    is_short_name,
    is_usual_name,
)
from tournaments.entries.reading.values import (
    LineState,
    ListKind,
    ReadEntry,
    ReadLine,
    asked,
    entry,
    left_out,
    one_each,
    problem,
    under_club,
)

PARTS: Final = re.compile(r"\s*[、;；\n]\s*")
SLASH: Final = re.compile(r"\s*[/／,，]\s*")
REGISTER: Final = (
    ColumnRole.ALIASES,
    ColumnRole.SEX,
    ColumnRole.BIRTH,
    ColumnRole.SHOWN,
    ColumnRole.PHONE,
    ColumnRole.EMAIL,
    ColumnRole.REMARK,
)
"""What only the register keeps."""
QUOTED: Final = re.compile(r"^'(?=[=+\-@＝＋－＠])")
"""The quote that an export sets before what a spreadsheet would take for a formula."""
RATING: Final = re.compile(r"-?[0-9]{1,6}(?:\.[0-9]+)?")
THOUSANDS: Final = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?:[^0-9]|$))")
COMES: Final = re.compile(
    r"^(?:是否.*|能否.*)?(?:报名|参加|参赛|出席|到场|参与|来)(?:[?？与]|吗|情况|.*否)?$"
)
"""The head of a column that says who takes part."""
NO: Final = re.compile(r"否|不|不是|没有|未|no|n|[×xX✗✘❌]", re.IGNORECASE)
LONGEST_NAME: Final = 120
LONGEST_CLUB: Final = 60


def person_lines(table: SheetTable, kind: ListKind) -> list[ReadLine]:
    """Return the rows of a table of persons as lines; lists side by side are read one after
    another.
    """
    if kind is ListKind.SEEDING:
        return in_seeding_order(_lines(table, kind))
    if heading := _clubs_side_by_side(table):
        return _under_clubs(table, heading, kind)
    lists = side_by_side(table)
    if len(lists) == 1:
        return _lines(table, kind)
    texts = {row.number: table.text(row) for row in table.rows}
    lines = [line for part in lists for line in _lines(part, kind)]
    joined = one_each(sorted(lines, key=lambda line: line.number), texts)
    return [replace(line, text=texts[line.number]) for line in joined]


def _clubs_side_by_side(table: SheetTable) -> SheetRow | None:
    """Return the row that names a club over each of several columns; None if there is none."""
    if table.heads.rows:
        return None
    row = next(
        (row for row in (*table.above[-1:], *table.rows[:1]) if sum(map(bool, row.cells)) > 1), None
    )
    return row if row and all(heads_club(text) for text in row.cells if text) else None


def _under_clubs(table: SheetTable, heading: SheetRow, kind: ListKind) -> list[ReadLine]:
    """Return the rows below clubs that stand side by side: each name with the club above it."""
    lines = [left_out(heading.number, table.text(heading), LineReason.TITLE)]
    for row in table.rows:
        if row.number == heading.number:
            continue
        parts = [
            (take_apart(row.number, text), club)
            for text, club in zip(row.cells, heading.cells, strict=False)
            if text and not is_nobody(text)
        ]
        reads = [
            ReadEntry((as_stored(line.body),), club=club, remark="，".join(line.inside))
            for line, club in parts
        ]
        lines.append(_as_line(row, table.text(row), reads, reads, ListDoubt.NO_HEADS, kind))
    return lines


def _lines(table: SheetTable, kind: ListKind) -> list[ReadLine]:
    lines, club, is_behind = [], "", False
    section = "" if kind is ListKind.SEEDING else first_section(table)
    for row in table.rows:
        reason = no_entry(table, row, is_behind=is_behind)
        if reason is not None:
            section = _section(row, kind) if reason is LineReason.TITLE else section
            is_behind = is_behind or reason is LineReason.FOOTER
            lines.append(left_out(row.number, table.text(row), reason))
            continue
        line = _line(table, row, kind, club)
        line = under_club(line, section)
        club = line.reads[-1].club if line.reads else ""
        lines.append(line)
    return lines


def _section(row: SheetRow, kind: ListKind) -> str:
    """Return the club that a heading between the rows names; empty if there is none."""
    text = next(text for text in row.cells if text)
    return club_over(text) if kind is not ListKind.SEEDING else ""


def _line(table: SheetTable, row: SheetRow, kind: ListKind, club_above: str) -> ReadLine:
    text = table.text(row)
    if _declines(table, row):
        return left_out(row.number, text, LineReason.AWAY)
    club = tidy(table.of(row, ColumnRole.CLUB) or table.of(row, ColumnRole.SECOND_CLUB))
    club = club_above if club in CONTINUED else "" if is_nobody(club) else without_numbers(club)
    reads: list[ReadEntry] = []
    others: list[ReadEntry] = []
    doubt = ListDoubt.MISSING_CELL if row.is_short else table.doubt
    columns = [place for place in table.heads.columns(*PERSON) if table.cell(row, place)]
    if is_export(table, kind) and columns:
        return _exported(table, row, columns[0], club)
    for place in columns:
        named = full_name(table, row, place)
        for part in _split_cell(row, named):
            read, is_several = _person(part, club, table, row, kind)
            reads += read
            others += read[:1]
            doubt = ListDoubt.SEVERAL_PERSONS if is_several else doubt
        if len(columns) > 1 and doubt is None and kind is not ListKind.TEAMS:
            doubt = ListDoubt.SEVERAL_COLUMNS
    if not reads and table.of(row, ColumnRole.NUMBER) and kind is ListKind.MEMBERS:
        reads = [ReadEntry(("",), club=club, **_further_data(table, row, kind))]
    others = _other_answer(others, doubt)
    if doubt is None and (seconds := _by_second_columns(table, row, reads)):
        doubt, others = seconds
    return _as_line(row, text, reads, others, doubt, kind)


def _declines(table: SheetTable, row: SheetRow) -> bool:
    """Whether a row says no in a column of attendance: 是否参加 否."""
    return any(
        COMES.search(head) and NO.fullmatch(table.cell(row, place))
        for place, head in enumerate(table.heads.words)
    )


def _split_cell(row: SheetRow, text: str) -> list[str]:
    """Return the persons of a cell separately, without line numbers."""
    numbered = [NUMBER.sub("", part) or part for _number, part in segments(row.number, text)]
    return [cell for part in numbered for cell in PARTS.split(part)]


def _by_second_columns(
    table: SheetTable, row: SheetRow, reads: list[ReadEntry]
) -> tuple[ListDoubt, list[ReadEntry]] | None:
    """Return the meaning of a second column of ratings or clubs, None if it adds nothing."""
    rating = _rating(table.of(row, ColumnRole.SECOND_RATING))
    if rating is not None and any(read.rating != rating for read in reads):
        return ListDoubt.FIRST_RATING, [replace(read, rating=rating) for read in reads]
    club = without_numbers(table.of(row, ColumnRole.SECOND_CLUB))
    if club and club not in CONTINUED and any(read.club != club for read in reads):
        return ListDoubt.FIRST_CLUB, [replace(read, club=club) for read in reads]
    return None


def is_export(table: SheetTable, kind: ListKind) -> bool:
    """Whether a table is an exported register: its cells hold what was typed at the time."""
    own = (ColumnRole.NUMBER, ColumnRole.NAME, ColumnRole.ALIASES, ColumnRole.SHOWN)
    return kind is ListKind.MEMBERS and all(table.heads.columns(role) for role in own)


def _exported(table: SheetTable, row: SheetRow, place: int, club: str) -> ReadLine:
    """Return a row of an exported register unchanged; names are not split."""
    name = QUOTED.sub("", table.cell(row, place))
    read = ReadEntry(
        (name,), club=QUOTED.sub("", club), **_further_data(table, row, ListKind.MEMBERS)
    )
    read = replace(read, cells={key: QUOTED.sub("", text) for key, text in read.cells.items()})
    text = table.text(row)
    wrong = None if read.number else _problem_of(row, text, [read], ListKind.MEMBERS)
    return wrong or entry(row.number, text, read)


def _as_line(
    row: SheetRow,
    text: str,
    reads: list[ReadEntry],
    others: list[ReadEntry],
    doubt: ListDoubt | None,
    kind: ListKind,
) -> ReadLine:
    """Return a row as an entry, a question or a problem."""
    wrong = _problem_of(row, text, reads, kind)
    if wrong is not None:
        return wrong
    said = [*(read.remark for read in reads), *row.cells]
    if any(AWAY.match(words.removeprefix("已")) for words in said):
        return left_out(row.number, text, LineReason.AWAY)
    if doubt is None and any(WAITS.match(words) for words in said if words):
        doubt = ListDoubt.WAITS
    if doubt is None and any(private_signs(read.members[0]) for read in reads):
        doubt = ListDoubt.UNKNOWN_SIGN
    if (
        doubt is None
        and kind is not ListKind.SEEDING
        and any(is_club(read.members[0]) for read in reads)
    ):
        doubt = ListDoubt.IS_A_NAME
    if doubt is not None and (doubt is not ListDoubt.SECOND_IS_CLUB or reads[0].club):
        return asked(row.number, text, doubt, tuple(reads), tuple(others))
    return entry(row.number, text, *reads)


def _other_answer(reads: list[ReadEntry], doubt: ListDoubt | None) -> list[ReadEntry]:
    """Return the alternative that the other answer to a doubt about columns would give."""
    if doubt is ListDoubt.SECOND_IS_CLUB:
        return [
            replace(read, club="", remark="，".join(filter(None, [read.club, read.remark])))
            for read in reads
        ]
    if doubt is ListDoubt.MISSING_CELL:
        return [ReadEntry(read.members) for read in reads]
    return reads[:1] if doubt is ListDoubt.SEVERAL_COLUMNS else reads if doubt else []


def _person(
    part: str, club: str, table: SheetTable, row: SheetRow, kind: ListKind
) -> tuple[list[ReadEntry], bool]:
    """Return the persons in a cell, and whether it is doubtful that they are several."""
    names = [name for name in SLASH.split(part) if name and not is_nobody(name)]
    words = words_of(part)
    if len(names) == 1 and len(words) > 1 and all(map(is_usual_name, words)):
        names = words
    several = len(names) > 1 and all(map(is_short_name, names)) and part.isascii() is False
    reads = []
    for text in names if several else [part]:
        line = take_apart(row.number, text)
        inside = [words for words in line.inside if not is_sex(words)]
        bracketed = [words for words in inside if is_club(words) and not is_remark(words)]
        remarks = [words for words in inside if words not in bracketed] + [*line.remarks]
        if kind is not ListKind.MEMBERS:
            noted = [table.cell(row, place) for place in table.heads.columns(ColumnRole.REMARK)]
            remarks += [without_numbers(text) for text in noted if text and not is_nobody(text)]
        reads.append(
            ReadEntry(
                (as_stored(line.body),),
                club=club or "".join(bracketed[:1]),
                remark="，".join(filter(None, remarks)),
                **_further_data(table, row, kind),
            )
        )
        if line.phone and kind is ListKind.MEMBERS and not reads[-1].cells.get("phone"):
            reads[-1] = replace(reads[-1], cells={**reads[-1].cells, "phone": line.phone})
    return reads, several and len(names) > 1


def _further_data(table: SheetTable, row: SheetRow, kind: ListKind) -> dict[str, Any]:
    """Return the data of the register or a seeding besides name and club."""
    if kind is ListKind.SEEDING:
        place = tidy(table.of(row, ColumnRole.SEEDING)).lstrip("#第").rstrip("号名位")
        identified = {
            role.value: tidy(text)
            for role in (ColumnRole.ORDINAL, ColumnRole.TEAM)
            if (text := table.of(row, role))
        }
        return {
            "rating": _rating(table.of(row, ColumnRole.RATING)),
            "seeding": int(place) if place.isdecimal() and len(place) < 5 else None,
            "cells": identified,
        }
    if kind is ListKind.MEMBERS:
        return {
            "number": tidy(table.of(row, ColumnRole.NUMBER)).lstrip("#＃"),
            "cells": _register(table, row),
        }
    return {}


def _rating(text: str) -> float | None:
    """Return a written rating as a number: 1,520.5, 1500分."""
    rating = unicodedata.normalize("NFKC", tidy(text)).rstrip("分 ")
    rating = THOUSANDS.sub("", rating)
    return float(rating) if RATING.fullmatch(rating) else None


def _register(table: SheetTable, row: SheetRow) -> Mapping[str, str]:
    cells = {}
    for role in REGISTER:
        text = tidy(table.of(row, role))
        if text and not is_nobody(text):
            cells[role.value] = tidy(IDENTITY.sub(" ", text))
    return cells


def _problem_of(
    row: SheetRow, text: str, reads: list[ReadEntry], kind: ListKind
) -> ReadLine | None:
    """Return the problem of a row, None if it has none."""
    number = row.number
    if not reads:
        return problem(number, text, LineReason.NAME_MISSING, row=number)
    for read in reads:
        name = read.members[0]
        if not name and read.number:
            continue
        if not name:
            return problem(number, text, LineReason.NAME_MISSING, row=number)
        is_entry_number = kind is ListKind.SEEDING and name.isdecimal()
        if is_sex(name) or (not is_name(name) and not is_entry_number):
            return problem(number, text, LineReason.NOT_A_NAME, row=number, text=name[:40])
        too_long = [name] if len(name) > LONGEST_NAME else []
        too_long += [read.club] if len(read.club) > LONGEST_CLUB else []
        if too_long:
            return problem(number, text, LineReason.TOO_LONG, row=number, text=too_long[0][:20])
        digits = read.number
        is_number = digits.isdecimal() and len(digits) < 10 and int(digits) > 0
        if kind is ListKind.MEMBERS and digits and not is_number:
            return problem(number, text, LineReason.NUMBER, read, row=number, text=digits[:20])
    return None


def in_seeding_order(lines: list[ReadLine]) -> list[ReadLine]:
    """Return the lines of a seeding in order: by rank, else by rating, else as listed."""
    listed = [line for line in lines if line.state in (LineState.ENTRY, LineState.ASK)]
    reads = [line.reads[0] for line in listed]
    if any(read.seeding for read in reads):
        ranked = sorted(listed, key=lambda line: line.reads[0].seeding or 10**6)
    elif any(read.rating is not None for read in reads):
        ranked = sorted(listed, key=_by_rating)
    else:
        return lines
    return list(_replaced(lines, ranked))


def _by_rating(line: ReadLine) -> tuple[bool, float]:
    rating = line.reads[0].rating
    return rating is None, -(rating or 0)


def _replaced(lines: list[ReadLine], ranked: list[ReadLine]) -> Iterator[ReadLine]:
    """Yield the lines, with the entries in the order of the ranking."""
    following = iter(ranked)
    for line in lines:
        yield next(following) if line.state in (LineState.ENTRY, LineState.ASK) else line
