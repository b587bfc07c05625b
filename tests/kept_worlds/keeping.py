"""Decides when a world is kept, and when it is restored.

A function marked `@kept` is keyed by everything that it reads: the contents of the database before
it, its arguments, the hour if a test has moved the clock, and the language. The contents of the
database are known in two cases: empty, or an unchanged kept world. So steps can follow each other,
such as `assemble()` and `round_in_play()`; after a test's own writes the next step runs as if it
were not marked.

The same holds if a test commits, because other connections would see unexpected rows. Worlds are
rebuilt after a minute, so that their times are never older than in a test on a slow machine.

Other inputs of a function, such as a setting or a function replaced by a test, are not tracked: a
test that replaces one calls the function without its mark (`assemble.__wrapped__`).
"""

from __future__ import annotations

import functools
import hashlib
import pickle
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, ParamSpec, TypeVar

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import get_language

from tests.kept_worlds import objects, rows
from tournaments.models import Club

SECONDS: Final = 60
"""For how long a world is put back before it is built anew."""
NOTHING: Final = "nothing"
"""What stands in the database before a test has written."""
A_MOMENT: Final = timedelta(seconds=1)

Given = ParamSpec("Given")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class World:
    """What a function wrote and returned, and its work after a commit."""

    statements: list[rows.Statement]
    content: bytes
    callbacks: list[tuple[Callable[[], object], bool]]
    until: float


@dataclass(frozen=True, slots=True)
class Standing:
    """The world in the database, valid until something is written or rolled back."""

    name: str
    written: int
    blocks: Sequence[transaction.Atomic]

    def stands(self) -> bool:
        """Whether the database is unchanged."""
        still_open = connection.atomic_blocks[: len(self.blocks)]
        return still_open == self.blocks and rows.written() == self.written


@dataclass(slots=True)
class Worlds:
    """The kept worlds of this process by name, and the current one."""

    kept: dict[str, World]
    seconds: float = SECONDS
    standing: Standing | None = None
    is_building: bool = False

    def find(self, name: str) -> World | None:
        """Return a world that is not too old."""
        world = self.kept.get(name)
        return world if world and time.monotonic() < world.until else None

    def keep(self, name: str, world: World) -> World:
        """Keep a world, and drop those that are too old."""
        now = time.monotonic()
        self.kept = {other: old for other, old in self.kept.items() if now < old.until}
        self.kept[name] = world
        return world

    def what_stands(self) -> str | None:
        """Return the name of the world in the database; None if it is unknown."""
        if not connection.in_atomic_block:
            return None
        if self.standing is not None and self.standing.stands():
            return self.standing.name
        return NOTHING if rows.are_none() else None

    def now_stands(self, name: str) -> None:
        """Record the world that was just built or restored."""
        self.standing = Standing(name, rows.written(), list(connection.atomic_blocks))


worlds: Final = Worlds({})


def kept(build: Callable[Given, Made]) -> Callable[Given, Made]:
    """Keep what a function writes and returns; its arguments and its result can be pickled."""

    @functools.wraps(build)
    def put_back_or_build(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        before = worlds.what_stands()
        if before is None:
            return build(*args, **kwargs)
        given = (args, kwargs)
        held, name = objects.held_in(given), _name(before, build, given)
        world = worlds.find(name)
        if world is not None:
            _put_back(world)
        elif worlds.is_building and before != NOTHING:
            # Part of a step, which is kept as a whole.
            whole = build(*args, **kwargs)
            worlds.now_stands(name)
            return whole
        else:
            old = {} if before == NOTHING else rows.read()
            world = worlds.keep(name, _built(old, held, lambda: build(*args, **kwargs)))
        worlds.now_stands(name)
        made: Made = objects.unpacked(world.content, held)
        return made

    return put_back_or_build


def _built(old: rows.Rows, held: list[Any], build: Callable[[], object]) -> World:
    """Build a world by the operations, in a database with these rows."""
    waiting = len(connection.run_on_commit)
    until = time.monotonic() + worlds.seconds
    was_building, worlds.is_building = worlds.is_building, True
    try:
        content = objects.packed(build(), held)
    finally:
        worlds.is_building = was_building
    registered: list[Any] = connection.run_on_commit[waiting:]
    callbacks = [(call, robust) for _, call, robust in registered]
    return World(rows.changes(old, rows.read()), content, callbacks, until)


def _put_back(world: World) -> None:
    rows.put(world.statements)
    for call, robust in world.callbacks:
        transaction.on_commit(call, robust=robust)


def _name(before: str, build: Callable[..., object], given: object) -> str:
    read = (before, build.__module__, build.__qualname__, given, _moved_clocks(), get_language())
    return hashlib.sha256(pickle.dumps(read)).hexdigest()


def _moved_clocks() -> list[datetime | None]:
    """Return the times of the program and of column defaults, if they were moved."""
    stored = Club._meta.get_field("created_at").get_default()
    real = datetime.now(UTC)
    return [hour if abs(hour - real) > A_MOMENT else None for hour in (timezone.now(), stored)]
