"""What an installation remembers of itself: where its copies go, at which address it was found."""

from __future__ import annotations

from django.db import models


class Installation(models.Model):
    """The one row of this installation; nothing of it is a part of a tournament."""

    copies_to = models.CharField(max_length=500, blank=True, default="")
    copied_at = models.DateTimeField(null=True, blank=True)
    copy_fault = models.TextField(blank=True, default="")
    address = models.CharField(
        max_length=255, blank=True, default="", help_text="the address on the cards printed last"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(name="installation_is_one", condition=models.Q(pk=1)),
        ]
