"""A request goes to the address that was checked, under its name, and no further."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from clubs.messages import outgoing
from clubs.messages.refusals import DeliveryFault
from tests.message_receiver import Receiver, receiving
from tournaments.system import outside

HOME = ("127.0.0.1",)
ADDRESS = "https://hooks.example/in?a=1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    with receiving(tmp_path_factory.mktemp("receiver")) as receiver:
        yield receiver


@pytest.fixture
def receiver(server: Receiver, monkeypatch: pytest.MonkeyPatch) -> Receiver:
    server.came.clear()
    server.answers.clear()
    monkeypatch.setattr(outside, "look_up", lambda _host, _port: [("127.0.0.1", server.port)])
    monkeypatch.setattr(outside, "tls_context", lambda: server.trust)
    return server


def fault_of(address: str, allowed: tuple[str, ...] = HOME) -> DeliveryFault:
    with pytest.raises(outgoing.Undelivered) as turned:
        outgoing.post(address, b"{}", {}, allowed=allowed)
    return turned.value.fault


def test_host_and_certificate_are_of_the_name_and_not_of_the_address(receiver: Receiver) -> None:
    answer = outgoing.post(ADDRESS, b"{}", {"webhook-id": "1"}, allowed=HOME)

    (came,) = receiver.came
    assert answer.status == 200
    assert (came.name, came.headers["host"], came.path) == ("hooks.example",) * 2 + ("/in?a=1",)
    assert came.headers["webhook-id"] == "1"


def test_a_name_that_the_certificate_does_not_bear_is_not_trusted(receiver: Receiver) -> None:
    assert fault_of("https://other.example/") == DeliveryFault.TLS
    assert receiver.came == []


def test_a_redirect_is_an_answer_and_is_not_followed(receiver: Receiver) -> None:
    receiver.answer(307, Location="https://hooks.example/elsewhere")

    assert outgoing.post(ADDRESS, b"{}", {}, allowed=HOME).status == 307
    assert len(receiver.came) == 1


def test_of_a_long_answer_the_beginning_is_read(receiver: Receiver) -> None:
    receiver.answer(200, b"x" * (outgoing.MOST_READ + 1))

    assert len(outgoing.post(ADDRESS, b"{}", {}, allowed=HOME).body) == outgoing.MOST_READ


def test_what_leads_inside_is_refused_before_any_connection(receiver: Receiver) -> None:
    assert fault_of(ADDRESS, allowed=()) == DeliveryFault.INSIDE
    assert receiver.came == []


def test_one_address_inside_refuses_a_name_with_another_outside(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [("8.8.8.8", 443), ("10.0.0.1", 443)]
    monkeypatch.setattr(outside, "look_up", lambda _host, _port: both)

    assert fault_of(ADDRESS, allowed=()) == DeliveryFault.INSIDE


def test_a_name_that_leads_elsewhere_the_second_time_is_looked_up_once(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: the second answer would be an address inside."""
    asked: list[str] = []

    def rebound(host: object, *_more: object, **_also: object) -> list[object]:
        asked.append(str(host))
        ip = "93.184.215.14" if len(asked) == 1 else "10.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 443))]

    reached: list[object] = []

    def connect(address: object, *_more: object) -> socket.socket:
        reached.append(address)
        raise ConnectionRefusedError

    monkeypatch.undo()
    monkeypatch.setattr(socket, "getaddrinfo", rebound)
    monkeypatch.setattr(socket, "create_connection", connect)

    assert fault_of(ADDRESS, allowed=()) == DeliveryFault.UNREACHED
    assert asked == ["hooks.example"]
    assert reached == [("93.184.215.14", 443)]


def test_a_name_server_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def silent(*_asked: object, **_also: object) -> list[object]:
        over.wait(20)
        return []

    monkeypatch.undo()
    monkeypatch.setattr(socket, "getaddrinfo", silent)
    monkeypatch.setattr(outside, "LOOK_UP_SECONDS", 0.02)
    began = time.monotonic()
    try:
        for _ in range(outside.MOST_LOOK_UPS + 2):
            assert fault_of(ADDRESS, allowed=()) == DeliveryFault.NAME
        waiting = [each for each in threading.enumerate() if each.name == "look-up"]
        assert len(waiting) == outside.MOST_LOOK_UPS, "no more threads than that are left behind"
        assert time.monotonic() - began < 5
    finally:
        over.set()
        for each in waiting:
            each.join()


def test_a_name_that_nobody_knows_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_host: str, _port: int) -> list[tuple[str, int]]:
        raise socket.gaierror

    monkeypatch.setattr(outside, "look_up", unknown)
    assert fault_of(ADDRESS) == DeliveryFault.NAME


@pytest.mark.full
def test_an_answer_that_drips_ends_with_the_whole_time(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def drip(listening: socket.socket) -> None:
        taken, _ = listening.accept()
        with taken:
            while not over.wait(0.05):
                try:
                    taken.sendall(b"H")
                except OSError:
                    return

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=drip, args=(listening,), daemon=True)
        thread.start()
        port = listening.getsockname()[1]
        monkeypatch.setattr(outside, "look_up", lambda _host, _port: [("127.0.0.1", port)])
        monkeypatch.setattr(outgoing, "WHOLE_SECONDS", 0.3)
        try:
            assert fault_of("http://127.0.0.1/") == DeliveryFault.TIMEOUT
        finally:
            over.set()
            thread.join()


def test_a_host_that_takes_no_connection_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    monkeypatch.setattr(outside, "look_up", lambda _host, _port: [("127.0.0.1", port)])
    assert fault_of("http://127.0.0.1/") == DeliveryFault.UNREACHED


@pytest.mark.full
def test_an_answer_that_drips_without_an_end_is_broken_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The library lets go of a connection that is to be closed, and reads on from it."""
    monkeypatch.setattr(outgoing, "WHOLE_SECONDS", 0.5)
    is_over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            taken, _address = listening.accept()
            with taken:
                taken.recv(65536)
                taken.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
                while not is_over.wait(0.1):
                    try:
                        taken.sendall(b"x")
                    except OSError:
                        return

        thread = threading.Thread(target=drip)
        thread.start()
        port = listening.getsockname()[1]
        try:
            answer = outgoing.post(f"http://127.0.0.1:{port}/", b"{}", {}, allowed=HOME)
        finally:
            is_over.set()
            thread.join()
    assert 0 < len(answer.body) < 100, "what came until then"


def test_a_host_may_be_an_address_of_ipv6(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int]] = []

    def look_up(host: str, port: int) -> list[tuple[str, int]]:
        asked.append((host, port))
        return [("127.0.0.1", receiver.port)]

    monkeypatch.setattr(outside, "look_up", look_up)
    assert fault_of("https://[2606:4700::1111]/in") == DeliveryFault.TLS
    assert asked == [("2606:4700::1111", 443)]
