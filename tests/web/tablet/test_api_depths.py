"""What the tablet's API says of hands, tricks, claims and penalties."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.browser.deals import Played
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall, Tablet, codes, fits
from tournaments.models import Result, Seat
from tournaments.record import ledger
from tournaments.record.audit import Verb, change
from web.tablet.api.answers import CardsAnswer, PreviewAnswer
from web.tablet.api.round_pack import RoundPack

CLAIM: dict[str, Any] = {
    "seat": "E",
    "after_trick": 9,
    "kind": "all",
    "allocation": {},
    "accepted": ["N", "W", "S"],
    "contested": False,
}
BEFORE_THE_CLAIM = {"N": ["SQ"], "W": ["DJ"], "S": ["C10"]}


@pytest.fixture
def played() -> Played:
    """A deal of the demo."""
    return Played.number(0)


def previewed(hall: Hall, tablet: Tablet, report: dict[str, Any]) -> Any:
    """Return a preview that fits its description."""
    answer = tablet.post("preview", {"deal": hall.deal().uid, "report": report})
    return fits(PreviewAnswer, answer.json())


def test_a_preview_says_who_plays_next_and_what_may_be_played(
    hall: Hall, tablet: Tablet, played: Played
) -> None:
    report = {"hands": played.facts["hands"], "plays": [["W", "S2"]], "leader": "W"}
    following = previewed(hall, tablet, report)["following"]
    assert (following["next"], following["legal"]) == ("S", ["S5", "S7", "S8", "S9"])
    assert following["left"]["W"] == [card for card in played.hand("W") if card != "S2"]


def test_a_preview_fills_in_the_fourth_hand(hall: Hall, tablet: Tablet, played: Played) -> None:
    three = {seat: played.hand(seat) for seat in "NWS"}
    following = previewed(hall, tablet, {"hands": three, "plays": []})["following"]
    assert following["hands"]["E"] == played.hand("E")


def test_an_illegal_play_is_flagged_in_words_and_stays(
    hall: Hall, tablet: Tablet, played: Played
) -> None:
    plays = [["W", "S2"], ["S", "DJ"]]
    report = {"hands": played.facts["hands"], "plays": plays, "leader": "W", "first_deal": False}
    following = previewed(hall, tablet, report)["following"]
    assert [(flag["play"], flag["code"], flag["seat"]) for flag in following["flags"]] == [
        (1, "revoke", "S")
    ]
    assert following["flags"][0]["text"]
    assert following["trick"] == plays


@pytest.mark.full
@pytest.mark.parametrize("report", [None, 7, [], {"plays": "no"}, {"hands": {"N": [1, None]}}])
def test_whatever_is_previewed_is_followed(hall: Hall, tablet: Tablet, report: Any) -> None:
    assert previewed(hall, tablet, report)["problems"]


@pytest.mark.full
def test_null_among_exposures_is_refused_by_its_place(hall: Hall, tablet: Tablet) -> None:
    shown = {"seat": "N", "card": "SQ", "kind": "exposed"}
    exposed: list[tuple[Any, str, str]] = [
        ([None], "not_an_object", "exposed.0"),
        ([shown, None], "not_an_object", "exposed.1"),
        ([{**shown, "seat": None}], "not_a_text", "exposed.0.seat"),
        ([{**shown, "card": None}], "not_a_text", "exposed.0.card"),
        ([{**shown, "kind": None}], "not_a_text", "exposed.0.kind"),
        ([{**shown, "late": None}], "not_a_truth_value", "exposed.0.late"),
        ({"SQ": None}, "not_a_text", "exposed.SQ"),
    ]
    for value, code, field in exposed:
        report = {**NORTH_TAKES_THE_PIG, "exposed": value}
        taken = tablet.submits(hall.sheet(report=report))
        told = previewed(hall, tablet, report)["problems"]
        assert (taken["standing"], taken["problems"]) == ("mend", told)
        assert [(problem["code"], problem["field"]) for problem in told] == [(code, field)]
        assert told[0]["text"]


def test_an_accepted_claim_completes_a_preview(hall: Hall, tablet: Tablet) -> None:
    preview = previewed(hall, tablet, {"won": BEFORE_THE_CLAIM, "claim": CLAIM})
    assert (preview["problems"], preview["scores"]["E"]) == ([], 200)


def test_a_contested_claim_has_that_one_problem_and_no_points(hall: Hall, tablet: Tablet) -> None:
    contested = {**CLAIM, "accepted": [], "contested": True}
    preview = previewed(hall, tablet, {"won": BEFORE_THE_CLAIM, "claim": contested})
    assert [problem["code"] for problem in preview["problems"]] == ["claim_contested"]
    assert preview["scores"] == {}


@pytest.mark.full
def test_the_round_pack_says_how_much_is_written_and_what_is_dealt(
    hall: Hall, tablet: Tablet
) -> None:
    pack = fits(RoundPack, tablet.get("round").json())
    blank = pack["blank"]
    assert pack["event"]["depth"] == "captures"
    assert blank["depths"] == ["captures", "hands", "tricks"]
    assert (len(blank["deck"]), blank["hand_size"]) == (52, 13)
    assert (blank["suits"], blank["ranks"][0], blank["ranks"][-1]) == (list("SHDC"), "2", "A")
    assert set(blank["claims"]) == {"all", "none", "allocation", "nothing_left", "concede"}


@pytest.mark.full
def test_a_claim_stands_in_the_round_pack_in_words(hall: Hall, tablet: Tablet) -> None:
    report = {"won": BEFORE_THE_CLAIM, "claim": CLAIM}
    tablet.submits(hall.sheet(report=report, recorder="S"))
    first, second = fits(RoundPack, tablet.get("round").json())["deals"]
    assert "East claimed all the rest" in first["notes"][0]
    assert second["notes"] == []


@pytest.mark.full
def test_penalties_of_the_table_stand_in_the_round_pack_until_they_are_taken_back(
    hall: Hall, tablet: Tablet
) -> None:
    seat = Seat.objects.select_related("side").get(sitting__deals=hall.deal(), label="W")
    entry = seat.side.entries.get()
    origin = ledger.Origin("ruling", "penalty")
    with change(hall.cast.tournament, hall.cast.director, Verb.ADJUST) as made:
        penalty = ledger.adjust(
            made, entry, Fraction(-50), reason="Late", article="P-01", origin=origin
        )
    (sentence,) = fits(RoundPack, tablet.get("round").json())["penalties"]
    assert "West" in sentence
    assert "−50 penalty points. Late (P-01)" in sentence
    with change(hall.cast.tournament, hall.cast.director, Verb.ADJUST) as made:
        ledger.reverse(made, penalty, reason="Not late", origin=origin)
    assert tablet.get("round").json()["penalties"] == []


def test_a_hand_is_read_as_people_type_it(tablet: Tablet) -> None:
    answer = fits(CardsAnswer, tablet.post("cards", {"text": "s AT 红桃10 d- c3"}).json())
    assert answer == {"cards": ["S10", "SA", "H10", "C3"], "problems": []}


def test_what_was_typed_and_not_understood_is_named(tablet: Tablet) -> None:
    answer = fits(CardsAnswer, tablet.post("cards", {"text": "S AX"}).json())
    assert answer["cards"] == ["SA"]
    assert all(problem["text"] for problem in answer["problems"])
    assert len(answer["problems"]) == 1


def test_a_hand_that_is_no_text_is_refused(tablet: Tablet) -> None:
    assert codes(tablet.post("cards", {"text": ["SA"]})) == ["text_malformed"]
    assert codes(tablet.post("cards", {})) == ["missing_field"]


@pytest.mark.full
def test_a_deal_that_counts_nothing_says_so_instead_of_points(hall: Hall, tablet: Tablet) -> None:
    origin = ledger.Origin("ruling", "ruling")
    with change(hall.cast.tournament, hall.cast.director, Verb.RECORD_RESULT) as made:
        nothing = ledger.Report(Result.Kind.NOT_PLAYED, {})
        ledger.post(made, hall.deal(), nothing, seen=0, origin=origin, reason="Time was up")
    first = fits(RoundPack, tablet.get("round").json())["deals"][0]
    assert (first["state"], first["scores"]) == ("done", None)
    assert first["notes"] == ["not played · Time was up"]


def test_cards_of_two_decks_are_typed_twice(tablet: Tablet) -> None:
    answer = tablet.post("cards", {"text": "S AAA", "copies": 2}).json()
    assert answer["cards"] == ["SA", "SA"]
    assert [problem["code"] for problem in answer["problems"]] == ["card_typed_twice"]


@pytest.mark.full
def test_a_preview_tells_what_is_still_open_where_that_is_asked(hall: Hall, tablet: Tablet) -> None:
    report = {"won": BEFORE_THE_CLAIM}
    assert previewed(hall, tablet, report)["outlook"] is None
    request = {"deal": hall.deal().uid, "report": report, "outlook": True}
    outlook = fits(PreviewAnswer, tablet.post("preview", request).json())["outlook"]
    assert len(outlook["unplaced"]) == 13
    assert outlook["scores"]["E"] == [-200, 200]
