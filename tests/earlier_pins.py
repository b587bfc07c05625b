"""PINs for a single tournament, as earlier versions gave them to officials."""

from __future__ import annotations

from clubs.credentials import six_digits
from tournaments.models import Credential, CredentialKind, Tournament, User


def given_for(tournament: Tournament, official: User, pin: str = "123456") -> Credential:
    """Return the stored PIN of an official for one tournament."""
    return Credential.objects.create(
        tournament=tournament,
        kind=CredentialKind.PIN,
        secret_hash=six_digits.hashed(pin),
        user=official,
    )
