"""Play: tables, segments, sittings, seats, boards, games and deals."""

from __future__ import annotations

from typing import NamedTuple

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.base import AppendOnlyRow, Row, one_of
from tournaments.models.clubs import Club
from tournaments.models.people import Person, User
from tournaments.models.structure import Event, Match, Round, Side, Tournament


class Place(Row):
    """A table of the club's furniture: its card with number and code stays the same for good.

    `holder` is the tournament that uses it, from its first published round to its end.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=8, unique=True)
    holder = models.ForeignKey(
        Tournament, on_delete=models.SET_NULL, null=True, blank=True, related_name="places_held"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="place_number_once", fields=["club", "number"]),
        ]


class Table(Row):
    """桌: a table of a tournament. Its short code opens its page; sittings take place at it.

    A table at a place of the club has the code of that place. An older one has a code of its own.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=8, db_index=True)
    place = models.ForeignKey(
        Place, on_delete=models.PROTECT, null=True, blank=True, related_name="tables"
    )
    plays = models.ForeignKey(
        Event,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="what was chosen at the table where two events are played there",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(name="table_number_once", fields=["tournament", "number"]),
            models.UniqueConstraint(name="table_place_once", fields=["tournament", "place"]),
            models.UniqueConstraint(
                name="table_code_once", fields=["code"], condition=Q(place__isnull=True)
            ),
        ]


class Segment(Row):
    """节: a part of a match; seats and players may change between two segments.

    `line_ups_due` is the deadline of its line-ups, if the event or the desk set one.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="segments")
    number = models.PositiveSmallIntegerField()
    line_ups_due = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="segment_number_once", fields=["match", "number"]),
        ]


class Room(models.TextChoices):
    """Which table of a match a sitting is."""

    ONLY = "only", _("the only table")
    OPEN = "open", _("open room")
    CLOSED = "closed", _("closed room")


class Sitting(Row):
    """One table for one segment: the open room, the closed room, or the only one."""

    Room = Room

    segment = models.ForeignKey(Segment, on_delete=models.CASCADE, related_name="sittings")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sittings")
    room = models.CharField(max_length=8, choices=Room, default=Room.ONLY)

    class Meta:
        constraints = [
            one_of("sitting_room", "room", Room),
            models.UniqueConstraint(name="sitting_room_once", fields=["segment", "room"]),
        ]


class Seat(Row):
    """座: a place at a sitting (N, W, S, E, or 1 to 5), its player and the side."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="seats")
    label = models.CharField(max_length=1)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="seats")
    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="seats")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="seat_label_once", fields=["sitting", "label"]),
            models.UniqueConstraint(name="seat_person_once", fields=["sitting", "person"]),
            models.CheckConstraint(
                name="seat_label_known", condition=Q(label__in=list("NWSE12345"))
            ),
        ]


class BoardSet(Row):
    """盘: boards that are played together, by one match or by all tables.

    Boards that the program made are sealed: `commitment`, the digest of the secret from which they
    are dealt, is public from the beginning, the secret only once they are opened.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="board_sets")
    number = models.PositiveSmallIntegerField()
    secret = models.CharField(max_length=64, blank=True, default="")
    commitment = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="board_set_number_once", fields=["event", "number"]),
            models.CheckConstraint(
                name="board_set_sealed",
                condition=Q(secret="", commitment="") | ~Q(secret="") & ~Q(commitment=""),
            ),
        ]


class Board(Row):
    """牌套: the hands of a deal, independent of its play: several sittings may share a board."""

    board_set = models.ForeignKey(BoardSet, on_delete=models.CASCADE, related_name="boards")
    board_no = models.PositiveSmallIntegerField()
    hands = models.JSONField(null=True, blank=True)
    leader = models.CharField(max_length=1, blank=True, default="")
    seed = models.CharField(max_length=64, blank=True, default="")
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="board_no_once", fields=["board_set", "board_no"]),
        ]


class Game(Row):
    """局: deals that add up to a limit; every room of a segment of a match plays its own.

    Where seats were corrected for some of its deals, it spans the segments split off for that.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="game_number_once", fields=["match", "number"]),
        ]


