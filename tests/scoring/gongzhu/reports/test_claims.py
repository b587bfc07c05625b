"""声称: what is claimed completes a deal, and everything that a claim can have wrong with it."""

from typing import Any

import pytest

from scoring.cards import DECK
from scoring.following import Play
from scoring.game import Context, find_game
from scoring.gongzhu.deck import HEARTS, SCORING
from tests.scoring.gongzhu.reports.test_report import HANDS, brief

GONGZHU = find_game("gongzhu")
CLASSIC = GONGZHU.rules({})
DOUBLE = GONGZHU.rules({"preset": "qq-double"})

OUT = ("SQ", "DJ", "C10")
"""What is still out when all hearts have been won."""


def report(claim: Any, **changes: Any) -> dict[str, Any]:
    """Return a report in which north has all hearts and the rest is claimed."""
    if isinstance(claim, dict):
        claim = {"seat": "W", **claim}
    return {"won": {"N": list(HEARTS)}, "claim": claim, **changes}


def problems(claim: Any, **changes: Any) -> list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    """Return what is wrong with a claim."""
    return [brief(problem) for problem in GONGZHU.problems(report(claim, **changes), CLASSIC)]


def settled(claim: Any, **changes: Any) -> dict[str, int]:
    """Return the raw points of a deal that a claim completes."""
    return dict(GONGZHU.settle(report(claim, **changes), CLASSIC).raw)


def test_all_the_rest_goes_to_the_claimant() -> None:
    """GZ-80, GZ-81: (-100 + 100) × 2 is 0, and the hearts of north change sign."""
    assert settled({"kind": "all"}) == {"N": 200, "W": 0, "S": 0, "E": 0}
    following = GONGZHU.follow(report({"kind": "all"}), CLASSIC)
    assert following.won["W"] == OUT
    assert (following.missing, following.done, following.next) == ((), True, None)


def test_an_allocation_says_who_gets_what() -> None:
    """GZ-82."""
    split = {"S": ["SQ"], "E": ["DJ", "C10"]}
    claim = {"kind": "allocation", "allocation": split, "accepted": ["N", "S", "E"]}
    assert settled(claim) == {"N": 200, "W": 0, "S": -100, "E": 200}


def test_who_claims_none_leaves_an_allocation_among_the_others() -> None:
    """GZ-83."""
    split = {"S": list(OUT)}
    assert problems({"kind": "none", "allocation": split}) == []
    assert problems({"kind": "none"}) == [("claim_incomplete", "claim.allocation", OUT, ())]
    piles = {"S": ["SQ", "DJ"], "W": ["C10"]}
    assert problems({"kind": "none", "allocation": piles}) == [
        ("claim_of_none_takes_cards", "claim.allocation.W", ("C10",), ("W",))
    ]


def test_nothing_left_leaves_no_scoring_card_out() -> None:
    """GZ-84."""
    assert problems({"kind": "nothing_left"}) == [("claim_cards_still_out", "claim", OUT, ())]
    everything = {"won": {"N": list(SCORING)}}
    assert problems({"kind": "nothing_left"}, **everything) == []


def test_a_claim_needs_nothing_to_have_been_won_before() -> None:
    """GZ-81: a claim before the end of the first trick."""
    assert GONGZHU.settle({"claim": {"seat": "S", "kind": "all"}}, CLASSIC).raw["S"] == 800


ALLOCATION = "claim.allocation"
BAD: list[tuple[dict[str, Any], str, str, tuple[str, ...]]] = [
    ({"allocation": {"S": [*OUT, "H2"]}}, "claimed_card_won_already", ALLOCATION, ("H2",)),
    ({"allocation": {"S": OUT, "E": ["SQ"]}}, "claimed_card_too_often", ALLOCATION, ("SQ",)),
    ({"allocation": {"S": [*OUT, "S2"]}}, "claimed_card_not_scoring", ALLOCATION, ("S2",)),
    ({"allocation": {"S": ["SQ"]}}, "claim_incomplete", ALLOCATION, ("DJ", "C10")),
    ({"kind": "all", "allocation": {"S": ["SQ"]}}, "claim_allocation_not_asked", ALLOCATION, ("SQ",)),  # noqa: E501
    ({"kind": "most"}, "unknown_value", "claim.kind", ()),
    ({"kind": 4}, "not_a_text", "claim.kind", ()),
    ({"seat": "X"}, "unknown_seat", "claim.seat", ()),
    ({"kind": "all", "after_trick": 14}, "number_out_of_range", "claim.after_trick", ()),
    ({"kind": "all", "accepted": "N"}, "not_a_list", "claim.accepted", ()),
    ({"kind": "all", "accepted": ["N", "Q"]}, "unknown_seat", "claim.accepted.1", ()),
    ({"kind": "all", "contested": "yes"}, "not_a_truth_value", "claim.contested", ()),
    ({"kind": "all", "contested": True}, "claim_contested", "claim.contested", ()),
    ({"kind": "all", "decided": 5}, "not_an_object", "claim.decided", ()),
    ({"kind": "all", "decided": {}}, "missing_field", "claim.decided.reason", ()),
    ({"kind": "all", "decided": {"reason": 1}}, "not_a_text", "claim.decided.reason", ()),
    ({"kind": "all", "acepted": []}, "unknown_field", "claim.acepted", ()),
    ({"allocation": {"Q": ["SQ"]}}, "unknown_seat", ALLOCATION, ()),
    ({"allocation": ["SQ"]}, "not_an_object", ALLOCATION, ()),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "code", "field", "cards"), BAD)
