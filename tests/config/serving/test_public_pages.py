"""Public pages are made by another process, and by this one whenever that one does not answer."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing import Pipe
from typing import Any

import pytest

from config.serving import public_pages
from config.serving.public_pages import PublicPages
from tests.until import until
from web.publish import cache

PAGE = {"REQUEST_METHOD": "GET", "PATH_INFO": "/e/nowhere/live/", "HTTP_HOST": "localhost"}
SERVER = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "wsgi.url_scheme": "http"}
HERE = ("200 OK", [("From", "here")], b"here")


def here(_environ: dict[str, Any], start: Any) -> list[bytes]:
    """The application of this process."""
    start(*HERE[:2])
    return [HERE[2]]


@pytest.fixture(scope="module")
def pages() -> Iterator[PublicPages]:
    """One for all: another process takes a second to begin."""
    pages = PublicPages(here)
    pages.apart = True
    yield pages
    end(pages)


def end(pages: PublicPages) -> None:
    """End the other process, if one was begun."""
    pages.apart = False
    if pages._maker:
        pages._maker.end()


def ask(pages: PublicPages, **more: Any) -> tuple[str, list[tuple[str, str]], bytes]:
    """Return status, headers and body of one request."""
    started: list[Any] = []
    environ = {**PAGE, **SERVER, "wsgi.input": object(), **more}
    body = b"".join(pages(environ, lambda *answer: started.append(answer)))
    return started[0][0], started[0][1], body


def made_apart(pages: PublicPages) -> None:
    """Wait until the other process answers; until then nobody waits for it."""
    assert ask(pages)
    until(lambda: ask(pages) != HERE)


def pid(pages: PublicPages) -> int:
    """Return which process makes the pages."""
    assert pages._maker is not None
    number = pages._maker._process.pid
    assert number is not None
    return number


@pytest.mark.nightly
def test_another_process_answers_as_soon_as_it_can(pages: PublicPages) -> None:
    made_apart(pages)
    status, headers, body = ask(pages)
    assert status == "404 Not Found", "there is no such address, says the program itself"
    assert "Content-Security-Policy" in dict(headers)
    assert b"<html" in body


@pytest.mark.full
def test_the_wall_of_a_tournament_is_made_there_too(pages: PublicPages) -> None:
    made_apart(pages)
    assert ask(pages, PATH_INFO="/hall/nowhere/")[0] == "404 Not Found"


@pytest.mark.parametrize(
    "other",
    [
        {"REQUEST_METHOD": "POST"},
        {"REQUEST_METHOD": "OPTIONS"},
        *({"PATH_INFO": path} for path in ("/desk/", "/api/tablet/1/sheets", "/language/en/")),
        {"PATH_INFO": "/desk/", "REQUEST_METHOD": "HEAD"},
    ],
)
def test_what_writes_or_knows_who_asks_stays_here(
    other: dict[str, str],
) -> None:
    pages = PublicPages(here)
    pages.apart = True
    assert ask(pages, **other) == HERE
    assert pages._maker is None


class Stub:
    """Stands for the other process, and notes what it is asked."""

    is_busy = is_to_be_replaced = False
    answered = ("200 OK", [("Content-Length", "5"), ("ETag", 'W/"7"')], b"there")

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def answer(self, environ: dict[str, Any]) -> tuple[str, list[tuple[str, str]], bytes]:
        names = ("REQUEST_METHOD", "PATH_INFO", "QUERY_STRING")
        self.asked.append(tuple(environ[name] for name in names))
        return self.answered


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    ("path", "query"),
    [
        *(("/", ""), ("/", "q=x"), ("/live/", ""), ("/part/2/", ""), ("/part/2/live/", "")),
        *(("/games/gongzhu/glossary/", ""), ("/e/7/", "q=x"), ("/e/7/cover.en.png", "")),
    ],
)
def test_whatever_is_drawn_for_strangers_is_made_apart_with_the_same_head(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str, query: str
) -> None:
    stub = Stub()
    monkeypatch.setattr(public_pages, "Maker", lambda: stub)
    pages = PublicPages(here)
    pages.apart = True
    asked = {"PATH_INFO": path, "QUERY_STRING": query, "REQUEST_METHOD": method}
    status, headers, body = Stub.answered
    assert ask(pages, **asked) == (status, headers, b"" if method == "HEAD" else body)
    assert stub.asked == [("GET", path, query)]


def test_nothing_begins_where_it_is_not_wanted() -> None:
    pages = PublicPages(here)
    assert ask(pages) == HERE
    assert pages._maker is None


def test_whoever_comes_first_does_not_wait() -> None:
    first = PublicPages(here)
    first.apart = True
    assert ask(first) == HERE
    end(first)


@pytest.mark.nightly
def test_one_that_was_killed_is_replaced_and_missed_by_nobody(
    pages: PublicPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_apart(pages)
    monkeypatch.setattr(public_pages, "AGAIN_AFTER", 0.0)
    first = pid(pages)
    os.kill(first, signal.SIGKILL)
    assert ask(pages) == HERE
    until(lambda: ask(pages) != HERE)
    assert pid(pages) != first


@pytest.mark.full
def test_one_that_hangs_is_ended(pages: PublicPages, monkeypatch: pytest.MonkeyPatch) -> None:
    made_apart(pages)
    monkeypatch.setattr(public_pages, "PATIENCE", 0.1)
    os.kill(pid(pages), signal.SIGSTOP)
    began = time.monotonic()
    assert ask(pages) == HERE
    assert time.monotonic() - began < 5
    assert pages._maker is not None
    until(lambda: pages._maker is not None and not pages._maker._process.is_alive())
    assert ask(pages) == HERE, "and no other one begins so soon"


@pytest.mark.full
def test_it_leaves_when_nobody_holds_the_other_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(os, "nice", lambda _: 0)
    monkeypatch.setattr(public_pages, "get_wsgi_application", lambda: here)
    ours, theirs = Pipe()
    ours.send({**PAGE, **SERVER})

    def _hears_and_goes() -> None:
        with ours:
            assert ours.recv() is True
            assert ours.recv() == HERE

    reader = threading.Thread(target=_hears_and_goes)
    reader.start()
    public_pages.serve(theirs)
    reader.join()


def test_pictures_stand_back_for_pages() -> None:
    turn, made = public_pages.Turn(), []

    def make(name: str, *, is_last: bool) -> None:
        with turn.taken(is_last=is_last):
            made.append(name)

    with turn.taken(is_last=True):
        waiting = [
            threading.Thread(target=make, args=(name,), kwargs={"is_last": name == "picture"})
            for name in ("picture", "picture", "page", "page")
        ]
        for thread in waiting:
            thread.start()
        until(lambda: turn._waiting == 2)
        assert turn.is_taken
    for thread in waiting:
        thread.join(20)
    assert made == ["page", "page", "picture", "picture"]
    assert not turn.is_taken


@pytest.mark.parametrize(
    ("asked", "may_wait"),
    [
        ({"PATH_INFO": "/e/x/"}, False),
        ({"PATH_INFO": "/e/x/cover.en.png"}, True),
        ({"PATH_INFO": "/e/x/", "QUERY_STRING": "q=a"}, True),
        ({"PATH_INFO": "/", "QUERY_STRING": "from=chat&q="}, True),
        # An address that came through a chat is a page as any other.
        ({"PATH_INFO": "/e/x/", "QUERY_STRING": "from=groupmessage&iq=1"}, False),
    ],
)
def test_drawings_and_searches_stand_back_for_pages(asked: dict[str, str], may_wait: bool) -> None:
    assert public_pages._may_wait(asked) is may_wait


@pytest.mark.full
def test_who_has_a_page_to_repeat_does_not_wait_for_a_busy_process(pages: PublicPages) -> None:
    made_apart(pages)
    maker = pages._maker
    assert maker is not None
    with maker._turn.taken(is_last=False):
        assert ask(pages, **{cache.IF_FREE: True}) == (cache.LATER, [], b"")
    assert ask(pages, **{cache.IF_FREE: True})[0] == "404 Not Found"
