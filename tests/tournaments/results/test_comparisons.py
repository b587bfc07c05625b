"""What deals count beside others of the same board, from the results of tables to standings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.duplicate import victory_points
from tests.tournaments import duplicate
from tests.tournaments.duplicate import Hall
from tournaments import results
from tournaments.checks import recount
from tournaments.models import (
    Adjustment,
    AwardKind,
    Board,
    BoardSource,
    Comparison,
    Form,
    Match,
    Ranking,
    Result,
    Room,
    Round,
    SitOut,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.results import event_record, match_results, match_rows
from tournaments.standings.ranking import Rank

pytestmark = pytest.mark.django_db
ZERO = Fraction(0)


def exact(*values: int) -> tuple[Fraction, ...]:
    """Return whole numbers as what they are compared with."""
    return tuple(map(Fraction, values))


def ranks(hall: Hall) -> dict[int, Rank]:
    """Return the rows of the standings by the numbers of the entries."""
    return {
        row.competitor.number: row.rank for row in event_record.standings(results.read(hall.event))
    }


@pytest.fixture
def teams() -> Iterator[tuple[Hall, Match, list[Board]]]:
    """Two teams in two rooms over two boards, IMPs and victory points."""
    wanted: dict[str, Any] = {"comparison": Comparison.IMP, "ranking": Ranking.VP_20, "rooms": 2}
    with duplicate.hall(2, 4, **wanted) as hall:
        boards = hall.boards(1, 2)
        yield hall, hall.match(hall.round(1), [1], [2], boards), boards


@pytest.mark.full
def test_two_rooms_make_imps_and_victory_points(teams: tuple[Hall, Match, list[Board]]) -> None:
    hall, match, (first, second) = teams
    hall.two_rooms(match, first, 8, 5)
    hall.two_rooms(match, second, 5, 13)
    home, away = ranks(hall)[1], ranks(hall)[2]
    # +30 and +30 make 60 points, which are 2 IMPs; −30 and −130 make −160, which are 4.
    assert [round_.totals for round_ in home.rounds] == [exact(2, 4)]
    assert (home.total, away.total) == victory_points(2, -2)
    assert home.deals == 2
    assert (home.net, away.net) == exact(-2, 2)
    assert away.place == 1


@pytest.mark.full
def test_a_board_counts_when_both_rooms_have_played_it(
    teams: tuple[Hall, Match, list[Board]],
) -> None:
    hall, match, (first, second) = teams
    hall.play(hall.deal(match, first, Room.OPEN), 8)
    assert not ranks(hall)[1].rounds
    hall.play(hall.deal(match, first, Room.CLOSED), 5)
    (round_sum,) = ranks(hall)[1].rounds
    assert round_sum.totals == exact(2, 0)
    assert round_sum.match_points is None
    hall.two_rooms(match, second, 13, 13)
    (round_sum,) = ranks(hall)[1].rounds
    assert round_sum.match_points == victory_points(2, 2)[0]


@pytest.mark.full
def test_a_board_that_is_not_played_is_left_out_of_the_scale(
    teams: tuple[Hall, Match, list[Board]],
) -> None:
    hall, match, (first, second) = teams
    hall.two_rooms(match, first, 8, 5)
    for room in (Room.OPEN, Room.CLOSED):
        hall.play(hall.deal(match, second, room), None, Result.Kind.NOT_PLAYED)
    assert ranks(hall)[1].total == victory_points(1, 2)[0]


@pytest.mark.full
def test_an_average_needs_no_result(teams: tuple[Hall, Match, list[Board]]) -> None:
    hall, match, (first, second) = teams
    hall.two_rooms(match, first, 7, 7)
    averages = {"ns": "average_plus", "ew": "average_minus"}
    hall.post(hall.deal(match, second, Room.CLOSED), averages, Result.Kind.AVERAGE)
    hall.play(hall.deal(match, second, Room.OPEN), 9)
    # In the closed room north-south is the visiting side.
    (round_sum,) = ranks(hall)[1].rounds
    assert round_sum.totals == exact(0, 3)
    assert not recount.recount(hall.tournament)


@pytest.mark.full
def test_a_penalty_of_the_match_is_in_its_margin(teams: tuple[Hall, Match, list[Board]]) -> None:
    hall, match, (first, second) = teams
    hall.two_rooms(match, first, 8, 5)
    hall.two_rooms(match, second, 7, 7)
    side = match.sides.get(number=1)
    with change(hall.tournament, SYSTEM, Verb.ADJUST) as made:
        origin, entry = duplicate.SHEET, side.entries.get()
        ledger.adjust(made, entry, Fraction(-5), reason="late", origin=origin, side=side)
    assert ranks(hall)[1].total == victory_points(2, -3)[0]
    assert Adjustment.objects.get().unit == Adjustment.Unit.IMP


@pytest.mark.full
def test_boards_alone_are_won_drawn_and_lost() -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.BOARD, "ranking": Ranking.WDL_2_1_0}
    with duplicate.hall(2, 4, rooms=2, **wanted) as hall:
        boards = hall.boards(1, 3)
        match = hall.match(hall.round(1), [1], [2], boards)
        for board, open_, closed in zip(boards, (8, 7, 3), (5, 7, 2), strict=True):
            hall.two_rooms(match, board, open_, closed)
        home = ranks(hall)[1]
        assert home.rounds[0].totals == exact(5, 1)
        assert home.total == 2


@pytest.mark.full
def test_without_comparison_both_rooms_add_up() -> None:
    wanted: dict[str, Any] = {"boards": BoardSource.TABLE, "ranking": Ranking.WDL_2_1_0}
    with duplicate.hall(2, 4, rooms=2, **wanted) as hall:
        (board,) = hall.boards(1, 1)
        match = hall.match(hall.round(1), [1], [2], [board])
        hall.two_rooms(match, board, 8, 4)
        home = ranks(hall)[1]
        assert home.rounds[0].totals == exact(8 * 20 + 9 * 20, 5 * 20 + 4 * 20)
        assert home.total == home.rounds[0].deals == 2


def field(hall: Hall, round_: Round, board: Board, results: list[int | None]) -> None:
    """Let pairs 1-2, 3-4 and so on play a board, north-south first."""
    for table, tricks in enumerate(results):
        pair = 2 * table + 1
        match = hall.match(round_, [pair], [pair + 1], [board], rooms=[Room.ONLY])
        if tricks is not None:
            hall.play(hall.deal(match, board), tricks)


@pytest.mark.full
@pytest.mark.databases
def test_matchpoints_among_all_tables() -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.MATCHPOINTS, "form": Form.PAIRS}
    with duplicate.hall(6, 2, **wanted) as hall:
        field(hall, hall.round(1), hall.boards(1, 1)[0], [8, 7, 7])
        rank_by_number = ranks(hall)
        assert [int(rank_by_number[n].total) for n in range(1, 7)] == [4, 0, 1, 3, 1, 3]
        assert rank_by_number[1].share == 1
        assert rank_by_number[3].share == Fraction(1, 4)


@pytest.mark.full
def test_what_is_missing_counts_as_the_average() -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.MATCHPOINTS, "form": Form.PAIRS}
    with duplicate.hall(6, 2, **wanted) as hall:
        field(hall, hall.round(1), hall.boards(1, 1)[0], [8, 7, None])
        rank_by_number = ranks(hall)
        # (2 + 1) · 3 / 2 − 1 and (0 + 1) · 3 / 2 − 1 of four.
        assert (rank_by_number[1].total, rank_by_number[3].total) == (
            Fraction(7, 2),
            Fraction(1, 2),
        )
        assert rank_by_number[5].deals == 0


@pytest.mark.full
def test_an_average_among_tables_looks_at_the_other_boards() -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.MATCHPOINTS, "form": Form.PAIRS}
    with duplicate.hall(4, 2, **wanted) as hall:
        first, second = hall.boards(1, 2)
        round_ = hall.round(1)
        match = hall.match(round_, [1], [2], [first, second], rooms=[Room.ONLY])
        other = hall.match(round_, [3], [4], [first, second], rooms=[Room.ONLY])
        hall.play(hall.deal(match, first), 8)
        hall.play(hall.deal(other, first), 7)
        hall.play(hall.deal(other, second), 7)
        averages = {"ns": "average_plus", "ew": "average_plus"}
        hall.post(hall.deal(match, second), averages, Result.Kind.AVERAGE)
        rank_by_number = ranks(hall)
        # The one who won all of the other board has all of this one, the other one 60 percent.
        assert (rank_by_number[1].total, rank_by_number[2].total) == (Fraction(4), Fraction(6, 5))


@pytest.mark.full
def test_imps_against_the_datum() -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.DATUM_IMP, "form": Form.PAIRS}
    with duplicate.hall(6, 2, **wanted) as hall:
        field(hall, hall.round(1), hall.boards(1, 1)[0], [13, 7, 5])
        rank_by_number = ranks(hall)
        # 130, 10 and −30: the datum is 40, the differences 90, −30 and −70.
        assert [int(rank_by_number[n].total) for n in range(1, 7)] == [3, -3, -1, 1, -2, 2]


@pytest.mark.full
def test_each_for_himself_is_compared_with_the_same_seat() -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.MATCHPOINTS, "form": Form.INDIVIDUAL}
    with duplicate.hall(8, 1, **wanted) as hall:
        round_, (board,) = hall.round(1), hall.boards(1, 1)
        tables = [hall.alone(round_, seats, [board]) for seats in ([1, 2, 3, 4], [5, 6, 7, 8])]
        for match, tricks in zip(tables, (8, 4), strict=True):
            hall.play(hall.deal(match, board), tricks)
        rank_by_number = ranks(hall)
        assert [int(rank_by_number[n].total) for n in range(1, 9)] == [2, 1, 1, 0, 0, 1, 1, 2]


@pytest.mark.full
def test_sitting_out_counts_as_the_own_average() -> None:
    wanted: dict[str, Any] = {
        "comparison": Comparison.MATCHPOINTS,
        "form": Form.PAIRS,
        "sit_out_credit": "average",
    }
    with duplicate.hall(5, 2, **wanted) as hall:
        for number in (1, 2):
            round_, (board,) = hall.round(number), hall.boards(number, 1)
            field(hall, round_, board, [8, 7] if number == 1 else [7, 8])
            if number == 2:
                SitOut.objects.create(round=round_, entry=hall.entries[4])
        assert ranks(hall)[5].total == 0
        assert ranks(hall)[1].total == 2


def test_what_would_be_is_told_of_all_tables() -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.MATCHPOINTS, "form": Form.PAIRS}
    with duplicate.hall(4, 2, **wanted) as hall:
        round_, (board,) = hall.round(1), hall.boards(1, 1)
        field(hall, round_, board, [8, 7])
        deal = hall.deal(round_.matches.get(number=1), board)
        scored = match_rows.deal_scores(
            results.read(hall.event).with_results({deal.pk: (None, {})})
        )
        assert scored == []


@pytest.mark.full
def test_walkovers_count_what_was_awarded(teams: tuple[Hall, Match, list[Board]]) -> None:
    hall, match, _ = teams
    hall.award(match, AwardKind.WALKOVER, 1, Fraction(18), ZERO)
    home, away = ranks(hall)[1], ranks(hall)[2]
    assert (home.total, away.total) == exact(18, 0)
    assert (home.wins, away.losses, home.rounds[0].unplayed) == (1, 1, True)
    stage = match.round.group.stage
    (result,) = match_results.results_by_match(results.read(stage.event), stage).values()
    assert result.scores == exact(18, 0)
    assert result.absent == {1}


@pytest.mark.full
@pytest.mark.databases
def test_where_neither_came_both_have_what_was_awarded(
    teams: tuple[Hall, Match, list[Board]],
) -> None:
    hall, match, _ = teams
    first = hall.award(match, AwardKind.BOTH_ABSENT, None, ZERO, Fraction(2))
    assert [rank.total for rank in ranks(hall).values()] == [2, 2]
    taken_back = hall.award(match, AwardKind.WITHDRAWN, None, ZERO, ZERO, retires=first)
    assert taken_back.retires == first
    assert [rank.total for rank in ranks(hall).values()] == [0, 0]


@pytest.mark.full
def test_who_goes_on_from_a_draw_changes_no_score(teams: tuple[Hall, Match, list[Board]]) -> None:
    hall, match, boards = teams
    for board in boards:
        hall.two_rooms(match, board, 7, 7)
    hall.award(match, AwardKind.DECIDED, 2, ZERO, ZERO)
    assert [rank.total for rank in ranks(hall).values()] == [10, 10]


def test_awards_count_where_points_rank() -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.MATCHPOINTS, "form": Form.PAIRS}
    with duplicate.hall(2, 2, **wanted) as hall:
        match = hall.match(hall.round(1), [1], [2], hall.boards(1, 1), rooms=[Room.ONLY])
        hall.award(match, AwardKind.WALKOVER, 2, Fraction(6, 5), ZERO)
        rank_by_number = ranks(hall)
        assert (rank_by_number[1].total, rank_by_number[2].total) == (ZERO, Fraction(6, 5))


@pytest.mark.full
def test_results_of_a_stage_are_told_as_matches(teams: tuple[Hall, Match, list[Board]]) -> None:
    hall, match, (first, second) = teams
    stage = match.round.group.stage
    (open_,) = match_results.results_by_match(results.read(stage.event), stage).values()
    assert (open_.is_over, open_.totals) == (False, None)
    hall.two_rooms(match, first, 8, 5)
    hall.two_rooms(match, second, 7, 7)
    (result,) = match_results.results_by_match(results.read(stage.event), stage).values()
    assert result.sides == (hall.entries[0].uid, hall.entries[1].uid)
    assert result.scores == victory_points(2, 2)
    assert result.totals == exact(2, 0)
    assert result.deals == 2


@pytest.mark.full
def test_queries_do_not_grow_with_the_tables() -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.IMP, "ranking": Ranking.VP_20, "rooms": 2}
    with duplicate.hall(4, 4, **wanted) as hall:
        boards, round_ = hall.boards(1, 2), hall.round(1)
        match = hall.match(round_, [1], [2], boards)
        hall.two_rooms(match, boards[0], 8, 5)
        few = queries_of(hall)
        other = hall.match(round_, [3], [4], boards)
        hall.two_rooms(other, boards[0], 8, 5)
        hall.two_rooms(other, boards[1], 8, 5)
        assert queries_of(hall) == few


def queries_of(hall: Hall) -> int:
    with CaptureQueriesContext(connection) as captured:
        event_record.standings(results.read(hall.event))
    return len(captured)


@pytest.mark.full
def test_every_board_of_a_field_can_be_looked_at() -> None:
    wanted: dict[str, Any] = {"comparison": Comparison.DATUM_IMP, "form": Form.PAIRS}
    with duplicate.hall(4, 2, **wanted) as hall:
        (board,) = hall.boards(1, 1)
        field(hall, hall.round(1), board, [8, 7])
        (scored,) = match_rows.compare_boards(results.read(hall.event)).of_field[board.pk]
        assert scored.datum == 20
        assert [line.result.points for line in scored.lines] == [30, 10]
        assert scored.lines[0].gained == (hall.entries[0].uid,)
