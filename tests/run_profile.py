"""Settings of every run of tests, whichever part it takes."""

import os

import pytest
from hypothesis import settings

# Commands use the language of the terminal; the tests read English.
os.environ["LANGUAGE"] = "en"

# A shared machine may stall for a moment, which is no failure.
settings.register_profile("full", deadline=None, derandomize=True)
settings.register_profile("daily", settings.get_profile("full"), max_examples=30)


def load(config: pytest.Config) -> None:
    """Use fewer examples every day than in a full run, the same ones each time."""
    is_daily = not (config.getoption("full") or config.getoption("nightly"))
    settings.load_profile("daily" if is_daily else "full")
