"""The chart of ranks: lines that end at their names, whoever shares a place."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tournaments.results.event_record import Competitor, StandingsRow
from tournaments.standings.ranking import PlaceAfterRound, ranked
from tournaments.standings.round_scores import ScoredDeal, StandingsInput
from web.publish.pages.ranked import charts
from web.publish.scroll import svg

LONG = "买买提·阿不都热合曼·艾则孜·吐尔逊"


def rows(*points: tuple[int, ...]) -> list[StandingsRow]:
    """Return the standings of entries with these points, round by round."""
    uids = [f"e{number}" for number in range(len(points))]
    scored = [
        ScoredDeal(uid, round_, f"d{uid}.{round_}", value)
        for uid, of_entry in zip(uids, points, strict=True)
        for round_, value in enumerate(of_entry, 1)
    ]
    return [
        StandingsRow(Competitor(rank.entry, 1 + int(rank.entry[1:]), LONG), rank)
        for rank in ranked(StandingsInput(uids, scored))
    ]


@pytest.mark.parametrize(
    "points",
    [
        [(1, 1)] * 5,
        [(5, 5), (1, 1), (1, 1), (1, 1), (0, 9)],
        [(9, 0), *([(0, 1)] * 6)],
        [(n, n // 2) for n in range(16)],
    ],
)
def test_every_line_ends_in_the_row_of_its_name(points: list[tuple[int, ...]]) -> None:
    chart = charts.chart(rows(*points))
    ends = [re.fullmatch(r"M(\d+) (\d+)h0", line.end) for line in chart.lines]
    assert [(int(end[1]), int(end[2])) for end in ends if end] == [
        (chart.width, svg.ROW * row - svg.ROW // 2) for row in range(1, len(points) + 1)
    ]
    assert chart.height == svg.ROW * len(points)
    assert not any(line.leader for line in chart.lines)


def test_lines_of_the_first_from_far_below_take_six_rows_more() -> None:
    chart = charts.chart(rows(*[(n, 200 - 2 * n) for n in range(98)])[: charts.MOST])
    assert chart.below == (22, 29, 40, 54, 72, 98)
    assert chart.height == svg.ROW * (charts.MOST + charts.DEEP)
    last = svg.ROW * (charts.MOST + charts.DEEP) - svg.ROW // 2
    assert chart.lines[0].path.startswith(f"M0 {last}c")
    starts = [int(line.path.split("c")[0].split(" ")[1]) for line in chart.lines]
    assert starts == sorted(starts, reverse=True)


def test_who_went_has_a_thin_line_to_the_name() -> None:
    stayed, gone, other = rows((5, 5), (1, 1), (3, 0))
    gone = replace(gone, rank=replace(gone.rank, history=gone.rank.history[:1]))
    leader, *others = charts.chart([stayed, other, gone]).lines[::-1]
    assert leader.end == "M0 36h0"
    assert leader.leader == "M0 36L100 60"
    assert not any(line.leader for line in others)


def test_a_medal_is_given_by_who_knows_the_event() -> None:
    ranks = rows((2, 2), (1, 1))
    shown = charts.chart(ranks, {ranks[0].rank.entry: 1}).lines
    assert [line.medal for line in shown] == [1, 0]


def test_names_have_the_room_that_they_need() -> None:
    def names(name: str) -> str:
        ranks = rows((2, 2), (1, 1))
        return charts.chart([replace(ranks[0], competitor=Competitor("e", 1, name))]).names

    assert [names(name) for name in ("王小明", "许桂兰／傅浩然", LONG)] == ["short", "pair", "long"]


def test_numbers_of_many_rounds_stand_apart_and_the_last_is_there() -> None:
    chart = charts.chart(rows((*range(40),), (*range(40),)))
    assert len(chart.rounds) == 40
    shown = [number for number in chart.rounds if number]
    assert len(shown) <= svg.MOST_NUMBERS
    assert shown[-1] == "40"


def test_the_line_of_one_entry_is_as_high_as_it_can_be() -> None:
    own = charts.own_spark([PlaceAfterRound(1, 10), PlaceAfterRound(2, 5), PlaceAfterRound(3, 2)])
    assert (own.points, own.start) == ("4,20 48,14 92,4", "20")
    level = charts.own_spark([PlaceAfterRound(1, 7), PlaceAfterRound(2, 7)])
    assert level.points == "4,4 92,4"
