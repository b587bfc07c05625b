"""The pool of PostgreSQL has a connection for every thread that may want one."""

from __future__ import annotations

import subprocess

import pytest

from tests.config.program import environment, run

SHOW = """
from config import settings
print(settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"])
"""


def pool(**settings: str) -> subprocess.CompletedProcess[str]:
    return run(
        "-c", SHOW, **environment(DATABASE_URL="postgresql://db.example.org/huapai", **settings)
    )


@pytest.mark.full
@pytest.mark.parametrize(
    ("web", "worker", "size"), [("8", "2", "17"), ("30", "2", "50"), ("4", "16", "34")]
)
def test_it_grows_with_the_threads(web: str, worker: str, size: str) -> None:
    process = pool(HUAPAI_WEB_THREADS=web, HUAPAI_WORKER_THREADS=worker)

    assert process.stdout.strip() == size


@pytest.mark.full
def test_one_that_would_let_threads_wait_for_each_other_is_refused() -> None:
    process = pool(HUAPAI_DATABASE_POOL="9")

    assert process.returncode != 0
    assert "HUAPAI_DATABASE_POOL: 9 is not between 17 and 200" in process.stderr
