"""Adjusted scores at tables that deal for themselves: averages, results, weights, levels."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from referee.base.refusals import Code
from referee.rulings import adjusted_scores, corrections
from referee.rulings.adjusted_scores import AdjustedScore, AssignedFacts, AverageSize, GivenInstead
from referee.sheets import later_deals
from tests import levels_cast
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.levels_cast import ATTACKERS_WIN, DEALERS_KEEP
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tests.referee.rulings.deals.test_adjusted_scores import record
from tests.tournaments.results.test_level_matches import create, won
from tournaments import results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.recount import recount
from tournaments.checks.verification import verify
from tournaments.models import Deal, Result, Tournament, User
from tournaments.results import queries
from tournaments.results.match_rows import deal_scores
from tournaments.standings.given_scores import GivenScore, Outcomes, WeightedScore
from tournaments.standings.team_boards import AverageScore
from tournaments.wording import result_words

PLUS, EVEN, MINUS = AverageScore.PLUS, AverageScore.EVEN, AverageScore.MINUS


def averages(**by_place: AverageScore) -> dict[str, Outcomes]:
    return {place: (WeightedScore(average),) for place, average in by_place.items()}


def points(**by_place: int) -> dict[str, Outcomes]:
    return {place: (WeightedScore(Fraction(value)),) for place, value in by_place.items()}


def given(by_place: Mapping[str, Outcomes], size: AverageSize = AverageSize.FLAT) -> GivenInstead:
    return GivenInstead(GivenScore(by_place, "L12"), "a card lay open", size)


def sound(tournament: Tournament) -> None:
    assert recount(tournament) == []
    assert verify(tournament) == []


def scores(hall: Hall) -> dict[str, int]:
    return dict(Result.live.get(deal=hall.deal()).settlement["scores"])


def counted(hall: Hall) -> dict[str, Fraction | int]:
    """What the first deal counts for each seat in the standings."""
    rows = deal_scores(results.read(hall.cast.event))
    by_entry = {row.entry: row.points for row in rows if row.deal == hall.deal().uid}
    seats = hall.deal().sitting.seats.all()
    return {
        seat.label: by_entry[seat.side.entries.get().uid]
        for seat in seats
        if seat.side.entries.get().uid in by_entry
    }


ONE_PLUS = averages(N=PLUS, W=EVEN, S=EVEN, E=MINUS)


@pytest.mark.full
def test_an_average_is_fifty_points_and_keeps_what_was_reported(hall: Hall) -> None:
    cast = hall.cast
    cast.post(hall.deal())
    result = adjusted_scores.give(hall.deal(), cast.bob, given(ONE_PLUS), seen=1)
    assert scores(hall) == {"N": 50, "W": 0, "S": 0, "E": -50}
    assert counted(hall) == {"N": 50, "W": 0, "S": 0, "E": -50}
    assert (result.kind, result.facts["won"]) == ("adjusted", NORTH_TAKES_THE_PIG["won"])
    assert result.retires.facts == NORTH_TAKES_THE_PIG  # type: ignore[union-attr]
    with translation.override("en"):
        assert result_words.result_kind_text(result) == (
            "adjusted score: North average plus, West average, South average, "
            "East average minus (L12)"
        )
        # What is typed may name cards.
        assert "L12" not in result_words.result_kind_text(result, sealed=True)
    sound(cast.tournament)


@pytest.mark.full
def test_removing_it_restores_what_the_players_reported(hall: Hall) -> None:
    """Scenario 16: both values are known, and without the override the players' result counts."""
    hall.cast.post(hall.deal())
    before = counted(hall)
    adjusted_scores.give(hall.deal(), hall.cast.bob, given(ONE_PLUS), seen=1)
    adjusted_scores.give(hall.deal(), hall.cast.bob, given(points(N=-300, W=0, S=0, E=0)), seen=2)
    assert counted(hall)["N"] == -300
    adjusted_scores.take_back(hall.deal(), hall.cast.bob, "the card was found", seen=3)
    assert counted(hall) == before
    live = queries.live_results([hall.deal()])[hall.deal().pk]
    assert (live.kind, live.facts, live.version) == ("played", NORTH_TAKES_THE_PIG, 4)
    sound(hall.cast.tournament)


