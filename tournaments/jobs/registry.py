"""The registry of job handlers: one function for each kind of job.

A handler gets the attempt and a callback for progress. It only reads and computes, and
returns its effect: a function that writes. The effect is called in the transaction that
ends the job, by the attempt that still holds it. So a job may be started several times,
but takes effect once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

Effect = Callable[[], object]


class UnknownKind(LookupError):
    """No handler is registered for this kind of job."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A job as its handler sees it; `number` distinguishes the attempts of a job."""

    uid: str
    kind: str
    payload: dict[str, Any]
    about: str
    number: int


class Progress(Protocol):
    """Stores the progress for the waiting page. Raises Superseded if the job was lost."""

    def __call__(self, done: int, total: int) -> None: ...


class Handler(Protocol):
    """The handler of a kind of job; it returns the effect."""

    def __call__(self, job: Attempt, progress: Progress, /) -> Effect: ...


Jobs = Mapping[str, Handler]
"""The handlers that a module has, by kind."""

_handlers: dict[str, Handler] = {}


def register(kind: str, handler: Handler) -> None:
    """Register the handler of a kind. Raises ValueError if the kind has another one."""
    if _handlers.setdefault(kind, handler) is not handler:
        raise ValueError(f"{kind} has a handler already")


def find(kind: str) -> Handler:
    """Return the handler of a kind. Raises UnknownKind."""
    try:
        return _handlers[kind]
    except KeyError:
        raise UnknownKind(kind) from None
