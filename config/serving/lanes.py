"""Tables before phones: the threads of the web server, parted by what they are asked for."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from typing import Any, Final

from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import RequestEntityTooLarge

from config.serving.public_pages import LESS_URGENT, PREFIXES

__all__ = ["Lanes"]

WATCH: Final = frozenset({"/health", "/health/alive"})
"""Whoever asks whether the program is up never waits for those who use it."""
PASSWORDS: Final = re.compile(
    r"/desk/(?:login/|setup/|tournaments/[^/]+/officials/|clubs/[^/]+/.*|events/[^/]+/slips/)"
)
"""Where a password is hashed or compared, or PINs are hashed for a whole field, when it is sent."""
HASHES: Final = 2
"""So many threads hash: sign-ins wait for one another and hold up nobody else."""
READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Lane(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Some threads, and those who wait for them."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.set_thread_count(threads)


class LessUrgentLane(Lane):
    """Threads that stand behind the others where the machine has more to do than it can."""

    def handler_thread(self, thread_no: int) -> None:
        """Serve one request after another."""
        # Only Linux lets a single thread stand behind.
        if sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LESS_URGENT)
        super().handler_thread(thread_no)


class Lanes:
    """Hands requests to threads: half of the threads are for what the public looks at.

    However many phones wait for a page, they hold no thread that a tablet or the desk needs. Of
    tables and desk, who reads does not wait for who writes: writers may all wait for a database
    that something else has locked.
    """

    def __init__(self, threads: int) -> None:
        of_public = max(1, threads // 2)
        of_tables = max(1, threads - of_public)
        self.watch: Final = Lane(1)
        self.passwords: Final = LessUrgentLane(HASHES)
        self.public: Final = Lane(of_public)
        self.reading: Final = Lane(of_tables)
        self.writing: Final = Lane(of_tables)

    def lane_of(self, method: str, path: str) -> Lane:
        """Return the threads by which a request is answered."""
        # A form that is sent there has first to be taken apart, and may be long.
        if path in WATCH and method in READS:
            return self.watch
        if path.startswith(PREFIXES):
            return self.public
        if method in READS:
            return self.reading
        return self.passwords if PASSWORDS.match(path) else self.writing

    def add_task(self, channel: Any) -> None:
        """Hand over a connection whose next request has been read."""
        request = channel.requests[0]
        if request.error and not isinstance(request.error, RequestEntityTooLarge):
            # It was refused on reading, and to say so takes no time. What was too long is told by
            # a page of ours, in the lane of its address.
            self.watch.add_task(channel)
        else:
            self.lane_of(request.command, request.path).add_task(channel)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Let the threads finish what they do, for so long; whether something was given up."""
        deadline = time.monotonic() + timeout
        lanes = (self.writing, self.reading, self.passwords, self.public, self.watch)
        for lane in lanes:
            lane.set_thread_count(0)
        given_up = [
            lane.shutdown(cancel_pending, max(0.0, deadline - time.monotonic())) for lane in lanes
        ]
        return any(given_up)
