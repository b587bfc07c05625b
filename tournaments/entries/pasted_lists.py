"""Interprets a pasted list line by line, for a preview that is corrected and then saved.

Lists come from chats (接龙), tables and letters. `reading` reads them, and every line that was
edited by itself. Nothing here is stored and the database is not queried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from scoring.problems import Problem
from tournaments.base.refusals import Refused
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.names import key_of, tidy
from tournaments.entries.pasted_values import ListTerms, PastedLine, PastedList
from tournaments.entries.reading.identity import IDENTITY, masked
from tournaments.entries.reading.reader import CONTROLS, Wanted, read_file, read_text
from tournaments.entries.reading.reasons import LineReason, ListDoubt
from tournaments.entries.reading.sheets.files import Workbook
from tournaments.entries.reading.values import NO, LineState, ListReading, ReadEntry, ReadLine

MOST_CHARACTERS: Final = 100_000
LONGEST_LINE: Final = 400
CLUB_LENGTH: Final = 60
ANY_TEAM: Final = "甲队"
"""In place of a team's name where only its players are read."""
LONGEST_PLAYERS: Final = LONGEST_LINE - len(f"{ANY_TEAM}：")
"""The most characters of a team's players, which are read after that name."""

Answers = Mapping[str, str]


def read(
    source: str | Workbook,
    terms: ListTerms,
    mended: Sequence[str] | None = None,
    *,
    answers: Mapping[str, str] | None = None,
    said: Mapping[str, str] | None = None,
    wanted: tuple[int | None, int | None] = (None, None),
) -> PastedList:
    """Return the lines of a pasted text or a file as they are understood.

    `mended` holds the text of each line as it was shown under the `answers`; `said` are further
    answers, `wanted` the chosen sheet and row. Raises Refused if the text is empty, too long or not
    text.
    """
    if isinstance(source, str) and len(source) > MOST_CHARACTERS:
        raise Refused(problem_of(ListProblem.TEXT_TOO_LONG, most=MOST_CHARACTERS))
    reading = _reading(source, terms, {**(answers or {})}, wanted)
    fresh = _lines(reading, terms)
    edits = _edits(fresh, mended)
    if said:
        reading = _reading(source, terms, {**(answers or {}), **said}, wanted)
        fresh = _lines(reading, terms)
    lines = [
        _corrected(line, edits[line.box], terms, {**(answers or {}), **(said or {})})
        if line.box in edits
        else _reopened(line, edits)
        for line in fresh
    ]
    kept = _without_twins(_without_resolved_questions(lines) if edits else lines, terms)
    return PastedList(tuple(_current_twins(fresh, kept, terms)), reading)


def players_of(text: str, sizes: range) -> PastedLine:
    """Return the players of a team as they were typed, with its captain."""
    terms = ListTerms(sizes, {})
    # A colon parts the name of a team from its players.
    line = f"{ANY_TEAM}：{text.replace('：', ' ').replace(':', ' ')}"
    return _edited(PastedLine(1, line), line, terms, {})


def _reading(
    source: str | Workbook,
    terms: ListTerms,
    answers: Mapping[str, str],
    wanted: tuple[int | None, int | None],
) -> ListReading:
    terms_of = Wanted(
        terms.kind, terms.sizes, *wanted, answers, terms.shared_keys, terms.known_keys
    )
    if isinstance(source, str):
        return read_text(source, terms_of)
    reading = read_file(source, terms_of)
    if all(line.state is LineState.LEFT_OUT for line in reading.lines):
        raise Refused(problem_of(ListProblem.EMPTY))
    return reading


def _edits(fresh: Sequence[PastedLine], mended: Sequence[str] | None) -> dict[tuple[int, int], str]:
    """Return the texts that were edited in the fields of a preview, by field."""
    if mended is None or len(mended) != len(fresh):
        return {}
    return {line.box: text for line, text in zip(fresh, mended, strict=True) if text != line.text}


def _reopened(line: PastedLine, edits: Collection[tuple[int, int]]) -> PastedLine:
    """Return a line that was not edited, with its duplicate to be looked up again."""
    is_twice = line.problem is not None and line.problem.code in (
        LineReason.SAME_TWICE,
        LineReason.TEAM_TWICE,
    )
    return replace(line, problem=None) if edits and is_twice else line


def _without_resolved_questions(lines: Sequence[PastedLine]) -> list[PastedLine]:
    """Return the lines, without the question about names that are no longer shared."""
    counts = Counter(key_of(name) for line in lines if not line.left_out for name in line.members)
    return [
        replace(line, doubt=None)
        if line.doubt is ListDoubt.SAME_NAME
        and all(counts[key_of(name)] < 2 for name in line.members)
        else line
        for line in lines
    ]


