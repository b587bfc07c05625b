"""Three teams of an odd number meet in half matches: drawn, lined up, played, ranked."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from referee.sheets import tables
from scoring.duplicate import victory_points
from tests.tournaments import duplicate
from tests.tournaments import threes as hall_of
from tests.tournaments.threes import Threes, is_open, names
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks.redraws import redraw
from tournaments.models import Board, Deal, Result, Room, Round, Seat, SitOut
from tournaments.progress import event_progress
from tournaments.progress.next_step import Next, next_step
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
