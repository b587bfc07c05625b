"""Random events of 4 to 200 entries in every form, round by round through the one door to draws.

Everybody is there once a round, sits out once before anybody does so twice, and meets nobody again
while that can be avoided; the same input is the same round, also after it was written and read.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import pytest

from config.simulation.rehearsal.checks import could_avoid
from tournaments.pairing import rounds as pairing
from tournaments.pairing.fours import whist
from tournaments.pairing.round_values import (
    BY_STANDING,
    DANISH,
    HIGH_HIGH,
    HOWELL,
    MITCHELL,
    MOVEMENT,
    RANDOM,
    ROUND_ROBIN,
    SWISS,
    WHIST,
    DrawInput,
    DrawnRound,
)
from tournaments.pairing.seating import Met, Seating, meetings

SEATS = ("N", "W", "S", "E")
LABELS = {"individual": SEATS, "partners": SEATS, "pairs": SEATS, "teams": SEATS[:2]}
FREE = (RANDOM, BY_STANDING)
OF_TWO = (SWISS, RANDOM, HIGH_HIGH, DANISH)
EXACT = frozenset({SWISS, RANDOM, HIGH_HIGH})
"""The ways to draw two sides a table in which nobody meets again while that can be avoided."""
MANY = 40
"""From so many on nobody has to meet again in the first rounds, four at a table."""


@dataclass(slots=True)
class Played:
    """An event while it is drawn: what the next round is drawn from follows from it."""

    form: str
    method: str
    entries: tuple[str, ...]
    seed: str
    groups: tuple[tuple[str, ...], ...] = ()
    rounds: int = 0
    history: list[Seating] = field(default_factory=list)
    sat_out: Counter[str] = field(default_factory=Counter)
    floated: dict[str, str] = field(default_factory=dict)
    scores: Counter[str] = field(default_factory=Counter)
    drawn: int = 0

    def input(self) -> DrawInput:
        """What the next round is drawn from."""
        by_standing = self.method in pairing.STANDING
        is_fixed = self.method in pairing.FIXED
        entries = sorted(self.entries, key=lambda entry: -self.scores[entry])
        return DrawInput(
            method=self.method,
            seed=self.seed if is_fixed else f"{self.seed}/{self.drawn + 1}",
            labels=LABELS[self.form],
            entries=tuple(entries) if by_standing else self.entries,
            history=tuple(self.history),
            pair=self.form == "pairs",
            partners=self.form == "partners",
            sat_out=dict(self.sat_out),
            fields=(self.entries,) * self.drawn if is_fixed else (),
            scores={entry: str(self.scores[entry]) for entry in entries} if by_standing else {},
            floated=self.floated if by_standing else {},
            groups=self.groups,
            size=2,
            rounds=self.rounds,
        )

    def next(self, lot: random.Random) -> tuple[DrawInput, DrawnRound]:
        """Draw a round, and play it by lot."""
        inputs = self.input()
        drawn = pairing.draw(inputs)
        self.drawn += 1
        self.history += drawn.draw.tables
        self.sat_out.update(sit_out.entry for sit_out in drawn.sit_outs)
        self.floated = dict(drawn.floats)
        for table in drawn.draw.tables:
            self.scores.update({entry: lot.randrange(5) for entry in table.entries})
        return inputs, drawn


def numbers(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))


def check(
    event: Played, inputs: DrawInput, drawn: DrawnRound, before: Met, sat_out: Counter[str]
) -> None:
    """Everything that holds of every round."""
    seated = [entry for table in drawn.draw.tables for entry in table.entries]
    out = [sit_out.entry for sit_out in drawn.sit_outs]
    everybody = event.entries if not event.groups else sorted([*seated, *out])
    assert Counter([*seated, *out]) == Counter(everybody)
    assert all(times == 1 for times in Counter([*seated, *out]).values())
    assert all(len(table.entries) == inputs.units for table in drawn.draw.tables)
    seats = Counter(label for table in drawn.draw.tables for label, _ in table.seats)
    assert set(seats.values()) == {len(drawn.draw.tables)}
    if not event.groups:
        # Nobody sits out again before everybody has.
        least = min((sat_out[entry] for entry in seated), default=0)
        assert all(sat_out[entry] <= least for entry in out) or event.method in pairing.FIXED
    rematches = sum(len(table.met_before) for table in drawn.draw.tables)
    again = sum(
        before[frozenset(two)] > 0
        for table in drawn.draw.tables
        for two in combinations(table.entries, 2)
    )
    assert rematches == again
    if again and inputs.units == 2 and event.method in EXACT:
        assert not could_avoid([table.entries for table in drawn.draw.tables], before)
    if len(event.entries) >= MANY and inputs.units == 4 and event.method in FREE:
        assert not again or event.drawn > 3
    written = json.loads(json.dumps(inputs.as_json()))
    assert pairing.draw(pairing.read(written, inputs.seed)).shown == drawn.shown


def played(event: Played, rounds: int) -> Iterator[DrawnRound]:
    """Yield the rounds of an event, each checked."""
    lot = random.Random(event.seed)
    for _ in range(rounds):
        before, out = meetings(event.history), Counter(event.sat_out)
        inputs, drawn = event.next(lot)
        check(event, inputs, drawn, before, out)
        yield drawn


def all_meet_once(event: Played) -> bool:
    return set(meetings(event.history).values()) <= {1}


def sizes(form: str, seeds: Sequence[int], most: int) -> list[tuple[str, str, int, int]]:
    """So many random events of a form: its name, way to draw, entries, seed."""
    ways = OF_TWO if form in {"pairs", "teams"} else FREE
    drawn = []
    for seed in seeds:
        lot = random.Random(f"{form}/{seed}/{most}")
        drawn.append((form, lot.choice(ways), lot.randint(4, most), seed))
    return drawn


FORMS = ("individual", "partners", "pairs", "teams")
SHORT = [size for form in FORMS for size in sizes(form, range(5), 44)]
FIRST = {(form, way): (form, way, size, seed) for form, way, size, seed in reversed(SHORT)}
"""The first of every way to draw a form."""
REST = [size for size in SHORT if size not in FIRST.values()]
LONG = [size for form in FORMS for size in sizes(form, range(100, 110), 200)]


@pytest.mark.full
@pytest.mark.parametrize(
    ("form", "method", "size", "seed"),
    [
        *FIRST.values(),
        *(pytest.param(*params, marks=pytest.mark.nightly) for params in (*REST, *LONG)),
    ],
)
def test_a_random_event_that_is_drawn_round_by_round(
    form: str, method: str, size: int, seed: int
) -> None:
    event = Played(form, method, numbers(size), f"{form}/{size}/{seed}")
    rounds = random.Random(seed).randint(2, 6)
    assert len(list(played(event, rounds))) == rounds
    left_over = size % event.input().units
    assert sum(event.sat_out.values()) == rounds * left_over
    if rounds * left_over <= size:
        assert set(event.sat_out.values()) <= {1}


@pytest.mark.parametrize("form", ["pairs", "teams"])
@pytest.mark.parametrize(
    ("size", "groups"),
    [
        (4, 1),
        (9, 2),
        (14, 4),
        (23, 3),
        *(
            pytest.param(size, groups, marks=pytest.mark.nightly)
            for size, groups in ((31, 1), (60, 8), (101, 12), (200, 16))
        ),
    ],
)
def test_groups_play_each_with_each_once_and_sit_out_once(
    form: str, size: int, groups: int
) -> None:
    everybody = numbers(size)
    made = tuple(everybody[start::groups] for start in range(groups)) if groups > 1 else ()
    event = Played(form, ROUND_ROBIN, everybody, f"{size}/{groups}", made)
    rounds = max(len(group) + len(group) % 2 - 1 for group in made or (everybody,))
    list(played(event, rounds))
    assert all_meet_once(event)
    assert len(meetings(event.history)) == sum(
        len(group) * (len(group) - 1) // 2 for group in made or (everybody,)
    )
    assert set(event.sat_out.values()) <= {1}
    with pytest.raises(pairing.CannotDraw):
        pairing.draw(event.input())


@pytest.mark.parametrize(
    ("method", "size"),
    [
        *((MITCHELL, size) for size in (5, 6, 8, 11, 13, 16, 19)),
        *((HOWELL, size) for size in (4, 5, 7, 10, 13, 15)),
        *(
            pytest.param(method, size, marks=pytest.mark.nightly)
            for method, most in ((MITCHELL, 200), (HOWELL, 30))
            for size in range(20, most + 1, 29 if method == MITCHELL else 1)
        ),
    ],
)
def test_pairs_over_boards_play_each_board_once_and_meet_once(method: str, size: int) -> None:
    event = Played("pairs", method, numbers(size), f"{method}/{size}")
    rounds = pairing.round_limit(event.input()) or 0
    assert rounds > 1
    boards: Counter[tuple[str, int]] = Counter()
    for drawn in played(event, rounds):
        for table in drawn.draw.tables:
            for board in drawn.boards[table.table]:
                boards.update((entry, board) for entry in table.entries)
    assert set(boards.values()) == {1}
    assert all_meet_once(event)
    assert set(event.sat_out.values()) <= {1}
    assert sum(event.sat_out.values()) == rounds * (size % 2)


@pytest.mark.parametrize(
    "size",
    [
        *(4, 5, 8, 9, 12, 13),
        *(pytest.param(size, marks=pytest.mark.nightly) for size in whist.sizes() if size > 13),
    ],
)
def test_partners_change_once_each_and_opponents_are_met_twice(size: int) -> None:
    event = Played("partners", WHIST, numbers(size), f"whist/{size}")
    rounds = whist.rounds_with_partners(size)
    assert rounds == size - 1 + size % 4
    lot, partners = random.Random(size), Counter[frozenset[str]]()
    for _ in range(rounds):
        inputs, drawn = event.next(lot)
        out = {sit_out.entry for sit_out in drawn.sit_outs}
        assert len(out) == size % 4
        assert {entry for table in drawn.draw.tables for entry in table.entries} | out == {
            *event.entries
        }
        assert pairing.draw(replace(inputs)).shown == drawn.shown
        for table in drawn.draw.tables:
            partners.update(frozenset(table.entries[first::2]) for first in (0, 1))
    twos = [frozenset(two) for two in combinations(event.entries, 2)]
    assert partners == Counter(twos)
    assert meetings(event.history) == Counter(twos * 3)
    assert set(event.sat_out.values()) <= {1}


@pytest.mark.parametrize(
    "size",
    [
        *(15, 16, 17, 21),
        *(pytest.param(size, marks=pytest.mark.nightly) for size in range(22, 101, 6)),
    ],
)
def test_in_a_movement_of_individuals_nobody_meets_twice(size: int) -> None:
    event = Played("individual", MOVEMENT, numbers(size), f"movement/{size}")
    rounds = pairing.round_limit(event.input()) or 0
    assert rounds > 1
    list(played(event, rounds))
    assert all_meet_once(event)
    assert max(event.sat_out.values(), default=0) <= -(-rounds * (size % 4) // size)
