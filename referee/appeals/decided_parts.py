"""What an appeal decides on each part of a ruling, what of it waits for an answer, and the answer.

A committee only recommends on a disciplinary penalty, and what something was built on since waits
until the chief referee says what becomes of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from referee.appeals import built_on, undoing
from referee.appeals.built_on import BuiltOn, BuiltOnAnswer
from referee.appeals.states import ORIGIN
from referee.models import Appeal, AppealPart, AppealStep, PartFate, RulingPart, RulingVersion
from referee.rulings import ruling_parts
from referee.rulings.ruling_parts import Annulment
from tournaments.models import User
from tournaments.models.record import ANNULLED
from tournaments.record import ledger
from tournaments.record.audit import Change

WAITING: Final = (PartFate.RECOMMENDED, PartFate.PENDING)
ANSWERED: Final = {
    BuiltOnAnswer.UNSAID: PartFate.PENDING,
    BuiltOnAnswer.LATER: PartFate.PENDING,
    BuiltOnAnswer.LEAVE: PartFate.LEFT,
    BuiltOnAnswer.CARRY_OUT: PartFate.ANNULLED,
}
Fates = Mapping[RulingPart, PartFate]


@dataclass(frozen=True, slots=True)
class PartQuestion:
    """A part of a ruling that waits for an answer, and what was built on it since."""

    appeal: Appeal
    part: RulingPart
    fate: PartFate
    built: tuple[BuiltOn, ...]


def fates(
    version: RulingVersion,
    annulled: Iterable[RulingPart] | None,
    *,
    is_recommended: bool,
    answer: BuiltOnAnswer,
) -> Fates:
    """Return what becomes of each part of a version where some are annulled.

    Without `annulled` these are all that are chosen beforehand; `is_recommended` says that a
    committee decides, which only recommends on what the chief referee alone decides.
    """
    chosen = ruling_parts.chosen_beforehand(version) if annulled is None else set(annulled)
    decided: dict[RulingPart, PartFate] = {}
    for part in ruling_parts.parts_of(version):
        if part not in chosen:
            decided[part] = PartFate.UPHELD
        elif is_recommended and ruling_parts.is_of_chiefs(version, part):
            decided[part] = PartFate.RECOMMENDED
        elif built_on.since(version, [part]):
            decided[part] = ANSWERED[answer]
        else:
            decided[part] = PartFate.ANNULLED
    return decided


def annulment(version: RulingVersion, decided: Fates) -> Annulment | None:
    """Return what is taken back now; None for nothing."""
    parts = frozenset(part for part, fate in decided.items() if fate is PartFate.ANNULLED)
    # What was entered after it goes only where that was asked, and carried out.
    replaces = bool(built_on.since(version, parts))
    has_nothing_else = not decided
    return Annulment(version, parts, replaces) if parts or has_nothing_else else None


def store(made: Change, step: AppealStep, decided: Fates) -> None:
    """Store in an open change what a step decided on each part, and that some of it waits."""
    for part, fate in decided.items():
        made.made(AppealPart.objects.create(step=step, part=part, fate=fate))
    if any(fate in WAITING for fate in decided.values()):
        appeal, origin = step.appeal, ledger.Origin(step.appeal.uid, ORIGIN)
        on = ledger.held(appeal.event, appeal.round)
        ledger.hold(made, on, ANNULLED, origin=origin, blocks=False)


def carry_out(
    made: Change, version: RulingVersion, decided: Fates, official: User, reason: str
) -> None:
    """Take back in an open change what is annulled now."""
    now = annulment(version, decided)
    if now is not None:
        ruling_parts.annul(made, now, official, reason)


def release(made: Change, appeal: Appeal) -> None:
    """Note in an open change that no part of an appeal is pending."""
    if not waiting_in(appeal):
        ledger.release(made, ANNULLED, origin=ledger.Origin(appeal.uid, ORIGIN))


def waiting() -> QuerySet[AppealPart]:
    """Return the parts that wait for an answer: the newest word on each."""
    later = AppealPart.objects.filter(
        step__appeal=OuterRef("step__appeal"), part=OuterRef("part"), pk__gt=OuterRef("pk")
    )
    rows = AppealPart.objects.filter(fate__in=WAITING).exclude(Exists(later))
    return rows.select_related("step__appeal__event__tournament", "step__appeal__ruling__case")


def waiting_in(appeal: Appeal) -> list[AppealPart]:
    """Return the parts of an appeal that wait for an answer."""
    return list(waiting().filter(step__appeal=appeal).order_by("pk"))


def questions(appeal: Appeal) -> Sequence[PartQuestion]:
    """Return what the chief referee is asked after a decision, each with what was built on it."""
    rows = waiting_in(appeal)
    if not rows or appeal.ruling is None:
        return ()
    version = undoing.current(appeal.ruling)
    return [
        PartQuestion(
            appeal,
            RulingPart(row.part),
            PartFate(row.fate),
            built_on.since(version, [RulingPart(row.part)]),
        )
        for row in rows
    ]
