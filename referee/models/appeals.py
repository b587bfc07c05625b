"""Rows of appeals: what is appealed against, who signed, every step, and the committee.

What a decision changes is posted by the ledger of `tournaments`; an open appeal is a hold there.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.models.rulings import RulingVersion
from tournaments.models import (
    Adjustment,
    AppendOnlyRow,
    Entry,
    Event,
    Person,
    Result,
    Round,
    Tournament,
    User,
    one_of,
)


class Against(models.TextChoices):
    """What an appeal is against."""

    PENALTY = "penalty", pgettext_lazy("appeal against", "penalty points")
    RESULT = "result", pgettext_lazy("appeal against", "the result of a deal")
    RULING = "ruling", pgettext_lazy("appeal against", "a ruling")


class Matter(models.TextChoices):
    """What an appeal turns on; only on facts does a committee overrule the chief referee."""

    FACT = "fact", _("facts and judgement")
    LAW = "law", _("law and regulations")
    DISCIPLINE = "discipline", _("discipline")


class AppealState(models.TextChoices):
    """A step of an appeal; the newest that is no reply and no comment is its state."""

    LODGED = "lodged", pgettext_lazy("appeal", "lodged")
    REJECTED = "rejected", pgettext_lazy("appeal", "rejected")
    REPLIED = "replied", pgettext_lazy("appeal", "reply of the other side")
    COMMENTED = "commented", pgettext_lazy("appeal", "comment of the referee")
    HEARD = "heard", pgettext_lazy("appeal", "heard")
    RECOMMENDED = "recommended", pgettext_lazy("appeal", "recommended to the chief referee")
    DECIDED = "decided", pgettext_lazy("appeal", "decided")
    WITHDRAWN = "withdrawn", pgettext_lazy("appeal", "withdrawn")


class Rejection(models.TextChoices):
    """Why an appeal is not heard."""

    OUT_OF_TIME = "out_of_time", _("after the deadline")
    NOT_OWN_TABLE = "not_own_table", _("the ruling was not made at the appellant's table")
    NO_CONSENT = "no_consent", _("not everyone whose consent is needed has signed")
    NOT_APPEALABLE = "not_appealable", _("nobody can appeal against this")


class AppealDecision(models.TextChoices):
    """维持、部分改判、撤销: what becomes of a ruling, or what is recommended."""

    UPHELD = "upheld", pgettext_lazy("ruling", "upheld")
    VARIED = "varied", pgettext_lazy("ruling", "varied in part")
    OVERTURNED = "overturned", pgettext_lazy("ruling", "overturned")
    RECOMMEND = "recommend", pgettext_lazy("ruling", "recommendation to the chief referee")


class DepositFate(models.TextChoices):
    """What becomes of a deposit."""

    RETURNED = "returned", pgettext_lazy("deposit", "returned")
    FORFEITED = "forfeited", pgettext_lazy("deposit", "forfeited")


def _against(kind: Against, column: str) -> Q:
    """Return the condition of an appeal against one kind of thing: one of its columns is filled."""
    columns = ("adjustment", "result", "ruling")
    return Q(against=kind, **{f"{name}__isnull": name != column for name in columns})


class Appeal(AppendOnlyRow):
    """申诉: its number in the year of a tournament, who appeals, and against what.

    `lodged_at` may have been typed afterwards (补记). `deadline` is the hour that held for it, None
    where nothing had been posted yet. The deposit is in minor units of `currency`.
    """

    of_tournament = "tournament"
    later_columns = frozenset({"is_typed"})

    Against = Against

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="appeals")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="appeals")
    key = models.CharField(max_length=64, unique=True)
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="appeals")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="appeals")
    against = models.CharField(max_length=12, choices=Against)
    adjustment = models.ForeignKey(
        Adjustment, on_delete=models.PROTECT, null=True, related_name="appeals"
    )
    result = models.ForeignKey(Result, on_delete=models.PROTECT, null=True, related_name="appeals")
    ruling = models.ForeignKey(
        RulingVersion, on_delete=models.PROTECT, null=True, related_name="appeals"
    )
    lodged_at = models.DateTimeField()
    is_typed = models.BooleanField(default=False)
    deadline = models.DateTimeField(null=True)
    deposit = models.PositiveIntegerField(default=0)
    currency = models.CharField(max_length=3, blank=True, default="")
    receipt = models.CharField(max_length=60, blank=True, default="")
    statement = models.TextField()
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="appeals_received")

    class Meta:
        constraints = [
            one_of("appeal_against", "against", Against),
            models.UniqueConstraint(
                name="appeal_number_once", fields=["tournament", "year", "number"]
            ),
            models.CheckConstraint(
                name="appeal_against_one_thing",
                condition=_against(Against.PENALTY, "adjustment")
                | _against(Against.RESULT, "result")
                | _against(Against.RULING, "ruling"),
            ),
            models.CheckConstraint(name="appeal_has_statement", condition=~Q(statement="")),
        ]

    @property
    def appealed(self) -> Adjustment | Result | RulingVersion:
        """The row that it is against."""
        row = self.adjustment or self.result or self.ruling
        assert row is not None  # noqa: S101  the constraint of the table says so
        return row


class AppealSigner(AppendOnlyRow):
    """Who signed an appeal; somebody who was absent is deemed to agree."""

    of_tournament = "appeal__tournament"

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="signers")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    absent = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="appeal_signer_once", fields=["appeal", "person"]),
        ]


class AppealStep(AppendOnlyRow):
    """One step of an appeal: what became of it, or what somebody wrote to it.

    `penalty` and `ruling` are what a decision put in the place of penalty points or of a ruling.
    """

    of_tournament = "appeal__tournament"

    State = AppealState

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="steps")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=AppealState)
    text = models.TextField(blank=True, default="")
    rejection = models.CharField(max_length=16, choices=Rejection, blank=True, default="")
    matter = models.CharField(max_length=12, choices=Matter, blank=True, default="")
    decision = models.CharField(max_length=12, choices=AppealDecision, blank=True, default="")
    without_merit = models.BooleanField(default=False)
    deposit = models.CharField(max_length=12, choices=DepositFate, blank=True, default="")
    penalty = models.ForeignKey(
        Adjustment, on_delete=models.PROTECT, null=True, related_name="in_place_by"
    )
    ruling = models.ForeignKey(
        RulingVersion, on_delete=models.PROTECT, null=True, related_name="in_place_by"
    )
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="appeal_steps")

    class Meta:
        constraints = [
            one_of("appeal_step_state", "state", AppealState),
            models.UniqueConstraint(name="appeal_step_number_once", fields=["appeal", "number"]),
            models.CheckConstraint(
                name="appeal_step_rejection",
                condition=Q(state=AppealState.REJECTED, rejection__in=Rejection.values)
                | Q(rejection="") & ~Q(state=AppealState.REJECTED),
            ),
            models.CheckConstraint(
                name="appeal_step_matter",
                condition=Q(state=AppealState.HEARD, matter__in=Matter.values)
                | Q(matter="") & ~Q(state=AppealState.HEARD),
            ),
            models.CheckConstraint(
                name="appeal_step_decision",
                condition=Q(
                    state=AppealState.DECIDED,
                    decision__in=["upheld", "varied", "overturned"],
                )
                | Q(state=AppealState.RECOMMENDED, decision="recommend")
                | Q(decision="") & ~Q(state__in=[AppealState.DECIDED, AppealState.RECOMMENDED]),
            ),
        ]


class AppealMember(AppendOnlyRow):
    """A member of the committee that heard an appeal, by an account or a name alone."""

    of_tournament = "step__appeal__tournament"

    step = models.ForeignKey(AppealStep, on_delete=models.PROTECT, related_name="members")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=60)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="appeal_member_once", fields=["step", "number"]),
            models.CheckConstraint(name="appeal_member_has_name", condition=~Q(name="")),
        ]


class RulingPart(models.TextChoices):
    """The parts of a ruling that an appeal decides one by one."""

    REMEDY = "remedy", pgettext_lazy("part of a ruling", "rectification")
    RECORD = "record", pgettext_lazy("part of a ruling", "correction of the record")
    PROCEDURAL = "procedural", pgettext_lazy("part of a ruling", "procedural penalty")
    DISCIPLINARY = "disciplinary", pgettext_lazy("part of a ruling", "disciplinary penalty")


class PartFate(models.TextChoices):
    """What became of a part; the last two wait for an answer."""

    UPHELD = "upheld", pgettext_lazy("part of a ruling", "upheld")
    ANNULLED = "annulled", pgettext_lazy("part of a ruling", "taken back")
    LEFT = "left", pgettext_lazy("part of a ruling", "annulled; what was built on it stays")
    RECOMMENDED = (
        "recommended",
        pgettext_lazy("part of a ruling", "the chief referee is advised to take it back"),
    )
    PENDING = "pending", pgettext_lazy("part of a ruling", "annulled, not carried out yet")


class AppealPart(AppendOnlyRow):
    """What a step of an appeal decided on one part of a ruling; a later step may change that."""

    of_tournament = "step__appeal__tournament"

    step = models.ForeignKey(AppealStep, on_delete=models.PROTECT, related_name="parts")
    part = models.CharField(max_length=12, choices=RulingPart)
    fate = models.CharField(max_length=12, choices=PartFate)

    class Meta:
        constraints = [
            one_of("appeal_part_part", "part", RulingPart),
            one_of("appeal_part_fate", "fate", PartFate),
            models.UniqueConstraint(name="appeal_part_once", fields=["step", "part"]),
        ]
