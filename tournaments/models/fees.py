"""Money: the fee of an event, and an append-only list of payments in and out."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import AppendOnlyRow, Row, one_of
from tournaments.models.clubs import Club
from tournaments.models.entries import Entry
from tournaments.models.people import User
from tournaments.models.structure import Event


class EventFee(Row):
    """报名费: what an entry of an event pays, in minor units of the currency."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="fee")
    amount = models.PositiveIntegerField()
    currency = models.CharField(max_length=3, default="CNY")


class PaymentKind(models.TextChoices):
    """What a payment is for."""

    FEE = "fee", _("entry fee")
    PRIZE = "prize", _("prize")


class PaymentMethod(models.TextChoices):
    """The method of a payment."""

    CASH = "cash", _("cash")
    TRANSFER = "transfer", _("transfer")
    OTHER = "other", _("other")


class Payment(AppendOnlyRow):
    """收付: money that an entry paid or was paid; taken back by a counter-row, never changed.

    The amount is in minor units, negative in a counter-row. A fee that was taken has a receipt
    number, which runs through the year of the club.
    """

    of_tournament: ClassVar[str] = "event__tournament"

    Kind = PaymentKind
    Method = PaymentMethod
    LIVE: ClassVar[Q] = Q(reverses__isnull=True, reversed_by__isnull=True)
    """Those that were not taken back, and take nothing back."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="payments")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="payments")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payments")
    kind = models.CharField(max_length=8, choices=PaymentKind)
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=3, default="CNY")
    method = models.CharField(max_length=8, choices=PaymentMethod, default=PaymentMethod.CASH)
    what = models.CharField(max_length=120, blank=True, default="", help_text="of a prize")
    year = models.PositiveSmallIntegerField()
    receipt = models.PositiveIntegerField(null=True, blank=True)
    taken_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    reverses = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reversed_by"
    )
    reason = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        constraints = [
            one_of("payment_kind", "kind", PaymentKind),
            one_of("payment_method", "method", PaymentMethod),
            models.UniqueConstraint(
                name="payment_receipt_once",
                fields=["club", "year", "receipt"],
                condition=Q(receipt__isnull=False),
            ),
            models.CheckConstraint(
                name="payment_back_has_reason",
                condition=Q(reverses__isnull=True) | Q(reverses__isnull=False) & ~Q(reason=""),
            ),
        ]
