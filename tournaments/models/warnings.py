"""警告 as rows of the record: penalties without points."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import AppendOnlyRow, one_of
from tournaments.models.entries import Entry
from tournaments.models.people import Person
from tournaments.models.play import Deal
from tournaments.models.structure import Event, Round


class WarningLevel(models.TextChoices):
    """The level of a warning; the values are those of the levels of the catalogue."""

    SPOKEN = "L1", _("oral warning")
    WRITTEN = "L2", _("written warning")


class PenaltyWarning(AppendOnlyRow):
    """警告: a warning of an entry, usually for an act of a person; taken back by a counter-row.

    `article` is the code of the article that was broken. A counter-row repeats what it takes back.
    """

    of_tournament = "event__tournament"

    Level = WarningLevel

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="penalty_warnings")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalty_warnings")
    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, blank=True, related_name="penalty_warnings"
    )
    seat = models.CharField(max_length=1, blank=True, default="")
    level = models.CharField(max_length=4, choices=WarningLevel)
    article = models.CharField(max_length=40, blank=True, default="")
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, null=True, blank=True, related_name="penalty_warnings"
    )
    deal = models.ForeignKey(
        Deal, on_delete=models.PROTECT, null=True, blank=True, related_name="penalty_warnings"
    )
    reason = models.TextField()
    reverses = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reversed_by"
    )
    origin_uid = models.CharField(max_length=32)
    origin_label = models.CharField(max_length=64)

    class Meta:
        constraints = [
            one_of("penalty_warning_level", "level", WarningLevel),
            models.CheckConstraint(name="penalty_warning_has_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="penalty_warning_seat_of_person",
                condition=Q(seat="") | Q(person__isnull=False),
            ),
        ]
