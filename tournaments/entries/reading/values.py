"""Values of a parsed list: its lines, their entries, and the questions about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from scoring.problems import Problem
from tournaments.entries.reading.reasons import LineReason, ListDoubt, Note

YES: Final = "yes"
NO: Final = "no"
NEW: Final = "0"
"""In place of a member's number: somebody new, whoever else has the name."""


class ListKind(StrEnum):
    """The kind of list that is read."""

    INDIVIDUALS = "individuals"
    PAIRS = "pairs"
    TEAMS = "teams"
    MEMBERS = "members"
    SEEDING = "seeding"

    @property
    def is_of_persons(self) -> bool:
        """Whether each line names one person."""
        return self not in (ListKind.PAIRS, ListKind.TEAMS)


class LineState(StrEnum):
    """What happens to a line."""

    ENTRY = "entry"
    ASK = "ask"
    LEFT_OUT = "left_out"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """One entry of a line: its persons, its own name, and further data.

    `number` is the membership number as written, `cells` further columns of the register.
    """

    members: tuple[str, ...]
    name: str = ""
    club: str = ""
    captain: str = ""
    remark: str = ""
    number: str = ""
    rating: float | None = None
    seeding: int | None = None
    cells: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The name of the entry: its own, else those of its persons."""
        return self.name or " / ".join(self.members)


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line, a row, or several rows of one entry.

    `reads` are the entries to make or to propose, `otherwise` those of the other answer.
    """

    number: int
    text: str
    state: LineState
    reads: tuple[ReadEntry, ...] = ()
    why: Problem | None = None
    otherwise: tuple[ReadEntry, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def doubt(self) -> ListDoubt | None:
        """The kind of doubt about the line."""
        is_asked = self.state is LineState.ASK and self.why is not None
        return ListDoubt(self.why.code) if is_asked and self.why is not None else None


@dataclass(frozen=True, slots=True)
class ListQuestion:
    """One question over a list: the kind of doubt, and the lines that it concerns."""

    doubt: ListDoubt
    lines: tuple[ReadLine, ...]


@dataclass(frozen=True, slots=True)
class ListSource:
    """Where in a file a list was found: number (from 1) and name of the sheet, row, heads.

    `others` are the other visible sheets to choose from, by number.
    """

    sheet_number: int = 1
    sheet: str | None = None
    first_row: int | None = None
    heads: tuple[str, ...] = ()
    others: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ListReading:
    """A parsed list. Every line that is not empty is in exactly one of `lines`."""

    lines: tuple[ReadLine, ...]
    source: ListSource = ListSource()
    notes: tuple[Problem, ...] = ()

    @property
    def questions(self) -> tuple[ListQuestion, ...]:
        """The doubts, one question for each kind."""
        kinds = dict.fromkeys(line.doubt for line in self.lines if line.doubt)
        return tuple(
            ListQuestion(doubt, tuple(line for line in self.lines if line.doubt is doubt))
            for doubt in kinds
            if doubt
        )

    @property
    def entries(self) -> tuple[ReadEntry, ...]:
        """The entries to make."""
        return tuple(read for line in self.of(LineState.ENTRY) for read in line.reads)

    def of(self, state: LineState) -> tuple[ReadLine, ...]:
        """Return the lines in a state."""
        return tuple(line for line in self.lines if line.state is state)


def why(code: LineReason | ListDoubt | Note, /, **values: int | str) -> Problem:
    """Return a reason with the values for its sentence."""
    return Problem(code, field="names", values=tuple(sorted(values.items())))


def one_each(lines: Sequence[ReadLine], texts: Mapping[int, str]) -> list[ReadLine]:
    """Return the parts of each line joined; `texts` are the whole lines by number."""
    parts: dict[int, list[ReadLine]] = {}
    for line in lines:
        parts.setdefault(line.number, []).append(line)
    return [
        _joined(each, texts[number]) if len(each) > 1 else each[0] for number, each in parts.items()
    ]


def _joined(parts: Sequence[ReadLine], text: str) -> ReadLine:
    """Return the parts of a line joined, in the state of the least certain part."""
    order = (LineState.PROBLEM, LineState.ASK, LineState.ENTRY, LineState.LEFT_OUT)
    first = min(parts, key=lambda part: order.index(part.state))
    out = [part.text.strip() for part in parts if part.state is LineState.LEFT_OUT]
    return replace(
        first,
        text=text,
        reads=tuple(read for part in parts for read in part.reads),
        otherwise=tuple(read for part in parts for read in part.otherwise or part.reads)
        if first.otherwise
        else (),
        dropped=(*(mark for part in parts for mark in part.dropped), *out),
    )


def under_club(line: ReadLine, club: str) -> ReadLine:
    """Return a line whose entries get the club of the heading above, unless they name another."""
    if not club:
        return line
    reads, otherwise = (
        tuple(replace(read, club=read.club or club) for read in each)
        for each in (line.reads, line.otherwise)
    )
    return replace(line, reads=reads, otherwise=otherwise)


def entry(number: int, text: str, *reads: ReadEntry, dropped: tuple[str, ...] = ()) -> ReadLine:
    """Return a line that is certain."""
    return ReadLine(number, text, LineState.ENTRY, reads, dropped=dropped)


def left_out(number: int, text: str, code: LineReason, /, **values: int | str) -> ReadLine:
    """Return a line that is no entry."""
    return ReadLine(number, text, LineState.LEFT_OUT, why=why(code, **values))


def problem(
    number: int, text: str, code: LineReason, /, *reads: ReadEntry, **values: int | str
) -> ReadLine:
    """Return a line that has to be corrected."""
    return ReadLine(number, text, LineState.PROBLEM, reads, why(code, **values))


def asked(
    number: int,
    text: str,
    doubt: ListDoubt,
    reads: tuple[ReadEntry, ...],
    otherwise: tuple[ReadEntry, ...] = (),
) -> ReadLine:
    """Return a doubtful line, with the proposal and the meaning of the other answer."""
    title = "、".join(read.title for read in reads)
    return ReadLine(number, text, LineState.ASK, reads, why(doubt, text=title[:80]), otherwise)
