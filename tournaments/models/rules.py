"""Rule sets: all dimensions of a game, versioned and frozen once used.

Also the rules that a club saves under a name for later events.
"""

from __future__ import annotations

import json
from functools import cached_property

from django.db import models
from django.db.models import Q

from tournaments.models.base import Row
from tournaments.models.clubs import Club


class RuleSet(Row):
    """规则: a version of the rules of a game. A later change is a new row with its reason.

    `rules` names every dimension of the game, so that a new default of the program changes nothing
    that was played; `schema` is the number of the dictionary's shape and `digest` its SHA-256.
    """

    game = models.CharField(max_length=32)
    name = models.CharField(max_length=120)
    version = models.PositiveSmallIntegerField(default=1)
    replaces = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="replaced_by",
    )
    reason = models.TextField(blank=True, default="")
    rules = models.JSONField()
    schema = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    frozen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="ruleset_first_replaces_none",
                condition=Q(version=1, replaces__isnull=True)
                | (Q(version__gt=1, replaces__isnull=False) & ~Q(reason="")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def rules_text(self) -> str:
        """The rules as JSON text, equal for equal rules; made once for each fetched row."""
        return json.dumps(self.rules, sort_keys=True)


class ClubRules(Row):
    """自订规则: rules saved under a name and offered first in a club; events hold a copy.

    `preset` is the set of rules on which they are based, `rules` names every dimension.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="own_rules")
    name = models.CharField(max_length=120)
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=120)
    rules = models.JSONField()
    schema = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="club_rules_have_name", condition=~Q(name="")),
            models.UniqueConstraint(name="club_rules_name_once", fields=["club", "name"]),
        ]

    def __str__(self) -> str:
        return self.name
