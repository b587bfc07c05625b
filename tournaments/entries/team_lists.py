"""Parses a typed team: name, club, captain and four to six players on a line.

A line is `team (club): player, player, player, player`; club and brackets may be left out. The
first player is the captain unless another is marked; so is a captain who does not play. Nothing
here is stored and the database is not queried.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.problems import Problem
from tournaments.entries.entry_lists import PARTNERS, ListCell, checked, head_of, heads, letter
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.names import as_stored, key_of, tidy

CLUB_LENGTH: Final = 60
COLON: Final = re.compile(r"[:：]")
IN_BRACKETS: Final = re.compile(r"^(?P<name>.*?)\s*[（(](?P<inside>[^()（）]*)[)）]$")
CAPTAIN: Final = heads("队长 captain")
LEADER: Final = heads("领队 教练兼队长 nonplayingcaptain npc")
"""The marks of captains, without spaces and capitals."""


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team of a list: its row number, players, name, club and captain.

    `captain` is one of the players, or somebody who does not play.
    """

    number: int
    members: tuple[ListCell, ...]
    name: ListCell
    club: ListCell
    captain: ListCell
    size: Problem | None = None
    """The problem of its number of players, if any."""

    @property
    def leads_only(self) -> bool:
        """Whether the captain does not play."""
        return self.captain.text not in [member.text for member in self.members]

    @property
    def cells(self) -> tuple[ListCell, ...]:
        """The cells as shown: the team, its club, a non-playing captain, the players."""
        aside = (self.captain,) if self.leads_only else (ListCell("", ""),)
        name = replace(self.name, problem=self.name.problem or self.size)
        return (name, self.club, *aside, *self.members)

    @property
    def line(self) -> str:
        """The team as a line that `team_of` parses to the same team."""
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
class _TeamCells:
    """The cells of a team before they are checked."""

    name: ListCell
    club: ListCell
    captain: ListCell
    members: tuple[ListCell, ...]


def team_of(
    number: int,
    texts: Sequence[str],
    sizes: range,
    taken: Collection[str] = (),
    names: Collection[str] = (),
) -> TeamRow:
    """Return the team of a typed line, with the problems of each cell.

    `sizes` are the allowed numbers of players, `taken` the persons and `names` the teams entered
    already, by their keys.
    """
    return _check_team(number, _read_line(texts), sizes, (taken, taken), (names, names))


def _check_team(
    number: int,
    read: _TeamCells,
    sizes: range,
    persons: tuple[Collection[str], Collection[str]],
    teams: tuple[Collection[str], Collection[str]],
) -> TeamRow:
    members: list[ListCell] = []
    for member in read.members:
        known = {*persons[0], *(key_of(cell.text) for cell in members)}
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
        cells = [ListCell(letter(place), text) for place, text in enumerate(parts, 1)]
        return _read_members(ListCell(letter(0), head), cells)
    cells = [ListCell(letter(place), text) for place, text in enumerate(texts)]
    start = int(cells[0].text.isdigit())
    return _read_members(cells[start], [cell for cell in cells[start + 1 :] if cell.text])


def _read_members(head: ListCell, cells: Sequence[ListCell]) -> _TeamCells:
    """Read the club in brackets after the team, and the mark after its captain."""
    name, club = _split_brackets(head.text)
    captain, members = ListCell("", ""), []
    for marked in cells:
        text, mark = _split_brackets(marked.text)
        plain = marked.text if not _is_captain_mark(mark) else text
        cell = ListCell(marked.column, as_stored(plain))
        if _is_captain_mark(mark):
            captain = cell
        if head_of(mark) not in LEADER:
            members.append(cell)
    if not captain.text and members:
        captain = members[0]
    return _TeamCells(
        ListCell(head.column, as_stored(name)), ListCell(head.column, club), captain, tuple(members)
    )


def _split_brackets(text: str) -> tuple[str, str]:
    match = IN_BRACKETS.match(tidy(text))
    return (match["name"], tidy(match["inside"])) if match else (tidy(text), "")


def _is_captain_mark(mark: str) -> bool:
    return head_of(mark) in CAPTAIN | LEADER
