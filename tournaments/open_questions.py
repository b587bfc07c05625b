"""What officials have still to decide in a round before it is closed, as the room above knows it.

The room registers how its questions are read when the program starts. A director may close a round
without an answer, and says why; holds (`Hold`) can not be passed over so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A matter of one deal, in words; `address` is the page on which it is decided.

    `deal` is the place of the deal in the order of play at its table.
    """

    table: int
    deal: int
    words: str
    address: str


Reader = Callable[[Round], Sequence[OpenQuestion]]

_readers: list[Reader] = []


def register(reader: Reader) -> None:
    """Let a room have its questions asked; once is enough."""
    if reader not in _readers:
        _readers.append(reader)


def of_round(round_: Round) -> tuple[OpenQuestion, ...]:
    """Return the questions of a round by table and deal."""
    questions = (question for reader in _readers for question in reader(round_))
    return tuple(sorted(questions, key=lambda question: (question.table, question.deal)))


def tables(questions: Sequence[OpenQuestion]) -> list[int]:
    """Return at which tables questions are open, by number."""
    return sorted({question.table for question in questions})
