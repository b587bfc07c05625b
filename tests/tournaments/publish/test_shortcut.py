"""Recent answers are repeated: to which requests, and which are passed on."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from pytest_django import Settings

from tournaments.publish import shortcut
from tournaments.publish.shortcut import Shortcut

LONG = b"<p>0</p>" * 200


class Program:
    """An application whose page can be changed, and that counts how often it is asked."""

    def __init__(self) -> None:
        self.stamp, self.body, self.asked = '"1"', LONG, 0
        self.more = [("Content-Type", "text/html"), ("X-Kept", "yes")]

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        self.asked += 1
        revision = self.stamp.strip('"')
        headers = [("ETag", self.stamp), (shortcut.REVISION, revision), *self.more]
        if environ.get("HTTP_IF_NONE_MATCH") in {self.stamp, '"ahead"'}:
            start("304 Not Modified", headers[:2])
            return []
        start("200 OK", [*headers, ("Content-Length", str(len(self.body)))])
        return [self.body]


class Clock:
    """A clock that moves only when it is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def program() -> Program:
    return Program()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Clock:
    settings.LIVE_PAUSE = 5
    clock = Clock()
    monkeypatch.setattr(shortcut, "time", clock)
    return clock


@pytest.fixture
def served(program: Program, clock: Clock) -> Shortcut:
    return Shortcut(program)


def ask(
    served: Shortcut, path: str = "/e/7/live/", **more: str
) -> tuple[str, dict[str, str], bytes]:
    """Return status, headers and body of one request."""
    started: list[Any] = []
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "HTTP_HOST": "hall", **more}
    body = b"".join(served(environ, lambda *answer: started.append(answer)))
    return started[0][0], dict(started[0][1]), body


def test_a_live_part_is_answered_again_for_a_second(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    first = ask(served)
    program.stamp, program.body = '"2"', b"new"
    assert ask(served) == first
    assert program.asked == 1
    clock.now += shortcut.SECONDS
    assert ask(served)[2] == b"new"


def test_who_shows_it_already_is_told_so(served: Shortcut, program: Program) -> None:
    ask(served)
    status, headers, body = ask(served, HTTP_IF_NONE_MATCH='"1"')
    assert (status, body, program.asked) == ("304 Not Modified", b"", 1)
    assert headers == {"ETag": '"1"', "X-Kept": "yes"}


def test_who_shows_an_older_one_is_given_the_last(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    ask(served)
    program.stamp = '"2"'
    clock.now += shortcut.SECONDS
    ask(served)
    assert ask(served, HTTP_IF_NONE_MATCH='"1"')[0] == "200 OK"
    assert program.asked == 2


def test_who_shows_a_stamp_that_is_not_known_is_led_on(served: Shortcut, program: Program) -> None:
    ask(served)
    assert ask(served, HTTP_IF_NONE_MATCH='"ahead"')[0] == "304 Not Modified"
    assert program.asked == 2


def test_it_is_packed_for_who_takes_it_so(served: Shortcut) -> None:
    ask(served)
    _, headers, body = ask(served, HTTP_ACCEPT_ENCODING="gzip, br")
    assert headers["Content-Encoding"] == "gzip"
    assert int(headers["Content-Length"]) == len(body) < len(LONG)
    assert gzip.decompress(body) == LONG
    assert "Content-Encoding" not in ask(served)[1]


@pytest.mark.parametrize(
    "other",
    [
        {"QUERY_STRING": "q=x"},
        {"HTTP_ACCEPT_LANGUAGE": "en"},
        {"HTTP_COOKIE": "django_language=en"},
        {"HTTP_HOST": "other"},
        {"wsgi.url_scheme": "https"},
    ],
)
def test_another_address_or_language_is_another_answer(
    served: Shortcut, program: Program, other: dict[str, str]
) -> None:
    ask(served)
    ask(served, **other)
    assert program.asked == 2


@pytest.mark.parametrize("more", [{"path": "/e/7/"}, {"REQUEST_METHOD": "POST"}])
def test_nothing_else_is_kept(served: Shortcut, program: Program, more: dict[str, str]) -> None:
    ask(served, **more)
    ask(served, **more)
    assert program.asked == 2


def test_the_header_of_the_page_goes_no_further(served: Shortcut) -> None:
    for _ in range(2):
        assert shortcut.REVISION not in ask(served)[1]


def test_what_is_not_everybody_s_is_never_kept(served: Shortcut, program: Program) -> None:
    program.more.append(("Set-Cookie", "csrftoken=x"))
    ask(served)
    ask(served)
    assert program.asked == 2


def test_an_older_answer_that_comes_late_takes_no_place(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    program.stamp, program.body = '"6"', b"sixth"
    ask(served)
    clock.now += shortcut.SECONDS
    program.stamp, program.body = '"5"', b"fifth"
    assert ask(served)[2] == b"fifth"
    clock.now -= shortcut.SECONDS
    assert ask(served, HTTP_IF_NONE_MATCH='"5"')[2] == b"sixth"


def test_a_failure_is_not_kept(clock: Clock) -> None:
    answers = iter(["500 Internal Server Error", "200 OK"])

    def program(_environ: dict[str, Any], start: Any) -> list[bytes]:
        start(next(answers), [("ETag", '"1"'), (shortcut.REVISION, "1")])
        return [b"x"]

    served = Shortcut(program)
    assert ask(served)[0].startswith("500")
    assert ask(served)[0] == "200 OK"


def test_without_a_pause_there_is_no_shortcut(
    served: Shortcut, program: Program, settings: Settings
) -> None:
    settings.LIVE_PAUSE = 0
    ask(served)
    ask(served)
    assert program.asked == 2


def test_only_so_many_answers_are_kept(
    served: Shortcut, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shortcut, "MOST", 2)
    for path in ("/1/live/", "/2/live/", "/3/live/", "/1/live/"):
        ask(served, path)
    assert program.asked == 4
