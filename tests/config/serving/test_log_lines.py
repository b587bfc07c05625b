"""What the log does not tell: the links by which captains and players open their pages."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.module_loading import import_string

from clubs.credentials import captains
from tests import teams_cast
from tests.samples import sampled

OTHER_SITE = {"origin": "https://elsewhere.example"}


class Lines(logging.Handler):
    """Keeps what the log of the program would be."""

    def __init__(self) -> None:
        super().__init__()
        logs: dict[str, Any] = settings.LOGGING
        options = logs["formatters"]["line"]
        formatter, form = import_string(options["()"]), options["format"]
        self.setFormatter(formatter(form, style=options["style"]))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def log() -> Iterator[Lines]:
    lines, root = Lines(), logging.getLogger()
    root.addHandler(lines)
    yield lines
    root.removeHandler(lines)


@pytest.mark.full
@pytest.mark.django_db
def test_the_link_of_a_captain_is_not_in_the_log_whatever_is_refused(log: Lines) -> None:
    teams = teams_cast.assemble()
    team, segment = teams.side(1).entries.get(), teams.segment()
    (slip,) = captains.SLIPS.draw(teams.event, teams.cast.director, [team.uid])
    phone, to = Client(), f"/c/{slip.link}/segments/{segment.uid}/"
    refused = [phone.post(to, {}), phone.post(to, {}, headers=OTHER_SITE), phone.delete(to)]
    assert [answer.status_code for answer in refused] == [409, 403, 405]
    lines = [line for line in log.lines if "/c/" in line]
    assert len(lines) == 3
    assert not [line for line in lines if slip.link in line or "/c/…/segments/" not in line]


@pytest.mark.parametrize("link", ["ab3d-ef5h-jk7m-np9q", f"{'a' * 12}.{'B' * 22}"])
def test_a_traceback_names_no_link_either(log: Lines, link: str) -> None:
    try:
        raise ValueError(f"/p/{link}/word/")
    except ValueError:
        logging.getLogger("django.request").exception("Internal Server Error: /p/%s/", link)
    (line,) = log.lines
    assert link not in line
    assert "Error: /p/…/" in line
    assert "ValueError: /p/…/word/" in line


def test_other_addresses_are_told_whole(log: Lines) -> None:
    logging.getLogger("django.request").warning("Not Found: %s", "/e/xzb6bptjer59/p/rounds/1/")
    assert log.lines[0].endswith("Not Found: /e/xzb6bptjer59/p/rounds/1/")


TYPED = "ab3d-ef5h-jk7m-np9q"
PARTS = ("ab3d", "ef5h", "jk7m", "np9q")


@pytest.mark.parametrize(
    "address",
    [
        "/c/AB3D-EF5H-JK7M-NP9Q/",
        "/C/ab3d-ef5h-jk7m-np9q",
        "/P/AB3D-ef5h-jk7m-np9q/word/",
        "/c/ ab3d-ef5h-jk7m-np9q/",
        "/c/ab3d ef5h jk7m np9q/",
        "/c/ab3d- ef5h -jk7m-np9q",
        "/c/ab3def5hjk7mnp9q/",
        "/c/ab3d-ef5h-jk7m-np9/",
        "/c/ab3d\u2014ef5h\u2014jk7m\u2014np9q/",
        "/c/\uff21\uff223d-ef5h-jk7m-np9q/",
        "//c//ab3d-ef5h-jk7m-np9q/",
        "/c//ab3d-ef5h-jk7m-np9q",
        "/ c / ab3d-ef5h-jk7m-np9q",
        "/%63/ab3d-ef5h-jk7m-np9q/",
        "/c%2Fab3d-ef5h-jk7m-np9q/",
        "/c/%61b3d%2Def5h%2Djk7m%2Dnp9q/",
        "/c/%20AB3D%20EF5H%20JK7M%20NP9Q/",
        "/desk/login/?next=/c/ab3d-ef5h-jk7m-np9q/",
        "/desk/login/?next=%2Fc%2Fab3d-ef5h-jk7m-np9q%2F",
        "/t/?q=%252Fc%252Fab3d-ef5h-jk7m-np9q",
        "/cab3d-ef5h-jk7m-np9q/",
        "/ab3d-ef5h-jk7m-np9q/",
        "\\c\\ab3d-ef5h-jk7m-np9q",
        "/c/ab3d-ef5h-jk7m-np9q?lang=en",
        "/x/c/ab3d-ef5h-jk7m-np9q",
    ],
)
def test_however_it_was_typed_it_is_not_told(log: Lines, address: str) -> None:
    logging.getLogger("django.request").warning("Not Found: %s", address)
    (line,) = log.lines
    assert not [part for part in (*PARTS, "61b3d", "3d") if part in line.lower().split(": ", 1)[1]]
    assert "…" in line


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize(
    "method", sampled(["get", "post", "put", "delete", "options"], ["get", "post"])
)
@pytest.mark.parametrize("typed", [TYPED.upper(), f" {TYPED}", TYPED.replace("-", " ")])
@pytest.mark.parametrize("below", sampled(["c", "C", "m", "M", "p", "P"], ["c", "M", "p"]))
def test_whatever_is_asked_by_it(log: Lines, method: str, typed: str, below: str) -> None:
    phone = Client(raise_request_exception=False)
    getattr(phone, method)(f"/{below}/{typed}/", headers=OTHER_SITE)
    getattr(phone, method)(f"/{below}//{typed}/?from={typed}")
    assert not [line for line in log.lines for part in PARTS if part in line.lower()]


@pytest.mark.django_db
def test_the_page_that_somebody_came_from_is_not_told_with_its_key(log: Lines) -> None:
    phone = Client(enforce_csrf_checks=True)
    came = f"https://elsewhere.example/c/{TYPED.upper()}/?code=ABCD-EFGH-JKMN"
    assert phone.post("/desk/login/", secure=True, headers={"referer": came}).status_code == 403
    assert log.lines
    assert not [line for line in log.lines for part in (*PARTS, "efgh") if part in line.lower()]


@pytest.mark.parametrize(
    "address",
    [
        "/e/xzb6bptjer59/p/standings/",
        "/e/xzb6bptjer59/live/?page=2",
        "/p/",
        "/c/word/",
        "/static/00736412257f/c/cards.css",
        "/t/KM4PXQ/ and 2026-11-21 20:30:00,123",
        "job 123e4567-e89b-12d3-a456-426614174000 of tournaments.jobs.work.check_of_all_results",
    ],
)
def test_what_is_no_key_is_told_whole(log: Lines, address: str) -> None:
    logging.getLogger("django.request").warning("Not Found: %s", address)
    assert log.lines[0].endswith(f"Not Found: {address}")


@pytest.mark.parametrize("sign", ["\\u3000", "%2520", "/", "/c/ ", "abcd-", "%25"])
def test_a_long_address_of_nothing_but_blanks_holds_nobody_up(log: Lines, sign: str) -> None:
    began = time.process_time()
    logging.getLogger("django.request").warning("Not Found: %s", "/" + sign * 10_000)
    assert log.lines
    # A tenth of that is plenty; where every blank is a beginning, it takes several times as much.
    assert time.process_time() - began < 2
