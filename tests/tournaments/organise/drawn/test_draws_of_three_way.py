"""Who meets whom in half matches: drawn, changed by hand, and planned."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from tests.samples import sampled
from tests.tournaments import threes as hall_of
from tests.tournaments.organise.drawn.test_three_way import met_in
from tests.tournaments.threes import Threes, names
from tournaments import organise, results
from tournaments.base.refusals import PlanReason
from tournaments.checks import recount, verification
from tournaments.checks.redraws import redraw
from tournaments.models import Round, Seat
from tournaments.organise import EventPlan
from tournaments.organise.plan_checks import odd_field_problems
from tournaments.pairing.round_values import DrawInput, read
from tournaments.pairing.rounds import draw
from tournaments.pairing.seating import Seating
from tournaments.results import event_record
from tournaments.structure import three_way_matches

pytestmark = pytest.mark.django_db


@pytest.mark.full
@pytest.mark.parametrize("teams", sampled([3, 7, 9], [3]))
def test_three_rounds_are_played_by_everybody(teams: int) -> None:
    with hall_of.event(teams, boards="passed", seed=f"threes of {teams}") as threes:
        rounds = [threes.whole_round(tricks=lambda deal: 5 + deal.pk % 4) for _ in range(3)]
        in_three: Counter[str] = Counter()
        for round_ in rounds:
            in_three.update(names(match)[0] for match in threes.three(round_))
            seated = Seat.objects.filter(sitting__segment__match__round=round_)
            assert len(set(seated.values_list("side__entries", flat=True))) == teams
            assert redraw(round_).is_equal
        if teams > 3:
            assert max(in_three.values()) - min(in_three.values(), default=0) <= 2
        if teams == 9:
            assert set(in_three.values()) == {1}
            met = [two for round_ in rounds for two in met_in(round_)]
            assert len(met) == len(set(met))
        rows = event_record.standings(results.read(threes.hall.event))
        assert sum(row.rank.total for row in rows) == teams * 30
        assert not verification.verify(threes.hall.tournament)
        assert not recount.recount(threes.hall.tournament)
        assert not recount.recount_shown(threes.hall.tournament)


@pytest.mark.full
def test_a_draft_is_changed_by_hand_within_a_three_and_out_of_it() -> None:
    with hall_of.event(7) as threes:
        round_ = organise.draw_round(threes.hall.event, threes.director)
        home_match, _two, _last = threes.three(round_)
        inside, outside = (
            home_match.sides.get(number=1),
            round_.matches.get(number=1).sides.get(number=1),
        )
        a, other = inside.entries.get(), outside.entries.get()
        organise.adjust_draft(round_, threes.director, inside.uid, outside.uid)
        round_.refresh_from_db()
        met = [names(match) for match in round_.matches.order_by("number")]
        times = Counter(name for two in met for name in two)
        assert (times[str(other.number)], times[str(a.number)]) == (2, 1)
        assert len(three_way_matches.of_round(round_)) == 1
        assert redraw(round_).is_equal
        match_one, match_two, last = threes.three(round_)
        first, second = match_one.sides.get(number=1), match_two.sides.get(number=1)
        organise.adjust_draft(round_, threes.director, first.uid, second.uid)
        round_.refresh_from_db()
        assert redraw(round_).is_equal
        organise.publish_round(round_, threes.director)
        threes.line_up(round_)
        threes.play(round_)
        organise.close_round(round_, threes.director)
        assert not verification.verify(threes.hall.tournament)
        assert last.pk in {half.match for half in three_way_matches.of_round(round_)[0]}


@pytest.mark.full
def test_who_met_in_a_three_meets_others_afterwards() -> None:
    with hall_of.event(7) as threes:
        rounds = [threes.whole_round(tricks=lambda deal: 5 + deal.pk % 4) for _ in range(2)]
        met = [two for round_ in rounds for two in met_in(round_)]
        assert len(met) == len(set(met))
        in_threes = [set(team) for round_ in rounds for team in _teams_of(threes, round_)]
        assert all(len(first & second) <= 1 for first, second in combinations(in_threes, 2))


def _teams_of(threes: Threes, round_: Round) -> list[set[str]]:
    return [{name for match in threes.three(round_) for name in names(match)}]


@pytest.mark.full
@pytest.mark.parametrize("field", range(3, 16, 2))
def test_everybody_of_an_odd_field_plays_every_round(field: int) -> None:
    entries = tuple(map(str, range(1, field + 1)))
    history: tuple[Seating, ...] = ()
    in_three: Counter[str] = Counter()
    for number in range(1, 4):
        draw_input = DrawInput(
            method="swiss",
            seed=f"odd/{field}/{number}",
            labels=("1", "2"),
            entries=entries,
            scores={entry: str(int(entry) * number % 5) for entry in entries},
            history=history,
            three_way=True,
        )
        drawn = draw(draw_input)
        assert draw(read(draw_input.as_json(), draw_input.seed)).shown == drawn.shown
        assert not drawn.sit_outs
        seated = Counter(entry for table in drawn.draw.tables for entry in table.entries)
        assert set(seated) == set(entries)
        assert set(seated.values()) == {1}
        sizes = [len(table.entries) for table in drawn.draw.tables]
        assert sizes == [2] * ((field - 3) // 2) + [3]
        three = drawn.draw.tables[-1].entries
        in_three.update(three)
        if field >= 9:
            assert not any(table.met_before for table in drawn.draw.tables)
            assert max(in_three.values()) == 1
        history = (*history, *drawn.draw.tables)


def test_a_plan_that_does_not_fit_is_refused() -> None:
    whole = EventPlan(
        "Teams",
        "gongzhu",
        {"preset": "classic"},
        4,
        form="teams",
        rooms=2,
        boards="made",
        comparison="imp",
        ranking="vp_20",
        draw_method="swiss",
        odd_field="three_way",
    )
    assert list(odd_field_problems(whole)) == []
    unfit: dict[PlanReason, list[dict[str, Any]]] = {
        PlanReason.THREE_WITHOUT_BOARDS: [{"rooms": 1}, {"boards": "table"}, {"segments": 2}],
        PlanReason.THREE_OF_ODD_BOARDS: [{"deals_per_round": 5}],
        PlanReason.THREE_NOT_DRAWN: [{"draw_method": "round_robin"}, {"draw_method": "knockout"}],
    }
    for reason, changes in unfit.items():
        for changed in changes:
            (problem,) = odd_field_problems(replace(whole, **changed))
            assert problem.code == reason
