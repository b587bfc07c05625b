"""Who recorded and who confirmed what became a result, told by seats for the public pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext, pgettext

from referee.confirmers import BY_REFEREE, BY_TABLE, REFEREE
from referee.models import Sheet
from tournaments import wording
from tournaments.publish import stories

TOLD: Final = (BY_TABLE, BY_REFEREE)
"""The origins whose uid is that of a sheet."""


def register() -> None:
    """Let the public pages tell of sheets."""
    for label in TOLD:
        stories.register(label, tell)


def tell(sheets: Sequence[str]) -> dict[str, str]:
    """Return the story of every sheet, by its uid."""
    found = Sheet.objects.filter(uid__in=sheets).prefetch_related("confirmations")
    return {sheet.uid: _story(sheet) for sheet in found}


def _story(sheet: Sheet) -> str:
    confirmed = sorted(sheet.confirmations.all(), key=lambda one: one.pk)
    return gettext("%(recorder)s recorded, %(confirmers)s confirmed") % {
        "recorder": _who(sheet.recorder),
        "confirmers": wording.listed(_who(one.seat) for one in confirmed),
    }


def _who(word: str) -> str:
    return pgettext("seat", "the referee") if word == REFEREE else wording.seat_name(word)
