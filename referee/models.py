"""How a result becomes official: leases of tables, sheets, confirmations, and what was refused.

Nothing here is a result. A sheet moves no standings and no public page; the ledger does, once the
sheet is confirmed.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from referee.confirmers import REFEREE
from tournaments.models import AppendOnlyRow, Deal, Row, Table, Tournament, User, one_of

BY_DEVICE_OR_OFFICIAL = Q(lease__isnull=False) | Q(official__isnull=False)


class DeviceLease(Row):
    """A table on loan to one device, from opening to release; a table has one open lease.

    The token is known to the device alone; here lies its hash. `heard_at` stays empty until the
    token is first used: until then the device may not have received it.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="leases")
    device = models.CharField(max_length=64)
    token_hash = models.CharField(max_length=64)
    heard_at = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="lease_one_open_per_table",
                fields=["table"],
                condition=Q(released_at__isnull=True),
            ),
            models.CheckConstraint(name="lease_of_a_device", condition=~Q(device="")),
            models.CheckConstraint(name="lease_with_a_token", condition=~Q(token_hash="")),
        ]

    @property
    def is_open(self) -> bool:
        """Whether the device still holds the table."""
        return self.released_at is None


class Sheet(AppendOnlyRow):
    """记录单: what was written down of a deal, sealed by the device and kept exactly as it came.

    Several sheets of one deal stand side by side. `problems` is everything that was wrong when it
    arrived; a sheet is sound if that was nothing, and only a sound sheet can be confirmed.
    """

    of_tournament = "deal__event__tournament"

    key = models.CharField(max_length=64, unique=True)
    digest = models.CharField(max_length=64)
    sealed = models.TextField()
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="sheets")
    seen = models.PositiveIntegerField(help_text="the version of the deal's result then seen")
    recorder = models.CharField(
        max_length=12, blank=True, help_text="a seat, or referee; empty where it is neither"
    )
    lease = models.ForeignKey(
        DeviceLease, on_delete=models.PROTECT, null=True, related_name="sheets"
    )
    official = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="sheets")
    problems = models.JSONField(default=list)
    sound = models.BooleanField()

    class Meta:
        indexes = [models.Index(name="sheet_deal_sound", fields=["deal", "sound"])]
        constraints = [
            models.CheckConstraint(
                name="sheet_by_device_or_official", condition=BY_DEVICE_OR_OFFICIAL
            ),
            models.CheckConstraint(
                name="sheet_sound_has_recorder", condition=Q(sound=False) | ~Q(recorder="")
            ),
            models.CheckConstraint(
                name="sheet_of_referee_by_official",
                condition=~Q(recorder=REFEREE) | Q(official__isnull=False),
            ),
        ]

    @property
    def report(self) -> Any:
        """The facts of the deal, as the game reads them."""
        return json.loads(self.sealed)["report"]


class Confirmation(AppendOnlyRow):
    """确认: a seat that did not record, or an official, agrees with a sheet as it was shown.

    `result` is the uid of the result that was posted with it, empty where more had to agree.
    """

    of_tournament = "sheet__deal__event__tournament"

    key = models.CharField(max_length=64, unique=True)
    digest = models.CharField(max_length=64)
    sealed = models.TextField()
    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="confirmations")
    seat = models.CharField(max_length=12, help_text="a seat, or referee")
    lease = models.ForeignKey(
        DeviceLease, on_delete=models.PROTECT, null=True, related_name="confirmations"
    )
    official = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="confirmations"
    )
    result = models.CharField(max_length=12, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="confirmation_by_device_or_official", condition=BY_DEVICE_OR_OFFICIAL
            ),
            models.CheckConstraint(
                name="confirmation_of_referee_by_official",
                condition=~Q(seat=REFEREE) | Q(official__isnull=False),
            ),
            models.UniqueConstraint(name="confirmation_seat_once", fields=["sheet", "seat"]),
            models.UniqueConstraint(
                name="confirmation_posts_once", fields=["sheet"], condition=~Q(result="")
            ),
        ]


class KeptWrite(AppendOnlyRow):
    """A sheet or a confirmation that was refused and is kept all the same, with every reason."""

    of_tournament = "tournament"

    class Kind(models.TextChoices):
        SHEET = "sheet", _("sheet")
        CONFIRMATION = "confirmation", _("confirmation")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="kept_writes")
    kind = models.CharField(max_length=12, choices=Kind)
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    sealed = models.TextField()
    reason = models.CharField(max_length=48)
    problems = models.JSONField(default=list)
    lease = models.ForeignKey(
        DeviceLease, on_delete=models.PROTECT, null=True, related_name="kept_writes"
    )
    official = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="kept_writes"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="kept_write_once", fields=["tournament", "kind", "key", "digest", "reason"]
            ),
            models.CheckConstraint(name="kept_write_has_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="kept_write_kind", condition=Q(kind__in=["sheet", "confirmation"])
            ),
            models.CheckConstraint(
                name="kept_write_by_device_or_official", condition=BY_DEVICE_OR_OFFICIAL
            ),
        ]


class ClaimKind(models.TextChoices):
    """What a player says of the rest of a deal."""

    ALL = "all", _("all the rest is mine")
    NONE = "none", _("nothing of the rest is mine")
    ALLOCATION = "allocation", _("who gets which card")
    NOTHING_LEFT = "nothing_left", _("no scoring card is left")


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
