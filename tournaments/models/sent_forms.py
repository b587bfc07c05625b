"""The forms of the desk that have made something, so that none makes it twice."""

from __future__ import annotations

from django.db import models

from tournaments.models.base import Row


class SentForm(Row):
    """A form that was sent: the hash of its key, what it said, and the uid of what it has made.

    The key itself is kept nowhere: a link that is shown once is derived from it.
    """

    key_hash = models.CharField(max_length=64, unique=True)
    content = models.CharField(max_length=64)
    made = models.CharField(max_length=12)
