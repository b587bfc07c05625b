"""Before the cards fall: who shuffles, cuts, is dealt first and leads, and the times there are."""

from typing import Any

import pytest

from scoring.game import Context, find_game
from scoring.gongzhu.codes import Caution, ProcedureCode
from scoring.procedure import NO_HISTORY, History, PastDeal, Procedure
from tests.scoring.gongzhu.vectors import rest_of

GONGZHU = find_game("gongzhu")


def begun(history: History = NO_HISTORY, **changes: Any) -> Procedure:
    return GONGZHU.procedure(GONGZHU.rules(changes), history)


def took(seat: str, **more: Any) -> PastDeal:
    """Return an earlier deal in which a seat took the pig."""
    return PastDeal({"won": {seat: ["SQ"]}, **more.pop("report", {})}, **more)


def after(*deals: PastDeal, **changes: Any) -> Procedure:
    return begun(History(deals), **changes)


def codes(begins: Procedure) -> list[str]:
    return [step.code.value for step in begins.steps]


def test_north_shuffles_to_the_first_deal_and_the_next_in_play_cuts() -> None:
    """GZ-100, GZ-101, GZ-102: T9 L266, L268."""
    first = begun()
    assert (first.first_deal, first.shuffles, first.cuts, first.dealt_first) == (
        True,
        "N",
        "W",
        "N",
    )
    assert begun(preset="desktop").cuts == "E"
    assert (begun(players=5).shuffles, begun(players=5).cuts) == ("1", "2")


def test_who_took_the_pig_shuffles_and_leads_to_the_next_deal() -> None:
    """GZ-100, GZ-107: T9 L266, L268, L279, T3 L67."""
    later = after(took("W"), took("S"))
    assert (later.first_deal, later.shuffles, later.cuts, later.leads) == (False, "S", "E", "S")
    assert later.lead_cards == ()


def test_the_holder_of_the_two_leads_it_to_the_first_deal() -> None:
    """GZ-63: T9 L279; the holder is known where the hands are."""
    assert (begun().leads, begun().lead_cards) == (None, ("C2",))
    known = begun(History(hands={"N": ("S3",), "E": ("C2", "SQ")}))
    assert (known.leads, known.lead_cards) == ("E", ("C2",))
    assert begun(preset="western").lead_cards == ("S2",)
    seven = begun(History(hands={"W": ("S7",)}), preset="taiwan")
    assert (seven.leads, seven.lead_cards) == ("W", ())


def test_of_two_twos_the_first_one_dealt_decides_and_nobody_knows_it() -> None:
    """GZ-107: T8 L184, T9 L366."""
    both = History(hands={"N": ("C2",), "W": ("C2",)})
    assert begun(both, preset="qq-double").leads is None
    assert codes(begun(both, preset="qq-double"))[-1] == "first_holder_leads_it"
    assert begun(History(hands={"N": ("C2", "C2")}), preset="qq-double").leads == "N"


@pytest.mark.parametrize(
    ("report", "leads"),
    [
        ({"won": {"N": ["SQ"], "W": ["SQ"]}}, None),
        ({"won": {"N": ["SQ"], "W": ["SQ"]}, "first_pig": "W"}, "W"),
        ({"won": {"N": ["SQ", "SQ"]}}, "N"),
        ({"won": {"N": ["SQ"]}}, None),
        ({"won": {"N": ["SQ"]}, "first_pig": "S"}, None),
    ],
)
def test_with_two_decks_the_first_pig_decides(report: Any, leads: str | None) -> None:
    """GZ-100, GZ-107: T8 L184, T9 L366."""
    later = after(PastDeal(report), preset="qq-double")
    assert (later.leads, later.shuffles) == (leads, leads)


def test_plays_tell_who_took_the_first_pig() -> None:
    """GZ-107: the trick in which it fell, whatever fell later."""
    plays = [["N", ["S2"]], ["W", ["SK"]], ["S", ["SQ"]], ["E", ["S3"]]]
    report = {"plays": plays, "won": {"N": ["SQ"], "W": ["SQ"]}}
    assert after(PastDeal(report), preset="qq-double").leads == "W"
    single = {"plays": [["N", "S2"], ["W", "SK"], ["S", "SQ"], ["E", "S3"]]}
    assert after(PastDeal(single)).leads == "W"


def test_who_lost_most_leads_where_the_text_says_so() -> None:
    """GZ-107: T1 L10. The pig taker shuffles all the same."""
    raw = {"N": -100, "W": -150, "S": 0, "E": 50}
    later = after(took("N", raw=raw), preset="fifty")
    assert (later.leads, later.shuffles) == ("W", "N")
    assert after(took("N"), preset="fifty").leads is None


def test_of_several_who_lost_most_the_pig_taker_leads() -> None:
    """GZ-107."""
    raw = {"N": -100, "W": 0, "S": -100, "E": 0}
    assert after(took("S", raw=raw), preset="fifty").leads == "S"


