"""What a seat answers to a sheet: the proof of who confirms it, and an objection.

A proof is a tap, a player's PIN or the player's own phone. It is checked before the change opens: a
PIN takes long on purpose, and nobody waits for it. Who objects stops the sheet and calls the
referee, who alone can confirm it then; a newer sheet is free of the objection.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from clubs.credentials import player_credentials
from referee.base.handed_in import Writer
from referee.base.refusals import Code, CodedRefusal
from referee.base.verbs import Verb
from referee.models import Call, CallStep, Sheet
from referee.sheets import queries
from referee.sheets.queries import AskedProof
from referee.sheets.who_confirmed import objection_key
from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.models import Event, Person, Seat, Tournament
from tournaments.record.audit import Change
from tournaments.record.once import once
from tournaments.system.attempts import AttemptLimit

MOST_WRONG: Final = 5
SHUT_SECONDS: Final = 300
"""After this many wrong PINs of a player within this time, further ones are refused."""


@dataclass(frozen=True, slots=True)
class GivenProof:
    """How a player proved who it is, or what was wrong with the proof and what follows from it."""

    how: str = Event.Proof.TAP
    problem: Problem | None = None
    follows: Problem | None = None


def check_proof(writer: Writer, seat: str, pin: str, asked: AskedProof | None) -> GivenProof:
    """Check more than a tap: what the event asks of the player at a seat, or of a phone.

    Where the sheet has not arrived, nobody can say what proof is asked for. It may arrive before
    the change opens: what was not checked here is refused there, and succeeds when sent again.
    """
    if asked is None:
        return GivenProof(problem=refuse(Code.SHEET_UNKNOWN, "sheet"))
    seats = Seat.objects.select_related("person").filter(sitting=asked.sitting, label=seat)
    person = next((row.person for row in seats), None)
    if writer.player is not None:
        is_own = person is not None and person.pk == writer.player.pk
        if is_own and asked.policy == Event.Proof.PHONE:
            return GivenProof(Event.Proof.PHONE)
        return GivenProof(problem=refuse(Code.CONFIRMER_NOT_ALLOWED, "seat"))
    if asked.policy == Event.Proof.PHONE:
        return GivenProof(problem=refuse(Code.PHONE_WANTED))
    return GivenProof() if person is None else _check_pin(writer.tournament, person, pin)


def _check_pin(tournament: Tournament, person: Person, pin: str) -> GivenProof:
    if not pin:
        return GivenProof(problem=refuse(Code.PIN_WANTED))
    if not player_credentials.has_pin(tournament, person):
        return GivenProof(problem=refuse(Code.PIN_NOT_DRAWN))
    # A person belongs to a club: his PIN of another tournament is counted apart.
    limit = AttemptLimit("pin_player", MOST_WRONG, SHUT_SECONDS, person.uid, tournament.uid)
    if not limit.begin():
        return GivenProof(problem=refuse(Code.PIN_SHUT, minutes=SHUT_SECONDS // 60))
    if not player_credentials.is_pin(tournament, person, pin):
        return GivenProof(problem=refuse(Code.PIN_NOT_OF_PLAYER), follows=_tries_left(limit))
    limit.take_back()
    return GivenProof(Event.Proof.PIN)


def _tries_left(limit: AttemptLimit) -> Problem:
    """Say how many more PINs of a player are compared, as for an official."""
    minutes, left = SHUT_SECONDS // 60, max(limit.most - limit.used, 0)
    if not left:
        return refuse(Code.PIN_SHUT, minutes=minutes)
    return refuse(Code.PIN_LEFT, left=left, minutes=minutes)


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
