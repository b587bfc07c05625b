"""Counters of wrong secrets, stored as rows because a cache may drop its entries."""

from __future__ import annotations

from django.db import models


class AttemptCount(models.Model):
    """The number of attempts at one kind of secret until `ends_at`.

    `subject` is the uid of the table or tournament that the secret belongs to, and `origin` the
    network address of the attempts; each is empty if it does not matter. The row is no part of the
    record and may be removed at any time after `ends_at`.
    """

    kind = models.CharField(max_length=24)
    subject = models.CharField(max_length=12, blank=True, default="")
    origin = models.CharField(max_length=64, blank=True, default="")
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="attempts_once", fields=["kind", "subject", "origin"]),
        ]
