"""Duplicates in a list: a repeated name is left out, asked about, or has to be corrected."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import count

from tournaments.entries.names import key_of
from tournaments.entries.reading.reasons import LineReason, ListDoubt
from tournaments.entries.reading.values import (
    NEW,
    NO,
    YES,
    LineState,
    ListKind,
    ReadEntry,
    ReadLine,
    asked,
    left_out,
    problem,
)

Answers = Mapping[str, str]


def answered(line: ReadLine, answers: Answers) -> ReadLine:
    """Return a line with the answer to its question applied; without an answer unchanged."""
    doubt = line.doubt
    answer = answers.get(doubt.value) if doubt else None
    if answer == YES:
        return replace(line, state=LineState.ENTRY, why=None)
    if answer == NO and line.otherwise:
        return replace(line, state=LineState.ENTRY, why=None, reads=line.otherwise, otherwise=())
    return left_out(line.number, line.text, LineReason.ANSWERED) if answer == NO else line


def known_names(lines: Iterable[ReadLine], known: Collection[str]) -> list[ReadLine]:
    """Return the lines, with no doubt about texts whose only question was whether they are
    names.
    """
    return [
        replace(line, state=LineState.ENTRY, why=None)
        if line.doubt is ListDoubt.IS_A_NAME
        and all(key_of(name) in known for read in line.reads for name in read.members)
        else line
        for line in lines
    ]


def without_twins(
    lines: Iterable[ReadLine], kind: ListKind, answers: Answers, shared: Collection[str] = ()
) -> list[ReadLine]:
    """Return the lines without duplicates; possible namesakes are asked about.

    Names with `shared` keys belong to several persons.
    """
    seen: dict[str, list[tuple[ReadEntry, int]]] = {}
    kept = []
    for line in lines:
        checked = line
        if line.state in (LineState.ENTRY, LineState.ASK):
            of_persons = _persons if kind.is_of_persons else _groups
            checked = _distinguished(answered(of_persons(line, seen, kind), answers), seen, kind)
        if checked.state in (LineState.ENTRY, LineState.ASK):
            _note_seen(checked, seen, kind)
            for key in shared:
                seen.pop(key, None)
        kept.append(checked)
    return kept


def _distinguished(
    line: ReadLine, seen: Mapping[str, list[tuple[ReadEntry, int]]], kind: ListKind
) -> ReadLine:
    """Return the line of a namesake of an earlier name, changed so that both can take part.

    In an event the second name gets a numeral; in the register the number `NEW`.
    """
    if line.state is not LineState.ENTRY or kind not in (ListKind.INDIVIDUALS, ListKind.MEMBERS):
        return line
    reads = [
        read
        if key_of(read.members[0]) not in seen
        else replace(read, number=read.number or NEW)
        if kind is ListKind.MEMBERS
        else replace(read, members=(_free_name(read.members[0], seen),))
        for read in line.reads
    ]
    return replace(line, reads=tuple(reads))


def _free_name(name: str, seen: Mapping[str, list[tuple[ReadEntry, int]]]) -> str:
    """Return a name with the first numeral after it that is free.

    >>> _free_name("张三", {"张三": []})
    '张三2'
    """
    return next(free for place in count(2) if key_of(free := f"{name}{place}") not in seen)


def _note_seen(
    line: ReadLine, seen: dict[str, list[tuple[ReadEntry, int]]], kind: ListKind
) -> None:
    for read in line.reads:
        names = read.members if kind is not ListKind.TEAMS else (*read.members, read.captain)
        for name in filter(None, names):
            seen.setdefault(key_of(name), []).append((read, line.number))
        if kind is ListKind.TEAMS:
            seen.setdefault(_team_key(read), []).append((read, line.number))
        if kind is ListKind.MEMBERS and read.number not in ("", NEW):
            seen.setdefault(_number_key(read.number), []).append((read, line.number))


def _number_key(number: str) -> str:
    return f"\n#{number}"


def _team_key(read: ReadEntry) -> str:
    return f"\n{key_of(read.name)}"


def _persons(
    line: ReadLine, seen: Mapping[str, list[tuple[ReadEntry, int]]], kind: ListKind
) -> ReadLine:
    """Return a line of persons without those of earlier lines."""
    fresh: list[tuple[ReadEntry, list[tuple[ReadEntry, int]]]] = []
    twins: list[tuple[ReadEntry, list[tuple[ReadEntry, int]]]] = []
    within: dict[str, ReadEntry] = {}
    for read in line.reads:
        key = key_of(read.members[0])
        before = [*seen.get(key, ())]
        if key in within:
            before.append((within[key], line.number))
        within[key] = read
        if not key or (before and kind is ListKind.MEMBERS and _are_numbered(read, before)):
            before = []
        (twins if before else fresh).append((read, before))
    if not twins:
        return _without_double_number(line, seen, kind)
    read, before = twins[0]
    if any(all(_may_be_other(read, other) for other, _n in others) for read, others in twins):
        return asked(line.number, line.text, ListDoubt.SAME_NAME, line.reads)
    name = read.members[0]
    if not fresh:
        return left_out(line.number, line.text, LineReason.TWICE, name=name, first=before[0][1])
    gone = tuple(read.members[0] for read, _before in twins)
    return replace(
        line, reads=tuple(read for read, _before in fresh), dropped=(*line.dropped, *gone)
    )


def _are_numbered(read: ReadEntry, before: Iterable[tuple[ReadEntry, int]]) -> bool:
    """Whether membership numbers distinguish a person from all earlier namesakes."""
    return bool(read.number) and all(
        other.number and other.number != read.number for other, _number in before
    )


def _may_be_other(read: ReadEntry, other: ReadEntry) -> bool:
    """Whether two equal names may be two persons: clubs, telephones or years differ."""
    if read.club and other.club and key_of(read.club) != key_of(other.club):
        return True
    if bool(read.number) != bool(other.number):
        return True
    # Data that the first line lacks would be lost with the second.
    return any(
        read.cells.get(key) and read.cells[key] != other.cells.get(key)
        for key in ("phone", "birth_year", "email", "sex")
    )


def _without_double_number(
    line: ReadLine, seen: Mapping[str, list[tuple[ReadEntry, int]]], kind: ListKind
) -> ReadLine:
    """Return a line of the register; a number that another name has is a problem."""
    number = line.reads[0].number if line.reads and kind is ListKind.MEMBERS else ""
    taken = number and _number_key(number) in seen
    if taken:
        return problem(
            line.number,
            line.text,
            LineReason.NUMBER_TWICE,
            *line.reads,
            row=line.number,
            text=number,
        )
    return line


def _groups(
    line: ReadLine, seen: Mapping[str, list[tuple[ReadEntry, int]]], kind: ListKind
) -> ReadLine:
    """Return a line of pairs or teams; a person who is in another one has to be corrected."""
    for read in line.reads:
        keys = [key_of(name) for name in read.members]
        repeated = [name for place, name in enumerate(read.members) if keys[place] in keys[:place]]
        known = [name for name in read.members if key_of(name) in seen]
        if kind is ListKind.TEAMS and _team_key(read) in seen:
            before, first = seen[_team_key(read)][0]
            if {*map(key_of, before.members)} == {*keys}:
                return left_out(
                    line.number, line.text, LineReason.TWICE, name=read.name, first=first
                )
            return problem(
                line.number,
                line.text,
                LineReason.TEAM_TWICE,
                *line.reads,
                row=line.number,
                name=read.name,
            )
        if kind is ListKind.PAIRS and known and len(known) == len(read.members) and not repeated:
            places = [seen[key_of(name)][0] for name in known]
            if len({number for _read, number in places}) == 1:
                first = places[0][1]
                return left_out(
                    line.number, line.text, LineReason.TWICE, name=read.title, first=first
                )
        if repeated or known:
            name = (repeated or known)[0]
            return problem(
                line.number,
                line.text,
                LineReason.SAME_TWICE,
                *line.reads,
                row=line.number,
                name=name,
            )
    return line
