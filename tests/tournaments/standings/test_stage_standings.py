"""Standings of events of several stages: of a group, of a stage, and of the whole event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments import duplicate
from tests.tournaments.duplicate import Hall
from tournaments import results
from tournaments.models import AwardKind, BoardSource, DrawMethod, Ranking, Room, Stage
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.results import event_record, match_results
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import MatchRecord, ScoredDeal, StandingsInput
from tournaments.standings.stage_places import GroupPart, StagePart, event_ranks, group_ranks

NOTHING = Fraction(0)


def won(number: int, first: str, second: str, order: Order = Order.WDL_2_1_0) -> list[Any]:
    """Return a match that the first has won by 10, and the table at which it was."""
    scored = [
        ScoredDeal(first, number, f"{first}{second}", 10),
        ScoredDeal(second, number, "", -10),
    ]
    return [*scored, MatchRecord(number, ((first,), (second,)))] if order.by_match else scored


def field(
    *matches: list[Any], entries: str = "abcd", order: Order = Order.WDL_2_1_0
) -> StandingsInput:
    rows = [score for match in matches for score in match]
    return StandingsInput(
        list(entries),
        scored=[row for row in rows if isinstance(row, ScoredDeal)],
        tables=[row for row in rows if isinstance(row, MatchRecord)],
        order=order,
        tie_breaks=(),
    )


GROUPS = (GroupPart(1, ("a", "b")), GroupPart(2, ("c", "d")))


def test_groups_have_standings_of_their_own() -> None:
    by_group = group_ranks(field(won(1, "a", "b"), won(1, "d", "c")), StagePart(1, 0, None, GROUPS))
    assert {key: [row.entry for row in rows] for key, rows in by_group.items()} == {
        1: ["a", "b"],
        2: ["d", "c"],
    }
    assert [row.place for rows in by_group.values() for row in rows] == [1, 2, 1, 2]


def test_over_groups_the_first_of_each_stand_before_the_second() -> None:
    known = field(won(1, "a", "b"), won(1, "d", "c"), won(2, "a", "b"))
    rows = event_ranks(known, [StagePart(1, 0, None, GROUPS)])
    assert [(row.place, row.entry) for row in rows] == [(1, "a"), (1, "d"), (3, "b"), (3, "c")]
    assert all(row.shared for row in rows)


def test_before_the_first_round_all_entries_of_the_first_stage_are_listed() -> None:
    final = StagePart(2, 2, None, (GroupPart(3, ("a", "c")),))
    rows = event_ranks(field(), [StagePart(1, 0, 1, GROUPS), final])
    assert sorted(row.entry for row in rows) == ["a", "b", "c", "d"]


def test_who_is_in_no_group_is_met_and_ranked_in_none() -> None:
    known = field(won(1, "a", "h"), won(1, "b", "c"), won(1, "d", "g"))
    by_group = group_ranks(known, StagePart(1, 0, None, GROUPS))
    assert {
        key: [(row.entry, int(row.match_points)) for row in rows] for key, rows in by_group.items()
    } == {
        1: [("a", 2), ("b", 2)],
        2: [("d", 2), ("c", 0)],
    }


def test_between_those_of_one_place_the_average_of_a_round_decides() -> None:
    three = (GroupPart(1, ("a", "b", "c")), GroupPart(2, ("d", "e")))
    known = field(won(1, "a", "b"), won(2, "c", "a"), won(1, "d", "e"), entries="abcde")
    rows = event_ranks(known, [StagePart(1, 0, None, three)])
    # c has 2 of one match; so has d. Then a with 2 of two, e and b with nothing.
    assert [(row.place, row.entry) for row in rows][:2] == [(1, "c"), (1, "d")]


def test_who_went_on_stands_before_who_stayed_behind() -> None:
    known = field(won(1, "a", "b"), won(1, "c", "d"), won(2, "c", "a"))
    final = StagePart(2, 2, None, (GroupPart(3, ("a", "c")),))
    rows = event_ranks(known, [StagePart(1, 0, 1, GROUPS), final])
    assert [(row.place, row.entry) for row in rows] == [(1, "c"), (2, "a"), (3, "b"), (3, "d")]
    by = {row.entry: [(placed.round, placed.place) for placed in row.history] for row in rows}
    assert by["a"] == [(1, 1), (2, 2)]
    assert by["b"] == [(1, 3), (2, 3)]


def test_a_stage_counts_from_nothing_and_what_was_carried() -> None:
    known = field(won(1, "a", "b"), won(1, "c", "d"), won(2, "c", "a"))
    group = GroupPart(3, ("a", "c"), {"a": Fraction(5, 2)})
    final = StagePart(2, 2, None, (group,))
    rows = event_ranks(known, [StagePart(1, 0, 1, GROUPS), final])
    assert [(row.entry, row.total, row.carried) for row in rows[:2]] == [
        ("a", Fraction(5, 2), Fraction(5, 2)),
        ("c", Fraction(2), NOTHING),
    ]


def test_a_stage_that_has_not_begun_leaves_the_standings_as_they_were() -> None:
    known = field(won(1, "a", "b"), won(1, "c", "d"))
    final = StagePart(2, 2, None, (GroupPart(3, ("a", "c")),))
    rows = event_ranks(known, [StagePart(1, 0, 1, GROUPS), final])
    assert [row.total for row in rows] == [2, 2, 0, 0]


def test_a_knockout_has_its_places_from_its_matches() -> None:
    known = field(won(1, "a", "b"), won(1, "d", "c"))
    knockout = StagePart(1, 0, None, (GroupPart(1, tuple("abcd")),), {"b": 3, "c": 3})
    rows = event_ranks(known, [knockout])
    assert [(row.place, row.entry) for row in rows] == [(1, "a"), (1, "d"), (3, "b"), (3, "c")]
    knockout = StagePart(
        1, 0, None, (GroupPart(1, tuple("abcd")),), {"b": 1, "a": 2, "c": 3, "d": 4}
    )
    assert [row.entry for row in event_ranks(known, [knockout])] == ["b", "a", "c", "d"]
    by_halves = replace(knockout, groups=GROUPS)
    assert [row.entry for row in event_ranks(known, [by_halves])] == ["b", "a", "c", "d"]


def test_who_left_without_a_reason_has_no_place_whatever_stage_was_reached() -> None:
    known = field(won(1, "a", "b"), won(1, "c", "d"), won(2, "c", "a"))
    known = replace(known, withdrawn=frozenset("ac"), excused=frozenset("a"))
    final = StagePart(2, 2, None, (GroupPart(3, ("a", "c")),))
    rows = event_ranks(known, [StagePart(1, 0, 1, GROUPS), final])
    assert [(row.shown_place, row.entry) for row in rows] == [
        ("1", "a"),
        ("2", "b"),
        ("2", "d"),
        ("–", "c"),
    ]


def test_carried_table_points_rank_with_table_points() -> None:
    scored = [ScoredDeal("a", 2, "x", 10), ScoredDeal("b", 2, "x", -10)]
    known = StandingsInput(
        ["a", "b"],
        scored=scored,
        tables=[MatchRecord(2, (("a",), ("b",)))],
        order=Order.TABLE_POINTS,
    )
    stage = StagePart(2, 2, None, (GroupPart(3, ("a", "b"), {"b": Fraction(3)}),))
    rows = event_ranks(known, [stage])
    assert [(row.entry, row.table_points, row.total) for row in rows] == [
        ("b", NOTHING, Fraction(-10)),
        ("a", Fraction(2), Fraction(10)),
    ]


@pytest.fixture
def hall(db: None) -> Iterator[Hall]:
    wanted: dict[str, Any] = {
        "ranking": Ranking.WDL_2_1_0,
        "form": "pairs",
        "boards": BoardSource.TABLE,
        "tie_breaks": ["wins"],
    }
    with duplicate.hall(4, 2, **wanted) as made:
        yield made


def play(hall: Hall, number: int, stage: Stage, pairs: list[tuple[int, int]]) -> None:
    """Let the first of each pair win."""
    round_, (board,) = hall.round(number, stage), hall.boards(number, 1)
    for home, away in pairs:
        match = hall.match(round_, [home], [away], [board], rooms=[Room.ONLY])
        hall.play(hall.deal(match, board), 13)


def numbers(rows: Any) -> list[int]:
    return [row.competitor.number for row in rows]


@pytest.mark.full
def test_stages_of_the_record(hall: Hall) -> None:
    first = hall.stage(1, [[(1, 0), (2, 0)], [(3, 0), (4, 0)]])
    play(hall, 1, first, [(2, 1), (3, 4)])
    second = hall.stage(2, [[(2, 2), (3, 0)]])
    play(hall, 2, second, [(3, 2)])
    groups = event_record.stage_standings(results.read(first.event), first)
    assert [numbers(rows) for rows in groups.values()] == [[2, 1], [3, 4]]
    ((group, rows),) = event_record.stage_standings(results.read(second.event), second).items()
    assert group.stage == second
    assert [(row.rank.total, row.rank.carried) for row in rows] == [
        (Fraction(2), NOTHING),
        (Fraction(2), Fraction(2)),
    ]
    assert numbers(rows) == [3, 2]
    assert numbers(event_record.standings(results.read(hall.event))) == [3, 2, 1, 4]
    assert numbers(event_record.standings(results.read(hall.event), upto=1)) == [2, 3, 1, 4]
    assert [
        result.sides[0]
        for result in match_results.results_by_match(results.read(second.event), second).values()
    ] == [hall.entries[2].uid]
    assert len(match_results.results_by_match(results.read(first.event), first)) == 2


@pytest.mark.full
def test_a_penalty_counts_in_the_stage_in_which_it_was_given(hall: Hall) -> None:
    first = hall.stage(1, [[(1, 0), (2, 0), (3, 0), (4, 0)]])
    play(hall, 1, first, [(1, 2), (3, 4)])
    with change(hall.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.adjust(made, hall.entries[0], Fraction(-1), reason="late", origin=duplicate.SHEET)
    second = hall.stage(2, [[(1, 0), (3, 0)]])
    play(hall, 2, second, [(1, 3)])
    (before,) = event_record.stage_standings(results.read(first.event), first).values()
    (after,) = event_record.stage_standings(results.read(second.event), second).values()
    assert {row.competitor.number: row.rank.penalties for row in before}[1] == -1
    assert {row.competitor.number: row.rank.penalties for row in after}[1] == 0


@pytest.mark.full
def test_an_event_of_one_stage_is_one_field(hall: Hall) -> None:
    (stage,) = hall.event.stages.all()
    play(hall, 1, stage, [(4, 1)])
    ((_, rows),) = event_record.stage_standings(results.read(stage.event), stage).items()
    assert rows == event_record.standings(results.read(hall.event))
    later = Stage.objects.create(event=hall.event, number=2)
    assert event_record.stage_standings(results.read(later.event), later) == {}


@pytest.mark.full
def test_a_knockout_without_play_is_a_field(hall: Hall) -> None:
    hall.event.stages.update(draw_method=DrawMethod.KNOCKOUT)
    (stage,) = hall.event.stages.all()
    match = hall.match(hall.round(1), [1], [2], hall.boards(1, 1), rooms=[Room.ONLY])
    hall.award(match, AwardKind.WALKOVER, 2, Fraction(2), NOTHING)
    (rows,) = event_record.stage_standings(results.read(stage.event), stage).values()
    assert numbers(rows)[0] == 2