@pytest.mark.full
def test_an_average_may_be_the_mean_of_the_table(hall: Hall) -> None:
    assert adjusted_scores.average_size(hall.deal(), AverageSize.MEAN) == 50
    hall.cast.post(hall.deal(2))
    # 100, 100, 50 and 200 without their signs.
    assert adjusted_scores.average_size(hall.deal(), AverageSize.MEAN) == 113
    adjusted_scores.give(hall.deal(), hall.cast.bob, given(ONE_PLUS, AverageSize.MEAN), seen=0)
    assert scores(hall) == {"N": 113, "W": 0, "S": 0, "E": -113}
    # The deal itself is not among what its table has played.
    assert adjusted_scores.average_size(hall.deal(), AverageSize.MEAN) == 113
    sound(hall.cast.tournament)


@pytest.mark.full
def test_the_mean_lies_between_fifty_and_two_hundred(hall: Hall) -> None:
    record(hall.deal(2), WEST_TAKES_ALL)
    assert adjusted_scores.average_size(hall.deal(), AverageSize.MEAN) == 200
    assert adjusted_scores.average_size(hall.deal(2), AverageSize.MEAN) == 50


@pytest.mark.full
def test_weighted_outcomes_are_whole_points_at_a_table(hall: Hall) -> None:
    by_place = {
        seat: (
            WeightedScore(Fraction(value), Fraction("33.33")),
            WeightedScore(Fraction(-value), Fraction("66.67")),
        )
        for seat, value in {"N": 100, "W": -100, "S": 0, "E": 0}.items()
    }
    adjusted_scores.give(hall.deal(), hall.cast.bob, given(by_place), seen=0)
    assert scores(hall) == {"N": -33, "W": 33, "S": 0, "E": 0}
    sound(hall.cast.tournament)


@pytest.mark.full
@pytest.mark.parametrize(
    ("weights", "code"),
    [
        (["60", "39.99"], Code.WEIGHTS_NOT_WHOLE),
        (["100.01"], Code.WEIGHTS_NOT_WHOLE),
        (["120", "-20"], Code.WEIGHTS_NOT_WHOLE),
        (["20", "20", "20", "20", "10", "10"], Code.TOO_MANY_OUTCOMES),
        ([], Code.NOT_GIVEN),
    ],
)
def test_weights_that_are_refused(hall: Hall, weights: list[str], code: Code) -> None:
    outcomes = tuple(
        WeightedScore(Fraction(number), Fraction(of)) for number, of in enumerate(weights)
    )
    score = given(dict.fromkeys("NWSE", outcomes))
    with pytest.raises(Refused) as refused:
        adjusted_scores.give(hall.deal(), hall.cast.bob, score, seen=0)
    assert [problem.code for problem in refused.value.problems] == [code]
    assert hall.deal().version == 0


@pytest.mark.full
def test_the_same_score_again_is_refused(hall: Hall) -> None:
    adjusted_scores.give(hall.deal(), hall.cast.bob, given(ONE_PLUS), seen=0)
    with pytest.raises(Refused) as refused:
        adjusted_scores.give(hall.deal(), hall.cast.bob, given(ONE_PLUS), seen=1)
    assert [problem.code for problem in refused.value.problems] == [Reason.RESULT_UNCHANGED]


@pytest.mark.full
def test_void_without_redeal_is_a_kind_of_its_own(hall: Hall) -> None:
    """作废不补打: done, for nobody, and not 未打; taken back the table's result counts again."""
    hall.cast.post(hall.deal())
    corrections.rule(hall.deal(), hall.cast.bob, "no_replay", "two cards were missing", seen=1)
    assert (hall.deal().done, counted(hall)) == (True, {})
    with translation.override("zh-hans"):
        assert result_words.result_kind_text(Result.live.get(deal=hall.deal())) == "作废不补打"
    sound(hall.cast.tournament)
    adjusted_scores.take_back(hall.deal(), hall.cast.bob, "they were found", seen=2)
    assert counted(hall)["N"] == -100
    sound(hall.cast.tournament)


@pytest.fixture
def levels(db: None) -> Cast:
    return levels_cast.assemble()


@pytest.mark.full
def test_where_sides_climb_an_average_is_a_level(levels: Cast) -> None:
    round_ = levels.round_in_play()
    deal = levels.deals(round_)[0]
    levels_cast.post(levels, deal, DEALERS_KEEP)
    score = AdjustedScore(MINUS, PLUS, "a card lay open")
    adjusted_scores.give(deal, levels.bob, score, seen=1)
    assert Result.live.get(deal=deal).settlement["scores"] == {"N": -1, "W": 1, "S": -1, "E": 1}
    sound(levels.tournament)


