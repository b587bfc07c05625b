"""What no page sends is answered, and stores nothing: a NUL, a number of thousands of digits."""

from __future__ import annotations

from typing import Any, Final

import pytest
from django.db import connection
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
from tests.world import (
    Arguments,
    World,
    assemble,
    club,
    deal_of,
    event_of,
    member_of_club,
    tournament,
)
from tournaments import organise
from tournaments.models import ClubFeature, Entry, EntryRequest, Payment
from web.desk.rulings.sources import NAMES

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


def no_nul(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    """Refuse what PostgreSQL refuses, on every database."""
    assert not any(isinstance(value, str) and "\0" in value for value in params or ())
    return execute(sql, params, many, context)


@pytest.fixture
def world(db: None) -> World:
    return assemble()


READ: Final = [
    ("referee_calls", tournament, {"event": NUL}, 200),
    ("referee_calls_live", tournament, {"event": NUL}, 200),
    ("referee_rulings", tournament, {"event": NUL}, 200),
    ("referee_overview", tournament, {"event": NUL}, 200),
    ("desk_codes", tournament, {"event": NUL}, 200),
    ("desk_member", member_of_club, {"merge": NUL, "with": NUL}, 200),
    *(("referee_rule_case", event_of, {name: NUL}, 404) for name in (*NAMES, "irregularity")),
]
SENT: Final = [
    ("desk_club_rules", club, {"rules": NUL}),
    ("referee_claim", deal_of, {"claim": NUL}),
    ("referee_claim_reopen", deal_of, {"claim": NUL, "reason": "x"}),
    ("referee_claim_keep", deal_of, {"claim": NUL, "reason": "x"}),
    ("referee_type", deal_of, {"key": NUL}),
]


@pytest.mark.full
def test_what_an_address_names(world: World, client: Client) -> None:
    client.force_login(world.cast.alice)
    with connection.execute_wrapper(no_nul):
        for name, of, query, status in READ:
            assert client.get(reverse(name, args=of(world)), query).status_code == status, query


@pytest.mark.full
@pytest.mark.parametrize(("name", "of", "data"), SENT, ids=[name for name, *_rest in SENT])
def test_what_a_form_names(
    world: World, client: Client, name: str, of: Arguments, data: dict[str, str]
) -> None:
    client.force_login(world.cast.alice)
    with connection.execute_wrapper(no_nul):
        assert client.post(reverse(name, args=of(world)), data).status_code in (200, 302)


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
