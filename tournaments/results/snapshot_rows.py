"""The rows of a snapshot of an event: sides, matches, sittings, deals and results as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.models import DealNumber, Entry, Event, Result, Round, RuleSet


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side of a match with its entries; most sides are one entry."""

    key: int
    uid: str
    number: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match with its sides, the home side first."""

    key: int
    uid: str
    round: Round
    number: int
    code: str
    group: int | None
    home_right: int
    sides: tuple[SideRow, ...]

    @property
    def is_public(self) -> bool:
        """Whether its round is published or closed."""
        return self.round.state in Round.PUBLIC


class SeatRow(NamedTuple):
    """Who sits at a seat of a sitting, by key, and for which side, by uid."""

    uid: str
    label: str
    person: int
    side: str


class ResultRow(NamedTuple):
    """The live result of a deal: its scores by seat.

    `settlement` is read only where deals build on one another, `facts` only of averages.
    """

    kind: str
    ruleset: RuleSet
    scores: Mapping[str, int]
    settlement: Mapping[str, Any]
    facts: Mapping[str, Any] | None
    origin_label: str


class DealRow(NamedTuple):
    """A deal in its sitting, with its live result. `sides` are set where a preview moves it."""

    key: int
    uid: str
    sitting: int
    game: int | None
    board: int | None
    board_no: int
    play_order: int
    done: bool
    is_opened: bool
    result: ResultRow | None
    sides: Mapping[str, str] | None = None

    def number_in(self, event: Event) -> DealNumber:
        """Return which deal it is."""
        of_board = self.board is not None
        of_segment = of_board and event.segments > 1
        return DealNumber(self.board_no, self.play_order, of_board, of_segment)

    def sides_among(self, seated: Mapping[str, str]) -> Mapping[str, str]:
        """Return the side at every seat: those of its sitting, or where a preview moves it."""
        return seated if self.sides is None else self.sides


@dataclass(frozen=True, slots=True)
class SittingRow:
    """A table for one segment of a match, with its seats by label and its deals in order."""

    key: int
    match: int
    segment: int
    segment_number: int
    room: str
    table: int
    table_uid: str
    code: str
    seats: tuple[SeatRow, ...]
    deals: tuple[DealRow, ...]

    @property
    def sides(self) -> dict[str, str]:
        """The uid of the side at every seat."""
        return {seat.label: seat.side for seat in self.seats}


class LineUpRow(NamedTuple):
    """That a line-up of a side, by its number, is in, and since when."""

    side: int
    version: int
    submitted_at: datetime | None


@dataclass(frozen=True, slots=True)
class SegmentRow:
    """A segment of a match of teams: its deadline, whether anybody sits in it, its line-ups."""

    key: int
    match: int
    uid: str
    number: int
    line_ups_due: datetime | None
    is_seated: bool
    line_ups: tuple[LineUpRow, ...]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game (局) of a match."""

    key: int
    match: int
    number: int


def result_row(result: Result) -> ResultRow:
    """Return a result that is not stored, or not read with its event, as the snapshot has them."""
    return ResultRow(
        kind=result.kind,
        ruleset=result.ruleset,
        scores=result.settlement.get("scores", {}),
        settlement=result.settlement,
        facts=result.facts,
        origin_label=result.origin_label,
    )


class StoredSeat(NamedTuple):
    """A seat of a sitting: who sits there, by key and name, and for which side, by key."""

    uid: str
    label: str
    person: int
    side: int
    name: str


class StoredSitting(NamedTuple):
    """A sitting with what its segment and its table say of it, and with its seats."""

    key: int
    match: int
    segment: int
    segment_number: int
    room: str
    table: int
    table_uid: str
    code: str
    segment_uid: str
    line_ups_due: datetime | None
    is_seated: bool
    seats: list[StoredSeat]
