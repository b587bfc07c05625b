"""A device takes a table over by an official's PIN, and is told what the first left undone."""

from __future__ import annotations

from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.refusals import Code
from referee.base.verbs import Verb
from referee.leases import leases
from referee.models import DeviceLease, Sheet
from referee.sheets import entry
from tests.referee.hall import DEVICE, NOTHING_WON, Hall, Tablet, fits
from tests.referee.sheets.test_races import log_holds, together
from tests.referee.taking_over import OTHER, heard, takes_over, told_of
from tournaments.models import AuditEntry, Result
from web.tablet.api.answers import LeaseAnswer
from web.tablet.api.errors import Refusal


@pytest.mark.full
@pytest.mark.databases
def test_the_new_device_has_the_table_and_the_old_one_is_told_so(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    answer = takes_over(hall.table, pin, told_of(hall))
    assert answer.status_code == 201
    lease = fits(LeaseAnswer, answer.json())
    assert Tablet(Client(), lease["token"]).get("round").status_code == 200
    lost = tablet.get("round")
    refusal = fits(Refusal, lost.json())
    assert (lost.status_code, refusal["code"]) == (401, "lease_taken_over")
    old = DeviceLease.objects.get(device=DEVICE)
    assert old.released_at is not None
    assert refusal["released_at"] == old.released_at.isoformat()


@pytest.mark.full
def test_the_lease_names_the_one_before_and_whose_pin_it_was(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    takes_over(hall.table, pin, told_of(hall))
    lease = DeviceLease.objects.get(released_at=None)
    assert lease.took_over is not None
    assert (lease.took_over.device, lease.official) == (DEVICE, hall.cast.bob)


@pytest.mark.full
def test_the_log_says_who_and_never_the_pin(hall: Hall, tablet: Tablet, pin: str) -> None:
    heard(tablet)
    takes_over(hall.table, pin, told_of(hall))
    logged = hall.cast.tournament.log.get(verb=Verb.TAKE_OVER_TABLE)
    assert logged.actor == f"user:{hall.cast.bob.uid}"
    assert OTHER in logged.body
    assert not any(pin in audit_entry.body for audit_entry in AuditEntry.objects.all())
    assert log_holds(hall)


@pytest.mark.full
def test_it_is_told_which_deals_have_no_sheet_and_what_the_other_one_said(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    tablet.submits(hall.sheet())
    heard(tablet, "2")
    left_behind = takes_over(hall.table, pin, told_of(hall)).json()["took_over"]
    assert (left_behind["missing"], left_behind["waiting"]) == ([2], 2)
    assert left_behind["heard_at"] is not None


@pytest.mark.full
def test_a_device_that_never_said_how_much_waits_is_not_said_to_have_nothing(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    left_behind = takes_over(hall.table, pin, told_of(hall)).json()["took_over"]
    assert (left_behind["missing"], left_behind["waiting"]) == ([1, 2], None)


def test_an_ordinary_opening_has_taken_over_nothing(hall: Hall) -> None:
    answer = Tablet(Client()).post(f"tables/{hall.table.code}/lease", {"device": DEVICE})
    assert fits(LeaseAnswer, answer.json())["took_over"] is None


@pytest.mark.full
@pytest.mark.databases
def test_a_third_device_that_was_faster_is_not_thrown_out_unseen(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    seen = told_of(hall)
    faster = takes_over(hall.table, pin, seen, "the-faster-tablet").json()
    late = takes_over(hall.table, pin, seen)
    assert (late.status_code, late.json()["code"]) == (409, "table_taken")
    assert late.json()["lease"] == faster["lease"]
    assert takes_over(hall.table, pin, faster["lease"]).status_code == 201


@pytest.mark.full
def test_a_take_over_whose_answer_was_lost_is_asked_again_and_ends_nothing_else(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    seen = told_of(hall)
    lost, repeated = (takes_over(hall.table, pin, seen).json() for _ in range(2))
    assert lost["lease"] == repeated["lease"]
    assert repeated["took_over"] is not None
    assert Tablet(Client(), repeated["token"]).get("round").status_code == 200
    assert Tablet(Client(), lost["token"]).get("round").status_code == 401
    assert DeviceLease.objects.count() == 2


@pytest.mark.full
def test_a_page_that_opens_again_after_a_lost_take_over_needs_no_pin(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    lost = takes_over(hall.table, pin, told_of(hall)).json()
    answer = Tablet(Client()).post(f"tables/{hall.table.code}/lease", {"device": OTHER})
    body = answer.json()
    assert (answer.status_code, body["lease"]) == (201, lost["lease"])
    assert body["took_over"]["missing"] == [1, 2]


@pytest.mark.full
def test_a_table_that_was_released_meanwhile_is_simply_lent(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    seen = told_of(hall)
    tablet.post("lease/release", {})
    answer = takes_over(hall.table, pin, seen)
    assert (answer.status_code, answer.json()["took_over"]) == (201, None)


@pytest.mark.full
def test_the_old_device_takes_the_table_back_only_by_a_pin(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    new = takes_over(hall.table, pin, told_of(hall)).json()
    heard(Tablet(Client(), new["token"]))
    back = tablet.post(f"tables/{hall.table.code}/lease", {"device": DEVICE})
    assert (back.status_code, back.json()["lease"]) == (409, new["lease"])
    assert takes_over(hall.table, pin, new["lease"], DEVICE).status_code == 201


# What the old device still delivers.


@pytest.mark.full
@pytest.mark.databases
def test_what_comes_late_is_kept_and_posts_nothing_and_the_referee_may_choose_it(
    hall: Hall, tablet: Tablet, pin: str, client: Client
) -> None:
    heard(tablet, "1")
    takes_over(hall.table, pin, told_of(hall))
    late = hall.sheet()
    answer = tablet.submits(late)
    assert (answer["standing"], [problem["code"] for problem in answer["problems"]]) == (
        "referee",
        ["lease_lost"],
    )
    kept_answer = tablet.sends("confirmations", hall.agreement(late)).json()
    assert (kept_answer["kept"], kept_answer["code"]) == (True, "lease_lost")
    assert not Result.objects.exists()
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    assert "received late from the old tablet" in page.content.decode()
    deal = hall.deal()
    deal_page = client.get(reverse("referee_deal", args=[hall.cast.tournament.uid, deal.uid]))
    assert "Received late from the old tablet" in deal_page.content.decode()
    agreement = hall.agreement(late, "referee")
    entry.confirm(writer=hall.official(), sealed=agreement, reason="the tablet had no network")
    assert hall.deal().done


@pytest.mark.full
def test_a_late_sheet_of_a_deal_that_has_a_result_is_shown_too(
    hall: Hall, tablet: Tablet, pin: str, client: Client
) -> None:
    heard(tablet)
    new = takes_over(hall.table, pin, told_of(hall)).json()
    new_tablet, sealed = Tablet(Client(), new["token"]), hall.sheet()
    new_tablet.submits(sealed)
    new_tablet.confirms(hall.agreement(sealed))
    late = tablet.submits(hall.sheet(report=NOTHING_WON))
    assert late["standing"] == "referee"
    assert Result.objects.count() == 1
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    assert "received late from the old tablet" in page.content.decode()


@pytest.mark.full
def test_what_came_in_time_is_not_called_late_after_the_take_over(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    sealed = hall.sheet()
    tablet.submits(sealed)
    new = takes_over(hall.table, pin, told_of(hall)).json()
    new_tablet = Tablet(Client(), new["token"])
    assert new_tablet.confirms(hall.agreement(sealed))["version"] == 1


# What the desk sees.


@pytest.mark.full
def test_the_desk_sees_who_has_the_table_and_what_the_old_device_still_has(
    hall: Hall, tablet: Tablet, pin: str, client: Client
) -> None:
    heard(tablet, "2")
    takes_over(hall.table, pin, told_of(hall))
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    text = " ".join(page.content.decode().split())
    assert "taken over by the PIN of bob" in text
    assert "then: 2 to send" in text


@pytest.mark.full
def test_a_device_with_nothing_to_send_is_told_without_a_number(
    hall: Hall, tablet: Tablet, client: Client
) -> None:
    heard(tablet, "0")
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    text = " ".join(page.content.decode().split())
    assert "last heard" in text
    assert "to send" not in text.partition("Tables in use")[2].partition("</ul>")[0]


@pytest.mark.full
def test_the_count_is_noted_and_what_is_handed_over_waits_no_longer(
    hall: Hall, tablet: Tablet
) -> None:
    heard(tablet, "3")
    assert DeviceLease.objects.get().waiting == 3
    heard(tablet)
    assert DeviceLease.objects.get().waiting == 3
    tablet.client.defaults["HTTP_HUAPAI_WAITING"] = "1"
    tablet.submits(hall.sheet())
    assert DeviceLease.objects.get().waiting == 0


@pytest.mark.full
@pytest.mark.parametrize(
    "count", ["", "-1", "x", pytest.param("99999", marks=pytest.mark.databases), "1.5", "猪"]
)
def test_a_count_that_is_none_is_of_no_account(hall: Hall, tablet: Tablet, count: str) -> None:
    tablet.client.defaults["HTTP_HUAPAI_WAITING"] = count
    heard(tablet)
    assert DeviceLease.objects.get().waiting is None


# Two at the same moment.


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_of_two_take_overs_at_once_one_wins_and_the_other_is_told(
    transactional_hall: Hall,
) -> None:
    hall = transactional_hall
    lease = hall.lease()
    leases.note_contact(lease)
    take = partial(leases.take_over, table=hall.table, official=hall.cast.bob, seen=lease.uid)
    answers = together(*[partial(take, device=f"tablet-number-{n}") for n in range(3)])
    assert answers.count(Code.TABLE_TAKEN) == 2
    assert DeviceLease.objects.filter(released_at=None).count() == 1
    assert log_holds(hall)


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_a_sheet_and_a_take_over_at_once_leave_it_in_time_or_late_and_never_lost(
    transactional_hall: Hall,
) -> None:
    hall = transactional_hall
    writer = hall.writer()
    assert writer.lease is not None
    leases.note_contact(writer.lease)
    together(
        partial(entry.submit, writer=writer, sealed=hall.sheet()),
        partial(
            leases.take_over,
            table=hall.table,
            device=OTHER,
            official=hall.cast.bob,
            seen=writer.lease.uid,
        ),
    )
    stored, old = Sheet.objects.get(), DeviceLease.objects.get(pk=writer.lease.pk)
    assert old.released_at is not None
    late = [problem["code"] for problem in stored.problems] == ["lease_lost"]
    assert late != stored.sound
    assert log_holds(hall)
