"""What can be wrong with a report: every defect is named, with its field, cards and seats."""

from typing import Any

import pytest

from scoring.cards import DECK
from scoring.game import Context, find_game
from scoring.gongzhu.deck import SCORING
from scoring.problems import Problem, Unsettled
from tests.scoring.gongzhu.vectors import rest_of

GONGZHU = find_game("gongzhu")
CLASSIC = GONGZHU.rules({})
HUAPAI = GONGZHU.rules({"preset": "huapai"})
DOUBLE = GONGZHU.rules({"preset": "qq-double"})

Report = dict[str, Any]

HANDS = {
    seat: [card for card in DECK if card[0] == suit]
    for seat, suit in zip("NWSE", "SHDC", strict=True)
}
"""North was dealt all spades, west all hearts, south all diamonds, east all clubs."""

DOUBLE_HANDS = {seat: cards * 2 for seat, cards in HANDS.items()}
OWNERS = {"SQ": "N", "HA": "W", "DJ": "S", "C10": "E"}


def good(**changes: Any) -> Report:
    """Return a report of classic without a problem, or with the fields changed."""
    return {"won": {"N": ["SQ"], "W": rest_of(["SQ"]), "S": [], "E": []}, **changes}


def double(**changes: Any) -> Report:
    """Return a report of two decks without a problem, or with the fields changed."""
    return {"won": {"N": ["SQ"], "W": rest_of(["SQ"], decks=2)}, **changes}


def shown(card: Any, seat: Any = "N", kind: Any = "exposed") -> Report:
    """Return an entry of `exposed`."""
    return {"seat": seat, "card": card, "kind": kind}


def with_won(**piles: Any) -> Report:
    """Return a report in which the other scoring cards lie with west."""
    placed = [card for pile in piles.values() for card in pile if card in SCORING]
    return {"won": {"W": rest_of(set(placed)), **piles}}


def brief(problem: Problem) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
    """Return what a test looks at."""
    return problem.code.value, problem.field, problem.cards, problem.seats


FORM: list[tuple[Any, str, str]] = [
    (None, "not_an_object", ""),
    ([], "not_an_object", ""),
    ("won", "not_an_object", ""),
    (10**400, "not_an_object", ""),
    ({}, "missing_field", "won"),
    ({"won": None}, "not_an_object", "won"),
    ({"won": []}, "not_an_object", "won"),
    (good(won={"N": "SQ"}), "not_a_list", "won.N"),
    (good(won={"N": None}), "not_a_list", "won.N"),
    (good(won={"N": {"SQ": 1}}), "not_a_list", "won.N"),
    (with_won(N=["SQ", 7]), "not_a_text", "won.N.1"),
    (with_won(N=[["SQ"]]), "not_a_text", "won.N.0"),
    (good(exposd={}), "unknown_field", "exposd"),
    (good(first_pig="N"), "unknown_field", "first_pig"),
    (good(exposed="SQ"), "not_a_list", "exposed"),
    (good(exposed=["SQ"]), "not_an_object", "exposed.0"),
    (good(exposed=[{}, shown("DJ")]), "missing_field", "exposed.0.seat"),
    (good(exposed=[{**shown("DJ"), "who": 1}]), "unknown_field", "exposed.0.who"),
    (good(exposed=[shown(["DJ"])]), "not_a_text", "exposed.0.card"),
    (good(exposed=[shown("DJ", kind=None)]), "not_a_text", "exposed.0.kind"),
    (good(exposed=[shown("DJ", kind="shown")]), "unknown_value", "exposed.0.kind"),
    (good(exposed={"DJ": True}), "not_a_text", "exposed.DJ"),
    (good(dealt=["SQ"]), "not_an_object", "dealt"),
    (good(dealt={"SQ": None}), "not_a_text", "dealt.SQ"),
    (good(hands=[]), "not_an_object", "hands"),
    (good(hands={**HANDS, "N": None}), "not_a_list", "hands.N"),
]