def test_everything_that_is_wrong_with_a_claim_is_named(
    claim: dict[str, Any], code: str, field: str, cards: tuple[str, ...]
) -> None:
    """GZ-80 to GZ-87."""
    [problem] = problems({"kind": "allocation", **claim})
    assert problem[:3] == (code, field, cards)


def test_a_claim_says_who_claims_what() -> None:
    """GZ-80."""
    unclaimed = report(None)
    fields = [p.field for p in GONGZHU.problems({**unclaimed, "claim": {}}, CLASSIC)]
    assert fields == ["claim.seat", "claim.kind"]
    assert [p.field for p in GONGZHU.problems({**unclaimed, "claim": 3}, CLASSIC)] == ["claim"]
    assert [p.field for p in GONGZHU.problems(unclaimed, CLASSIC)] == ["won"]


def test_a_contested_claim_waits_for_the_referee() -> None:
    """GZ-85: T9 L291 names the claim; that a referee decides is ours."""
    contested = {"kind": "all", "contested": True}
    following = GONGZHU.follow(report(contested), CLASSIC)
    assert (following.missing, following.done) == (OUT, False)
    stands = {**contested, "decided": {"reason": "nothing could stop it", "article": "12"}}
    assert settled(stands)["W"] == 0
    split = {"E": ["DJ", "C10"], "W": ["SQ"]}
    assert settled({**stands, "allocation": split})["E"] == 200
    assert settled({**stands, "kind": "none", "allocation": split})["W"] == -100
    assert problems({**stands, "allocation": {}})[0][0] == "claim_incomplete"


def test_a_claim_ends_the_plays() -> None:
    """GZ-9, GZ-86: the trick on the table is not won by its cards any more."""
    plays = [[seat, HANDS[seat][place]] for place in range(2) for seat in "NWSE"]
    report: dict[str, Any] = {"hands": HANDS, "plays": [*plays, ["N", "SQ"]]}
    claim = {"seat": "N", "kind": "all", "after_trick": 2}
    assert GONGZHU.settle({**report, "claim": claim}, CLASSIC).raw["N"] == 800
    following = GONGZHU.follow({**report, "claim": claim}, CLASSIC)
    assert (following.next, following.legal, len(following.tricks)) == (None, (), 2)
    assert following.trick == (Play("N", ("SQ",)),)
    [problem] = GONGZHU.problems({**report, "claim": {**claim, "after_trick": 3}}, CLASSIC)
    assert problem.code.value == "claim_after_other_trick"
    assert dict(problem.values) == {"number": 3, "count": 2}


REVOKED = (("N", "S2"), ("W", "H3"), ("S", "S4"), ("E", "S5"), ("E", "D2"), ("N", "D3"))
"""West discards a heart on spades, and has a spade left."""


@pytest.mark.parametrize(
    ("more", "revokes"),
    [([("W", "S9"), ("S", "D5")], [("W", 2)]), ([("W", "D9"), ("S", "S9")], [])],
)
def test_a_revoke_is_looked_for_up_to_the_claim(
    more: list[tuple[str, str]], revokes: list[tuple[str, int]]
) -> None:
    """GZ-64: who left the suit led and played a card of it later, held it."""
    plays = [list(play) for play in (*REVOKED, *more)]
    claim: dict[str, Any] = {"seat": "N", "kind": "all", "after_trick": 2}
    report: dict[str, Any] = {"plays": plays, "leader": "N", "claim": claim}
    found = GONGZHU.irregularities(report, CLASSIC)
    seen = [(row.seat, row.play) for row in found if row.code.value == "revoke"]
    assert seen == revokes
    contested = {**report, "claim": {**claim, "contested": True}}
    assert GONGZHU.irregularities(contested, CLASSIC) == found
    # While the deal goes on nothing is said of it: the hands tell at the end.
    going_on = GONGZHU.irregularities({"plays": plays, "leader": "N"}, CLASSIC)
    assert [row for row in going_on if row.code.value == "revoke"] == []


