"""Whether a sheet or a confirmation came before, by the key that its device gave it.

It is read before the tournament is locked, so that a repeat is answered while writers wait.
"""

from __future__ import annotations

from typing import Final

from referee.base.handed_in import Sealed, Writer
from referee.base.refusals import Code, CodedRefusal
from referee.models import Confirmation, Sheet
from tournaments.base.refusals import refuse
from tournaments.record.audit import Repeated
from tournaments.system.compiled_queries import Query

_SHEET_KEY: Final = Query(lambda key: Sheet.objects.filter(key=key).values_list("pk"), str)
_CONFIRMATION_KEY: Final = Query(
    lambda key: Confirmation.objects.filter(key=key).values_list("pk"), str
)


def check_sheet(writer: Writer, sealed: Sealed) -> None:
    """Raise Repeated for a sheet that came before, CodedRefusal where its key has other content."""
    if _SHEET_KEY.any(sealed.key):
        _check_same(Sheet.objects.get(key=sealed.key), writer, sealed)


def check_confirmation(writer: Writer, sealed: Sealed) -> None:
    """Raise Repeated for a confirmation that came before, CodedRefusal as `check_sheet` does."""
    if _CONFIRMATION_KEY.any(sealed.key):
        _check_same(Confirmation.objects.get(key=sealed.key), writer, sealed)


def _check_same(stored: Sheet | Confirmation, writer: Writer, sealed: Sealed) -> None:
    """Raise what a key deserves that came before: the same again is no refusal."""
    deal = stored.deal if isinstance(stored, Sheet) else stored.sheet.deal
    same_place = deal.event.tournament_id == writer.tournament.pk
    if stored.digest != sealed.digest or not same_place:
        raise CodedRefusal(Code.KEY_REUSED, refuse(Code.KEY_REUSED, "key"))
    raise Repeated
