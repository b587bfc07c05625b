"""The line of every entry of an event with two winners, which follows from the draw alone."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.models import Event, Round
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.movements import board_rounds
from tournaments.pairing.movements.board_choice import MOST_WINNERS


def has_two(event: Event) -> bool:
    """Whether north-south and east-west of an event rank apart."""
    return bool(event.movement.get("winners", 1) == MOST_WINNERS)


def lines_drawn(round_: Round) -> Mapping[str, str]:
    """Return the line of every entry, by its printed number, in the movement of a round."""
    stored = notes.read(round_.reasons).input
    if stored is None:
        return {}
    drawn = board_rounds.lines(pairing.read(stored, round_.seed))
    return {number: line.value for number, line in drawn.items()}
