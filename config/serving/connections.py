"""The connections of the web server; those that keep it waiting too long are closed.

A client that sends a byte from time to time occupies nothing but a connection, but these are
limited. So the headers of a request have to arrive within some seconds, and its body at a minimum
speed. If connections run out, those that have kept the server waiting longest are closed, so that
one is always free. Nothing is counted by address, because a whole hall may share one.

A body that is too long is not read at all: waitress would refuse it with a line of English; here
the request is handed on without its body, so that `config.serving.middleware` answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from socket import socket
from typing import Any, Final

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import RequestEntityTooLarge

from config.serving.end_signals import EndSignal
from config.serving.lanes import Lanes

__all__ = ["UNREAD", "Connections", "ServedConnection"]

HEADERS_WITHIN: Final = 30.0
"""Seconds from the first byte of a request to the end of its headers."""
BODY_SPEED: Final = 10_000
"""Bytes a second that a body has to come with on average."""
LOOK_EVERY: Final = 1.0
ACCEPTED_AT_ONCE: Final = 64
KEPT_FREE: Final = 10
"""One of so many places is kept free for the next client."""
IN_HAND: Final = 5.0
"""Seconds in which a stopping server may finish the requests that it has read."""
UNREAD: Final = "huapai.too_long"
"""The key in the environment of a request whose body was too long to be read."""

Application = Callable[..., Iterable[bytes]]


class Unread(WSGITask):  # type: ignore[misc]
    """A request that the application answers although its body was not read."""

    def get_environment(self) -> dict[str, Any]:
        """Return the request for the application: no body, and the reason."""
        environ: dict[str, Any] = super().get_environment()
        environ |= {UNREAD: True, "CONTENT_LENGTH": "0"}
        return environ

    def execute(self) -> None:
        """Answer, and close, because the remaining input belongs to no request."""
        self.set_close_on_finish()
        super().execute()


def _task_of_error(channel: Any, request: Any) -> ErrorTask | WSGITask:
    """Return the task for a request that will not be read to its end."""
    is_too_long = isinstance(request.error, RequestEntityTooLarge)
    return (Unread if is_too_long else ErrorTask)(channel, request)


class ServedConnection(HTTPChannel):  # type: ignore[misc]
    """A connection, and since when it keeps the server waiting."""

    error_task_class = staticmethod(_task_of_error)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.waits_since = time.monotonic()
        self._began: float | None = None
        self._body: tuple[object, float] = (None, 0.0)
        super().__init__(*arguments, **named)

    @property
    def is_in_hand(self) -> bool:
        """Whether one of its requests was read and is not answered yet."""
        return bool(self.requests)

    def has_not_taken_its_answer(self, silence: float) -> bool:
        """Return whether a thread has waited too long for the client to accept a long answer."""
        is_full = self.total_outbufs_len > self.adj.outbuf_high_watermark
        return bool(is_full and time.time() - self.last_activity > silence)

    @property
    def is_to_be_flushed(self) -> bool:
        """Whether a request is in progress, or an answer was not fully accepted."""
        return self.is_in_hand or bool(self.total_outbufs_len)

    def begin_anew(self) -> None:
        """Start waiting for this connection's next request."""
        self.waits_since, self._began = time.monotonic(), None

    def received(self, data: bytes) -> bool:
        """Take received data, and record when a request and its body began."""
        now = time.monotonic()
        if self._began is None:
            self._began = now
        taken: bool = super().received(data)
        request = self.request
        if request is not None and request.headers_finished and self._body[0] is not request:
            self._body = (request, now)
        return taken

    def is_too_slow(self, now: float, silence: float) -> bool:
        """Whether it has kept the server waiting longer than allowed."""
        if self.total_outbufs_len:
            return bool(time.time() - self.last_activity > silence)
        request = self.request
        if request is None:
            return now - self.waits_since > silence
        if not request.headers_finished:
            return now - (self._began or self.waits_since) > HEADERS_WITHIN
        begun, since = self._body
        # Data received together with the previous request count from that time.
        began = since if begun is request else self.waits_since
        return bool(now - began > silence + request.body_bytes_received / BODY_SPEED)

    @property
    def waits_in_effect_since(self) -> float:
        """Since when it keeps the server waiting, less the time earned by received data."""
        request = self.request
        return self.waits_since + (request.body_bytes_received / BODY_SPEED if request else 0.0)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """One listening socket."""

    channel_class = ServedConnection

    def handle_accept(self) -> None:
        """Accept all pending connections at once, because each turn of the loop costs time."""
        for _ in range(min(ACCEPTED_AT_ONCE, self.adj.connection_limit - len(self._map))):
            before = len(self._map)
            super().handle_accept()
            if len(self._map) == before:
                return

    def add_task(self, task: ServedConnection) -> None:
        """Hand over a connection whose request has been read."""
        task.begin_anew()
        super().add_task(task)

    def maintenance(self, now: float) -> None:
        """Do nothing: `Connections` closes idle connections, also those that accept no answer."""


