"""What the public data consist of: a frozen value for each kind of object.

Their fields are the JSON keys and permanent: keys may be added, but none is renamed or changes its
meaning. Meanings are in `meanings`; values are made in the modules `of_…`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction


class Link(str):
    """An address in this program, as a path; an answer completes it with the host asked for."""

    __slots__ = ()


Number = Fraction | int
"""An exact number; in JSON a decimal number, of six places where it has no end."""


@dataclass(frozen=True, slots=True)
class Index:
    """The addresses from which all others are found."""

    version: str
    documentation: Link
    openapi: Link
    tournaments: Link


@dataclass(frozen=True, slots=True)
class Club:
    """The club that holds a tournament."""

    uid: str
    name: str


@dataclass(frozen=True, slots=True)
class EventSummary:
    """An event as lists show it."""

    uid: str
    number: int
    name: str
    game: str
    form: str
    state: str
    starts_at: datetime | None
    leader: str
    url: Link
    page: Link


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament with those of its events that are public."""

    uid: str
    name: str
    club: Club
    place: str
    starts_on: date
    time_zone: str
    state: str
    events: tuple[EventSummary, ...]
    url: Link
    page: Link


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The entry of the log after which something public changed last: its number and its hash."""

    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event: what is played, how it is ranked, and its progress."""

    uid: str
    number: int
    name: str
    club: Club
    tournament: str
    tournament_url: Link
    time_zone: str
    game: str
    form: str
    state: str
    starts_at: datetime | None
    ranking: str
    comparison: str
    board_source: str
    rounds_planned: int | None
    entry_count: int
    current_round: int | None
    is_official: bool
    sentences: tuple[str, ...]
    log_entry: LogEntry | None
    url: Link
    entries: Link
    rounds: Link
    standings: Link
    results: Link
    boards: Link
    page: Link


@dataclass(frozen=True, slots=True)
class Entry:
    """A competitor of an event: a person, a pair or a team."""

    uid: str
    number: int
    name: str
    is_house: bool
    page: Link


@dataclass(frozen=True, slots=True)
class EntryName:
    """An entry as other values refer to it."""

    uid: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """A round as lists show it."""

    number: int
    state: str
    method: str
    published_at: datetime | None
    closed_at: datetime | None
    deals: int
    done: int
    is_to_the_end: bool
    awaits_line_ups: bool
    sentence: str
    url: Link
    tables: Link
    page: Link


@dataclass(frozen=True, slots=True)
class DrawReason:
    """Why a table was drawn as it is; without a number, why all were."""

    table: int | None
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of two teams, the home side first; who sits is known once line-ups are revealed."""

    number: int
    teams: tuple[EntryName, ...]
    tables: tuple[int, ...]
    awaits_line_ups: bool
    score: str


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its state, its clock, and the reasons of its draw."""

    number: int
    state: str
    method: str
    published_at: datetime | None
    closed_at: datetime | None
    deals: int
    done: int
    is_to_the_end: bool
    awaits_line_ups: bool
    sentence: str
    time_over_at: datetime | None
    draw: tuple[DrawReason, ...]
    matches: tuple[TeamMatch, ...]
    byes: tuple[EntryName, ...]
    event: Link
    url: Link
    tables: Link
    page: Link


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat with who sits there, and the points there so far."""

    seat: str
    name: str
    entry: int | None
    points: int | None
    penalty: Number


@dataclass(frozen=True, slots=True)
class TableDeal:
    """A deal of a table; its points are in the order of the seats."""

    uid: str
    board: int
    order: int
    is_done: bool
    is_sealed: bool
    counts: bool
    points: tuple[int, ...] | None
    url: Link


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a table with what it came to there."""

    entry: EntryName
    points: Number
    penalties: Number
    total: Number
    table_points: Number | None
    match_points: Number | None
    difference: Number | None
    place: int | None
    is_winner: bool
    loses_game: bool
    is_stood_in: bool
    score: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round with one seating; where players changed seats there are several."""

    round: int
    table: int
    room: str
    group: str
    is_sealed: bool
    seats: tuple[Seat, ...]
    deals: tuple[TableDeal, ...]
    sides: tuple[Side, ...]
    sentence: str
