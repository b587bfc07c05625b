"""How often links of registration may be guessed from one address of the network.

A link that has ended is no guess: a tablet asks for it until its page is closed. All phones of a
hall may have one address, so where it is shut, links that were opened from it lately still open.
"""

from __future__ import annotations

from typing import Final

from tournaments.system import attempts
from tournaments.system.attempts import AttemptLimit

WRONG: Final = "registration_link"
OPENED: Final = "registration_opened"
MOST_WRONG: Final = 60
HOUR: Final = 3600
KNOWN: Final = 12 * HOUR


def may_guess(origin: str) -> bool:
    """Count a link that nobody drew; return whether fewer than too many came from the address."""
    return AttemptLimit(WRONG, MOST_WRONG, HOUR, origin=origin).begin()


def may_open(uid: str, origin: str) -> bool:
    """Whether a link that is right opens from an address; it is remembered with that address.

    `uid` is that of the row to which the link belongs.
    """
    opened = attempts.live_counts(OPENED, subject=uid)
    if origin[: attempts.LONGEST_ORIGIN] in {count.origin for count in opened}:
        return True
    if AttemptLimit(WRONG, MOST_WRONG, HOUR, origin=origin).is_spent:
        return False
    attempts.remember(OPENED, uid, origin, KNOWN)
    return True
