"""What one process of a run makes, and all of them have: a server, the tables of a new database."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import psutil

FOLDER = "HUAPAI_TEST_FOLDER"
"""The variable that names the folder of a run, which all its processes share."""


class MakerGone(Exception):
    """The process that was to make it did not."""


def once(name: str, make: Callable[[], str]) -> str:
    """Return what the first process of the run that asked for `name` has made.

    The first makes it and leaves the answer in the run's folder; the others wait for as long as
    that process lives. Where that one fails, which says why, the others raise `MakerGone`.
    """
    begun, told = (Path(os.environ[FOLDER], f"{name}.{end}") for end in ("begun", "told"))
    try:
        with begun.open("x", encoding="utf-8") as file:
            file.write(str(os.getpid()))
    except FileExistsError:
        return _answer_of(begun, told)
    made = None
    try:
        made = make()
    finally:
        unfinished = told.with_suffix(".part")
        unfinished.write_text(json.dumps(made), "utf-8")
        unfinished.replace(told)
    return made


def _answer_of(begun: Path, told: Path) -> str:
    while not told.exists():
        maker = begun.read_text("utf-8")
        if maker and not psutil.pid_exists(int(maker)) and not told.exists():
            raise MakerGone(f"the process that was to make {begun.stem} is gone")
        time.sleep(0.05)
    made: str | None = json.loads(told.read_text("utf-8"))
    if made is None:
        raise MakerGone(f"the process that was to make {begun.stem} failed")
    return made
