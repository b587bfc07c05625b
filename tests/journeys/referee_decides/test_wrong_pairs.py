"""Wrong pairs for two deals: they are put right across two tables after a look, and it is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import translation

from tests import cast as people
from tests import levels_cast
from tests.cast import Cast
from tests.journeys.referee_decides import hall_desk
from tests.referee.arrivals.lateness import official
from tests.tournaments.organise.test_table_repairs import WON, persons, post, tables
from tournaments import organise, results
from tournaments.checks.verification import verify
from tournaments.models import Event, Publication, Result, Round, Sitting
from tournaments.results import event_record

pytestmark = pytest.mark.full


@pytest.fixture
def cast(db: None) -> Iterator[Cast]:
    """Four pairs at two tables, four deals each; Bob is a referee."""
    cast = people.assemble(players=0)
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 4, form=Event.Form.PAIRS)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [list(pair) for pair in levels_cast.PAIRS])
    official(event)
    with translation.override("zh-hans"):
        yield replace(cast, event=Event.objects.get(pk=event.pk))


def totals(cast: Cast) -> dict[str, int]:
    event = Event.objects.select_related("tournament", "ruleset").get(pk=cast.event.pk)
    rows = event_record.standings(results.read(event))
    return {row.competitor.name: int(row.rank.points) for row in rows}


def played(round_: Round, cast: Cast) -> tuple[Sitting, Sitting]:
    one, other = tables(round_)
    for deal in one.deals.order_by("play_order"):
        post(cast, deal, WON)
    for deal in cast.deals(round_):
        if deal.sitting_id == other.pk:
            cast.post(deal)
    return one, other


def told_everywhere(cast: Cast, sat: dict[str, str]) -> None:
    public = hall_desk.page(hall_desk.browser_of(), "round", cast.event.uid, 1)
    assert all(name in public for name in sat.values())
    assert "东西两对坐错了桌" in hall_desk.record_of(cast.event)


def test_two_pairs_sat_at_each_others_table_for_two_deals(cast: Cast) -> None:
    round_ = cast.round_in_play()
    one, other = played(round_, cast)
    before, sat = totals(cast), (persons(one), persons(other))
    browser = hall_desk.browser_of(cast.bob)
    deal = one.deals.order_by("play_order")[0]
    where = reverse("referee_tables", args=[cast.tournament.uid, deal.uid])
    sent = {"what": "persons", "other": other.uid, "first": "1", "last": "2"}
    sent |= {"at_E": "E", "at_W": "W", "reason": "东西两对坐错了桌"}
    looked = browser.post(where, sent)
    assert looked.context["preview"] is not None
    promised = {one.competitor.name: one.after.points for one in looked.context["effect"]}
    assert promised
    assert (persons(one), persons(other)) == sat, "a look writes nothing"
    assert totals(cast) == before
    seen = looked.context["preview"].seen
    assert browser.post(where, {**sent, "seen": seen, "apply": "1"}).status_code == 302

    after = totals(cast)
    assert {name: after[name] for name in promised} == promised
    assert after != before
    # What was played stays as it was; who sat there is another matter.
    assert set(Result.objects.values_list("version", flat=True)) == {1}
    assert Publication.objects.filter(kind="draw").count() == 2
    told_everywhere(cast, sat[0])
    # Sent again it is refused: the tables are not as they were shown.
    again = browser.post(where, {**sent, "seen": seen, "apply": "1"})
    assert (again.status_code, totals(cast)) == (200, after)
    assert verify(cast.tournament) == []
