"""Team events of an odd number for tests: drawn, lined up and played through the operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from tests import cast as people
from tests.cast import Cast
from tests.kept_worlds import kept
from tests.tournaments import duplicate
from tests.tournaments.duplicate import Hall
from tournaments import organise
from tournaments.line_ups import line_up_state
from tournaments.models import Comparison, Deal, Match, OddField, Ranking, Room, Round, Side, User
from tournaments.record.audit import Actor
from tournaments.structure import three_way_matches


@dataclass(frozen=True)
class Threes:
    """A hall of teams of four, and what is done in it at the desk."""

    hall: Hall
    director: Actor

    def draw(self) -> Round:
        """Draw the next round and publish it."""
        round_ = organise.draw_round(self.hall.event, self.director)
        organise.publish_round(round_, self.director)
        return round_

    def line_up(self, round_: Round) -> None:
        """Let every team hand in once, its first two in the open room of its first match."""
        for match in round_.matches.order_by("number"):
            for side in match.sides.order_by("number"):
                self.hand_in(match, side)
        organise.reveal_round(round_, self.director)

    def hand_in(self, match: Match, side: Side) -> None:
        """Hand in for a side, unless it has done so."""
        segment = match.segments.get()
        if not segment.line_ups.filter(side=side).exists():
            able = line_up_state.players(side.entries.get(), match.round.number)
            wanted = line_up_state.places(segment, side)
            seats = dict(zip(wanted, able, strict=True))
            organise.hand_in_line_up(segment, side, self.director, seats)

    def play(self, round_: Round, tricks: Callable[[Deal], int] = lambda _deal: 7) -> None:
        """Give every deal of a round a result: so many tricks of north-south."""
        deals = Deal.objects.filter(sitting__segment__match__round=round_, done=False)
        for deal in deals.select_related("sitting__segment__match"):
            self.hall.play(deal, tricks(deal))

    def three(self, round_: Round) -> tuple[Match, Match, Match]:
        """Return the half matches of the one three of a round."""
        (three,) = three_way_matches.of_round(round_)
        match, two, last = (Match.objects.get(pk=half.match) for half in three)
        return match, two, last

    def whole_round(self, **tricks: Callable[[Deal], int]) -> Round:
        """Draw, play and close a round."""
        round_ = self.draw()
        self.line_up(round_)
        self.play(round_, **tricks)
        organise.close_round(round_, self.director)
        return round_


@contextmanager
def event(teams: int, **changes: Any) -> Iterator[Threes]:
    """Open an event of so many teams of four in which three meet where the number is odd."""
    usual: dict[str, Any] = {
        "comparison": Comparison.IMP,
        "ranking": Ranking.VP_20,
        "rooms": 2,
        "draw_method": "swiss",
        "odd_field": OddField.THREE_WAY,
        "deals_per_round": 4,
    }
    with duplicate.hall(teams, 4, **(usual | changes)) as hall:
        yield Threes(hall, Actor.from_user(User.objects.get(username="alice")))


def names(match: Match) -> list[str]:
    """Return the teams of a match by their numbers, the home side first."""
    sides = match.sides.order_by("number")
    return [str(number) for number in sides.values_list("entries__number", flat=True)]


def is_open(deal: Deal) -> bool:
    """Whether a deal is played in the open room."""
    return bool(deal.sitting.room == Room.OPEN)


@kept
def sealed(teams: int, **changes: Any) -> tuple[Threes, Cast]:
    """Return an event of so many teams over boards that the program deals, and its cast."""
    cast = people.assemble(players=0)
    options: dict[str, Any] = {
        "form": "teams",
        "boards": "made",
        "comparison": Comparison.IMP,
        "ranking": Ranking.VP_20,
        "rooms": 2,
        "draw_method": "swiss",
        "odd_field": OddField.THREE_WAY,
        "rounds_planned": 3,
        **changes,
    }
    rules = {"preset": "classic"}
    plan = organise.EventPlan("三队同场", "gongzhu", rules, 4, **options)
    made = organise.create_event(cast.tournament, cast.director, plan)
    persons = [[f"{n}队{letter}" for letter in "甲乙丙丁"] for n in range(1, teams + 1)]
    named = [f"{n}队" for n in range(1, teams + 1)]
    organise.add_entries(made, cast.director, persons, names=named, clubs=[""] * teams)
    hall = Hall(cast.tournament, made, tuple(made.entries.order_by("number")))
    return Threes(hall, cast.director), replace(cast, event=made)