@pytest.mark.parametrize(("report", "code", "field"), FORM)
def test_data_of_the_wrong_form_is_named_by_its_field(report: Any, code: str, field: str) -> None:
    first = GONGZHU.problems(report, CLASSIC)[0]
    assert (first.code.value, first.field) == (code, field)


WON = [
    (with_won(N=["QS"]), "unknown_card", "won.N", ("QS",), ()),
    (with_won(N=["H10", "H1"]), "unknown_card", "won.N", ("H1",), ()),
    (with_won(Q=["SQ"]), "unknown_seat", "won", (), ("Q",)),
    (with_won(N=["SQ"], S=["SQ"]), "card_won_too_often", "won", ("SQ",), ("N", "S")),
    (with_won(N=["SQ", "SQ"]), "card_won_too_often", "won", ("SQ",), ("N",)),
    (with_won(N=["SK"], E=["SK"]), "card_won_too_often", "won", ("SK",), ("N", "E")),
    (good(won={"N": list(SCORING[1:])}), "cards_not_won", "won", ("SQ",), ()),
]


@pytest.mark.parametrize(("report", "code", "field", "cards", "seats"), WON)
def test_every_scoring_card_is_won_once(
    report: Report, code: str, field: str, cards: tuple[str, ...], seats: tuple[str, ...]
) -> None:
    """GZ-5."""
    assert [brief(problem) for problem in GONGZHU.problems(report, CLASSIC)] == [
        (code, field, cards, seats)
    ]


def test_two_decks_have_every_scoring_card_twice() -> None:
    """GZ-2, GZ-5."""
    assert GONGZHU.problems(double(), DOUBLE) == ()
    [problem] = GONGZHU.problems({"won": {"N": SCORING, "S": SCORING[2:]}}, DOUBLE)
    assert brief(problem) == ("cards_not_won", "won", ("SQ", "H2"), ())
    assert dict(problem.values) == {"count": 2}
    [problem] = GONGZHU.problems({"won": {"N": [*SCORING, "SQ"], "S": SCORING}}, DOUBLE)
    assert brief(problem) == ("card_won_too_often", "won", ("SQ",), ("N", "S"))
    assert dict(problem.values) == {"count": 3, "copies": 2}


def test_a_whole_deck_may_be_recorded_and_no_more() -> None:
    """GZ-5: plain cards are welcome."""
    assert GONGZHU.problems({"won": HANDS}, CLASSIC) == ()
    twice = {seat: [*cards, "C2"] for seat, cards in HANDS.items()}
    assert [brief(p) for p in GONGZHU.problems({"won": twice}, CLASSIC)] == [
        ("card_won_too_often", "won", ("C2",), ("N", "W", "S", "E"))
    ]


def test_a_seat_that_is_left_out_won_nothing() -> None:
    """GZ-6."""
    report = {"won": {"S": list(SCORING)}}
    assert GONGZHU.problems(report, CLASSIC) == ()
    assert GONGZHU.settle(report, CLASSIC).raw == {"N": 0, "W": 0, "S": 800, "E": 0}


@pytest.mark.parametrize(("players", "removed"), [(3, ["D2"]), (5, ["D2", "S2"])])
def test_cards_that_are_not_dealt_cannot_be_won(players: int, removed: list[str]) -> None:
    """GZ-1."""
    rules = GONGZHU.rules({"players": players})
    problems = GONGZHU.problems({"won": {"1": [*SCORING, *removed, "C2"]}}, rules)
    assert [brief(p) for p in problems] == [
        ("card_not_in_deck", "won.1", (card,), ()) for card in removed
    ]


def test_what_an_unreadable_pile_held_is_not_called_missing() -> None:
    codes = [p.code.value for p in GONGZHU.problems(good(won={"N": 1, "W": []}), CLASSIC)]
    assert codes == ["not_a_list"]


