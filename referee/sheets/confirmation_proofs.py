"""Proofs of who confirms a sheet: a tap, a player's PIN, or the player's own phone.

They are checked before the change opens: a PIN takes long on purpose, and nobody waits for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from clubs.credentials import player_credentials
from referee.base.handed_in import ConfirmationFacts, Writer
from referee.base.refusals import Code
from referee.models import Sheet
from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.models import Event, Person, Seat, Tournament
from tournaments.system.attempts import AttemptLimit
from tournaments.system.compiled_queries import Query

MOST_WRONG: Final = 5
SHUT_SECONDS: Final = 300
"""After this many wrong PINs of a player within this time, further ones are refused."""

_PROOF: Final = Query(
    lambda key, tournament: Sheet.objects.filter(
        key=key, deal__event__tournament=tournament
    ).values_list("deal__event__proof", "deal__sitting"),
    str,
    int,
)
"""How the event of a sheet asks players to prove who they are, and the sitting of its deal."""


@dataclass(frozen=True, slots=True)
class GivenProof:
    """How a player proved who it is, or what was wrong with the proof."""

    how: str = Event.Proof.TAP
    problem: Problem | None = None


def check(writer: Writer, facts: ConfirmationFacts, pin: str) -> GivenProof:
    """Check the proof that the event asks for; an official needs none.

    Where the sheet has not arrived, nobody can say what proof is asked for. It may arrive before
    the change opens: what was not checked here is refused there, and succeeds when sent again.
    """
    if writer.official is not None:
        return GivenProof()
    row = _PROOF.first(facts.sheet, writer.tournament.pk)
    if row is None:
        return GivenProof(problem=refuse(Code.SHEET_UNKNOWN, "sheet"))
    return _check_of_seat(writer, facts.seat, pin, *row)


def _check_of_seat(writer: Writer, seat: str, pin: str, policy: str, sitting: int) -> GivenProof:
    if writer.player is None and policy == Event.Proof.TAP:
        return GivenProof()
    seats = Seat.objects.select_related("person").filter(sitting=sitting, label=seat)
    person = next((row.person for row in seats), None)
    if writer.player is not None:
        is_own = person is not None and person.pk == writer.player.pk
        if is_own and policy == Event.Proof.PHONE:
            return GivenProof(Event.Proof.PHONE)
        return GivenProof(problem=refuse(Code.CONFIRMER_NOT_ALLOWED, "seat"))
    if policy == Event.Proof.PHONE:
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
        return GivenProof(problem=refuse(Code.PIN_NOT_OF_PLAYER))
    limit.take_back()
    return GivenProof(Event.Proof.PIN)
