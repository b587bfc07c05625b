"""What a database says when it gives a write up, in words for who wrote."""

from __future__ import annotations

import pytest

from tournaments.base.refusals import refuse
from tournaments.system import storage_problems
from tournaments.system.storage_problems import DatabaseProblem


@pytest.mark.parametrize("code", ["55P03", "40P01"], ids=["waited in vain", "in a circle"])
def test_a_write_that_another_kept_out_may_be_done_again(code: str) -> None:
    class FromServer(Exception):
        sqlstate = code

    assert storage_problems.problem_of(FromServer()) == refuse(DatabaseProblem.BUSY)