def test_else_the_first_in_play_from_the_last_leader() -> None:
    """GZ-107: by the plays, the report, or the hands and the deal before."""
    raw = {"N": -100, "W": 0, "S": -100, "E": 20}
    reported = took("E", raw=raw, report={"leader": "W"})
    assert after(reported, preset="fifty").leads == "S"
    played = took("E", raw=raw, report={"plays": [["E", "C5"]], "leader": "W"})
    assert after(played, preset="fifty").leads == "N"
    held = took("E", raw=raw, report={"hands": {"S": ["C2"]}})
    assert after(held, preset="fifty").leads == "S"
    assert after(took("E", raw=raw), preset="fifty").leads is None
    before = took("W", raw={"N": 0, "W": 0, "S": 10, "E": -5})
    assert after(before, took("E", raw=raw), preset="fifty").leads == "N"


def test_an_earlier_deal_of_which_nothing_is_known_leaves_it_open() -> None:
    """GZ-107: the step says by which rule, and no seat."""
    later = after(PastDeal())
    assert (later.shuffles, later.cuts, later.leads) == (None, None, None)
    assert codes(later)[0] == "pig_taker_shuffles"
    assert codes(later)[-1] == "pig_taker_leads"
    assert codes(after(PastDeal(None), preset="fifty"))[-1] == "biggest_loser_leads"


@pytest.mark.parametrize("report", [None, 5, "x", [], {"won": 5, "plays": {}, "first_pig": [1]}])
def test_no_report_is_too_broken(report: Any) -> None:
    for preset in GONGZHU.presets:
        assert after(PastDeal(report), preset=preset).first_deal is False, preset


def test_a_person_who_moved_is_followed_to_the_seat_of_now() -> None:
    """GZ-108."""
    moved = {"N": "W", "W": "N", "S": "S"}
    assert after(took("N", moved=moved)).leads == "W"
    assert after(took("E", moved=moved)).leads is None
    raw = {"N": 0, "W": -200, "S": -100, "E": 0}
    assert after(took("S", raw=raw, moved=moved), preset="fifty").leads == "N"
    tied = {"N": -100, "W": -100, "S": 0, "E": 20}
    last = took("S", raw=tied, moved={**moved, "E": "E"}, report={"leader": "W"})
    assert after(last, preset="fifty").leads == "N"
    losses = {"N": 0, "W": 0, "S": 0, "E": -20}
    assert after(took("S", raw=losses, moved=moved), preset="fifty").leads is None


def test_a_void_deal_may_pass_to_the_next_who_shuffles() -> None:
    """GZ-108: north, then west; after the pig was south's, east. Who leads stays the same."""
    assert [begun(History(redealt=times)).shuffles for times in (0, 1, 2, 4)] == list("NWSN")
    once = begun(History((took("S"),), redealt=1))
    assert (once.shuffles, once.cuts, once.dealt_first, once.leads) == ("E", "N", "E", "S")
    board = begun(History(leader="E", redealt=1), preset="huapai-duplicate")
    assert board.shuffles is None


def test_who_lost_the_last_game_begins_the_next() -> None:
    """GZ-100: T9 L266. The two of clubs leads once more."""
    later = begun(History(losers=("S",)))
    assert (later.first_deal, later.shuffles, later.lead_cards) == (True, "S", ("C2",))
    assert begun(History(losers=("E", "W"))).shuffles == "W"
    assert begun(History(losers=())).shuffles == "N"


def test_boards_are_not_shuffled_and_name_the_leader() -> None:
    """GZ-103, GZ-63."""
    board = begun(History((took("W"),), leader="E"), preset="huapai-duplicate")
    assert (board.shuffles, board.cuts, board.dealt_first, board.leads) == (None, None, None, "E")
    assert codes(board)[0] == "cards_from_board"
    assert codes(begun(preset="huapai-duplicate"))[-1] == "board_names_leader"
    assert codes(begun(first_lead="free"))[-1] == "table_names_leader"


def test_there_are_ten_seconds_and_twenty() -> None:
    """GZ-104: T9 L269, L275, L277."""
    windows = [(window.code, window.seconds) for window in begun(preset="huapai").windows]
    assert windows == [
        (ProcedureCode.FIRST_EXPOSURE_WINDOW, 10),
        (ProcedureCode.EXPOSURE_WINDOW, 20),
    ]
    assert [window.seconds for window in begun().windows] == [20]
    assert begun(preset="taiwan").windows == ()


def test_the_steps_are_in_the_order_in_which_they_are_done() -> None:
    """GZ-105, GZ-106: T9 L266-279."""
    assert codes(begun(preset="huapai")) == [
        "shuffles",
        "cuts",
        "dealt_first",
        "first_exposure_window",
        "count_check",
        "count_mended_by_drawing",
        "count_mended_by_dealing_anew",
        "exposure_window",
        "exposure_announced",
        "holder_leads_it",
    ]
    counts = {
        players: dict(step.values)["number"]
        for players in (3, 4, 5)
        for step in begun(players=players).steps
        if step.code is ProcedureCode.COUNT_CHECK
    }
    assert counts == {3: 17, 4: 13, 5: 10}
    assert "exposure_announced" not in codes(begun(preset="taiwan"))


