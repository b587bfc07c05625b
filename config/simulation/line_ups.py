"""Line-ups for simulated captains: the members of a team play in turn."""

from __future__ import annotations

from tournaments import organise
from tournaments.line_ups import line_up_state
from tournaments.models import Segment, Side
from tournaments.record.audit import Actor
from tournaments.structure import segments
from tournaments.structure.line_up_rules import LineUpSeats


def hand_in(segment: Segment, actor: Actor, turn: int, only: int = 0) -> None:
    """Let both sides of a segment hand in, in the order that the event requires.

    With `only`, just the side of that number does. `turn` is the index in the team of the first
    player to sit.
    """
    for side in in_order(segment):
        if only in {0, side.number} and not segment.line_ups.filter(side=side).exists():
            organise.hand_in_line_up(segment, side, actor, seats(segment, side, turn))


def in_order(segment: Segment) -> list[Side]:
    """Return the sides of a segment's match, the one that hands in first before the other."""
    sides = list(segment.match.sides.order_by("number"))
    second = segments.second_of(segment)
    return sorted(sides, key=lambda side: side.number == second)


def seats(segment: Segment, side: Side, turn: int) -> LineUpSeats:
    """Return the seats of a team's members, one after another."""
    players = list(line_up_state.players(side.entries.get(), segment.match.round.number))
    places = line_up_state.places(segment, side)
    return {at: players[(turn + number) % len(players)] for number, at in enumerate(places)}
