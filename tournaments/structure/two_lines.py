"""The line of every entry of an event with two winners, which follows from the draw alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.models import DrawMethod, Event, Round
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.movements import board_rounds
from tournaments.pairing.movements.board_choice import MOST_WINNERS

PUBLIC: Final = (Round.State.PUBLISHED, Round.State.CLOSED)


def has_two(event: Event) -> bool:
    """Whether north-south and east-west of an event rank apart."""
    return bool(event.movement.get("winners", 1) == MOST_WINNERS)


def line_by_entry(event: Event) -> Mapping[str, str]:
    """Return the line of every entry by its uid, from the last public round of the movement.

    Empty where all rank together, or before the first draw is public.
    """
    if not has_two(event):
        return {}
    drawn = event.rounds.filter(method=DrawMethod.MITCHELL, state__in=PUBLIC)
    last = drawn.order_by("-number").first()
    stored = notes.read(last.reasons).input if last else None
    if last is None or stored is None:
        return {}
    lines = board_rounds.lines(pairing.read(stored, last.seed))
    uids = dict(event.entries.values_list("number", "uid"))
    return {uids[int(number)]: line.value for number, line in lines.items() if int(number) in uids}
