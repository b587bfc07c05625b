"""Which irregularities of a round nobody has ruled on, as the desk of its event asks about them."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from referee.sheets import irregularities
from tournaments import open_questions
from tournaments.models import Round
from tournaments.open_questions import OpenQuestion


def register() -> None:
    """Let the desk ask about irregularities before a round is closed."""
    open_questions.register(of_round)


def of_round(round_: Round) -> Sequence[OpenQuestion]:
    """Return the irregularities of a round that wait for a ruling."""
    tournament = round_.event.tournament.uid
    return [
        OpenQuestion(
            table=found.row.deal.sitting.table.number,
            deal=found.row.deal.play_order,
            words=irregularities.text(found.row),
            address=reverse("referee_irregularity", args=[tournament, found.row.uid]),
        )
        for found in irregularities.waiting_in(round_)
    ]
