"""Every change at the desk fetches again under its lock: a role may have ended, a row be gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from django.http import Http404, HttpRequest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests.address_tables import DESK
from tests.cast import Cast
from tests.samples import every_day
from tests.test_declared_roles import declared
from tests.web.desk.conftest import Do
from tests.web.desk.test_frame_of_views import sent
from tests.world import World, assemble
from tournaments import organise
from tournaments.models import Event, Membership, Role, RoleLimit, User
from tournaments.record import audit
from tournaments.record.audit import SYSTEM, Asking, Verb
from tournaments.rights import access
from web.desk.frame.views import UNSAID, act

ENDED: Final = "You no longer have the role that this needs. Nothing was changed."
GONE: Final = "What you wanted to change is no longer there. Nothing was changed."
CHANGED_BY: Final = sorted(name for name, roles in declared().items() if roles.change)
ENGLISH: Final = {"Accept-Language": "en"}


@pytest.fixture
def world(db: None) -> World:
    return assemble()


@pytest.fixture
def cast(db: None) -> Cast:
    return people.assemble()


def of_every_owner(world: World) -> dict[str, int]:
    """Return how long the logs are."""
    cast = world.cast
    return {
        "club": cast.club.log.count(),
        "tournament": cast.tournament.log.count(),
    }


@pytest.fixture
def alice(cast: Cast, client: Client) -> Client:
    """Sign in the owner of the club, who reads English."""
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.mark.parametrize("name", every_day(CHANGED_BY, each=12))
def test_no_view_changes_anything_for_an_account_whose_role_ended_since_its_fetch(
    name: str, world: World, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast = world.cast
    client.force_login(cast.alice)
    address = reverse(name, args=DESK[name].of(world))
    asking_again = audit.asking_again
    asked: list[str] = []
    made: list[str] = []

    @contextmanager
    def later(ask: Asking) -> Iterator[None]:
        Membership.objects.filter(user=cast.alice).delete()
        asked.append(name)
        with asking_again(ask):
            with audit.change(cast.tournament, cast.director, Verb.CHECK_IN):
                made.append(name)
            yield

    monkeypatch.setattr(audit, "asking_again", later)
    before = of_every_owner(world)
    entry = cast.event.entries.get(number=1)
    answer = client.post(address, {"entry": entry.uid}, headers=ENGLISH)
    assert (asked, made) == ([name], [])
    assert answer.status_code == 403, answer
    assert ENDED in answer.content.decode(), answer.content.decode()[-1500:]
    assert of_every_owner(world) == before


def test_whoever_is_no_official_any_more_draws_no_round(
    cast: Cast, alice: Client, meanwhile: Callable[[Do], None]
) -> None:
    meanwhile(Membership.objects.filter(user=cast.alice).delete)
    answer = alice.post(reverse("desk_draw", args=[cast.event.uid]))
    assert (answer.status_code, cast.event.rounds.count()) == (403, 0)
    assert ENDED in answer.content.decode()


def test_whose_account_is_closed_meanwhile_draws_no_round(
    cast: Cast, alice: Client, meanwhile: Callable[[Do], None]
) -> None:
    meanwhile(lambda: User.objects.filter(pk=cast.alice.pk).update(is_active=False))
    answer = alice.post(reverse("desk_draw", args=[cast.event.uid]))
    assert (answer.status_code, cast.event.rounds.count()) == (403, 0)
    assert ENDED in answer.content.decode()


def test_whoever_is_still_an_official_draws(cast: Cast, alice: Client) -> None:
    assert alice.post(reverse("desk_draw", args=[cast.event.uid])).status_code == 302
    assert cast.event.rounds.count() == 1


def limited(cast: Cast, event: Event) -> Membership:
    """Make Bob a director of one event alone."""
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.DIRECTOR)
    held = cast.bob.memberships.get(role=Role.DIRECTOR)
    RoleLimit.objects.create(membership=held, event=event)
    return held


@pytest.fixture
def other(cast: Cast) -> Event:
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    return organise.create_event(cast.tournament, cast.director, plan)


def test_a_role_that_was_limited_to_another_event_has_ended_in_this_one(
    cast: Cast, other: Event, alice: Client, meanwhile: Callable[[Do], None]
) -> None:
    alice.force_login(cast.bob)
    held = limited(cast, cast.event)
    meanwhile(lambda: held.limits.update(event=other))
    answer = alice.post(reverse("desk_draw", args=[cast.event.uid]))
    assert (answer.status_code, cast.event.rounds.count()) == (403, 0)
    assert ENDED in answer.content.decode()


def test_an_event_that_is_gone_is_gone_for_an_account_that_is_limited_to_it(
    cast: Cast, other: Event, alice: Client, meanwhile: Callable[[Do], None]
) -> None:
    alice.force_login(cast.bob)
    limited(cast, other)
    meanwhile(lambda: organise.delete_event(other, cast.director))
    answer = alice.post(reverse("desk_notice", args=[other.uid]), {"notice": "中午 开始"})
    assert answer.status_code == 404
    text = answer.content.decode()
    assert (GONE in text, ENDED in text, "中午 开始" in text) == (True, False, True)


def test_a_draft_that_was_discarded_meanwhile_is_gone_and_not_published(
    cast: Cast, alice: Client, meanwhile: Callable[[Do], None]
) -> None:
    draft = cast.drawn_round()
    meanwhile(lambda: organise.discard_round(draft, cast.director))
    answer = alice.post(reverse("desk_publish", args=[draft.uid]))
    assert (answer.status_code, cast.event.rounds.count()) == (404, 0)
    assert GONE in answer.content.decode()


def test_a_form_about_what_is_gone_already_shows_what_was_typed_but_no_password(
    cast: Cast, alice: Client
) -> None:
    typed = {"notice": "中午 开始", "password": "not this one", "was-notice": "ab12.7"}
    answer = alice.post(reverse("desk_notice", args=["0" * 12]), typed)
    text = answer.content.decode()
    assert (answer.status_code, "no longer open to you" in text) == (404, True)
    assert ("中午 开始" in text, "not this one" in text, "ab12.7" in text) == (True, False, False)


def test_an_entry_that_took_the_number_meanwhile_is_not_the_one_that_was_meant(
    cast: Cast, alice: Client, meanwhile: Callable[[Do], None]
) -> None:
    first, second = cast.event.entries.order_by("number")[:2]
    meanwhile(lambda: organise.remove_entry(first, cast.director))
    address = reverse("desk_entry_remark", args=[cast.event.uid, 1])
    alice.post(address, {"entry": first.uid, "remark": "轮椅"})
    second.refresh_from_db()
    assert (second.number, second.remark) == (1, "")


def test_a_change_of_the_program_itself_is_not_asked(cast: Cast) -> None:
    rows = [cast.event]

    def fetch(*_args: Any, **_address: Any) -> Event:
        if not rows:
            raise Http404
        return rows.pop()

    @act(fetch, access.DIRECTORS, back="desk_event")
    def press(_request: HttpRequest, event: Event) -> str:
        with audit.change(event.tournament, SYSTEM, Verb.CHECK_IN):
            return UNSAID

    before = cast.tournament.log.count()
    assert sent(press).status_code == 302
    assert cast.tournament.log.count() == before + 1


def test_a_row_that_an_operation_does_not_find_is_gone_and_is_in_the_log_of_faults(
    cast: Cast, alice: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def draw(*_args: Any, **_options: Any) -> None:
        Event.objects.get(pk=0)

    monkeypatch.setattr(organise, "draw_round", draw)
    answer = alice.post(reverse("desk_draw", args=[cast.event.uid]))
    assert (answer.status_code, GONE in answer.content.decode()) == (404, True)
    assert "Event.DoesNotExist" in caplog.text
