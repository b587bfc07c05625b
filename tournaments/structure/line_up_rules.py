"""Rules of line-ups (出场名单), as pure functions: seats, problems, deadlines and lateness.

The home side sits in the first and third seat of the only or the open room and in the others of the
closed room: north-south and east-west on a compass. A line-up names a person, by uid, for every
seat of the side. No timer runs: lateness follows from the deadline, the time of handing in, and the
current time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.codes import WordedCode, worded

HOME: Final = 1
AWAY: Final = 2
ALTERNATING: Final = "alternating"
SECOND: Final[Mapping[str, int]] = {"home_second": HOME, "away_second": AWAY}
"""Which side has the seating right in every segment, where it does not change hands."""
CROSSED: Final = frozenset({"closed"})
"""The rooms in which the sides sit the other way round."""
OTHER: Final[Mapping[str, str]] = {"open": "closed", "closed": "open"}
"""The other room of each of two."""


class LineUpProblem(WordedCode):
    """Why a line-up is refused, or line-ups are not revealed; the comment names the values."""

    NOT_YOURS = worded("line_up_not_yours", "This team does not play in that match.")
    ROUND_NOT_IN_PLAY = worded("line_up_round_not_in_play", "Round %(number)s is not in play.")
    REVEALED = worded(
        "line_up_revealed", "The line-ups of this segment have been revealed already."
    )
    SEAT_EMPTY = worded(
        "line_up_seat_empty", "Somebody has to be named for every seat."
    )  # seat, room
    PERSON_TWICE = worded("line_up_person_twice", "%(name)s is named for two seats.")
    NOT_A_MEMBER = worded("line_up_not_a_member", "Only players of the team can be named.")
    SEAT_UNKNOWN = worded("line_up_seat_unknown", "A seat was named that the team does not fill.")
    OTHER_FIRST = worded(
        "line_up_other_first",
        "This team has the seating right: the other side hands in first. Its line-up is not in "
        "yet.",
    )
    FIXED = worded(
        "line_up_fixed",
        "The other side has the seating right, so this line-up cannot be changed any more.",
    )
    MISSING = worded("line_up_missing", "The line-up of %(team)s is not in yet.")
    STILL_PLAYING = worded(
        "line_up_still_playing",
        "The previous segment is still in play; deals without a result: %(deals)s.",
    )
    NONE_BEFORE = worded(
        "line_up_none_before",
        "There is no line-up from before that the team could still play with. Enter one.",
    )
    NOTHING_TO_REVEAL = worded(
        "line_up_nothing_to_reveal", "In no match both line-ups are in and still to be revealed."
    )
    NOT_IN_ROUND = worded(
        "line_up_not_in_round", "%(name)s does not play for the team in round %(number)s."
    )
    TOO_FEW = worded(
        "line_up_too_few",
        "In round %(number)s the team has %(able)s players who can be named, and %(wanted)s seats "
        "to fill. Ask the director for a stand-in.",
    )
    TEAM_WITHDRAWN = worded(
        "line_up_team_withdrawn", "The team has withdrawn and hands in no line-ups any more."
    )
    RIGHT_NOT_CHOSEN = worded(
        "line_up_right_not_chosen",
        "In this event the seating right does not go from side to side: there is nothing to "
        "choose.",
    )
    RIGHT_FIXED = worded(
        "line_up_right_fixed",
        "A line-up of this match is in already: in which segments the home side has the seating "
        "right cannot be chosen any more.",
    )
    NONE_AWAITED = worded("line_up_none_awaited", "No match waits for line-ups.")
    NONE_LATE = worded("line_up_none_late", "No line-up is late.")
    IN_MEANWHILE = worded("line_up_in_meanwhile", "The line-up of this team has come in by now.")
    AS_IN_TWIN = worded(
        "line_up_as_in_twin",
        "The other half match of this team is revealed: in this one everybody sits in the same "
        "seat, in the other half of the round.",
    )
    NOT_LATE = worded(
        "line_up_not_late", "The deadline was changed in the meantime: this line-up is not late."
    )
    SUSPENDED = worded(
        "line_up_suspended", "%(name)s is suspended in this round and cannot take a seat."
    )


@dataclass(frozen=True, slots=True, order=True)
class LineUpSeat:
    """A seat of a room in a segment."""

    room: str
    label: str

    @property
    def key(self) -> str:
        """The name of the seat in a form.

        >>> LineUpSeat("open", "N").key
        'open-N'
        """
        return f"{self.room}-{self.label}"


LineUpSeats = Mapping[LineUpSeat, str]
"""Who takes which seat: the uid of a person by the seat."""
NOBODY: Final[LineUpSeats] = {}


def places_of(rooms: Sequence[str], labels: Sequence[str], side: int) -> tuple[LineUpSeat, ...]:
    """Return the seats that a side fills, room by room in the order of play.

    >>> [place.key for place in places_of(("open", "closed"), "NWSE", 1)]
    ['open-N', 'open-S', 'closed-W', 'closed-E']
    """
    return tuple(
        LineUpSeat(room, label)
        for room in rooms
        for number, label in enumerate(labels)
        if side_at(room, number) == side
    )


def second(order: str, part: int, home_right: int) -> int | None:
    """Return the side that has the seating right in a part of a match, counted from 1.

    It hands in second, knowing the other's line-up. None if both hand in blind. `home_right` is 1
    if the home side has the right in the odd parts, 2 for the even ones.

    >>> [second("alternating", part, 2) for part in (1, 2, 3)]
    [2, 1, 2]
    >>> second("home_second", 2, 1), second("blind", 1, 1)
    (1, None)
    """
    if order != ALTERNATING:
        return SECOND.get(order)
    return HOME if part % 2 == home_right % 2 else AWAY


def side_at(room: str, number: int) -> int:
    """Return the side that has the seat of this number, counted from 0, in a room."""
    first, other = (AWAY, HOME) if room in CROSSED else (HOME, AWAY)
    return other if number % 2 else first


def problems(
    wanted: Sequence[LineUpSeat],
    seats: LineUpSeats,
    members: Mapping[str, str],
    away: Mapping[str, str] = MappingProxyType({}),
    number: int = 0,
    suspended: Mapping[str, str] = MappingProxyType({}),
) -> list[Problem]:
    """Return every problem of a line-up; `members` are the names of eligible players, by uid.

    `away` are other members, who do not play for the team in the round of this number; some of them
    are `suspended`.
    """
    problems = [
        refuse(LineUpProblem.SEAT_EMPTY, field=place.key, room=place.room, seat=place.label)
        for place in wanted
        if not seats.get(place)
    ]
    if set(seats) - set(wanted):
        problems.append(refuse(LineUpProblem.SEAT_UNKNOWN))
    taken = Counter(person for person in seats.values() if person)
    if set(taken) - set(members) - set(away):
        problems.append(refuse(LineUpProblem.NOT_A_MEMBER))
    for person in taken:
        if person in away:
            is_barred = person in suspended
            code = LineUpProblem.SUSPENDED if is_barred else LineUpProblem.NOT_IN_ROUND
            problems.append(refuse(code, name=away[person], number=number))
    twice = [person for person, times in taken.items() if times > 1 and person in members]
    return problems + [refuse(LineUpProblem.PERSON_TWICE, name=members[person]) for person in twice]


def proposed(
    wanted: Sequence[LineUpSeat], before: LineUpSeats, able: Collection[str]
) -> LineUpSeats | None:
    """Return the last line-up in the current seats; None if one of its players is not eligible.

    Players stay in their rooms, in the same order of the seats: a home side may now be the visiting
    side.

    >>> was = {LineUpSeat("open", "N"): "a", LineUpSeat("open", "S"): "b"}
    >>> sorted(proposed(places_of(("open",), "NWSE", 2), was, "ab").values())
    ['a', 'b']
    """
    order = {place: number for number, place in enumerate(before)}
    persons = [
        before[place] for place in sorted(before, key=lambda place: (-_first(place), order[place]))
    ]
    if len(persons) != len(wanted) or not set(persons) <= set(able):
        return None
    ordered = sorted(wanted, key=lambda place: -_first(place))
    by_place = dict(zip(ordered, persons, strict=True))
    return {place: by_place[place] for place in wanted}


def turned(seats: LineUpSeats) -> LineUpSeats:
    """Return a line-up for the other half match: the same seats in the other room.

    >>> here = {LineUpSeat("open", "N"): "a", LineUpSeat("closed", "W"): "b"}
    >>> [seat.key for seat in turned(here)]
    ['closed-N', 'open-W']
    """
    return {
        LineUpSeat(OTHER.get(at.room, at.room), at.label): person for at, person in seats.items()
    }


def exchanged(seats: LineUpSeats) -> LineUpSeats:
    """Return a line-up in which the two rooms have exchanged their players.

    >>> was = {LineUpSeat("open", "N"): "a", LineUpSeat("closed", "W"): "b"}
    >>> [exchanged(was)[place] for place in was]
    ['b', 'a']
    """
    rooms: dict[str, list[LineUpSeat]] = {}
    for seat in seats:
        rooms.setdefault(seat.room, []).append(seat)
    if len(rooms) != 2:
        return dict(reversed_partners(seats))
    here, there = rooms.values()
    pairs = list(zip(here, there, strict=True))
    swapped = {place: seats[other] for place, other in pairs} | {b: seats[a] for a, b in pairs}
    return {seat: swapped[seat] for seat in seats}


def reversed_partners(seats: LineUpSeats) -> LineUpSeats:
    """Return a line-up in which the partners of each room have exchanged seats."""
    swapped: dict[LineUpSeat, str] = {}
    for room in dict.fromkeys(seat.room for seat in seats):
        here = [seat for seat in seats if seat.room == room]
        swapped |= dict(zip(here, [seats[seat] for seat in reversed(here)], strict=True))
    return {seat: swapped[seat] for seat in seats}


def share(total: int, parts: int, part: int) -> range:
    """Return the deals, of `total`, counted from 1, that belong to a part, counted from 0.

    The first parts have one more if they cannot be equal.

    >>> [list(share(7, 3, part)) for part in range(3)]
    [[1, 2, 3], [4, 5], [6, 7]]
    """
    each, more = divmod(total, parts)
    start = part * each + min(part, more)
    return range(start + 1, start + each + (part < more) + 1)


def room_orders(boards: Sequence[int], copies: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the boards of a segment in the order of the open room, and of the closed one.

    With one copy of the boards each room begins with one half of them, and the halves are
    exchanged; with two both play them in order.

    >>> room_orders([1, 2, 3], 1)
    ((1, 2, 3), (3, 1, 2))
    """
    half = (len(boards) + 1) // 2 if copies == 1 else 0
    return tuple(boards), (*boards[half:], *boards[:half])


