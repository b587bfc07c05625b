"""What the form of a ruling takes from the policies of the event; the referee may differ."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import Remedy, RulingVersion
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_lost_deals import MADE, live, scores
from tests.referee.rulings.deciding.test_cases import official_of, seat
from tournaments.models import Adjustment, EventRegulations, Result, Role


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which the chief referee has signed in; the first deal has its result."""
    hall.cast.post(hall.deal())
    client.force_login(official_of(hall, "chief", Role.CHIEF_REFEREE))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    return client


def lays_down(hall: Hall, **policies: str) -> None:
    values = {"size": "official", "policies": policies}
    EventRegulations.objects.update_or_create(event=hall.cast.event, defaults=values)


class Form:
    """The form of a ruling on the first deal, as its page begins."""

    def __init__(self, hall: Hall, desk: Client, article: str, **more: Any) -> None:
        self.desk = desk
        where = reverse("referee_rule_case", args=[hall.cast.tournament.uid, hall.cast.event.uid])
        self.address = f"{where}?deal={hall.deal().uid}"
        form = desk.get(self.address).context["form"]
        values = {name: form[name].value() for name in form.fields}
        self.data = {name: "" if value is None else value for name, value in values.items()}
        self.data |= {"whom": [f"seat:{seat(hall, 'E').uid}"], "article": article}
        self.data |= {"facts": "seen by all four", **more}

    def look(self) -> str:
        answer = self.desk.post(self.address, self.data)
        assert not answer.context["form"].errors
        self.data["previewed"] = answer.context["form"]["previewed"].value()
        return html.unescape(answer.content.decode())

    def store(self) -> RulingVersion:
        answer = self.desk.post(self.address, {**self.data, "store": "1"})
        assert answer.status_code == 302
        self.page = self.desk.get(answer["Location"]).content.decode()
        return RulingVersion.objects.select_related("case").latest("pk")


@pytest.mark.full
def test_a_wrong_count_voids_the_deal_by_the_usual_policy(hall: Hall, desk: Client) -> None:
    """The policies: card_count_after is VOID_REDEAL where deals are dealt at the table."""
    lays_down(hall)
    form = Form(hall, desk, "D-05")
    assert form.data["remedy"] == "by_article"
    shown = form.look()
    assert "补救：本副作废" in shown
    assert "不再计" in shown
    assert live(hall).version == 1
    assert form.store().remedy == Remedy.VOID
    newest = Result.objects.filter(deal=hall.deal()).latest("version")
    assert (newest.kind, newest.version) == ("void", 2)
    assert not hall.deal().done


@pytest.mark.full
def test_the_referee_may_differ_from_it(hall: Hall, desk: Client) -> None:
    lays_down(hall)
    form = Form(hall, desk, "D-05", remedy="")
    assert "补救：本副作废" not in form.look()
    assert form.store().remedy == Remedy.NOTHING
    assert scores(hall) == MADE


@pytest.mark.nightly
def test_an_adjusted_score_is_a_button_of_the_ruling(hall: Hall, desk: Client) -> None:
    lays_down(hall, card_count_after="adjust")
    form = Form(hall, desk, "D-05")
    assert "另行判分" in form.look()
    assert form.store().remedy == Remedy.NOTHING
    where = reverse("referee_adjust", args=[hall.cast.tournament.uid, hall.deal().uid])
    assert where in form.page
    assert scores(hall) == MADE


@pytest.mark.nightly
@pytest.mark.parametrize("option", ["full_loss", "end_deal_lost"])
def test_a_revoke_loses_the_deal_where_the_event_says_so(
    hall: Hall, desk: Client, option: str
) -> None:
    """The policies: revoke is FULL_LOSS; what the offender has is the worst of the deal."""
    lays_down(hall, revoke=option)
    form = Form(hall, desk, "R-02")
    shown = form.look()
    assert "本副判负，按最差结果计：−600" in shown
    form.store()
    assert scores(hall) == {**MADE, "E": -600}
    assert not Adjustment.objects.exists()


@pytest.mark.full
def test_a_fixed_penalty_is_that_of_the_article(hall: Hall, desk: Client) -> None:
    lays_down(hall, revoke="fix")
    form = Form(hall, desk, "R-02")
    assert "−100" in form.look()
    form.store()
    assert Adjustment.objects.get().amount == -100
    assert scores(hall) == MADE


@pytest.mark.nightly
def test_a_wrong_card_takes_ten_points(hall: Hall, desk: Client) -> None:
    """The policies: revoke is POINTS_PER_CARD(10); for more cards the referee writes them."""
    lays_down(hall, revoke="points_per_card")
    form = Form(hall, desk, "R-02")
    assert "−10分</strong>" in form.look()
    form.store()
    assert [row.amount for row in Adjustment.objects.all()] == [-10]
    more = Form(hall, desk, "R-02", level="L3", level_reason="三张", points="-30")
    more.look()
    more.store()
    assert [row.amount for row in Adjustment.objects.all()] == [-10, -30]


@pytest.mark.full
def test_another_level_than_the_policy_wants_a_reason(hall: Hall, desk: Client) -> None:
    lays_down(hall, revoke="full_loss")
    form = Form(hall, desk, "R-02", level="L5")
    answer = desk.post(form.address, form.data)
    assert "level_reason" in answer.context["form"].errors
    form = Form(hall, desk, "R-02", level="L5", level_reason="它没有得利")
    form.look()
    form.store()
    assert Adjustment.objects.get().amount == -100
    assert scores(hall) == MADE


@pytest.mark.full
def test_what_was_decided_before_is_what_the_form_begins_with(hall: Hall, desk: Client) -> None:
    """Anew the rectification is the one that was written, and no policy changes it."""
    lays_down(hall)
    form = Form(hall, desk, "D-05", remedy="")
    form.look()
    version = form.store()
    where = reverse("referee_rule_anew", args=[hall.cast.tournament.uid, version.case.uid])
    assert desk.get(where).context["form"]["remedy"].value() == ""
