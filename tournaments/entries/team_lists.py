"""Reads lists of teams: name, club, captain and four to six players per line of text or file row.

A line is `team (club): player, player, player, player`; club and brackets may be left out. In a
file, columns are found by their names; without names they are the team and then its players. The
first player is the captain unless another is marked; so is a captain who does not play. Nothing
here is stored and no database is asked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.problems import Problem
from tournaments.entries.entry_lists import (
    PARTNERS,
    Cell,
    Grid,
    Listed,
    ListProblem,
    checked,
    filled,
    head_of,
    heads,
    letter,
    problem_of,
)
from tournaments.entries.names import tidy, unnumbered
from tournaments.refusals import Refused

CLUB_LENGTH: Final = 60
COLON: Final = re.compile(r"[:：]")
IN_BRACKETS: Final = re.compile(r"^(?P<name>.*?)\s*[（(](?P<inside>[^()（）]*)[)）]$")
TEAM: Final = heads("队名 队伍 代表队 参赛队 球队 名称 team teamname name")
CLUB: Final = heads("俱乐部 单位 代表单位 所属单位 学校 club organisation school")
CAPTAIN: Final = heads("队长 captain")
LEADER: Final = heads("领队 教练兼队长 nonplayingcaptain npc")
MEMBER: Final = re.compile(
    r"^(队员|选手|姓名|球员|牌手|成员|player|member|name)[0-9一二三四五六a-f]?$"
)
"""Column names of players, without spaces and capitals."""


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team of a list: its row number, players, name, club and captain.

    `captain` is one of the players, or somebody who does not play.
    """

    number: int
    members: tuple[Cell, ...]
    name: Cell
    club: Cell
    captain: Cell
    size: Problem | None = None
    """The problem of its number of players, if any."""

    @property
    def leads_only(self) -> bool:
        """Whether the captain does not play."""
        return self.captain.text not in [member.text for member in self.members]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells as shown: the team, its club, a captain who does not play, the players."""
        aside = (self.captain,) if self.leads_only else (Cell("", ""),)
        name = replace(self.name, problem=self.name.problem or self.size)
        return (name, self.club, *aside, *self.members)

    @property
    def line(self) -> str:
        """The team as a line that `read_text` reads back."""
        club = f"（{self.club.text}）" if self.club.text else ""
        return f"{self.name.text}{club}：{'，'.join(self._member_texts())}"

    def _member_texts(self) -> Iterator[str]:
        first = self.members[0].text if self.members else ""
        if self.leads_only and self.captain.text:
            yield f"{self.captain.text}（领队）"
        for member in self.members:
            leads = member.text == self.captain.text and member.text != first
            yield f"{member.text}（队长）" if leads else member.text


@dataclass(frozen=True, slots=True)
class TeamList(Listed[TeamRow]):
    """The teams of a list in their order."""

    @property
    def clubs(self) -> list[str]:
        """The clubs of the teams, empty where there is none."""
        return [row.club.text for row in self.rows]

    @property
    def captains(self) -> list[str]:
        """The captains of the teams."""
        return [row.captain.text for row in self.rows]

    @property
    def text(self) -> str:
        """The list as text that `read_text` reads back, a line for each team."""
        return "\n".join(row.line for row in self.rows)


@dataclass(frozen=True, slots=True)
class _TeamCells:
    """The cells of a team before they are checked."""

    name: Cell
    club: Cell
    captain: Cell
    members: tuple[Cell, ...]


def read_text(text: str) -> Grid:
    """Return the lines of a typed or pasted list, each as one text.

    Raises Refused where there is none.
    """
    lines = enumerate(text.splitlines(), 1)
    return filled((number, unnumbered(line).split("\t")) for number, line in lines)


def teams_of(
    grid: Grid,
    sizes: range,
    taken: Collection[str] = (),
    names: Collection[str] = (),
) -> TeamList:
    """Return the teams in rows, with the problems of each cell.

    `sizes` are the allowed numbers of players, `taken` the persons and `names` the teams entered
    already. Raises Refused where no row has a team.
    """
    columns = _find_columns(grid)
    rows = grid[1:] if columns else grid
    team_rows: list[TeamRow] = []
    seen, teams = set(taken), set(names)
    for number, texts in rows:
        read = _read_columns(columns, texts) if columns else _read_line(texts)
        team_rows.append(_check_team(number, read, sizes, (seen, taken), (teams, names)))
        seen |= {cell.text for cell in (*team_rows[-1].members, team_rows[-1].captain)}
        teams.add(team_rows[-1].name.text)
    if not team_rows:
        raise Refused(problem_of(ListProblem.EMPTY))
    return TeamList(tuple(team_rows))


def _check_team(
    number: int,
    read: _TeamCells,
    sizes: range,
    persons: tuple[Collection[str], Collection[str]],
    teams: tuple[Collection[str], Collection[str]],
) -> TeamRow:
    members: list[Cell] = []
    for member in read.members:
        known = {*persons[0], *(cell.text for cell in members)}
        members.append(checked(member, number, known, persons[1]))
    captain = read.captain
    if captain.text and captain.text not in [member.text for member in members]:
        captain = checked(captain, number, persons[0], persons[1])
    size = None
    if len(members) not in sizes:
        limits = {"least": sizes[0], "most": sizes[-1]}
        size = problem_of(ListProblem.TEAM_SIZE, row=number, found=len(members), **limits)
    club = read.club
    if len(club.text) > CLUB_LENGTH:
        too_long = ListProblem.CELL_TOO_LONG
        problem = problem_of(too_long, row=number, column=club.column, most=CLUB_LENGTH)
        club = replace(club, problem=problem)
    name = checked(read.name, number, teams[0], teams[1])
    return TeamRow(number, tuple(members), name, club, captain, size)


def _read_line(texts: Sequence[str]) -> _TeamCells:
    """Read a team without column names: a line with a colon, or the team and then its players."""
    kept = [text for text in texts if text]
    head, *rest = COLON.split(kept[0], maxsplit=1)
    if rest or len(kept) == 1:
        players = "".join(rest)
        named = [tidy(part) for part in PARTNERS.split(players)]
        if len(named) == 1 and " " in players.strip():
            named = players.split()
        parts = [*filter(None, named), *kept[1:]]
        cells = [Cell(letter(place), text) for place, text in enumerate(parts, 1)]
        return _read_members(Cell(letter(0), head), cells)
    cells = [Cell(letter(place), text) for place, text in enumerate(texts)]
    start = int(cells[0].text.isdigit())
    return _read_members(cells[start], [cell for cell in cells[start + 1 :] if cell.text])


def _read_members(head: Cell, cells: Sequence[Cell]) -> _TeamCells:
    """Read the club in brackets after the team, and the mark after its captain."""
    name, club = _split_brackets(head.text)
    captain, members = Cell("", ""), []
    for marked in cells:
        text, mark = _split_brackets(marked.text)
        plain = marked.text if not _is_captain_mark(mark) else text
        cell = Cell(marked.column, plain)
        if _is_captain_mark(mark):
            captain = cell
        if head_of(mark) not in LEADER:
            members.append(cell)
    if not captain.text and members:
        captain = members[0]
    return _TeamCells(
        Cell(head.column, tidy(name)), Cell(head.column, club), captain, tuple(members)
    )


def _split_brackets(text: str) -> tuple[str, str]:
    match = IN_BRACKETS.match(tidy(text))
    return (match["name"], tidy(match["inside"])) if match else (tidy(text), "")


def _is_captain_mark(mark: str) -> bool:
    return head_of(mark) in CAPTAIN | LEADER


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of the parts of a team, -1 for none."""

    name: int
    club: int
    captain: int
    leader: int
    members: tuple[int, ...]


