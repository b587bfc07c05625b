"""Compares a sheet that was handed in with the hands of its board, while these are sealed.

A table that played the board and wrote it down wrong has to learn that something does not agree; it
finds what, by its own cards. So it is told yes or no and never a card or a seat, of what is stored
only, and a few times for each deal: what a table says of itself does not prove that it has played.
Once the board is open, the game names what differs, as it does in any report (`queries`).
"""

from __future__ import annotations

from typing import Final

from referee.base.handed_in import Writer
from referee.base.refusals import Code
from referee.models import Sheet
from scoring.problems import Problem
from tournaments.base.refusals import Reason, refuse
from tournaments.models import Deal
from tournaments.structure import games
from tournaments.system.compiled_queries import Query

MOST_TRIES: Final = 3
"""After so many sheets of a deal that did not agree, the next ones wait for the referee: each
answer tells something of the hands."""

_PROBLEMS: Final = Query(
    lambda deal, version: Sheet.objects.filter(deal=deal, seen=version, sound=False).values_list(
        "problems"
    ),
    int,
    int,
)


def board_problems(writer: Writer, deal: Deal, report: object) -> list[Problem]:
    """Return what keeps a report without other problems from agreeing with the sealed board.

    What a referee hands in is compared however often it is: each sheet is kept under their name.
    """
    if not games.has_sealed_hands(deal):
        return []
    is_referee = writer.official is not None and writer.rules
    if not is_referee and _tries(deal) >= MOST_TRIES:
        return [refuse(Code.BOARD_TRIES_SPENT, limit=MOST_TRIES)]
    return [refuse(Reason.BOARD_DIFFERS)] if games.contradicts_board(deal, report) else []


def _tries(deal: Deal) -> int:
    """Return how many sheets for this version of the deal did not agree, whoever wrote them."""
    rows = _PROBLEMS.all(deal.pk, deal.version)
    return sum(
        any(problem["code"] == Reason.BOARD_DIFFERS for problem in problems) for (problems,) in rows
    )
