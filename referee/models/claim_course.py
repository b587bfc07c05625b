"""Rows of the course of a claim: its states, the hands that were faced, the policy of an event.

The claim itself and what was decided of it are in `claims`, as a sheet brings them.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import AppendOnlyRow, Event, User, one_of


class ClaimState(models.TextChoices):
    """How far a claim has come."""

    DECLARED = "declared", _("declared")
    STATED = "stated", _("stated")
    AGREED = "agreed", _("agreed")
    OBJECTED = "objected", _("objected to")
    REOPENED = "reopened", pgettext_lazy("claim", "opened again")
    DECIDED = "decided", _("decided")
    WITHDRAWN = "withdrawn", _("withdrawn")
    CANCELLED = "cancelled", _("cancelled")


class ClaimMode(models.TextChoices):
    """How a contested claim is decided."""

    BRIDGE_DOUBT = "bridge_doubt", _("doubtful points go against the claimant")
    SKAT_ALL_OR_NOTHING = "skat_all_or_nothing", _("all or nothing")
    PLAY_ON_FACED = "play_on_faced", _("play on, the claimant's hand faced")
    DISALLOWED = "disallowed", _("nobody claims; every deal is played out")


class ClaimAcceptors(models.TextChoices):
    """Who has to accept a claim."""

    OPPONENTS = "opponents", _("everybody of another side")
    ALL_OTHERS = "all_others", _("everybody else, the partner too")
    REFEREE = "referee", _("the referee decides every claim")


class ClaimPolicy(AppendOnlyRow):
    """How an event treats claims, from now on; the newest counts, none is the usual one."""

    of_tournament = "event__tournament"

    Mode = ClaimMode
    Acceptors = ClaimAcceptors

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="claim_policies")
    number = models.PositiveSmallIntegerField()
    mode = models.CharField(max_length=24, choices=ClaimMode)
    acceptors = models.CharField(max_length=12, choices=ClaimAcceptors)
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="claim_policies")

    class Meta:
        constraints = [
            one_of("claim_policy_mode", "mode", ClaimMode),
            one_of("claim_policy_acceptors", "acceptors", ClaimAcceptors),
            models.UniqueConstraint(name="claim_policy_number_once", fields=["event", "number"]),
        ]


class ClaimStep(AppendOnlyRow):
    """One step of a claim; the newest is its state.

    `seats` are those that agreed or objected, `mode` is how it was decided.
    """

    of_tournament = "claim__deal__event__tournament"

    State = ClaimState

    claim = models.ForeignKey("referee.Claim", on_delete=models.PROTECT, related_name="steps")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=ClaimState)
    seats = models.JSONField(default=list)
    mode = models.CharField(max_length=24, choices=ClaimMode, blank=True, default="")
    reason = models.TextField(blank=True, default="")
    official = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="claim_steps"
    )

    class Meta:
        constraints = [
            one_of("claim_step_state", "state", ClaimState),
            models.CheckConstraint(
                name="claim_step_mode", condition=models.Q(mode__in=["", *ClaimMode.values])
            ),
            models.UniqueConstraint(name="claim_step_number_once", fields=["claim", "number"]),
        ]


class FacedHands(AppendOnlyRow):
    """What lay on the table when a claim was contested, as an official wrote it down.

    The newest counts. `line` is how the claimant says that the play goes, `objecting` are the
    seats that object.
    """

    of_tournament = "claim__deal__event__tournament"

    claim = models.ForeignKey("referee.Claim", on_delete=models.PROTECT, related_name="faced_hands")
    number = models.PositiveSmallIntegerField()
    hands = models.JSONField(help_text="{seat: [cards]} still held")
    trick = models.JSONField(default=list, help_text="[[seat, card], …] on the table")
    led = models.JSONField(default=list, help_text="suits in which complete tricks were led")
    turn = models.CharField(max_length=1, blank=True, default="")
    line = models.TextField(blank=True, default="")
    objecting = models.JSONField(default=list)
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="faced_hands")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="faced_hands_number_once", fields=["claim", "number"])
        ]
