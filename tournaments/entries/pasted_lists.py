"""Reads a pasted list line by line: entries, what was left out and why, and what is wrong.

Lists come from chats (接龙), tables and letters. Nothing here is stored and no database is asked;
`pasted_lines` takes a line apart, `team_lists` reads the line of a team.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.problems import Problem
from tournaments.entries import team_lists
from tournaments.entries.entry_lists import (
    LONGEST,
    MOST_ROWS,
    ONE,
    OTHER,
    OWN,
    ListProblem,
    head_of,
    heads,
    problem_of,
)
from tournaments.entries.entry_lists import NUMBER as NUMBER_HEADS
from tournaments.entries.names import MEMBER_NUMBER, is_name, tidy
from tournaments.entries.pasted_lines import (
    EXAMPLE,
    HEAD,
    REMARK,
    STAYS_AWAY,
    LineParts,
    plain,
    take_apart,
)
from tournaments.entries.team_lists import CLUB_LENGTH
from tournaments.refusals import Refused

MOST_CHARACTERS: Final = 100_000
LONGEST_LINE: Final = 400
HAN: Final = re.compile(r"[\u3400-\u9fff·]+")
SHORT_NAMES: Final = re.compile(r"[\u3400-\u9fff]{2,4}(?:\s*[、/／]\s*[\u3400-\u9fff]{2,4})+")
HANZI: Final = r"[\u3400-\u9fff]"
CELLS: Final = re.compile(
    rf"\s*\t\s*|(?<={HANZI})\s{{2,}}|\s{{2,}}(?={HANZI})|\s*[，｜|]\s*|"
    rf"(?<={HANZI})\s*[-—–:：]+\s*(?=\S)"
)
"""Between a name and its club: a tab, a wide gap beside a Chinese character, a comma, a dash."""
PARTNERS: Final = re.compile(
    rf"\s*(?:\t+|[/／、&＆，,;；+|]|(?<=\S)\s{{2,}}(?=\S)|(?<={HANZI})[-—–]+(?={HANZI}))\s*"
)
TALK: Final = re.compile(
    r"报名|接龙|截止|时间|地点|地址|地方|费用|欢迎|比赛|开始|开打|本周|今晚|明晚|大家|准时|通知|"
    r"周[一二三四五六日末]|星期|\d+\s*[:：点]"
)
TALK_SIGNS: Final = re.compile(r"[。！？!?…]|https?:|^\d+\s*[:：点]")
"""What stands in announcements and in no name."""
HEADINGS: Final = NUMBER_HEADS | ONE | OTHER | OWN | team_lists.CLUB | heads("备注 remark remarks")


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line of a pasted list as it was understood.

    `text` is how it can be mended: reading it again gives the same. `left_out` says why it is no
    entry, `problem` what has to be mended before anything is saved.
    """

    number: int
    original: str
    text: str = ""
    members: tuple[str, ...] = ()
    name: str = ""
    club: str = ""
    captain: str = ""
    remark: str = ""
    dropped: tuple[str, ...] = ()
    left_out: Problem | None = None
    problem: Problem | None = None

    @property
    def is_entry(self) -> bool:
        """Whether the line will be entered."""
        return self.left_out is None and self.problem is None