class DealNumber(NamedTuple):
    """The number of a deal: that of its board, and its order at its table in the round.

    Without boards both are one number. `of_segment` marks an order within a segment. The wording is
    in `tournaments.wording.values`.
    """

    board: int
    order: int
    of_board: bool = False
    of_segment: bool = False


class Deal(Row):
    """副: the slot in which one deal is played at a sitting; its results are rows of their own.

    `version` is that of the live result, 0 while there is none; it moves only by a conditional
    UPDATE on the version that the writer saw.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="deals")
    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="deals")
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, null=True, blank=True, related_name="deals"
    )
    board = models.ForeignKey(
        Board, on_delete=models.PROTECT, null=True, blank=True, related_name="deals"
    )
    board_no = models.PositiveSmallIntegerField(help_text="the number of the deal: 第1副牌")
    play_order = models.PositiveSmallIntegerField(help_text="when it is played: 第一副牌")
    version = models.PositiveIntegerField(default=0, editable=False)
    done = models.BooleanField(
        default=False, editable=False, help_text="a result stands that was not taken back"
    )

    class Meta:
        ordering = [F("sitting").asc(), F("play_order").asc()]
        constraints = [
            models.UniqueConstraint(name="deal_order_once", fields=["sitting", "play_order"]),
            models.UniqueConstraint(name="deal_board_no_once", fields=["sitting", "board_no"]),
            models.CheckConstraint(
                name="deal_numbered_from_one", condition=Q(board_no__gte=1, play_order__gte=1)
            ),
        ]

    @property
    def number(self) -> DealNumber:
        """The number of the deal; if boards are played, its event has to be loaded."""
        of_board = self.board_id is not None
        of_segment = of_board and self.event.segments > 1
        return DealNumber(self.board_no, self.play_order, of_board, of_segment)


class BoardLayout(AppendOnlyRow):
    """牌型组: the cards with which a table played a board, 1 for those as dealt.

    Results are compared within a layout. The last row of a deal counts; a deal without one was
    played as dealt.
    """

    of_tournament = "deal__event__tournament"

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="layouts")
    layout = models.PositiveSmallIntegerField()
    reason = models.TextField()
    origin_uid = models.CharField(max_length=32)
    origin_label = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="board_layout_from_one", condition=Q(layout__gte=1, layout__lte=9)
            ),
            models.CheckConstraint(name="board_layout_has_reason", condition=~Q(reason="")),
        ]


class ClockMoveKind(models.TextChoices):
    """The kinds of moves of the clock of a round."""

    START = "start", _("started")
    PAUSE = "pause", _("held")
    RESUME = "resume", _("going on")
    EXTEND = "extend", _("extended")
    CALL = "call", _("time called")


class ClockMove(AppendOnlyRow):
    """A move of the clock of a round, made when its row was created.

    What the clock shows follows from these rows and the current time alone. `seconds` is the whole
    time of a start, and what an extension adds; an extension with a table holds for that table
    alone.
    """

    of_tournament = "round__event__tournament"

    Kind = ClockMoveKind

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="clock_moves")
    kind = models.CharField(max_length=8, choices=ClockMoveKind)
    seconds = models.PositiveIntegerField(default=0)
    table = models.ForeignKey(
        Table, on_delete=models.PROTECT, null=True, blank=True, related_name="clock_moves"
    )
    official = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            one_of("clock_move_kind", "kind", ClockMoveKind),
            models.CheckConstraint(
                name="clock_move_has_time",
                condition=Q(kind__in=["start", "extend"], seconds__gte=1)
                | ~Q(kind__in=["start", "extend"]) & Q(seconds=0),
            ),
            models.CheckConstraint(
                name="clock_move_of_table", condition=Q(table=None) | Q(kind="extend")
            ),
        ]
