"""Settings of the installation itself: where its backups go, and the address printed on cards."""

from __future__ import annotations

from django.db import models


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
