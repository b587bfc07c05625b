"""A team event: four teams of five, two matches of two rooms, drawn and published."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest

from tests import cast as people
from tests.cast import Cast
from tests.kept_worlds import kept
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.line_ups import line_up_state
from tournaments.models import (
    Entry,
    Event,
    Group,
    LineUp,
    Match,
    Publication,
    Round,
    RoundState,
    Segment,
    Side,
    Sitting,
    Table,
)
from tournaments.record import ledger
from tournaments.record.audit import Verb, change
from tournaments.results import queries
from tournaments.structure.line_up_rules import LineUpSeats

TEAMS: Final = ("华清", "城北", "铁路", "师大")
ROOMS: Final = {1: (Sitting.Room.ONLY,), 2: (Sitting.Room.OPEN, Sitting.Room.CLOSED)}


@dataclass(frozen=True)
class Teams:
    """The cast with its team event, and the round in play."""

    cast: Cast
    event: Event
    round: Round

    @property
    def match(self) -> Match:
        """The first match: 华清 at home against 城北."""
        return self.round.matches.order_by("number")[0]

    def segment(self, number: int = 1, match: Match | None = None) -> Segment:
        """Return a segment of a match."""
        return (match or self.match).segments.get(number=number)

    def side(self, number: int, match: Match | None = None) -> Side:
        """Return a side of a match."""
        return (match or self.match).sides.get(number=number)

    def seats(self, segment: Segment, number: int, *, shift: int = 0) -> LineUpSeats:
        """Return a line-up of a side, in the order of its players; those before `shift` rest."""
        side = self.side(number, segment.match)
        able = list(line_up_state.players(side.entries.get(), self.round.number))[shift:]
        return dict(zip(line_up_state.places(segment, side), able, strict=False))

    def hand_in(self, segment: Segment, number: int, *, shift: int = 0) -> LineUp:
        """Hand in the line-up of a side at the desk."""
        side, seats = self.side(number, segment.match), self.seats(segment, number, shift=shift)
        return organise.hand_in_line_up(segment, side, self.cast.director, seats)

    def play(self) -> None:
        """Give every laid-out deal without a result a result."""
        for deal in self.cast.deals(self.round):
            if not deal.done:
                self.cast.post(deal)

    def reveal(self, segment: Segment, *, shift: int = 0) -> None:
        """Hand in both line-ups of a segment and reveal them."""
        for number in (1, 2):
            self.hand_in(segment, number, shift=shift)
        organise.reveal_line_ups(segment, self.cast.director)


@kept
def assemble(
    *, rooms: int = 2, segments: int = 2, deals: int = 4, drawn: bool = True, **settings: Any
) -> Teams:
    """Return a team event with its first round in play, without line-ups."""
    cast = people.assemble(players=0, deals_per_round=deals)
    changed = {"form": Event.Form.TEAMS, "rooms": rooms, "segments": segments, **settings}
    Event.objects.filter(pk=cast.event.pk).update(**changed)
    event = Event.objects.get(pk=cast.event.pk)
    teams = [[f"{name}{n}" for n in "一二三四五"] for name in TEAMS]
    names, clubs = [f"{name}队" for name in TEAMS], list(TEAMS)
    organise.add_entries(event, cast.director, teams, names=names, clubs=clubs)
    return Teams(cast, event, round_of(cast, event) if drawn else Round())


def round_of(cast: Cast, event: Event) -> Round:
    """Return a round in which the first meets the second, and the third the fourth."""
    entries = list(event.entries.order_by("number"))
    group = Group.objects.get(stage__event=event)
    number = len(queries.rounds(event)) + 1
    with change(event.tournament, cast.director, Verb.PUBLISH_ROUND) as made:
        state = RoundState.PUBLISHED
        round_ = Round.objects.create(event=event, group=group, number=number, state=state)
        for place in range(0, len(entries) - 1, 2):
            _match(round_, place // 2 + 1, entries[place : place + 2])
        made.states(round_)
        shown = queries.shown_draw(round_)
        ledger.publish(made, event, Publication.Kind.DRAW, shown, round_=round_)
    return round_


def _match(round_: Round, number: int, teams: list[Entry]) -> None:
    event = round_.event
    match = Match.objects.create(round=round_, number=number)
    for side, team in enumerate(teams, 1):
        Side.objects.create(match=match, number=side).entries.add(team)
    for part in range(1, event.segments + 1):
        segment = Segment.objects.create(match=match, number=part)
        for place, room in enumerate(ROOMS[event.rooms]):
            at = (number - 1) * event.rooms + place + 1
            table, _made = Table.objects.get_or_create(
                tournament=event.tournament, number=at, defaults={"code": f"TEAM{at:02}"}
            )
            Sitting.objects.create(segment=segment, table=table, room=room)


def codes(refusing: Callable[[], Any]) -> list[str]:
    """Return the codes of a refusal."""
    with pytest.raises(Refused) as refused:
        refusing()
    return [str(problem.code) for problem in refused.value.problems]
