"""Merged persons: duplicates stay as rows and name the canonical one in `same_as`."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.models import Club, Person


def canonical(person: Person) -> Person:
    """Return the canonical row of a person: itself, or the one that it duplicates. Chains have one
    step.
    """
    return person.same_as or person


def all_of(person: Person) -> QuerySet[Person]:
    """Return all rows of a person: the canonical one and its duplicates."""
    key = person.same_as_id or person.pk
    return Person.objects.filter(Q(pk=key) | Q(same_as=key))


def members_of(club: Club) -> QuerySet[Person]:
    """Return the members of a club, each once, without duplicates and blanked persons."""
    return club.persons.filter(guest=False, same_as=None, blanked_at=None)
