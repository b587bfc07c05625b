"""升级: who has a match that ends at equal levels, as the rules say (SJ-88)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.tournaments.results.test_level_matches import (
    DEALERS_ONE,
    DEALERS_THREE,
    Matches,
    create,
    won,
)
from tests.web.publish.papers import pages, untold
from tournaments import organise, results
from tournaments.checks import recount
from tournaments.checks.verification import verify
from tournaments.models import Award, DrawMethod, Event, Result, Round, RuleSet, Stage, User
from tournaments.results import event_record, game_results
from tournaments.structure import stored_clocks
from web.publish import documents
from web.publish.documents import Subject
from web.publish.pages.matches.outcomes import game_state_text
from web.tablet.api.round_pack import round_pack

WEST_THREE = won("W", 0)


def ruled(**options: Any) -> dict[str, Any]:
    return {"rules": {"preset": "standard-2", **options}, "deals_per_round": 2}


def paper(event: Event, round_: Round) -> str:
    """Return what stands on the scoresheets of a round."""
    made = documents.find("scoresheets")
    given = Subject(event, "http://192.0.2.7/", round_)
    drawn = made.render(made.prepare(given).input, untold)
    return " ".join(" ".join(pages(drawn)).split())


def level(**options: Any) -> tuple[Matches, Round]:
    """Return a match in which both sides are at 5: north was first, west and east would deal."""
    matches = create(**{**ruled(time_tie=options.pop("time_tie", "draw")), **options})
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, WEST_THREE)
    return matches, round_


@pytest.mark.full
@pytest.mark.parametrize(
    ("time_tie", "sums"),
    [("draw", ("1", "1")), ("side_on_deal", ("0", "2")), ("first_to_reach", ("2", "0"))],
)
def test_a_match_of_wins_goes_to_whom_the_rules_name(
    db: None, time_tie: str, sums: tuple[str, str]
) -> None:
    matches, round_ = level(time_tie=time_tie, ranking="wdl_2_1_0")
    assert matches.sums(round_) == (*sums, "0")
    ranks = [standing.rank for standing in event_record.standings(results.read(matches.event))]
    wins = [(rank.wins, rank.losses, rank.draws) for rank in ranks]
    assert wins == ([(0, 0, 1)] * 2 if time_tie == "draw" else [(1, 0, 0), (0, 1, 0)])
    organise.close_round(round_, matches.director)
    assert (recount.recount(matches.tournament), verify(matches.tournament)) == ([], [])


@pytest.mark.full
@pytest.mark.parametrize("time_tie", ["draw", "side_on_deal"])
def test_the_page_of_the_round_names_the_winner_and_why(
    client: Client, db: None, time_tie: str
) -> None:
    matches, round_ = level(time_tie=time_tie, ranking="wdl_2_1_0")
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    address = reverse("round", args=[matches.event.uid, round_.number])
    page = client.get(address).content.decode()
    assert ("by the rules of the game 2甲／2乙 has won" in page) == (time_tie != "draw")
    with translation.override("en"):
        sheets = paper(matches.event, round_)
    assert ("At equal levels the side on the deal has won." in sheets) == (time_tie != "draw")


@pytest.mark.full
def test_victory_points_of_no_difference_stay_equal(db: None) -> None:
    matches, round_ = level(time_tie="side_on_deal")
    assert matches.sums(round_) == ("15", "15", "0")


@pytest.mark.full
def test_a_level_that_was_lost_was_lost_after_the_deals_before(db: None) -> None:
    matches = create(**ruled(time_tie="first_to_reach"), ranking="win3")
    round_ = matches.begin()
    matches.play(round_, won("N", 60), won("W", 0))
    matches.penalise(matches.side(round_, "W"), -2)
    assert matches.sums(round_) == ("3", "0", "0")


@pytest.mark.full
@pytest.mark.parametrize(("time_tie", "winner"), [("side_on_deal", "W"), ("first_to_reach", "N")])
def test_a_game_that_time_ends_says_why_one_of_equals_has_it(
    db: None, time_tie: str, winner: str
) -> None:
    ends = {"preset": "standard-2", "time_tie": time_tie}
    matches = create(rules=ends, to_limit=True, deals_per_round=20, ranking="win3")
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, WEST_THREE)
    (stand,) = game_results.game_standings(results.read(matches.event)).values()
    assert (stand.ended, stand.winners, stand.decided) == (False, (), None)
    matches.post(matches.deals(round_)[2], None, Result.Kind.NOT_PLAYED)
    (stand,) = game_results.game_standings(results.read(matches.event)).values()
    assert (stand.ended, stand.winners) == (True, (matches.side(round_, winner).uid,))
    with translation.override("en"):
        assert "At equal levels" in game_state_text(stand)
    assert matches.sums(round_)[:2] == (("3", "0") if winner == "N" else ("0", "3"))


@pytest.mark.full
def test_who_is_ahead_has_it_whoever_is_on_the_deal(db: None) -> None:
    matches = create(**ruled(time_tie="side_on_deal"), ranking="win3")
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, won("W", 60))
    assert matches.sums(round_) == ("3", "0", "2")
    matches.post(matches.deals(round_)[0], DEALERS_ONE)
    assert matches.sums(round_) == ("0", "3", "0")


@pytest.mark.full
def test_a_stage_may_say_otherwise_than_its_event(db: None) -> None:
    """The final knows no draw, where matches before it do."""
    matches = create(**ruled(), ranking="wdl_2_1_0")
    rules = {**matches.event.ruleset.rules, "time_tie": "side_on_deal"}
    own = RuleSet.objects.create(game="shengji", name="final", rules=rules, schema=1, digest="")
    Stage.objects.update(ruleset=own)
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, WEST_THREE)
    assert matches.sums(round_) == ("0", "2", "0")


@pytest.mark.full
@pytest.mark.parametrize("time_tie", ["draw", "side_on_deal"])
def test_a_knockout_goes_on_with_the_side_on_the_deal(db: None, time_tie: str) -> None:
    matches = create(**ruled(time_tie=time_tie))
    Event.objects.update(draw_method=DrawMethod.KNOCKOUT)
    Stage.objects.update(draw_method=DrawMethod.KNOCKOUT)
    matches.event.refresh_from_db()
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, WEST_THREE)
    knockout = event_record.knockout_of(
        results.read(matches.event.stages.get().event), matches.event.stages.get()
    )
    assert knockout is not None
    (played,) = knockout.played.values()
    west = str(matches.side(round_, "W").entries.get().number)
    assert (played.is_level, played.winner) == (
        (True, None) if time_tie == "draw" else (False, west)
    )
    assert knockout.is_over == (time_tie != "draw")
    assert not Award.objects.exists()


@pytest.mark.full
@pytest.mark.parametrize(("time_end", "stops"), [("finish_deal", False), ("stop_now", True)])
def test_pages_and_tablets_say_whether_the_deal_is_finished(
    db: None, time_end: str, stops: bool
) -> None:
    """SJ-89."""
    matches = create(**ruled(time_end=time_end))
    round_ = matches.begin()
    Round.objects.filter(pk=round_.pk).update(published_at=timezone.now())
    alice = User.objects.get(username="alice")
    organise.start_clock(round_, alice, 60, seen=0)
    organise.call_time(round_, alice, seen=1)
    round_.refresh_from_db()
    face = stored_clocks.face_of(round_)
    assert face is not None
    assert face.stops is stops
    clock = round_pack(matches.deals(round_)[0].sitting.table)["clock"]
    assert clock is not None
    assert (clock["state"], clock["stops"]) == ("called", stops)
