"""Who keeps the web server waiting is let go, and whoever comes next finds a place."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any

import pytest

from config.serving import connections, web
from config.serving.connections import Connections
from config.serving.end_signals import EndSignal
from config.serving.lanes import Lanes
from tests.until import until

LIMIT = 30
SILENCE = 2.0
HEAD = "POST /desk/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {}\r\n\r\n"
ASKED = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@dataclass
class Hall:
    """A web server of one thread of this process, at whose door the test stands."""

    port: int
    connections: Connections
    ending: EndSignal
    thread: threading.Thread
    held: ExitStack

    def connects(self) -> socket.socket:
        """One more client."""
        client = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        return self.held.enter_context(client)

    def is_crowded_with(self, data: bytes) -> None:
        """Let more clients come than there are places, each of whom says this and then nothing."""
        for _ in range(3 * LIMIT):
            client = self.connects()
            # It may have been let go already.
            with suppress(OSError):
                client.sendall(data)

    def is_asked(self, path: str) -> socket.socket:
        """One more client, who has just been given a thread."""
        client = self.connects()
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        until(lambda: any(channel.is_in_hand for channel in self.connections.channels))
        return client

    def is_answered(self) -> bool:
        """Whether somebody who comes now is served."""
        client = self.connects()
        client.sendall(ASKED)
        return client.recv(99).startswith(b"HTTP/1.1 200 ")

    def ends(self) -> None:
        """Tell it to end as a signal would."""
        self.ending._tell(signal.SIGTERM, None)


@pytest.fixture
def go_on() -> threading.Event:
    """Until then a request for `/slow` has no answer."""
    return threading.Event()


@pytest.fixture
def hall(go_on: threading.Event, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setattr(connections, "LOOK_EVERY", 0.05)
    listening, ending = web.listening("127.0.0.1", 0), EndSignal()
    settings = {**web.adjustments(), "connection_limit": LIMIT, "asyncore_loop_timeout": 0.05}
    served = Connections(
        _program(go_on), Lanes(2), sockets=[listening], **{**settings, "channel_timeout": SILENCE}
    )
    thread = threading.Thread(target=served.serve, args=(ending,), daemon=True)
    with ExitStack() as held:
        hall = Hall(listening.getsockname()[1], served, ending, thread, held)
        thread.start()
        yield hall
        go_on.set()
        hall.ends()
        thread.join(20)
        ending.close()
    assert not thread.is_alive()


def _program(go_on: threading.Event) -> Callable[..., list[bytes]]:
    def application(environ: dict[str, Any], start: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            go_on.wait(20)
        body = environ["wsgi.input"].read()
        start("200 OK", [("Content-Length", "2")])
        return [f"{min(len(body), 99):02}".encode()]

    return application


def drips(client: socket.socket, data: bytes, *, every: float, most: float = 20) -> float:
    """Send a byte now and then until the connection is closed; the seconds that it took."""
    began, client_is_in = time.monotonic(), True
    client.settimeout(every)
    while client_is_in and time.monotonic() - began < most:
        try:
            client.sendall(data)
            client_is_in = client.recv(99) != b""
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - began


@pytest.mark.full
def test_headers_that_drip_are_cut_off(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADERS_WITHIN", 1.0)
    client = hall.connects()
    client.sendall(b"GET / HTTP/1.1\r\n")
    assert 0.9 < drips(client, b"a", every=0.1) < 10


@pytest.mark.nightly
def test_empty_lines_are_no_request_and_gain_no_time(hall: Hall) -> None:
    assert 0.9 * SILENCE < drips(hall.connects(), b"\r\n\r\n", every=0.1) < 12


@pytest.mark.full
def test_a_body_that_drips_is_cut_off(hall: Hall) -> None:
    client = hall.connects()
    client.sendall(HEAD.format(100_000).encode())
    assert 0.9 * SILENCE < drips(client, b"a", every=0.1) < 12


@pytest.mark.nightly
def test_a_body_that_comes_at_the_speed_of_a_bad_network_is_taken(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "BODY_SPEED", 1_000)
    client = hall.connects()
    client.sendall(HEAD.format(6_000).encode())
    for _ in range(30):
        client.sendall(b"a" * 200)
        time.sleep(0.1)
    assert client.recv(99).startswith(b"HTTP/1.1 200 ")


@pytest.mark.nightly
def test_who_asks_again_and_again_stays_connected(hall: Hall) -> None:
    phone, began = hall.connects(), time.monotonic()
    while time.monotonic() - began < 1.5 * SILENCE:
        phone.sendall(b"GET /e/7/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert phone.recv(99)
        time.sleep(0.3)


@pytest.mark.nightly
def test_an_answer_that_takes_long_is_waited_for(hall: Hall, go_on: threading.Event) -> None:
    client = hall.is_asked("/slow")
    time.sleep(1.5 * SILENCE)
    go_on.set()
    assert client.recv(99).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("data", [b"GET / HT", HEAD.format(500).encode(), b"", b"\r\n"])
def test_more_than_there_are_places_keep_nobody_out(hall: Hall, data: bytes) -> None:
    hall.is_crowded_with(data)
    began = time.monotonic()
    assert all(hall.is_answered() for _ in range(5))
    assert time.monotonic() - began < SILENCE, "and it did not take until those gave up"


def test_where_places_run_out_who_has_an_answer_coming_keeps_his(
    hall: Hall, go_on: threading.Event
) -> None:
    client = hall.is_asked("/slow")
    hall.is_crowded_with(b"GET / HT")
    assert hall.is_answered()
    go_on.set()
    assert client.recv(99).startswith(b"HTTP/1.1 200 ")


def test_told_to_end_it_finishes_what_it_has_in_hand(hall: Hall, go_on: threading.Event) -> None:
    client = hall.is_asked("/slow")
    hall.ends()
    threading.Timer(0.3, go_on.set).start()
    assert client.recv(99).startswith(b"HTTP/1.1 200 "), "a sheet that is stored is acknowledged"
    until(lambda: not hall.thread.is_alive())
