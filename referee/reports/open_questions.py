"""Irregularities of a round without a ruling, as open questions at the desk of its event."""

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
            table=incident.row.deal.sitting.table.number,
            deal=incident.row.deal.play_order,
            words=irregularities.text(incident.row),
            address=reverse("referee_irregularity", args=[tournament, incident.row.uid]),
        )
        for incident in irregularities.unruled(deal__sitting__segment__match__round=round_)
    ]
