"""Proofs of who confirms: the player's PIN, or that the player's own phone sent it.

A PIN comes beside the sealed text, is compared before the audited change opens, and is stored
nowhere. A tap on the table's tablet proves only that somebody tapped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.base import hot_queries
from referee.base.refusals import Code, problem
from referee.base.sealed import ConfirmationFacts
from referee.sheets.writers import Writer
from scoring.problems import Problem
from tournaments.credentials import player_credentials
from tournaments.models import Event, Person, Seat, Tournament
from tournaments.system.attempts import AttemptLimit

MOST_WRONG: Final = 5
SHUT_SECONDS: Final = 300
"""After this many wrong PINs of a player within this time, further ones are refused."""


@dataclass(frozen=True, slots=True)
class Proof:
    """How a player proved who it is, or what was wrong with the proof."""

    how: str = Event.Proof.TAP
    problem: Problem | None = None


def check_proof(writer: Writer, facts: ConfirmationFacts, pin: str) -> Proof:
    """Check the proof that the event asks for; an official needs none."""
    row = hot_queries.PROOF.first(facts.sheet, writer.tournament.pk)
    if row is None:
        return Proof()
    policy, sitting = row
    if writer.official is not None or (writer.player is None and policy == Event.Proof.TAP):
        return Proof()
    seat = Seat.objects.select_related("person").filter(sitting=sitting, label=facts.seat)
    person = next((seat.person for seat in seat), None)
    if writer.player is not None:
        return _prove_by_phone(writer.player, person, policy)
    if policy == Event.Proof.PHONE:
        return Proof(problem=problem(Code.PHONE_WANTED))
    return Proof() if person is None else _prove_by_pin(writer.tournament, person, pin)


def _prove_by_phone(player: Person, person: Person | None, policy: str) -> Proof:
    if person is None or person.pk != player.pk or policy != Event.Proof.PHONE:
        return Proof(problem=problem(Code.CONFIRMER_NOT_ALLOWED, "seat"))
    return Proof(Event.Proof.PHONE)


def _prove_by_pin(tournament: Tournament, person: Person, pin: str) -> Proof:
    if not pin:
        return Proof(problem=problem(Code.PIN_WANTED))
    if not player_credentials.has_pin(tournament, person):
        return Proof(problem=problem(Code.PIN_NOT_DRAWN))
    # A person belongs to a club: his PIN of another tournament is counted apart.
    limit = AttemptLimit("pin_player", MOST_WRONG, SHUT_SECONDS, person.uid, tournament.uid)
    if not limit.begin():
        return Proof(problem=problem(Code.PIN_SHUT, minutes=SHUT_SECONDS // 60))
    if not player_credentials.is_pin(tournament, person, pin):
        return Proof(problem=problem(Code.PIN_NOT_OF_PLAYER))
    limit.take_back()
    return Proof(Event.Proof.PIN)
