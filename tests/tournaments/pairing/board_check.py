"""The checker of movements over boards: what is wrong with one, and its figures.

It knows nothing of how a movement was made, and checks of every one: a pair has one place in a
round, meets nobody twice, plays no set twice and sits out at most once. What a form promises beyond
that is checked of a whole movement only.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, product

from tournaments.pairing.movements.board_movements import BoardForm, BoardMovement

PROMISED_COPIES = {
    BoardForm.MITCHELL: 1,
    BoardForm.SKIP: 1,
    BoardForm.RELAY: 2,
    BoardForm.SHORT_HOWELL: 1,
}
"""How many tables may play one set at once; movements of other forms state it themselves."""


class Flaw(StrEnum):
    """The faults of a movement; the comment behind a member names its values."""

    NOTHING = "movement_nothing"
    PAIR_UNKNOWN = "movement_pair_unknown"  # round, table, pair
    MEETS_ITSELF = "movement_meets_itself"  # round, table, pair
    SET_UNKNOWN = "movement_set_unknown"  # round, table, boards
    ROUND_UNKNOWN = "movement_round_unknown"  # round, table
    ROUND_MISSING = "movement_round_missing"  # round
    PAIR_TWICE = "movement_pair_twice"  # round, pair
    TABLE_TWICE = "movement_table_twice"  # round, table
    MEET_AGAIN = "movement_meet_again"  # one, other, times
    BOARDS_AGAIN = "movement_boards_again"  # pair, boards, times
    SITS_OUT_AGAIN = "movement_sits_out_again"  # pair, times
    SHARED = "movement_shared"  # round, boards, tables
    NEVER_MEET = "movement_never_meet"  # one, other
    BOARDS_UNEVEN = "movement_boards_uneven"  # least, most
    DIRECTION_CHANGES = "movement_direction_changes"  # pair


@dataclass(frozen=True, slots=True)
class BoardFault:
    """A fault with its values."""

    code: Flaw
    named: dict[str, int]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a movement; every two numbers are the least and the most.

    `sets` says how many sets a pair plays, `plays` at how many tables a set is played,
    and `rivalry` how much two pairs compete.
    """

    rounds: int
    tables: int
    copies: int
    meetings: tuple[int, int]
    sets: tuple[int, int]
    plays: tuple[int, int]
    sit_outs: tuple[int, int]
    rivalry: tuple[int, int]


def verify(movement: BoardMovement) -> tuple[BoardFault, ...]:
    """Return everything that is wrong with a movement; nothing for a sound one."""
    if not movement.sittings:
        return (_fault(Flaw.NOTHING),)
    strange = tuple(_invalid_numbers(movement))
    if strange:
        return strange
    promised = _broken_promises(movement) if movement.whole else ()
    return (
        *_double_bookings(movement),
        *_repeats(movement),
        *_shared_too_often(movement),
        *_direction_changes(movement),
        *promised,
    )


def figures(movement: BoardMovement) -> Figures:
    """Return the figures of a movement."""
    pairs = range(1, movement.pairs + 1)
    played = Counter(pair for sitting in movement.sittings for pair in sitting.pairs)
    plays = Counter(sitting.boards for sitting in movement.sittings)
    met = _meeting_counts(movement)
    return Figures(
        rounds=movement.rounds,
        tables=movement.tables,
        copies=movement.copies,
        meetings=_extremes(met[two] for two in combinations(pairs, 2)),
        sets=_extremes(played[pair] for pair in pairs),
        plays=_extremes(plays[boards] for boards in range(1, movement.sets + 1)),
        sit_outs=_extremes(movement.rounds - played[pair] for pair in pairs),
        rivalry=_extremes(rivalry(movement).values()),
    )


def rivalry(movement: BoardMovement) -> dict[tuple[int, int], int]:
    """Return how much each two pairs compete; the more even, the fairer a single ranking.

    Over a set that both play at different tables they compete (1) if they sit the same way, and
    help each other (-1) if not; where they meet, what one wins at every comparison the other loses,
    which counts as many as there are other tables.
    """
    counted = dict.fromkeys(combinations(range(1, movement.pairs + 1), 2), 0)
    tables: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for sitting in movement.sittings:
        tables[sitting.boards].append(sitting.pairs)
    for played in tables.values():
        for here, there in combinations(played, 2):
            for mine, yours in product(range(2), repeat=2):
                two = sorted((here[mine], there[yours]))
                counted[two[0], two[1]] += 1 if mine == yours else -1
        for met in played:
            counted[min(met), max(met)] += len(played) - 1
    return counted


def _fault(code: Flaw, **values: int) -> BoardFault:
    return BoardFault(code, values)


