"""Tables before phones: the threads of the web server, parted in two."""

from __future__ import annotations

from typing import Any, Final

from waitress.task import ThreadedTaskDispatcher

from config.public_pages import PREFIXES

__all__ = ["Lanes"]


class Lanes:
    """Hands requests to threads: half of the threads are for what the public looks at.

    However many phones wait for a page, they hold no thread that a tablet or the desk needs.
    """

    def __init__(self, threads: int) -> None:
        of_public = max(1, threads // 2)
        self.public: Final = ThreadedTaskDispatcher()
        self.public.set_thread_count(of_public)
        self.others: Final = ThreadedTaskDispatcher()
        self.others.set_thread_count(max(1, threads - of_public))

    def add_task(self, channel: Any) -> None:
        """Hand over a connection whose next request has been read."""
        path = getattr(channel.requests[0], "path", "")
        (self.public if path.startswith(PREFIXES) else self.others).add_task(channel)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Let the threads finish what they do; whether something was given up."""
        given_up = [one.shutdown(cancel_pending, timeout) for one in (self.others, self.public)]
        return any(given_up)
