"""Objections: a player who does not agree with a sheet stops it and calls the referee.

A sheet that somebody objected to is confirmed by the referee alone; a newer one is free of it.
"""

from __future__ import annotations

from referee.base.handed_in import Writer
from referee.base.refusals import Code, CodedRefusal
from referee.base.verbs import Verb
from referee.models import Call, CallStep, Sheet
from referee.sheets import queries
from referee.sheets.who_confirmed import objection_key
from tournaments.base.refusals import refuse
from tournaments.record.audit import Change
from tournaments.record.once import once


def object_to(writer: Writer, sheet: Sheet, seat: str, words: str = "") -> Call:
    """Stop a sheet and call the referee; a repeated call is harmless.

    Raises CodedRefusal where the sheet has made the result already, which is for the referee to
    change, and where a newer sheet has taken its place.
    """
    return once(
        Call.objects.filter(key=objection_key(sheet.uid, seat)).first,
        writer.tournament,
        writer.actor,
        Verb.OBJECT,
        lambda made: _store_objection(made, writer, sheet, seat, words),
    )


def _store_objection(made: Change, writer: Writer, sheet: Sheet, seat: str, words: str) -> Call:
    sheet.deal.refresh_from_db(fields=["version", "done"])
    if sheet.deal.version != sheet.seen:
        raise CodedRefusal(Code.RESULT_STANDS, refuse(Code.RESULT_STANDS))
    if queries.newest_sound(sheet.deal) != sheet.pk:
        raise CodedRefusal(Code.SHEET_REPLACED, refuse(Code.SHEET_REPLACED))
    call = Call.objects.create(
        key=objection_key(sheet.uid, seat),
        table=sheet.deal.sitting.table,
        deal=sheet.deal,
        reason=Call.Reason.SCORE,
        words=words,
        lease=writer.lease,
        official=writer.official,
    )
    step = CallStep.objects.create(call=call, number=1, state=Call.State.CALLED)
    made.made(call, step)
    made.concerns(sheet=sheet, deal=sheet.deal, call=call)
    made.note(seat=seat)
    return call
