"""The clients of a hall: tablets that send and phones that poll, in one process with one loop.

Times run from the first byte sent to the last byte read, with a new connection each time, as after
a phone has slept.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

PATIENCE = 60


@dataclass(frozen=True)
class Handover:
    """The items of one tablet: its token, a sheet and the confirmation of it."""

    token: str
    sheet: Mapping[str, str]
    agreement: Mapping[str, str]


@dataclass
class Times:
    """Seconds by kind of request, and the number of unexpected answers."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    others: dict[tuple[str, int], int] = field(default_factory=lambda: defaultdict(int))

    def forget(self) -> None:
        """Start counting now."""
        self.seconds.clear()
        self.others.clear()

    def note(self, what: str, began: float, status: int) -> None:
        self.seconds[what].append(time.perf_counter() - began)
        if status not in {200, 304}:
            self.others[what, status] += 1


def crowd(
    port: int,
    handovers: Sequence[Handover],
    page: str,
    *,
    phones: int,
    before: float,
    within: float,
) -> Times:
    """Let the tablets send within a number of seconds while the phones poll a page, each every 5 s.

    The phones have polled for `before` seconds when the tablets begin; their times count from then.
    """
    return asyncio.run(_crowd(port, handovers, page, phones, before, within))


async def _crowd(
    port: int, handovers: Sequence[Handover], page: str, phones: int, before: float, within: float
) -> Times:
    times, over = Times(), asyncio.Event()
    polling = [asyncio.create_task(_phone(port, page, times, over)) for _ in range(phones)]
    await asyncio.sleep(before)
    times.forget()
    await asyncio.gather(*(_tablet(port, handover, times, within) for handover in handovers))
    over.set()
    await asyncio.gather(*polling)
    return times


async def _tablet(port: int, handover: Handover, times: Times, within: float) -> None:
    await asyncio.sleep(random.uniform(0, within))  # noqa: S311
    headers = {"Authorization": f"Lease {handover.token}", "Content-Type": "application/json"}
    for kind, item in (("sheets", handover.sheet), ("confirmations", handover.agreement)):
        began = time.perf_counter()
        body = json.dumps(item).encode()
        status, _, _ = await asked(port, "POST", f"/api/tablet/1/{kind}", headers, body)
        times.note(kind, began, status)


async def _phone(port: int, page: str, times: Times, over: asyncio.Event) -> None:
    etag = ""
    await asyncio.sleep(random.uniform(0, 5))  # noqa: S311
    while not over.is_set():
        began = time.perf_counter()
        headers = {"Accept-Encoding": "gzip", **({"If-None-Match": etag} if etag else {})}
        status, answered, _ = await asked(port, "GET", page, headers)
        times.note("poll 304" if status == 304 else "poll", began, status)
        etag = answered.get("etag", etag)
        await asyncio.sleep(5)


async def asked(
    port: int,
    method: str,
    path: str,
    headers: Mapping[str, str],
    body: bytes = b"",
    patience: float = PATIENCE,
) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of the answer to one request; 0 without an answer."""
    sent = {"Host": f"127.0.0.1:{port}", "Connection": "close", **headers}
    if body:
        sent["Content-Length"] = str(len(body))
    lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    try:
        async with asyncio.timeout(patience):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
                head, _, content = (await reader.read()).partition(b"\r\n\r\n")
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return 0, {}, b""
    if not head:
        return 0, {}, b""
    first, *rest = head.decode("latin-1").split("\r\n")
    answered = dict(line.lower().split(": ", 1) for line in rest if ": " in line)
    if "etag:" in head.decode("latin-1").lower():
        answered["etag"] = next(line[6:] for line in rest if line.lower().startswith("etag: "))
    return int(first.split()[1]), answered, content
