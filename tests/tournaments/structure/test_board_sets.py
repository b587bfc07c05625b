"""盘 as a unit of a round: typed, shown with its number, and summed up."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tournaments.formats.templates import TEMPLATES
from tournaments.models import Event, EventRegulations, Tournament
from tournaments.organise.stored_plans import plan_of
from tournaments.structure.games import deals_of_set
from web.desk.events.settings import EventSettingsForm


@pytest.mark.full
def test_a_round_of_several_sets_shows_their_sums(db: None, client: Client) -> None:
    cast = people.assemble(players=4, deals_per_round=3)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-Hans"
    round_ = cast.round_in_play()
    cast.play(round_)
    where = reverse("round", args=[cast.event.uid, 1])
    # One set of sixteen has no name.
    assert "第1盘" not in client.get(where).content.decode()
    EventRegulations.objects.create(event=cast.event, board_set_deals=2)
    Event.objects.filter(pk=cast.event.pk).update(public_revision=10**6)
    page = client.get(where).content.decode()
    # Two deals of −100 for North, and one.
    assert "第1盘（第1–2副）" in page
    assert "−200" in page
    assert "第2盘（第3–3副）" in page


def test_deals_of_a_round_are_typed_in_sets(db: None) -> None:
    cast = people.assemble(players=4)
    assert deals_of_set(cast.event) == 16
    for typed, deals in (("2盘", 32), ("2", 2)):
        form = EventSettingsForm(cast.event, {"deals_per_round": typed})
        form.is_valid()
        assert form.cleaned_data["deals_per_round"] == deals


@pytest.fixture
def desk(db: None, client: Client) -> Client:
    cast = people.assemble(players=0)
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-Hans"
    return client


def address(template: str) -> str:
    tournament = Tournament.objects.get()
    return f"{reverse('desk_event_new', args=[tournament.uid])}?template={template}"


@pytest.mark.full
def test_a_new_event_of_counted_deals_asks_for_the_deals_of_a_set(desk: Client) -> None:
    """Sixteen by default where deals are counted; a round is then typed in sets."""
    where = address("free")
    form = desk.get(where).context["form"]
    assert form["board_set_deals"].value() == 16
    data = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in data.items() if value not in (None, False, "")}
    data |= {"deals_per_round": "2盘", "board_set_deals": "12", "name": "计副赛"}
    assert desk.post(where, data).status_code == 302
    event = Event.objects.get(name="计副赛")
    assert (event.deals_per_round, deals_of_set(event)) == (24, 12)
    assert plan_of(event).board_set_deals == 12


@pytest.mark.full
def test_a_game_that_the_rules_end_has_no_sets(desk: Client) -> None:
    keys = [template.key for template in TEMPLATES if template.to_limit]
    assert keys
    for key in keys:
        assert "board_set_deals" not in desk.get(address(key)).context["form"].fields


def test_the_usual_set_needs_no_regulations(db: None) -> None:
    people.assemble(players=0)
    assert not EventRegulations.objects.exists()