EXPOSED = [
    ([shown("S1")], "unknown_card", "exposed.0.card", ("S1",), ()),
    ([shown("SQ", "Q")], "unknown_seat", "exposed.0.seat", (), ("Q",)),
    ([shown("HK")], "not_exposable", "exposed.0.card", ("HK",), ("N",)),
    ([shown("SQ"), shown("SQ")], "exposed_too_often", "exposed", ("SQ",), ("N",)),
    ([shown("SQ", kind="first")], "first_exposure_not_played", "exposed.0.kind", ("SQ",), ("N",)),
    ({"H5": "exposed"}, "not_exposable", "exposed.H5", ("H5",), ()),
    ({"HA": "first"}, "first_exposure_not_played", "exposed.HA", ("HA",), ()),
    ({"♥A": "exposed"}, "unknown_card", "exposed.♥A", ("♥A",), ()),
]


@pytest.mark.parametrize(("exposed", "code", "field", "cards", "seats"), EXPOSED)
def test_what_cannot_have_been_exposed_is_named(
    exposed: Any, code: str, field: str, cards: tuple[str, ...], seats: tuple[str, ...]
) -> None:
    """GZ-21, GZ-22."""
    assert [brief(problem) for problem in GONGZHU.problems(good(exposed=exposed), CLASSIC)] == [
        (code, field, cards, seats)
    ]


def test_nothing_is_exposed_where_there_is_no_exposure() -> None:
    """GZ-21."""
    rules = GONGZHU.rules({"preset": "taiwan"})
    problems = GONGZHU.problems(good(exposed={"SQ": "exposed", "HA": "first"}), rules)
    assert [brief(p) for p in problems] == [("exposure_not_played", "exposed", ("SQ", "HA"), ())]
    assert GONGZHU.problems(good(exposed=[]), rules) == ()


def test_a_seat_has_one_first_card() -> None:
    """GZ-22, T9 L277."""
    rules = GONGZHU.rules({"first_exposure": True})
    first = [shown("SQ", kind="first"), shown("DJ", "W", "first"), shown("HA", kind="first")]
    [problem] = GONGZHU.problems(good(exposed=first), rules)
    assert brief(problem) == ("two_first_exposures", "exposed", ("SQ", "HA"), ("N",))
    assert GONGZHU.problems(good(exposed=first[:2]), rules) == ()


def test_two_decks_expose_copy_by_copy() -> None:
    """GZ-26."""
    both = [shown("SQ"), shown("SQ", "W")]
    assert GONGZHU.problems(double(exposed=both), DOUBLE) == ()
    [problem] = GONGZHU.problems(double(exposed=[*both, shown("SQ", "E")]), DOUBLE)
    assert brief(problem) == ("exposed_too_often", "exposed", ("SQ",), ("N", "W", "E"))
    [problem] = GONGZHU.problems(double(exposed={"SQ": "exposed"}), DOUBLE)
    assert brief(problem) == ("short_form_with_two_decks", "exposed", (), ())


def test_owners_must_be_known_where_self_winning_counts() -> None:
    """GZ-25."""
    [problem] = GONGZHU.problems(good(), HUAPAI)
    assert brief(problem) == ("owner_unknown", "dealt", ("SQ", "HA", "DJ", "C10"), ())
    some = good(dealt={"SQ": "N"}, exposed=[shown("DJ", "W"), shown("HA", "E", "first")])
    [problem] = GONGZHU.problems(some, HUAPAI)
    assert brief(problem) == ("owner_unknown", "dealt", ("C10",), ())
    assert GONGZHU.problems(good(), CLASSIC) == ()


