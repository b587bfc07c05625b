"""Line-ups of half matches (三队赛): a team hands in once for both that it plays in a round.

In both, its first pair sits north-south at the team's own table, and the other pair east-west at
the tables of the opponents. So no pair plays a board twice or is compared with itself.
"""

from __future__ import annotations

from tournaments.line_ups import line_up_state
from tournaments.models import LineUp, Segment, Side
from tournaments.structure import segments, three_way_matches
from tournaments.structure.line_up_places import turned


def repeat(line_up: LineUp, segment: Segment, side: Side) -> None:
    """Store a line-up of a half match for the other half match of the team as well.

    Not where that one is revealed. Where it is awarded it is stored too: the award may be taken
    back, and then the seats have to agree.
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
