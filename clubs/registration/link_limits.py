"""How often links of registration may be guessed from one address of the network.

A right link opens whatever came from its address before: all phones of a hall may have one, and
nobody guesses 80 bits. A link that has ended is no guess: a tablet asks for it until its page is
closed.
"""

from __future__ import annotations

from typing import Final

from tournaments.system.attempts import AttemptLimit

WRONG: Final = "registration_link"
MOST_WRONG: Final = 60
HOUR: Final = 3600


def may_guess(origin: str) -> bool:
    """Count a link that nobody drew; return whether fewer than too many came from the address."""
    return AttemptLimit(WRONG, MOST_WRONG, HOUR, origin=origin).begin()