@pytest.mark.parametrize(
    ("report", "context"),
    [
        (good(dealt=OWNERS), Context()),
        (good(hands=HANDS), Context()),
        (good(hands=HANDS, dealt=OWNERS, exposed=[shown("SQ")]), Context()),
        (good(), Context(hands={seat: tuple(cards) for seat, cards in HANDS.items()})),
        (good(exposed=[shown(card, seat) for card, seat in OWNERS.items()]), Context()),
    ],
)
def test_owners_are_known_from_what_says_so(report: Report, context: Context) -> None:
    """GZ-25: SQ was dealt to north, who won it."""
    assert GONGZHU.problems(report, HUAPAI, context) == ()
    lines = GONGZHU.settle(report, HUAPAI, context).lines_of("N")
    assert [line.code.value for line in lines] == ["pig", "self_won"]


@pytest.mark.parametrize(
    ("report", "field", "card", "seats"),
    [
        (good(dealt={"SQ": "N"}, exposed=[shown("SQ", "W")]), "exposed", "SQ", ("N", "W")),
        (good(dealt={"DJ": "E"}, hands=HANDS), "hands.S", "DJ", ("E", "S")),
        (good(hands=HANDS, exposed=[shown("HA", "S")]), "exposed", "HA", ("W", "S")),
    ],
)
def test_owners_that_contradict_each_other_are_named(
    report: Report, field: str, card: str, seats: tuple[str, ...]
) -> None:
    """GZ-25."""
    [problem] = GONGZHU.problems(report, CLASSIC)
    assert brief(problem) == ("owner_contradictory", field, (card,), seats)


def test_the_board_is_a_witness_too() -> None:
    """GZ-25."""
    board = Context(hands={seat: tuple(cards) for seat, cards in HANDS.items()})
    [problem] = GONGZHU.problems(good(dealt={"C10": "N"}), CLASSIC, board)
    assert brief(problem) == ("owner_not_of_board", "dealt.C10", ("C10",), ("N",))
    swapped = {**HANDS, "N": HANDS["W"], "W": HANDS["N"]}
    problems = GONGZHU.problems(good(hands=swapped), CLASSIC, board)
    assert brief(problems[0]) == ("hands_not_of_board", "hands", (), ("N", "W"))
    sorted_otherwise = {seat: cards[::-1] for seat, cards in HANDS.items()}
    assert GONGZHU.problems(good(hands=sorted_otherwise), CLASSIC, board) == ()


DEALT = [
    ({"SQ": "Q"}, "unknown_seat", "dealt.SQ", (), ("Q",)),
    ({"QS": "N"}, "unknown_card", "dealt.QS", ("QS",), ()),
    ({"HK": "N"}, "owner_not_asked", "dealt.HK", ("HK",), ()),
]


@pytest.mark.parametrize(("dealt", "code", "field", "cards", "seats"), DEALT)
def test_a_mistake_in_dealt_is_named_and_not_called_unknown_too(
    dealt: dict[str, str], code: str, field: str, cards: tuple[str, ...], seats: tuple[str, ...]
) -> None:
    """GZ-25."""
    report = good(dealt={**OWNERS, **dealt})
    assert [brief(p) for p in GONGZHU.problems(report, HUAPAI)] == [(code, field, cards, seats)]


HANDS_WRONG = [
    ({"N": HANDS["N"][1:]}, "hand_of_wrong_size", "hands.N", (), ("N",)),
    ({"N": [*HANDS["N"][1:], "H2"]}, "card_dealt_too_often", "hands", ("H2",), ("N", "W")),
    ({"N": [*HANDS["N"][1:], "S1"]}, "unknown_card", "hands.N", ("S1",), ()),
    ({"Q": []}, "unknown_seat", "hands", (), ("Q",)),
]


@pytest.mark.parametrize(("change", "code", "field", "cards", "seats"), HANDS_WRONG)
def test_hands_must_be_whole(
    change: dict[str, Any], code: str, field: str, cards: tuple[str, ...], seats: tuple[str, ...]
) -> None:
    """GZ-1, GZ-25."""
    problems = GONGZHU.problems(good(hands={**HANDS, **change}), CLASSIC)
    assert brief(problems[0]) == (code, field, cards, seats)


