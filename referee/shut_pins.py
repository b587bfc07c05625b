"""PINs of officials, shut out in a whole tournament where too many wrong ones were typed at tables.

An official who has signed in lets them be looked at again; a table that is released at the desk
needs none.
"""

from __future__ import annotations

from typing import Final

from referee.tries import Tries
from referee.verbs import Verb
from tournaments.audit import Actor, change
from tournaments.models import Tournament, User

HOUR: Final = 3600
MOST: Final = 100
"""So many wrong ones an hour are no mistake of the hall's; a million PINs would take a year."""


def tries_in(tournament: Tournament) -> Tries:
    """Return the count of the wrong PINs of a tournament, whichever table they were typed at."""
    return Tries(f"wrong-pins:{tournament.uid}", most=MOST, seconds=HOUR)


def are_shut(tournament: Tournament) -> bool:
    """Whether no PIN of an official is looked at now at any table of a tournament."""
    return tries_in(tournament).are_spent


def look_again(tournament: Tournament, official: User) -> None:
    """Let PINs be looked at again at every table; where they are, nothing changes."""
    if not are_shut(tournament):
        return
    with change(tournament, Actor.of(official), Verb.ALLOW_PINS):
        tries_in(tournament).forget()
