"""Rulings as rows, past the operations: each differs from the next in one column."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from referee.models import (
    RulingCase,
    RulingSanction,
    RulingStep,
    RulingStepKind,
    RulingVersion,
    SanctionKind,
)
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import offender, source
from tournaments.models.base import new_uid


def case(hall: Hall, at: datetime | None = None, **columns: Any) -> RulingCase:
    """Return a new case at the first deal of the first table."""
    place = source(hall)
    values = {
        "tournament": hall.cast.tournament,
        "event": place.event,
        "round": place.round,
        "sitting": place.sitting,
        "deal": place.deal,
        "year": 2026,
        "number": RulingCase.objects.count() + 1,
        **({"created_at": at} if at else {}),
    }
    return RulingCase.objects.create(**{**values, **columns})


def version(
    hall: Hall,
    of: RulingCase | None = None,
    *,
    label: str = "N",
    level: str = "L3",
    at: datetime | None = None,
    steps: tuple[str, ...] = (),
    who: dict[str, Any] | None = None,
    **columns: Any,
) -> RulingVersion:
    """Return a version with one sanction on who sits at a seat."""
    of = of or case(hall, at)
    number = of.versions.count() + 1
    before = of.versions.order_by("-number").first()
    made = RulingVersion.objects.create(
        case=of,
        key=new_uid(),
        number=number,
        supersedes=before,
        official=hall.cast.bob,
        **({"created_at": at} if at else {}),
        **{"article": "T-05", **columns},
    )
    chair = offender(hall, label)
    given = {"entry": chair.entry, "person": chair.person, "seat": label, **(who or {})}
    RulingSanction.objects.create(
        version=made, number=1, kind=SanctionKind.PROCEDURAL, level=level, **given
    )
    for kind in steps:
        step(made, hall, kind)
    return made


def step(of: RulingVersion, hall: Hall, kind: str = RulingStepKind.UNDONE) -> RulingStep:
    return RulingStep.objects.create(version=of, kind=kind, reason="x", official=hall.cast.bob)
