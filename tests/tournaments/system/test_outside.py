"""Connections to the world outside that take too long, and look-ups without a thread."""

from __future__ import annotations

import socket
import threading

import pytest

from tournaments.system import outside


def _connection(monkeypatch: pytest.MonkeyPatch, near: socket.socket) -> outside.PinnedConnection:
    monkeypatch.setattr(outside, "connect", lambda *_: near)
    return outside.PinnedConnection("club.example", 80, [("192.0.2.1", 80)], is_secure=False)


def test_time_that_ends_while_connecting_ends_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    near, far = socket.socketpair()
    connection = _connection(monkeypatch, near)
    connection.break_off()
    with far, pytest.raises(TimeoutError):
        connection.connect()
    assert near.fileno() == -1


def test_an_answer_cut_short_by_the_end_of_the_time_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    near, far = socket.socketpair()
    connection = _connection(monkeypatch, near)
    far.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf")

    def answered() -> bytes:
        with outside.ends_in_time(connection, 0.05):
            connection.request("GET", "/")
            return connection.getresponse().read()

    with far, pytest.raises(TimeoutError):
        answered()


def test_a_look_up_without_a_thread_gives_its_permit_back(monkeypatch: pytest.MonkeyPatch) -> None:
    permits = threading.BoundedSemaphore(1)
    monkeypatch.setattr(outside, "_look_ups", permits)

    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(TimeoutError):
        outside.look_up("club.example", 443)
    assert permits.acquire(blocking=False)
