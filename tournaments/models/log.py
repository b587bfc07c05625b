"""The log: one chain of entries for each tournament, written by `audit.change` alone."""

from __future__ import annotations

from django.db import models

from tournaments.models.base import AppendOnlyRow
from tournaments.models.structure import Tournament


class AuditEntry(AppendOnlyRow):
    """日志: one audited change. It names persons by uid only and holds the hash of the one before.

    `body` is the canonical JSON text that was hashed: who, when, what, about which rows, with the
    digests of the rows that were made.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="log")
    seq = models.PositiveBigIntegerField()
    verb = models.CharField(max_length=48)
    actor = models.CharField(max_length=64)
    body = models.TextField()
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="log_seq_once", fields=["tournament", "seq"]),
        ]
