"""The competition as a tree: tournament, event, stage, group, round, match, side."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Final
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import Row, one_of
from tournaments.models.clubs import Club
from tournaments.models.event_choices import (
    BoardSource,
    Comparison,
    ConfirmationMode,
    Depth,
    DrawMethod,
    EventState,
    Form,
    LineUpOrder,
    OddField,
    Proof,
    RankedFrom,
    Ranking,
    Records,
    SitOutCredit,
)
from tournaments.models.rules import RuleSet


class TournamentState(models.TextChoices):
    """The life of a tournament."""

    DRAFT = "draft", _("draft")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


class Tournament(Row):
    """赛事: a tournament as a club announces it; it owns the log that chains all its changes."""

    State = TournamentState
    later_columns: ClassVar[frozenset[str]] = frozenset({"in_season", "is_rated"})

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True, default="")
    starts_on = models.DateField()
    time_zone = models.CharField(max_length=64, default="Asia/Shanghai")
    state = models.CharField(max_length=12, choices=TournamentState, default=TournamentState.DRAFT)
    in_season = models.BooleanField(
        default=False, editable=False, help_text="an event of it counts, or counted, in a season"
    )
    is_rated = models.BooleanField(
        default=False, editable=False, help_text="an event of it makes, or made, ratings"
    )
    log_seq = models.PositiveBigIntegerField(default=0, editable=False)
    log_head = models.CharField(max_length=64, default="", blank=True, editable=False)

    class Meta:
        constraints = [
            one_of("tournament_state", "state", TournamentState),
            models.CheckConstraint(name="tournament_has_name", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


class Event(Row):
    """项目: one competition of a tournament, with its game, form and rules."""

    Form = Form
    State = EventState
    Confirmation = ConfirmationMode
    Depth = Depth
    Records = Records
    Proof = Proof
    Ranking = Ranking
    DrawMethod = DrawMethod
    SitOutCredit = SitOutCredit
    RankedFrom = RankedFrom
    Comparison = Comparison
    BoardSource = BoardSource
    LineUpOrder = LineUpOrder
    OddField = OddField

    LONG_SETTINGS: Final = ("tie_breaks", "movement", "prizes")
    """Columns in JSON, which a list of deals with their events would decode for every deal."""

    later_columns: ClassVar[frozenset[str]] = frozenset(
        {
            "sit_out_amount",
            "late_credit",
            "late_amount",
            "ranked_from",
            "least_deals",
            "has_highlights",
            "starts_at",
        }
    )

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=120)
    game = models.CharField(max_length=32)
    form = models.CharField(max_length=12, choices=Form, default=Form.INDIVIDUAL)
    ruleset = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="events")
    state = models.CharField(max_length=12, choices=EventState, default=EventState.DRAFT)
    deals_per_round = models.PositiveSmallIntegerField(default=8)
    confirmation = models.CharField(
        max_length=12, choices=ConfirmationMode, default=ConfirmationMode.OTHER_SIDE
    )
    depth = models.CharField(max_length=12, choices=Depth, default=Depth.CAPTURES)
    records = models.CharField(max_length=8, choices=Records, default=Records.ONE)
    proof = models.CharField(max_length=8, choices=Proof, default=Proof.TAP)
    template = models.CharField(max_length=32, blank=True, default="")
    ranking = models.CharField(max_length=16, choices=Ranking, default=Ranking.POINTS)
    tie_breaks = models.JSONField(
        default=list,
        blank=True,
        help_text="what decides between equals, in this order; empty: as usual for the ranking",
    )
    draw_method = models.CharField(max_length=16, choices=DrawMethod, default=DrawMethod.RANDOM)
    seed = models.CharField(
        max_length=64,
        blank=True,
        default="",
        help_text="published before the first draw; the seed of every round follows from it",
    )
    rounds_planned = models.PositiveSmallIntegerField(null=True, blank=True)
    round_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="how long the clock of a round runs; without one: no clock"
    )
    starts_at = models.DateTimeField(
        null=True, blank=True, help_text="when the first round begins, as it was announced"
    )
    sit_out_credit = models.CharField(
        max_length=12, choices=SitOutCredit, default=SitOutCredit.AVERAGE
    )
    sit_out_amount = models.CharField(
        max_length=12, blank=True, default="", help_text="of what ranks, where that is the credit"
    )
    late_credit = models.CharField(
        max_length=12,
        choices=SitOutCredit,
        default=SitOutCredit.NONE,
        help_text="what a round counts that was played before the entry came",
    )
    late_amount = models.CharField(max_length=12, blank=True, default="")
    ranked_from = models.CharField(
        max_length=8,
        choices=RankedFrom,
        blank=True,
        default="",
        help_text="empty in events of before there was a choice: everybody is ranked",
    )
    least_deals = models.PositiveSmallIntegerField(null=True, blank=True)
    correction_minutes = models.PositiveSmallIntegerField(
        default=30, help_text="so long after a round's close a result may be asked to be corrected"
    )
    comparison = models.CharField(max_length=12, choices=Comparison, default=Comparison.NONE)
    boards = models.CharField(max_length=8, choices=BoardSource, default=BoardSource.TABLE)
    board_copies = models.PositiveSmallIntegerField(
        default=1, help_text="how many copies of the boards a match of two rooms has"
    )
    rooms = models.PositiveSmallIntegerField(
        default=1, help_text="at how many tables the sides of a match meet at the same time"
    )
    segments = models.PositiveSmallIntegerField(
        default=1, help_text="in how many parts a match is played; seats may change between them"
    )
    line_up_order = models.CharField(max_length=12, choices=LineUpOrder, default=LineUpOrder.BLIND)
    line_up_minutes = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="so long captains have for the line-ups of a segment; without it: no deadline",
    )
    odd_field = models.CharField(max_length=12, choices=OddField, default=OddField.SIT_OUT)
    movement = models.JSONField(
        default=dict, blank=True, help_text="what was chosen of a movement over boards"
    )
    prizes = models.JSONField(
        default=dict, blank=True, help_text="the amounts from the first place on, and what ties do"
    )
    notice = models.CharField(
        max_length=200, blank=True, default="", help_text="a sentence for the hall, as it was given"
    )
    has_highlights = models.BooleanField(
        default=True, help_text="whether its pages tell the deal of the evening and who did what"
    )
    public_revision = models.PositiveBigIntegerField(default=0, editable=False)

    class Meta:
        constraints = [
            one_of("event_depth", "depth", Depth),
            one_of("event_ranking", "ranking", Ranking),
            one_of("event_draw_method", "draw_method", DrawMethod),
            one_of("event_sit_out_credit", "sit_out_credit", SitOutCredit),
            one_of("event_late_credit", "late_credit", SitOutCredit),
            models.CheckConstraint(
                name="event_ranked_from",
                condition=Q(ranked_from="") | Q(ranked_from__in=RankedFrom.values),
            ),
            one_of("event_confirmation", "confirmation", ConfirmationMode),
            one_of("event_records", "records", Records),
            one_of("event_proof", "proof", Proof),
            one_of("event_state", "state", EventState),
            one_of("event_form", "form", Form),
            one_of("event_comparison", "comparison", Comparison),
            one_of("event_boards", "boards", BoardSource),
            one_of("event_line_up_order", "line_up_order", LineUpOrder),
            one_of("event_odd_field", "odd_field", OddField),
            models.CheckConstraint(name="event_rooms", condition=Q(rooms__gte=1, rooms__lte=2)),
            models.CheckConstraint(name="event_segments", condition=Q(segments__gte=1)),
            models.CheckConstraint(name="event_board_copies", condition=Q(board_copies__gte=1)),
            models.CheckConstraint(
                name="event_compares_boards", condition=Q(comparison="none") | ~Q(boards="table")
            ),
            models.CheckConstraint(name="event_has_name", condition=~Q(name="")),
            models.UniqueConstraint(name="event_number_once", fields=["tournament", "number"]),
            models.CheckConstraint(
                name="event_deals_per_round", condition=Q(deals_per_round__gte=1)
            ),
        ]

    @property
    def local_start(self) -> datetime | None:
        """The local start time without a zone; None if it is not announced."""
        if self.starts_at is None:
            return None
        return timezone.make_naive(self.starts_at, ZoneInfo(self.tournament.time_zone))

    def __str__(self) -> str:
        return self.name


class Stage(Row):
    """阶段: a part of an event with one way of drawing; it may override the event's rules.

    Empty columns are as in the event. `feed` says who qualifies from the stage before and what is
    carried over (`tournaments.standings.qualification_rules`), `knockout` how a knockout is drawn.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120, blank=True, default="")
    ruleset = models.ForeignKey(
        RuleSet, on_delete=models.PROTECT, null=True, blank=True, related_name="stages"
    )
    draw_method = models.CharField(max_length=16, choices=DrawMethod, blank=True, default="")
    rounds_planned = models.PositiveSmallIntegerField(null=True, blank=True)
    deals_per_round = models.PositiveSmallIntegerField(null=True, blank=True)
    groups_wanted = models.PositiveSmallIntegerField(
        default=1, help_text="into how many groups the field is divided, by the snake"
    )
    feed = models.JSONField(default=dict, blank=True)
    knockout = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="stage_draw_method",
                condition=Q(draw_method="") | Q(draw_method__in=DrawMethod.values),
            ),
            models.CheckConstraint(name="stage_groups", condition=Q(groups_wanted__gte=1)),
            models.UniqueConstraint(name="stage_number_once", fields=["event", "number"]),
        ]


