"""The protection of exposed cards under its three kinds, with one deck; cited by line."""

import pytest

from scoring.gongzhu.bits import BIT, as_bits, split
from scoring.gongzhu.deck import EXPOSABLE
from scoring.gongzhu.play.tricks import GUARDS, guard_of, legal_plays
from scoring.gongzhu.rules import Protection
from tests.scoring.gongzhu.play.following import (
    CLASSIC,
    GONGZHU,
    PROTECTIONS,
    flags,
    follow,
    hands_with,
    may_play,
)


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_an_exposed_card_is_not_led_to_the_first_trick(protection: str) -> None:
    """GZ-65, GZ-67, GZ-79: T1 L9, T2 L35, T3 L62, T6 L105, T8 L152."""
    rules = GONGZHU.rules({"protection": protection})
    report = {"exposed": {"SQ": "exposed"}, "leader": "N"}
    following = follow([["N", "SQ"]], rules, **report)
    wanted = [] if protection == "none" else [(0, "protected_card_led")]
    assert flags(following) == wanted
    assert ("SQ" in may_play(follow([], rules, **report))) is (protection == "none")


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_leads_are_free_where_the_rules_say_so(protection: str) -> None:
    """GZ-79: T9 L275 forbids to discard and to follow, and says nothing of leads."""
    rules = GONGZHU.rules({"protection": protection, "protected_leads": "free"})
    report = {"exposed": {"SQ": "exposed"}, "leader": "N"}
    assert flags(follow([["N", "SQ"]], rules, **report)) == []
    assert "SQ" in may_play(follow([], rules, **report))


@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_which_presets_hold_leads_back(preset: str) -> None:
    """GZ-79: the presets of T9's competition text leave leads free, those of other texts do not."""
    rules = GONGZHU.rules({"preset": preset})
    assert rules.protected_leads == ("free" if preset.startswith("huapai") else "held_back")


def test_a_pair_with_an_exposed_copy_may_be_led_where_leads_are_free() -> None:
    """GZ-77, GZ-79."""
    queen = as_bits(["SQ", "SQ"])
    guard = guard_of(GONGZHU.rules({"preset": "qq-double", "protected_leads": "free"}))
    assert queen in legal_plays(queen | BIT["S2"], queen, 0, 0, guard.closed, guard)


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_an_exposed_card_does_not_follow_in_the_first_trick(protection: str) -> None:
    """GZ-65, GZ-67, T8 L152."""
    rules = GONGZHU.rules({"protection": protection})
    report = {"exposed": {"SQ": "exposed"}, "hands": hands_with(N="S2", W="SQ S3")}
    following = follow([["N", "S2"], ["W", "SQ"]], rules, **report)
    wanted = [] if protection == "none" else [(1, "protected_card_followed")]
    assert flags(following) == wanted


@pytest.mark.parametrize(
    ("protection", "flagged"),
    [
        ("suit_first_trick", False),
        ("suit_first_trick_and_discards", True),
        ("deal_first_trick", True),
        ("none", False),
    ],
)
def test_an_exposed_card_as_a_discard(protection: str, flagged: bool) -> None:
    """GZ-65, GZ-66, GZ-67: free T8 L152, forbidden T9 L275, in the first trick T1 L9."""
    rules = GONGZHU.rules({"protection": protection})
    hands = hands_with(N="D2", W="SQ S3 S4 S5 S6 S7 S8 S9 S10 SJ H2 H3 H4")
    report = {"exposed": {"SQ": "exposed"}, "hands": hands}
    following = follow([["N", "D2"], ["W", "SQ"]], rules, **report)
    assert flags(following) == ([(1, "protected_card_discarded")] if flagged else [])


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_a_bare_exposed_card_may_follow_and_be_discarded(protection: str) -> None:
    """GZ-65, GZ-66, GZ-67: T1 L9, T2 L35, T8 L152, T9 L275."""
    rules = GONGZHU.rules({"protection": protection})
    bare = "SQ H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
    report = {"exposed": {"SQ": "exposed"}, "hands": hands_with(N="S2 D2", W=bare)}
    assert flags(follow([["N", "S2"], ["W", "SQ"]], rules, **report)) == []
    assert flags(follow([["N", "D2"], ["W", "SQ"]], rules, **report)) == []


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_a_bare_exposed_card_may_be_led_save_to_the_first_trick(protection: str) -> None:
    """GZ-65, GZ-67: only T1 L9 says 且不是第一出牌者."""
    rules = GONGZHU.rules({"protection": protection})
    hands = hands_with(N="SQ H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK")
    following = follow([["N", "SQ"]], rules, exposed={"SQ": "exposed"}, hands=hands)
    wanted = [(0, "protected_card_led")] if protection == "deal_first_trick" else []
    assert flags(following) == wanted


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_protection_is_over_after_the_first_trick_of_the_suit(protection: str) -> None:
    """GZ-65, T8 L152. Discards of the suit do not count."""
    rules = GONGZHU.rules({"protection": protection})
    hands = hands_with(N="SA S2 SK", W="SQ S3 H2", S="S4 S5", E="S6 S7")
    spades = [["N", "SA"], ["W", "S3"], ["S", "S4"], ["E", "S6"]]
    report = {"exposed": {"SQ": "exposed"}, "hands": hands, "leader": "N"}
    assert flags(follow([*spades, ["N", "SK"], ["W", "SQ"]], rules, **report)) == []
    hands = hands_with(N="HA D2", W="SQ S3 S4 S5 S6 S7 S8 S9 S10 SJ SK SA C2", S="H3", E="H4 S2")
    hearts = [["N", "HA"], ["W", "S3"], ["S", "H3"], ["E", "H4"]]
    later = [*hearts, ["N", "D2"], ["W", "SQ"]]
    report = {"exposed": {"SQ": "exposed"}, "hands": hands, "leader": "N"}
    discards_too = protection == "suit_first_trick_and_discards"
    wanted = [(5, "protected_card_discarded")] if discards_too else []
    assert flags(follow(later, rules, **report)) == wanted


def test_a_first_exposed_card_is_free_and_the_fourth_by_itself_is_not() -> None:
    """GZ-68: T9 L277; T8 L137."""
    rules = GONGZHU.rules({"preset": "huapai", "protected_leads": "held_back"})
    assert flags(follow([["N", "SQ"]], rules, exposed={"SQ": "first"})) == []
    assert flags(follow([["N", "SQ"]], rules, exposed={"SQ": "exposed"})) != []
    fourth = GONGZHU.rules({"preset": "qq"})
    three = dict.fromkeys(["HA", "DJ", "C10"], "exposed")
    assert flags(follow([["N", "SQ"]], fourth, exposed=three)) == [(0, "protected_card_led")]
    assert flags(follow([["N", "SQ"]], CLASSIC, exposed=three)) == []


def test_protection_leaves_something_to_play() -> None:
    """GZ-68."""
    guard = GUARDS[Protection.DEAL_FIRST_TRICK]
    four = as_bits(EXPOSABLE)
    assert legal_plays(four, four, 0, 0, guard.closed, guard) == tuple(split(four))
    assert legal_plays(four | BIT["H2"], four, 0, 0, guard.closed, guard) == (BIT["H2"],)
