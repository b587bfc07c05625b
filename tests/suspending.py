"""Suspensions (停赛) stored as by a ruling, for tests that need no ruling."""

from __future__ import annotations

from tests.cast import Cast
from tournaments.models import Entry, Person, Suspension
from tournaments.organise.absences import suspensions
from tournaments.organise.absences.suspensions import SuspensionTerms
from tournaments.record.audit import Verb, change
from tournaments.record.ledger import Origin

ORIGIN = Origin("version", "case")
NUMBER = (2026, 13)


def suspend(
    cast: Cast, entry: Entry, first: int, last: int | None = None, person: Person | None = None
) -> Suspension:
    """Suspend a person of an entry, or the whole entry, from one round to another."""
    terms = SuspensionTerms(first, last or first, NUMBER, "shouted at the referee")
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        return suspensions.suspend_within(made, entry, person, terms, ORIGIN)


def take_back(cast: Cast) -> None:
    """Take back the suspensions."""
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        suspensions.take_back_within(made, ORIGIN, "the committee saw it otherwise")


def member(entry: Entry, number: int = 1) -> Person:
    """Return a player of an entry."""
    return entry.members.select_related("person").get(number=number, role="player").person