def shown_revokes(rules: Any, *plays: tuple[str, str], **more: Any) -> list[tuple[str, int]]:
    """Return who revoked, and at which play, in a record without hands."""
    listed = [[seat, cards.split() if rules.decks > 1 else cards] for seat, cards in plays]
    report = {"plays": listed, "leader": plays[0][0], **more}
    found = GONGZHU.irregularities(report, rules)
    return [(row.seat, row.play) for row in found if row.code.value == "revoke"]


ALL_TO_NORTH: dict[str, Any] = {"claim": {"seat": "N", "kind": "all"}}


def test_a_pair_that_follows_a_pair_is_no_revoke() -> None:
    """GZ-73, T8 L186: everybody gave the pair that was asked, and has a spade left."""
    pairs = [("N", "S4 S4"), ("W", "S5 S5"), ("S", "S6 S6"), ("E", "S7 S7")]
    singles = [("E", "S8"), ("N", "S9"), ("W", "S10"), ("S", "SJ")]
    assert shown_revokes(DOUBLE, *pairs, *singles, **ALL_TO_NORTH) == []


@pytest.mark.parametrize(
    ("wests", "souths", "revokes"),
    [
        ("SK SK", "S2 SJ", [("W", 2)]),
        ("SK SA", "S2 S7", [("S", 3)]),
        ("SK SA", "S2 SJ", []),
        ("DK DK", "D5 D6", []),
    ],
)
def test_a_pair_that_was_kept_back_is_shown_by_later_plays(
    wests: str, souths: str, revokes: list[tuple[str, int]]
) -> None:
    """GZ-73, T8 L186 如果有对必须跟对: who keeps a pair, or one of two equal cards, had a pair."""
    first = [("N", "S4 S4"), ("W", "S5 S6"), ("S", "S7 S8"), ("E", "S9 S10")]
    second = [("E", "D9 D9"), ("N", "D2 D3"), ("W", wests), ("S", souths)]
    assert shown_revokes(DOUBLE, *first, *second, **ALL_TO_NORTH) == revokes


def test_a_revoke_is_shown_where_the_plays_end_with_the_last_scoring_card() -> None:
    """GZ-9, GZ-64: nobody writes down the rest, so no hand is known."""
    plays = [("N", "S2"), ("W", "C3"), ("S", "S4"), ("E", "S5"), ("E", "D2"), ("N", "D3")]
    plays += [("W", "S9"), ("S", "D5")]
    assert shown_revokes(CLASSIC, *plays, won={"N": list(SCORING)}) == [("W", 2)]
    assert shown_revokes(CLASSIC, *plays, won={"N": list(SCORING[1:])}) == []


def test_a_card_that_a_trick_has_brought_in_is_not_claimed() -> None:
    """GZ-82."""
    plays = [[seat, HANDS[seat][place]] for place in range(1) for seat in "NWSE"]
    claim = {"seat": "N", "kind": "allocation", "allocation": {"N": list(SCORING)}}
    [problem] = GONGZHU.problems({"plays": plays, "claim": claim}, CLASSIC)
    assert brief(problem) == ("claimed_card_won_already", "claim.allocation", ("H2",), ("N",))


def test_two_decks_are_claimed_copy_by_copy() -> None:
    """GZ-2, GZ-81, GZ-82."""
    half = list(SCORING)
    report = {"won": {"N": half}, "claim": {"seat": "N", "kind": "all"}}
    assert GONGZHU.settle(report, DOUBLE).raw["N"] == 1600
    twice = {"seat": "N", "kind": "allocation", "allocation": {"W": [*half, "SQ"]}}
    [problem] = GONGZHU.problems({**report, "claim": twice}, DOUBLE)
    assert problem.code.value == "claimed_card_too_often"
    assert dict(problem.values) == {"count": 2, "copies": 1}


