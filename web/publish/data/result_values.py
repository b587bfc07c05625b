"""What the public data say of results: deals, their settlement, boards and standings.

As in `values`, the fields are the JSON keys, and stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from web.publish.data.values import EntryName, Link, Number
from web.publish.feeds.standing_facts import StandingFacts


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """A seat of a deal with its points, once they may be known."""

    seat: str
    name: str
    entry: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """A deal with a result."""

    uid: str
    round: int
    table: int
    room: str
    board: int
    order: int
    is_sealed: bool
    counts: bool
    seats: tuple[SeatPoints, ...]
    url: Link
    page: Link


@dataclass(frozen=True, slots=True)
class SettlementLine:
    """A step of a sum, by its code and in words."""

    code: str
    sentence: str
    cards: tuple[str, ...]
    points: int | None


@dataclass(frozen=True, slots=True)
class SeatSum:
    """The sum of a seat: the lines of its raw points, and those from these to its score."""

    seat: str
    name: str
    raw: int
    lines: tuple[SettlementLine, ...]
    conversions: tuple[SettlementLine, ...]
    score: int


@dataclass(frozen=True, slots=True)
class ResultVersion:
    """A version of the result of a deal; the highest number is the one that counts."""

    version: int
    kind: str
    at: datetime
    origin: str
    reason: str
    is_adjusted: bool
    sums: tuple[SeatSum, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a seat."""

    seat: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: the plays in their order."""

    number: int
    leader: str
    winner: str
    plays: tuple[Hand, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal with every version of its result; cards only where they may be shown."""

    uid: str
    event: Link
    round: int
    table: int
    board: int
    order: int
    is_sealed: bool
    counts: bool
    versions: tuple[ResultVersion, ...]
    hands: tuple[Hand, ...]
    tricks: tuple[Trick, ...]
    notes: tuple[str, ...]
    url: Link
    page: Link


@dataclass(frozen=True, slots=True)
class Penalty:
    """Penalty points of an entry, and why."""

    round: int
    amount: Number
    reason: str


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break that was applied to an entry and its equals, with its value."""

    code: str
    sentence: str
    value: Number
    among: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a round counts for an entry."""

    round: int
    counts_as: str
    points: Number
    penalties: Number
    table_points: Number | None
    match_points: Number | None
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing(StandingFacts):
    """A row of the standings, with all that its place is derived from."""

    entry: EntryName
    is_withdrawn: bool
    is_disqualified: bool
    tie_breaks: tuple[TieBreak, ...]
    decided_by: str
    penalty_list: tuple[Penalty, ...]
    rounds: tuple[RoundScore, ...]


@dataclass(frozen=True, slots=True)
class BoardLink:
    """A board of a set."""

    board: int
    is_open: bool
    url: Link


@dataclass(frozen=True, slots=True)
class BoardSet:
    """A set of boards, with the secret from which they were dealt once all are open."""

    set: int
    rounds: tuple[int, ...]
    commitment: str
    secret: str
    opened_at: datetime | None
    boards: tuple[BoardLink, ...]


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A result of a board at a table, compared with the others."""

    deal: str
    deal_url: Link
    table: int
    room: str
    north_south: tuple[EntryName, ...]
    east_west: tuple[EntryName, ...]
    points: Number | None
    difference: Number | None
    counts: tuple[Number, ...] | None
    share: Number | None
    adjusted: str


@dataclass(frozen=True, slots=True)
class ComparedResults:
    """The results that are compared with one another: of the board, or of one seat."""

    seat: str
    datum: Number | None
    results: tuple[BoardResult, ...]


@dataclass(frozen=True, slots=True)
class BoardMatch:
    """The board in both rooms of a match."""

    home: EntryName | None
    away: EntryName | None
    swing: Number | None
    counts: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board; a sealed one has neither hands nor results."""

    set: int
    board: int
    is_open: bool
    hands: tuple[Hand, ...]
    kitty: tuple[str, ...]
    compared: tuple[ComparedResults, ...]
    matches: tuple[BoardMatch, ...]
    event: Link
    url: Link
    page: Link
