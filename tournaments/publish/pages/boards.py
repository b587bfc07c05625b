"""The page of the boards of an event: commitments, secrets, and which boards are open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tournaments import access
from tournaments.models import Board, BoardSet, Event, Round
from tournaments.publish.pages.progress import RoundState, round_states
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import boards

SHOWN_OF_SECRET: Final = 8


@dataclass(frozen=True, slots=True)
class SetView:
    """A board set and the rounds in which it is played.

    The `secret` from which they were dealt is there only once all of them are open.
    """

    board_set: BoardSet
    rounds: tuple[int, ...]
    boards: tuple[Board, ...]
    secret: str

    @property
    def opened_at(self) -> datetime | None:
        """When the last board was opened; None while one is sealed."""
        times = [board.opened_at for board in self.boards]
        known = [at for at in times if at is not None]
        return max(known) if known and len(known) == len(times) else None

    @property
    def last(self) -> int:
        """The highest number of a board."""
        return max((board.board_no for board in self.boards), default=0)

    @property
    def command(self) -> str:
        """The command that deals the same boards, with the secret abbreviated."""
        begins = self.secret[:SHOWN_OF_SECRET]
        return f"python -m tournaments.dealing {begins}… {self.last} {self.board_set.event.game}"


@dataclass(frozen=True, slots=True)
class BoardsPage:
    """What the page shows."""

    event: Event
    rounds: tuple[RoundState, ...]
    sets: tuple[SetView, ...]


def read(snapshot: EventSnapshot) -> BoardsPage:
    """Return what the page shows."""
    event = snapshot.event
    return BoardsPage(event, round_states(snapshot), sets_of(event, snapshot.public_rounds))


def sets_of(event: Event, rounds: Iterable[Round]) -> tuple[SetView, ...]:
    """Return the board sets of some rounds, the latest first."""
    of_set = boards.by_set(rounds)
    rows = event.board_sets.filter(number__in=of_set).order_by("-number")
    return tuple(
        SetView(
            board_set=row,
            rounds=tuple(round_.number for round_ in of_set[row.number]),
            boards=tuple(sorted(row.boards.all(), key=lambda board: board.board_no)),
            secret=access.secret(row),
        )
        for row in rows.prefetch_related("boards")
    )
