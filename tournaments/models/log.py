"""The logs: a chain of entries for each tournament, written by `audit` alone, and for each club,
written by `club_log` alone."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from tournaments.models.base import AppendOnlyRow, one_of
from tournaments.models.clubs import Club
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


class MentionKind(models.TextChoices):
    """How an entry of the log names a row."""

    ABOUT = "about"
    MADE = "made"
    STATED = "stated"
    MOVED = "moved"


class LogMention(models.Model):
    """An index of the rows that the entries of the log name, so that their texts need not be
    searched.

    It is derived from the body of the entry (`record.audit`), written with it and compared with it
    by `verify`. `part` is the role of the row in the change, or its database table; `uid` is the
    row's own. A mention of kind "moved" names a table, or the whole tournament, whose tablets have
    something new to show.
    """

    append_only: ClassVar[bool] = True

    Kind = MentionKind

    entry = models.ForeignKey(AuditEntry, on_delete=models.PROTECT, related_name="mentions")
    verb = models.CharField(max_length=48)
    kind = models.CharField(max_length=8, choices=MentionKind)
    part = models.CharField(max_length=64)
    uid = models.CharField(max_length=32)

    class Meta:
        indexes = [models.Index(name="mention_of", fields=["uid", "kind", "entry"])]
        constraints = [one_of("mention_kind", "kind", MentionKind)]


class ClubEntry(AppendOnlyRow):
    """One audited change to a club or an account, built like an `AuditEntry`."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="log")
    seq = models.PositiveBigIntegerField()
    verb = models.CharField(max_length=48)
    actor = models.CharField(max_length=64)
    body = models.TextField()
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="club_log_seq_once", fields=["club", "seq"]),
        ]
