"""Decisions that officials still have to make in a round before it is closed.

Packages above (`referee`) register how their questions are read when the program starts. A director
may close a round with open questions by giving a reason; holds (`Hold`) cannot be overridden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question about one deal, in words; `address` is the page on which it is decided.

    `deal` is the position of the deal in the order of play at its table.
    """

    table: int
    deal: int
    words: str
    address: str


Reader = Callable[[Round], Sequence[OpenQuestion]]

_readers: list[Reader] = []


def register(reader: Reader) -> None:
    """Register a reader of open questions; registering it again changes nothing."""
    if reader not in _readers:
        _readers.append(reader)


def questions_of_round(round_: Round) -> tuple[OpenQuestion, ...]:
    """Return the open questions of a round, sorted by table and deal."""
    questions = (question for reader in _readers for question in reader(round_))
    return tuple(sorted(questions, key=lambda question: (question.table, question.deal)))


def tables(questions: Sequence[OpenQuestion]) -> list[int]:
    """Return the numbers of the tables with open questions, sorted."""
    return sorted({question.table for question in questions})
