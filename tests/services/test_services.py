"""The services are real."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
import redis
from django.db import connection
from playwright.sync_api import Browser, Error

from tests.services import chromium as browsers
from tests.services import fonts
from tests.services.availability import Unavailable
from tests.services.once import FOLDER
from tests.services.processes import is_root
from tests.services.worker import Worker, database_url

pytestmark = pytest.mark.databases

INK = """
text => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 100;
    const paper = canvas.getContext("2d");
    paper.font = "64px sans-serif";
    paper.fillText(text, 10, 80);
    return Array.from(paper.getImageData(0, 0, 100, 100).data.filter((_, i) => i % 4 === 3));
}
"""


def server_of(url: str) -> str:
    """The address of the database that every PostgreSQL server has."""
    return re.sub(r"/[^/]*$", "/postgres", url)


def test_postgres_answers(postgres_url: str) -> None:
    with psycopg.connect(server_of(postgres_url)) as link:
        row = link.execute("SELECT current_setting('server_version_num')::int").fetchone()

    assert row
    assert row[0] >= 140000


def test_postgres_does_not_run_as_root(postgres_url: str) -> None:
    with psycopg.connect(server_of(postgres_url)) as link:
        row = link.execute("SELECT pg_backend_pid()").fetchone()
        assert row
        # Looked at while the connection is open: its process ends with it.
        if "@127.0.0.1" in postgres_url and is_root():
            assert Path(f"/proc/{row[0]}").stat().st_uid != 0


def test_valkey_answers(valkey_url: str) -> None:
    with redis.Redis.from_url(valkey_url) as link:
        assert link.set("key", "猪", ex=10)
        assert link.get("key") == "猪".encode()


@pytest.mark.django_db
def test_the_tests_work_on_the_database_that_was_asked_for(pytestconfig: pytest.Config) -> None:
    assert connection.vendor == pytestconfig.getoption("database")


@pytest.mark.django_db
def test_no_test_works_on_the_data_of_the_person_testing() -> None:
    name = str(connection.settings_dict["NAME"])

    assert os.environ["HUAPAI_DATA"].startswith(os.environ[FOLDER])
    assert name.startswith((os.environ[FOLDER], "test_"))


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        ({"ENGINE": "django.db.backends.sqlite3", "NAME": "/a b/c"}, "sqlite:////a%20b/c"),
        (
            {
                "ENGINE": "django.db.backends.postgresql",
                "NAME": "test_x",
                "USER": "me",
                "PASSWORD": "p/w",
                "HOST": "h",
                "PORT": "5",
            },
            "postgresql://me:p%2Fw@h:5/test_x",
        ),
    ],
)
def test_another_process_is_told_the_database(settings: dict[str, str], url: str) -> None:
    assert database_url(settings) == url


@pytest.mark.full
def test_a_browser_shows_chinese(chromium: Browser) -> None:
    """Each character has ink of its own; a missing glyph is the same box for all."""
    page = chromium.new_page(locale="zh-CN")
    inks = [page.evaluate(INK, character) for character in ("\U0010fffd", *"华牌赛羊♠♦")]
    page.close()

    assert all(any(ink) for ink in inks)
    assert len({tuple(ink) for ink in inks}) == len(inks)


@pytest.mark.full
def test_a_browser_has_the_packaged_font(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content("<p>华</p>")
    named, fallback = (
        page.evaluate(INK.replace("sans-serif", family), "赛")
        for family in ("'Noto Sans SC'", "'a font that is not there', 'Noto Sans SC'")
    )
    page.close()

    assert any(named)
    assert named == fallback


def test_what_playwright_switches_off_stays_off(chromium: Browser) -> None:
    with pytest.raises(Error) as refused:
        chromium.browser_type.launch(executable_path=sys.executable)
    own = re.search(r"--disable-features=(\S+)", str(refused.value))

    assert own
    assert set(own[1].split(",")) <= set(browsers.SWITCHED_OFF_BY_PLAYWRIGHT)


@pytest.mark.full
def test_no_window_has_a_page_for_its_address_bar(chromium: Browser) -> None:
    """It costs more than most of ours, and a new Chromium may give its switch a new name."""
    page = chromium.new_page()
    asked = chromium.new_browser_cdp_session().send("Target.getTargets", {"filter": [{}]})
    page.close()

    kinds = {target["type"] for target in asked["targetInfos"]}
    assert kinds <= {"page", "tab", "browser", "service_worker"}


def test_the_fonts_of_the_system_stay(tmp_path: Path) -> None:
    settings = Path(fonts.environ(tmp_path)["FONTCONFIG_FILE"]).read_text("utf-8")

    assert "/etc/fonts/fonts.conf" in settings
    assert "notosanssc" in settings


@pytest.mark.nightly
def test_a_worker_gets_ready_and_dies_at_once(worker: Worker) -> None:
    assert worker.process.poll() is None

    worker.kill()

    assert worker.process.poll() is not None


@pytest.mark.full
def test_a_worker_that_cannot_start_says_why(start_a_worker: Callable[..., Worker]) -> None:
    broken = start_a_worker(DATABASE_URL="nonsense://")

    with pytest.raises(RuntimeError, match="DATABASE_URL"):
        broken.wait_until_ready()


def test_what_is_lacking_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browsers, "candidates", lambda: iter(()))

    with pytest.raises(Unavailable, match="chromium"):
        browsers.find()
