"""Line-ups of half matches (三队赛): a team hands in once, for both that it plays in the round.

Its first pair sits north-south at the table of the team in both, the other one east-west at the
tables of the others. So no pair plays a board twice, and nobody sits on both sides of a comparison.
"""

from __future__ import annotations

from typing import Final

from tournaments import line_ups, segments, threes
from tournaments.line_up_places import LineUpSeats, Place
from tournaments.models import LineUp, Segment, Side, Sitting

OTHER: Final = {
    Sitting.Room.OPEN.value: Sitting.Room.CLOSED.value,
    Sitting.Room.CLOSED.value: Sitting.Room.OPEN.value,
}


def turned(seats: LineUpSeats) -> LineUpSeats:
    """Return a line-up as it is in the other half match: the same seats in the other room.

    >>> [one.key for one in turned({Place("open", "N"): "a", Place("closed", "W"): "b"})]
    ['closed-N', 'open-W']
    """
    return {Place(OTHER.get(at.room, at.room), at.label): one for at, one in seats.items()}


def repeat(line_up: LineUp, segment: Segment, side: Side) -> None:
    """Let a line-up that was handed in for a half match count for the other one as well.

    Not where nobody waits for that one any more: it was revealed, or awarded.
    """
    found = threes.twin(segment, side)
    if found is None or not segments.unrevealed(pk=found[0].pk).exists():
        return
    other, there = found
    LineUp.objects.create(
        segment=other,
        side=there,
        version=other.line_ups.filter(side=there).count() + 1,
        seats=line_ups.as_json(turned(line_ups.seats_of(line_up))),
        submitted_at=line_up.submitted_at,
    )
