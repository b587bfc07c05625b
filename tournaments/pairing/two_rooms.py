"""A round of teams over boards: two rooms for every match, and the same boards in both.

The home side sits north-south in the open room and east-west in the closed room. With one copy of
the boards each room begins with one half of them, and the halves are exchanged; with two copies
both play them in order. All matches of a round play the same boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class MatchRoom(StrEnum):
    """Where a table of a match stands."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class RoomTable:
    """A table of a team match: who sits how, and the boards in the order in which they are played.

    `match` and `table` are counted from 1; north-south and east-west are sides, not players.
    """

    match: int
    room: MatchRoom
    table: int
    ns: str
    ew: str
    boards: tuple[int, ...]


class RoomFlaw(StrEnum):
    """The faults of a round of two rooms."""

    MEETS_ITSELF = "rooms_meets_itself"  # match
    SIDE_ELSEWHERE = "rooms_side_elsewhere"  # match
    TABLE_TWICE = "rooms_table_twice"  # match
    ROOM_MISSING = "rooms_room_missing"  # match
    DIRECTIONS_ALIKE = "rooms_directions_alike"  # match
    BOARDS_DIFFER = "rooms_boards_differ"  # match
    BOARD_TWICE = "rooms_board_twice"  # match


@dataclass(frozen=True, slots=True)
class RoomFault:
    """A flaw, and the match in which it is."""

    flaw: RoomFlaw
    match: int


def seat_rooms(
    matches: Sequence[tuple[str, str]], boards: Sequence[int], copies: int = 1
) -> tuple[RoomTable, ...]:
    """Return both tables of every match, given as home and visiting side.

    Match m has table m of the open room and table m of the closed room. Raises ValueError where
    there are no boards, or copies other than one or two.

    >>> tables = seat_rooms([("A", "B")], [1, 2, 3])
    >>> [(table.room.value, table.ns, table.boards) for table in tables]
    [('open', 'A', (1, 2, 3)), ('closed', 'B', (3, 1, 2))]
    """
    if not boards or copies not in (1, 2):
        raise ValueError("a match has one board or more, in one copy or two")
    half = (len(boards) + 1) // 2 if copies == 1 else 0
    here, there = tuple(boards), (*boards[half:], *boards[:half])
    return tuple(
        table
        for number, (home, away) in enumerate(matches, 1)
        for table in (
            RoomTable(number, MatchRoom.OPEN, number, home, away, here),
            RoomTable(number, MatchRoom.CLOSED, number, away, home, there),
        )
    )


def verify(round_: Sequence[RoomTable]) -> tuple[RoomFault, ...]:
    """Return everything that is wrong with a round of team matches; nothing for a sound one."""
    faults: list[RoomFault] = []
    at: dict[tuple[MatchRoom, int], int] = {}
    where: dict[str, int] = {}
    for table in round_:
        if at.setdefault((table.room, table.table), table.match) != table.match:
            faults.append(RoomFault(RoomFlaw.TABLE_TWICE, table.match))
        if table.ns == table.ew:
            faults.append(RoomFault(RoomFlaw.MEETS_ITSELF, table.match))
        if any(where.setdefault(side, table.match) != table.match for side in (table.ns, table.ew)):
            faults.append(RoomFault(RoomFlaw.SIDE_ELSEWHERE, table.match))
        if len(set(table.boards)) < len(table.boards):
            faults.append(RoomFault(RoomFlaw.BOARD_TWICE, table.match))
    for number in sorted({table.match for table in round_}):
        faults += _match_faults(number, [table for table in round_ if table.match == number])
    return tuple(dict.fromkeys(faults))


def _match_faults(number: int, rooms: Sequence[RoomTable]) -> list[RoomFault]:
    """Return what is wrong between the two rooms of a match."""
    if sorted(table.room for table in rooms) != sorted(MatchRoom):
        return [RoomFault(RoomFlaw.ROOM_MISSING, number)]
    table, other = rooms
    faults = []
    if (table.ns, table.ew) != (other.ew, other.ns):
        faults.append(RoomFault(RoomFlaw.DIRECTIONS_ALIKE, number))
    if set(table.boards) != set(other.boards):
        faults.append(RoomFault(RoomFlaw.BOARDS_DIFFER, number))
    return faults
