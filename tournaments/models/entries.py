"""Participants: entries, their members, and the line-ups that assign members to seats."""

from __future__ import annotations

from fractions import Fraction

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import SALT_LENGTH, Row, one_of
from tournaments.models.people import Person
from tournaments.models.structure import Event, Group, Round, Side


class EntryState(models.TextChoices):
    """The state of an entry before and during an event."""

    ENTERED = "entered", _("entered")
    CHECKED_IN = "checked_in", _("checked in")
    WITHDRAWN = "withdrawn", _("withdrawn")


class EntryKind(models.TextChoices):
    """Whether an entry is ranked, or only fills a table."""

    COMPETITOR = "competitor", _("competitor")
    HOUSE = "house", _("house player")


class Entry(Row):
    """参赛者: the person, pair or team that is ranked. An individual has the name of the person."""

    State = EntryState
    Kind = EntryKind
    later_columns = frozenset(
        {
            "name_salt",
            "remark",
            "disqualified",
            "results_cancelled",
            "without_prizes",
            "unplaced",
        }
    )

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120, blank=True, default="")
    name_salt = models.CharField(max_length=SALT_LENGTH, blank=True, default="", editable=False)
    state = models.CharField(max_length=12, choices=EntryState, default=EntryState.ENTERED)
    kind = models.CharField(max_length=12, choices=EntryKind, default=EntryKind.COMPETITOR)
    from_round = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the first round of a late entry"
    )
    to_round = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the last round of an entry that was withdrawn"
    )
    excused = models.BooleanField(
        default=False, help_text="it withdrew for a reason that the director accepted"
    )
    disqualified = models.BooleanField(default=False)
    results_cancelled = models.BooleanField(
        default=False, help_text="what it played before it left counts nothing for it"
    )
    without_prizes = models.BooleanField(default=False)
    unplaced = models.BooleanField(
        default=False, help_text="it played too few deals, and the director gives it no place"
    )
    club = models.CharField(
        max_length=60, blank=True, default="", help_text="those of one club meet late if they can"
    )
    remark = models.CharField(
        max_length=60, blank=True, default="", help_text="for the desk alone, never in public"
    )
    seeding = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the place in the seeding; without one: by the number"
    )

    class Meta:
        constraints = [
            one_of("entry_kind", "kind", EntryKind),
            one_of("entry_state", "state", EntryState),
            models.UniqueConstraint(name="entry_number_once", fields=["event", "number"]),
        ]


class MemberRole(models.TextChoices):
    """The role of a person in an entry."""

    PLAYER = "player", _("player")
    SUBSTITUTE = "substitute", _("substitute")
    CAPTAIN = "captain", _("captain")
    COACH = "coach", _("coach")


class EntryMember(Row):
    """A person in an entry, with a role and the first and last round in it."""

    Role = MemberRole

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entry_members")
    number = models.PositiveSmallIntegerField(default=1)
    role = models.CharField(max_length=12, choices=MemberRole, default=MemberRole.PLAYER)
    from_round = models.PositiveSmallIntegerField(null=True, blank=True)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)
    points_count = models.BooleanField(
        default=True, help_text="what a substitute plays counts for the entry"
    )

    class Meta:
        constraints = [
            one_of("entry_member_role", "role", MemberRole),
            models.UniqueConstraint(
                name="entry_member_once",
                fields=["entry", "person", "role", "from_round"],
            ),
            models.UniqueConstraint(
                name="entry_member_once_from_start",
                fields=["entry", "person", "role"],
                condition=Q(from_round__isnull=True),
            ),
            models.CheckConstraint(
                name="entry_member_rounds_in_order",
                condition=Q(from_round__isnull=True)
                | Q(to_round__isnull=True)
                | Q(to_round__gte=F("from_round")),
            ),
        ]


class GroupMember(Row):
    """The membership of an entry in a group, and its carry-over from the stage before (带分).

    A first stage without such rows has all entries in its one group.
    """

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField()
    slot = models.CharField(max_length=8, blank=True, default="")
    carried_numerator = models.BigIntegerField(default=0)
    carried_denominator = models.PositiveBigIntegerField(default=1)
    reasons = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="group_member_once", fields=["group", "entry"]),
            models.UniqueConstraint(name="group_member_number_once", fields=["group", "number"]),
            models.CheckConstraint(
                name="group_member_denominator", condition=Q(carried_denominator__gte=1)
            ),
        ]

    @property
    def carried(self) -> Fraction:
        """The carry-over as an exact fraction."""
        return Fraction(self.carried_numerator, self.carried_denominator)


class SitOut(Row):
    """轮空: an entry that has a bye in a round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="sit_outs")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="sit_out_once", fields=["round", "entry"]),
        ]


class LineUp(Row):
    """出场名单: who of a side takes which seat in a segment; hidden until it is revealed."""

    segment = models.ForeignKey(
        "tournaments.Segment", on_delete=models.CASCADE, related_name="line_ups"
    )
    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="line_ups")
    version = models.PositiveSmallIntegerField(default=1)
    seats = models.JSONField(help_text="[{room, label, person uid}, …]")
    submitted_at = models.DateTimeField(null=True, blank=True)
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="line_up_version_once", fields=["segment", "side", "version"]
            ),
        ]
