"""盘 as a unit of a round: typed, shown with its number, and summed up."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tournaments.forms.settings import EventSettingsForm
from tournaments.models import Event, EventRegulations
from tournaments.structure.board_sets import deals_of_set

pytestmark = [pytest.mark.full, pytest.mark.databases]


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
