"""What a form makes is made once under its key, and answered alike when it comes again."""

from __future__ import annotations

import secrets
from datetime import date
from threading import Thread
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import reverse

from clubs.credentials import invitations
from tests.cast import Cast
from tests.sequences.page_forms import PageForm, forms_of
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Club, Credential, Event, SentForm, Tournament
from tournaments.record.audit import SYSTEM, Verb
from tournaments.record.once import Sent, once

AN_EVENING = {
    "name": "周五赛",
    "starts_on": "2026-11-27",
    "place": "",
    "time_zone": "Asia/Shanghai",
}


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def page_form(client: Client, path: str, field: str) -> tuple[str, dict[str, list[str]]]:
    """Return where the form of a page is sent that has a field, and what it sends."""
    listed: list[PageForm] = forms_of(client.get(path).content.decode(), path)
    form = next(form for form in listed if field in form.fields)
    return form.action, {name: asked.shown for name, asked in form.fields.items()}


def twice(client: Client, path: str, field: str, **typed: str) -> tuple[Any, Any]:
    """Send a form twice, as two clicks on a slow line do."""
    action, sent = page_form(client, path, field)
    sent |= {name: [value] for name, value in typed.items()}
    return client.post(action, sent), client.post(action, sent)


@pytest.mark.databases
def test_two_clicks_make_one_tournament(cast: Cast, owner: Client) -> None:
    path = reverse("desk_tournament_new", args=[cast.club.uid])
    first, second = twice(owner, path, "starts_on", **AN_EVENING)
    made = Tournament.objects.get(name="周五赛")
    assert first["Location"] == second["Location"] == reverse("desk_tournament", args=[made.uid])
    assert made.log.count() == 1


@pytest.mark.databases
def test_the_same_key_with_other_content_is_refused_and_what_was_typed_stays(
    cast: Cast, owner: Client
) -> None:
    path = reverse("desk_tournament_new", args=[cast.club.uid])
    action, sent = page_form(owner, path, "starts_on")
    owner.post(action, {**sent, **AN_EVENING})
    other = owner.post(action, {**sent, **AN_EVENING, "name": "周六赛"})
    assert other.status_code == 200
    assert "This form was sent before with other content." in other.content.decode()
    assert other.context["form"]["name"].value() == "周六赛"
    assert not Tournament.objects.filter(name="周六赛").exists()
    # The page that answers has a key of its own.
    form = next(form for form in forms_of(other.content.decode(), path) if "name" in form.fields)
    again = {name: asked.shown for name, asked in form.fields.items()}
    assert owner.post(form.action, again).status_code == 302
    assert Tournament.objects.filter(name="周六赛").exists()


def test_a_form_without_a_key_makes_a_thing_each_time(cast: Cast, owner: Client) -> None:
    path = reverse("desk_tournament_new", args=[cast.club.uid])
    for _click in range(2):
        owner.post(path, AN_EVENING)
    assert Tournament.objects.filter(name="周五赛").count() == 2
    assert not SentForm.objects.exists()


@pytest.mark.full
@pytest.mark.databases
def test_two_clicks_make_one_event(cast: Cast, owner: Client) -> None:
    path = reverse("desk_event_new", args=[cast.tournament.uid]) + "?game=gongzhu"
    first, second = twice(owner, path, "deals_per_round", name="第二项")
    made = Event.objects.get(name="第二项")
    assert first["Location"] == second["Location"] == reverse("desk_entries", args=[made.uid])


@pytest.mark.full
@pytest.mark.databases
def test_two_clicks_make_one_next_evening(cast: Cast, owner: Client) -> None:
    cast.closed_round()
    organise.finish_event(cast.event, cast.director)
    path = reverse("desk_tournament_repeat", args=[cast.tournament.uid])
    first, second = twice(owner, path, "starts_on")
    assert first["Location"] == second["Location"]
    assert Tournament.objects.exclude(pk=cast.tournament.pk).filter(club=cast.club).count() == 1


@pytest.mark.full
@pytest.mark.databases
def test_two_clicks_make_one_invitation_and_show_the_same_link(cast: Cast, owner: Client) -> None:
    path = reverse("desk_invite", args=[cast.club.uid])
    first, second = twice(owner, path, "role")
    assert first.context["link"] == second.context["link"]
    row = invitations.rows_of(cast.club).get()
    secret = first.context["link"].rstrip("/").rpartition("/")[2]
    found = invitations.find(secret)
    assert found is not None
    assert found.credential == row


