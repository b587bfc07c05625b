"""The chart of ranks: names that can be read, whoever shares a place."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tournaments.results.event_record import Competitor, StandingsRow
from tournaments.standings.ranking import PlaceAfterRound, ranked
from tournaments.standings.round_scores import ScoredDeal, StandingsInput
from web.publish.pages.ranked import charts

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
def test_no_name_stands_on_another_and_all_are_within(points: list[tuple[int, ...]]) -> None:
    chart = charts.chart(rows(*points))
    at = sorted(line.y for line in chart.lines)
    assert all(below - above >= charts.STEP for above, below in pairwise(at))
    assert at[-1] < chart.height
    assert all(bool(line.leader) == (line.y != line.end) for line in chart.lines)
    assert all(charts.fitted(LONG) == line.name and line.name.endswith("…") for line in chart.lines)


def test_numbers_of_many_rounds_stand_apart_and_the_last_is_there() -> None:
    chart = charts.chart(rows((*range(40),), (*range(40),)))
    assert len(chart.rounds) == 40
    shown = [tick.at for tick in chart.numbers]
    assert all(after - before >= charts.APART for before, after in pairwise(shown))
    assert chart.numbers[-1].number == 40


def test_the_line_of_one_entry_is_as_high_as_it_can_be() -> None:
    own = charts.own_spark([PlaceAfterRound(1, 10), PlaceAfterRound(2, 5), PlaceAfterRound(3, 2)])
    assert (own.points, own.start) == ("4,20 48,14 92,4", "20")
    level = charts.own_spark([PlaceAfterRound(1, 7), PlaceAfterRound(2, 7)])
    assert level.points == "4,4 92,4"
