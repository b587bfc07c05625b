"""What the log does not tell: the links by which captains and players open their pages."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.module_loading import import_string

from tests import teams_cast
from tournaments import captains

pytestmark = pytest.mark.databases

OTHER_SITE = {"origin": "https://elsewhere.example"}


class Lines(logging.Handler):
    """Keeps what the log of the program would be."""

    def __init__(self) -> None:
        super().__init__()
        logs: dict[str, Any] = settings.LOGGING
        said = logs["formatters"]["line"]
        made, form = import_string(said["()"]), said["format"]
        self.setFormatter(made(form, style=said["style"]))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def log() -> Iterator[Lines]:
    lines, root = Lines(), logging.getLogger()
    root.addHandler(lines)
    yield lines
    root.removeHandler(lines)


@pytest.mark.django_db
def test_the_link_of_a_captain_is_not_in_the_log_whatever_is_refused(log: Lines) -> None:
    teams = teams_cast.assemble()
    team, segment = teams.side(1).entries.get(), teams.segment()
    (slip,) = captains.draw(teams.event, teams.cast.director, [team.uid])
    phone, to = Client(), f"/c/{slip.link}/segments/{segment.uid}/"
    refused = [phone.post(to, {}), phone.post(to, {}, headers=OTHER_SITE), phone.delete(to)]
    assert [one.status_code for one in refused] == [409, 403, 405]
    said = [line for line in log.lines if "/c/" in line]
    assert len(said) == 3
    assert not [line for line in said if slip.link in line or "/c/…/segments/" not in line]


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
