"""What is stored behind a preview is stored once, and two clicks are answered alike."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse

from clubs import fees
from clubs.members import register
from clubs.members.register import Imported, MemberData
from tests.cast import Cast
from tests.sequences.page_forms import forms_of
from tournaments.models import (
    Club,
    ClubEntry,
    ClubFeature,
    EntryMember,
    Payment,
    PaymentMethod,
    Person,
)
from tournaments.record.once import Sent
from web.forms import sent

Answer = Any


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def pressed(page: Answer, path: str, button: str, **typed: str) -> tuple[str, dict[str, Any]]:
    """Return where the form with a button is sent, and what it sends when that is pressed."""
    for form in forms_of(page.content.decode(), path):
        for name, value, action in form.buttons:
            if name == button:
                sent: dict[str, Any] = {key: each.shown for key, each in form.fields.items()}
                return action or form.action, {**sent, **typed, name: value}
    raise AssertionError(f"no button {button}")


def twice(client: Client, page: Answer, path: str, button: str, **typed: str) -> list[Answer]:
    action, sent = pressed(page, path, button, **typed)
    return [client.post(action, sent) for _ in range(2)]


def uploaded(*names: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("list.csv", "\n".join(["姓名", *names]).encode())


@pytest.mark.full
@pytest.mark.databases
def test_a_list_for_the_register_is_stored_once(cast: Cast, owner: Client) -> None:
    path = reverse("desk_members_import", args=[cast.club.uid])
    page = owner.post(path, {"file": uploaded("新一", "新二")})
    before = ClubEntry.objects.count()
    first, second = twice(owner, page, path, "store")
    assert first.status_code == second.status_code == 302
    assert first["Location"] == second["Location"]
    assert Person.objects.filter(name__in=["新一", "新二"]).count() == 2
    assert ClubEntry.objects.count() == before + 1


@pytest.mark.full
@pytest.mark.databases
def test_names_from_a_file_and_a_pasted_list_are_entered_once(cast: Cast, owner: Client) -> None:
    path = reverse("desk_entries_file", args=[cast.event.uid])
    page = owner.post(path, {"file": uploaded("新一", "新二")})
    answers = twice(owner, page, path, "enter")
    path = reverse("desk_entries_paste", args=[cast.event.uid])
    page = owner.post(path, {"names": "新三\n新四"})
    answers += twice(owner, page, path, "enter")
    names = reverse("desk_entries", args=[cast.event.uid])
    assert [answer.get("Location") for answer in answers] == [names] * 4
    new = EntryMember.objects.filter(person__name__startswith="新")
    assert new.count() == 4


def test_a_file_is_a_part_of_what_a_form_says(cast: Cast) -> None:
    def said(*names: str) -> Sent:
        request = RequestFactory().post("/", {"once": "0" * 32, "file": uploaded(*names)})
        request.user = cast.alice
        return sent.form(request)  # type: ignore[arg-type]

    assert said("新一") == said("新一")
    assert said("新一") != said("新二")


@pytest.mark.full
@pytest.mark.databases
def test_two_clicks_take_a_fee_once_and_two_buttons_two(cast: Cast, owner: Client) -> None:
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.FEES.value])
    fees.set_fee(cast.event, cast.director, 3000)
    path = reverse("desk_fees", args=[cast.event.uid])
    action, sent = pressed(owner.get(path), path, "take")
    first, second = cast.event.entries.order_by("number").values_list("uid", flat=True)[:2]
    whose = (first, first, second)
    answers = [owner.post(action, {**sent, "take": uid}, follow=True) for uid in whose]
    assert Payment.objects.count() == 2
    assert [answer.context["messages"]._loaded_data[0].level_tag for answer in answers] == [
        "success"
    ] * 3


@pytest.mark.full
@pytest.mark.databases
def test_two_clicks_name_one_stand_in(cast: Cast, owner: Client) -> None:
    path = reverse("desk_entry", args=[cast.event.uid, 1])
    form = next(
        form
        for form in forms_of(owner.get(path).content.decode(), path)
        if form.action.endswith("stand-in/") or "from_round" in form.fields
    )
    sent = {name: each.shown for name, each in form.fields.items()}
    sent |= {"name": ["替补"], "from_round": ["1"]}
    first, second = (owner.post(form.action, sent) for _ in range(2))
    assert first["Location"] == second["Location"] == path
    assert EntryMember.objects.filter(person__name="替补").count() == 1


def at_once(*acts: Callable[[], object]) -> None:
    """Do several things at the same moment, each on a connection of its own."""
    start = Barrier(len(acts))

    def run(act: Callable[[], object]) -> None:
        start.wait()
        try:
            act()
        finally:
            connection.close()

    threads = [Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_two_lists_at_once_are_one(cast: Cast) -> None:
    form = Sent("k" * 32, "the same")
    lines = [Imported(MemberData("新一")), Imported(MemberData("新二"))]
    at_once(
        *[lambda: register.save_members(cast.club, cast.director, lines, form) for _ in range(2)]
    )
    assert Person.objects.filter(name__in=["新一", "新二"]).count() == 2


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_take_one_fee(cast: Cast) -> None:
    fees.set_fee(cast.event, cast.director, 3000)
    entry = cast.event.entries.select_related("event__tournament__club").get(number=1)
    form = Sent("k" * 32, "the same")
    rows: list[Payment] = []
    at_once(
        *[
            lambda: rows.append(fees.take_fee(entry, cast.alice, PaymentMethod.CASH, sent=form))
            for _ in range(2)
        ]
    )
    assert len({row.pk for row in rows}) == Payment.objects.count() == 1
