"""The browser is killed with all its processes: what was tapped a moment before is still there."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import DeviceLease
from tests.browser.conftest import BARE
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tests.services import chromium as browsers
from tests.until import until

SYSTEM = Path("/proc")
Starts = Callable[[], TabletPage]

# The texts of which IndexedDB says that they are on the disk.
WRITTEN = """async () => {
  const opened = indexedDB.open("huapai-texts", 1);
  const database = await new Promise((done) => (opened.onsuccess = () => done(opened.result)));
  const asked = database.transaction("texts").objectStore("texts").getAll();
  const rows = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
  database.close();
  return rows.map(({ key, text }) => `${key} ${text}`);
}"""


def kill(profile: Path) -> None:
    """Kill every process of the browser that has this profile, as a flat battery does."""
    for folder in SYSTEM.glob("[0-9]*"):
        with suppress(OSError):
            if str(profile).encode() in (folder / "cmdline").read_bytes():
                os.kill(int(folder.name), signal.SIGKILL)


@pytest.fixture
def starts(chromium: Browser, live_server: LiveServer, tmp_path: Path) -> Iterator[Starts]:
    """Start a browser of its own on one profile, which outlives its processes."""
    if not SYSTEM.is_dir():
        pytest.skip("the processes of a browser are found by /proc")
    profile = tmp_path / "profile"
    options: dict[str, Any] = {
        **BARE,
        "executable_path": browsers.find(),
        "args": browsers.FLAGS,
    }

    def start() -> TabletPage:
        context = chromium.browser_type.launch_persistent_context(profile, **options)
        return TabletPage(context, live_server.url)

    yield start
    kill(profile)


@pytest.mark.full
def test_taps_and_the_hold_of_the_table_outlive_the_browser_that_is_killed(
    starts: Starts, hall: Hall, tmp_path: Path
) -> None:
    tablet = starts().opens(hall.table).writes("S").gives("N", "SQ", "HA")
    until(lambda: any("HA" in row for row in tablet.page.evaluate(WRITTEN)), seconds=5)

    kill(tmp_path / "profile")

    tablet = starts().opens(hall.table)
    expect(tablet.view("entry")).to_be_visible()
    expect(tablet.tile("HA")).to_contain_text("North")
    expect(tablet.tile("SQ")).to_contain_text("North")
    assert DeviceLease.objects.count() == 1
