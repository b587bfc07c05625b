"""Costs of a mirror: `python -m benchmarks.mirror [ENTRIES [ROUNDS]]`.

An individual event of 拱猪 in a database of its own, 2,000 entries and 20 rounds of one deal unless
told otherwise, the last in play. It is pushed into a folder: in full, and after one more change of
its record: a result of one table. Seconds are those of the processor, beside those of the clock;
bytes are what was written, with the packed files.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks import installations
from benchmarks.pages import played_event, post

ENTRIES: Final = 2000
ROUNDS: Final = 20


def main(arguments: Sequence[str]) -> None:
    """Make the event, and print a line for each push."""
    entries, rounds = (*map(int, arguments), *(ENTRIES, ROUNDS)[len(arguments) :])
    with installations.empty(as_a_test=True), tempfile.TemporaryDirectory() as folder:
        event = played_event(entries, rounds=rounds, deals=1)
        _say(f"event   made in {time.process_time():.0f} s of the processor")
        _say("push    files  written      bytes  processor    clock")
        _say(f"full  {_push(Path(folder))}")
        db = importlib.import_module("django.db")
        models = importlib.import_module("tournaments.models")
        waiting = models.Deal.objects.filter(event=event, done=False).select_related("event")
        post(waiting[:1], Random(1))  # noqa: S311 - the same result every time
        revision = db.models.F("public_revision") + 1
        type(event).objects.filter(pk=event.pk).update(public_revision=revision)
        _say(f"small {_push(Path(folder))}")


def _push(folder: Path) -> str:
    choosing = importlib.import_module("web.publish.mirror.choosing")
    pushing = importlib.import_module("web.publish.mirror.pushing")
    stores: Any = importlib.import_module("web.publish.mirror.stores.directory")
    began = time.process_time()
    done = pushing.push(choosing.scope(), stores.Directory(folder), str(folder))
    spent = time.process_time() - began
    return f"{done.files:>7,}{done.uploads:>9,}{done.sent:>11,}{spent:>11.1f}{done.seconds:>9.1f}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
