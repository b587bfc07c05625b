"""The official record: results, adjustments, holds and publications. Only `ledger` writes it."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import AppendOnlyRow, Row, one_of
from tournaments.models.entries import Entry
from tournaments.models.people import Person
from tournaments.models.play import Deal
from tournaments.models.rules import RuleSet
from tournaments.models.structure import Event, Match, Round, Side, Tournament


class LiveResults(models.Manager["Result"]):
    """The live results: neither retired by a later version nor taken back."""

    def get_queryset(self) -> models.QuerySet[Result]:
        """Return only the live results."""
        return super().get_queryset().filter(version=F("deal__version"), deal__done=True)


class ResultKind(models.TextChoices):
    """How a deal got its result."""

    PLAYED = "played", _("played")
    CLAIMED = "claimed", _("claimed")
    ASSIGNED = "assigned", _("assigned by the referee")
    AVERAGE = "average", _("average")
    VOID = "void", _("void")
    NOT_PLAYED = "not_played", _("not played")
    FORFEIT = "forfeit", _("forfeit")
    RETRACTED = "retracted", pgettext_lazy("result", "taken back")
    ADJUSTED = "adjusted", _("adjusted score")
    NO_REPLAY = "no_replay", _("void, not played again")


BY_CASE: Final = "case"
"""The origin of what follows from a ruling as a record, beyond results and penalty points."""
OWED: Final = "owed"
"""The code of the holds on deals whose result somebody decided and nobody entered yet."""
ANNULLED: Final = "annulled"
"""The code of the hold while a part of an annulled ruling waits for an answer."""
PLAYED_AGAIN: Final = (ResultKind.VOID, ResultKind.RETRACTED)
"""The kinds after which a deal is open: 作废 is played again, a result taken back entered anew."""


class Result(AppendOnlyRow):
    """A version of the result of a deal: what was reported, and its settlement.

    `facts` are stored as reported (with the number of their schema); `settlement` is what the rules
    made of them, a cache that `recount` can compute again with the engine named beside it. The
    versions of a deal form one chain: each but the first retires its predecessor, so that exactly
    one is live.
    """

    of_tournament = "deal__event__tournament"

    Kind = ResultKind

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="results")
    version = models.PositiveIntegerField()
    retires = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="retired_by",
    )
    kind = models.CharField(max_length=12, choices=ResultKind)
    facts = models.JSONField()
    schema = models.PositiveSmallIntegerField()
    ruleset = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="results")
    settlement = models.JSONField()
    engine = models.CharField(max_length=32)
    origin_uid = models.CharField(max_length=32)
    origin_label = models.CharField(max_length=64)
    reason = models.TextField(blank=True, default="")

    objects = models.Manager["Result"]()
    live = LiveResults()

    class Meta:
        constraints = [
            one_of("result_kind", "kind", ResultKind),
            models.UniqueConstraint(name="result_version_once", fields=["deal", "version"]),
            models.UniqueConstraint(
                name="result_first_once",
                fields=["deal"],
                condition=Q(retires__isnull=True),
            ),
            models.CheckConstraint(
                name="result_later_has_reason", condition=Q(version=1) | ~Q(reason="")
            ),
            models.CheckConstraint(
                name="result_first_retires_none",
                condition=Q(version=1, retires__isnull=True)
                | Q(version__gt=1, retires__isnull=False),
            ),
        ]


class Unit(models.TextChoices):
    """The unit of an adjustment."""

    RAW = "raw", _("raw points")
    SCALED = "scaled", _("points")
    IMP = "imp", _("IMP")
    VP = "vp", _("victory points")
    TABLE_POINT = "table_point", _("table points")
    LEVEL = "level", _("levels")


class StageOfSum(models.TextChoices):
    """The level of the sum at which an adjustment is added."""

    DEAL = "deal", _("in the deal")
    GAME = "game", _("at the end of the game")
    MATCH = "match", _("in the match")
    STANDINGS = "standings", _("in the standings")


class Adjustment(AppendOnlyRow):
    """调整: an amount added to what was played, with its reason; taken back by a counter-entry.

    The target is an entry, a side of a match, or a side's result in one deal. The amount is an
    exact fraction of its unit, and `stage_of_sum` says where in the sum it is added.
    """

    of_tournament = "event__tournament"

    Unit = Unit
    StageOfSum = StageOfSum

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="adjustments")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True)
    side = models.ForeignKey(Side, on_delete=models.PROTECT, null=True, blank=True)
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, null=True, blank=True)
    unit = models.CharField(max_length=12, choices=Unit)
    stage_of_sum = models.CharField(max_length=12, choices=StageOfSum)
    numerator = models.BigIntegerField()
    denominator = models.PositiveBigIntegerField(default=1)
    reverses = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="reversed_by",
    )
    reason = models.TextField()
    article = models.CharField(max_length=120, blank=True, default="")
    origin_uid = models.CharField(max_length=32)
    origin_label = models.CharField(max_length=64)

    class Meta:
        constraints = [
            one_of("adjustment_stage_of_sum", "stage_of_sum", StageOfSum),
            one_of("adjustment_unit", "unit", Unit),
            models.CheckConstraint(
                name="adjustment_of_entry_or_side",
                condition=Q(entry__isnull=False, side__isnull=True, deal__isnull=True)
                | Q(entry__isnull=True, side__isnull=False),
            ),
            models.CheckConstraint(name="adjustment_denominator", condition=Q(denominator__gte=1)),
            models.CheckConstraint(name="adjustment_has_reason", condition=~Q(reason="")),
        ]

    @property
    def amount(self) -> Fraction:
        """The exact amount, in `unit`."""
        return Fraction(self.numerator, self.denominator)

    @property
    def named(self) -> Offender | None:
        """The entry named in it, or in the one that it takes back; None for an entry as a whole."""
        own: Offender | None = getattr(self, "offender", None)
        return own or (getattr(self.reverses, "offender", None) if self.reverses else None)


class Offender(AppendOnlyRow):
    """受罚者: the person whose act is penalised; the penalty counts for the whole side.

    Without a `seat` it happened away from a table.
    """

    of_tournament = "adjustment__event__tournament"

    adjustment = models.OneToOneField(Adjustment, on_delete=models.PROTECT, related_name="offender")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    seat = models.CharField(max_length=1)


class AwardKind(models.TextChoices):
    """Why the score of a match does not follow from its deals."""

    WALKOVER = "walkover", _("one side did not come")
    BOTH_ABSENT = "both_absent", _("neither side came")
    FORFEITED = "forfeited", _("a player did not come, and the others have their averages")
    SPOILT = "spoilt", _("it could not be played as it should")
    MISMATCHED = "mismatched", _("it was played between sides that should not have met")
    DECIDED = "decided", _("a draw was decided: an extra deal or a lot")
    WITHDRAWN = "withdrawn", pgettext_lazy("award", "taken back")


NAMING_A_SIDE: Final = ["walkover", "mismatched", "decided"]
"""The kinds of awards that name the side of the first amount."""


class Award(AppendOnlyRow):
    """弃权胜、判定: the score of a match that was not played, or the winner of a drawn one.

    The amounts are the match points of the winner and of the other side; where a draw was decided
    they stay as played. In a match that was paired wrongly the first amount is that of the side
    that stood higher, whoever won. The award that no later one has retired is live. `absent_sides`
    are the uids of the sides that did not come where a table has more than two.
    """

    of_tournament = "match__round__event__tournament"
    later_columns = frozenset({"absent_sides"})

    Kind = AwardKind

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="awards")
    kind = models.CharField(max_length=12, choices=AwardKind)
    winner = models.ForeignKey(Side, on_delete=models.PROTECT, null=True, blank=True)
    won_numerator = models.BigIntegerField(default=0)
    won_denominator = models.PositiveBigIntegerField(default=1)
    lost_numerator = models.BigIntegerField(default=0)
    lost_denominator = models.PositiveBigIntegerField(default=1)
    absent_sides = models.JSONField(default=list, blank=True)
    retires = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="retired_by"
    )
    reason = models.TextField()
    article = models.CharField(max_length=120, blank=True, default="")
    origin_uid = models.CharField(max_length=32)
    origin_label = models.CharField(max_length=64)

    class Meta:
        constraints = [
            one_of("award_kind", "kind", AwardKind),
            models.CheckConstraint(name="award_has_reason", condition=~Q(reason="")),
            models.CheckConstraint(
                name="award_has_winner",
                condition=Q(kind__in=NAMING_A_SIDE, winner__isnull=False)
                | ~Q(kind__in=NAMING_A_SIDE) & Q(winner__isnull=True),
            ),
            models.CheckConstraint(
                name="award_denominators",
                condition=Q(won_denominator__gte=1, lost_denominator__gte=1),
            ),
            models.UniqueConstraint(
                name="award_first_once", fields=["match"], condition=Q(retires__isnull=True)
            ),
        ]

    @property
    def kind_words(self) -> str:
        """The grounds in words; a score that a ruling takes from a side is no absence."""
        if self.kind == AwardKind.WALKOVER and self.origin_label == BY_CASE:
            return gettext("lost by a ruling")
        if self.kind == AwardKind.BOTH_ABSENT and self.origin_label == BY_CASE:
            return gettext("both sides lost by a ruling")
        return self.get_kind_display()

    @property
    def won(self) -> Fraction:
        """The exact score of the match for the winner."""
        return Fraction(self.won_numerator, self.won_denominator)

    @property
    def lost(self) -> Fraction:
        """The exact score of the match for the other side, or for both if neither won."""
        return Fraction(self.lost_numerator, self.lost_denominator)


class ExtraDeal(AppendOnlyRow):
    """加赛: a deal played after a round to decide between entries that are equal.

    `points` are those of each entry by uid. A later row retires an earlier one; without points it
    only takes it back.
    """

    of_tournament = "event__tournament"

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="extra_deals")
    after_round = models.PositiveSmallIntegerField()
    points = models.JSONField(default=dict, blank=True)
    retires = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="retired_by"
    )
    reason = models.TextField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="extra_deal_has_reason", condition=~Q(reason="")),
        ]


HELD: Final = ("deal", "match", "round", "event")
"""The columns of a hold of which it has one."""


class Hold(Row):
    """保留: an open matter of a deal, a match or a round, or of an event before its first one.

    The code names its kind, not its owner.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="holds")
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, null=True, related_name="holds")
    match = models.ForeignKey(Match, on_delete=models.PROTECT, null=True, related_name="holds")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="holds")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="holds")
    code = models.CharField(max_length=32)
    origin_uid = models.CharField(max_length=32)
    blocks = models.BooleanField(default=True, help_text="closing the round is refused")
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="hold_on_one_thing",
                condition=reduce(
                    or_,
                    (Q(**{f"{name}__isnull": name != held for name in HELD}) for held in HELD),
                ),
            ),
            models.UniqueConstraint(
                name="hold_once_by_origin",
                fields=["code", "origin_uid"],
                condition=Q(released_at__isnull=True),
            ),
        ]


class PublicationKind(models.TextChoices):
    """The kind of a publication."""

    DRAW = "draw", _("draw")
    LINE_UP = "line_up", _("line-up")
    ROUND = "round", _("round results")
    STANDINGS = "standings", _("standings")


class PublicationState(models.TextChoices):
    """Whether a publication may still be appealed against."""

    PROVISIONAL = "provisional", _("provisional")
    OFFICIAL = "official", _("official")


class Publication(AppendOnlyRow):
    """公布: what was published, when, and in which state; the time for appeals runs from it.

    `shown` holds uids and numbers, never names.
    """

    of_tournament = "event__tournament"

    Kind = PublicationKind
    State = PublicationState

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="publications")
    round = models.ForeignKey(
        Round,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="publications",
    )
    kind = models.CharField(max_length=12, choices=PublicationKind)
    state = models.CharField(max_length=12, choices=PublicationState)
    seq = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64)
    shown = models.JSONField()

    class Meta:
        constraints = [
            one_of("publication_state", "state", PublicationState),
            one_of("publication_kind", "kind", PublicationKind),
        ]
