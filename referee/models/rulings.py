"""Rows of rulings: the case with its number, its versions, the offenders, and what became of them.

What a ruling does to results, penalty points and warnings the ledger of `tournaments` posts.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.models.calls import Call
from referee.models.sheets import Sheet
from tournaments.models import (
    AppendOnlyRow,
    Deal,
    Entry,
    Event,
    Person,
    Result,
    Round,
    Sitting,
    Tournament,
    User,
    one_of,
)

LEVELS: Final = tuple(f"L{height}" for height in range(10))
"""The levels of the catalogue, from a reminder to a disqualification."""


class RulingCase(AppendOnlyRow):
    """裁决: its number in the year of a tournament, and where it came from, if anywhere.

    Its versions hold the decisions.
    """

    of_tournament = "tournament"

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="ruling_cases"
    )
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="ruling_cases")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="+")
    sitting = models.ForeignKey(Sitting, on_delete=models.PROTECT, null=True, related_name="+")
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, null=True, related_name="ruling_cases")
    call = models.ForeignKey(Call, on_delete=models.PROTECT, null=True, related_name="ruling_cases")
    sheet = models.ForeignKey(
        Sheet, on_delete=models.PROTECT, null=True, related_name="ruling_cases"
    )
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="ruling_case_number_once", fields=["tournament", "year", "number"]
            ),
            models.CheckConstraint(name="ruling_case_numbered", condition=Q(number__gte=1)),
        ]


class FactsState(models.TextChoices):
    """Whether those at the table agree on what happened."""

    UNSAID = "", pgettext_lazy("facts", "not asked")
    AGREED = "agreed", pgettext_lazy("facts", "agreed")
    DISPUTED = "disputed", pgettext_lazy("facts", "disputed")


class Remedy(models.TextChoices):
    """补救: what is done about the deal itself, apart from any penalty."""

    NOTHING = "", pgettext_lazy("remedy", "nothing")
    VOID = "void", _("the deal is void and played again")
    NOT_PLAYED = "not_played", _("the deal is not played")
    CORRECTED = "corrected", _("the result of the deal was corrected")


class CorrectionPurpose(models.TextChoices):
    """What a correction made under a ruling is for; those of before this was asked say nothing."""

    UNSAID = "", pgettext_lazy("correction", "not said")
    RECORD = "record", _("mends the record: what really happened")
    EQUITY = "equity", _("restores equity: it goes with the ruling")


class Needs(models.TextChoices):
    """Whose word a version waits for before anything follows from it."""

    NOBODY = "", pgettext_lazy("ruling", "nobody")
    DEPUTY = "deputy", _("a deputy chief referee or the chief referee")
    ORGANISER = "organiser", _("the organiser")
    ANSWER = "answer", _("the answer on what was built on the version before")


class SuspensionReach(models.TextChoices):
    """停赛: for which rounds somebody is suspended; rulings of before there was one have none."""

    UNSAID = "", pgettext_lazy("reach of a suspension", "not chosen")
    THIS_ROUND = "this_round", pgettext_lazy("reach of a suspension", "the rest of this round")
    NEXT_ROUND = "next_round", pgettext_lazy("reach of a suspension", "the next round")
    ROUNDS = "rounds", pgettext_lazy("reach of a suspension", "a number of rounds from the next on")


class RulingVersion(AppendOnlyRow):
    """What was decided in a case, and on what facts; a later version takes its place.

    `article` is a code of the catalogue, `own_article` words where there is none. `proposed` is the
    level that the catalogue gave, and `level_reason` why another one was chosen. `result` is the
    version of the deal's result by which it was put right, and `purpose` what that was for. A
    suspension has a `reach`, in `reach_rounds` rounds where that is a number.
    """

    of_tournament = "case__tournament"
    later_columns = frozenset({"purpose", "reach", "reach_rounds"})

    FactsState = FactsState
    Remedy = Remedy
    Needs = Needs

    case = models.ForeignKey(RulingCase, on_delete=models.PROTECT, related_name="versions")
    key = models.CharField(max_length=64, unique=True)
    number = models.PositiveSmallIntegerField()
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="superseded_by"
    )
    facts = models.TextField(blank=True, default="")
    agreed = models.CharField(max_length=12, choices=FactsState, blank=True, default="")
    statements = models.JSONField(default=dict, blank=True, help_text="{seat: words}")
    article = models.CharField(max_length=40, blank=True, default="")
    own_article = models.CharField(max_length=500, blank=True, default="")
    proposed = models.CharField(max_length=4, blank=True, default="")
    level_reason = models.CharField(max_length=500, blank=True, default="")
    remedy = models.CharField(max_length=12, choices=Remedy, blank=True, default="")
    remedy_words = models.CharField(max_length=500, blank=True, default="")
    result = models.ForeignKey(Result, on_delete=models.PROTECT, null=True, related_name="rulings")
    purpose = models.CharField(max_length=12, choices=CorrectionPurpose, blank=True, default="")
    needs = models.CharField(max_length=12, choices=Needs, blank=True, default="")
    reach = models.CharField(max_length=12, choices=SuspensionReach, blank=True, default="")
    reach_rounds = models.PositiveSmallIntegerField(default=0)
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="ruling_versions")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="ruling_version_once", fields=["case", "number"]),
            models.CheckConstraint(
                name="ruling_version_follows",
                condition=Q(number=1, supersedes__isnull=True)
                | Q(number__gt=1, supersedes__isnull=False),
            ),
            one_of("ruling_version_facts", "agreed", FactsState),
            one_of("ruling_version_remedy", "remedy", Remedy),
            one_of("ruling_version_purpose", "purpose", CorrectionPurpose),
            one_of("ruling_version_needs", "needs", Needs),
            one_of("ruling_version_reach", "reach", SuspensionReach),
        ]


class SanctionKind(models.TextChoices):
    """What a penalty is for: order of play, or conduct; neither is ever a rectification."""

    PROCEDURAL = "procedural", _("procedural penalty")
    DISCIPLINARY = "disciplinary", _("disciplinary penalty")


class RulingSanction(AppendOnlyRow):
    """What a version lays on one person or side: a level, and points where it has an amount.

    One with a `seat` is given at the table of the case. L0 says that somebody was concerned and
    nothing follows.
    """

    of_tournament = "version__case__tournament"

    Kind = SanctionKind

    version = models.ForeignKey(RulingVersion, on_delete=models.PROTECT, related_name="sanctions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=SanctionKind)
    level = models.CharField(max_length=4)
    numerator = models.BigIntegerField(default=0)
    denominator = models.PositiveBigIntegerField(default=1)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="ruling_sanctions")
    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, null=True, related_name="ruling_sanctions"
    )
    seat = models.CharField(max_length=1, blank=True, default="")

    class Meta:
        constraints = [
            one_of("ruling_sanction_kind", "kind", SanctionKind),
            models.CheckConstraint(
                name="ruling_sanction_level", condition=Q(level__in=list(LEVELS))
            ),
            models.CheckConstraint(
                name="ruling_sanction_denominator", condition=Q(denominator__gte=1)
            ),
            models.UniqueConstraint(name="ruling_sanction_once", fields=["version", "number"]),
        ]

    @property
    def points(self) -> Fraction:
        """The penalty points, signed; 0 where the level has none."""
        return Fraction(self.numerator, self.denominator)


class RulingStepKind(models.TextChoices):
    """What became of a version."""

    CONFIRMED = "confirmed", pgettext_lazy("ruling", "confirmed")
    REFUSED = "refused", pgettext_lazy("ruling", "not confirmed")
    UNDONE = "undone", pgettext_lazy("ruling", "taken back")


class RulingStep(AppendOnlyRow):
    """That a version was confirmed, refused, or that what it did was taken back."""

    of_tournament = "version__case__tournament"

    Kind = RulingStepKind

    version = models.ForeignKey(RulingVersion, on_delete=models.PROTECT, related_name="steps")
    kind = models.CharField(max_length=12, choices=RulingStepKind)
    reason = models.TextField(blank=True, default="")
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="ruling_steps")

    class Meta:
        constraints = [
            one_of("ruling_step_kind", "kind", RulingStepKind),
            models.UniqueConstraint(name="ruling_step_once", fields=["version", "kind"]),
        ]


class RulingCorrection(AppendOnlyRow):
    """That a result of a deal was entered to carry a ruling out, after or before it was made.

    `version` is the one that was in force then, and `purpose` what the correction is for.
    """

    of_tournament = "case__tournament"
    later_columns = frozenset({"version", "purpose"})

    case = models.ForeignKey(RulingCase, on_delete=models.PROTECT, related_name="corrections")
    result = models.OneToOneField(
        Result, on_delete=models.PROTECT, related_name="ruling_correction"
    )
    version = models.ForeignKey(
        RulingVersion, on_delete=models.PROTECT, null=True, related_name="corrections"
    )
    purpose = models.CharField(max_length=12, choices=CorrectionPurpose, blank=True, default="")

    class Meta:
        constraints = [
            one_of("ruling_correction_purpose", "purpose", CorrectionPurpose),
        ]


class CorrectionUndone(AppendOnlyRow):
    """That a correction no longer counts, because its ruling or this part of it was annulled.

    What stood of the deal before it counts again. `version` is the one that was annulled.
    """

    of_tournament = "version__case__tournament"

    version = models.ForeignKey(
        RulingVersion, on_delete=models.PROTECT, related_name="corrections_undone"
    )
    result = models.OneToOneField(
        Result, on_delete=models.PROTECT, related_name="correction_undone"
    )
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")


class CardDecision(AppendOnlyRow):
    """What the chief referee decided on two yellow cards of one person in a stage.

    `ruling` is the suspension that was signed; without one it was dismissed for the `reason`.
    """

    of_tournament = "first__version__case__tournament"

    first = models.ForeignKey(RulingSanction, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(RulingSanction, on_delete=models.PROTECT, related_name="+")
    ruling = models.ForeignKey(
        RulingCase, on_delete=models.PROTECT, null=True, related_name="card_decisions"
    )
    reason = models.TextField(blank=True, default="")
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="card_decision_once", fields=["first", "second"]),
            models.CheckConstraint(
                name="card_decision_signed_or_dismissed",
                condition=Q(ruling__isnull=False) | ~Q(reason=""),
            ),
        ]


class SuspensionKept(AppendOnlyRow):
    """That a suspension for two yellow cards stays, though one of the cards was annulled since."""

    of_tournament = "decision__first__version__case__tournament"

    decision = models.OneToOneField(CardDecision, on_delete=models.PROTECT, related_name="kept")
    reason = models.TextField()
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(name="suspension_kept_has_reason", condition=~Q(reason="")),
        ]
