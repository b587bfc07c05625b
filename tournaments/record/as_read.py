"""The condition of a change: nothing of its kind has come since the values that it was made of.

A form reads what is stored before anything is locked. Its operation asks under the lock whether the
log has another change of these values by then. Versions of a result have their own condition.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Final

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Club, Tournament
from tournaments.record import log_queries


@dataclass(frozen=True, slots=True)
class AsRead:
    """The last entry of a log when values were read, and the verbs of whatever changes them.

    `about` is the uid of a row; what names other rows alone changes other values.
    """

    owner: Tournament | Club
    verbs: Collection[str]
    since: int
    about: str = ""


_as_read: Final = ContextVar[AsRead | None]("as_read", default=None)


@contextmanager
def unchanged_since(as_read: AsRead) -> Iterator[None]:
    """Let the changes of the owner within this block hold only if the values are as they were."""
    before = _as_read.set(as_read)
    try:
        yield
    finally:
        _as_read.reset(before)


def check(locked: Tournament | Club) -> None:
    """Raise Refused where the values of a locked owner are not as they were read."""
    as_read = _as_read.get()
    if as_read is None or as_read.owner != locked:
        return
    if locked.log_seq > as_read.since and log_queries.actors_since(
        locked, as_read.verbs, since=as_read.since, about=as_read.about
    ):
        raise Refused(refuse(Reason.SAVED_MEANWHILE))
    # What comes after the entry of this change is asked about by the next one of the block.
    _as_read.set(replace(as_read, since=locked.log_seq + 1))
