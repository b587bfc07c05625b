"""A walkover where points are added up has a number, shown before it is given."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests import levels_cast
from tests.cast import Cast
from tournaments import organise, results
from tournaments.models import Event, EventRegulations, Match
from tournaments.organise import AwardGrounds
from tournaments.results import event_record


@pytest.fixture
def match(db: None) -> tuple[Cast, Match]:
    """The first match of pairs by total points, four deals a round, in a club event."""
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 4, form=Event.Form.PAIRS)
    cast = people.assemble(players=0)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [list(pair) for pair in levels_cast.PAIRS])
    round_ = organise.draw_round(event, cast.director, seed="seed")
    organise.publish_round(round_, cast.director)
    related = "round__event__tournament", "round__event__ruleset", "round__group__stage__event"
    return cast, Match.objects.select_related(*related).filter(round=round_)[0]


@pytest.mark.full
def test_each_deal_counts_fifty_for_who_came_and_against_the_other(
    match: tuple[Cast, Match],
) -> None:
    cast, drawn = match
    usual = organise.usual_award(drawn)
    assert [int(part) for part in (usual.present, usual.absent)] == [200, -200]
    winner, loser = drawn.sides.order_by("number")
    organise.award_walkover(drawn, cast.director, winner, AwardGrounds("did not come"))
    rows = event_record.standings(results.read(drawn.round.event))
    totals = {row.competitor.uid: int(row.rank.total) for row in rows}
    assert totals[winner.entries.get().uid] == 200
    assert totals[loser.entries.get().uid] == -200


@pytest.mark.full
def test_number_is_what_the_event_lays_down_and_is_shown_first(
    match: tuple[Cast, Match], client: Client
) -> None:
    cast, drawn = match
    EventRegulations.objects.create(event=drawn.round.event, walkover_points=30)
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(reverse("desk_award", args=[drawn.uid])).content.decode()
    assert "120 : −120" in page
