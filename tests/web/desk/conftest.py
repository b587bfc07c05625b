"""What pages of the desk are tested with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests import world
from tests.world import World
from tournaments.record import audit
from tournaments.record.audit import Asking

Do = Callable[[], Any]


@pytest.fixture
def of(db: None) -> World:
    """A tournament in play in which something of every kind waits."""
    return world.assemble()


@pytest.fixture
def at_the_lock(monkeypatch: pytest.MonkeyPatch) -> Callable[[Do], None]:
    """Do something once after all that a view asks before its change, when that has the lock."""

    def between(do: Do) -> None:
        asking_again, waiting = audit.asking_again, [do]

        @contextmanager
        def later(ask: Asking) -> Iterator[None]:
            def ask_later(*of: Any) -> None:
                if waiting:
                    waiting.pop()()
                ask(*of)

            with asking_again(ask_later):
                yield

        monkeypatch.setattr(audit, "asking_again", later)

    return between


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Do], None]:
    """Do something once between the fetch of a view and its change."""

    def between(do: Do) -> None:
        asking_again = audit.asking_again

        @contextmanager
        def later(ask: Asking) -> Iterator[None]:
            do()
            with asking_again(ask):
                yield

        monkeypatch.setattr(audit, "asking_again", later)

    return between
