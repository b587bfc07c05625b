"""Messages at the desk that a result has ended a game (局), or that the game goes on after all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.utils.translation import gettext

from tournaments.models import Deal, Game, Round
from web.forms.requests import DeskRequest


@contextmanager
def announce_game_end(request: DeskRequest, deal: Deal) -> Iterator[None]:
    """Add a message if the change in the block ends the game (局) of a deal, or undoes its end."""
    had_ended = _has_ended(deal)
    yield
    has_ended = _has_ended(deal)
    if has_ended and not had_ended:
        messages.info(
            request, gettext("With this result the game is over: no further deal counts.")
        )
    elif had_ended and not has_ended:
        messages.warning(request, _goes_on_text(deal))


def _goes_on_text(deal: Deal) -> str:
    if deal.sitting.segment.match.round.state == Round.State.PUBLISHED:
        return gettext("With this result the game is not over: another deal is played.")
    return gettext(
        "With this result the game did not reach its end; its round is closed, so it stays"
        " unfinished."
    )


def _has_ended(deal: Deal) -> bool:
    return Game.objects.filter(deals__in=[deal], ended_at__isnull=False).exists()
