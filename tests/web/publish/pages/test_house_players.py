"""A house player whom no table needs is not listed among the byes."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests.cast import Cast
from tests.web.publish.papers import pages, untold
from tournaments import organise, results
from tournaments.models import Round
from web.publish import documents, table_overview
from web.publish.documents import Subject

SPARE = "值班"


@pytest.fixture
def hall(db: None) -> Cast:
    """Eight competitors, who fill two tables, and a house player beside them."""
    cast = people.assemble()
    organise.add_house_player(cast.event, cast.director, SPARE)
    return cast


@pytest.fixture
def spare_round(hall: Cast) -> Round:
    return hall.round_in_play()


@pytest.mark.full
def test_the_public_pages_do_not_list_him_as_sitting_out(
    hall: Cast, spare_round: Round, client: Client
) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    uid = hall.event.uid
    for address in (
        reverse("round", args=[uid, spare_round.number]),
        reverse("hall_seating", args=[uid]),
        reverse("event", args=[uid]),
    ):
        answer = client.get(address)
        assert answer.status_code == 200
        page = answer.content.decode()
        assert SPARE not in page
        assert "Sitting out" not in page


@pytest.mark.full
@pytest.mark.parametrize("name", ["entry", "entry_live", "entry_picture"])
def test_he_has_a_page_before_anybody_is_entered(db: None, client: Client, name: str) -> None:
    empty = people.assemble(players=0)
    organise.add_house_player(empty.event, empty.director, SPARE)
    arguments = [empty.event.uid, 1, *(["en"] if name == "entry_picture" else [])]
    assert client.get(reverse(name, args=arguments)).status_code == 200


@pytest.mark.full
def test_the_seating_on_paper_does_not_list_him(hall: Cast, spare_round: Round) -> None:
    made = documents.find("seating")
    input_ = made.prepare(Subject(hall.event, "http://192.0.2.7:8000/", spare_round)).input
    text = " ".join(pages(made.render(input_, untold)))
    assert "甲" in text
    assert SPARE not in text


@pytest.mark.full
def test_the_desk_has_him_still_for_an_exchange(spare_round: Round) -> None:
    assert organise.sit_out_uids(spare_round) == {}
    spare_round.state = Round.State.DRAFT
    uids = organise.sit_out_uids(spare_round)
    (out,) = table_overview.draft_of(results.read(spare_round.event), spare_round, uids).sit_outs
    assert (out.name, out.is_house) == (SPARE, True)
    assert out.uid


@pytest.mark.full
def test_a_competitor_who_sits_out_is_listed_as_before(client: Client, db: None) -> None:
    cast = people.assemble(players=9)
    round_ = cast.round_in_play()
    out = round_.sit_outs.get().entry.members.get().person.name
    uid = cast.event.uid
    assert out in client.get(reverse("hall_seating", args=[uid])).content.decode()
    (listed,) = (
        table_overview.draft_of(results.read(round_.event), round_).of_competitors().sit_outs
    )
    assert listed.name == out
