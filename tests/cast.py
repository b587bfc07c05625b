"""The people that most tests share: a club with its owner, a referee, and somebody of another club.

cast = assemble()
round_ = cast.round_in_play()
cast.play(round_)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from tests.kept_worlds import kept
from tournaments import organise
from tournaments.models import Club, Deal, Event, Result, Role, Round, Tournament, User
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Actor, Verb, change
from tournaments.record.ledger import Origin, Report

PLAYERS: Final = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛")

NORTH_TAKES_THE_PIG: Final[Mapping[str, Any]] = {
    "won": {
        "N": ["SQ"],
        "W": ["DJ"],
        "S": ["C10"],
        "E": [f"H{rank}" for rank in "23456789"] + ["H10", "HJ", "HQ", "HK", "HA"],
    }
}
"""A sheet that says: the pig to North, the sheep to West, the transformer to South, all the hearts
to East. Under classic rules it comes to −100, +100, +50 and +200."""


@dataclass(frozen=True)
class Cast:
    """Alice owns the club, Bob is referee of its tournament, Charlie owns another club."""

    club: Club
    alice: User
    bob: User
    charlie: User
    tournament: Tournament
    event: Event

    @property
    def director(self) -> Actor:
        """Alice as a log actor."""
        return Actor.from_user(self.alice)

    @kept
    def changed(self, **columns: Any) -> Cast:
        """Return the cast with an event that differs in these columns."""
        Event.objects.filter(pk=self.event.pk).update(**columns)
        self.event.refresh_from_db()
        return self

    @kept
    def drawn_round(self, seed: str = "seed") -> Round:
        """Return the next round as a draft."""
        return organise.draw_round(self.event, self.director, seed=seed)

    @kept
    def closed_round(self) -> Round:
        """The next round, published, played and closed."""
        round_ = self.round_in_play()
        self.play(round_)
        organise.close_round(round_, self.director)
        return round_

    @kept
    def round_in_play(self, seed: str = "seed") -> Round:
        """Return the next round, published."""
        round_ = self.drawn_round(seed)
        organise.publish_round(round_, self.director)
        return round_

    def deals(self, round_: Round) -> list[Deal]:
        """Return the deals of a round, table by table in order of play."""
        return list(
            Deal.objects.filter(sitting__segment__match__round=round_)
            .select_related("event", "sitting__segment__match__round__group__stage")
            .order_by("sitting__table__number", "play_order")
        )

    def post(
        self,
        deal: Deal,
        *,
        seen: int = 0,
        reason: str = "",
        report: Mapping[str, Any] | None = None,
    ) -> Result:
        """Make the sheet of this module, or another report, the result of a deal."""
        reported = Report(Result.Kind.PLAYED, dict(report or NORTH_TAKES_THE_PIG))
        with change(self.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            origin = Origin(uid="sheet", label="sheet")
            return ledger.post(made, deal, reported, seen=seen, origin=origin, reason=reason)

    @kept
    def play(self, round_: Round) -> None:
        """Give every deal of a round a result."""
        for deal in self.deals(round_):
            self.post(deal)


@kept
def assemble(*, players: int = len(PLAYERS), deals_per_round: int = 2) -> Cast:
    """Return the cast with an individual event of `players`, nothing drawn yet."""
    alice, bob, charlie = (account(name) for name in ("alice", "bob", "charlie"))
    club = organise.create_club("城北棋牌俱乐部", alice)
    organise.create_club("城南棋牌俱乐部", charlie)
    director = Actor.from_user(alice)
    tournament = organise.create_tournament(
        club, director, name="秋季赛", starts_on=date(2026, 11, 21), time_zone="Asia/Shanghai"
    )
    organise.grant_role(director, tournament, bob, Role.REFEREE)
    plan = organise.EventPlan("个人赛", "gongzhu", {"preset": "classic"}, deals_per_round)
    event = organise.create_event(tournament, director, plan)
    names = [PLAYERS[n] if n < len(PLAYERS) else f"{n + 1}号" for n in range(players)]
    if names:
        organise.add_entries(event, director, [[name] for name in names])
    return Cast(club, alice, bob, charlie, tournament, event)


def account(name: str, password: str | None = None) -> User:
    """Return a new account; without a password it signs in by `client.force_login` alone."""
    return User.objects.create_user(name, password=password)
