"""Which seats may confirm a sheet and which still have to, by how an event has sheets confirmed.

Pure rules; who has confirmed is read in `who_confirmed`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from referee.models import REFEREE
from tournaments.models import Event


def confirmers(policy: str, sides: Mapping[str, int], recorder: str) -> tuple[str, ...]:
    """Return the seats that may confirm what `recorder` wrote down; `sides` is in order of play.

    A side never confirms what it recorded itself. An official may always confirm and is not listed.

    >>> individual = {"N": 1, "W": 2, "S": 3, "E": 4}
    >>> confirmers("other_side", individual, "N")
    ('W', 'S', 'E')
    >>> pairs = {"N": 1, "W": 2, "S": 1, "E": 2}
    >>> confirmers("other_side", pairs, "S")
    ('W', 'E')
    """
    if policy == Event.Confirmation.REFEREE:
        return ()
    own_side = sides.get(recorder)
    return tuple(seat for seat, side in sides.items() if side != own_side)


def awaited(
    policy: str, sides: Mapping[str, int], recorder: str, confirmed: Collection[str]
) -> tuple[str, ...]:
    """Return the seats that still have to confirm; none once the sheet may be posted.

    >>> awaited("all_others", {"N": 1, "W": 2, "S": 1, "E": 2}, "N", ["W"])
    ()
    >>> awaited("all_others", {"N": 1, "W": 2, "S": 3, "E": 4}, "N", ["W"])
    ('S', 'E')
    """
    if REFEREE in confirmed or (confirmed and policy == Event.Confirmation.OTHER_SIDE):
        return ()
    heard = {sides[seat] for seat in confirmed}
    allowed = confirmers(policy, sides, recorder)
    return tuple(seat for seat in allowed if sides[seat] not in heard)


def is_by_referee_alone(policy: str, recorder: str, seat: str) -> bool:
    """Whether a sheet confirmed by `seat` rests on an official where the table could confirm.

    >>> is_by_referee_alone("other_side", "N", "referee"), is_by_referee_alone("referee", "N", "W")
    (True, False)
    """
    ordinary = policy == Event.Confirmation.REFEREE and recorder != REFEREE
    return seat == REFEREE and not ordinary
