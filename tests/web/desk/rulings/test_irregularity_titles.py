"""The heading of an irregularity, and the link to it: a title has no full stop."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from referee.sheets import irregularities
from tests.referee.hall import Hall
from tests.web.desk.adjusted.test_late_exposures import late_deal
from web.desk.decisions import page_values

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "stop"), [("en", "."), ("zh-hans", "。")])
def test_a_title_has_no_full_stop(hall: Hall, client: Client, language: str, stop: str) -> None:
    row = late_deal(hall)
    with translation.override(language):
        sentence = irregularities.text(row)
    assert sentence.endswith(stop)
    client.force_login(hall.cast.bob)
    uid, said = hall.cast.tournament.uid, {"accept-language": language}
    own = client.get(reverse("referee_irregularity", args=[uid, row.uid]), headers=said)
    heading = re.search("<h1>(.*?)</h1>", own.text, re.DOTALL)
    assert heading
    assert heading[1].strip() == sentence.removesuffix(stop)
    deal = client.get(reverse("referee_deal", args=[uid, row.deal.uid]), headers=said)
    assert f"{sentence.removesuffix(stop)}</a>" in deal.text


def test_points_are_asked_only_below_the_penalty(hall: Hall, client: Client) -> None:
    row = late_deal(hall)
    client.force_login(hall.cast.bob)
    page = client.get(reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid]))
    opened = {
        choice.data["value"]: [field.name for field in fields]
        for choice, fields in page.context["form"].choices
        if fields
    }
    assert opened == {"penalty": ["points"]}
    panel = page.text.partition('class="panel opened"')[2].partition("</label>")[0]
    assert "id_points" in panel


@pytest.mark.parametrize(("many", "folded"), [(6, ""), (8, "Further irregularities")])
def test_six_are_in_sight_and_others_folded(hall: Hall, many: int, folded: str) -> None:
    shown = page_values.irregularity(irregularities.incident_of(late_deal(hall)))
    values = {"irregularities": [shown] * many, "tournament": hall.cast.tournament}
    with translation.override("en"):
        page = render_to_string("desk/parts/_irregularities.html", values)
    in_sight, fold, rest = page.partition("<details")
    assert in_sight.count("<li>") == 6
    assert rest.count("<li>") == many - 6
    assert bool(fold) is bool(folded)
    assert folded in rest
