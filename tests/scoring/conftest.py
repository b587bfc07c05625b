"""The sweeps of the games: complete in `--full` and `--nightly`, a sample of each every day."""

import pytest

from tests import run_profile
from tests.scoring.samples import STEP, Sample


def pytest_configure(config: pytest.Config) -> None:
    # If these tests run alone, no other conftest.py does it.
    run_profile.load(config)


@pytest.fixture(scope="session")
def sample(pytestconfig: pytest.Config) -> Sample:
    """Return the examples of a sweep to try; the first one is always included."""
    is_long = pytestconfig.getoption("full") or pytestconfig.getoption("nightly")
    return lambda examples: range(0, examples, 1 if is_long else STEP)
