"""The wait for public pages behind pictures: `python -m benchmarks.drawn [PICTURES]`.

A hall of forty tables is served by `manage.py serve`, over SQLite. One reader fetches public pages
one after another, first alone, then while forty pictures that are not cached are fetched at once.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Sequence
from typing import Final

from benchmarks import installations
from benchmarks.attackers import Seen
from benchmarks.hall import hall_of
from tests.config.program import serving

TABLES, PICTURES, ALONE = 40, 40, 20
PAUSE: Final = 0.05


def main(arguments: Sequence[str]) -> None:
    """Print the times of pages alone, and while pictures are drawn."""
    pictures = int(arguments[0]) if arguments else PICTURES
    with installations.empty() as folder:
        event = hall_of(TABLES, 2).cast.event.uid
        importlib.import_module("django.db").connections.close_all()
        drawn = [f"/e/{event}/entries/{number + 1}/card.zh-hans.png" for number in range(pictures)]
        with serving("serve", folder) as program:
            asyncio.run(_measure(program.port, f"/e/{event}/", drawn))


async def _measure(port: int, page: str, drawn: Sequence[str]) -> None:
    alone, beside, pictures = Seen(), Seen(), Seen()
    for _ in range(ALONE):
        await alone.ask(port, "GET", page, {})
    fetched = asyncio.gather(*(pictures.ask(port, "GET", path, {}) for path in drawn))
    while not fetched.done():
        await beside.ask(port, "GET", page, {})
        await asyncio.sleep(PAUSE)
    await fetched
    for name, seen in (("pages alone", alone), ("pages beside", beside), ("pictures", pictures)):
        sys.stdout.write(f"  {name:14} {seen.line}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
