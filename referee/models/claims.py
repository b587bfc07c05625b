"""Rows of a claim: what a sheet brought, and what a referee decided of it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from referee.models.sheets import Sheet
from tournaments.models import AppendOnlyRow, Deal, User, one_of


class ClaimKind(models.TextChoices):
    """What a player says of the rest of a deal."""

    ALL = "all", _("all the rest is mine")
    NONE = "none", _("nothing of the rest is mine")
    ALLOCATION = "allocation", _("who gets which card")
    NOTHING_LEFT = "nothing_left", _("no scoring card is left")
    CONCEDE = "concede", _("concedes")


class Claim(AppendOnlyRow):
    """声称: what a player said of the rest of a deal, as a sheet brought it; never changed.

    `accepted` names the seats that agreed; a claim that somebody contests waits for a referee.
    """

    of_tournament = "deal__event__tournament"

    Kind = ClaimKind

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="claims")
    sheet = models.OneToOneField(
        Sheet, on_delete=models.PROTECT, null=True, blank=True, related_name="claim"
    )
    seat = models.CharField(max_length=1)
    after_trick = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=16, choices=ClaimKind)
    allocation = models.JSONField(default=dict, help_text="{seat: [cards]} of what was still out")
    accepted = models.JSONField(default=list)
    contested = models.BooleanField(default=False)

    class Meta:
        constraints = [one_of("claim_kind", "kind", ClaimKind)]


class ClaimDecision(AppendOnlyRow):
    """What a referee decided of a contested claim: who gets which card, and why."""

    of_tournament = "claim__deal__event__tournament"

    claim = models.OneToOneField(Claim, on_delete=models.PROTECT, related_name="decision")
    allocation = models.JSONField(help_text="{seat: [cards]} of what was still out")
    reason = models.TextField()
    article = models.CharField(max_length=120, blank=True, default="")
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="claim_decisions")
    result = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(name="claim_decision_reason", condition=~Q(reason=""))
        ]
