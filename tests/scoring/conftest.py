"""The sweeps of the games: whole in `--full` and `--nightly`, a sample of each every day."""

import pytest

from tests import run_profile
from tests.scoring.samples import STEP, Sample


def pytest_configure(config: pytest.Config) -> None:
    # Where these tests run alone, no other conftest.py does it.
    run_profile.load(config)


@pytest.fixture(scope="session")
def sample(pytestconfig: pytest.Config) -> Sample:
    """Return which examples of a sweep are tried; the first of them is always one."""
    is_long = pytestconfig.getoption("full") or pytestconfig.getoption("nightly")
    return lambda examples: range(0, examples, 1 if is_long else STEP)
