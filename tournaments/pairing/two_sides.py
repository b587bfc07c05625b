"""Rounds in which two meet at a table, drawn by the exact matching or from the Berger table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tournaments.pairing import round_robin
from tournaments.pairing.drawn import Bye, Entered, Table
from tournaments.pairing.reasons import Reason, Why, because
from tournaments.pairing.round_robin import Numbers
from tournaments.pairing.round_values import (
    BY_STANDING,
    DANISH,
    HIGH_HIGH,
    RANDOM,
    SWISS,
    TWO_SIDES,
    CannotDraw,
    Drawn,
    Input,
)
from tournaments.pairing.seating import Draw, Met, Seating, meetings, seated
from tournaments.pairing.sit_outs import SitsOut
from tournaments.pairing.sit_outs import Why as Out
from tournaments.pairing.swiss import swiss_draw, swiss_reasons, swiss_values
from tournaments.pairing.swiss.swiss_costs import Field
from tournaments.pairing.swiss.swiss_values import (
    ByeRule,
    Entrant,
    Float,
    Options,
    Order,
    Past,
    Style,
)

STYLES: Final[Mapping[str, Style]] = {
    RANDOM: Style.SWISS,
    SWISS: Style.SWISS,
    BY_STANDING: Style.HIGH_HIGH,
    HIGH_HIGH: Style.HIGH_HIGH,
    DANISH: Style.DANISH,
}
BY_HAND: Final = {
    Why.REMATCH: Why.REMATCH_BY_HAND,
    Why.REMATCH_ALLOWED: Why.REMATCH_BY_HAND,
}


def draw(given: Input) -> Drawn:
    """Draw a round by the exact matching; house players whom no table needs sit out first.

    By lot all have the same score, so that only rematches, byes and seats count.
    """
    spare = _spare(given)
    made = swiss_draw.draw(_swiss(given, [entry for entry in given.entries if entry not in spare]))
    met, tables = meetings(given.history), _threes_last(made.tables)
    return Drawn(
        draw=Draw(given.seed, made.algorithm, _seatings(given, tables, met)),
        sit_outs=(
            *(SitsOut(entry, Out.HOUSE) for entry in spare),
            *(_bye(given, bye) for bye in made.byes),
        ),
        reasons=tuple(_said(given, table.reasons) for table in tables),
        floats={entry: float_.value for entry, float_ in made.floats.items()},
    )


def changed(given: Input, seating: Seating) -> tuple[tuple[Reason, ...], dict[str, str]]:
    """Return what is to be said of a table that was changed by hand, and who floats there."""
    whole = _swiss(given, given.entries)
    field = Field(whole, whole.entrants, Past(whole.history))
    numbers = [field.names.index(entry) for entry in seating.entries]
    reasons = _said(given, swiss_reasons.of_table(field, numbers))
    one, other = numbers
    floats = {}
    if given.method == SWISS and field.floats(one, other):
        first_down = field.groups[one] < field.groups[other]
        down, up = (one, other) if first_down else (other, one)
        floats = {field.names[down]: Float.DOWN.value, field.names[up]: Float.UP.value}
    return tuple(
        Reason(BY_HAND.get(reason.why, reason.why), reason.values) for reason in reasons
    ), floats


def places(given: Input) -> tuple[str, ...]:
    """Return who has which number of a round robin that goes on.

    The numbers are those of the first round; of an odd number one place is free, which the first
    who comes later takes. Raises CannotDraw if more come than there are free places.
    """
    fields = [*given.fields, given.entries]
    rows = tuple(Entered(entry, rank) for rank, entry in enumerate(_seeded(given, fields[0]), 1))
    numbers = Numbers.SEEDED if given.seeding else Numbers.DRAWN
    options = round_robin.Options(numbers=numbers)
    (group,) = round_robin.draw(round_robin.Input(given.seed, rows, options)).groups
    late = newcomers(given)
    if len(late) > len(rows) % TWO_SIDES:
        raise CannotDraw("the Berger table has no free place")
    return (*group.members, *late)


def newcomers(given: Input) -> list[str]:
    """Return who has come since the first round of a round robin, in the order of coming."""
    fields = [*given.fields, given.entries]
    come = (entry for field in fields for entry in sorted(field, key=_by_number))
    return [entry for entry in dict.fromkeys(come) if entry not in fields[0]]


def rounds_of_robin(given: Input) -> int:
    """Return how many rounds the round robin has."""
    members = len((*given.fields, given.entries)[0])
    return len(round_robin.schedule(members, twice=given.twice))


def next_of_robin(given: Input) -> Drawn:
    """Return the next round of a round robin.

    Raises CannotDraw if all have been played or somebody finds no place.
    """
    members, number = places(given), len(given.fields) + 1
    absent = set(members) - set(given.entries)
    try:
        made = round_robin.round_of(members, number, twice=given.twice, absent=absent)
    except ValueError:
        raise CannotDraw("all rounds of the round robin have been played") from None
    seatings = _seatings(given, made.tables, meetings(given.history))
    return Drawn(
        draw=Draw(given.seed, round_robin.ALGORITHM, seatings),
        sit_outs=tuple(SitsOut(bye.entry, Out.BY_DRAW, reasons=bye.reasons) for bye in made.byes),
        reasons=tuple(table.reasons for table in made.tables),
    )


def _swiss(given: Input, entries: Sequence[str]) -> swiss_values.Input:
    sat_out = given.sat_out or {}
    byes = tuple((entry,) for entry, times in sorted(sat_out.items()) for _ in range(times))
    by_score = given.method != RANDOM
    return swiss_values.Input(
        seed=given.seed,
        entrants=tuple(
            Entrant(
                entry=entry,
                rank=rank,
                score=Fraction(given.scores.get(entry, 0)) if by_score else Fraction(0),
                club=given.clubs.get(entry, ""),
                floated=Float(given.floated[entry]) if entry in given.floated else None,
            )
            for rank, entry in enumerate(entries, 1)
        ),
        history=(*(seating.entries for seating in given.history), *byes),
        options=Options(style=STYLES[given.method], order=_order(given), bye=_bye_rule(given)),
    )


def _order(given: Input) -> Order:
    """In the first round of a Swiss the upper half of the seeding meets the lower one."""
    is_first = given.method == SWISS and not given.history
    return Order.SLIDE if given.seeding and is_first else Order.DRAWN


def _bye_rule(given: Input) -> ByeRule:
    """By lot nobody is the last, so that the seed says who is left out."""
    if given.three_way:
        return ByeRule.THREE_WAY
    return ByeRule.LAST if given.last_out and given.method == SWISS else ByeRule.LOWEST


def _threes_last(tables: Iterable[Table]) -> list[Table]:
    """Number the tables so that those who meet in half matches have the last ones."""
    ordered = sorted(tables, key=lambda table: len(table.sides))
    return [replace(one, number=number) for number, one in enumerate(ordered, 1)]


def _seatings(given: Input, tables: Iterable[Table], met: Met) -> tuple[Seating, ...]:
    """Seat partners opposite each other, the first side in the first seat.

    Those who meet in half matches have as many places as they are.
    """
    times = len(given.labels) // TWO_SIDES
    return tuple(
        seated(table.number, given.labels, table.sides * times, met)
        if len(table.sides) == TWO_SIDES
        else seated(table.number, tuple(map(str, range(1, len(table.sides) + 1))), table.sides, met)
        for table in tables
    )


def _spare(given: Input) -> list[str]:
    house = [entry for entry in given.entries if entry in given.house]
    return house[-1:] if len(given.entries) % TWO_SIDES else []


def _bye(given: Input, bye: Bye) -> SitsOut:
    if given.method == RANDOM:
        return SitsOut(bye.entry, Out.BY_SEED, (given.sat_out or {}).get(bye.entry, 0))
    return SitsOut(bye.entry, Out.BY_DRAW, reasons=bye.reasons)


def _said(given: Input, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """By lot nobody has a score: say that instead."""
    if given.method != RANDOM:
        return tuple(reasons)
    rest = (reason for reason in reasons if reason.why is not Why.SCORE_GROUP)
    return (because(Why.BY_LOT), *rest)


def _seeded(given: Input, entries: Iterable[str]) -> list[str]:
    """Return entries in the order of the seeding, those who are not seeded by their numbers."""
    ranks = {entry: rank for rank, entry in enumerate(given.seeding)}
    return sorted(entries, key=lambda entry: (ranks.get(entry, len(ranks)), _by_number(entry)))


def _by_number(entry: str) -> tuple[int, str]:
    return (int(entry) if entry.isdecimal() else 0), entry