def _find_columns(grid: Grid) -> _Columns | None:
    """Return the columns by their names in the first row; None where it has no names."""
    named = [head_of(text) for text in grid[0][1]]
    places = enumerate(named)
    name = next((place for place, head in places if head in TEAM), -1)
    members = tuple(
        place for place, head in enumerate(named) if MEMBER.match(head) and place != name
    )
    if name < 0 or not members:
        return None

    def column(names: Collection[str]) -> int:
        return next((place for place, head in enumerate(named) if head in names), -1)

    return _Columns(name, column(CLUB), column(CAPTAIN), column(LEADER), members)


def _read_columns(columns: _Columns, texts: Sequence[str]) -> _TeamCells:
    def cell_at(place: int) -> Cell:
        return Cell(letter(place), texts[place] if 0 <= place < len(texts) else "")

    cells = [cell for cell in (cell_at(place) for place in columns.members) if cell.text]
    read = _read_members(cell_at(columns.name), cells)
    club = cell_at(columns.club)
    captain, members = read.captain, read.members
    if cell_at(columns.captain).text:
        captain = cell_at(columns.captain)
        if captain.text not in [member.text for member in members]:
            members = (captain, *members)
    if cell_at(columns.leader).text:
        captain = cell_at(columns.leader)
    return _TeamCells(read.name, club if club.text else read.club, captain, members)
