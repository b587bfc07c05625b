"""When a world is kept, and when it is put back.

A function marked `@kept` is kept by all that it reads: what stands in the database before it, what
it is given, the hour where a test has moved the clock, and the language. What stands in the
database is known in two cases: nothing at all, or a kept world to which nothing was done since. So
steps follow each other, as `assemble()` and `round_in_play()`; a test that has written by itself
in between has the next step done by the operations, as if it were not marked.

That is also so where a test commits: whoever else looks at the database then would see rows of
which nobody told. And it is done anew after a minute, so that the hours in a world are never older
than in a test on a slow machine.

What a function reads besides, such as a setting or a function that a test has replaced, nobody
sees: a test that replaces something of that kind calls the function without its mark
(`assemble.__wrapped__`).
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
    """What a function wrote, what it returned, and what it wanted done after a commit."""

    statements: list[rows.Statement]
    content: bytes
    callbacks: list[tuple[Callable[[], object], bool]]
    until: float


@dataclass(frozen=True, slots=True)
class Standing:
    """The world that stands in the database for as long as nothing is written or rolled back."""

    name: str
    written: int
    blocks: Sequence[transaction.Atomic]

    def stands(self) -> bool:
        """Whether the database is still as it was left."""
        still_open = connection.atomic_blocks[: len(self.blocks)]
        return still_open == self.blocks and rows.written() == self.written


@dataclass(slots=True)
class Worlds:
    """The kept worlds of this process by their names, and which one stands."""

    kept: dict[str, World]
    seconds: float = SECONDS
    standing: Standing | None = None
    is_building: bool = False

    def find(self, name: str) -> World | None:
        """Return a world that is not too old."""
        world = self.kept.get(name)
        return world if world and time.monotonic() < world.until else None

    def keep(self, name: str, world: World) -> World:
        """Keep a world, and none that is too old."""
        now = time.monotonic()
        self.kept = {other: old for other, old in self.kept.items() if now < old.until}
        self.kept[name] = world
        return world

    def what_stands(self) -> str | None:
        """Return the name of what stands in the database; None where that is not known."""
        if not connection.in_atomic_block:
            return None
        if self.standing is not None and self.standing.stands():
            return self.standing.name
        return NOTHING if rows.are_none() else None

    def now_stands(self, name: str) -> None:
        """Note what was just built or put back."""
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
    """Return the hour of the program, and the one that a column stores, where they were moved."""
    stored = Club._meta.get_field("created_at").get_default()
    real = datetime.now(UTC)
    return [hour if abs(hour - real) > A_MOMENT else None for hour in (timezone.now(), stored)]
