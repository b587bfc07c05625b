"""A claim on the page of a deal: who accepts it, what it shares out, and the time to state it."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.test import Client

from referee.claims import policies
from referee.claims.policies import ClaimTreatment
from referee.models import ClaimMode
from tests.browser.deals import Played
from tests.browser.halls import hall_by
from tests.browser.modules.bench import LaidEntry, exposable, part, tile
from tests.browser.modules.conftest import Lay
from tests.referee.hall import Tablet

CLASSIC = {"preset": "classic"}
HUAPAI = {"preset": "huapai"}
LEFT = ("claim-sheet", "statement-left")
OWNED = ("SQ", "HA", "DJ", "C10")


@pytest.fixture
def entry(lay: Lay) -> LaidEntry:
    """A deal of which three scoring cards are written down before a claim."""
    return lay(CLASSIC).gives("N", "SQ").gives("W", "DJ").gives("S", "C10")


@pytest.mark.full
def test_a_claim_that_nobody_accepted_is_open(entry: LaidEntry) -> None:
    entry.claims("E", "all")
    assert entry.check() == {"claim.accepted": []}
    assert entry.text(part("problems", "list")).startswith("Who accepts the claim?")


@pytest.mark.full
def test_a_claim_of_all_completes_the_deal_once_every_other_side_accepts(
    entry: LaidEntry,
) -> None:
    entry.claims("E", "all", "N", "W")
    assert entry.check() == {"claim.accepted": []}
    entry.tap(f'{part("answers")} [data-seat="S"]')
    assert entry.check() == {}
    assert entry.report["claim"]["accepted"] == ["N", "W", "S"]
    assert "East claims: All the rest" in entry.content(part("claim-line"))


@pytest.mark.full
def test_a_claim_that_shares_the_cards_out_says_who_gets_which(entry: LaidEntry) -> None:
    entry.claims("E", "allocation", "N", "W", "S")
    entry.gives("N", "HA").rest("E")
    assert entry.text(tile("HA")).endswith("North · claim")
    claim = entry.report["claim"]
    assert (claim["after_trick"], claim["allocation"]["N"]) == (1, ["HA"])
    assert len(claim["allocation"]["E"]) == 12
    assert entry.check() == {}


@pytest.mark.full
def test_a_claim_of_none_says_on_its_line_who_gets_which(entry: LaidEntry) -> None:
    entry.claims("E", "none", "N", "W", "S").gives("N", "HA").rest("W")
    line = entry.content(part("claim-line"))
    assert "A to North, ♥" in line
    assert "to West" in line


@pytest.mark.full
def test_a_claim_without_its_trick_is_open(entry: LaidEntry) -> None:
    entry.tap(f'{part("claimants")} [data-seat="E"]', '#claim [data-kind="all"]')
    entry.tap(*(f'{part("answers")} [data-seat="{seat}"]' for seat in "NWS"))
    assert entry.check() == {"claim.after_trick": []}
    assert entry.tap(part("claim-sheet", "more")).check() == {}


@pytest.mark.full
def test_what_a_claim_shared_out_does_not_count_once_it_claims_all(entry: LaidEntry) -> None:
    entry.claims("E", "allocation", "N", "W", "S").gives("N", "HA")
    entry.tap('#claim [data-kind="all"]')
    assert not any(entry.report["claim"]["allocation"].values())
    assert entry.check() == {}


@pytest.mark.full
def test_where_no_scoring_card_is_left_nobody_is_asked(lay: Lay) -> None:
    entry = lay(CLASSIC).rest("N").claims("E", "nothing_left")
    assert entry.has(part("claim-sheet", "asked"), "hidden") is not None
    assert entry.check() == {}


@pytest.mark.full
def test_where_nobody_claims_the_blank_sheet_has_no_claims(db: None, client: Client) -> None:
    hall = hall_by(CLASSIC, "captures")
    policies.set_policy(hall.cast.event, hall.cast.bob, ClaimTreatment(mode=ClaimMode.DISALLOWED))
    assert Tablet(client).opens(hall.table).get("round").json()["blank"]["claims"] == []


@pytest.mark.full
def test_a_blank_sheet_without_claims_offers_none(lay: Lay) -> None:
    offers = part("more-sheet", "claim")
    assert lay(CLASSIC).has(offers, "hidden") is None
    assert lay(CLASSIC, claims=[]).has(offers, "hidden") is not None


@pytest.mark.full
def test_a_contested_claim_calls_the_referee_and_is_not_open(entry: LaidEntry) -> None:
    entry.claims("E", "all").tap(part("claim-sheet", "contested"))
    assert [reason for reason, *_said in entry.calls] == ["claim"]
    assert entry.report["claim"]["contested"] is True
    assert entry.check() == {}


@pytest.mark.full
def test_what_is_claimed_and_out_is_not_called_placed(entry: LaidEntry) -> None:
    entry.claims("E", "all").tap(part("claim-sheet", "contested"))
    assert entry.content(part("won", "missing")) == "Still out, claimed by East: 13"
    assert entry.rest("N").content(part("won", "missing")) == "Still out, claimed by East: 13"
    entry.tap(part("claim-sheet", "withdraw")).rest("N")
    assert entry.content(part("won", "missing")) == "All cards are placed."


NOTE = """async (calls) => {
  const { noteOf } = await bench.module("note");
  const problems = [{ code: "claim_contested" }];
  const round = { pack: { calls } };
  const shown = (step) => ({ step, deal: {}, sheet: { acked: true, problems } });
  return ["ruling", "preview"].map((step) => noteOf(round, shown(step)));
}"""


@pytest.mark.full
def test_who_has_called_is_not_told_to_call(entry: LaidEntry) -> None:
    for note in entry.page.evaluate(NOTE, []):
        assert "Call the referee" in note
    for note in entry.page.evaluate(NOTE, [{"state": "open"}]):
        assert "The referee has been called" in note
        assert "Call the referee" not in note


GIVEN = {"allocation": {"N": ["HA"], "E": ["DJ"]}}


@pytest.mark.full
@pytest.mark.parametrize(
    ("claim", "cards"),
    [
        ({"contested": True, "decided": True, **GIVEN}, {"N": 2, "E": 1, "S": 0, "W": 1}),
        ({"contested": True, "decided": True}, {"N": 1, "E": 14, "S": 0, "W": 1}),
        ({"contested": True}, {"N": 1, "E": 0, "S": 0, "W": 1}),
        ({"kind": "allocation", **GIVEN}, {"N": 2, "E": 1, "S": 0, "W": 1}),
        ({"allocation": {"N": []}}, {"N": 1, "E": 14, "S": 0, "W": 1}),
    ],
)
def test_a_claim_is_read_back_with_the_cards_it_gave(
    entry: LaidEntry, claim: dict[str, Any], cards: dict[str, int]
) -> None:
    """East claims all after the eleventh trick; North has the pig and West the transformer."""
    made = {"seat": "E", "kind": "all", "after_trick": 11, "accepted": [], "contested": False}
    report = {"won": {"N": ["SQ"], "W": ["C10"]}, "exposed": [], "claim": {**made, **claim}}
    found = entry.page.evaluate("(report) => bench.wonBy(report)", report)
    assert found == cards


# The time to state it, in seconds after the declaration.


def declared(entry: LaidEntry, ago: int) -> LaidEntry:
    """Let East have declared a claim so many seconds ago, and not stated it."""
    entry.tap(f'{part("claimants")} [data-seat="E"]')
    claim = entry.entry["claim"]
    return entry.change(claim={**claim, "declared": round(time.time() * 1000) - ago * 1000 - 300})


def states(entry: LaidEntry) -> str:
    return entry.tap('#claim [data-kind="all"]').content(part(*LEFT))


@pytest.mark.full
@pytest.mark.parametrize(
    ("ago", "said"),
    [
        (20, "Seconds left to state the claim: 40"),
        (59, "Seconds left to state the claim: 1"),
        (60, "The 60 seconds are over: the claim was not stated."),
    ],
)
def test_the_seconds_count_from_the_declaration(entry: LaidEntry, ago: int, said: str) -> None:
    assert said in declared(entry, ago).content(part(*LEFT))
    assert said in entry.again().content(part("claim-clock")), "and over a reload"
    is_over = entry.has(part("claim-sheet", "statement"), "data-over") is not None
    assert is_over is (ago >= 60)


@pytest.mark.full
def test_they_stop_with_the_statement(entry: LaidEntry) -> None:
    assert states(declared(entry, 59)) == "Stated after 59 s"


@pytest.mark.full
def test_a_statement_after_the_time_says_so(entry: LaidEntry) -> None:
    assert states(declared(entry, 75)) == "Stated after 75 seconds, not within 60."


@pytest.mark.full
def test_nothing_is_counted_where_the_event_gives_no_time(lay: Lay) -> None:
    entry = lay(CLASSIC, statement_seconds=0)
    declared(entry, 75)
    assert entry.has(part("claim-sheet", "statement"), "hidden") is not None


@pytest.mark.full
def test_a_claim_not_stated_in_time_is_withdrawn_or_the_referee_called(entry: LaidEntry) -> None:
    declared(entry, 61).tap(part("over-call"))
    assert entry.calls == [["claim", "The 60 seconds are over: the claim was not stated."]]
    entry.tap(part("over-withdraw"))
    assert entry.entry["claim"] is None
    assert entry.has(part("claim-line"), "hidden") is not None


# Every play is written, and nothing of the hands.


def played(lay: Lay, deal: Played, plays: int) -> LaidEntry:
    entry = lay(HUAPAI, "tricks").step("play")
    (leader, card), *others = deal.plays[:plays]
    entry.plays(card).seat(leader)
    return entry.plays(*(other for _seat, other in others)).claims("E", "all", "N", "W", "S")


@pytest.mark.full
def test_after_eleven_tricks_nothing_is_open(lay: Lay) -> None:
    deal = Played.by(HUAPAI, 5)
    entry = played(lay, deal, 44)
    assert entry.check() == {}
    report = entry.report
    assert (report["plays"], report["claim"]["after_trick"]) == (deal.plays[:44], 11)
    assert report["exposed"] == []
    assert not {"dealt", "hands"} & report.keys()


@pytest.mark.full
def test_of_a_card_that_was_not_played_it_is_asked_who_was_dealt_it(lay: Lay) -> None:
    deal = Played.by(HUAPAI, 1)
    told = {card for _seat, card in deal.plays[:16]}
    missing = [card for card in OWNED if card not in told]
    entry = played(lay, deal, 16)
    assert entry.check() == {"dealt": missing}
    for card in missing:
        entry.tap(exposable(card), f'{part("ask")} [data-seat="W"]')
        assert entry.has(exposable(card), "aria-pressed") == "false"
    assert entry.check() == {}
    assert (entry.report["dealt"], entry.report["exposed"]) == (dict.fromkeys(missing, "W"), [])


UNSENT = """async (works) => {
  const { noteOf } = await bench.module("note");
  const exchange = { connection: { works }, outbox: { unkept: [] } };
  const sheet = { key: "k", problems: [{ code: "claim_contested" }] };
  const round = { pack: { calls: [{ state: "open" }] }, exchange };
  return noteOf(round, { step: "ruling", deal: {}, sheet });
}"""


@pytest.mark.full
def test_a_contested_claim_that_is_not_sent_says_so_beside_the_call(entry: LaidEntry) -> None:
    """On its way it is not kept for later, and who has called is not told to call again."""
    called = "The referee has been called"
    offline = entry.page.evaluate(UNSENT, False)
    assert called in offline
    assert "Call the referee" not in offline
    assert "Kept on this device" in offline
    online = entry.page.evaluate(UNSENT, True)
    assert called in online
    assert "Kept on this device" not in online
