"""Suspensions: by rulings of an event, in rounds, and bans by a club, in days.

Rulings belong to `referee`; these rows only say when somebody is excluded.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from tournaments.models.base import AppendOnlyRow, Row
from tournaments.models.clubs import Club
from tournaments.models.entries import Entry
from tournaments.models.people import Person, User


class Suspension(AppendOnlyRow):
    """停赛: a person of an entry, or the whole entry, is not seated in these rounds.

    It ends with its last round. `ruling_year` and `ruling_number` are the number of the ruling,
    `origin_uid` its version. A counter-row repeats what it takes back.
    """

    of_tournament = "entry__event__tournament"

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="suspensions")
    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, blank=True, related_name="suspensions"
    )
    first_round = models.PositiveSmallIntegerField()
    last_round = models.PositiveSmallIntegerField()
    ruling_year = models.PositiveSmallIntegerField()
    ruling_number = models.PositiveIntegerField()
    reason = models.TextField()
    reverses = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reversed_by"
    )
    origin_uid = models.CharField(max_length=32)
    origin_label = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="suspension_rounds_in_order",
                condition=Q(first_round__gte=1, last_round__gte=F("first_round")),
            ),
            models.CheckConstraint(name="suspension_has_reason", condition=~Q(reason="")),
        ]


class SuspensionWaiver(AppendOnlyRow):
    """The chief referee's decision to seat a suspended person in one round, with the reason."""

    of_tournament = "suspension__entry__event__tournament"

    suspension = models.ForeignKey(Suspension, on_delete=models.PROTECT, related_name="waivers")
    round_number = models.PositiveSmallIntegerField()
    reason = models.TextField()
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="suspension_waived_once", fields=["suspension", "round_number"]
            ),
            models.CheckConstraint(name="suspension_waiver_has_reason", condition=~Q(reason="")),
        ]


class ClubBan(Row):
    """禁赛: a person may not enter events of a club from one day to another, both included.

    `decided_by` is whose decision it was, in words. One that was lifted before its end has a day on
    which it was lifted.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="bans")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="bans")
    from_day = models.DateField()
    until_day = models.DateField()
    decided_by = models.CharField(max_length=120)
    reason = models.CharField(max_length=500)
    lifted_on = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="club_ban_days_in_order", condition=Q(until_day__gte=F("from_day"))
            ),
            models.CheckConstraint(
                name="club_ban_has_reason", condition=~Q(reason="") & ~Q(decided_by="")
            ),
        ]
