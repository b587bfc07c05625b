"""Interprets a pasted list line by line, for a preview that is corrected and then saved.

Lists come from chats (接龙), tables and letters. Nothing here is stored and the database is not
queried; `reading` parses a list, and `team_lists` parses the typed line of a team.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from scoring.problems import Problem
from tournaments.base.refusals import Refused
from tournaments.entries import team_lists
from tournaments.entries.entry_lists import LONGEST
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.name_signs import HAN as HANZI
from tournaments.entries.names import MEMBER_NUMBER, as_stored, is_name, key_of, tidy
from tournaments.entries.pasted_lines import REMARK, STAYS_AWAY, LineParts, take_apart
from tournaments.entries.pasted_values import ListTerms, PastedLine, PastedList
from tournaments.entries.reading.identity import IDENTITY, masked
from tournaments.entries.reading.lines import without_private_data
from tournaments.entries.reading.reader import Wanted, read_file, read_text
from tournaments.entries.reading.reasons import LineReason, ListDoubt
from tournaments.entries.reading.sheets.files import Workbook
from tournaments.entries.reading.signs import is_sex
from tournaments.entries.reading.values import LineState, ListReading, ReadEntry, ReadLine
from tournaments.entries.team_lists import CLUB_LENGTH

MOST_CHARACTERS: Final = 100_000
LONGEST_LINE: Final = 400
HAN: Final = re.compile(rf"[{HANZI}·]+")
CELLS: Final = re.compile(
    rf"\s*\t\s*|(?<=[{HANZI}])\s{{2,}}|\s{{2,}}(?=[{HANZI}])|\s*[，｜|]\s*|"
    rf"(?<=[{HANZI}])\s*[-—–:：]+\s*(?=\S)"
)
"""Between a name and its club: a tab, a wide gap beside a Chinese character, a comma, a dash."""
LABELLED: Final = re.compile(
    r"(?:领队|队长|队员|教练|成员|captain|players?)\s*[:：]", re.IGNORECASE
)
PARTNERS: Final = re.compile(
    rf"\s*(?:\t+|[/／、&＆，,;；+|]|(?<=\S)\s{{2,}}(?=\S)|(?<=[{HANZI}])[-—–]+(?=[{HANZI}]))\s*"
)


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
        _corrected(line, edits[line.box], terms) if line.box in edits else _reopened(line, edits)
        for line in fresh
    ]
    kept = _without_twins(_without_resolved_questions(lines) if edits else lines, terms)
    return PastedList(tuple(_current_twins(fresh, kept, terms)), reading)


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
        wrong = line.why if line.state is LineState.PROBLEM else None
        yield replace(entry, part=part, problem=wrong, doubt=line.doubt)


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


def _corrected(fresh: PastedLine, mend: str, terms: ListTerms) -> PastedLine:
    """Return a line as it was corrected; an emptied line is left out."""
    mend = IDENTITY.sub(" ", masked(mend))
    if not tidy(mend):
        why = fresh.left_out or problem_of(ListProblem.LEFT_EMPTIED, row=fresh.number)
        return PastedLine(
            fresh.number, fresh.original, dropped=fresh.dropped, left_out=why, part=fresh.part
        )
    line = replace(_read_line(fresh.number, fresh.original, mend, terms), part=fresh.part)
    # Remarks dropped from the pasted line say nothing about the text that replaced it.
    return replace(line, dropped=fresh.dropped if mend == fresh.text else line.dropped)


def _read_line(number: int, original: str, text: str, terms: ListTerms) -> PastedLine:
    if len(text) > LONGEST_LINE:
        problem = problem_of(ListProblem.LINE_TOO_LONG, row=number, most=LONGEST_LINE)
        return PastedLine(number, original[:LONGEST_LINE], text[:LONGEST_LINE], problem=problem)
    if terms.are_teams and LABELLED.search(text):
        read, *more = _lines(_reading(text, terms, {}, (None, None)), terms)
        if not more:
            return replace(read, number=number, original=original)
    text, phones, _has_identity = without_private_data(text)
    parts = take_apart(text, keep_brackets=terms.are_teams)
    parts = replace(parts, text=MEMBER_NUMBER.sub(r"#\1", parts.text))
    line = PastedLine(number, original, dropped=(*parts.dropped, *phones))
    if not any(sign.isalpha() for sign in parts.text) and not MEMBER_NUMBER.search(parts.text):
        return replace(line, left_out=Problem(LineReason.NO_NAME, field="file"))
    if terms.are_teams:
        return _read_team(line, parts, terms)
    return _read_names(line, parts, terms.sizes[0])


def _read_names(line: PastedLine, parts: LineParts, size: int) -> PastedLine:
    names, rest = _pair(parts.text) if size > 1 else _person(parts.text)
    members = tuple(as_stored(name) for name in names[:size])
    own, club, remarks = "", parts.club, [text for text in parts.remarks if not is_sex(text)]
    for cell in filter(None, map(tidy, [*names[size:], *rest])):
        if is_sex(cell):
            continue
        if REMARK.search(cell) or STAYS_AWAY.match(cell):
            remarks.append(cell)
        elif size > 1 and not own:
            own = cell
        elif not club:
            club = cell
        else:
            remarks.append(cell)
    read = replace(line, members=members, name=own, club=club, remark="，".join(remarks))
    read = replace(read, text=_as_text(read))
    if parts.stays_away or any(STAYS_AWAY.match(remark) for remark in remarks):
        return replace(read, text="", left_out=problem_of(ListProblem.LEFT_AWAY, row=line.number))
    return replace(read, problem=_names_problem(read, size))


def _names_problem(line: PastedLine, size: int) -> Problem | None:
    if len(line.members) < size:
        return problem_of(ListProblem.PARTNER_MISSING, row=line.number, name=line.members[0])
    if any(len(name) > LONGEST for name in (*line.members, line.name)):
        return problem_of(ListProblem.NAME_TOO_LONG, row=line.number, most=LONGEST)
    if len(line.club) > CLUB_LENGTH:
        return problem_of(ListProblem.CLUB_TOO_LONG, row=line.number, most=CLUB_LENGTH)
    wrong = [name for name in line.members if not is_name(name)]
    if wrong:
        return problem_of(ListProblem.NOT_A_NAME, row=line.number, text=wrong[0][:40])
    return None


def _as_text(line: PastedLine) -> str:
    """Return a line as editable text: `赵敏，城北棋社（晚到10分钟）`, `甲 / 乙 / 队名`."""
    names = " / ".join(filter(None, [*line.members, line.name]))
    club = f"（{line.club}）" if len(line.members) > 1 else f"，{line.club}"
    return f"{names}{club if line.club else ''}{f'（{line.remark}）' if line.remark else ''}"


def _person(text: str) -> tuple[list[str], list[str]]:
    """Return the name in a text, and the other cells.

    >>> _person("赵敏 城北棋社"), _person("张 三"), _person("Li Na"), _person("赵敏\\t城北")
    ((['赵敏'], ['城北棋社']), (['张三'], []), (['Li Na'], []), (['赵敏'], ['城北']))
    """
    first, *rest = [cell for cell in CELLS.split(text) if cell]
    words = first.split()
    are_han = [bool(HAN.fullmatch(word)) for word in words]
    if len(words) > 1 and are_han[0] and are_han[1] and len(words[0]) == 1 and len(words[1]) < 3:
        return [words[0] + words[1]], [*words[2:], *rest]
    if are_han[0]:
        latin = len(words) > 1 and all(re.fullmatch(r"[A-Z][\w'’-]*", word) for word in words[1:])
        return ([first], rest) if latin else ([words[0]], [*words[1:], *rest])
    latin_words = next((place for place, is_han in enumerate(are_han) if is_han), len(words))
    return [" ".join(words[:latin_words])], [*words[latin_words:], *rest]


def _pair(text: str) -> tuple[list[str], list[str]]:
    """Return the two names in a text and the name of the pair behind them, if any.

    >>> _pair("甲/乙"), _pair("甲 乙"), _pair("Wang Wei / Li Na / East")
    ((['甲', '乙'], []), (['甲', '乙'], []), (['Wang Wei', 'Li Na', 'East'], []))
    """
    cells = [cell for cell in PARTNERS.split(text) if cell]
    if len(cells) == 1:
        words = cells[0].split()
        are_han = all(HAN.fullmatch(word) for word in words)
        cells = words if are_han or len(words) == 2 else cells
    return cells[:3], cells[3:]


def _read_team(line: PastedLine, parts: LineParts, terms: ListTerms) -> PastedLine:
    texts = [tidy(cell) for cell in parts.text.split("\t") if cell.strip()]
    taken, teams = {key_of(name) for name in terms.taken}, {key_of(name) for name in terms.teams}
    row = team_lists.team_of(line.number, texts, terms.sizes, taken, teams)
    wrong = [cell.problem for cell in row.cells if cell.problem]
    return replace(
        line,
        text=row.line,
        members=tuple(cell.text for cell in row.members),
        name=row.name.text,
        club=row.club.text,
        captain=row.captain.text,
        remark="，".join(parts.remarks),
        problem=_team_problem(line, wrong),
    )


def _team_problem(line: PastedLine, wrong: Sequence[Problem]) -> Problem | None:
    """Return the first problem of a team, worded for its line rather than for a cell of a table."""
    if not wrong:
        return None
    plain_code = {
        ListProblem.CELL_EMPTY: ListProblem.TEAM_NAME_MISSING,
        ListProblem.CELL_TOO_LONG: ListProblem.NAME_TOO_LONG,
        ListProblem.CELL_NOT_A_NAME: ListProblem.NOT_A_NAME,
        ListProblem.CELL_TWICE: ListProblem.NAME_TWICE,
        ListProblem.CELL_TAKEN: ListProblem.NAME_TAKEN,
    }
    code = ListProblem(wrong[0].code)
    values = {key: value for key, value in wrong[0].values if key != "column"}
    return problem_of(plain_code.get(code, code), **values | {"row": line.number})


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
