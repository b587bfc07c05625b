"""Clubs: the features they use, their appearance, and their mirror."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.base import Row


class ClubFeature(models.TextChoices):
    """A feature that a club may switch on; without it nothing of it is shown."""

    KIOSK = "kiosk", _("a tablet at the door where players check in")
    FEES = "fees", _("entry fees and prizes paid")
    SEASONS = "seasons", _("seasons with points")
    RATINGS = "ratings", _("ratings of players")


class ClubInk(models.TextChoices):
    """A colour of a club; it never equals a colour of states, of the felt or of the seal."""

    SOOT = "soot", pgettext_lazy("colour", "soot black")
    INDIGO = "indigo", pgettext_lazy("colour", "indigo")
    NAVY = "navy", pgettext_lazy("colour", "navy blue")
    AZURE = "azure", pgettext_lazy("colour", "azurite blue")
    VIOLET = "violet", pgettext_lazy("colour", "violet")
    PLUM = "plum", pgettext_lazy("colour", "plum")
    TEA = "tea", pgettext_lazy("colour", "tea brown")
    OLIVE = "olive", pgettext_lazy("colour", "olive")


class Club(Row):
    """A club; several share one installation and see nothing of each other."""

    Feature = ClubFeature
    Ink = ClubInk
    later_columns = frozenset({"mirror_address", "mirror_events"})

    name = models.CharField(max_length=120)
    features = models.JSONField(
        default=list, blank=True, help_text="what is switched on: values of Feature"
    )
    ink = models.CharField(max_length=12, choices=ClubInk.choices, blank=True, default="")
    logo = models.CharField(
        max_length=64, blank=True, default="", help_text="the digest of its ClubLogo, if it has one"
    )
    embed_origins = models.JSONField(
        default=list, blank=True, help_text="the sites that may show standings in a frame"
    )
    mirror_address = models.CharField(
        max_length=255,
        blank=True,
        default="",
        editable=False,
        help_text="where others read its mirror, without a stroke at the end",
    )
    mirror_events = models.JSONField(
        default=list,
        blank=True,
        editable=False,
        help_text="uids of the events and tournaments in the mirror; empty: all that are public",
    )
    log_seq = models.PositiveBigIntegerField(default=0, editable=False)
    log_head = models.CharField(max_length=64, default="", blank=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(name="club_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="club_ink", condition=Q(ink__in=["", *ClubInk.values])),
        ]

    def __str__(self) -> str:
        return self.name

    def uses(self, feature: ClubFeature) -> bool:
        """Whether the club has switched this on."""
        return feature.value in self.features


class ClubLogo(Row):
    """The re-encoded logo of a club; pages show the small one, papers the large one."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="logo_row")
    digest = models.CharField(max_length=64, db_index=True, help_text="SHA-256 of both pictures")
    small = models.BinaryField(help_text="WebP")
    large = models.BinaryField(help_text="PNG")


class Mirror(Row):
    """Where a club's public pages are pushed to; nothing is pushed without a destination.

    `secret` is encrypted with the key of the installation. `state` identifies the last push,
    `heard_at` is when the store last answered. The address of the mirror and the choice of events
    are columns of the club, because printed and shared documents name it.
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
