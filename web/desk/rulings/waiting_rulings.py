"""Which rulings wait for the word of whoever asks."""

from __future__ import annotations

from collections.abc import Sequence

from referee.models import Needs
from referee.rulings import offices
from referee.rulings.decisions import RulingSource
from referee.rulings.listed import Ruled, VersionState
from tournaments.models import Tournament
from web.forms.requests import DeskRequest


def first_waiting(
    request: DeskRequest, tournament: Tournament, rows: Sequence[Ruled]
) -> Ruled | None:
    """Return the oldest ruling that waits for the user's word."""
    for ruled in reversed(rows):
        ruled.case.event.tournament = tournament
        if may_confirm(request, ruled):
            return ruled
    return None


def may_confirm(request: DeskRequest, ruled: Ruled) -> bool:
    """Whether a ruling waits for a word that the user may give."""
    newest = ruled.newest
    needs, event, table = (
        Needs(newest.needs),
        ruled.case.event,
        RulingSource.of_case(ruled.case).table,
    )
    is_waiting = ruled.state(newest) is VersionState.WAITING
    return is_waiting and offices.may_confirm(request.user, newest.official, event, needs, table)
