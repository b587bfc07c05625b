"""A tournament's copy of the catalogue of infractions, in versions.

The catalogue of the program is data of `tournaments.regulations.infractions`.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.base import Row
from tournaments.models.structure import Tournament


class Catalogue(Row):
    """罚则表: a version of a tournament's catalogue; the highest one is in force.

    `articles` has every article with its levels in each column. The first version can be edited
    until the first published draw freezes it; every later one has a reason and is frozen at once.
    Without a row the program's own catalogue is in force.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="catalogues")
    version = models.PositiveSmallIntegerField(default=1)
    reason = models.TextField(blank=True, default="")
    articles = models.JSONField()
    is_public = models.BooleanField(
        default=False, help_text="whether club events show it; official competitions always do"
    )
    frozen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="catalogue_version_once", fields=["tournament", "version"]
            ),
            models.CheckConstraint(
                name="catalogue_later_has_reason",
                condition=Q(version=1)
                | (Q(version__gt=1, frozen_at__isnull=False) & ~Q(reason="")),
            ),
        ]
