"""Counters of wrong secrets, kept as rows because a cache may drop its entries."""

from __future__ import annotations

from django.db import models


class AttemptCount(models.Model):
    """How many attempts at one kind of secret count until `ends_at`.

    `subject` is the uid of what the secret is about, a table or a tournament, and `origin` the
    address of the network from which the attempts came; each is empty where it does not matter.
    The row is no part of the record: once its time is over it may be removed at any moment.
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
