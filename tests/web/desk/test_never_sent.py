"""What no page sends is answered, and stores nothing: a NUL, a number of thousands of digits."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from clubs import fees, seasons
from clubs.members.typed_names import with_picks
from clubs.registration import kiosk, requests
from clubs.registration.refusals import RegistrationProblem
from clubs.seasons import scales
from tests.cast import Cast
from tests.clubs.registration.conftest import empty, opened
from tests.clubs.registration.test_requests import asked, codes
from tournaments import organise
from tournaments.models import ClubFeature, Entry, EntryRequest, Payment

__all__ = ["empty"]
NUL = "a\x00b"
DIGITS = "9" * 5000

pytestmark = pytest.mark.databases


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    used = [ClubFeature.KIOSK, ClubFeature.FEES, ClubFeature.SEASONS]
    cast.club.features = [feature.value for feature in used]
    cast.club.save()
    client.force_login(cast.alice)
    return client


@pytest.mark.full
def test_the_desk_of_requests(cast: Cast, owner: Client) -> None:
    decide = reverse("desk_requests_decide", args=[cast.event.uid])
    for what in ("approve", "refuse", "grant", "keep"):
        assert owner.post(decide, {what: NUL, "reason": "x"}).status_code == 404


def test_the_kiosk(cast: Cast, owner: Client) -> None:
    link = kiosk.open_kiosk(cast.tournament, cast.alice)
    tapped = owner.post(reverse("kiosk_check_in", args=[link]), {"entry": NUL})
    assert tapped.status_code == 409
    assert not Entry.objects.filter(state=Entry.State.CHECKED_IN).exists()
    close = owner.post(reverse("desk_kiosks", args=[cast.tournament.uid]), {"close": NUL})
    assert close.status_code == 302
    assert kiosk.kiosks(cast.tournament).count() == 1


@pytest.mark.full
def test_a_season(cast: Cast, owner: Client) -> None:
    rules = seasons.SeasonRules("2026", scales.read_text("1: n"))
    season = seasons.create_season(cast.club, cast.director, rules)
    chosen = owner.post(reverse("desk_season_events", args=[season.uid]), {"events": NUL})
    assert chosen.status_code == 302
    clubs = reverse("desk_season_clubs", args=[season.uid])
    assert owner.post(clubs, {"club": NUL}).status_code == 302
    assert owner.post(clubs, {"club": NUL, "leave": "1"}).status_code == 404


def test_a_number_of_thousands_of_digits(cast: Cast, owner: Client) -> None:
    fees.set_fee(cast.event, cast.director, 3000)
    address = reverse("desk_fee_take", args=[cast.event.uid])
    assert owner.post(address, {"take": DIGITS, "part": DIGITS}).status_code == 302
    assert not Payment.objects.exists()
    assert with_picks(["张三"], [f"{DIGITS}:1:张三"]) == ["张三"]


def test_a_key_of_a_form_for_another_event(empty: Cast) -> None:
    opened(empty)
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    other = organise.create_event(empty.tournament, empty.director, plan)
    first = requests.ask(empty.event, asked("张三", key="k"))
    refused = [RegistrationProblem.OTHER_EVENT]
    assert codes(lambda: requests.ask(other, asked("李四", key="k"))) == refused
    assert EntryRequest.objects.get() == first
