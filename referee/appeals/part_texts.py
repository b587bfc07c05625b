"""The parts of an annulled ruling in words: what became of each, and what was built on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext

from referee.appeals.built_on import BuiltKind, BuiltOn, BuiltOnAnswer
from referee.models import AppealPart, CorrectionUndone, PartFate, RulingPart

ANSWERS: Final = {
    BuiltOnAnswer.CARRY_OUT: gettext_lazy("Carry it out anyway"),
    BuiltOnAnswer.LEAVE: gettext_lazy("Leave what depends on it as it is"),
    BuiltOnAnswer.LATER: gettext_lazy("Decide later: nothing changes, and the desk is reminded"),
}


def part_texts(rows: Iterable[AppealPart]) -> list[str]:
    """Return what a step decided on each part of a ruling, a text for each."""
    return [part_text(row) for row in sorted(rows, key=lambda row: row.pk)]


def part_text(row: AppealPart) -> str:
    """Return what was decided on a part, such as 补救：恢复第1版成绩."""
    values = {"part": row.get_part_display(), "fate": _fate_text(row)}
    return pgettext("part of a ruling", "%(part)s: %(fate)s") % values


def fate_text(part: RulingPart, fate: PartFate) -> str:
    """Return what would be decided on a part, before it is."""
    values = {"part": part.label, "fate": fate.label}
    return pgettext("part of a ruling", "%(part)s: %(fate)s") % values


def _fate_text(row: AppealPart) -> str:
    is_of_deal = row.part in (RulingPart.REMEDY, RulingPart.RECORD)
    if row.fate == PartFate.ANNULLED and is_of_deal and (version := _restored(row)):
        return gettext("version %(number)s of the result counts again") % {"number": version}
    return row.get_fate_display()


def _restored(row: AppealPart) -> int:
    """Return the version of a result that counts again; 0 where none was taken back."""
    ruling = row.step.appeal.ruling
    if ruling is None:
        return 0
    undone = CorrectionUndone.objects.filter(version__case=ruling.case_id)
    first = undone.select_related("result__retires").order_by("result__version").first()
    before = first.result.retires if first else None
    return before.version if before else 0


def built_text(built: BuiltOn) -> str:
    """Return what was built on a ruling since, in words."""
    number = {"number": built.number}
    match built.kind:
        case BuiltKind.LATER_RESULT:
            return gettext("Version %(number)s of the result has been entered since.") % number
        case BuiltKind.LATER_DEALS:
            text = ngettext(
                "%(number)s later deal that follows from it has been played.",
                "%(number)s later deals that follow from it have been played.",
                built.number,
            )
            return text % number
        case BuiltKind.LATER_DRAW:
            return gettext("Round %(number)s has been drawn since; its draw stays.") % number
        case BuiltKind.OFFICIAL:
            return gettext("The result is official (version %(number)s).") % number
