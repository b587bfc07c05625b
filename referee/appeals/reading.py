"""Appeals as they are read: of a tournament, of an event, one with its steps."""

from __future__ import annotations

from typing import Final

from django.db.models import Prefetch, QuerySet

from referee.models import Appeal, AppealSigner, AppealStep, RulingCase, RulingSanction
from tournaments.models import EntryMember, Event, Round, Tournament

_APPEALED: Final = (
    "adjustment__entry",
    "adjustment__offender__person",
    "adjustment__side__match__round",
    "result__deal__sitting__table",
    "result__deal__sitting__segment__match__round",
    "result__deal__event",
    "ruling__case__event__ruleset",
    "ruling__case__event__regulations",
    "ruling__case__round",
    "ruling__case__sitting__table",
    "ruling__case__deal",
)


def appeals() -> QuerySet[Appeal]:
    """Return appeals with all that their state and their words need, the newest first."""
    steps = AppealStep.objects.select_related("official", "penalty", "ruling__case__event")
    members = EntryMember.objects.select_related("person")
    sanctions = RulingSanction.objects.select_related("person", "entry").order_by("number")
    sanctions = sanctions.prefetch_related(Prefetch("entry__members", members))
    told = steps.prefetch_related("members", "parts", Prefetch("ruling__sanctions", sanctions))
    return (
        Appeal.objects.select_related(
            "tournament", "event__tournament", "event__regulations", "entry", "round", "official"
        )
        .defer("round__reasons")
        .select_related(*_APPEALED)
        .defer(*Round.draws_by(*_APPEALED))
        .prefetch_related(
            Prefetch("steps", told.order_by("number")),
            Prefetch("signers", AppealSigner.objects.select_related("person")),
            Prefetch("entry__members", members),
            Prefetch("adjustment__entry__members", members),
            Prefetch("ruling__sanctions", sanctions),
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
