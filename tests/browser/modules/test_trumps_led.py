"""Trump is a suit of its own in the tricks of 升级, whatever is printed on its cards."""

from __future__ import annotations

import pytest

from tests.browser.modules.bench import LaidEntry, part
from tests.browser.modules.conftest import Lay

ALWAYS = {"preset": "lianzhong-2", "always_trump": ["2"], "start_level": "5"}
TRUMP_LED = "Trick 1 · trump led · West: 1 to play"


@pytest.fixture
def entry(lay_levels: Lay) -> LaidEntry:
    """A deal by tricks at level 5 with spades as trump, in which every 2 is trump too."""
    return lay_levels(ALWAYS, "tricks").seat("N").tap('[data-trump="S"]')


def leads(entry: LaidEntry, card: str) -> LaidEntry:
    return entry.plays(card).tap(part("play", "played"))


def chosen(entry: LaidEntry) -> str:
    """Return the suit that a phone shows."""
    pressed = entry.page.locator('[data-part="suits"] [aria-pressed="true"]')
    assert pressed.count() == 1
    return pressed.get_attribute("data-suit") or ""


def shown(entry: LaidEntry, card: str) -> bool:
    """Whether a phone shows a card."""
    return entry.has(f'{part("play")} [data-dealt="{card}"]', "data-aside") is None


@pytest.mark.full
@pytest.mark.parametrize("card", ["H2", "H5", "RJ", "BJ", "SK"])
def test_a_trump_that_is_led_shows_the_trumps_first_and_says_so(
    entry: LaidEntry, card: str
) -> None:
    leads(entry, card)
    assert entry.says("play", "said") == TRUMP_LED
    assert chosen(entry) == "T"
    assert all(shown(entry, trump) for trump in ("SA", "S2", "D2", "C5", "RJ", "BJ"))
    assert not any(shown(entry, plain) for plain in ("HA", "DK", "C3"))


@pytest.mark.full
def test_a_plain_suit_that_is_led_shows_no_trump(entry: LaidEntry) -> None:
    leads(entry, "HA")
    assert entry.says("play", "said") == "Trick 1 · West: 1 to play"
    assert chosen(entry) == "H"
    assert shown(entry, "HK")
    assert not any(shown(entry, trump) for trump in ("H2", "H5", "SK", "RJ"))


@pytest.mark.full
def test_the_trump_suit_has_no_button_of_its_own(entry: LaidEntry) -> None:
    assert chosen(entry) == "T"
    assert entry.has('[data-part="suits"] [data-suit="S"]', "hidden") == ""
    entry.tap('[data-trump="NT"]')
    assert entry.has('[data-part="suits"] [data-suit="S"]', "hidden") is None
    assert not shown(entry, "SK")
    entry.tap('[data-suit="S"]')
    assert shown(entry, "SK")
    assert not shown(entry, "S2")


@pytest.mark.full
@pytest.mark.parametrize(("led", "typed", "card"), [("H2", "K", "SK"), ("RJ", "9", "S9")])
def test_a_rank_that_is_typed_after_a_trump_is_of_the_trump_suit(
    entry: LaidEntry, led: str, typed: str, card: str
) -> None:
    leads(entry, led).types("typed-plays", typed)
    assert entry.report["plays"][1] == ["W", [card]]


@pytest.mark.full
def test_a_round_that_an_older_program_kept_names_no_ranks(lay_levels: Lay) -> None:
    laid = lay_levels(ALWAYS, "tricks")
    tables = {key: value for key, value in laid.pack["lookup"].items() if key != "always_trump"}
    entry = LaidEntry(laid.page, {**laid.pack, "lookup": tables}, "S")
    leads(entry.seat("N").tap('[data-trump="S"]'), "H5")
    assert entry.says("play", "said") == TRUMP_LED
