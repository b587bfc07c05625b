"""Three teams of an odd number meet in half matches: drawn, lined up, played, ranked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from referee.sheets import tables
from scoring.duplicate import victory_points
from tests.samples import sampled
from tests.tournaments import duplicate
from tests.tournaments import threes as hall_of
from tests.tournaments.threes import Threes, is_open, names
from tournaments import organise, results
from tournaments.checks import recount, verification
from tournaments.checks.redraws import redraw
from tournaments.models import Board, Deal, Result, Room, Round, Seat, SitOut
from tournaments.next_step import Next, next_step
from tournaments.organise import EventPlan
from tournaments.organise.plan_checks import odd_field_problems
from tournaments.pairing.round_values import DrawInput, read
from tournaments.pairing.rounds import draw
from tournaments.pairing.seating import Seating
from tournaments.progress import event_progress
from tournaments.refusals import Reason, Refused
from tournaments.results import event_record
from tournaments.standings import tie_breaks
from tournaments.standings.ranking import Rank
from tournaments.standings.tie_breaks import TieBreakInput
from tournaments.structure import three_way_matches

pytestmark = pytest.mark.django_db


def ranks(threes: Threes) -> dict[str, Rank]:
    rows = event_record.standings(results.read(threes.hall.event))
    return {str(row.competitor.number): row.rank for row in rows}


def met_in(round_: Round) -> set[frozenset[str]]:
    return {frozenset(names(match)) for match in round_.matches.all()}


@pytest.mark.full
def test_three_meet_each_with_each_at_three_tables() -> None:
    with hall_of.event(7) as threes:
        round_ = threes.draw()
        assert not SitOut.objects.exists()
        assert round_.matches.count() == 5
        first, two, last = threes.three(round_)
        assert [match.number for match in (first, two, last)] == [5, 6, 7]
        a, c = names(first)
        b = names(two)[0]
        assert [names(match) for match in (first, two, last)] == [[a, c], [b, a], [c, b]]
        tables = {
            (sitting.room, sitting.table.number): names(sitting.segment.match)
            for match in (first, two, last)
            for sitting in match.segments.get().sittings.select_related("table", "segment__match")
        }
        assert tables == {
            ("open", 5): [a, c],
            ("open", 6): [b, a],
            ("open", 7): [c, b],
            ("closed", 7): [a, c],
            ("closed", 5): [b, a],
            ("closed", 6): [c, b],
        }
        assert redraw(round_).is_equal


@pytest.mark.full
def test_nobody_plays_a_board_twice_or_on_both_sides_of_it() -> None:
    with hall_of.event(7) as threes:
        round_ = threes.draw()
        threes.line_up(round_)
        first, two, last = threes.three(round_)
        numbers = {
            match.pk: set(
                Deal.objects.filter(sitting__segment__match=match).values_list(
                    "board__board_no", flat=True
                )
            )
            for match in (first, two, last)
        }
        assert list(numbers.values()) == [{1, 2}, {3, 4}, {5, 6}]
        played = Counter(
            Seat.objects.filter(sitting__segment__match__round=round_).values_list(
                "person", "sitting__deals__board"
            )
        )
        assert set(played.values()) == {1}
        assert len({person for person, _board in played}) == 28
        assert Board.objects.count() == 6
        for entry in names(first) + names(two)[:1]:
            seats = Seat.objects.filter(
                sitting__segment__match__in=(first, two, last), side__entries__number=int(entry)
            )
            at_table = Counter(seats.values_list("person", "label"))
            assert len(at_table) == 4
            assert set(at_table.values()) == {2}


@pytest.mark.full
def test_the_pairs_change_tables_when_all_have_played_the_first_half() -> None:
    with hall_of.event(3) as threes:
        round_ = threes.draw()
        threes.line_up(round_)
        table = threes.hall.tournament.tables.get(number=1)

        def room() -> str:
            sitting = tables.sitting_now(table)
            return sitting.room if sitting else ""

        first = Deal.objects.filter(sitting__room=Room.OPEN)
        for deal in first.order_by("sitting__table__number", "play_order"):
            assert room() == "open"
            threes.hall.play(deal, 7)
        assert room() == "closed"
        threes.play(round_)
        assert room() == "closed"


@pytest.mark.full
def test_line_ups_of_three_are_blind_and_shown_together() -> None:
    with hall_of.event(7, line_up_order="home_second") as threes:
        round_ = threes.draw()
        first, two, last = threes.three(round_)
        for match in (first, two):
            threes.hand_in(match, match.sides.get(number=1))
            assert _complete(threes) == 0
        line_ups_in = [match.segments.get().line_ups.count() for match in (first, two, last)]
        assert line_ups_in == [1, 2, 1]
        for match in (first, two):
            with pytest.raises(Refused) as refused:
                organise.reveal_line_ups(match.segments.get(), threes.director)
            assert [str(problem.code) for problem in refused.value.problems] == ["line_up_missing"]
        threes.hand_in(last, last.sides.get(number=1))
        assert _complete(threes) == 3
        organise.reveal_line_ups(two.segments.get(), threes.director)
        assert Seat.objects.count() == 24


def _complete(threes: Threes) -> int:
    last = event_progress.progress_of(results.read(threes.hall.event)).last_round
    return last.complete if last else 0


@pytest.mark.full
def test_a_half_match_counts_half_and_its_imps_whole() -> None:
    tricks = {1: (8, 5), 2: (7, 7), 3: (5, 13)}
    with hall_of.event(3) as threes:

        def taken(deal: Deal) -> int:
            open_, closed = tricks[deal.sitting.segment.match.number]
            return open_ if is_open(deal) else closed

        round_ = threes.whole_round(tricks=taken)
        first, two, _last = threes.three(round_)
        (a, c), (b, _a) = names(first), names(two)
        rank = ranks(threes)
    # At each board 60 points, which are 2 IMPs; nothing; and 160 points, which are 4.
    half = Fraction(1, 2)
    assert rank[a].total == half * (victory_points(2, 4)[0] + victory_points(2, 0)[0])
    assert rank[b].total == half * (victory_points(2, 8)[0] + victory_points(2, 0)[0])
    assert rank[c].total == half * (victory_points(2, -4)[0] + victory_points(2, -8)[0])
    assert sum(rank.total for rank in rank.values()) == 30
    assert [rank[uid].place for uid in (b, a, c)] == [1, 2, 3]
    assert [int(rank[uid].net) for uid in (a, b, c)] == [4, 8, -12]
    assert [rank[uid].deals for uid in (a, b, c)] == [4, 4, 4]
    record = [[rank[uid].wins, rank[uid].draws, rank[uid].losses] for uid in (a, b, c)]
    assert record == [[half, half, 0], [half, half, 0], [0, 0, 1]]
    (of_a,) = rank[a].rounds
    assert [half.difference for half in of_a.halves] == [4, 0]
    assert set(of_a.opponents) == {rank[b].entry, rank[c].entry}


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
def test_the_desk_says_that_three_will_meet() -> None:
    with hall_of.event(5) as threes:
        step = next_step(event_progress.progress_of(results.read(threes.hall.event)))
        assert step.code == Next.DRAW_WITH_THREE


@pytest.mark.full
def test_a_walkover_in_a_half_match_counts_half() -> None:
    with hall_of.event(3) as threes:
        round_ = threes.draw()
        first, two, last = threes.three(round_)
        (a, c), (b, _a) = names(first), names(two)
        threes.line_up(round_)
        winner = two.sides.get(number=1)
        assert organise.usual_award(two).present == 6
        organise.award_walkover(two, threes.director, winner, organise.AwardGrounds("late"))
        threes.play(round_)
        organise.close_round(round_, threes.director)
        rank = ranks(threes)
        assert [rank[uid].total for uid in (a, b, c)] == [5, 11, 10]
        assert [rank[uid].wins for uid in (a, b, c)] == [0, Fraction(1, 2), 0]
        assert rank[a].losses == Fraction(1, 2)
        assert len(rank[a].rounds[0].opponents) == 2
        organise.take_back_award(two, threes.director, organise.AwardGrounds("came"))
        assert ranks(threes)[a].rounds[0].match_points is None
        threes.play(round_)
        assert {rank.total for rank in ranks(threes).values()} == {10}
        assert last.round_id == round_.pk


@pytest.mark.full
def test_who_does_not_come_leaves_two_who_play_their_half_match() -> None:
    with hall_of.event(3) as threes:
        round_ = threes.draw()
        match, two, last = threes.three(round_)
        (a, c), (b, _a) = names(match), names(two)
        organise.award_walkover(
            match, threes.director, match.sides.get(number=1), organise.AwardGrounds("c is away")
        )
        organise.award_walkover(
            last, threes.director, last.sides.get(number=2), organise.AwardGrounds("c is away")
        )
        for side in two.sides.order_by("number"):
            threes.hand_in(two, side)
        assert organise.reveal_round(round_, threes.director) == 1
        threes.play(round_)
        organise.close_round(round_, threes.director)
        rank = ranks(threes)
        assert [rank[uid].total for uid in (a, b, c)] == [11, 11, 0]
        assert rank[c].losses == 1


@pytest.mark.full
def test_a_team_that_withdraws_in_the_round_is_absent_in_what_it_has_not_played() -> None:
    with hall_of.event(3) as threes:
        round_ = threes.draw()
        threes.line_up(round_)
        first, two, last = threes.three(round_)
        c = names(first)[1]
        for match in (first, two):
            for deal in Deal.objects.filter(sitting__segment__match=match):
                threes.hall.play(deal, 7)
        organise.withdraw_entry(threes.hall.entries[int(c) - 1], threes.director)
        for deal in Deal.objects.filter(sitting__segment__match=last):
            threes.hall.play(deal, None, Result.Kind.NOT_PLAYED)
        b = names(two)[0]
        assert ranks(threes)[b].total == 5 + 6


@pytest.mark.full
def test_a_late_entry_makes_the_field_even_again() -> None:
    with hall_of.event(5) as threes:
        threes.whole_round()
        cast = threes.hall
        entry = duplicate.another(cast, 6, 2)
        round_ = threes.draw()
        assert round_.matches.count() == 3
        assert three_way_matches.of_round(round_) == ()
        assert str(entry.number) in {
            name for match in round_.matches.all() for name in names(match)
        }


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
def test_opponents_of_a_three_count_as_one() -> None:
    tricks = {1: (8, 5), 2: (7, 7), 3: (5, 13)}
    wanted = ["opponents", "wins"]
    with hall_of.event(3, tie_breaks=wanted) as threes:

        def taken(deal: Deal) -> int:
            open_, closed = tricks[deal.sitting.segment.match.number]
            return open_ if is_open(deal) else closed

        threes.whole_round(tricks=taken)
        rows = {
            row.competitor.uid: row.rank
            for row in event_record.standings(results.read(threes.hall.event))
        }
        record = event_record.record(results.read(threes.hall.event))
        known = TieBreakInput(
            rounds=record.rounds_of(), worth={uid: rank.total for uid, rank in rows.items()}
        )
        values = tie_breaks.buchholz(list(rows), known)
        assert values is not None
        for uid, value in values.items():
            assert value == (30 - rows[uid].total) / 2
        against = tie_breaks.head_to_head(list(rows), known)
        assert against == {uid: rank.total for uid, rank in rows.items()}


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
    unfit: dict[Reason, list[dict[str, Any]]] = {
        Reason.THREE_WITHOUT_BOARDS: [{"rooms": 1}, {"boards": "table"}, {"segments": 2}],
        Reason.THREE_OF_ODD_BOARDS: [{"deals_per_round": 5}],
        Reason.THREE_NOT_DRAWN: [{"draw_method": "round_robin"}, {"draw_method": "knockout"}],
    }
    for reason, changes in unfit.items():
        for changed in changes:
            (problem,) = odd_field_problems(replace(whole, **changed))
            assert problem.code == reason
