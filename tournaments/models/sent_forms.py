"""Forms of the desk that created something, so that a repeated submission creates nothing."""

from __future__ import annotations

from django.db import models

from tournaments.models.base import Row


class SentForm(Row):
    """A form that was sent: the hash of its key, its content, and the uid of what it created.

    The key itself is not stored: a link that is shown once is derived from it.
    """

    key_hash = models.CharField(max_length=64, unique=True)
    content = models.CharField(max_length=64)
    made = models.CharField(max_length=12)
