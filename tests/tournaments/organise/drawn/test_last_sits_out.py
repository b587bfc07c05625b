"""The last sits out of a Swiss draw: at first the highest number, then whoever stands last."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.tournaments.drawing import changed, next_round, out_of, pairs_cast
from tournaments import organise, results
from tournaments.base.refusals import PlanReason
from tournaments.checks.verification import verify
from tournaments.formats.templates import TEMPLATES
from tournaments.models import Event, OddField
from tournaments.organise import EventPlan
from tournaments.organise.plan_checks import odd_field_problems
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.results import event_record
from web.desk.events.forms import EventForm

PLAN = EventPlan(
    "Pairs",
    "gongzhu",
    {"preset": "huapai-pairs"},
    2,
    form="pairs",
    ranking="wdl_2_1_0",
    draw_method="swiss",
    odd_field="last",
)


def swiss_of(pairs: int, odd_field: str) -> Cast:
    return changed(
        pairs_cast(pairs),
        draw_method="swiss",
        ranking="wdl_2_1_0",
        odd_field=odd_field,
        seed="a seed that is public",
    )


def last_of(cast: Cast, without: set[int]) -> int:
    """Return who stands last of those who have not sat out."""
    rows = event_record.standings(results.read(cast.event))
    numbers = [row.competitor.number for row in rows]
    return next(number for number in reversed(numbers) if number not in without)


@pytest.mark.full
def test_at_first_the_highest_number_then_the_last_who_has_not_sat_out(db: None) -> None:
    cast = swiss_of(7, "last")
    out = [out_of(next_round(cast, "swiss"))]
    assert out == [[7]]
    for number in (2, 3):
        organise.close_round(cast.event.rounds.get(number=number - 1), cast.director)
        expected = last_of(cast, {number for numbers in out for number in numbers})
        round_ = next_round(cast, "swiss")
        out.append(out_of(round_))
        assert out[-1] == [expected]
        draw_input = notes.read(round_.reasons).input
        assert draw_input is not None
        assert draw_input["last_out"] is True
        again = pairing.draw(pairing.read(draw_input, round_.seed))
        assert [sit_out.entry for sit_out in again.sit_outs] == [str(expected)]
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_an_event_of_before_draws_from_what_it_drew_from(db: None) -> None:
    cast = swiss_of(5, "sit_out")
    draw_input = notes.read(next_round(cast, "swiss").reasons).input
    assert draw_input is not None
    assert "last_out" not in draw_input


@pytest.mark.full
def test_by_lot_the_seed_says_who_sits_out(db: None) -> None:
    cast = swiss_of(5, "last")
    draw_input = notes.read(next_round(cast, "random").reasons).input
    assert draw_input is not None
    assert "last_out" not in draw_input


def test_a_plan_needs_a_swiss_draw_for_it() -> None:
    assert list(odd_field_problems(PLAN)) == []
    for method in ("round_robin", "random", "knockout"):
        (problem,) = odd_field_problems(replace(PLAN, draw_method=method))
        assert problem.code == PlanReason.LAST_NOT_DRAWN


@pytest.mark.full
@pytest.mark.parametrize(
    ("key", "offered"),
    [
        ("pairs", ["sit_out", "last"]),
        ("teams_swiss", ["sit_out", "last", "three_way"]),
        ("teams_round_robin", None),
        ("club_evening", None),
    ],
)
def test_what_can_be_chosen_follows_from_the_template(key: str, offered: list[str] | None) -> None:
    form = EventForm(next(template for template in TEMPLATES if template.key == key))
    field = form.fields.get("odd_field")
    assert (field and [value for value, _label in field.choices]) == offered  # type: ignore[attr-defined]


@pytest.mark.full
def test_the_form_makes_such_an_event(client: Client, cast: Cast) -> None:
    client.force_login(cast.alice)
    address = reverse("desk_event_new", args=[cast.tournament.uid]) + "?template=pairs"
    form = client.get(address).context["form"]
    fields = {field.name: field.value() for field in form if field.value() not in (None, False)}
    sent = fields | {"template": "pairs", "odd_field": "last", "draw_method": "swiss"}
    assert client.post(address, sent).status_code == 302
    assert Event.objects.latest("pk").odd_field == OddField.LAST
