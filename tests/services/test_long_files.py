"""Which files a daily run does not even read."""

from __future__ import annotations

import pytest

from tests.services.plugin import is_long_as_a_whole

LONG = "@pytest.mark.full\ndef test_of_minutes() -> None:\n    pass\n"
NIGHTLY = "@pytest.mark.nightly\n@pytest.mark.databases\ndef test_of_hours() -> None:\n    pass\n"
A_CLASS = """class TestMany:
    @pytest.mark.full
    def test_of_minutes(self) -> None:
        pass

    def test_of_a_moment(self) -> None:
        pass
"""
SHORT = "@pytest.mark.databases\ndef test_of_a_moment() -> None:\n    pass\n"
SOME = """@pytest.mark.parametrize(
    "size", [1, pytest.param(9, marks=pytest.mark.full)]
)
def test_of_sizes(size: int) -> None:
    pass
"""


@pytest.mark.parametrize("tests", [[LONG], [LONG, NIGHTLY], [NIGHTLY]])
def test_a_file_is_long_where_every_test_is(tests: list[str]) -> None:
    assert is_long_as_a_whole("import pytest\n\n\n" + "\n\n".join(tests))


@pytest.mark.parametrize(
    "tests",
    [
        [],
        [LONG, SHORT],
        [SHORT, LONG],
        [SOME],
        [LONG, "TestRules = Rules.TestCase\n"],
        [LONG, "test_it = made(3)\n"],
        [A_CLASS],
    ],
)
def test_where_one_may_be_short_it_is_read(tests: list[str]) -> None:
    assert not is_long_as_a_whole("import pytest\n\n\n" + "\n\n".join(tests))
