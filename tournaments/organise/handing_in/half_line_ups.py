"""Line-ups of half matches (三队赛): a team hands in once, for both that it plays in the round.

Its first pair sits north-south at the table of the team in both, the other one east-west at the
tables of the others. So no pair plays a board twice, and nobody sits on both sides of a comparison.
"""

from __future__ import annotations

from tournaments.line_ups import line_up_state
from tournaments.models import LineUp, Segment, Side
from tournaments.structure import segments, three_way_matches
from tournaments.structure.line_up_places import turned


def repeat(line_up: LineUp, segment: Segment, side: Side) -> None:
    """Let a line-up that was handed in for a half match count for the other one as well.

    Not where that one was revealed. Where it was awarded they count all the same: the award may be
    taken back, and nobody may sit otherwise in it then.
    """
    twin = three_way_matches.twin(segment, side)
    if twin is None or segments.is_seated(twin[0]):
        return
    twin_segment, twin_side = twin
    LineUp.objects.create(
        segment=twin_segment,
        side=twin_side,
        version=twin_segment.line_ups.filter(side=twin_side).count() + 1,
        seats=line_up_state.as_json(turned(line_up_state.seats_of(line_up))),
        submitted_at=line_up.submitted_at,
    )
