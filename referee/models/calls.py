"""Rows of calls for a referee, and of what came of them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from referee.models.sheets import DeviceLease
from tournaments.models import AppendOnlyRow, Deal, Table, User, one_of


class CallReason(models.TextChoices):
    """Why a table calls for the referee."""

    IRREGULARITY = "irregularity", _("something went wrong in play")
    CLAIM = "claim", _("a claim")
    QUESTION = "question", _("a question about the rules")
    SCORE = "score", _("a question about the score")
    CARDS = "cards", _("the cards are not complete")
    DEVICE = "device", _("the tablet")
    OTHER = "other", _("something else")


class CallState(models.TextChoices):
    """How far a call has come."""

    CALLED = "called", _("called")
    ON_THE_WAY = "on_the_way", _("on the way")
    AT_THE_TABLE = "at_the_table", _("at the table")
    DEFERRED = "deferred", _("deferred")
    DONE = "done", _("done")


class Call(AppendOnlyRow):
    """呼叫裁判: a table asks for the referee; the newest of its steps is its state."""

    of_tournament = "table__tournament"

    Reason = CallReason
    State = CallState

    key = models.CharField(max_length=64, unique=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls")
    deal = models.ForeignKey(
        Deal, on_delete=models.PROTECT, null=True, blank=True, related_name="calls"
    )
    reason = models.CharField(max_length=16, choices=CallReason)
    words = models.CharField(max_length=200, blank=True, default="")
    lease = models.ForeignKey(
        DeviceLease, on_delete=models.PROTECT, null=True, related_name="calls"
    )
    official = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="calls")

    class Meta:
        constraints = [
            one_of("call_reason", "reason", CallReason),
            models.CheckConstraint(name="call_has_key", condition=~Q(key="")),
        ]


class CallStep(AppendOnlyRow):
    """One step of a call: who took it on, who came, who put it off, what became of it."""

    of_tournament = "call__table__tournament"

    call = models.ForeignKey(Call, on_delete=models.PROTECT, related_name="steps")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=16, choices=CallState)
    official = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="call_steps"
    )
    note = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        constraints = [
            one_of("call_step_state", "state", CallState),
            models.UniqueConstraint(name="call_step_number_once", fields=["call", "number"]),
        ]