def _lines(reading: ListReading, terms: ListTerms) -> list[PastedLine]:
    return [line for read_line in reading.lines for line in _lines_of(read_line, terms)]


def _lines_of(line: ReadLine, terms: ListTerms) -> Iterator[PastedLine]:
    """Yield the entries of one line of a list."""
    base = PastedLine(line.number, line.text, dropped=line.dropped)
    if line.state is LineState.LEFT_OUT or (line.state is LineState.PROBLEM and not line.reads):
        is_wrong = line.state is LineState.PROBLEM
        text = tidy(line.text)[:LONGEST_LINE] if is_wrong else ""
        wrong = line.why if is_wrong else None
        yield replace(base, text=text, left_out=None if is_wrong else line.why, problem=wrong)
        return
    for part, one in enumerate(line.reads):
        entry = _line_of(base if part == 0 else replace(base, original="", dropped=()), one, terms)
        wrong = line.why if line.state is LineState.PROBLEM else _club_problem(entry)
        yield replace(entry, part=part, problem=wrong, doubt=line.doubt)


def _club_problem(line: PastedLine) -> Problem | None:
    if len(line.club) <= CLUB_LENGTH:
        return None
    return problem_of(ListProblem.CLUB_TOO_LONG, row=line.number, most=CLUB_LENGTH)


def _line_of(base: PastedLine, one: ReadEntry, terms: ListTerms) -> PastedLine:
    entry = replace(
        base,
        members=one.members,
        name=one.name,
        club=one.club,
        captain=one.captain,
        remark=one.remark,
    )
    return replace(entry, text=_team_text(entry) if terms.are_teams else _as_text(entry))


def _team_text(line: PastedLine) -> str:
    """Return a team as a line that parses back to the same team."""
    club = f"（{line.club}）" if line.club else ""
    first = line.members[:1]
    leads = [f"{line.captain}（领队）"] if line.captain not in (*line.members, "") else []
    names = [
        f"{name}（队长）" if name == line.captain and name not in first else name
        for name in line.members
    ]
    return f"{line.name}{club}：{'，'.join([*leads, *names])}"


def _corrected(fresh: PastedLine, mend: str, terms: ListTerms, answers: Answers) -> PastedLine:
    """Return a line as it was corrected; an emptied line is left out."""
    mend = IDENTITY.sub(" ", masked(" ".join(mend.splitlines())))
    if not tidy(mend):
        why = fresh.left_out or problem_of(ListProblem.LEFT_EMPTIED, row=fresh.number)
        return PastedLine(
            fresh.number, fresh.original, dropped=fresh.dropped, left_out=why, part=fresh.part
        )
    line = replace(_edited(fresh, mend, terms, answers), part=fresh.part)
    # Remarks dropped from the pasted line say nothing about the text that replaced it.
    return replace(line, dropped=fresh.dropped if mend == fresh.text else line.dropped)


def _edited(fresh: PastedLine, text: str, terms: ListTerms, answers: Answers) -> PastedLine:
    """Return the one entry of an edited line."""
    # A field of one line may hold what parts lines elsewhere, such as U+2028.
    text = " ".join(text.splitlines())
    line = PastedLine(fresh.number, fresh.original, text[:LONGEST_LINE])
    if len(text) > LONGEST_LINE:
        too_long = problem_of(ListProblem.LINE_TOO_LONG, row=fresh.number, most=LONGEST_LINE)
        return replace(line, problem=too_long)
    if CONTROLS.search(text):
        return replace(line, problem=problem_of(ListProblem.CONTROL_CHARACTERS))
    (read,) = _reading(text, terms, {}, (None, None)).lines
    read = _settled(read, answers)
    is_away = read.why is not None and read.why.code in (LineReason.AWAY, LineReason.NO_NAME)
    if len(read.reads) > 1 or (read.state is LineState.LEFT_OUT and not is_away):
        wrong = problem_of(ListProblem.NOT_A_NAME, row=fresh.number, text=tidy(text)[:40])
        return replace(line, problem=wrong)
    here = _with_values(read.why, row=fresh.number) if read.why else None
    (made,) = _lines_of(replace(read, number=fresh.number, why=here), terms)
    return replace(made, original=fresh.original)


def _settled(read: ReadLine, answers: Answers) -> ReadLine:
    """Return a line that somebody typed into its field, without a question.

    The reading that is proposed counts, or the other one if the list was answered so or if that one
    alone is a single entry.
    """
    if read.doubt is None:
        return read
    is_otherwise = answers.get(read.doubt) == NO or len(read.reads) > 1
    reads = read.otherwise if is_otherwise and read.otherwise else read.reads
    return replace(read, state=LineState.ENTRY, reads=reads, otherwise=(), why=None)


