"""The movements over boards offered for a number of pairs, and their construction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tournaments.pairing.movements.board_movements import BoardForm, BoardMovement, cut_movement
from tournaments.pairing.movements.howell import (
    FEWEST,
    MOST,
    howell,
    short_howell,
    short_howell_rounds,
)
from tournaments.pairing.movements.mitchell import (
    MOST_SETS,
    MOST_TABLES,
    mitchell,
    one_winner,
    relay,
    skip,
    tables_of,
    web,
)

PLAIN: Final[dict[BoardForm, Callable[[int], BoardMovement]]] = {
    BoardForm.MITCHELL: mitchell,
    BoardForm.SKIP: skip,
    BoardForm.RELAY: relay,
    BoardForm.HOWELL: howell,
}


@dataclass(frozen=True, slots=True)
class MovementOffer:
    """A movement that exists for a field; its last rounds can be cut off.

    `winners` are the choices, `stationary` is the number of pairs that stay at their table.
    """

    form: BoardForm
    pairs: int
    sets: int
    rounds: int
    winners: tuple[int, ...]
    stationary: int


def offers(pairs: int) -> tuple[MovementOffer, ...]:
    """Return every movement for a number of pairs; none for fewer than three.

    >>> [(offer.form.name, offer.sets, offer.rounds) for offer in offers(8)]
    [('HOWELL', 7, 7), ('RELAY', 4, 4), ('SKIP', 4, 3), ('WEB', 3, 3)]
    """
    return (*_howell_offers(pairs), *_mitchell_offers(pairs))


def make_movement(
    form: BoardForm,
    pairs: int,
    sets: int | None = None,
    rounds: int | None = None,
    winners: int = 1,
    switched: int | None = None,
) -> BoardMovement:
    """Return an offered movement with these numbers of sets, rounds and winners.

    For one winner the last rounds are switched, by default the fairest number. A web or a short
    Howell has by default the largest number of sets. Raises ValueError if the movement is not
    offered.
    """
    if form == BoardForm.WEB:
        movement = web(pairs, sets or max(_web_sets(tables_of(pairs)), default=0))
    elif form == BoardForm.SHORT_HOWELL:
        movement = short_howell(pairs, sets or max(short_howell_rounds(pairs), default=0))
    else:
        movement = PLAIN[form](pairs)
    if rounds is not None:
        movement = cut_movement(movement, rounds)
    turned = movement.winners == 2 and winners == 1
    return one_winner(movement, switched) if turned else movement


def _howell_offers(pairs: int) -> Iterator[MovementOffer]:
    if FEWEST <= pairs <= MOST:
        whole = pairs - 1 + pairs % 2
        yield MovementOffer(BoardForm.HOWELL, pairs, whole, whole, (1,), 1 - pairs % 2)
    for rounds in short_howell_rounds(pairs):
        yield MovementOffer(BoardForm.SHORT_HOWELL, pairs, rounds, rounds, (1,), pairs - rounds)


def _mitchell_offers(pairs: int) -> Iterator[MovementOffer]:
    tables = tables_of(pairs)
    if pairs < 3 or tables > MOST_TABLES:
        return
    if tables % 2:
        yield _mitchell_offer(BoardForm.MITCHELL, pairs, tables, tables)
    else:
        yield _mitchell_offer(BoardForm.RELAY, pairs, tables, tables)
        if tables > 2:
            yield _mitchell_offer(BoardForm.SKIP, pairs, tables, tables - 1)
    yield from (_mitchell_offer(BoardForm.WEB, pairs, sets, sets) for sets in _web_sets(tables))


def _mitchell_offer(form: BoardForm, pairs: int, sets: int, rounds: int) -> MovementOffer:
    return MovementOffer(form, pairs, sets, rounds, (1, 2), tables_of(pairs))


def _web_sets(tables: int) -> range:
    """Return the numbers of sets of a web."""
    return range(min(tables - 1 - tables % 2, MOST_SETS), 2, -2)
