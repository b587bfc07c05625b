"""Every public page of every entry is there at every moment of an event's life."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from config.simulation.rehearsal.moments import RehearsalMoment
from config.simulation.rehearsal.plans import RehearsalPlan, all_plans
from config.simulation.rehearsal.play import rehearse
from tests.cast import Cast
from tests.config.simulation.rehearsal.test_rehearsal import check_ended, nothing
from tests.web.publish import sweep
from tests.web.publish.sweep import Sweep
from tournaments import organise
from web.publish.served import urls

TABLES = {"individual_movement": 4}
"""How many tables an order needs that is not there for three."""
EVERY = {
    f"{plan.template}, {plan.game}": replace(plan, tables=TABLES.get(plan.template, 3), rounds=2)
    for plan in all_plans()
}
UNLIKE = {
    "club evening": RehearsalPlan(template="club_evening", tables=2, extra=3, rounds=2),
    "Howell": RehearsalPlan(
        template="pairs_howell", form="pairs", tables=2, rounds=2, comparison="matchpoints"
    ),
    "teams": RehearsalPlan(form="teams", tables=2, rounds=2, deals=2, extra=1),
    "knockout": RehearsalPlan(tables=2, form="pairs", template="pairs_knockout", deals=1),
}
IN_EACH_ROUND = {
    RehearsalMoment.DRAWN,
    RehearsalMoment.PUBLISHED,
    RehearsalMoment.PLAYED,
    RehearsalMoment.REPAIRED,
    RehearsalMoment.CLOSED,
}
TELLING = frozenset({RehearsalMoment.PUBLISHED, RehearsalMoment.FINISHED})
"""The moments at which pages say least and most; at night all are looked at."""


def test_no_public_page_is_left_out_of_the_sweep() -> None:
    named = {str(pattern.name) for pattern in urls.urlpatterns}
    opened = {*sweep.ALWAYS, *sweep.PERHAPS, "home", "round", "entry", "deal"}
    opened |= {f"{name}_part" for name in ("home", "round", *sweep.IN_PARTS)} | {"round_table"}
    opened |= {f"{name}_live" for name in opened} | {"board", "glossary"} | {*sweep.OF_EVENT}
    opened |= {"hall_overview", "event_qr", *sweep.PICTURES}
    assert named == opened | {*sweep.ELSEWHERE, *sweep.ACROSS, *sweep.MADE_TO_ORDER}


@pytest.mark.nightly
def test_an_event_in_which_nothing_has_happened_has_its_pages(cast: Cast, client: Client) -> None:
    look = Sweep(thin=4).look
    look(RehearsalMoment.ENTERED, cast.event)
    plan = organise.EventPlan("空", "gongzhu", {"preset": "classic"}, 2)
    empty = organise.create_event(cast.tournament, cast.director, plan)
    for _whole_and_live in range(2):
        look(RehearsalMoment.ENTERED, empty)


@pytest.mark.nightly
@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Howell", "teams", "club evening", "knockout"])
def test_every_page_is_there_from_the_first_draw_to_the_end(name: str) -> None:
    seen = Sweep(thin=3, at=TELLING)
    check_ended(rehearse(UNLIKE[name], nothing, seen.look), UNLIKE[name])
    assert set(seen.moments) == TELLING


@pytest.mark.nightly
@pytest.mark.django_db
@pytest.mark.parametrize("plan", EVERY.values(), ids=EVERY)
def test_every_page_of_every_template_is_there_at_every_moment(plan: RehearsalPlan) -> None:
    # Over the moments of its rounds every entry has its turn.
    seen = Sweep(thin=4)
    check_ended(rehearse(plan, nothing, seen.look), plan)
    assert set(seen.moments) > IN_EACH_ROUND | {RehearsalMoment.FINISHED}
