"""Claims of a paper sheet, typed at the desk and decided there."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import Claim
from tests.referee.hall import Hall
from tests.web.desk.deals import test_desk_entry
from tests.web.desk.deals.test_desk_entry import (
    address,
    fields,
    live,
    overview,
    stored,
    text,
    typed_in,
)
from tournaments.checks.verification import verify
from tournaments.models import Result
from web.desk.typed_sheets.typed_forms import initial

desk = test_desk_entry.desk


@pytest.mark.full
def test_a_claim_that_shares_out_no_card_is_prefilled_with_none(hall: Hall, desk: Client) -> None:
    layout = desk.get(address(hall)).context["form"].asked
    claim = {"seat": "E", "after_trick": 11, "kind": "all", "allocation": {"N": [], "E": []}}
    assert initial({"claim": claim}, layout)["claim_allocation"] == ""


@pytest.mark.full
def test_what_is_wrong_with_a_claim_is_told_in_words_and_not_by_the_name_of_a_field(
    hall: Hall, desk: Client
) -> None:
    data = {"won_N": "SQ", "claim_seat": "W", "claim_kind": "all", "claim_after": "14"}
    form = typed_in(desk, address(hall), **data, reason="paper").context["form"]
    (told,) = form.errors["claim_after"]
    assert told == "Claim › Tricks before the claim: a number from 0 to 13 is expected here."


def contested(hall: Hall, desk: Client) -> None:
    """Type a sheet on which West claims all the rest and is contested."""
    where = address(hall)
    data = {"won_N": "SQ", "claim_seat": "W", "claim_kind": "all", "claim_after": "9"}
    data |= {"claim_accepted": "N", "claim_contested": "on", "reason": "paper"}
    preview = typed_in(desk, where, **data)
    answer = desk.post(where, {**fields(preview), "store": "1"})
    assert answer["Location"] == address(hall, "referee_deal")


@pytest.mark.full
def test_a_contested_claim_is_typed_and_waits_for_the_referee(hall: Hall, desk: Client) -> None:
    contested(hall, desk)
    page = text(desk.get(overview(hall)))
    assert "Claims to be decided" in page
    assert "West claimed all the rest" in page
    decided = {"gets_W": "DJ", "gets_S": "C10", "gets_E": "H2-A", "reason": "W had no entry"}
    # A claim that was not on the page when it was sent is not decided by it.
    unseen = desk.post(address(hall, "referee_claim"), decided, follow=True)
    assert "No claim on this deal awaits" in text(unseen)
    assert not Result.objects.exists()
    assert "Accepted by North. The claim was contested." in text(unseen)
    assert address(hall, "referee_claim") in text(unseen)
    shown = text(desk.get(address(hall, "referee_claim")))
    out = shown.partition("Still out")[2].partition("North")[0]
    assert 'data-card="H2"' in out
    assert 'data-card="SQ"' not in out


@pytest.mark.full
def test_a_contested_claim_is_decided_at_the_desk(hall: Hall, desk: Client) -> None:
    contested(hall, desk)
    decided = {"gets_W": "DJ", "gets_S": "C10", "gets_E": "H2-9", "reason": "W had no entry"}
    decided["claim"] = Claim.objects.get().uid
    refused = desk.post(address(hall, "referee_claim"), decided)
    assert refused.context["deciding"].errors
    assert not Result.objects.exists()
    decided |= {"gets_E": "H2-A", "article": "§12"}
    shown = desk.post(address(hall, "referee_claim"), decided)
    changes = shown.context["deciding"].preview
    assert [(seat.before, seat.after) for seat in changes.seats if seat.label == "N"] == [
        (None, -100)
    ]
    assert {effect.after.total for effect in changes.effect} >= {-100, 50, 100, 200}
    decided |= {"apply": "1", "previewed": shown.context["deciding"]["previewed"].value()}
    assert desk.post(address(hall, "referee_claim"), decided).status_code == 302
    assert live(hall) == {"N": -100, "W": 100, "S": 50, "E": 200}
    assert Result.live.get().kind == Result.Kind.CLAIMED
    assert "W had no entry" in text(desk.get(address(hall, "referee_deal")))
    assert "+200" in text(desk.get(address(hall, "referee_deal")))
    public = Client().get(reverse("deal", args=[hall.deal().uid]))
    assert "§12" in text(public)
    assert public.context["page"].live.facts["won"]["W"] == ["DJ"]
    corrected = {"claim_allocation": "W: DJ; S: C10; N: H2-A", "reason": "thought again"}
    stored(desk, address(hall), **corrected)
    assert live(hall) == {"N": 100, "W": 100, "S": 50, "E": 0}
    assert verify(hall.cast.tournament) == []


@pytest.mark.nightly
def test_the_rest_of_a_claim_goes_to_one_seat_without_writing_its_cards(
    hall: Hall, desk: Client
) -> None:
    contested(hall, desk)
    page = desk.get(address(hall, "referee_claim"))
    assert "Remaining cards to" in text(page)
    decided = {"gets_W": "DJ", "gets_S": "C10", "rest": "E", "reason": "W had no entry"}
    decided |= {"apply": "1", "claim": Claim.objects.get().uid}
    shown = desk.post(address(hall, "referee_claim"), decided)
    decided["previewed"] = shown.context["deciding"]["previewed"].value()
    assert desk.post(address(hall, "referee_claim"), decided).status_code == 302
    assert live(hall) == {"N": -100, "W": 100, "S": 50, "E": 200}


@pytest.mark.full
def test_nothing_is_decided_before_its_effect_was_shown(hall: Hall, desk: Client) -> None:
    contested(hall, desk)
    where = address(hall, "referee_claim")
    decided = {"gets_W": "DJ", "gets_S": "C10", "rest": "E", "reason": "W had no entry"}
    decided |= {"apply": "1", "claim": Claim.objects.get().uid, "previewed": "0" * 64}
    shown = desk.post(where, decided)
    assert "What it changes in the standings" in text(shown)
    assert not Result.objects.exists()
    # What was shown is decided, and nothing else: another seat is shown anew.
    decided["previewed"] = shown.context["deciding"]["previewed"].value()
    other = desk.post(where, decided | {"rest": "N"})
    assert other.context["deciding"].preview is not None
    assert not Result.objects.exists()
    assert desk.post(where, decided | {"reason": "W had none"}).status_code == 302
