"""The kinds of jobs, each with the one function that does it.

A handler gets the attempt and a way to report progress. It reads and computes as
long as it likes, and returns its effect: what is to be written. The effect is
called once, in the transaction that ends the job, and only by the attempt that
still holds it. So a job may be begun many times, but has its effect once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Effect = Callable[[], object]


class UnknownKind(LookupError):
    """Nobody registered a handler for this kind of job."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A job as its handler sees it; `number` tells this attempt from every other."""

    uid: str
    kind: str
    payload: dict[str, Any]
    about: str
    number: int


class Progress(Protocol):
    """Tells the waiting page how far it is; stops an attempt that has lost its job."""

    def __call__(self, done: int, total: int) -> None: ...


class Handler(Protocol):
    """Does the work of one kind of job and returns its effect."""

    def __call__(self, job: Attempt, progress: Progress, /) -> Effect: ...


_handlers: dict[str, Handler] = {}


def register(kind: str, handler: Handler) -> None:
    """Called by each room's `AppConfig.ready`; the same handler again is harmless."""
    if _handlers.setdefault(kind, handler) is not handler:
        raise ValueError(f"{kind} has a handler already")


def find(kind: str) -> Handler:
    """The handler of a kind."""
    try:
        return _handlers[kind]
    except KeyError:
        raise UnknownKind(kind) from None


def kinds() -> tuple[str, ...]:
    """Every kind, by name."""
    return tuple(sorted(_handlers))
