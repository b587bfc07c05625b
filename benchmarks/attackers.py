"""Attacks on a hall: coroutines against one port of this machine, all of them bounded.

They are independent of one another, and know only what is posted at a table.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.crowd import asked

TOKEN: Final = "a" * 32
SIGN_IN: Final = f"csrfmiddlewaretoken={TOKEN}&username=nobody{{}}&password=wrong-password"
OF_A_FORM: Final = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Cookie": f"csrftoken={TOKEN}",
}
OF_JSON: Final = {"Content-Type": "application/json"}
LARGE: Final = 3 * 1024 * 1024


@dataclass
class Seen:
    """The answers to one kind of request: how often each status, and the seconds of each."""

    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    async def ask(
        self,
        port: int,
        method: str,
        path: str,
        headers: dict[str, str],
        body: bytes = b"",
        patience: float = 60.0,
    ) -> tuple[int, bytes]:
        """Send a request; return the status and the body of the answer, status 0 without one."""
        began = time.perf_counter()
        status, _, content = await asked(port, method, path, headers, body, patience)
        self.seconds.append(time.perf_counter() - began)
        self.statuses[status] += 1
        return status, content

    @property
    def line(self) -> str:
        """A line for a person: how many requests, how long, which answers."""
        answers = ", ".join(
            f"{often} times {status}" for status, often in sorted(self.statuses.items())
        )
        slow = max(self.seconds, default=0.0)
        middle = median(self.seconds) if self.seconds else 0.0
        return f"{len(self.seconds):6} {middle:8.2f} s {slow:8.2f} s  {answers}"


async def lock(database: Path, seconds: float) -> None:
    """Hold the write lock of a SQLite file for a number of seconds, as another program would."""
    await asyncio.to_thread(_hold, database, seconds)


def _hold(database: Path, seconds: float) -> None:
    with closing(sqlite3.connect(database, isolation_level=None, timeout=30)) as other:
        other.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        other.execute("ROLLBACK")


async def wrong_sign_ins(port: int, seen: Seen, number: int) -> None:
    """Sign in with wrong passwords, all at once."""
    bodies = [SIGN_IN.format(attempt).encode() for attempt in range(number)]
    await asyncio.gather(
        *(seen.ask(port, "POST", "/desk/login/", dict(OF_A_FORM), body) for body in bodies)
    )


async def wrong_pins(port: int, seen: Seen, codes: Sequence[str], tries: int) -> None:
    """Try to take over the tables of these codes with wrong PINs, `tries` times each."""
    paths = [f"/api/tablet/1/tables/{code}/take-over" for code in codes for _ in range(tries)]
    body = json.dumps({"device": "a-phone-of-nobody", "pin": "000000", "seen": "0" * 12}).encode()
    await asyncio.gather(*(seen.ask(port, "POST", path, dict(OF_JSON), body) for path in paths))


async def large_bodies(port: int, seen: Seen, paths: Iterable[str]) -> None:
    """Send overlong bodies."""
    body = b"a" * LARGE
    await asyncio.gather(*(seen.ask(port, "POST", path, dict(OF_A_FORM), body) for path in paths))


class Dripping:
    """Clients that send a byte from time to time, and reconnect when possible."""

    def __init__(self, port: int, number: int, every: float = 3.0) -> None:
        self._port = port
        self._number = number
        self._every = every
        self.is_over = False
        self.connected = 0
        self.most = 0
        self.let_go = 0

    async def run(self) -> None:
        """Drip until it is over."""
        await asyncio.gather(*(self._drip(index % 2 == 0) for index in range(self._number)))

    async def _drip(self, has_headers: bool) -> None:
        while not self.is_over:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(30):
                    reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                await self._hold(reader, writer, has_headers)
            await asyncio.sleep(1)

    async def _hold(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, has_headers: bool
    ) -> None:
        head = b"POST /api/tablet/1/sheets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000"
        self.connected += 1
        self.most = max(self.most, self.connected)
        try:
            writer.write(head + b"\r\n\r\n" if has_headers else head)
            while not self.is_over:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._every):
                        await reader.read()
                    self.let_go += 1
                    return
                writer.write(b"1")
                await writer.drain()
        finally:
            self.connected -= 1
            writer.close()
