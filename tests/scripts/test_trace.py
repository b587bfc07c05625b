"""Which files `scripts.trace` counts."""

from __future__ import annotations

from scoring import berger
from scripts.traced.entered_files import entered_files
from tournaments.base import local_time
from tournaments.system import storage_problems


def test_files_outside_scoring_are_counted_while_the_block_runs() -> None:
    with entered_files() as files:
        berger.byes(5)
        local_time.within(None)
    storage_problems.problem_of(OSError())
    assert files == {"tournaments/base/local_time.py"}
