"""The pages of repairs: what would change is shown first, and one button applies it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.referee.hall import Hall
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import Publication, Result, Seat


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def address(hall: Hall, name: str) -> str:
    return reverse(name, args=[hall.cast.tournament.uid, hall.deal().uid])


def sat(hall: Hall) -> dict[str, str]:
    seats = Seat.objects.filter(sitting=hall.deal().sitting).order_by("pk")
    return dict(seats.values_list("label", "person__name"))


@pytest.mark.full
def test_wrong_seats_are_mended_after_a_preview(hall: Hall, desk: Client) -> None:
    hall.cast.play(hall.round)
    where, before = address(hall, "referee_seats"), sat(hall)
    data = {"at_N": "W", "at_W": "N", "at_S": "S", "at_E": "E", "first": "1", "last": "2"}
    data["reason"] = "they changed chairs"
    page = desk.post(where, data)
    assert "This would change" in page.content.decode()
    assert sat(hall) == before
    data |= {"seen": page.context["preview"].seen, "apply": "1"}
    assert desk.post(where, data).status_code == 302
    assert sat(hall) == before | {"N": before["W"], "W": before["N"]}
    assert Publication.objects.filter(kind="draw").count() == 2
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_nobody_sits_at_two_seats(hall: Hall, desk: Client) -> None:
    data = {"at_N": "W", "at_W": "W", "at_S": "S", "at_E": "E", "first": "1", "last": "2"}
    page = desk.post(address(hall, "referee_seats"), data | {"reason": "x"})
    assert page.context["preview"] is None
    assert page.context["form"].non_field_errors()


@pytest.mark.full
def test_a_range_of_deals_may_be_typed_from_its_end(hall: Hall, desk: Client) -> None:
    hall.cast.play(hall.round)
    where = address(hall, "referee_seats")
    data = {"at_N": "W", "at_W": "N", "at_S": "S", "at_E": "E", "first": "2", "last": "1"}
    data["reason"] = "they changed chairs"
    page = desk.post(where, data)
    data |= {"seen": page.context["preview"].seen, "apply": "1"}
    answer = desk.post(where, data)
    assert answer["Location"] == address(hall, "referee_deal")
    assert (
        "Round 1, table 1, deal 1: The seats are" in desk.get(answer["Location"]).content.decode()
    )
    assert Publication.objects.filter(kind="draw").count() == 2


@pytest.mark.full
def test_deals_that_others_sit_for_are_named(hall: Hall, desk: Client) -> None:
    hall.cast.play(hall.round)
    swap = {"N": "W", "W": "N"}
    organise.exchange_seats(hall.deal().sitting, hall.cast.director, swap, 1, 1, "wrong chairs")
    data = {"at_N": "S", "at_W": "W", "at_S": "N", "at_E": "E", "first": "1", "last": "2"}
    page = desk.post(address(hall, "referee_seats"), data | {"reason": "and these"})
    assert page.context["form"].errors == {
        "last": ["In these seats only deal 1 was played. The other deals have their own pages."]
    }


@pytest.mark.full
def test_a_result_is_moved_after_a_preview(hall: Hall, desk: Client) -> None:
    hall.cast.post(hall.cast.deals(hall.round)[0])
    where, other = address(hall, "referee_move"), hall.deal(2, hall.tables[1])
    data = {"other": other.uid, "reason": "the sheet of table 2"}
    page = desk.post(where, data)
    assert "This would change" in page.content.decode()
    data |= {"seen": page.context["preview"].seen, "apply": "1"}
    assert desk.post(where, data).status_code == 302
    assert Result.live.get().deal == other
    answer = desk.post(where, data)
    assert answer.context["preview"] is None
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_preview_that_is_out_of_date_is_shown_anew(hall: Hall, desk: Client) -> None:
    hall.cast.play(hall.round)
    where, other = address(hall, "referee_move"), hall.deal(2, hall.tables[1])
    data = {"other": other.uid, "reason": "exchanged"}
    seen = desk.post(where, data).context["preview"].seen
    hall.cast.post(hall.cast.deals(hall.round)[0], seen=1, reason="counted again")
    page = desk.post(where, data | {"seen": seen, "apply": "1"})
    assert "changed since the preview" in page.content.decode()
    assert Result.objects.filter(deal=other).count() == 1


@pytest.mark.nightly
def test_public_pages_show_a_table_whose_seats_changed_in_between(hall: Hall, desk: Client) -> None:
    hall.cast.play(hall.round)
    data = {"at_N": "W", "at_W": "N", "at_S": "S", "at_E": "E", "first": "2", "last": "2"}
    data["reason"] = "they changed chairs"
    seen = desk.post(address(hall, "referee_seats"), data).context["preview"].seen
    desk.post(address(hall, "referee_seats"), data | {"seen": seen, "apply": "1"})
    event = hall.cast.event.uid
    pages = [reverse("event", args=[event]), reverse("round", args=[event, 1])]
    pages += [reverse("entry", args=[event, number]) for number in range(1, 9)]
    assert [desk.get(page).status_code for page in pages] == [200] * len(pages)


@pytest.mark.full
@pytest.mark.parametrize("kind", ["void", "not_played", "retracted"])
def test_public_pages_show_a_deal_without_points(hall: Hall, desk: Client, kind: str) -> None:
    hall.cast.play(hall.round)
    desk.post(address(hall, "referee_rule"), {"kind": kind, "seen": 1, "reason": "a misdeal"})
    event = hall.cast.event.uid
    pages = [reverse("event", args=[event]), reverse("round", args=[event, 1])]
    pages += [reverse("deal", args=[hall.deal().uid]), reverse("entry", args=[event, 1])]
    assert [desk.get(page).status_code for page in pages] == [200] * len(pages)
    assert "a misdeal" in desk.get(reverse("deal", args=[hall.deal().uid])).content.decode()