def test_two_hands_that_are_left_out_have_the_wrong_size() -> None:
    """GZ-7."""
    problems = GONGZHU.problems(good(hands={seat: HANDS[seat] for seat in "NW"}), CLASSIC)
    assert [problem.field for problem in problems] == ["hands.S", "hands.E"]
    assert dict(problems[0].values) == {"count": 0, "expected": 13}


def test_two_decks_have_no_owners_but_hands_that_must_hold_what_was_exposed() -> None:
    """GZ-26."""
    assert GONGZHU.problems(double(hands=DOUBLE_HANDS, exposed=[shown("SQ")] * 2), DOUBLE) == ()
    [problem] = GONGZHU.problems(double(hands=DOUBLE_HANDS, exposed=[shown("HA")]), DOUBLE)
    assert brief(problem) == ("card_not_in_hand", "exposed", ("HA",), ("N",))
    [problem] = GONGZHU.problems(double(dealt={"SQ": "N"}), DOUBLE)
    assert brief(problem) == ("dealt_with_two_decks", "dealt", (), ())


def test_the_first_pig_of_two_was_won_by_the_seat_that_is_named() -> None:
    assert GONGZHU.problems(double(first_pig="N", first_C2="E"), DOUBLE) == ()
    [problem] = GONGZHU.problems(double(first_pig="E"), DOUBLE)
    assert brief(problem) == ("first_pig_not_won", "first_pig", ("SQ",), ("E",))
    [problem] = GONGZHU.problems(double(first_C2="X"), DOUBLE)
    assert brief(problem) == ("unknown_seat", "first_C2", (), ("X",))
    [problem] = GONGZHU.problems(double(first_pig=1), DOUBLE)
    assert brief(problem) == ("not_a_text", "first_pig", (), ())
    [problem] = GONGZHU.problems({"won": 1, "first_pig": "E"}, DOUBLE)
    assert problem.field == "won"


def test_what_may_be_left_out_may_be_null() -> None:
    report = good(exposed=None, dealt=None, hands=None, plays=None, leader="N", first_deal=True)
    assert GONGZHU.problems(report, CLASSIC) == ()


def test_every_defect_is_named_at_once() -> None:
    report = {
        "won": {"N": ["SQ", "XX"], "Q": ["SQ"]},
        "exposed": [shown("SQ", "N", "first"), shown("SQ", "Z")],
        "dealt": {"DJ": 4},
        "nonsense": 0,
    }
    codes = [problem.code.value for problem in GONGZHU.problems(report, CLASSIC)]
    assert codes == [
        "unknown_field",
        "unknown_seat",
        "unknown_card",
        "card_won_too_often",
        "unknown_seat",
        "first_exposure_not_played",
        "exposed_too_often",
        "not_a_text",
        "cards_not_won",
    ]


def test_a_report_with_problems_is_not_settled() -> None:
    with pytest.raises(Unsettled) as refusal:
        GONGZHU.settle({"won": {}}, CLASSIC)
    assert refusal.value.problems == GONGZHU.problems({"won": {}}, CLASSIC)
    assert str(refusal.value) == "cards_not_won at won"


def test_the_blank_sheet_asks_for_what_the_rules_need() -> None:
    assert GONGZHU.blank(CLASSIC).cards == SCORING
    assert GONGZHU.blank(CLASSIC).kinds == ("exposed",)
    assert GONGZHU.blank(CLASSIC).owners == ()
    assert GONGZHU.blank(HUAPAI).owners == GONGZHU.blank(HUAPAI).exposable
    assert len(GONGZHU.blank(DOUBLE).cards) == 32
    taiwan = GONGZHU.blank(GONGZHU.rules({"preset": "taiwan"}))
    assert (taiwan.exposable, taiwan.kinds) == ((), ())
