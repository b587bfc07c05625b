"""Who may confirm a sheet: a pure function of the event's wish, the sides and the recorder.

`sides` gives the side of every seat, in order of play. A side never confirms what it recorded
itself; an official may always confirm, and so has no place among the answers.

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
"""Stands where a seat would for an official who records or confirms."""

BY_TABLE = "sheet"
BY_REFEREE = "referee"
"""What a result comes from, as the ledger has it: the table's own word, or an official's alone."""
BY_DECISION = "claim"
BY_RULING = "ruling"
BY_PENALTY = "penalty"
"""What else comes from an official: a decided claim, a deal without points, penalty points."""


def confirmers(policy: str, sides: Mapping[str, int], recorder: str) -> tuple[str, ...]:
    """Return the seats that may confirm what `recorder` wrote down."""
    if policy == Event.Confirmation.REFEREE:
        return ()
    own = sides.get(recorder)
    return tuple(seat for seat, side in sides.items() if side != own)


def is_by_referee_alone(policy: str, recorder: str, seat: str) -> bool:
    """Whether a sheet that `seat` makes a result rests on an official where the table had a say.

    >>> is_by_referee_alone("other_side", "N", "referee"), is_by_referee_alone("referee", "N", "W")
    (True, False)
    """
    ordinary = policy == Event.Confirmation.REFEREE and recorder != REFEREE
    return seat == REFEREE and not ordinary


def awaited(
    policy: str, sides: Mapping[str, int], recorder: str, confirmed: Collection[str]
) -> tuple[str, ...]:
    """Return the seats of which a word is still wanted, none once the sheet may be posted.

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
