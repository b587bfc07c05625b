"""Open matters before a round is closed or an event finished: decisions, and calls for the referee.

Packages above (`referee`) define in `Questions` how theirs are read; they are registered when the
program starts. A director may close a round with open questions by giving a reason; holds (`Hold`)
cannot be overridden. An open call is shown and blocks nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.problems import Problem
from tournaments.models import DealNumber, Event, Round


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question, in words, about a deal, a table or an entry.

    `address` is the page on which it is decided.
    """

    table: int | None
    deal: DealNumber | None
    words: str
    address: str


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call for the referee that nobody has ended, in words; `address` is where it is answered."""

    table: int
    words: str
    address: str


Reader = Callable[[Round], Sequence[OpenQuestion]]
DrawReader = Callable[[Event], Sequence[Problem]]
DraftReader = Callable[[Round], Sequence[Problem]]
CallReader = Callable[[Event], Sequence[OpenCall]]


@dataclass(frozen=True, slots=True)
class Questions:
    """How a package reads its open questions and calls.

    `before_draw` reads what has to be decided before a round is drawn, `before_publishing` what a
    draft ignores.
    """

    of_round: Reader
    calls_of: CallReader
    before_draw: DrawReader
    before_publishing: DraftReader


_registered: list[Questions] = []


def register(questions: Questions) -> None:
    """Register how a package reads its questions; repeating it changes nothing."""
    if questions not in _registered:
        _registered.append(questions)


def problems_of_draft(draft: Round) -> list[Problem]:
    """Return decisions, made or pending since a round was drawn, that the draft ignores."""
    return [problem for each in _registered for problem in each.before_publishing(draft)]


def problems_before_draw(event: Event) -> list[Problem]:
    """Return the decisions that are needed before the next round of an event is drawn."""
    return [problem for each in _registered for problem in each.before_draw(event)]


def calls_of_event(event: Event) -> tuple[OpenCall, ...]:
    """Return the open calls at the tables of an event, sorted by table."""
    open_calls = (call for each in _registered for call in each.calls_of(event))
    return tuple(sorted(open_calls, key=lambda call: call.table))


def questions_of_round(round_: Round) -> tuple[OpenQuestion, ...]:
    """Return the open questions of a round, sorted by table and deal."""
    questions = (question for each in _registered for question in each.of_round(round_))
    return tuple(sorted(questions, key=_place))


def _place(question: OpenQuestion) -> tuple[int, DealNumber]:
    return question.table or 0, question.deal or DealNumber(0, 0)


def tables(questions: Sequence[OpenQuestion]) -> list[int]:
    """Return the numbers of the tables with open questions, sorted."""
    return sorted({question.table for question in questions if question.table is not None})