def test_a_claim_has_no_points_of_its_own() -> None:
    """GZ-87: the settlement is that of the same cards without a claim."""
    whole = {"won": {"N": list(HEARTS), "W": list(OUT)}}
    assert GONGZHU.settle(report({"kind": "all"}), CLASSIC) == GONGZHU.settle(whole, CLASSIC)
    assert GONGZHU.blank(CLASSIC).claims == ("all", "none", "allocation", "nothing_left", "concede")
    assert GONGZHU.blank(CLASSIC).deck == DECK


EARLY = ("claim_before_first_lead", "claim.after_trick", (), ("W",))
LATE = ("claim_after_last_trick", "claim.after_trick", (), ("W",))


def test_nobody_claims_before_the_first_lead() -> None:
    """GZ-80: T9 L291, after the first lead (首引出牌后)."""
    assert problems({"kind": "all", "after_trick": 0}) == [EARLY]
    assert problems({"kind": "all"}, won=None, plays=[]) == [EARLY]
    assert problems({"kind": "all"}, won=None, plays=[["N", "C2"]]) == []
    assert problems({"kind": "all", "after_trick": 0}, won=None, plays=[["N", "C2"]]) == []


def test_nobody_claims_after_the_last_trick() -> None:
    """GZ-80: T9 L291, before the points are counted (位于计算得分前)."""
    assert problems({"kind": "all", "after_trick": 13}) == [LATE]
    plays = [[seat, HANDS[seat][place]] for place in range(13) for seat in "NWSE"]
    found = problems({"kind": "nothing_left"}, won=None, hands=HANDS, plays=plays)
    assert LATE in found
    assert problems({"kind": "all", "after_trick": 12}) == []


def test_earlier_reports_were_not_asked_when_a_claim_was_made() -> None:
    """GZ-80: what was stored up to schema 4 is read as it was then."""
    made = report({"kind": "all", "after_trick": 0})
    assert GONGZHU.problems(made, CLASSIC, Context(schema=4)) == ()
    assert GONGZHU.settle(made, CLASSIC, Context(schema=4)).raw["N"] == 200


def test_who_concedes_says_who_gets_what() -> None:
    """GZ-88."""
    assert problems({"kind": "concede"}) == [("claim_incomplete", "claim.allocation", OUT, ())]
    split = {"W": ["SQ", "C10"], "S": ["DJ"]}
    assert settled({"kind": "concede", "allocation": split})["W"] == -200


def test_a_contested_claim_has_to_be_whole() -> None:
    """GZ-85: scenario 6 of 7.11; what is not said whole cannot be decided."""
    contested = {"kind": "none", "contested": True}
    assert [problem[0] for problem in problems(contested)] == [
        "claim_contested",
        "claim_incomplete",
    ]
    whole = {**contested, "allocation": {"S": list(OUT)}}
    assert [problem[0] for problem in problems(whole)] == ["claim_contested"]


def test_nobody_is_asked_whether_all_cards_are_won() -> None:
    """GZ-84: scenario 6 of 7.11, the second half."""
    everything = {"won": {"N": list(SCORING)}}
    assert problems({"kind": "nothing_left", "contested": True}, **everything) == []


def test_the_third_worked_case_in_points() -> None:
    """7.1 (3): after trick 8 west has +100 (♦J), ♠Q ♥K ♥5 are out, nothing is exposed."""
    out = ("SQ", "H5", "HK")
    hearts = [card for card in HEARTS if card not in out]
    won = {"W": ["DJ"], "N": hearts, "S": ["C10"]}

    def claim(**more: Any) -> dict[str, Any]:
        return report({"kind": "none", "after_trick": 8, **more}, won=won)

    [refused] = GONGZHU.problems(claim(), CLASSIC)
    assert (refused.code.value, refused.cards) == ("claim_incomplete", out)
    stated = {"N": ["SQ"], "E": ["HK", "H5"]}
    assert GONGZHU.settle(claim(allocation=stated), CLASSIC).raw["W"] == 100
    decided = {"kind": "allocation", "contested": True, "decided": {"reason": "a normal line"}}
    doubt = {"W": ["SQ"], "E": ["HK", "H5"]}
    assert GONGZHU.settle(claim(**decided, allocation=doubt), CLASSIC).raw["W"] == 0
    nothing = claim(**decided, allocation={"W": list(out)})
    assert GONGZHU.settle(nothing, CLASSIC).raw["W"] == -50


def test_who_objects_is_kept() -> None:
    """GZ-85."""
    contested = {"kind": "all", "contested": True, "objecting": ["S"]}
    assert [problem[0] for problem in problems(contested)] == ["claim_contested"]
    assert ("unknown_seat", "claim.objecting.0", (), ("Q",)) in problems(
        {**contested, "objecting": ["Q"]}
    )
