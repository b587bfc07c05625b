"""Whoever sits out reads it on a page of their own, from the draw on."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from config.simulation.rehearsal import hall
from config.simulation.rehearsal.plans import RehearsalPlan
from tests.web.publish.reading import read
from tournaments import organise
from tournaments.models import Ranking


@pytest.mark.full
@pytest.mark.django_db
def test_three_of_nineteen_sit_out_a_club_evening_and_read_it(english: Client) -> None:
    plan = RehearsalPlan(template="club_evening", tables=4, extra=3, rounds=2)
    evening = hall.make_hall(plan, hall.make_house())
    assert evening.event.ranking == Ranking.TABLE_POINTS
    round_ = organise.draw_round(evening.event, evening.director)
    organise.publish_round(round_, evening.director)
    numbers = round_.sit_outs.values_list("entry__number", flat=True)
    assert len(numbers) == 3
    for number in numbers:
        page = read(english, reverse("entry", args=[evening.event.uid, number]))
        assert "Sat out: the round counts nothing so far." in page
        assert "None" not in page
        fragment = reverse("entry_live", args=[evening.event.uid, number])
        assert english.get(fragment).status_code == 200
