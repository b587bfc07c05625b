"""The services as fixtures; what is lacking is skipped, or an error where services are required."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from django.db import connection
from playwright.sync_api import Browser, expect, sync_playwright

from tests.services import chromium as browsers
from tests.services import fonts, postgres, valkey
from tests.services.availability import Unavailable, are_required, skip_or_fail
from tests.services.once import FOLDER, MakerGone, once
from tests.services.processes import as_root
from tests.services.run import address_of
from tests.services.worker import Worker, database_url, start_worker
from web.publish.pdf import typefaces


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """A PostgreSQL server; the database that the address names need not exist."""
    return _address_of(postgres)


@pytest.fixture(scope="session")
def valkey_url() -> str:
    return _address_of(valkey)


def _address_of(service: ModuleType) -> str:
    try:
        return address_of(service)
    except Unavailable as lack:
        skip_or_fail(lack)


@pytest.fixture(scope="session")
def git() -> str:
    """Where git is, which a copy of the program's folder runs without."""
    found = shutil.which("git")
    if found is None:
        skip_or_fail(Unavailable("git", f"{as_root()}apt-get install -y git"))
    return found


@pytest.fixture(scope="session")
def serif_face() -> Path:
    """The font file of titles and seals."""
    path = typefaces.serif()
    if path is None:
        skip_or_fail(Unavailable("serif face", "python3 -m config.bootstrap serif"))
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser that can show Chinese; each test opens a context of its own in it."""
    environ = {**os.environ, **fonts.environ(Path(os.environ[FOLDER]))}
    # Looked for first: the driver does not even start on a machine that lacks its libraries.
    path = _path_of_chromium()
    expect.set_options(timeout=browsers.PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=browsers.FLAGS, env=dict(environ)
        )
        yield browser
        browser.close()


def _path_of_chromium() -> str:
    """Where it is; brought by the first test that wants it where everything is required."""
    find = browsers.find_or_bring if are_required() else browsers.find
    try:
        return once("chromium", lambda: str(find()))
    except Unavailable as lack:
        skip_or_fail(lack)
    except MakerGone as lack:
        skip_or_fail(Unavailable(f"Chromium ({lack})", browsers.brings_it()))


@pytest.fixture
def worker_environ(transactional_db: None) -> dict[str, str]:
    """The variables by which another process works on this test's database and data folder."""
    return {**os.environ, "DATABASE_URL": database_url(connection.settings_dict)}


@pytest.fixture
def start_a_worker(
    worker_environ: dict[str, str], tmp_path: Path
) -> Iterator[Callable[..., Worker]]:
    """Start Celery workers on this test's database; all are killed after it."""
    workers: list[Worker] = []

    def start(*options: str, **settings: str) -> Worker:
        log = tmp_path / f"worker-{len(workers)}.log"
        workers.append(start_worker({**worker_environ, **settings}, log, *options))
        return workers[-1]

    yield start
    for worker in workers:
        worker.kill()


@pytest.fixture
def worker(start_a_worker: Callable[..., Worker]) -> Worker:
    """A Celery worker that is ready, over the doorbell in the data folder."""
    started = start_a_worker()
    started.wait_until_ready()
    return started
