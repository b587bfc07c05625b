"""The chart of a table: how the sums of its seats went, deal by deal."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from django.utils import translation

from tournaments.models import DealNumber
from web.publish.pages.table import SMALL, WIDE, ChartShape, sum_chart
from web.publish.pages.tables import DealView, SeatView, TableView

LABELS = ("N", "W", "S", "E")


def table(*deals: tuple[int, ...], sealed: bool = False) -> TableView:
    """Return a table of four with these points, the deals without points being open."""
    return TableView(
        round=1,
        number=3,
        match=1,
        seats=tuple(SeatView(label, f"赛员{label}", 1, 0) for label in LABELS),
        deals=tuple(
            DealView(f"d{n}", DealNumber(n, n), points, bool(points), is_sealed=sealed)
            for n, points in enumerate(deals, 1)
        ),
    )


@pytest.mark.parametrize("shape", [SMALL, WIDE], ids=["phone", "desk"])
def test_lines_end_at_the_sums_and_no_name_stands_on_another(shape: ChartShape) -> None:
    chart = sum_chart(table((10, -10, 0, 0), (5, -20, 0, 1), ()), shape)
    assert chart
    assert [(line.seats, line.total) for line in chart.lines] == [
        (("N",), 15),
        (("E",), 1),
        (("S",), 0),
        (("W",), -30),
    ]
    assert [tick.number for tick in chart.deals] == [1, 2]
    assert chart.deals[-1].at == shape.end
    at = [line.y for line in chart.lines]
    assert all(below - above >= shape.step for above, below in pairwise(at))
    assert at[-1] < chart.height
    assert all(bool(line.leader) == (line.y != line.end) for line in chart.lines)
    highest = chart.lines[0].points.split()
    assert highest[0] == f"12,{chart.zero}"
    assert highest[-1] == f"{shape.end},{chart.lines[0].end}"


def test_partners_with_the_same_points_share_a_line() -> None:
    chart = sum_chart(table((1, 0, 1, 0), (0, 2, 0, 2)))
    assert chart
    assert [(line.seats, line.name) for line in chart.lines] == [
        (("W", "E"), "赛员W／赛员E"),
        (("N", "S"), "赛员N／赛员S"),
    ]


@pytest.mark.parametrize(
    "shown",
    [table((1, 0, 0, 0), ()), table(), table((1, 0, 0, 0), (1, 0, 0, 0), sealed=True)],
    ids=["one result", "no deals", "sealed"],
)
def test_there_is_no_chart_before_two_results_and_of_sealed_boards(shown: TableView) -> None:
    assert sum_chart(shown) is None


def with_points(*points: int, sealed: bool = False) -> TableView:
    """Return the table after these points of its seats, pairs being entries."""
    seats = (
        SeatView(label, f"赛员{label}", place % 2, sum_)
        for place, (label, sum_) in enumerate(zip(LABELS, points, strict=True))
    )
    return replace(table((1, 0, 0, 0), sealed=sealed), seats=tuple(seats))


def test_who_has_the_most_points_leads_and_partners_are_one() -> None:
    assert with_points(10, 30, -40, 0).leader_names == "赛员W"
    with translation.override("zh-hans"):
        assert with_points(3, 0, 3, 0).leader_names == "赛员N／赛员S"
        assert with_points(3, 3, 0, 0).leader_names == "赛员N、赛员W"


def test_nobody_leads_while_all_have_the_same_or_a_deal_is_sealed() -> None:
    assert not with_points(0, 0, 0, 0).leaders
    assert not with_points(3, 0, 3, 0, sealed=True).leaders
