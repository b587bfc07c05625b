"""What a director does next, in every state that an event can be in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.progress.next_step import (
    EventProgress,
    Next,
    RoundProgress,
    lacks_results,
    may_draw,
    may_override,
    next_step,
)


@pytest.mark.parametrize(
    ("state", "code", "values"),
    [
        (EventProgress(0, 4), Next.ENTER_NAMES, {"entries": 0, "missing": 4, "size": 4}),
        (EventProgress(3, 4), Next.ENTER_NAMES, {"entries": 3, "missing": 1, "size": 4}),
        (
            EventProgress(0, 2, of_teams=True),
            Next.ENTER_TEAMS,
            {"entries": 0, "missing": 2, "size": 2},
        ),
        (
            EventProgress(1, 4, absent=7),
            Next.NOTE_PRESENT,
            {"entries": 1, "absent": 7, "size": 4},
        ),
        (
            EventProgress(1, 4, absent=2),
            Next.ENTER_NAMES,
            {"entries": 1, "missing": 3, "size": 4},
        ),
        (EventProgress(6, 4), Next.DRAW_WITH_SIT_OUTS, {"number": 1, "entries": 6, "out": 2}),
        (EventProgress(7, 2, three_way=True), Next.DRAW_WITH_THREE, {"number": 1, "entries": 7}),
        (EventProgress(8, 4), Next.DRAW_ROUND, {"number": 1, "entries": 8}),
        (
            EventProgress(6, 2, planned=5, robin=5, minutes=25),
            Next.DRAW_ROUND,
            {"number": 1, "entries": 6, "robin": 5, "minutes": 25},
        ),
        (EventProgress(9, 4, spare=1), Next.DRAW_ROUND, {"number": 1, "entries": 8}),
        (EventProgress(8, 4, RoundProgress(1, "draft")), Next.PUBLISH_ROUND, {"number": 1}),
        (EventProgress(8, 4, RoundProgress(1, "published")), Next.CLOSE_ROUND, {"number": 1}),
        (
            EventProgress(8, 4, RoundProgress(1, "published", holds=2)),
            Next.SETTLE_HOLDS,
            {"number": 1, "holds": 2},
        ),
        (
            EventProgress(8, 4, RoundProgress(1, "closed")),
            Next.DRAW_ROUND,
            {"number": 2, "entries": 8},
        ),
        (
            EventProgress(5, 2, RoundProgress(1, "closed"), to_seat=4),
            Next.DRAW_MATCHES,
            {"number": 2, "entries": 4},
        ),
        (
            EventProgress(8, 4, RoundProgress(3, "closed"), planned=4),
            Next.DRAW_ROUND,
            {"number": 4, "entries": 8},
        ),
        (
            EventProgress(8, 4, RoundProgress(4, "closed"), planned=4),
            Next.FINISH_EVENT,
            {"number": 4},
        ),
        (
            EventProgress(8, 4, RoundProgress(4, "closed"), planned=4, finished=True),
            Next.FINISHED,
            {"number": 4},
        ),
        (
            EventProgress(
                8, 4, RoundProgress(4, "closed"), planned=4, finished=True, on_notice=True
            ),
            Next.ON_NOTICE,
            {"number": 4},
        ),
        (
            EventProgress(
                8, 4, RoundProgress(2, "published", 3, (1,)), RoundProgress(1, "published")
            ),
            Next.CLOSE_ROUND,
            {"number": 1},
        ),
        (
            EventProgress(8, 4, RoundProgress(2, "draft"), RoundProgress(1, "published")),
            Next.PUBLISH_ROUND,
            {"number": 2},
        ),
        (
            EventProgress(8, 4, RoundProgress(2, "closed"), RoundProgress(1, "published", holds=1)),
            Next.SETTLE_HOLDS,
            {"number": 1, "holds": 1},
        ),
    ],
)
def test_it_names_the_one_thing_to_do(
    state: EventProgress, code: Next, values: dict[str, int]
) -> None:
    step = next_step(state)
    assert (step.code, dict(step.values)) == (code, values)


def test_it_names_the_tables_that_are_not_done() -> None:
    last = RoundProgress(3, "published", open_deals=4, open_tables=(5, 7))
    step = next_step(EventProgress(8, 4, last))
    assert step.code is Next.AWAIT_TABLES
    assert step.tables == (5, 7)
    assert dict(step.values) == {"number": 3, "deals": 4}


def test_it_counts_tables_that_are_too_many_to_be_named() -> None:
    last = RoundProgress(1, "published", open_deals=80, open_tables=tuple(range(1, 11)))
    step = next_step(EventProgress(40, 4, last))
    assert step.code is Next.AWAIT_RESULTS
    assert dict(step.values) == {"number": 1, "deals": 80, "open": 10}


def test_open_deals_come_before_open_matters() -> None:
    last = RoundProgress(1, "published", open_deals=1, open_tables=(1,), holds=1)
    assert next_step(EventProgress(8, 4, last)).code is Next.AWAIT_TABLES


@pytest.mark.parametrize(
    ("state", "number"),
    [
        (EventProgress(8, 4), 1),
        (EventProgress(3, 4), 0),
        (EventProgress(8, 4, RoundProgress(1, "draft")), 0),
        (EventProgress(8, 4, RoundProgress(1, "published", 1, (1,))), 0),
        (EventProgress(8, 4, RoundProgress(1, "published")), 2),
        (EventProgress(8, 4, RoundProgress(1, "published", holds=1)), 2),
        (EventProgress(8, 4, RoundProgress(2, "closed"), RoundProgress(1, "published", 1)), 0),
        (EventProgress(8, 4, RoundProgress(4, "closed"), planned=4), 5),
        (EventProgress(8, 4, RoundProgress(4, "closed"), planned=4, finished=True), 0),
    ],
)
def test_a_round_may_be_drawn_as_soon_as_no_deal_is_open(state: EventProgress, number: int) -> None:
    assert may_draw(state) == number


def test_a_round_is_drawn_without_all_results_only_where_nothing_else_is_in_the_way() -> None:
    playing = RoundProgress(1, "published", open_deals=3, open_tables=(1,))
    waits = EventProgress(entries=8, table_size=4, last_round=playing)
    assert (may_draw(waits), may_override(waits), lacks_results(waits)) == (0, 2, True)
    for other in (
        replace(waits, last_round=RoundProgress(2, "draft"), earlier=playing),
        replace(waits, entries=3),
        replace(waits, finished=True),
        replace(waits, planned=1, next_stage=2),
    ):
        assert may_override(other) == 0
    played = replace(waits, last_round=RoundProgress(1, "published"))
    assert (may_draw(played), lacks_results(played)) == (2, False)
