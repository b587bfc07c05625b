"""What lies on the table at a contested claim, and the search as evidence for the referee."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache

from referee.claims import claims, evidence, hands, policies
from referee.claims.evidence import ClaimEvidence, Lack
from referee.claims.hands import Faced
from referee.claims.policies import ClaimTreatment
from referee.models import Claim, ClaimMode, FacedHands
from referee.sheets import entry
from scoring.gongzhu.engine import GONGZHU
from scoring.problems import ProblemCode, Unsettled
from tests import pairs_cast
from tests.browser.deals import Played
from tests.referee.hall import Hall
from tournaments.checks.verification import verify
from tournaments.models import Result

CLASSIC = {"preset": "classic"}
SCORING = ("SQ", "DJ", "C10")


def ended(tricks: int = 8, **claim: Any) -> dict[str, Any]:
    """Return a report whose last tricks are claimed; every hand and every play is written down."""
    deal = Played.by(CLASSIC, 3)
    plays = deal.plays[: tricks * 4]
    following = GONGZHU.follow({"hands": deal.facts["hands"], "plays": plays}, GONGZHU.rules({}))
    return {
        "hands": deal.facts["hands"],
        "plays": plays,
        "first_deal": True,
        "leader": deal.facts["leader"],
        "claim": {
            "seat": following.next,
            "after_trick": tricks,
            "kind": "all",
            "accepted": [],
            "contested": True,
            **claim,
        },
    }


def captured(report: dict[str, Any]) -> dict[str, Any]:
    """Return the same with the captures alone, as most tables write it down."""
    won = GONGZHU.follow({**report, "claim": None}, GONGZHU.rules({})).won
    piles = {seat: [c for c in cards if c[0] == "H" or c in SCORING] for seat, cards in won.items()}
    return {"won": piles, "claim": report["claim"]}


def claimed(hall: Hall, report: dict[str, Any]) -> Claim:
    sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=report))
    return Claim.objects.select_related("sheet", "deal__event").get(sheet=sheet)


@pytest.mark.full
def test_the_hands_follow_from_a_sheet_with_hands_and_plays(hall: Hall) -> None:
    claim = claimed(hall, ended(objecting=["S"]))
    faced = hands.faced_hands(claim)
    assert {len(cards) for cards in faced.hands.values()} == {5}
    assert (faced.turn, faced.trick) == (claim.seat, [])
    assert faced.led
    assert list(faced.objecting) == ["S"]


@pytest.mark.full
@pytest.mark.databases
def test_of_captures_alone_the_hands_are_written_down_once(hall: Hall) -> None:
    whole = ended()
    told = hands.faced_hands(claimed(hall, whole))
    second = hall.deal(2)
    sealed = hall.sheet(second, captured(whole))
    claim = entry.submit(writer=hall.writer(), sealed=sealed).claim
    assert hands.faced_hands(claim).hands == {}
    assert evidence.search(claim, hands.faced_hands(claim)) is Lack.NOT_FACED
    line = Faced(told.hands, told.trick, told.led, told.turn, "hearts from the top", ("S", "E"))
    hands.write_down(claim, hall.cast.bob, line)
    faced = hands.faced_hands(claim)
    assert (faced.line, list(faced.objecting)) == ("hearts from the top", ["S", "E"])
    assert faced.hands == told.hands
    hands.write_down(claim, hall.cast.bob, Faced(told.hands, (), told.led, told.turn, "again"))
    assert hands.faced_hands(claim).line == "again"
    assert FacedHands.objects.filter(claim=claim).count() == 2
    assert verify(hall.cast.tournament) == []


def test_hands_that_cannot_be_are_refused_with_everything_wrong(hall: Hall) -> None:
    claim = claimed(hall, ended())
    told = hands.faced_hands(claim)
    first, *_rest = told.hands
    short = {**told.hands, first: told.hands[first][1:]}
    with pytest.raises(Unsettled) as refused:
        hands.write_down(claim, hall.cast.bob, Faced(short, (), told.led, told.turn))
    codes = {problem.code.value for problem in refused.value.problems}
    assert "hand_of_wrong_size" in codes
    assert not FacedHands.objects.exists()


def test_hands_of_which_nobody_knows_whose_turn_it_is_lack_that(hall: Hall) -> None:
    claim = claimed(hall, ended())
    told = hands.faced_hands(claim)
    with pytest.raises(Unsettled) as refused:
        hands.write_down(claim, hall.cast.bob, Faced(told.hands, (), told.led))
    (lacking,) = refused.value.problems
    assert (lacking.code, lacking.field) == (ProblemCode.MISSING_FIELD, "turn")


@pytest.mark.full
def test_an_ending_of_five_cards_is_searched_within_the_time(hall: Hall) -> None:
    claim = claimed(hall, ended())
    faced = hands.faced_hands(claim)
    found = evidence.search(claim, faced)
    assert isinstance(found, ClaimEvidence)
    assert not found.gave_up
    assert found.certain is not None
    assert found.least is not None
    assert set(found.least) == {"N", "W", "S", "E"}
    assert evidence.known_evidence(claim, faced) == found


def test_what_a_search_found_is_kept_in_plain_values(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A class in the cache could not move: what was kept before would not be read any more."""
    claim = claimed(hall, ended())
    faced = hands.faced_hands(claim)
    least = dict.fromkeys("NWSE", 0)
    found = ClaimEvidence(True, False, (("N", "SQ"), ("W", "SA")), least, least, gave_up=False)
    monkeypatch.setattr(evidence, "_search", lambda _line: found)
    kept: dict[str, Any] = {}
    monkeypatch.setattr(cache, "set", lambda key, value, _seconds: kept.update({key: value}))
    monkeypatch.setattr(cache, "get", kept.get)

    assert evidence.search(claim, faced) == found

    ((key, value),) = kept.items()
    assert json.loads(json.dumps(value)) == value
    assert evidence.known_evidence(claim, faced) == found

    # Under the key of before lies an object of a class.
    kept.clear()
    _of_now, _, rest = key.partition(":")
    kept[f"claim-evidence:{rest}"] = found
    assert evidence.known_evidence(claim, faced) is None


