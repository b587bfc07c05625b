"""Names of fields that a device sends, and of the origins of results in the ledger."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.base.verbs import (
    BY_DECISION,
    BY_PENALTY,
    BY_REFEREE,
    BY_RULING,
    BY_SCORER,
    BY_TABLE,
)
from tournaments import wording
from tournaments.models.record import BY_CASE

FIELDS: wording.Names = {
    "key": pgettext_lazy("field", "Key"),
    "digest": pgettext_lazy("field", "Digest"),
    "sealed": pgettext_lazy("field", "Sealed text"),
    "device": pgettext_lazy("field", "Device"),
    "deal": pgettext_lazy("field", "Deal"),
    "seen": pgettext_lazy("field", "Version of the result"),
    "recorder": pgettext_lazy("field", "Recorder"),
    "report": pgettext_lazy("field", "Report"),
    "sheet": pgettext_lazy("field", "Sheet"),
    "sheet_digest": pgettext_lazy("field", "Digest of the sheet"),
}

ORIGINS: wording.Names = {
    BY_TABLE: _("from the sheet of the table"),
    BY_REFEREE: _("decided by the referee"),
    BY_SCORER: _("typed by the scorer from paper"),
    BY_DECISION: _("the referee decided the claim"),
    BY_RULING: _("ruled by the referee"),
    BY_PENALTY: _("penalty"),
    BY_CASE: _("a ruling"),
}
"""Origins of results and adjustments, by their label in the ledger."""

CORRECTIONS: wording.Names = {BY_REFEREE: _("corrected by the referee")}
"""Origins of results that replace another one, if these read differently."""


LEXICON: Final = wording.Lexicon(
    fields=FIELDS,
    origins=ORIGINS,
    corrections=CORRECTIONS,
)
