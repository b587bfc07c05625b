"""Who may confirm a sheet: a pure function of the event's policy, the sides and the recorder.

`sides` gives the side of every seat, in order of play. A side never confirms what it recorded
itself; an official may always confirm and is therefore not listed.

>>> individual = {"N": 1, "W": 2, "S": 3, "E": 4}
>>> confirmers("other_side", individual, "N")
('W', 'S', 'E')
>>> pairs = {"N": 1, "W": 2, "S": 1, "E": 2}
>>> confirmers("other_side", pairs, "S")
('W', 'E')
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tournaments.models import Event

REFEREE = "referee"
"""Used in place of a seat's label where an official records or confirms."""

BY_TABLE = "sheet"
BY_REFEREE = "referee"
"""Origins of a result in the ledger: confirmed by the table, or by an official alone."""
BY_DECISION = "claim"
BY_RULING = "ruling"
BY_PENALTY = "penalty"
"""Other origins: a decided claim, a ruling without points, penalty points."""


def confirmers(policy: str, sides: Mapping[str, int], recorder: str) -> tuple[str, ...]:
    """Return the seats that may confirm what `recorder` wrote down."""
    if policy == Event.Confirmation.REFEREE:
        return ()
    own_side = sides.get(recorder)
    return tuple(seat for seat, side in sides.items() if side != own_side)


def is_by_referee_alone(policy: str, recorder: str, seat: str) -> bool:
    """Whether a sheet confirmed by `seat` rests on an official where the table could confirm.

    >>> is_by_referee_alone("other_side", "N", "referee"), is_by_referee_alone("referee", "N", "W")
    (True, False)
    """
    ordinary = policy == Event.Confirmation.REFEREE and recorder != REFEREE
    return seat == REFEREE and not ordinary


def awaited(
    policy: str, sides: Mapping[str, int], recorder: str, confirmed: Collection[str]
) -> tuple[str, ...]:
    """Return the seats that still have to confirm, none once the sheet may be posted.

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
