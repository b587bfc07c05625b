"""Tiles and exposures of a deal of 拱猪: what a tap means, and what one step back takes away."""

from __future__ import annotations

import pytest

from tests.browser.modules.bench import LaidEntry, exposable, part, tile
from tests.browser.modules.conftest import Lay

CLASSIC = {"preset": "classic"}
HUAPAI = {"preset": "huapai"}
MOST_EVEN = {
    "N": ("H2", "H3", "H4", "H5"),
    "W": ("H6", "H7", "H8", "H9"),
    "E": ("H10", "HJ", "HQ", "HK"),
}


@pytest.fixture
def entry(lay: Lay) -> LaidEntry:
    """A deal of which the cards won are written down."""
    return lay(CLASSIC)


def exposes(entry: LaidEntry, card: str, seat: str) -> LaidEntry:
    """Expose a card and say whose it was."""
    return entry.tap(exposable(card), whose(seat))


def whose(seat: str) -> str:
    return f'{part("ask")} [data-seat="{seat}"]'


@pytest.mark.full
def test_a_tile_shows_its_seat_and_a_second_tap_takes_it_back(entry: LaidEntry) -> None:
    entry.gives("W", "HA")
    assert "West" in entry.text(tile("HA"))
    assert entry.text('.compass [data-seat="W"] .seat-count') == "1"
    entry.tap(tile("HA"))
    assert "West" not in entry.text(tile("HA"))
    entry.gives("N", "HA").gives("E", "HA")
    assert "East" in entry.text(tile("HA"))


@pytest.mark.full
def test_the_first_step_can_be_undone_and_then_there_is_none(entry: LaidEntry) -> None:
    undo = '[data-act="undo"]'
    assert entry.has(undo, "disabled") is not None
    entry.tap(tile("HA"))
    assert "North" in entry.text(tile("HA"))
    assert entry.has(undo, "disabled") is None
    entry.undo()
    assert "North" not in entry.text(tile("HA"))
    assert entry.has(undo, "disabled") is not None


@pytest.mark.full
def test_undo_goes_back_step_by_step_also_after_a_reload(entry: LaidEntry) -> None:
    entry.gives("W", "HA").rest("N").again().undo()
    assert "North" not in entry.text(tile("C10"))
    assert "West" in entry.text(tile("HA"))
    entry.undo().undo()
    assert "West" not in entry.text(tile("HA"))


@pytest.mark.full
def test_the_rest_is_one_step(entry: LaidEntry) -> None:
    entry.gives("N", "SQ", "HA").rest("E").undo()
    assert entry.has(tile("HA"), "data-seat") == "N"
    assert entry.has(tile("H2"), "aria-pressed") == "false"


@pytest.mark.full
def test_a_second_tap_on_an_exposed_card_takes_the_exposure_back(entry: LaidEntry) -> None:
    entry.tap(exposable("DJ"), exposable("DJ"))
    assert not entry.shown(part("ask"))
    assert entry.report["exposed"] == []


@pytest.mark.full
def test_a_question_that_was_closed_is_asked_again(entry: LaidEntry) -> None:
    entry.tap(exposable("SQ"))
    assert entry.shown(part("ask"))
    entry.tap(part("ask", "close"), exposable("SQ"))
    assert "whose?" in entry.text(exposable("SQ"))
    entry.tap(exposable("DJ"), exposable("SQ"))
    assert "whose?" in entry.text(exposable("SQ"))
    entry.tap(whose("W"))
    assert "West" in entry.text(exposable("SQ"))
    assert "whose?" in entry.text(exposable("DJ"))
    assert not entry.shown(part("ask"))


@pytest.mark.full
def test_an_exposure_without_a_name_is_open_and_its_tile_marked(entry: LaidEntry) -> None:
    entry.rest("E").tap(exposable("DJ"))
    assert entry.lacks == "Questions left"
    assert entry.check() == {"exposed": ["DJ"]}
    assert entry.has(exposable("DJ"), "aria-invalid") == "true"
    assert entry.text(part("problems", "list")) == (
        "Who exposed this card? Tap it and then the name."
    )
    entry.tap(whose("W"))
    assert entry.has(exposable("DJ"), "aria-invalid") is None
    assert entry.lacks == "Check the points"


@pytest.mark.full
def test_an_exposure_in_time_bears_no_mark_and_a_late_one_does(entry: LaidEntry) -> None:
    exposes(entry, "DJ", "W")
    in_time = {"seat": "W", "card": "DJ", "kind": "exposed"}
    assert entry.report["exposed"] == [in_time]
    entry.tap(exposable("DJ"), exposable("DJ"), part("ask", "late"), whose("W"))
    assert "too late" in entry.text(exposable("DJ"))
    assert entry.report["exposed"] == [{**in_time, "late": True}]


@pytest.mark.full
def test_after_the_first_card_an_exposure_is_late_by_itself(lay: Lay) -> None:
    entry = lay(CLASSIC, "tricks").step("play")
    entry.tap(exposable("DJ"))
    assert "too late" not in entry.text(exposable("DJ"))
    entry.tap(exposable("DJ")).seat("W").plays("S2").tap(exposable("DJ"))
    assert "too late" in entry.text(exposable("DJ"))
    # It had only been forgotten to be written down.
    entry.tap(part("ask", "late"))
    assert "too late" not in entry.text(exposable("DJ"))


@pytest.mark.full
def test_the_rules_say_which_exposures_there_are_and_whether_owners_are_asked(lay: Lay) -> None:
    entry = lay(HUAPAI).rest("E")
    assert entry.check() == {"dealt": ["SQ", "HA", "DJ", "C10"]}
    entry.tap(exposable("DJ"), f'{part("ask")} [data-kind="first"]', whose("E"))
    assert "First exposure" in entry.text(exposable("DJ"))
    entry.tap(exposable("HA"), whose("N"))
    assert "North's" in entry.text(exposable("HA"))
    assert entry.report["exposed"] == [{"seat": "E", "card": "DJ", "kind": "first"}]
    assert entry.report["dealt"] == {"DJ": "E", "HA": "N"}


@pytest.mark.full
def test_the_most_even_deal_takes_seventeen_taps_until_it_can_be_checked(entry: LaidEntry) -> None:
    """Check, send and confirm are three more."""
    taps = 0
    for seat, cards in MOST_EVEN.items():
        entry.gives(seat, *cards)
        taps += 1 + len(cards)
    assert entry.lacks == "Cards to place: 4"
    entry.rest("S")
    assert taps + 2 <= 17
    assert entry.lacks == "Check the points"
