"""What was published and is otherwise now: counted, and told where an old result is corrected."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import ATTACKERS_WIN, DEALERS_KEEP
from tournaments import organise
from tournaments.checks import published_changes
from tournaments.checks.published_changes import PublishedChanges
from tournaments.models import Deal, Result
from tournaments.pairing.knockout.knockout_draw import KnockoutOptions
from tournaments.progress import qualification_state
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure.stages import StagePlan


def void(cast: Cast, deal: Deal) -> None:
    """Take what was scored in a deal away."""
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        origin = Origin(uid="ruling", label="sheet")
        report = Report(Result.Kind.NOT_PLAYED, {})
        ledger.post(made, deal, report, seen=1, origin=origin, reason="wrong cards")


@pytest.mark.full
def test_what_stands_as_published_is_no_change(cast: Cast) -> None:
    cast.closed_round()
    changes = published_changes.changes_since(cast.event)
    assert changes == PublishedChanges((), ())
    assert not changes


@pytest.mark.full
def test_a_correction_names_the_standings_that_are_others_now(cast: Cast) -> None:
    first, second = cast.closed_round(), cast.closed_round()
    void(cast, cast.deals(first)[0])
    changes = published_changes.changes_since(cast.event)
    assert [standing.round for standing in changes.standings] == [first.number, second.number]
    assert all(standing.rows for standing in changes.standings)
    assert [
        standing.round for standing in published_changes.changes_since(cast.event, 2).standings
    ] == [2]


@pytest.mark.full
def test_the_desk_tells_it_where_the_deal_is_corrected(client: Client, cast: Cast) -> None:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    deal = cast.deals(cast.closed_round())[0]
    where = reverse("referee_deal", args=[cast.tournament.uid, deal.uid])
    assert "Published, but changed since" not in client.get(where).content.decode()
    void(cast, deal)
    page: Any = client.get(where)
    assert "Published, but changed since" in page.content.decode()
    assert "The standings after round 1" in page.content.decode()


@pytest.mark.full
def test_who_goes_home_changes_nothing_of_what_was_published(cast: Cast) -> None:
    cast.closed_round()
    cast.closed_round()
    first = cast.event.entries.get(number=1)
    organise.withdraw_entry(first, cast.director)
    assert not published_changes.changes_since(cast.event)


@pytest.mark.full
def test_a_correction_says_who_would_go_on_and_draws_nothing(db: None) -> None:
    feed = FeedRule((Take(TakeKind.FIRST, 1),), crosswise=True)
    stages = (
        StagePlan("小组", "round_robin", groups_wanted=2),
        StagePlan("决赛", "knockout", feed=feed, knockout=KnockoutOptions()),
    )
    cast = levels_cast.assemble(
        deals=1, ranking="wdl_2_1_0", draw_method="round_robin", stages=stages
    )
    first = cast.round_in_play()
    for deal in cast.deals(first):
        levels_cast.post(cast, deal, DEALERS_KEEP)
    organise.close_round(first, cast.director)
    final = cast.event.stages.get(number=2)
    organise.open_stage(
        final, cast.director, seen=qualification_state.preview(final).mark, accepted=True
    )
    drawn = organise.draw_round(cast.event, cast.director)
    organise.publish_round(drawn, cast.director)
    assert not published_changes.changes_since(cast.event)
    sides = list(drawn.matches.values_list("sides__entries__number", flat=True))
    lost = {**ATTACKERS_WIN, "dealer": "N", "level": "2", "attackers_points": 120}
    levels_cast.post(cast, cast.deals(first)[0], lost, seen=1)
    changes = published_changes.changes_since(cast.event)
    assert [standing.round for standing in changes.standings] == [1]
    assert changes.stages == (2,)
    assert list(drawn.matches.values_list("sides__entries__number", flat=True)) == sides
