"""Events over boards for tests: rounds, matches, rooms and results as rows, without a draw.

A deal of the toy game has thirteen tricks; north-south's points are half of what they have more
than east-west, at twenty a trick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils import timezone

from tests.kept_worlds import kept
from tests.toy_game import toy_registered
from tournaments import organise
from tournaments.models import (
    Award,
    AwardKind,
    Board,
    BoardSet,
    BoardSource,
    Deal,
    Entry,
    EntryMember,
    Event,
    Form,
    Group,
    GroupMember,
    Match,
    Person,
    Result,
    ResultKind,
    Room,
    Round,
    RuleSet,
    Seat,
    Segment,
    Side,
    Sitting,
    Stage,
    Table,
    Tournament,
    User,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Actor, Verb, change
from tournaments.record.ledger import Origin, Report

TRICKS = 13
VALUE = 20
SHEET = Origin(uid="sheet", label="sheet")


@dataclass(frozen=True)
class Hall:
    """An event whose rounds are made by hand."""

    tournament: Tournament
    event: Event
    entries: tuple[Entry, ...]

    def round(self, number: int, stage: Stage | None = None) -> Round:
        """Return a round in play."""
        of_stage = stage or self.event.stages.get(number=1)
        with change(self.event.tournament, SYSTEM, Verb.PUBLISH_ROUND) as made:
            round_ = Round.objects.create(
                event=self.event,
                group=of_stage.groups.order_by("number")[0],
                number=number,
                state=Round.State.PUBLISHED,
                published_at=timezone.now(),
            )
            made.states(round_)
        return round_

    def boards(self, number: int, count: int) -> list[Board]:
        """Return boards of a new set."""
        made = BoardSet.objects.create(event=self.event, number=number)
        return [Board.objects.create(board_set=made, board_no=n) for n in range(1, count + 1)]

    def match(
        self,
        round_: Round,
        home: Sequence[int],
        away: Sequence[int],
        boards: Sequence[Board],
        *,
        rooms: Sequence[Room] = (Room.OPEN, Room.CLOSED),
    ) -> Match:
        """Seat two sides, given by the numbers of their entries, in these rooms."""
        number = round_.matches.count() + 1
        match = Match.objects.create(round=round_, number=number)
        sides = [Side.objects.create(match=match, number=place) for place in (1, 2)]
        for side, numbers in zip(sides, (home, away), strict=True):
            side.entries.set([self.entries[number - 1] for number in numbers])
        segment = Segment.objects.create(match=match, number=1)
        for room in rooms:
            self._sit(segment, room, sides if room != Room.CLOSED else sides[::-1], boards)
        return match

    def alone(self, round_: Round, entries: Sequence[int], boards: Sequence[Board]) -> Match:
        """Seat four who play each for himself."""
        match = Match.objects.create(round=round_, number=round_.matches.count() + 1)
        segment = Segment.objects.create(match=match, number=1)
        sitting = self._sitting(segment, Room.ONLY, boards)
        for place, (label, number) in enumerate(zip("NWSE", entries, strict=True), 1):
            side = Side.objects.create(match=match, number=place)
            side.entries.set([self.entries[number - 1]])
            Seat.objects.create(sitting=sitting, label=label, person=self._free(side), side=side)
        return match

    def deal(self, match: Match, board: Board, room: Room = Room.ONLY) -> Deal:
        """Return the deal of a board in a room of a match."""
        return Deal.objects.get(sitting__segment__match=match, sitting__room=room, board=board)

    def play(self, deal: Deal, tricks: int | None, kind: ResultKind = Result.Kind.PLAYED) -> None:
        """Say how many tricks North took, East having the others; of an average say nothing."""
        facts: dict[str, Any] = {}
        if tricks is not None:
            facts = {"won": {"N": tricks, "W": 0, "S": 0, "E": TRICKS - tricks}}
        self.post(deal, facts, kind)

    def post(self, deal: Deal, facts: dict[str, Any], kind: ResultKind) -> None:
        """Make this the result of a deal."""
        fresh = Deal.objects.get(pk=deal.pk)
        reason = "misread" if fresh.version else ""
        with change(self.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            report = Report(kind, facts)
            ledger.post(made, fresh, report, seen=fresh.version, origin=SHEET, reason=reason)

    def two_rooms(self, match: Match, board: Board, open_: int, closed: int) -> None:
        """Give a board both of its results, in tricks of north-south."""
        self.play(self.deal(match, board, Room.OPEN), open_)
        self.play(self.deal(match, board, Room.CLOSED), closed)

    def award(
        self,
        match: Match,
        kind: AwardKind,
        winner: int | None,
        won: Fraction,
        lost: Fraction,
        retires: Award | None = None,
    ) -> Award:
        """Award a match; `winner` is the place of a side."""
        side = None if winner is None else match.sides.get(number=winner)
        return Award.objects.create(
            match=match,
            kind=kind,
            winner=side,
            won_numerator=won.numerator,
            won_denominator=won.denominator,
            lost_numerator=lost.numerator,
            lost_denominator=lost.denominator,
            retires=retires,
            reason="did not come",
            origin_uid="desk",
            origin_label="desk",
        )

    def stage(self, number: int, groups: Sequence[Sequence[tuple[int, int]]]) -> Stage:
        """Put entries into the groups of a stage, each with what it carries along."""
        stage, _ = Stage.objects.get_or_create(event=self.event, number=number)
        for place, members in enumerate(groups, 1):
            group, _ = Group.objects.get_or_create(stage=stage, number=place)
            for order, (entry, carried) in enumerate(members, 1):
                GroupMember.objects.create(
                    group=group,
                    entry=self.entries[entry - 1],
                    number=order,
                    carried_numerator=carried,
                )
        return stage

    def _sit(
        self, segment: Segment, room: Room, north_first: Sequence[Side], boards: Sequence[Board]
    ) -> None:
        sitting = self._sitting(segment, room, boards)
        for labels, side in zip(("NS", "WE"), north_first, strict=True):
            for label in labels:
                person = self._free(side)
                Seat.objects.create(sitting=sitting, label=label, person=person, side=side)

    def _sitting(self, segment: Segment, room: Room, boards: Sequence[Board]) -> Sitting:
        number = Table.objects.filter(tournament=self.tournament).count() + 1
        table = Table.objects.create(
            tournament=self.tournament, number=number, code=f"T{number:03}"
        )
        sitting = Sitting.objects.create(segment=segment, table=table, room=room)
        for order, board in enumerate(boards, 1):
            Deal.objects.create(
                event=self.event,
                sitting=sitting,
                board=board,
                board_no=board.board_no,
                play_order=order,
            )
        return sitting

    def _free(self, side: Side) -> Person:
        """Return somebody of a side who has no seat in its match yet."""
        taken = Seat.objects.filter(sitting__segment__match=side.match)
        members = EntryMember.objects.filter(entry__sides=side).order_by("entry", "number")
        left = members.exclude(person__in=taken.values("person"))
        return left[0].person


@contextmanager
def hall(entries: int, players: int, **changes: Any) -> Iterator[Hall]:
    """Open an event of so many entries of so many players; `changes` are fields of it."""
    with toy_registered():
        yield _hall(entries, players, changes)


@kept
def _hall(entries: int, players: int, changes: dict[str, Any]) -> Hall:
    alice = User.objects.create_user("alice")
    director = Actor.from_user(alice)
    club = organise.create_club("城北棋牌俱乐部", alice)
    tournament = organise.create_tournament(
        club, director, name="复式赛", starts_on=date(2026, 11, 21), time_zone="Asia/Shanghai"
    )
    rules = RuleSet.objects.create(
        game="toy", name="toy", rules={"value": VALUE}, schema=1, digest="toy"
    )
    usual: dict[str, Any] = {
        "form": Form.TEAMS,
        "boards": BoardSource.PASSED,
        "seed": "seed",
        "deals_per_round": 2,
        "state": Event.State.PUBLISHED,
    }
    event = Event.objects.create(
        tournament=tournament, name="复式赛", game="toy", ruleset=rules, **(usual | changes)
    )
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.RUNNING)
    stage = Stage.objects.create(event=event, number=1)
    Group.objects.create(stage=stage, number=1)
    made = [_entry(event, number, players) for number in range(1, entries + 1)]
    return Hall(tournament, event, tuple(made))


def another(hall: Hall, number: int, from_round: int) -> Entry:
    """Enter another one of four, who comes later."""
    entry = _entry(hall.event, number, 4)
    Entry.objects.filter(pk=entry.pk).update(from_round=from_round)
    return entry


def _entry(event: Event, number: int, players: int) -> Entry:
    with change(event.tournament, SYSTEM, Verb.ADD_ENTRY) as made:
        entry = Entry.objects.create(event=event, number=number, name=f"{number}队")
        for place in range(1, players + 1):
            person = Person.objects.create(club=event.tournament.club, name=f"{number}队{place}")
            EntryMember.objects.create(entry=entry, person=person, number=place)
            made.states(person)
        made.states(entry)
    return entry
