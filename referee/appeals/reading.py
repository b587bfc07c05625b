"""Appeals as they are read: of a tournament, of an event, one with its steps."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from referee.models import Appeal, AppealStep, RulingCase
from tournaments.models import Event, Tournament


def appeals() -> QuerySet[Appeal]:
    """Return appeals with all that their state and their words need, the newest first."""
    steps = AppealStep.objects.select_related("official", "penalty", "ruling__case__event")
    told = steps.prefetch_related("members", "ruling__sanctions__entry__members__person")
    return (
        Appeal.objects.select_related(
            "tournament", "event__tournament", "event__regulations", "entry", "round", "official"
        )
        .select_related("adjustment", "result", "ruling__case")
        .prefetch_related(
            Prefetch("steps", told.order_by("number")),
            "signers__person",
            "entry__members__person",
        )
        .order_by("-pk")
    )


def of_event(event: Event) -> list[Appeal]:
    """Return the appeals of an event, the oldest first."""
    return list(appeals().filter(event=event).order_by("pk"))


def of_case(case: RulingCase) -> list[Appeal]:
    """Return the appeals against the versions of a ruling, the oldest first."""
    return list(appeals().filter(ruling__case=case).order_by("pk"))


def one(tournament: Tournament, uid: str) -> Appeal | None:
    """Return an appeal of a tournament."""
    return appeals().filter(tournament=tournament, uid=uid).first()