@dataclass(frozen=True, slots=True)
class PastedList:
    """The lines of a pasted list that are not empty, in their order."""

    lines: tuple[PastedLine, ...]

    @property
    def entries(self) -> tuple[PastedLine, ...]:
        """The lines that will be entered."""
        return tuple(line for line in self.lines if line.is_entry)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What has to be mended, in the order of the lines."""
        return tuple(line.problem for line in self.lines if line.problem)

    @property
    def left_out(self) -> tuple[PastedLine, ...]:
        """The lines that will not be entered."""
        return tuple(line for line in self.lines if line.left_out)


@dataclass(frozen=True, slots=True)
class ListTerms:
    """What a list is read for: the size of an entry, and who and which teams are entered already.

    More sizes than one are those of teams.
    """

    sizes: range
    taken: Mapping[str, int]
    """The names of persons that are entered, with the numbers of their entries."""
    teams: Collection[str] = ()
    shared: Collection[str] = ()
    """The names that several members have: the same name again may be somebody else."""

    @property
    def are_teams(self) -> bool:
        """Whether the entries are teams."""
        return len(self.sizes) > 1


def read(text: str, terms: ListTerms, mended: Sequence[str] | None = None) -> PastedList:
    """Return what is understood of a pasted text; `mended` has a text for each of its lines.

    Raises Refused for a text that is empty, too long, or none.
    """
    originals = _originals(text, terms)
    fresh = _read_all(originals, terms)
    if mended is None or len(mended) != len(originals):
        return PastedList(_without_twins(fresh, terms))
    lines = [_mend(line, mend, terms) for line, mend in zip(fresh, mended, strict=True)]
    return PastedList(tuple(_still_twins(fresh, _without_twins(lines, terms), terms)))


def _originals(text: str, terms: ListTerms) -> list[tuple[int, str]]:
    """Return the lines that are not empty with their numbers. Raises Refused."""
    if len(text) > MOST_CHARACTERS:
        raise Refused(problem_of(ListProblem.TEXT_TOO_LONG, most=MOST_CHARACTERS))
    if any(unicodedata.category(sign) == "Cc" and sign not in "\t\r\n" for sign in text):
        raise Refused(problem_of(ListProblem.CONTROL_CHARACTERS))
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        found += [(number, part) for part in _persons(line, terms) if tidy(part)]
        if len(found) > MOST_ROWS:
            raise Refused(problem_of(ListProblem.TOO_MANY_ROWS, most=MOST_ROWS))
    if not found:
        raise Refused(problem_of(ListProblem.EMPTY))
    return found


def _persons(line: str, terms: ListTerms) -> list[str]:
    """Return the persons of a line that names several with signs between, else the line."""
    if terms.sizes != range(1, 2) or len(line) > LONGEST_LINE:
        return [line]
    text = take_apart(line).text
    return re.split(r"\s*[、/／]\s*", text) if SHORT_NAMES.fullmatch(text) else [line]


def _read_all(originals: Sequence[tuple[int, str]], terms: ListTerms) -> list[PastedLine]:
    """Read all lines: what stands before the first number of a numbered list is its title."""
    are_numbered = [take_apart(line[:LONGEST_LINE]).is_numbered for _number, line in originals]
    is_chain = any(HEAD.match(plain(line[:LONGEST_LINE])) for _number, line in originals)
    first = are_numbered.index(True) if sum(are_numbered) >= (1 if is_chain else 2) else 0
    lines = []
    for place, (number, original) in enumerate(originals):
        reason = _no_entry(plain(original[:LONGEST_LINE]), are_numbered[place])
        if place < first and not reason:
            reason = ListProblem.LEFT_TITLE
        if reason:
            problem = problem_of(reason, row=number)
            lines.append(PastedLine(number, original, left_out=problem))
        else:
            lines.append(_read_line(number, original, original, terms))
    return lines


def _no_entry(line: str, is_numbered: bool) -> ListProblem | None:
    """Return why a line is no entry by its look alone."""
    if HEAD.match(line):
        return ListProblem.LEFT_TITLE
    if EXAMPLE.match(line):
        return ListProblem.LEFT_EXAMPLE
    named = [head_of(cell) for cell in re.split(r"[\s，,]+", line.strip())]
    if all(head in HEADINGS and len(head) > 1 for head in named):
        return ListProblem.LEFT_TITLE
    return ListProblem.LEFT_TALK if not is_numbered and _is_talk(line) else None


def _is_talk(line: str) -> bool:
    """Whether an unnumbered line reads like an announcement, by its first words."""
    text = take_apart(line).text
    first = re.split(r"[\s，,/、:：]+", text, maxsplit=1)[0]
    is_sentence = bool(HAN.fullmatch(first)) and len(first) > 6 and "·" not in first
    return is_sentence or bool(TALK.search(first) or TALK_SIGNS.search(text))


def _mend(fresh: PastedLine, mend: str, terms: ListTerms) -> PastedLine:
    """Return a line as it was mended; an emptied one is left out."""
    if not tidy(mend):
        why = fresh.left_out or problem_of(ListProblem.LEFT_EMPTIED, row=fresh.number)
        return PastedLine(fresh.number, fresh.original, dropped=fresh.dropped, left_out=why)
    line = _read_line(fresh.number, fresh.original, mend, terms)
    # What was left out of the line as it was pasted says nothing of what was typed instead.
    return replace(line, dropped=fresh.dropped if mend == fresh.text else line.dropped)


def _read_line(number: int, original: str, text: str, terms: ListTerms) -> PastedLine:
    if len(text) > LONGEST_LINE:
        problem = problem_of(ListProblem.LINE_TOO_LONG, row=number, most=LONGEST_LINE)
        return PastedLine(number, original[:LONGEST_LINE], text[:LONGEST_LINE], problem=problem)
    parts = take_apart(text, keep_brackets=terms.are_teams)
    # The number of a member belongs to the name before it.
    parts = replace(parts, text=MEMBER_NUMBER.sub(r"#\1", parts.text))
    line = PastedLine(number, original, dropped=parts.dropped)
    if not any(sign.isalpha() for sign in parts.text) and not MEMBER_NUMBER.search(parts.text):
        return replace(line, left_out=problem_of(ListProblem.LEFT_NO_NAME, row=number))
    if terms.are_teams:
        return _read_team(line, parts, terms)
    return _read_names(line, parts, terms.sizes[0])


def _read_names(line: PastedLine, parts: LineParts, size: int) -> PastedLine:
    names, rest = _pair(parts.text) if size > 1 else _person(parts.text)
    members = tuple(tidy(name) for name in names[:size])
    own, club, remarks = "", parts.club, list(parts.remarks)
    for cell in filter(None, map(tidy, [*names[size:], *rest])):
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
    """Return a line as it can be mended: `赵敏，城北棋社（晚到10分钟）`, `甲 / 乙 / 队名`."""
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
    grid = [(line.number, [cell for cell in parts.text.split("\t") if cell.strip()])]
    (row,) = team_lists.teams_of(grid, terms.sizes, terms.taken, terms.teams).rows
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
    """Return the first problem of a team, worded for its line and not for a cell of a table."""
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
    """Leave out who is entered already or stands in the list before.

    Of a pair or a team with one such person the others may be right: that has to be mended.
    """
    seen: dict[str, int] = {}
    kept = []
    for line in lines:
        kept.append(_check_twins(line, seen, terms) if line.is_entry else line)
        if kept[-1].is_entry:
            names = [*line.members, line.captain, _team_key(line.name) if terms.are_teams else ""]
            seen |= dict.fromkeys(filter(None, names), line.number)
    return tuple(kept)


def _still_twins(
    fresh: Sequence[PastedLine], lines: Sequence[PastedLine], terms: ListTerms
) -> Iterator[PastedLine]:
    """Yield the lines; an empty one says what else holds its person, if anything does now."""
    seen = {name: line.number for line in reversed(lines) if line.is_entry for name in line.members}
    for first, line in zip(fresh, lines, strict=True):
        is_empty = line.left_out is not None and line.left_out.code == ListProblem.LEFT_EMPTIED
        twin = _check_twins(first, seen, terms) if is_empty and first.is_entry else line
        yield twin if twin.left_out else line


def _check_twins(line: PastedLine, seen: Mapping[str, int], terms: ListTerms) -> PastedLine:
    named = [name for name in line.members if name not in terms.shared]
    repeated = [name for place, name in enumerate(named) if name in named[:place]]
    known = [name for name in named if name in terms.taken or name in seen]
    if terms.are_teams and _team_key(line.name) in seen:
        problem = problem_of(ListProblem.NAME_TWICE, row=line.number, name=line.name)
        return replace(line, problem=problem)
    if repeated or (known and len(known) < len(line.members)) or (known and terms.are_teams):
        name = (repeated or known)[0]
        code = ListProblem.NAME_TAKEN if name in terms.taken else ListProblem.NAME_TWICE
        return replace(line, problem=problem_of(code, row=line.number, name=name))
    if not known:
        return line
    if known[0] in terms.taken:
        number = terms.taken[known[0]]
        why = problem_of(ListProblem.LEFT_TAKEN, row=line.number, number=number)
    else:
        why = problem_of(ListProblem.LEFT_TWICE, row=line.number, first=seen[known[0]])
    return replace(line, text="", left_out=why)


def _team_key(name: str) -> str:
    """Return how a team is kept among those seen, apart from the persons."""
    return f"\n{name}"
