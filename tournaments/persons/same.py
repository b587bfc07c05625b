"""Persons that are one: merging lets doubles stand, and says whose they are by `same_as`."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.models import Club, Person


def canonical(person: Person) -> Person:
    """Return who a person is: itself, or the one whose double it is. Chains are one step long."""
    return person.same_as or person


def all_of(person: Person) -> QuerySet[Person]:
    """Return all rows of a person: the canonical one and its doubles."""
    key = person.same_as_id or person.pk
    return Person.objects.filter(Q(pk=key) | Q(same_as=key))


def members_of(club: Club) -> QuerySet[Person]:
    """Return the members of a club, each once, without doubles and those blanked."""
    return club.persons.filter(guest=False, same_as=None, blanked_at=None)