def _as_text(line: PastedLine) -> str:
    """Return a line as editable text: `赵敏，城北棋社（晚到10分钟）`, `甲 / 乙 / 队名`."""
    names = " / ".join(filter(None, [*line.members, line.name]))
    club = f"（{line.club}）" if len(line.members) > 1 else f"，{line.club}"
    return f"{names}{club if line.club else ''}{f'（{line.remark}）' if line.remark else ''}"


def _without_twins(
    lines: Collection[PastedLine] | Iterator[PastedLine], terms: ListTerms
) -> tuple[PastedLine, ...]:
    """Leave out persons who are already entered or stand earlier in the list.

    The other members of a pair or team with such a person may be right, so that the line has to be
    corrected.
    """
    seen: dict[str, int] = {}
    kept = []
    for line in lines:
        kept.append(_check_twins(line, seen, terms) if line.is_entry else line)
        if kept[-1].is_entry:
            names = [*map(key_of, line.members), key_of(line.captain)]
            names.append(_team_key(line.name) if terms.are_teams else "")
            seen |= dict.fromkeys(filter(None, names), line.number)
    return tuple(kept)


def _current_twins(
    fresh: Sequence[PastedLine], lines: Sequence[PastedLine], terms: ListTerms
) -> Iterator[PastedLine]:
    """Yield the lines; an emptied one names the line that now holds its person, if any."""
    entered = _holders([line for line in lines if line.is_entry], terms)
    named = _holders([line for line in lines if not line.left_out], terms)
    for first, line in zip(fresh, lines, strict=True):
        is_empty = line.left_out is not None and line.left_out.code == ListProblem.LEFT_EMPTIED
        twin = _check_twins(first, entered, terms) if is_empty and first.is_entry else line
        yield _with_holder(twin, named, terms) if twin.left_out else line


def _holders(lines: Sequence[PastedLine], terms: ListTerms) -> dict[str, int]:
    """Return the numbers of the first lines that hold each person or team, by key."""
    return {
        key: line.number
        for line in reversed(lines)
        for key in (
            *map(key_of, line.members),
            *([_team_key(line.name)] if terms.are_teams else []),
        )
    }


def _with_holder(line: PastedLine, named: Mapping[str, int], terms: ListTerms) -> PastedLine:
    """Return a line that was left out as a duplicate, naming the line that now holds its person."""
    if line.left_out is None or line.left_out.code != LineReason.TWICE:
        return line
    values = dict(line.left_out.values)
    names = [str(values["name"])] if terms.are_teams else str(values["name"]).split(" / ")
    keys = [_team_key(name) if terms.are_teams else key_of(name) for name in names]
    holders = {named.get(key) for key in keys}
    if len(holders) == 1 and None not in holders:
        return replace(line, left_out=_with_values(line.left_out, first=holders.pop() or 0))
    entered = [terms.taken_by_key[key] for key in keys if key in terms.taken_by_key]
    if entered:
        why = problem_of(ListProblem.LEFT_TAKEN, row=line.number, number=entered[0])
        return replace(line, left_out=why)
    return replace(line, left_out=problem_of(ListProblem.LEFT_EMPTIED, row=line.number))


def _with_values(problem: Problem, **values: int | str) -> Problem:
    """Return a problem with other values for its sentence."""
    return replace(problem, values=tuple(sorted({**dict(problem.values), **values}.items())))


def _check_twins(line: PastedLine, seen: Mapping[str, int], terms: ListTerms) -> PastedLine:
    taken = terms.taken_by_key
    named = [name for name in line.members if key_of(name) not in terms.shared_keys]
    keys = [key_of(name) for name in named]
    repeated = [name for place, name in enumerate(named) if keys[place] in keys[:place]]
    known = [name for name, key in zip(named, keys, strict=True) if key in taken or key in seen]
    if terms.are_teams and _team_key(line.name) in seen:
        problem = problem_of(ListProblem.NAME_TWICE, row=line.number, name=line.name)
        return replace(line, problem=problem)
    if terms.are_teams and key_of(line.name) in terms.team_keys:
        problem = problem_of(ListProblem.NAME_TAKEN, row=line.number, name=line.name)
        return replace(line, problem=problem)
    if repeated or (known and len(known) < len(line.members)) or (known and terms.are_teams):
        name = (repeated or known)[0]
        code = ListProblem.NAME_TAKEN if key_of(name) in taken else ListProblem.NAME_TWICE
        return replace(line, problem=problem_of(code, row=line.number, name=name))
    if not known:
        return line
    if (key := key_of(known[0])) in taken:
        why = problem_of(ListProblem.LEFT_TAKEN, row=line.number, number=taken[key])
    else:
        why = problem_of(ListProblem.LEFT_TWICE, row=line.number, first=seen[key])
    return replace(line, text="", left_out=why)


def _team_key(name: str) -> str:
    """Return the key of a team among the keys seen, distinct from the keys of persons."""
    return f"\n{key_of(name)}"
