"""Swiss draws of few entries that leave the rounds to come without a rematch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from tests.tournaments.pairing.swiss_events import Event, all_groups, met, worth
from tournaments.pairing.swiss import rounds_ahead, swiss_draw
from tournaments.pairing.swiss.rounds_ahead import Unmet
from tournaments.pairing.swiss.swiss_values import (
    ByeRule,
    Sides,
    Style,
    SwissEntrant,
    SwissInput,
    SwissOptions,
)

EVENTS = ((5, 5), (6, 4), (6, 5))
"""Entries and rounds; of each forty are played."""


def play(entries: int, rounds: int, number: int, *, ahead: bool = True) -> Event:
    """Return an event of so many rounds in which each draw knows, or not, how many are to come."""
    event = Event(entries, SwissOptions(), number=number)
    for left in range(rounds, 0, -1):
        event.play(f"{number}/{left}", left - 1 if ahead else 0)
    return event


def spoilt(event: Event) -> bool:
    """Whether two met again, or somebody had a second bye."""
    byes = [sides for sides in event.history if len(sides) == 1]
    return max(met(event.history).values()) > 1 or len(set(byes)) < len(byes)


def unmet(size: int, history: Sequence[Sides]) -> Unmet:
    """Who has not met whom, of an odd number with the bye as the last."""
    nodes = size + size % 2
    gone = {frozenset(int(entry) - 1 for entry in sides) for sides in history if len(sides) > 1}
    gone |= {frozenset((int(sides[0]) - 1, size)) for sides in history if len(sides) == 1}
    return tuple(
        sum(1 << b for b in range(nodes) if b != a and frozenset((a, b)) not in gone)
        for a in range(nodes)
    )


@pytest.mark.parametrize(("entries", "rounds"), EVENTS)
@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param(range(4), marks=pytest.mark.full),
        pytest.param(range(40), marks=pytest.mark.nightly),
    ],
    ids=["four", "forty"],
)
def test_no_draw_makes_a_rematch_unavoidable_that_another_one_avoids(
    entries: int, rounds: int, numbers: range
) -> None:
    assert not [number for number in numbers if spoilt(play(entries, rounds, number))]


@pytest.mark.nightly
@pytest.mark.parametrize(("entries", "rounds"), EVENTS)
def test_without_a_look_ahead_many_of_forty_events_are_spoilt(entries: int, rounds: int) -> None:
    assert sum(spoilt(play(entries, rounds, number, ahead=False)) for number in range(40)) >= 8


def fields(entries: int) -> Iterator[SwissInput]:
    """Events of a few rounds that were drawn without a look ahead, each with another seed."""
    for number in range(4):
        for rounds in range(3):
            event = play(entries, rounds, number, ahead=False)
            yield event.given(f"{number}/{rounds}")


@pytest.mark.full
@pytest.mark.parametrize("entries", [4, 5, 6, 7])
def test_of_all_draws_as_good_now_one_is_taken_that_leaves_the_most_rounds(entries: int) -> None:
    for inputs, to_come in product(fields(entries), (1, 2, 4)):
        drawn = swiss_draw.draw(replace(inputs, to_come=to_come))
        way: list[Sides] = [table.sides for table in drawn.tables]
        way += [(bye.entry,) for bye in drawn.byes]
        names = [entrant.entry for entrant in inputs.entrants]
        best = min(worth(other, inputs.history) for other in all_groups(names))
        rivals = [other for other in all_groups(names) if worth(other, inputs.history) == best]
        left = [
            rounds_ahead.count_rounds(unmet(entries, [*inputs.history, *other]), to_come)
            for other in (way, *rivals)
        ]
        assert worth(way, inputs.history) == best
        assert left[0] == max(left)


@pytest.mark.parametrize("entries", [4, 7, pytest.param(10, marks=pytest.mark.full)])
@pytest.mark.full
def test_where_nothing_is_planned_or_nothing_lost_the_draw_is_what_it_was(entries: int) -> None:
    for inputs in fields(entries):
        plain = swiss_draw.draw(inputs)
        ahead = swiss_draw.draw(replace(inputs, to_come=1))
        history = [*inputs.history, *(table.sides for table in plain.tables),
                   *((bye.entry,) for bye in plain.byes)]  # fmt: skip
        if rounds_ahead.count_rounds(unmet(entries, history), 1):
            assert ahead == plain


@pytest.mark.parametrize(
    ("entries", "options"),
    [
        (11, SwissOptions()),
        (12, SwissOptions()),
        (6, SwissOptions(style=Style.DANISH)),
        (7, SwissOptions(bye=ByeRule.THREE_WAY)),
    ],
)
def test_a_larger_field_and_one_that_may_meet_again_look_at_this_round_alone(
    entries: int, options: SwissOptions
) -> None:
    rows = tuple(SwissEntrant(str(n), n, Fraction(entries - n)) for n in range(1, entries + 1))
    plain, ahead = (swiss_draw.draw(SwissInput("s", rows, (), options, n)) for n in (0, 3))
    assert plain == ahead


def rounds_by_trying(graph: Unmet) -> int:
    """The most rounds, by trying every first round of all."""
    ways = rounds_ahead.matchings((1 << len(graph)) - 1, graph)
    return max((1 + rounds_by_trying(rounds_ahead.without(graph, way)) for way in ways), default=0)


def test_the_rounds_that_are_left_are_counted_exactly() -> None:
    for number in range(60):
        lot = Random(number)
        nodes = lot.choice((2, 4, 6))
        gone = [two for two in combinations(range(nodes), 2) if lot.random() < 0.3]
        graph = rounds_ahead.without(unmet(nodes, ()), gone)
        assert rounds_ahead.count_rounds(graph, 9) == rounds_by_trying(graph)


@pytest.mark.parametrize(
    "entries", [*range(2, 9), *(pytest.param(n, marks=pytest.mark.full) for n in (9, 10))]
)
def test_a_whole_round_robin_can_be_drawn_round_by_round(entries: int) -> None:
    rounds = entries - 1 + entries % 2
    assert not spoilt(play(entries, rounds, 1))