def _first(place: LineUpSeat) -> int:
    return int(place.room not in CROSSED)


LATE_STEP: Final = timedelta(minutes=5)
"""A penalty counts every five minutes begun; the second side has as long after the first."""


@dataclass(frozen=True, slots=True)
class Late:
    """A line-up that is or was late: its deadline, and when it was handed in or the current
    time.
    """

    since: datetime
    until: datetime
    is_in: bool

    @property
    def minutes(self) -> int:
        """The number of started minutes after the deadline."""
        return _begun(self.until - self.since, timedelta(minutes=1))

    @property
    def steps(self) -> int:
        """The number of started periods of five minutes after the deadline."""
        return _begun(self.until - self.since, LATE_STEP)


def own_hour(
    due: datetime | None, *, hands_in_second: bool, other_at: datetime | None
) -> datetime | None:
    """Return the deadline of a side; None for none.

    The side with the seating right waits for the other one, and has five minutes from its line-up.

    >>> due = datetime(2026, 11, 21, 14, 30)
    >>> own_hour(due, hands_in_second=True, other_at=datetime(2026, 11, 21, 14, 28)).minute
    33
    >>> own_hour(due, hands_in_second=True, other_at=None) is None
    True
    """
    if due is None or not hands_in_second:
        return due
    return None if other_at is None else max(due, other_at + LATE_STEP)


def late(hour: datetime | None, handed_in: datetime | None, now: datetime) -> Late | None:
    """Return how late a line-up with this deadline is; None if it is not late.

    >>> due = datetime(2026, 11, 21, 14, 30)
    >>> missing = late(due, None, datetime(2026, 11, 21, 14, 36))
    >>> missing.minutes, missing.steps, missing.is_in
    (6, 2, False)
    >>> late(due, due, datetime(2026, 11, 21, 14, 36)) is None
    True
    """
    until = handed_in or now
    if hour is None or until <= hour:
        return None
    return Late(hour, until, handed_in is not None)


def _begun(time: timedelta, unit: timedelta) -> int:
    return -(-time // unit)
