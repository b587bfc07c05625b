"""The threads of the web server, divided by address, so that tables never wait for phones."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any, Final

from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import RequestEntityTooLarge

from config.serving.public_pages import DRAWN, HOME, LESS_URGENT, PREFIXES
from config.storage import request_waits

__all__ = ["Lanes"]

WATCH: Final = frozenset({"/health", "/health/alive"})
"""Health checks never wait for other requests."""
PASSWORDS: Final = re.compile(
    r"/desk/(?:login/|setup/|account/|invitations/|new-password/"
    r"|tournaments/[^/]+/officials/|clubs/[^/]+/.*|events/[^/]+/slips/)"
)
"""Forms whose sending hashes or compares a password, or hashes the PINs of a whole field."""
OF_STRANGERS: Final = (*PREFIXES, "/documents/", "/fillings/", "/language/")
"""Below these addresses, and at the first page, is what strangers see."""
DRAWS: Final = 2
"""The number of threads for pictures and papers: forty that are fetched at once hold up no page."""
HASHES: Final = 2
"""The number of threads that hash: sign-ins wait for one another and hold up nobody else."""
READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True)
class Timed:
    """A connection whose request includes its time in the queue in its waiting time."""

    channel: Any
    since: float

    def service(self) -> None:
        """Serve the request."""
        with request_waits.of_request(self.since):
            self.channel.service()

    def cancel(self) -> None:
        """Give the connection up."""
        self.channel.cancel()


class Lane(ThreadedTaskDispatcher):  # type: ignore[misc]
    """A pool of threads with its queue of requests."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.set_thread_count(threads)

    def add_task(self, task: Any) -> None:
        """Queue a connection, and record its arrival."""
        super().add_task(Timed(task, time.monotonic()))


class LessUrgentLane(Lane):
    """Threads of lower priority, which matters on a busy machine."""

    def handler_thread(self, thread_no: int) -> None:
        """Serve one request after another."""
        # Only Linux has priorities of single threads.
        if sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LESS_URGENT)
        super().handler_thread(thread_no)


class Lanes:
    """Hands requests to threads: half of the threads are for public pages.

    However many phones wait for a page, they occupy no thread that a tablet or the desk needs.
    Reads of tables and desk do not wait for writes, which may all wait for a locked database.
    """

    def __init__(self, threads: int) -> None:
        of_public = max(1, threads // 2)
        of_tables = max(1, threads - of_public)
        self.watch: Final = Lane(1)
        self.passwords: Final = LessUrgentLane(HASHES)
        self.public: Final = Lane(of_public)
        self.drawn: Final = LessUrgentLane(DRAWS)
        self.reading: Final = Lane(of_tables)
        self.writing: Final = Lane(of_tables)

    def lane_of(self, method: str, path: str) -> Lane:
        """Return the lane of a request."""
        # A form has to be parsed first, and may be long.
        if path in WATCH and method in READS:
            return self.watch
        if path.startswith(PREFIXES) and path.endswith(DRAWN):
            return self.drawn
        if path == HOME or path.startswith(OF_STRANGERS):
            return self.public
        if method in READS:
            return self.reading
        return self.passwords if PASSWORDS.match(path) else self.writing

    def add_task(self, channel: Any) -> None:
        """Hand over a connection whose next request has been read."""
        request = channel.requests[0]
        if request.error and not isinstance(request.error, RequestEntityTooLarge):
            # It was refused while being read, and answering takes no time. Overlong bodies are
            # answered by our own page, in the lane of its address.
            self.watch.add_task(channel)
        else:
            self.lane_of(request.command, request.path).add_task(channel)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Let the threads finish within a time limit; return whether any request was given up."""
        deadline = time.monotonic() + timeout
        lanes = (self.writing, self.reading, self.passwords, self.public, self.drawn, self.watch)
        for lane in lanes:
            lane.set_thread_count(0)
        given_up = [
            lane.shutdown(cancel_pending, max(0.0, deadline - time.monotonic())) for lane in lanes
        ]
        return any(given_up)
