"""Rounds of two sides at a table, drawn by the exact matching or from the Berger table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tournaments.pairing import round_robin
from tournaments.pairing.drawn import DrawnTable
from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.round_values import (
    BY_STANDING,
    DANISH,
    HIGH_HIGH,
    RANDOM,
    SWISS,
    TWO_SIDES,
    CannotDraw,
    DrawInput,
    DrawnRound,
)
from tournaments.pairing.seating import Draw, Met, Seating, meetings, seat_table, shuffle
from tournaments.pairing.sit_outs import SitOutWhy, SitsOut
from tournaments.pairing.swiss import swiss_draw, swiss_reasons, swiss_values
from tournaments.pairing.swiss.swiss_costs import SwissField
from tournaments.pairing.swiss.swiss_values import (
    ByeRule,
    Float,
    PairingOrder,
    Past,
    Style,
    SwissEntrant,
    SwissOptions,
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


def draw(inputs: DrawInput) -> DrawnRound:
    """Draw a round by the exact matching; superfluous house players get the byes first.

    In a draw by lot all have the same score, so that only rematches, byes and seats count.
    """
    house = [entry for entry in inputs.entries if entry in inputs.house]
    spare = house[-1:] if len(inputs.entries) % TWO_SIDES else []
    drawn = swiss_draw.draw(
        _swiss_input(inputs, [entry for entry in inputs.entries if entry not in spare])
    )
    # Tables with half matches are numbered last.
    ordered = sorted(drawn.tables, key=lambda table: len(table.sides))
    tables = [replace(table, number=number) for number, table in enumerate(ordered, 1)]
    met = meetings(inputs.history)
    return DrawnRound(
        draw=Draw(inputs.seed, inputs.algorithm or drawn.algorithm, _seatings(inputs, tables, met)),
        sit_outs=(
            *(SitsOut(entry, SitOutWhy.HOUSE) for entry in spare),
            *(
                SitsOut(bye.entry, SitOutWhy.BY_SEED, (inputs.sat_out or {}).get(bye.entry, 0))
                if inputs.method == RANDOM
                else SitsOut(bye.entry, SitOutWhy.BY_DRAW, reasons=bye.reasons)
                for bye in drawn.byes
            ),
        ),
        reasons=tuple(_method_reasons(inputs, table.reasons) for table in tables),
        floats={entry: float_.value for entry, float_ in drawn.floats.items()},
    )


def looks_ahead(inputs: DrawInput) -> bool:
    """Whether later rounds matter to a draw: rematches are avoided, and no schedule is fixed."""
    avoids = STYLES.get(inputs.method, Style.DANISH) is not Style.DANISH
    earlier = inputs.algorithm == swiss_draw.EARLIER_ALGORITHM
    return inputs.units == TWO_SIDES and avoids and not inputs.three_way and not earlier


def reasons_by_hand(
    inputs: DrawInput, seating: Seating
) -> tuple[tuple[DrawReason, ...], dict[str, str]]:
    """Return the reasons of a table changed by hand, and the floats at it."""
    whole = _swiss_input(inputs, inputs.entries)
    field = SwissField(whole, whole.entrants, Past(whole.history))
    numbers = [field.names.index(entry) for entry in seating.entries]
    reasons = _method_reasons(inputs, swiss_reasons.table_reasons(field, numbers))
    first, other = numbers
    floats = {}
    if inputs.method == SWISS and field.floats(first, other):
        first_down = field.groups[first] < field.groups[other]
        down, up = (first, other) if first_down else (other, first)
        floats = {field.names[down]: Float.DOWN.value, field.names[up]: Float.UP.value}
    return tuple(
        DrawReason(BY_HAND.get(reason.why, reason.why), reason.values) for reason in reasons
    ), floats


def round_robin_places(inputs: DrawInput) -> tuple[str, ...]:
    """Return the numbers of the entries in a round robin that has begun.

    The numbers are those of the first round: by the seeding, or by the SHA-256 of
    `seed:number:entry`. With an odd number one place is free, which the first late entry takes.
    Raises CannotDraw if there are more late entries than free places, ValueError for fewer than
    two.
    """
    first = (*inputs.fields, inputs.entries)[0]
    if len(first) < TWO_SIDES:
        raise ValueError("a round robin has two entries or more")
    members = shuffle(first, inputs.seed, "number")
    if inputs.seeding:
        # Unseeded entries follow by printed number.
        ranks = {entry: rank for rank, entry in enumerate(inputs.seeding)}
        members = sorted(first, key=lambda e: (ranks.get(e, len(ranks)), _by_number(e)))
    late = newcomers(inputs)
    if len(late) > len(first) % TWO_SIDES:
        raise CannotDraw("the Berger table has no free place")
    return (*members, *late)


def newcomers(inputs: DrawInput) -> list[str]:
    """Return the entries added since the first round of a round robin, in order of arrival."""
    fields = [*inputs.fields, inputs.entries]
    arrived = (entry for field in fields for entry in sorted(field, key=_by_number))
    return [entry for entry in dict.fromkeys(arrived) if entry not in fields[0]]


def count_round_robin_rounds(inputs: DrawInput) -> int:
    """Return the number of rounds of the round robin."""
    members = len((*inputs.fields, inputs.entries)[0])
    return len(round_robin.schedule(members, twice=inputs.twice))


def draw_round_robin(inputs: DrawInput) -> DrawnRound:
    """Return the next round of a round robin.

    Raises CannotDraw if all were played or an entry finds no place.
    """
    members, number = round_robin_places(inputs), len(inputs.fields) + 1
    absent = set(members) - set(inputs.entries)
    try:
        round_ = round_robin.make_round(members, number, twice=inputs.twice, absent=absent)
    except ValueError:
        raise CannotDraw("all rounds of the round robin have been played") from None
    seatings = _seatings(inputs, round_.tables, meetings(inputs.history))
    return DrawnRound(
        draw=Draw(inputs.seed, round_robin.ALGORITHM, seatings),
        sit_outs=tuple(
            SitsOut(bye.entry, SitOutWhy.BY_DRAW, reasons=bye.reasons) for bye in round_.byes
        ),
        reasons=tuple(table.reasons for table in round_.tables),
    )


def _swiss_input(inputs: DrawInput, entries: Sequence[str]) -> swiss_values.SwissInput:
    sat_out = inputs.sat_out or {}
    byes = tuple((entry,) for entry, times in sorted(sat_out.items()) for _ in range(times))
    by_score = inputs.method != RANDOM
    order, bye = PairingOrder.DRAWN, ByeRule.LOWEST
    if inputs.seeding and inputs.method == SWISS and not inputs.history:
        # In the first round the upper half of the seeding meets the lower one.
        order = PairingOrder.SLIDE
    if inputs.three_way:
        bye = ByeRule.THREE_WAY
    elif inputs.last_out and inputs.method == SWISS:
        # By lot no entry is the last, so that the seed decides.
        bye = ByeRule.LAST
    return swiss_values.SwissInput(
        seed=inputs.seed,
        entrants=tuple(
            SwissEntrant(
                entry=entry,
                rank=rank,
                score=Fraction(inputs.scores.get(entry, 0)) if by_score else Fraction(0),
                club=inputs.clubs.get(entry, ""),
                floated=Float(inputs.floated[entry]) if entry in inputs.floated else None,
            )
            for rank, entry in enumerate(entries, 1)
        ),
        history=(*(seating.entries for seating in inputs.history), *byes),
        options=SwissOptions(style=STYLES[inputs.method], order=order, bye=bye),
        to_come=max(0, inputs.rounds - 1) if looks_ahead(inputs) else 0,
    )


def _seatings(inputs: DrawInput, tables: Iterable[DrawnTable], met: Met) -> tuple[Seating, ...]:
    """Seat partners opposite each other, the first side in the first seat.

    Entries in half matches have one place each.
    """
    times = len(inputs.labels) // TWO_SIDES
    return tuple(
        seat_table(table.number, inputs.labels, table.sides * times, met)
        if len(table.sides) == TWO_SIDES
        else seat_table(
            table.number, tuple(map(str, range(1, len(table.sides) + 1))), table.sides, met
        )
        for table in tables
    )


def _method_reasons(inputs: DrawInput, reasons: Sequence[DrawReason]) -> tuple[DrawReason, ...]:
    """Return the reasons of a table; in a draw by lot that replaces the score groups."""
    if inputs.method != RANDOM:
        return tuple(reasons)
    rest = (reason for reason in reasons if reason.why is not Why.SCORE_GROUP)
    return (because(Why.BY_LOT), *rest)


def _by_number(entry: str) -> tuple[int, str]:
    return (int(entry) if entry.isdecimal() else 0), entry
