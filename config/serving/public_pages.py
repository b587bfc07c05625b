"""Builds public pages in a separate process beside the web process.

A Python process runs one thread at a time. A page of a big event takes a third of a second to
build, during which every tablet of the hall would wait. So the web process hands requests for
public pages to another process and waits without working. That one is started with the first such
request; until it can answer, and whenever it does not, the web process builds the pages itself.
Pages take precedence over pictures and searches; and a client that can be answered with an older
page does not wait at all while the other process is busy.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

from django.core.wsgi import get_wsgi_application

from config.serving import collector
from web.publish.cache import IF_FREE, LATER

__all__ = ["DRAWN", "HOME", "PREFIXES", "PublicPages"]

HOME: Final = "/"
PREFIXES: Final = (
    *("/e/", "/d/", "/hall/", "/tournaments/", "/s/", "/ratings/", "/persons/", "/face/"),
    *("/part/", "/live/", "/games/", "/api/1/"),
)
"""Below these addresses, and at the first page, nothing is written by a GET, and nothing depends on
who asks.
"""
DRAWN: Final = (".png", ".pdf", ".csv")
"""How the addresses of pictures, papers and files end below these: they take long, and nobody waits
for them with a page.
"""
SEARCH: Final = "q="
HEAD: Final = "HEAD"
PATIENCE: Final = 20.0
"""Seconds after which a process that does not answer is ended."""
LESS_URGENT: Final = 5
"""Its `nice` value: the web process comes first on a busy machine."""
AGAIN_AFTER: Final = 10.0
"""Seconds from one start to the next, however soon a process ends."""

Application = Callable[..., Iterable[bytes]]
Answer = tuple[str, list[tuple[str, str]], bytes]


class PublicPages:
    """The application; if `apart` is true another process builds its public pages."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._maker: Maker | None = None
        self._door = threading.Lock()
        self.apart = False

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a public page by the other process, anything else by the application."""
        path, answer = str(environ["PATH_INFO"]), None
        method, is_public = environ["REQUEST_METHOD"], path == HOME or path.startswith(PREFIXES)
        if self.apart and is_public and method in ("GET", HEAD):
            # Streams and objects of the server cannot be sent to another process.
            sendable = {
                name: value
                for name, value in environ.items()
                if isinstance(value, str | int | tuple)
            }
            # A head is that of the whole answer, and takes as long.
            sendable["REQUEST_METHOD"] = "GET"
            maker = self._running_maker()
            if sendable.pop(IF_FREE, False) and maker.is_busy:
                start(LATER, [])
                return []
            answer = maker.answer(sendable)
        if answer is None:
            return self._application(environ, start)
        status, headers, body = answer
        start(status, headers)
        return [] if method == HEAD else [body]

    def _running_maker(self) -> Maker:
        with self._door:
            maker = self._maker
            if maker is None or maker.is_to_be_replaced:
                maker = self._maker = Maker()
            return maker


class Turn:
    """A lock that a low-priority caller gets only while nobody else waits for it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting = 0
        self.is_taken = False

    @contextlib.contextmanager
    def taken(self, *, is_last: bool) -> Iterator[None]:
        """Hold it during a block."""
        with self._changed:
            self._waiting += not is_last
            self._changed.wait_for(lambda: not self.is_taken and not (is_last and self._waiting))
            self._waiting -= not is_last
            self.is_taken = True
        try:
            yield
        finally:
            with self._changed:
                self.is_taken = False
                self._changed.notify_all()


class Maker:
    """Another process with the same program, which answers one request after another."""

    def __init__(self) -> None:
        # A fork would inherit locks in whatever state the other threads have them.
        context = get_context("spawn")
        self._line, far_end = context.Pipe()
        self._process = context.Process(target=serve, args=(far_end,), daemon=True)
        self._process.start()
        # The other end closes with its process, which this one notices.
        far_end.close()
        self._began = time.monotonic()
        self._turn = Turn()
        self._is_ready = False
        self._is_gone = False

    @property
    def is_to_be_replaced(self) -> bool:
        """Whether it ended long enough ago for another one to be started."""
        return self._is_gone and time.monotonic() - self._began > AGAIN_AFTER

    @property
    def is_busy(self) -> bool:
        """Whether it is building something now."""
        return self._turn.is_taken

    def answer(self, environ: Mapping[str, Any]) -> Answer | None:
        """Return the answer of the process; None if it does not answer, not yet or no longer."""
        with self._turn.taken(is_last=_may_wait(environ)), contextlib.suppress(EOFError, OSError):
            if not (self._is_gone or self._is_ready) and self._line.poll():
                self._is_ready = bool(self._line.recv())
            if self._is_gone or not self._is_ready:
                return None
            self._line.send(environ)
            if self._line.poll(PATIENCE):
                reply: Answer = self._line.recv()
                return reply
        self.end()
        return None

    def end(self) -> None:
        """End the process at once; it holds nothing of value."""
        self._is_gone = True
        self._process.kill()


def _may_wait(environ: Mapping[str, Any]) -> bool:
    """Whether an answer comes after the pages that others wait for: a drawing, or a search, which
    is made for one reader.
    """
    asked = str(environ.get("QUERY_STRING", "")).split("&")
    is_search = any(each.startswith(SEARCH) for each in asked)
    return is_search or str(environ["PATH_INFO"]).endswith(DRAWN)


def serve(line: Connection) -> None:
    """Answer the requests of a connection until it is closed. Runs in the other process."""
    # The terminal signals the process at the other end, which closes the connection.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(LESS_URGENT)
    application = get_wsgi_application()
    collector.after_start()
    with contextlib.suppress(EOFError, OSError):
        line.send(True)
        while True:
            line.send(_answer(application, line.recv()))


def _answer(application: Application, environ: dict[str, Any]) -> Answer:
    started: list[Any] = []
    streams = {"wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr}
    parts = application({**environ, **streams}, lambda *answer: started.append(answer))
    try:
        body = b"".join(parts)
    finally:
        getattr(parts, "close", lambda: None)()
    status, headers = started[0][:2]
    return status, list(headers), body
