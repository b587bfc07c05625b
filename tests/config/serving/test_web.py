"""The web server as a hall meets it: clients that fall silent, many at once, and its limits."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from django.conf import settings as ours
from pytest_django import Settings

from config.serving import addresses, web
from tests.config.program import FEW_THREADS, Program, environment
from tests.services.worker import ROOT
from tests.until import until

HALF_A_SHEET = (
    "POST /desk/login/ HTTP/1.1\r\n"
    "Host: 127.0.0.1\r\n"
    f"Cookie: csrftoken={'a' * 32}\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n"
    "Content-Length: 500\r\n"
    "\r\n"
    "username="
)


def connected(club: Program, held: ExitStack, text: str) -> socket.socket:
    """One more client, which says this much and then nothing."""
    client = held.enter_context(socket.create_connection(("127.0.0.1", club.port), timeout=20))
    client.sendall(text.encode())
    return client


def answered(port: int, method: str = "GET", body: bytes | None = None) -> HTTPResponse:
    page = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        page.request(method, "/health", body)
        answer = page.getresponse()
        answer.read()
        return answer
    finally:
        page.close()


@pytest.mark.full
@pytest.mark.parametrize("data", [HALF_A_SHEET, HALF_A_SHEET[:40]], ids=["body", "headers"])
def test_clients_that_fall_silent_within_a_request_hold_up_nobody(
    open_club: Program, data: str
) -> None:
    with ExitStack() as held:
        for _ in range(FEW_THREADS * 4):
            connected(open_club, held, data)

        assert open_club.answers()


@pytest.mark.full
def test_a_client_that_stays_silent_is_given_up(open_club: Program) -> None:
    with ExitStack() as held:
        silent = connected(open_club, held, HALF_A_SHEET)
        silent.settimeout(web.SILENCE * 4)

        assert silent.recv(1) == b""


@pytest.mark.full
def test_a_phone_that_stays_connected_leaves_room_for_the_next_hundreds(open_club: Program) -> None:
    with ExitStack() as held:
        phones = [
            connected(open_club, held, "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            for _ in range(200)
        ]

        assert all(phone.recv(99).startswith(b"HTTP/1.1 200 ") for phone in phones)
        assert open_club.answers()


@pytest.mark.full
def test_it_does_not_say_what_it_is(open_club: Program) -> None:
    answer = answered(open_club.port)

    assert answer.getheader("Server") is None
    assert answer.getheader("Via") is None


@pytest.mark.full
def test_a_body_beyond_the_limit_is_refused_before_it_is_sent(open_club: Program) -> None:
    limit = ours.LONGEST_BODY
    with ExitStack() as held:
        long = f"Accept-Language: en\r\nContent-Length: {limit + 1}"
        beyond = HALF_A_SHEET.replace("Content-Length: 500", long).replace(
            "/desk/login/", "/health"
        )
        answer = connected(open_club, held, beyond).makefile("rb").read().decode()

        assert answer.startswith("HTTP/1.1 413 ")
        assert "A file may have up to 2 MB" in answer
        assert "Connection: close" in answer
    # Within it, it is taken in and comes to Django: what holds no file may be as long as before.
    typed = ours.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert answered(open_club.port, "POST", b"a" * limit).status == 413
    assert answered(open_club.port, "POST", b"a" * typed).status == 403


@pytest.mark.full
def test_a_file_of_two_megabytes_comes_to_its_form(open_club: Program) -> None:
    page = HTTPConnection("127.0.0.1", open_club.port, timeout=20)
    parts = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
        b"a" * 2_000_000,
        b"\r\n--x--\r\n",
    )
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    page.request("POST", "/health", b"".join(parts), kind)

    # It was read; who sent it has no token.
    assert page.getresponse().status == 403
    page.close()


@pytest.mark.full
def test_it_leaves_when_its_supervisor_is_gone(tmp_path: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "config.serving.web", "127.0.0.1", "0", "--supervised"],
        cwd=ROOT,
        # A folder of its own: that of this process may know of an installation by other tests.
        env={**os.environ, "HUAPAI_DATA": str(tmp_path)},
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    with server:
        assert server.stdin is not None
        server.stdin.close()

        assert server.wait(60) in {0, -signal.SIGTERM}


def unsupervised(data: Path, port: int, **settings: str) -> subprocess.Popen[bytes]:
    """As compose.yaml starts it: nobody holds its standard input."""
    return subprocess.Popen(
        [sys.executable, "-m", "config.serving.web", "127.0.0.1", str(port)],
        cwd=ROOT,
        env=environment(HUAPAI_DATA=str(data), **settings),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


@pytest.mark.nightly
def test_one_of_several_refuses_to_count_for_itself(tmp_path: Path) -> None:
    with unsupervised(tmp_path, 0, BROKER_URL="") as server:
        _, output = server.communicate(timeout=60)

    assert server.returncode == 1
    assert output.startswith(b"BROKER_URL: ")


@pytest.mark.full
def test_one_of_several_serves_until_it_is_told_to_leave(tmp_path: Path) -> None:
    port, away = addresses.free_port("127.0.0.1"), addresses.free_port("127.0.0.1")
    with unsupervised(tmp_path, port, BROKER_URL=f"redis://127.0.0.1:{away}/0") as server:
        try:
            until(lambda: not addresses.is_free("127.0.0.1", port))
            until(lambda: answered(port).status == 200)
        finally:
            server.send_signal(signal.SIGTERM)

        assert server.wait(60) == 0


def test_without_poll_it_takes_no_more_than_select_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(select, "poll", raising=False)
    settings = web.adjustments()

    assert not settings["asyncore_use_poll"]
    assert settings["connection_limit"] <= web.CONNECTIONS_BY_SELECT < 512


def test_it_takes_no_more_connections_than_it_may_open_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits_set: list[tuple[int, int]] = []
    monkeypatch.setattr("resource.getrlimit", lambda _: (256, 1200))
    monkeypatch.setattr("resource.setrlimit", lambda _, limits: limits_set.append(limits))

    assert web.adjustments()["connection_limit"] == 500
    assert limits_set == [(1200, 1200)]


@pytest.mark.full
@pytest.mark.parametrize("behind", [True, False])
def test_what_a_proxy_says_arrives_only_where_there_is_one(
    behind: bool, settings: Settings
) -> None:
    settings.BEHIND_PROXY = behind

    assert web.adjustments()["clear_untrusted_proxy_headers"] is not behind
