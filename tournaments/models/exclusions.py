"""Entries excluded from an event by a decision: the proposal and its approval."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.base import AppendOnlyRow, one_of
from tournaments.models.entries import Entry
from tournaments.models.people import User


class ExclusionKind(models.TextChoices):
    """How an entry leaves an event; it is labelled so from then on."""

    WITHDRAWAL = "withdrawal", _("withdrawal")
    DISQUALIFICATION = "disqualification", _("disqualification")


class ExclusionState(models.TextChoices):
    """The state of the decision."""

    PROPOSED = "proposed", _("proposed")
    APPROVED = "approved", _("approved")
    REFUSED = "refused", pgettext_lazy("proposal", "not approved")
    TAKEN_BACK = "taken_back", pgettext_lazy("decision", "taken back")


class Exclusion(AppendOnlyRow):
    """退赛、取消资格: a step of the decision by which an entry leaves; the newest is its state.

    `after_round` is the last round that it takes part in. `proposer` is who proposed it, `official`
    who made this step; for a disqualification in an official competition these are two accounts.
    `origin_uid` is the ruling that decided it, if one did.
    """

    of_tournament = "entry__event__tournament"

    Kind = ExclusionKind
    State = ExclusionState

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="exclusions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=ExclusionKind)
    state = models.CharField(max_length=12, choices=ExclusionState)
    after_round = models.PositiveSmallIntegerField()
    excused = models.BooleanField(default=False)
    results_cancelled = models.BooleanField(default=False)
    without_prizes = models.BooleanField(default=True)
    needs_two = models.BooleanField(default=False)
    had_left = models.BooleanField(default=False, help_text="it had withdrawn before")
    origin_uid = models.CharField(max_length=32, blank=True, default="")
    reason = models.TextField()
    article = models.CharField(max_length=120, blank=True, default="")
    proposer = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            one_of("exclusion_kind", "kind", ExclusionKind),
            one_of("exclusion_state", "state", ExclusionState),
            models.UniqueConstraint(name="exclusion_once", fields=["entry", "number"]),
            models.CheckConstraint(name="exclusion_has_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="exclusion_by_two",
                condition=Q(needs_two=False)
                | ~Q(state=ExclusionState.APPROVED)
                | ~Q(official=F("proposer")),
            ),
            models.CheckConstraint(
                name="exclusion_excused",
                condition=Q(excused=False) | Q(kind=ExclusionKind.WITHDRAWAL),
            ),
        ]
