"""What every run of tests is set to, whichever part of them it takes."""

import os

import pytest
from hypothesis import settings

# Commands speak the language of the terminal; the tests read English, whoever runs them.
os.environ["LANGUAGE"] = "en"

# A shared machine may stop for a moment: that is no failure.
settings.register_profile("full", deadline=None, derandomize=True)
settings.register_profile("daily", settings.get_profile("full"), max_examples=30)


def load(config: pytest.Config) -> None:
    """Try fewer examples every day than a full run does; each run tries the same ones again."""
    is_daily = not (config.getoption("full") or config.getoption("nightly"))
    settings.load_profile("daily" if is_daily else "full")