@pytest.mark.full
def test_a_search_that_takes_too_long_says_that_it_gave_up(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "SECONDS", 0.01)
    claim = claimed(hall, ended(6))
    found = evidence.search(claim, hands.faced_hands(claim))
    assert found == ClaimEvidence(gave_up=True)


@pytest.mark.full
def test_what_is_not_searched_says_why(hall: Hall) -> None:
    claim = claimed(hall, ended(4))
    faced = hands.faced_hands(claim)
    assert evidence.search(claim, faced) is Lack.TOO_MANY_CARDS
    cache.add(evidence.BUSY, True, 5)
    few = claimed(hall, ended(8))
    assert evidence.search(few, hands.faced_hands(few)) is Lack.BUSY


def worked(**more: Any) -> dict[str, Any]:
    """7.1 (3): west has +100, ♠Q ♥K ♥5 are out; stated is ♠Q to north and the hearts to east."""
    out = ("SQ", "HK", "H5")
    hearts = [f"H{rank}" for rank in (*range(2, 11), *"JQKA") if f"H{rank}" not in out]
    won = {"W": ["DJ"], "N": hearts, "S": ["C10"]}
    claim = {"seat": "W", "kind": "none", "after_trick": 8, "accepted": [], "contested": True}
    stated = {"N": ["SQ"], "E": ["HK", "H5"]}
    return {"won": won, "claim": {**claim, "allocation": stated, **more}}


def raw_of_west() -> int:
    result = Result.live.get()
    return int(result.settlement["raw"]["W"])


def test_the_third_worked_case_without_owners_is_refused(hall: Hall) -> None:
    """7.1 (3): C-01, 0 points. Nothing is held, and it is said again."""
    sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=worked(allocation={})))
    assert "claim_incomplete" in {problem["code"] for problem in sheet.problems}
    assert claims.waiting_in(sheet.deal) == frozenset()
    assert list(sheet.claim.steps.values_list("state", flat=True)) == ["declared"]
    again = claimed(hall, worked())
    assert claims.waiting_in(again.deal) == {again.uid}


@pytest.mark.parametrize(
    ("allocation", "wanted"),
    [
        ({"N": ["SQ"], "E": ["HK", "H5"]}, 100),
        ({"W": ["SQ"], "E": ["HK", "H5"]}, 0),
    ],
)
@pytest.mark.full
def test_the_third_worked_case_by_doubt(
    hall: Hall, allocation: dict[str, list[str]], wanted: int
) -> None:
    """7.1 (3): +100 where the claim stands, 0 where a normal line gives west the pig."""
    claim = claimed(hall, worked())
    claims.decide(claim, hall.cast.bob, allocation, "a normal line")
    assert raw_of_west() == wanted
    assert claim.steps.get(state="decided").mode == ClaimMode.BRIDGE_DOUBT


def test_the_third_worked_case_all_or_nothing(hall: Hall) -> None:
    """7.1 (3): west gets all three, −50; the form is filled in with just that."""
    policies.set_policy(
        hall.cast.event, hall.cast.bob, ClaimTreatment(mode=ClaimMode.SKAT_ALL_OR_NOTHING)
    )
    claim = claimed(hall, worked())
    worst = hands.worst_allocation(claim, ("N", "W", "S", "E"))
    assert {seat: set(cards) for seat, cards in worst.items()} == {"W": {"SQ", "HK", "H5"}}
    claims.decide(claim, hall.cast.bob, worst, "the pig could not be avoided")
    assert raw_of_west() == -50
    assert claim.steps.get(state="decided").mode == ClaimMode.SKAT_ALL_OR_NOTHING
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_all_or_nothing_is_worst_for_the_side_and_not_for_the_seat(db: None) -> None:
    """What a pair claims in vain goes to the adversaries (7.3), never to the partner."""
    hall = Hall.of(pairs_cast.assemble())
    treatment = ClaimTreatment(mode=ClaimMode.SKAT_ALL_OR_NOTHING)
    policies.set_policy(hall.cast.event, hall.cast.bob, treatment)
    west = ["SQ", "C10", *(f"H{rank}" for rank in (*range(2, 11), "J", "Q"))]
    claim = {"seat": "S", "after_trick": 8, "kind": "all", "accepted": [], "contested": True}
    row = claimed(hall, {"won": {"W": west}, "claim": claim})
    worst = hands.worst_allocation(row, ("N", "W", "S", "E"))
    # The sheep is worth 100 to whoever has it; the next seat of the other side is East.
    assert {seat: set(cards) for seat, cards in worst.items()} == {"E": {"DJ"}, "S": {"HK", "HA"}}