def test_it_is_plain_data_too() -> None:
    written = after(took("S")).as_json()
    assert (written["leads"], written["first_deal"]) == ("S", False)
    assert written["windows"] == [{"code": "exposure_window", "seconds": 20}]
    assert written["steps"][0] == {"code": "shuffles", "seat": "S", "cards": [], "values": {}}


def test_a_silent_report_is_filled_in_from_what_went_before() -> None:
    """GZ-108, GZ-62: the next to play is the derived leader."""
    rules, derived = GONGZHU.rules({}), Context(leader="S", first_deal=False)
    assert GONGZHU.follow({"plays": []}, rules, derived).next == "S"
    assert GONGZHU.follow({"plays": [], "leader": "W"}, rules, derived).next == "W"
    opening = GONGZHU.follow({"plays": [["N", "C3"]]}, rules, Context(first_deal=True))
    assert [flag.code.value for flag in opening.flags] == ["wrong_first_lead"]


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        ({"plays": [["W", "C3"]], "leader": "W"}, [Caution.LEADER_NOT_AS_DERIVED]),
        ({"won": {}, "leader": "W"}, [Caution.LEADER_NOT_AS_DERIVED]),
        ({"plays": [["S", "C3"]], "leader": "S"}, []),
        ({"won": {}}, []),
        ({"won": {}, "first_deal": True}, [Caution.FIRST_DEAL_NOT_AS_DERIVED]),
        (None, []),
    ],
)
def test_another_leader_is_a_warning_and_no_problem(report: Any, expected: list[Caution]) -> None:
    """GZ-108."""
    rules, derived = GONGZHU.rules({}), Context(leader="S", first_deal=False)
    followed = GONGZHU.follow(report, rules, derived)
    assert [warning.code for warning in followed.warnings] == expected
    assert GONGZHU.follow(report, rules).warnings == ()
    won = {"won": {"N": ["SQ"], "W": rest_of(["SQ"])}, "leader": "W"}
    assert GONGZHU.problems(won, rules, derived) == ()


def test_over_boards_a_deal_begins_as_the_board_says_whatever_went_before() -> None:
    """GZ-109."""
    rules = GONGZHU.for_boards(GONGZHU.rules({"first_exposure": True}))
    assert (rules.game_end, rules.first_exposure) == (None, False)
    later = GONGZHU.procedure(rules, History((took("W"),), hands={"E": ("C2",)}, from_board=True))
    assert (later.shuffles, later.cuts, later.leads) == (None, None, "E")
    assert codes(later)[0] == "cards_from_board"


def test_a_board_is_never_dealt_anew() -> None:
    """GZ-109: where the count of a board is wrong it is restored, as other tables play it too."""
    over_boards = codes(begun(History(leader="E", from_board=True)))
    assert "count_mended_from_record" in over_boards
    assert "count_mended_by_dealing_anew" not in over_boards
    assert "count_mended_by_dealing_anew" in codes(begun())


@pytest.mark.parametrize("rules", [{"first_lead": "free"}, {"decks": 2}])
def test_over_boards_somebody_leads_where_the_cards_do_not_tell_it(rules: Any) -> None:
    """GZ-109: the table would name anybody, and of two C2 it would be the first that was dealt."""
    over_boards = GONGZHU.for_boards(GONGZHU.rules(rules))
    begins = GONGZHU.procedure(over_boards, History(leader="S", from_board=True))
    assert (begins.leads, begins.lead_cards) == ("S", ())


@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_the_rules_of_every_preset_hold_over_boards(preset: str) -> None:
    """GZ-109."""
    rules = GONGZHU.for_boards(GONGZHU.rules({"preset": preset}))
    assert GONGZHU.rules(rules.as_dict()) == rules
    assert GONGZHU.for_boards(rules) == rules == GONGZHU.for_fixed_deals(rules)


def test_the_loser_of_a_game_shuffles_all_through_the_next_by_the_other_reading() -> None:
    """GZ-100: T9 L266 of a 轮 that is a game, of which alone 当猪 is explained (L253-255)."""
    deals = (PastDeal({"won": {"S": ["SQ"]}}),)
    for reading, first, later in (("pig_taker", "S", "S"), ("game_loser", "N", "W")):
        rules = GONGZHU.rules({"shuffler": reading})
        assert GONGZHU.procedure(rules, History(deals)).shuffles == first
        after_a_game = GONGZHU.procedure(rules, History(deals, losers=("E", "W")))
        assert after_a_game.shuffles == later
        assert after_a_game.leads == "S"
