"""Line-ups in a rehearsal: handed in and revealed, with checks of premature access."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from config.simulation import line_ups
from config.simulation.rehearsal.faults import RehearsalFault, fault, insist
from config.simulation.rehearsal.hall import RehearsalHall
from scoring.problems import Problem
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.models import EntryMember, Match, Room, Seat, Segment
from tournaments.rights import sealed_access
from tournaments.structure import segments
from tournaments.structure.line_up_rules import HOME

NORTH_SOUTH: Final = frozenset("NS")
"""The home side sits here in the open room."""


def reveal(hall: RehearsalHall, segment: Segment) -> None:
    """Hand in both line-ups of a segment and reveal them, and check against premature access.

    Raises Broke if a line-up is revealed or read too early, or if seats follow none.
    """
    _hand_in_sealed(hall, segment)
    for part in segments.together(segment):
        line_ups.hand_in(part, hall.director, part.match.round.number + part.number)
    organise.reveal_line_ups(segment, hall.director)
    hall.note("line_ups")
    insist(_check_seats(segment))


def reveal_all(hall: RehearsalHall, matches: Sequence[Match]) -> None:
    """Hand in the line-ups of the first segments of matches, and reveal them all at once."""
    if not matches:
        return
    _hand_in_sealed(hall, matches[0].segments.order_by("number")[0])
    for match in matches:
        for segment in segments.together(match.segments.order_by("number")[0]):
            line_ups.hand_in(segment, hall.director, match.round.number + segment.number)
    revealed = organise.reveal_round(matches[0].round, hall.director)
    hall.happened["line_ups"] += revealed
    for match in matches:
        insist(_check_seats(match.segments.order_by("number")[0]))


def _hand_in_sealed(hall: RehearsalHall, segment: Segment) -> None:
    """Hand in both line-ups of a segment; before that nothing may be read or revealed."""
    turn = segment.match.round.number + segment.number
    for side in line_ups.in_order(segment):
        insist(_check_sealed(hall, segment))
        line_ups.hand_in(segment, hall.director, turn, only=side.number)


def _check_sealed(hall: RehearsalHall, segment: Segment) -> Iterator[Problem]:
    """Yield a fault if line-ups can be revealed, or are public, before both are handed in."""
    number = segment.match.round.number
    with suppress(Refused):
        organise.reveal_line_ups(segment, hall.director)
        yield fault(RehearsalFault.ACCEPTED, round=number, what="reveal")
    if sealed_access.line_ups(segment, None):
        yield fault(RehearsalFault.READ_TOO_EARLY, round=number, what="line-up")


def _check_seats(segment: Segment) -> Iterator[Problem]:
    """Yield a fault if a person sits on a seat of another team, or twice."""
    seats = list(Seat.objects.filter(sitting__segment=segment).select_related("sitting", "side"))
    members = EntryMember.objects.filter(entry__sides__match=segment.match)
    teams = {(member.person_id, member.entry_id) for member in members}
    wrong = len(seats) - len({seat.person_id for seat in seats})
    for seat in seats:
        axis = seat.label in NORTH_SOUTH
        home = axis != (seat.sitting.room == Room.CLOSED)
        is_member = (seat.person_id, seat.side.entries.get().pk) in teams
        wrong += not is_member or (seat.side.number == HOME) != home
    if wrong:
        yield fault(RehearsalFault.PERSON_NOT_ONCE, round=segment.match.round.number, count=wrong)
