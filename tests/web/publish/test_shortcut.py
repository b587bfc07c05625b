"""Recent answers are repeated: to which requests, and which are passed on."""

from __future__ import annotations

import gzip
from http import HTTPStatus
from typing import Any

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from web.publish import cache, shortcut
from web.publish.shortcut import Shortcut

LONG = b"<p>0</p>" * 200
AHEAD = 99
"""The revision that another process has made already."""


class Program:
    """An application whose page can be changed, and that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = self.sent = 0
        self.seconds = "inf"
        self.is_free = True
        self.more = [("Content-Type", "text/html"), ("X-Kept", "yes")]
        self.change(1, LONG)

    def change(self, revision: int, body: bytes) -> None:
        self.stamp, self.body = stamp(revision), body

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        self.asked += 1
        if environ.get(cache.IF_FREE) and not self.is_free:
            start(cache.LATER, [])
            return []
        shown = environ.get("HTTP_IF_NONE_MATCH", "").split(", ")
        ahead = stamp(AHEAD)
        headers = [(cache.SHARED, self.seconds), *self.more]
        if self.stamp in shown or ahead in shown:
            current = ahead if ahead in shown else self.stamp
            start("304 Not Modified", [("ETag", current), *headers])
            return []
        self.sent += 1
        packed = environ.get("HTTP_ACCEPT_ENCODING") == "gzip"
        body = gzip.compress(self.body) if packed else self.body
        headers += [("Content-Encoding", "gzip")] if packed else []
        headers += [("ETag", self.stamp), ("Content-Length", str(len(body)))]
        start("200 OK", headers)
        return [body]


def stamp(revision: int) -> str:
    """Return the stamp of a page at a revision."""
    return f'W/"{revision}.{revision:032x}"'


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
    for module in (cache, shortcut):
        monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def served(program: Program, clock: Clock) -> Shortcut:
    return Shortcut(program)


def ask(
    served: Shortcut, path: str = "/e/7/live/", **more: str
) -> tuple[str, dict[str, str], bytes]:
    """Return status, headers and body of one request."""
    started: list[Any] = []
    environ = RequestFactory().get(path).environ | {"HTTP_HOST": "hall", **more}
    body = b"".join(served(environ, lambda *answer: started.append(answer)))
    return started[0][0], dict(started[0][1]), body


@pytest.mark.parametrize("path", ["/e/7/live/", "/e/7/", "/live/", "/"])
def test_a_page_is_answered_again_for_a_second(
    served: Shortcut, program: Program, clock: Clock, path: str
) -> None:
    first = ask(served, path)
    program.change(2, b"new")
    assert ask(served, path) == first
    assert program.asked == 1
    clock.now += shortcut.SECONDS
    assert ask(served, path)[2] == b"new"


def test_who_shows_it_already_is_told_so(served: Shortcut, program: Program) -> None:
    ask(served)
    status, headers, body = ask(served, HTTP_IF_NONE_MATCH=stamp(1))
    assert (status, body, program.asked) == ("304 Not Modified", b"", 1)
    assert headers == {"ETag": stamp(1), "X-Kept": "yes"}


def test_whoever_asks_for_the_head_gets_the_head(served: Shortcut, program: Program) -> None:
    _, whole, _ = ask(served)
    status, head, body = ask(served, REQUEST_METHOD="HEAD")
    assert (status, head, body, program.asked) == ("200 OK", whole, b"", 1)


def test_what_has_not_changed_is_not_sent_again(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    first = ask(served)
    clock.now += shortcut.SECONDS
    assert ask(served) == first
    assert (program.asked, program.sent) == (2, 1)
    assert ask(served) == first
    assert program.asked == 2


def test_what_is_over_is_asked_for_again_though_nothing_has_changed(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    program.seconds = "90"
    ask(served)
    clock.now += 90
    program.body = b"Time!"
    assert ask(served)[2] == b"Time!"
    assert ask(served)[2] == b"Time!"


def test_who_shows_an_older_one_is_given_the_last(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    ask(served)
    program.change(2, LONG)
    clock.now += shortcut.SECONDS
    ask(served)
    assert ask(served, HTTP_IF_NONE_MATCH=stamp(1))[0] == "200 OK"
    assert program.asked == 2


def test_who_shows_a_newer_one_is_led_on(served: Shortcut, program: Program) -> None:
    ask(served)
    status, headers, _ = ask(served, HTTP_IF_NONE_MATCH=stamp(AHEAD))
    assert (status, headers["ETag"]) == ("304 Not Modified", stamp(AHEAD))
    assert program.asked == 2


def test_a_page_that_is_older_than_its_part_is_asked_for_again(
    served: Shortcut, program: Program
) -> None:
    ask(served, "/e/7/")
    program.change(2, LONG)
    ask(served, "/e/7/live/")
    assert ask(served, "/e/7/")[1]["ETag"] == stamp(2)


def test_it_is_packed_for_who_takes_it_so(served: Shortcut) -> None:
    ask(served)
    _, headers, body = ask(served, HTTP_ACCEPT_ENCODING="gzip, br")
    assert headers["Content-Encoding"] == "gzip"
    assert int(headers["Content-Length"]) == len(body) < len(LONG)
    assert gzip.decompress(body) == LONG
    assert "Content-Encoding" not in ask(served)[1]


def test_it_is_packed_once(served: Shortcut) -> None:
    started: list[Any] = []
    answers = [
        served(
            RequestFactory().get("/e/7/", headers={"Accept-Encoding": "gzip"}).environ,
            lambda *answer: started.append(answer),
        )
        for _ in range(3)
    ]
    assert len({id(part) for parts in answers for part in parts}) == 1


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


@pytest.mark.parametrize("more", [{"QUERY_STRING": "q=x"}, {"REQUEST_METHOD": "POST"}])
def test_nothing_else_is_kept(served: Shortcut, program: Program, more: dict[str, str]) -> None:
    ask(served, **more)
    ask(served, **more)
    assert program.asked == 2


def test_the_header_of_the_page_goes_no_further(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    for _ in range(3):
        assert cache.SHARED not in ask(served)[1]
        assert cache.SHARED not in ask(served, HTTP_IF_NONE_MATCH=stamp(AHEAD))[1]
        clock.now += shortcut.SECONDS
    program.more.append(("Set-Cookie", "csrftoken=x"))
    assert cache.SHARED not in ask(served, "/e/8/")[1]


def test_what_is_not_everybody_s_is_never_kept(served: Shortcut, program: Program) -> None:
    program.more.append(("Set-Cookie", "csrftoken=x"))
    ask(served)
    ask(served)
    assert program.asked == 2


def test_what_does_not_say_so_is_passed_on_as_it_comes(served: Shortcut) -> None:
    class File(list[bytes]):
        """What a server sends from the disk."""

    def program(_environ: dict[str, Any], start: Any) -> list[bytes]:
        start("200 OK", [("ETag", '"1"')])
        return File([b"x"])

    started: list[Any] = []
    environ = RequestFactory().get("/static/base.css").environ
    parts = Shortcut(program)(environ, lambda *answer: started.append(answer))
    assert isinstance(parts, File)
    assert started == [("200 OK", [("ETag", '"1"')])]


def test_an_older_answer_that_comes_late_takes_no_place(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    def answers(environ: dict[str, Any], start: Any) -> list[bytes]:
        """Answer the first with the fifth, after the second was answered with the sixth."""
        if program.asked == 0:
            program.asked += 1
            program.change(6, b"sixth")
            assert ask(slow)[2] == b"sixth"
            program.change(5, b"fifth")
        return program(environ, start)

    slow = Shortcut(answers)
    assert ask(slow)[2] == b"fifth"
    assert ask(slow, HTTP_IF_NONE_MATCH=stamp(5))[2] == b"sixth"


def test_a_page_whose_revision_has_fallen_is_kept_again(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    """As that of a person whose last entry was removed."""
    program.change(6, b"sixth")
    ask(served)
    clock.now += shortcut.SECONDS
    program.change(5, b"fifth")
    assert [ask(served)[2] for _ in range(5)] == [b"fifth"] * 5
    assert program.asked == 2


def test_a_failure_is_not_kept(clock: Clock) -> None:
    answers = iter([HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.OK])

    def program(_environ: dict[str, Any], start: Any) -> list[bytes]:
        status = next(answers)
        start(f"{status.value} {status.phrase}", [("ETag", stamp(1)), (cache.SHARED, "1")])
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
    monkeypatch.setattr(cache, "MOST", 2)
    for path in ("/1/live/", "/2/live/", "/3/live/", "/1/live/"):
        ask(served, path)
    assert program.asked == 4


def test_a_page_is_repeated_while_nobody_is_free_to_make_it(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    first = ask(served)
    program.change(2, b"new")
    program.is_free = False
    clock.now += shortcut.SECONDS
    assert ask(served) == first
    clock.now += cache.OLDEST
    assert ask(served)[2] == b"new", "what is so old is waited for"


def test_a_page_is_made_as_soon_as_somebody_is_free(
    served: Shortcut, program: Program, clock: Clock
) -> None:
    first = ask(served)
    program.change(2, b"new")
    program.is_free = False
    clock.now += shortcut.SECONDS
    assert ask(served) == first
    program.is_free = True
    assert ask(served)[2] == b"new"