@pytest.mark.full
def test_nobody_falls_below_the_first_level(db: None) -> None:
    matches = create()
    round_ = matches.begin()
    first = matches.deals(round_)[0]
    bob = User.objects.get(username="alice")
    adjusted_scores.give(first, bob, AdjustedScore(MINUS, PLUS, "a card lay open"), seen=0)
    assert matches.sums(round_)[2] == "-1"
    matches.play(round_, won("N", 60), won("N", 60))
    assert matches.sums(round_) == ("16", "14", "1")
    sound(matches.tournament)


@pytest.mark.full
def test_another_result_by_its_facts(levels: Cast) -> None:
    """判定分: the attackers have 85 instead of 75, and the plays that happened stay."""
    deal = levels.deals(levels.round_in_play())[0]
    assigned = AssignedFacts({"attackers_points": 85}, "revoke", "R-04")
    with pytest.raises(Refused) as refused:
        adjusted_scores.give(deal, levels.bob, assigned, seen=0)
    assert [problem.code for problem in refused.value.problems] == [Code.NOTHING_REPORTED]
    levels_cast.post(levels, deal, DEALERS_KEEP)
    deal.refresh_from_db()
    result = adjusted_scores.give(deal, levels.bob, assigned, seen=1)
    assert (result.kind, result.facts["attackers_points"]) == ("assigned", 85)
    assert result.settlement["raw"]["W"] == 85
    assert result.retires.facts["attackers_points"] == 35  # type: ignore[union-attr]
    sound(levels.tournament)


FINALS = (won("N", 0), won("N", 20), won("W", 0), won("W", 60), won("N", 75))
"""North-South go from 2 to 8, with the last deal at 75; West-East to 6."""


@pytest.mark.full
def test_worked_case_2_a_revoke_in_the_last_deal(db: None) -> None:
    """Finals 8–6 give 17–13; equity 85 without a level 7–6 and 16–14; −1 级 on top 15–15."""
    matches = create(deals_per_round=5)
    round_ = matches.begin()
    matches.play(round_, *FINALS)
    assert matches.sums(round_) == ("17", "13", "2")
    last = matches.deals(round_)[-1]
    bob = User.objects.get(username="alice")
    equity = AssignedFacts({"attackers_points": 85}, "revoke in trick 9", "R-04")
    adjusted_scores.give(last, bob, equity, seen=1)
    assert matches.sums(round_) == ("16", "14", "1")
    matches.penalise(matches.side(round_, "N"), -1)
    assert matches.sums(round_) == ("15", "15", "0")
    sound(matches.tournament)
    adjusted_scores.take_back(Deal.objects.get(pk=last.pk), bob, "no revoke", seen=2)
    assert matches.sums(round_) == ("16", "14", "1")
    sound(matches.tournament)


@pytest.mark.full
def test_later_deals_that_do_not_fit_are_named_and_stand(levels: Cast) -> None:
    """North keeps the deal, South deals at 4; with the attackers at 85 West would deal at 2."""
    first, second = levels.deals(levels.round_in_play())[:2]
    levels_cast.post(levels, first, DEALERS_KEEP)
    levels_cast.post(levels, second, ATTACKERS_WIN)
    first.refresh_from_db()
    assert later_deals.misfits(first) == ()
    with translation.override("en"):
        [misfit] = later_deals.misfits(first, {**DEALERS_KEEP, "attackers_points": 85})
        assert misfit.deal.pk == second.pk
        assert "West" in misfit.text or "East" in misfit.text
    # Nothing was changed by looking.
    assert later_deals.misfits(first) == ()
    equity = AssignedFacts({"attackers_points": 85}, "revoke", "")
    adjusted_scores.give(first, levels.bob, equity, seen=1)
    first.refresh_from_db()
    assert [row.deal.pk for row in later_deals.misfits(first)] == [second.pk]
    assert Result.live.get(deal=second).facts == ATTACKERS_WIN
    sound(levels.tournament)


@pytest.mark.full
def test_in_other_events_nothing_follows_from_the_deal_before(hall: Hall) -> None:
    hall.cast.play(hall.round)
    assert later_deals.misfits(hall.deal(), WEST_TAKES_ALL) == ()


@pytest.mark.full
def test_a_game_goes_on_from_what_was_given(hall: Hall) -> None:
    """Everything else of the round is played, and what was given is among its sums."""
    adjusted_scores.give(hall.deal(), hall.cast.bob, given(points(N=10, W=20, S=30, E=40)), seen=0)
    facts: Any = Result.live.get(deal=hall.deal()).facts
    assert facts.keys() == {"adjusted"}
    assert counted(hall) == {"N": 10, "W": 20, "S": 30, "E": 40}
    sound(hall.cast.tournament)