class Group(Row):
    """组: entries of a stage that meet only one another; a stage without groups has one."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="group_number_once", fields=["stage", "number"]),
        ]


class RoundState(models.TextChoices):
    """The life of a round."""

    DRAFT = "draft", _("drawn, not published")
    PUBLISHED = "published", _("in play")
    CLOSED = "closed", _("closed")
    CANCELLED = "cancelled", _("cancelled")


class Round(Row):
    """轮: matches that are drawn and played together; the draw is kept with seed and reasons."""

    State = RoundState
    PUBLIC: Final = (RoundState.PUBLISHED, RoundState.CLOSED)
    """The states of a round that everybody may see, in play or closed."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=RoundState, default=RoundState.DRAFT)
    seed = models.CharField(max_length=64, blank=True, default="")
    algorithm = models.CharField(max_length=64, blank=True, default="")
    input_digest = models.CharField(max_length=64, blank=True, default="")
    reasons = models.JSONField(default=list, blank=True)
    method = models.CharField(max_length=16, choices=DrawMethod, default=DrawMethod.RANDOM)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            one_of("round_method", "method", DrawMethod),
            one_of("round_state", "state", RoundState),
            models.CheckConstraint(name="round_numbered_from_one", condition=Q(number__gte=1)),
            models.UniqueConstraint(
                name="round_number_once",
                fields=["group", "number"],
                condition=~Q(state="cancelled"),
            ),
        ]

    @staticmethod
    def draws_by(*related: str) -> list[str]:
        """Return the columns that hold the draws of the rounds that relations reach.

        In a large draw these are hundreds of kilobytes in every row that leads to the round:
        queries that do not need them defer them.

        >>> Round.draws_by("event", "match__round__event", "match__round__group")
        ['match__round__reasons']
        """
        paths = (path.split("__") for path in related)
        reached = (path[: path.index("round") + 1] for path in paths if "round" in path)
        return list(dict.fromkeys("__".join([*path, "reasons"]) for path in reached))


class Match(Row):
    """场: the encounter of two to five sides in a round.

    A round is common to all groups of its stage; `group` is that of the match where there are
    several. `code` is the place of the match in the bracket of a knockout. Where the seating right
    alternates, `home_right` is the first segment in which the home side has it: 1 or 2.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    group = models.ForeignKey(
        Group, on_delete=models.CASCADE, null=True, blank=True, related_name="matches"
    )
    code = models.CharField(max_length=8, blank=True, default="")
    home_right = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(name="match_home_right", condition=Q(home_right__in=[1, 2])),
            models.UniqueConstraint(name="match_number_once", fields=["round", "number"]),
        ]


class Side(Row):
    """One party of a match: an entry, or several that count together."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    entries = models.ManyToManyField("tournaments.Entry", related_name="sides")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="side_number_once", fields=["match", "number"]),
            models.CheckConstraint(
                name="side_number_one_to_five",
                condition=Q(number__gte=1, number__lte=5),
            ),
        ]
