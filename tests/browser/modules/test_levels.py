"""The entry of a deal of 升级: what is missing, what it comes to, and who deals next."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.modules.bench import LaidEntry, part
from tests.browser.modules.conftest import Lay

TWO_DECKS = {"preset": "lianzhong-2"}
OVER_BOARDS = {"boards": "passed", "comparison": "matchpoints"}
FIRST = {
    "dealer": "N",
    "level": "2",
    "trump": "H",
    "attackers_points": 75,
    "kitty_points": 10,
    "last_trick": {"winner": "W", "combination": "pair"},
}


@pytest.fixture
def entry(lay_levels: Lay) -> LaidEntry:
    """The first of three deals, of which the result is written down."""
    return lay_levels(TWO_DECKS)


def trump(suit: str) -> str:
    return f'[data-trump="{suit}"]'


def level(level: str) -> str:
    return f'{part("level-choices")} [data-key="{level}"]'


def points(entry: LaidEntry, name: str, points: int, width: int) -> LaidEntry:
    """Tap the number below on the pad, and then steps of five."""
    entry.tap(f'{part(name)} [data-points="{points - points % width}"]')
    return entry.tap(*[part(name, "more")] * (points % width // 5))


def takes(entry: LaidEntry, taken: int) -> LaidEntry:
    return points(entry, "attackers_points", taken, 10)


def kitty(entry: LaidEntry, held: int) -> LaidEntry:
    return points(entry, "kitty_points", held, 5)


def last(entry: LaidEntry, seat: str, combination: str = "") -> LaidEntry:
    entry.tap(f'{part("winners")} [data-seat="{seat}"]')
    return entry.tap(f'[data-combination="{combination}"]') if combination else entry


def first_deal(entry: LaidEntry) -> LaidEntry:
    """North deals at 2 with hearts; West wins 75 and the kitty of 10 with a pair: 115."""
    takes(entry.seat("N").tap(trump("H")), 75)
    return kitty(last(entry, "W", "pair"), 10)


def comes(entry: LaidEntry) -> str:
    return entry.says("comes-said")


def expected(entry: LaidEntry) -> str:
    return entry.says("expected")


@pytest.mark.full
def test_what_it_comes_to_is_said_step_by_step(entry: LaidEntry) -> None:
    first_deal(entry)
    said = "Attackers: 75 + 10 × 4 = 115 · Attackers up 1 · Next deal: West, level 3"
    assert comes(entry) == said
    assert entry.report == FIRST
    assert entry.check() == {}


@pytest.mark.full
def test_what_is_missing_is_named_where_it_is_asked(entry: LaidEntry) -> None:
    takes(entry.tap(trump("S")), 40)
    assert "dealer, winner of the last trick" in entry.says("comes-missing")
    assert list(entry.check()) == ["dealer", "winner"]
    assert entry.has('.compass [data-seat="N"]', "aria-invalid") == "true"
    last(entry.seat("E"), "N")
    assert list(entry.check()) == ["combination", "kitty_points"]
    assert entry.text(part("problems", "list")) == (
        "What did the attackers win the last trick with? How many points were in the kitty?"
    )


@pytest.mark.full
def test_what_the_dealers_side_won_last_asks_no_kitty(entry: LaidEntry) -> None:
    last(takes(entry.seat("N").tap(trump("S")), 40), "S")
    assert entry.check() == {}


@pytest.mark.full
def test_after_the_last_deal_no_other_one_is_announced(entry: LaidEntry) -> None:
    first_deal(entry.go(3).tap(level("2")))
    assert "Attackers up 1" in comes(entry)
    assert "Next deal" not in comes(entry)


@pytest.mark.full
def test_deals_follow_one_another_without_a_server(entry: LaidEntry) -> None:
    first_deal(entry).seals().go(2)
    assert expected(entry) == "By the previous deals: West deals at level 3."
    last(takes(entry.tap(trump("NT")), 0), "E").seals().go(3)
    assert expected(entry) == "By the previous deals: East deals at level 6."


@pytest.mark.full
def test_where_the_table_chooses_who_of_two_deals_both_are_named(lay_levels: Lay) -> None:
    entry = first_deal(lay_levels({**TWO_DECKS, "next_dealer": False}))
    assert "Next deal: West or East, level 3" in comes(entry)
    entry.seals().go(2)
    either = "By the previous deals: West or East deals at level 3."
    assert expected(entry) == either
    entry.seat("N")
    assert "Recorded otherwise." in expected(entry)
    entry.seat("E")
    assert expected(entry) == either
    assert (entry.report["dealer"], entry.report["level"]) == ("E", "3")


@pytest.mark.full
def test_another_level_than_follows_is_said_and_taken(entry: LaidEntry) -> None:
    first_deal(entry).seals().go(2).tap(level("7"))
    assert "Recorded otherwise." in expected(entry)
    assert entry.report["level"] == "7"


@pytest.mark.full
def test_who_bid_deals_first_and_stands_in_the_report(entry: LaidEntry) -> None:
    entry.tap(f'{part("bidders")} [data-seat="E"]', f'{part("shown")} [data-key="2"]', trump("D"))
    assert entry.report["dealer"] == "E"
    assert entry.report["bids"] == [{"seat": "E", "cards": ["D2", "D2"]}]


@pytest.mark.full
def test_what_is_entered_outlives_a_reload_and_undo_takes_one_step_back(entry: LaidEntry) -> None:
    first_deal(entry).again()
    assert "75 + 10 × 4 = 115" in comes(entry)
    assert "points in the kitty" in entry.undo().says("comes-missing")
    assert "75 + 20 × 4 = 155" in comes(kitty(entry, 20))


@pytest.mark.full
def test_a_sheet_comes_back_as_it_was_written(entry: LaidEntry) -> None:
    entry.read(FIRST)
    assert "75 + 10 × 4 = 115" in comes(entry)
    assert entry.report == FIRST
    last(entry, "W", "tractor-2")
    assert entry.report["last_trick"] == {"winner": "W", "combination": "tractor-2"}


@pytest.mark.full
def test_over_boards_dealer_and_level_are_shown_and_not_asked(lay_levels: Lay) -> None:
    entry = lay_levels(TWO_DECKS, **OVER_BOARDS)
    assert expected(entry) == "By the board: North deals at level 2."
    assert not entry.shown(part("who-deals"))
    assert not entry.shown(part("level"))
    first_deal(entry.seat("E"))
    assert entry.has('.compass [data-seat="N"]', "aria-pressed") == "true"
    assert "75 + 10 × 4 = 115" in comes(entry)
    assert "Counts +1 for the attackers" in comes(entry)
    assert "Next deal" not in comes(entry)
    assert (entry.report["dealer"], entry.report["level"]) == ("N", "2")
    assert expected(entry.seals().go(2)) == "By the board: East deals at level 3."


@pytest.mark.full
def test_over_boards_it_is_said_before_another_dealer_can_be_tapped(lay_levels: Lay) -> None:
    entry = lay_levels(TWO_DECKS, **OVER_BOARDS).tap(part("otherwise")).seat("S").tap(level("5"))
    assert "Recorded otherwise." in expected(entry)
    assert (entry.report["dealer"], entry.report["level"]) == ("S", "5")
    entry.tap(part("otherwise"))
    assert (entry.report["dealer"], entry.report["level"]) == ("N", "2")


# Every play is written down.


@pytest.fixture
def tricks(lay_levels: Lay) -> LaidEntry:
    """A deal of one deck that North deals, of which every play is written down."""
    return lay_levels({"preset": "lianzhong-1"}, "tricks").seat("N").tap(trump("H"))


def dealt(*cards: str) -> list[str]:
    return [f'{part("play", "deck")} [data-dealt="{card}"]' for card in cards]


LEADS = part("play", "played")
FAILS = part("play", "throw-fails")
TRICK = f"{part('play', 'tricks')} button"


def plays_a_trick(entry: LaidEntry) -> LaidEntry:
    return entry.tap(*dealt("S4"), LEADS, *dealt("S5", "S6", "S7"))


@pytest.mark.full
def test_a_tap_on_a_trick_goes_back_to_it_and_undo_brings_it_back(tricks: LaidEntry) -> None:
    plays_a_trick(tricks)
    assert tricks.count(TRICK) == 1
    assert tricks.tap(TRICK).report["plays"] == []
    assert tricks.count(TRICK) == 0
    assert tricks.undo().count(TRICK) == 1


def throws(entry: LaidEntry) -> list[dict[str, Any]] | None:
    return entry.report.get("failed_throws")


@pytest.mark.full
def test_of_a_throw_that_fails_the_lead_is_chosen_and_the_throw_is_told(
    tricks: LaidEntry,
) -> None:
    tricks.tap(*dealt("SA", "SK", "S9"), FAILS)
    assert "the throw of North (SA SK S9) fails" in tricks.says("play", "said")
    assert tricks.has(LEADS, "disabled") is not None
    tricks.tap(*dealt("D9"))
    assert tricks.has(LEADS, "disabled") is not None
    tricks.tap(*dealt("S9"), LEADS)
    assert not tricks.shown(FAILS)
    tricks.tap(*dealt("S10", "S3", "SJ"))
    told = [{"seat": "N", "cards": ["SA", "SK", "S9"], "played": 1}]
    assert throws(tricks) == told
    assert throws(tricks.again()) == told
    assert throws(tricks.tap(TRICK)) is None, "the lead was taken back"


@pytest.mark.full
def test_a_j_is_asked_where_it_can_be_hooked(lay_levels: Lay) -> None:
    """SJ-69: at level J, where the attackers won the last trick, and nowhere else."""
    rules = {"preset": "lianzhong-2", "must_play": ["J", "A"], "jack_hook": "start"}
    entry = lay_levels({**rules, "start_level": "9"})
    first_deal(entry)
    assert entry.page.locator(part("jack")).is_hidden()
    assert entry.check() == {}
    entry.tap(level("J"))
    assert entry.page.locator(part("jack")).is_visible()
    assert list(entry.check()) == ["jack"]
    entry.tap(f'{part("jacks")} [data-key="trump"]')
    assert entry.check() == {}
    assert "J hooked: dealer's side down 2" in comes(entry)
    assert entry.report["last_trick"] == {"winner": "W", "combination": "pair", "jack": "trump"}
    entry.tap(f'{part("winners")} [data-seat="S"]')
    assert entry.page.locator(part("jack")).is_hidden()
    assert entry.report["last_trick"] == {"winner": "S"}
