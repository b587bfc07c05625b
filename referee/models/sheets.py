"""Rows of what tables write: leases, sheets, confirmations, writes that were refused."""

from __future__ import annotations

import json
from typing import Any, Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import AppendOnlyRow, Deal, Event, Row, Table, Tournament, User, one_of

REFEREE: Final = "referee"
"""In place of a seat's label where an official records or confirms."""
BY_DEVICE_OR_OFFICIAL = Q(lease__isnull=False) | Q(official__isnull=False)


class DeviceLease(Row):
    """A table on loan to one device, from opening to release; a table has one open lease.

    The device alone knows the token; its hash is stored here. `heard_at` stays empty until the
    token is first used: until then the device may not have received it.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="leases")
    device = models.CharField(max_length=64)
    token_hash = models.CharField(max_length=64)
    heard_at = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    waiting = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="how many items the device last said it still had to send"
    )
    took_over = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="taken_by"
    )
    official = models.ForeignKey(
        User,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="leases_taken_over",
        help_text="whose PIN took the table over from another device",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="lease_one_open_per_table",
                fields=["table"],
                condition=Q(released_at__isnull=True),
            ),
            models.CheckConstraint(name="lease_of_a_device", condition=~Q(device="")),
            models.CheckConstraint(name="lease_with_a_token", condition=~Q(token_hash="")),
            models.CheckConstraint(
                name="lease_taken_over_by_official",
                condition=Q(took_over__isnull=True) | Q(official__isnull=False),
            ),
        ]

    @property
    def is_open(self) -> bool:
        """Whether the device still holds the table."""
        return self.released_at is None

    @property
    def mark(self) -> str:
        """The end of the device's name, by which people tell tablets from one another."""
        return self.device[-4:]


class Sheet(AppendOnlyRow):
    """记录单: what was written down of a deal, sealed by the device and kept exactly as it came.

    Several sheets of one deal stand side by side. `problems` is everything that was wrong when it
    arrived; a sheet is sound if that was nothing, and only a sound sheet can be confirmed.
    """

    of_tournament = "deal__event__tournament"
    later_columns = frozenset({"paper"})

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
    paper = models.BooleanField(
        default=False, help_text="keyed in from the paper record, as the second of two"
    )

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
            models.CheckConstraint(
                name="sheet_of_paper_by_official",
                condition=Q(paper=False) | Q(official__isnull=False),
            ),
        ]

    @property
    def is_late(self) -> bool:
        """Whether it came from a device that had lost its table by then."""
        lost = self.lease.released_at if self.lease else None
        return lost is not None and self.created_at >= lost

    @property
    def is_read_in(self) -> bool:
        """Whether an official read it in from what a tablet had saved."""
        return self.official_id is not None and not self.paper and self.recorder != REFEREE

    @property
    def report(self) -> Any:
        """The facts of the deal, as the game reads them."""
        return json.loads(self.sealed)["report"]

    @property
    def copy_of(self) -> str:
        """The uid of the sheet that a referee replaced with this one, else empty."""
        is_copy = self.recorder == REFEREE
        return str(json.loads(self.sealed).get("copy_of", "")) if is_copy else ""


class Confirmation(AppendOnlyRow):
    """确认: a seat that did not record, or an official, agrees with a sheet as it was shown.

    `result` is the uid of the result that was posted with it, empty where more had to agree.
    """

    of_tournament = "sheet__deal__event__tournament"
    later_columns = frozenset({"proof"})

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
    proof = models.CharField(max_length=8, choices=Event.Proof, default=Event.Proof.TAP)

    class Meta:
        constraints = [
            one_of("confirmation_proof", "proof", Event.Proof),
            models.CheckConstraint(
                name="confirmation_by_device_or_official",
                condition=BY_DEVICE_OR_OFFICIAL | Q(proof=Event.Proof.PHONE),
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
    """A sheet, a confirmation or a penalty that was refused and is kept, with every reason."""

    of_tournament = "tournament"

    class Kind(models.TextChoices):
        SHEET = "sheet", _("sheet")
        CONFIRMATION = "confirmation", _("confirmation")
        PENALTY = "penalty", _("penalty points")

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
                name="kept_write_kind", condition=Q(kind__in=["sheet", "confirmation", "penalty"])
            ),
            models.CheckConstraint(
                name="kept_write_by_device_or_official", condition=BY_DEVICE_OR_OFFICIAL
            ),
        ]
