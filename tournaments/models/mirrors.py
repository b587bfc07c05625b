"""The mirror of a club: where its public pages lie as files, and how the last push went."""

from __future__ import annotations

from django.db import models

from tournaments.models.base import Row
from tournaments.models.clubs import Club


class Mirror(Row):
    """Where a club's public pages are pushed to; without a destination they are pushed nowhere.

    `secret` is encrypted with the key of the installation. `state` names what was pushed last,
    `heard_at` is when the store last answered. The address of the mirror, and which events it
    shows, stand with the club, because what is printed and shared names it.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="mirror")
    destination = models.CharField(max_length=500, blank=True, default="")
    endpoint = models.CharField(max_length=255, blank=True, default="")
    region = models.CharField(max_length=64, blank=True, default="")
    key = models.CharField(max_length=255, blank=True, default="")
    secret = models.TextField(blank=True, default="")
    is_indexed = models.BooleanField(default=False, help_text="search engines may list it")
    state = models.CharField(max_length=64, blank=True, default="", editable=False)
    pushed_at = models.DateTimeField(null=True, blank=True, editable=False)
    heard_at = models.DateTimeField(null=True, blank=True, editable=False)
    fault = models.TextField(blank=True, default="", editable=False)
    advice = models.TextField(
        blank=True, default="", editable=False, help_text="how a reader was answered, if not well"
    )