def _invalid_numbers(movement: BoardMovement) -> Iterator[BoardFault]:
    """Yield numbers out of range, pairs that meet themselves, and rounds without a table."""
    for sitting in movement.sittings:
        for pair in sitting.pairs:
            if not 1 <= pair <= movement.pairs:
                yield _fault(Flaw.PAIR_UNKNOWN, round=sitting.round, table=sitting.table, pair=pair)
        if sitting.ns == sitting.ew:
            yield _fault(
                Flaw.MEETS_ITSELF, round=sitting.round, table=sitting.table, pair=sitting.ns
            )
        if not 1 <= sitting.boards <= movement.sets:
            yield _fault(
                Flaw.SET_UNKNOWN, round=sitting.round, table=sitting.table, boards=sitting.boards
            )
        if sitting.round < 1:
            yield _fault(Flaw.ROUND_UNKNOWN, round=sitting.round, table=sitting.table)
    there = {sitting.round for sitting in movement.sittings}
    missing = (number for number in range(1, movement.rounds + 1) if number not in there)
    yield from (_fault(Flaw.ROUND_MISSING, round=number) for number in missing)


def _double_bookings(movement: BoardMovement) -> Iterator[BoardFault]:
    """Yield pairs and tables that occur twice in a round, and who sits out more than once."""
    seated = Counter(
        (sitting.round, pair) for sitting in movement.sittings for pair in sitting.pairs
    )
    tables = Counter((sitting.round, sitting.table) for sitting in movement.sittings)
    out = Counter(pair for _, pair in movement.sit_outs())
    for (number, pair), times in sorted(seated.items()):
        if times > 1:
            yield _fault(Flaw.PAIR_TWICE, round=number, pair=pair)
    for (number, table), times in sorted(tables.items()):
        if times > 1:
            yield _fault(Flaw.TABLE_TWICE, round=number, table=table)
    for pair, times in sorted(out.items()):
        if times > 1:
            yield _fault(Flaw.SITS_OUT_AGAIN, pair=pair, times=times)


def _repeats(movement: BoardMovement) -> Iterator[BoardFault]:
    """Yield who meets twice, and who plays a set twice."""
    for (first, other), times in sorted(_meeting_counts(movement).items()):
        if times > 1:
            yield _fault(Flaw.MEET_AGAIN, one=first, other=other, times=times)
    played = Counter(
        (pair, sitting.boards) for sitting in movement.sittings for pair in sitting.pairs
    )
    for (pair, boards), times in sorted(played.items()):
        if times > 1:
            yield _fault(Flaw.BOARDS_AGAIN, pair=pair, boards=boards, times=times)


def _shared_too_often(movement: BoardMovement) -> Iterator[BoardFault]:
    """Yield sets that more tables play at once than the form has copies of."""
    most = PROMISED_COPIES.get(movement.form, movement.copies)
    at_once = Counter((sitting.round, sitting.boards) for sitting in movement.sittings)
    for (number, boards), tables in sorted(at_once.items()):
        if tables > most:
            yield _fault(Flaw.SHARED, round=number, boards=boards, tables=tables)


def _direction_changes(movement: BoardMovement) -> Iterator[BoardFault]:
    """Yield who changes the direction although there are two winners."""
    if movement.winners == 2:
        both = {sitting.ns for sitting in movement.sittings} & {
            sitting.ew for sitting in movement.sittings
        }
        yield from (_fault(Flaw.DIRECTION_CHANGES, pair=pair) for pair in sorted(both))


def _broken_promises(movement: BoardMovement) -> Iterator[BoardFault]:
    """Yield what a form promises and does not keep: meetings, and sets played equally often."""
    met = _meeting_counts(movement)
    yield from (
        _fault(Flaw.NEVER_MEET, one=pair, other=other)
        for pair, other in _promised_meetings(movement)
        if not met[pair, other]
    )
    plays = Counter(sitting.boards for sitting in movement.sittings)
    least, most = _extremes(plays[boards] for boards in range(1, movement.sets + 1))
    if most - least > movement.pairs % 2:
        yield _fault(Flaw.BOARDS_UNEVEN, least=least, most=most)


def _promised_meetings(movement: BoardMovement) -> Iterator[tuple[int, int]]:
    """Return who is promised to meet: all in a Howell, north-south and east-west in a Mitchell."""
    pairs = range(1, movement.pairs + 1)
    if movement.form == BoardForm.HOWELL:
        yield from combinations(pairs, 2)
    elif movement.form in (BoardForm.MITCHELL, BoardForm.RELAY):
        half = (movement.pairs + 1) // 2
        yield from ((pair, other) for pair in pairs[:half] for other in pairs[half:])


def _meeting_counts(movement: BoardMovement) -> Counter[tuple[int, int]]:
    return Counter((min(sitting.pairs), max(sitting.pairs)) for sitting in movement.sittings)


def _extremes(counts: Iterable[int]) -> tuple[int, int]:
    numbers = list(counts)
    return min(numbers, default=0), max(numbers, default=0)
