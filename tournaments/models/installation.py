"""Rows of the installation, outside every record: its settings, counters of wrong secrets, sent
forms.

Wrong secrets are counted in rows because a cache may drop its entries.
"""

from __future__ import annotations

from django.db import models

from tournaments.models.base import Row


class Installation(models.Model):
    """The single row of this installation; it belongs to no tournament."""

    copies_to = models.CharField(max_length=500, blank=True, default="")
    copies_own = models.BooleanField(
        default=True, help_text="whether the program chooses the folder itself: nobody has yet"
    )
    copied_at = models.DateTimeField(null=True, blank=True)
    copy_fault = models.TextField(blank=True, default="")
    address = models.CharField(
        max_length=255, blank=True, default="", help_text="the address on the cards printed last"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(name="installation_is_one", condition=models.Q(pk=1)),
        ]


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


class SentForm(Row):
    """A form that was sent: the hash of its key, its content, and the uid of what it created.

    The key itself is not stored: a link that is shown once is derived from it.
    """

    key_hash = models.CharField(max_length=64, unique=True)
    content = models.CharField(max_length=64)
    made = models.CharField(max_length=12)
