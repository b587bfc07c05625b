"""Who sits where in the last public round: the list by surname, and the page that has all of it.

People look for their own name, so the list is sorted by pinyin; the tables in order are on the page
of the round. The seating on walls is in `walls.hall`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, NamedTuple

from django.utils.translation import gettext

from tournaments.entries import surnames
from tournaments.entries.name_signs import MIDDLE_DOT
from tournaments.entries.names import is_han
from tournaments.line_ups import line_up_state
from tournaments.models import Entry, EntryMember, Event, Form
from tournaments.persons.keys import OTHER_INITIAL, initial_of, sort_key
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording import listed
from web.publish.pages import parts
from web.publish.pages.parts import PageParts
from web.publish.pages.progress import PublicRound, round_states
from web.publish.pages.tables import SeatView, TableView, at_last, tables
from web.publish.tables import width

ROWS_ON_PHONES: Final = 40
"""The most rows of short names that three screens of a phone have room for; with more, each initial
is unfolded.
"""
LONG_ROWS_ON_PHONES: Final = 29
"""The same of long names and of pairs, most of which are in two lines."""
FOLDED: Final = 200
"""The most lines that any screen shows at once; beyond, initials link to the page of all seats."""
NARROW: Final = 8
"""Letters of a name beside which a third of a phone has room for table and seat."""
BLOCK: Final = 36
"""The most lines of short names that a phone has in sight, three beside each other."""
BLOCK_OF_LONG: Final = 24
"""The same of names that stand two beside each other."""
PHONE_COLUMNS: Final = 3
WIDE_COLUMNS: Final = 6
"""The columns of short names; a phone has two beside tables of three digits."""
FEW: Final = 24
FEW_COLUMNS: Final = 4
"""So few short names are larger in a wide window, in fewer columns."""
READ_AS_ONE: Final = 4
"""The most blocks that a wide window has as one list."""


@dataclass(frozen=True, slots=True)
class CurrentSeat:
    """A seat in the current round; without a table the entry has a bye."""

    seat: SeatView
    table: int | None = None


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A line of the list: the name of a person or a team, its entry, and where it sits.

    A team has a table for each room and no seat `label` before its line-ups are revealed. Without
    tables the entry sits out, unless `words` say why it has none. `beside` names the partner of a
    pair, the team and the room of a player, or the opponent of a team.
    """

    name: str
    entry: int
    tables: tuple[int, ...] = ()
    label: str = ""
    beside: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class SeatInitial:
    """The lines whose names have the same initial; `part` of the page of all seats has them.

    One with more lines than a part is divided between surnames; each `from_surname` has a later
    share of them.
    """

    initial: str
    lines: tuple[SeatLine, ...]
    part: int = 1
    from_surname: str = ""

    @property
    def label(self) -> str:
        """The initial, with the first surname of a later share."""
        return f"{self.initial} {self.from_surname}".strip()

    @property
    def anchor(self) -> str:
        """The anchor of its first line."""
        return f"seats-{'other' if self.initial == OTHER_INITIAL else self.initial}"

    @property
    def anchored(self) -> tuple[tuple[SeatLine, str], ...]:
        """The lines, the first of the initial and of each surname with an anchor."""
        seen = {""}
        shown = []
        for place, line in enumerate(self.lines):
            sign = _surname(line.name)
            anchor = "" if sign in seen else f"{self.anchor}-{len(seen)}"
            shown.append((line, anchor if place else self.anchor))
            seen.add(sign)
        return tuple(shown)

    @property
    def surnames(self) -> tuple[tuple[str, str], ...]:
        """The Chinese surnames, each with the anchor of its first line."""
        found = ((_surname(line.name), anchor) for line, anchor in self.anchored if anchor)
        return tuple((sign, anchor) for sign, anchor in found if sign)


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line; the first of an initial tells it, and that of a surname has an anchor.

    `on_phones` and `wide` are the initial of a line that is the top of a column there.
    """

    line: SeatLine
    initial: str = ""
    anchor: str = ""
    on_phones: str = ""
    wide: str = ""


@dataclass(frozen=True, slots=True)
class SeatList:
    """The seats of a round by initial."""

    initials: tuple[SeatInitial, ...]

    @property
    def blocks(self) -> tuple[tuple[MarkedLine, ...], ...]:
        """The lines in blocks, each read down its columns and in sight at once.

        An initial is in one block, unless it has more lines than a block.
        """
        most = BLOCK if self.is_narrow else BLOCK_OF_LONG
        blocks: list[list[MarkedLine]] = [[]]
        for each in self.initials:
            if len(blocks[-1]) + len(each.lines) > most:
                blocks.append([])
            for place, (line, anchor) in enumerate(each.anchored):
                if len(blocks[-1]) == most:
                    blocks.append([])
                blocks[-1].append(MarkedLine(line, "" if place else each.initial, anchor))
        marked = [block for block in blocks if block]
        are_short = self.is_narrow
        return tuple(_with_tops(marked, self.phone_columns) if are_short else map(tuple, marked))

    @property
    def count(self) -> int:
        """The number of lines."""
        return sum(len(each.lines) for each in self.initials)

    @property
    def is_folded(self) -> bool:
        """Whether the list is only on the page of all seats."""
        return self.count > FOLDED

    @property
    def is_folded_on_phones(self) -> bool:
        """Whether a phone unfolds one initial at a time, as all would be over three screens."""
        columns = self.phone_columns
        rows = sum(-(-len(block) // columns) for block in self.blocks)
        return rows > (ROWS_ON_PHONES if self.is_narrow else LONG_ROWS_ON_PHONES)

    @property
    def is_single(self) -> bool:
        """Whether a phone has room for one line beside each other: tables of two rooms."""
        return any(len(line.tables) > 1 for line in self._lines)

    @property
    def phone_columns(self) -> int:
        """The names that a phone has beside each other."""
        if self.is_single:
            return 1
        last = max((max(line.tables, default=0) for line in self._lines), default=0)
        return PHONE_COLUMNS if self.is_narrow and last < 100 else 2

    @property
    def is_narrow(self) -> bool:
        """Whether most lines are short names alone, with the table beside them."""
        lines = self._lines
        wide = sum(width(line.name) > NARROW or bool(line.beside) for line in lines)
        return wide * 10 <= len(lines)

    @property
    def _lines(self) -> list[SeatLine]:
        return [line for each in self.initials for line in each.lines]


def _with_tops(
    blocks: Sequence[Sequence[MarkedLine]], columns: int
) -> Iterator[tuple[MarkedLine, ...]]:
    """Yield the blocks with the initial of the line on top of each column that begins within one.

    A phone has so many columns in each block, a wide window more through up to four blocks.
    """
    count = sum(map(len, blocks))
    wide = FEW_COLUMNS if count <= FEW else WIDE_COLUMNS
    rows = -(-count // wide) if len(blocks) <= READ_AS_ONE else count
    position, initial = -1, ""
    for block in blocks:
        tops, rows_here = [], -(-len(block) // columns)
        for place, each in enumerate(block):
            position, initial = position + 1, each.initial or initial
            shown = "" if each.initial else initial
            on_phones = shown * (place % rows_here == 0)
            tops.append(replace(each, on_phones=on_phones, wide=shown * (position % rows == 0)))
        yield tuple(tops)


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """All seats of the last public round by initial, in parts; before the first there are none."""

    event: Event
    rounds: tuple[PublicRound, ...]
    current: PublicRound | None
    parts: PageParts
    listed: SeatList
    """All initials."""
    shown: SeatList
    """The initials of the part that is shown."""


def places(snapshot: EventSnapshot) -> tuple[CurrentSeat, ...]:
    """Return the seats and byes of the last public round, sorted by the number of the entry."""
    known = event_record.competitors(snapshot)
    places = [
        CurrentSeat(seat, table.number) for table in _last_tables(snapshot) for seat in table.seats
    ]
    for entry in _sitting_out(snapshot):
        competitor = known[entry.uid]
        places.append(CurrentSeat(SeatView("", competitor.name, competitor.number, 0)))
    return tuple(sorted(places, key=lambda place: place.seat.entry or 0))


def seat_list(snapshot: EventSnapshot) -> SeatList:
    """Return the seats of the last public round by initial, as the page of all seats has them."""
    initials = _initials(snapshot)
    divided = _divide(initials, 0)
    placed = enumerate(initials, 1)
    return SeatList(tuple(replace(each, part=divided.number_at(place)) for place, each in placed))


def read_seats(snapshot: EventSnapshot, part: int = 0) -> SeatsPage:
    """Return the page. Raises Http404 if it has no such part."""
    rounds, seated = round_states(snapshot), seat_list(snapshot)
    divided = _divide(seated.initials, part)
    return SeatsPage(
        snapshot.event,
        rounds,
        rounds[-1] if rounds else None,
        divided,
        seated,
        SeatList(tuple(divided.of(seated.initials))),
    )


def _divide(initials: Sequence[SeatInitial], part: int) -> PageParts:
    """Divide the list; all lines of an initial, or of a share of it, are in the same part."""

    def _name(first: int, last: int) -> str:
        here = [each.label for each in initials[first - 1 : last]] or [""]
        return parts.numbers_text(here[0], here[-1])

    return parts.divide([len(each.lines) for each in initials], parts.SEATS, part, _name)


def _initials(snapshot: EventSnapshot) -> list[SeatInitial]:
    """Return all lines by initial, names without one last; equal surnames stand together."""
    lines = sorted(
        _lines(snapshot), key=lambda line: (name_key(line.name), line.entry, line.tables)
    )
    by_initial = groupby(lines, key=lambda line: name_key(line.name).initial)
    return [share for initial, group in by_initial for share in _shares(initial, [*group])]


def _shares(initial: str, lines: Sequence[SeatLine]) -> Iterator[SeatInitial]:
    """Yield an initial, in shares of whole surnames where it has more lines than a part."""
    by_surname = groupby(lines, key=lambda line: _surname(line.name))
    names = [tuple(group) for _, group in by_surname] if len(lines) > parts.SEATS else [lines]
    share: list[SeatLine] = []
    begun = ""
    for group in names:
        if share and len(share) + len(group) > parts.SEATS:
            yield SeatInitial(initial, tuple(share), from_surname=begun)
            share, begun = [], _surname(group[0].name)
        share += group
    yield SeatInitial(initial, tuple(share), from_surname=begun)


class NameKey(NamedTuple):
    """The order of a name in lists in which people look for their own."""

    is_other: bool
    initial: str
    surname: str
    sign: str
    key: str


def name_key(name: str) -> NameKey:
    """Return the key of a name: by pinyin of the surname, equal ones together."""
    key = sort_key(name)
    initial = initial_of(key)
    return NameKey(initial == OTHER_INITIAL, initial, key.partition(" ")[0], name[:1], key)


def _lines(snapshot: EventSnapshot) -> Iterator[SeatLine]:
    """Yield a line for every seated player, for each team of a match, and for each bye."""
    if not snapshot.public_rounds:
        return
    of_teams = line_up_state.is_of_teams(snapshot.event)
    known = event_record.competitors(snapshot).values()
    teams = {team.number: team.name for team in known} if of_teams else {}
    if of_teams:
        yield from _team_lines(snapshot)
    for table in _last_tables(snapshot):
        yield from _table_lines(table, teams)
    for entry in _sitting_out(snapshot):
        yield from _bye_lines(snapshot, entry)


def _surname(name: str) -> str:
    """Return a Chinese surname; empty where a name has none, or a dot between its parts.

    >>> _surname("欧阳修"), _surname("李白"), _surname("Li Na"), _surname("迪丽热巴·迪力木拉提")
    ('欧阳', '李', '', '')
    """
    if name[:2] in surnames.LONG:
        return name[:2]
    return name[:1] if is_han(name) and MIDDLE_DOT not in name else ""


def _table_lines(table: TableView, teams: Mapping[int, str]) -> Iterator[SeatLine]:
    """Yield the players of a table, each with the partner, or with the team and the room."""
    by_entry: dict[int, list[SeatView]] = defaultdict(list)
    for seat in table.seats:
        by_entry[seat.entry or 0].append(seat)
    for entry, seats in by_entry.items():
        for seat in seats:
            others = [] if teams else [other.name for other in seats if other is not seat]
            beside = filter(None, (teams.get(entry), table.room_name, _partner_phrase(others)))
            yield SeatLine(seat.name, entry, (table.number,), seat.label, " ".join(beside))


def _team_lines(snapshot: EventSnapshot) -> Iterator[SeatLine]:
    """Yield the teams of the last round with the tables of the match and the opponent."""
    for meet in line_up_state.line_up_states(snapshot, snapshot.public_rounds[-1]):
        numbers = sorted({number for part in meet.segments[:1] for _room, number in part.tables})
        for team in meet.teams:
            against = [other.name for other in meet.teams if other is not team]
            words = gettext("awarded") if meet.is_awarded and not numbers else ""
            beside = gettext("against %(team)s") % {"team": against[0]} if against else ""
            yield SeatLine(team.name, team.entry, tuple(numbers), "", beside, words)


def _bye_lines(snapshot: EventSnapshot, entry: Entry) -> Iterator[SeatLine]:
    """Yield an entry that sits out: both players of a pair, else the competitor."""
    members = snapshot.members_of(entry)
    players = [each.name for each in members if each.role == EntryMember.Role.PLAYER]
    if snapshot.event.form == Form.PAIRS and len(players) > 1:
        for place, player in enumerate(players):
            others = [*players[:place], *players[place + 1 :]]
            yield SeatLine(player, entry.number, beside=_partner_phrase(others))
    else:
        competitor = event_record.competitors(snapshot)[entry.uid]
        yield SeatLine(competitor.name, competitor.number)


def _partner_phrase(partners: Sequence[str]) -> str:
    """Return the partner as a phrase; empty for single players."""
    return gettext("with %(partner)s") % {"partner": listed(partners)} if partners else ""


def _last_tables(snapshot: EventSnapshot) -> tuple[TableView, ...]:
    return at_last(tables(snapshot, *snapshot.public_rounds[-1:]))


def _sitting_out(snapshot: EventSnapshot) -> Iterator[Entry]:
    """Yield the competitors that have a bye in the last public round."""
    current = {round_.pk for round_ in snapshot.public_rounds[-1:]}
    for round_, key in snapshot.sat_out:
        entry = snapshot.entry_by_key[key]
        if round_ in current and entry.kind == Entry.Kind.COMPETITOR:
            yield entry
