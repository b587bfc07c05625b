"""The first deal of 升级 on a tablet, where the opponents of one side came late."""

from __future__ import annotations

import pytest

from tests.browser.modules.bench import LaidEntry
from tests.browser.modules.conftest import Lay
from tests.browser.modules.test_levels import comes, expected, last, level, takes, trump

AHEAD = [{"dealer": seat, "level": at} for seat, at in zip("NWSE", "2424", strict=True)]
"""North and South were seven minutes late."""


@pytest.fixture
def entry(lay_levels: Lay) -> LaidEntry:
    return lay_levels({"preset": "lianzhong-2"}, either=AHEAD)


def kept_by(entry: LaidEntry, seat: str) -> LaidEntry:
    """The dealer's side keeps the deal with two levels."""
    return last(takes(entry.seat(seat).tap(trump("NT")), 35), seat)


@pytest.mark.full
def test_the_side_ahead_deals_at_its_level_and_goes_on_from_there(entry: LaidEntry) -> None:
    said = "First deal: level 4 if 丙 · 丁 deal, level 2 if the other side deals."
    assert expected(entry) == said
    kept_by(entry, "W")
    assert entry.report["level"] == "4"
    assert "Next deal: East, level 6" in comes(entry)
    entry.seals().go(2)
    assert expected(entry) == "By the previous deals: East deals at level 6."


@pytest.mark.full
def test_the_side_that_was_late_deals_at_the_first_level(entry: LaidEntry) -> None:
    kept_by(entry, "N")
    assert entry.report["level"] == "2"
    assert "Next deal: South, level 4" in comes(entry)


@pytest.mark.full
def test_another_level_than_that_of_the_dealer_is_marked(entry: LaidEntry) -> None:
    kept_by(entry, "W").tap(level("2"))
    assert expected(entry).endswith("Recorded otherwise.")
    assert not expected(entry.seat("N")).endswith("Recorded otherwise.")