def test_the_link_of_an_invitation_does_not_follow_from_what_is_stored(
    cast: Cast, owner: Client
) -> None:
    path = reverse("desk_invite", args=[cast.club.uid])
    action, sent = page_form(owner, path, "role")
    answer = owner.post(action, sent)
    (key,) = sent["once"]
    form = SentForm.objects.get()
    assert key not in (form.key_hash, form.content)
    assert Credential.objects.get(uid=form.made).secret_hash not in answer.context["link"]


@pytest.mark.full
def test_two_clicks_found_one_club(cast: Cast, owner: Client) -> None:
    cast.alice.is_superuser = True
    cast.alice.save()
    before = Club.objects.count()
    first, second = twice(owner, reverse("desk_club_new"), "name", name="城东")
    assert first["Location"] == second["Location"]
    assert Club.objects.count() == before + 1


def test_a_key_of_what_was_deleted_since_makes_nothing_anew(cast: Cast) -> None:
    sent = Sent(secrets.token_hex(16), "content")
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 2)
    made = organise.create_event(cast.tournament, cast.director, plan, sent)
    assert organise.create_event(cast.tournament, cast.director, plan, sent) == made
    SentForm.objects.update(made="0" * 12)
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan, sent)
    assert [problem.code for problem in refused.value.problems] == [Reason.FORM_USED]


@pytest.mark.full
@pytest.mark.databases
def test_of_two_at_the_same_moment_one_makes_it_and_both_are_answered(
    transactional_cast: Cast,
) -> None:
    """New tournaments share no lock: the unique key decides."""
    sent, made = Sent(secrets.token_hex(16), "content"), list[Tournament]()

    def create() -> None:
        try:
            made.append(
                organise.create_tournament(
                    transactional_cast.club,
                    transactional_cast.director,
                    name="周五赛",
                    starts_on=date(2026, 11, 27),
                    time_zone="UTC",
                    sent=sent,
                )
            )
        finally:
            connection.close()

    clicks = [Thread(target=create) for _click in range(4)]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    assert [each.pk for each in made] == [Tournament.objects.get(name="周五赛").pk] * len(clicks)


def test_a_key_is_used_once_a_form_has_made_something(cast: Cast) -> None:
    form = Sent("key", "content")
    others = [form, Sent("key", "other"), Sent("another", "content"), form.of("second"), Sent()]
    assert not any(sent.is_used for sent in others)
    form.keep(cast.tournament)
    assert [sent.is_used for sent in others] == [True, True, False, False, False]


class Taken:
    """What is stored under a key, as far as it is known each time when that is asked."""

    def __init__(self, *found: str | None) -> None:
        self._found = list(found)

    def __call__(self) -> str | None:
        return self._found.pop(0)


def made_by(cast: Cast, stored: Taken, error: Exception | None = None) -> str:
    def do(_made: object) -> str:
        if error:
            raise error
        return "made"

    return once(stored, cast.tournament, cast.director, Verb.CHECK_IN, do)


def test_what_is_stored_before_or_under_the_lock_is_answered_and_nothing_written(
    cast: Cast,
) -> None:
    before = cast.tournament.log.count()
    assert made_by(cast, Taken("stored")) == "stored"
    assert made_by(cast, Taken(None, "stored", "stored")) == "stored"
    assert cast.tournament.log.count() == before
    assert made_by(cast, Taken(None, None)) == "made"
    assert cast.tournament.log.count() == before + 1


def test_a_unique_key_says_that_the_same_came_faster_and_other_faults_stay_faults(
    cast: Cast,
) -> None:
    before = cast.tournament.log.count()
    fault = IntegrityError("unique")
    assert made_by(cast, Taken(None, None, "stored"), fault) == "stored"
    with pytest.raises(IntegrityError):
        made_by(cast, Taken(None, None, None), fault)
    with pytest.raises(RuntimeError):
        made_by(cast, Taken(None, "stored", None))
    assert cast.tournament.log.count() == before


def test_what_is_stored_is_asked_for_under_the_lock_where_the_log_has_moved(cast: Cast) -> None:
    asked: list[bool] = []

    def stored() -> str | None:
        asked.append(True)
        return None

    tournament = Tournament.objects.get(pk=cast.tournament.pk)
    for times in (1, 3):  # The second time the owner is as it was read before the first one.
        once(stored, tournament, SYSTEM, Verb.CHECK_IN, lambda _made: "made")
        assert len(asked) == times