class Waker(wasyncore.dispatcher):  # type: ignore[misc]
    """The connection by which a signal wakes the loop to end the process."""

    def __init__(self, ending: EndSignal, places: dict[int, Any]) -> None:
        super().__init__(ending.reader, places)
        self._ending = ending

    def writable(self) -> bool:
        """Return False, because nothing is ever written to it."""
        return False

    def handle_read(self) -> None:
        """Read the signal."""
        self._ending.hear()


class Connections:
    """All connections at all sockets of one process, in one loop."""

    def __init__(
        self, program: Application, lanes: Lanes, *, sockets: Sequence[socket], **adjusted: Any
    ) -> None:
        self._adj = Adjustments(sockets=list(sockets), **adjusted)
        self._lanes = lanes
        self._places: dict[int, Any] = {}
        self._look_at = 0.0
        self._servers = [self._server(program, listening) for listening in sockets]

    def _server(self, program: Application, listening: socket) -> Server:
        kind = (listening.family, listening.type, listening.proto, listening.getsockname())
        return Server(
            program,
            self._places,
            _sock=listening,
            dispatcher=self._lanes,
            adj=self._adj,
            sockinfo=kind,
            bind_socket=False,
        )

    @property
    def channels(self) -> list[ServedConnection]:
        """Every open connection."""
        return [channel for server in self._servers for channel in server.active_channels.values()]

    def serve(self, ending: EndSignal) -> None:
        """Serve until a signal; requests already read are finished."""
        Waker(ending, self._places)
        while not ending.is_told:
            patience = self._adj.asyncore_loop_timeout
            wasyncore.loop(patience, self._adj.asyncore_use_poll, self._places, count=1)
            # Between two turns, because no socket may be closed while the system polls it.
            self._let_go()
        self._finish(time.monotonic() + IN_HAND)

    def _let_go(self) -> None:
        now, silence = time.monotonic(), self._adj.channel_timeout
        room = self._adj.connection_limit - self._adj.connection_limit // KEPT_FREE
        too_many = len(self._places) - room
        if now < self._look_at and too_many <= 0:
            return
        waited_for = [channel for channel in self.channels if not self._is_in_hand(channel)]
        if now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            for channel in waited_for:
                if channel.is_too_slow(now, silence):
                    channel.handle_close()
        if too_many > 0:
            still_open = [channel for channel in waited_for if channel.connected]
            still_open.sort(key=lambda channel: channel.waits_in_effect_since)
            for channel in still_open[:too_many]:
                channel.handle_close()

    def _is_in_hand(self, channel: ServedConnection) -> bool:
        if not channel.is_in_hand or channel.has_not_taken_its_answer(self._adj.channel_timeout):
            return False
        # The time that it may keep the server waiting begins with its answer.
        channel.begin_anew()
        return True

    def _finish(self, deadline: float) -> None:
        for server in self._servers:
            server.accepting = False
        while time.monotonic() < deadline and any(
            channel.is_to_be_flushed for channel in self.channels
        ):
            wasyncore.loop(0.1, self._adj.asyncore_use_poll, self._places, count=1)
        self._lanes.shutdown(timeout=max(0.1, deadline - time.monotonic()))
        wasyncore.close_all(self._places)
