"""Base classes of all models: the public uid, and append-only tables."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models
from django.utils import timezone

UID_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
UID_LENGTH = 12


def new_uid() -> str:
    """Return a fresh public name of 60 random bits, without the letters i, l, o and u."""
    chosen = secrets.token_bytes(UID_LENGTH)
    return "".join(UID_ALPHABET[byte % len(UID_ALPHABET)] for byte in chosen)


SALT_LENGTH = 32


def new_salt() -> str:
    """Return a fresh salt of 128 random bits, for the digest of a name."""
    return secrets.token_hex(SALT_LENGTH // 2)


class Row(models.Model):
    """A row with a public name: outside the program it is identified by `uid`, never by its key."""

    uid = models.CharField(max_length=UID_LENGTH, unique=True, default=new_uid, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    append_only: ClassVar[bool] = False

    class Meta:
        abstract = True


class AppendOnlyRow(Row):
    """A row that is never changed or removed: a newer row retires it.

    The database refuses UPDATE and DELETE on its table, see `tournaments.record.guards`.
    """

    append_only: ClassVar[bool] = True
    of_tournament: ClassVar[str] = ""
    """The lookup that leads to the tournament in whose log the row stands."""
    later_columns: ClassVar[frozenset[str]] = frozenset()
    """Columns that were added later: the digest of a row includes one only where its value is not
    the default, so that the digests of older rows in the log stay valid."""

    class Meta:
        abstract = True


def one_of(name: str, field: str, choices: type[models.Choices]) -> models.CheckConstraint:
    """Return the database constraint that a column holds one of its choices."""
    return models.CheckConstraint(name=name, condition=models.Q(**{f"{field}__in": choices.values}))
