"""Teams that meet in games (局) to a limit: two teams, in one room or two, with real reports.

teams = assemble()
teams.reveal(1)
teams.play("open", HOME_PIG_IN_OPEN, HOME_PIG_IN_OPEN)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from tests import cast as people
from tests import teams_cast
from tests.cast import Cast
from tests.kept_worlds import kept
from tests.teams_cast import TEAMS, Teams
from tournaments import organise, results
from tournaments.models import Deal, Game, Result, ResultKind, Round, Side
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_record, game_results
from tournaments.standings.round_scores import RoundSum
from tournaments.structure.game_standings import GameStanding

SHEET: Final = Origin(uid="sheet", label="sheet")
HEARTS: Final = [f"H{rank}" for rank in "23456789"] + ["H10", "HJ", "HQ", "HK"]
NORTH_SOUTH_LOSE: Final[Mapping[str, Any]] = {
    "won": {"N": ["SQ", "C10", *HEARTS], "S": ["HA"], "E": ["DJ"]},
    "dealt": {"SQ": "S", "C10": "S", "HA": "W", "DJ": "W"},
}
"""The pig and the hearts without their ace, doubled: −500, and the ace: −550 to north-south. The
sheep: +100 to east-west. After two of these north-south are pig, −1100 against +200."""
EAST_WEST_LOSE: Final[Mapping[str, Any]] = {
    "won": {"W": ["SQ", "C10", *HEARTS], "E": ["HA"], "S": ["DJ"]},
    "dealt": {"SQ": "S", "C10": "S", "HA": "N", "DJ": "W"},
}
"""The same the other way round."""
LITTLE: Final[Mapping[str, Any]] = {
    "won": {"N": ["SQ", "DJ"], "S": ["C10", *HEARTS], "W": ["HA"]},
    "dealt": {"SQ": "S", "C10": "N", "HA": "N", "DJ": "W"},
}
"""Hearts of −150, doubled: −300 to north-south, and −50 to east-west."""


@dataclass(frozen=True)
class InGames(Teams):
    """Two teams that meet once: the first at home, north-south in the open room."""

    def show(self, part: int = 1, *, shift: int = 0) -> None:
        """Hand in both line-ups of the next segment, and reveal them."""
        self.reveal(self.segment(part), shift=shift)

    def deals(self, room: str, part: int = 1) -> list[Deal]:
        """Return the deals of a room, in the order of play."""
        number = (part - 1) * self.event.rooms + (2 if room == "closed" else 1)
        rows = Deal.objects.filter(game__match=self.match, game__number=number)
        return list(rows.select_related("event").order_by("play_order"))

    def post(
        self, deal: Deal, facts: Mapping[str, Any] | None, kind: ResultKind = Result.Kind.PLAYED
    ) -> None:
        """Record a result, or another version of one."""
        stored = Deal.objects.get(pk=deal.pk)
        reason = "misread" if stored.version else ""
        with change(self.cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            report = Report(kind, facts or {})
            ledger.post(made, stored, report, seen=stored.version, origin=SHEET, reason=reason)

    def play_in(self, room: str, *reports: Mapping[str, Any], part: int = 1) -> None:
        """Record the next deals of a room."""
        for report in reports:
            self.post(next(deal for deal in self.deals(room, part) if not deal.done), report)

    def not_played(self, room: str, part: int = 1) -> None:
        """Rule that the open deal of a room is not played because its time is over."""
        open_deal = next(deal for deal in self.deals(room, part) if not deal.done)
        self.post(open_deal, None, Result.Kind.NOT_PLAYED)

    def penalise(self, room: str, side: Side, points: int, part: int = 1) -> None:
        """Give a side penalty points at one of its tables."""
        with change(self.cast.tournament, SYSTEM, Verb.ADJUST) as made:
            entry, origin = side.entries.get(), replace(SHEET, deal=self.deals(room, part)[-1])
            ledger.adjust(made, entry, Fraction(points), reason="late", origin=origin, side=side)

    def stand(self, room: str, part: int = 1) -> GameStanding:
        """Return the standing of a game."""
        stands = game_results.game_standings(results.read(self.event))
        return stands[self.deals(room, part)[0].game_id or 0]

    def has_ended(self, room: str) -> bool:
        """Whether the game of a room is stored as ended."""
        game = self.deals(room)[0].game
        return game is not None and game.ended_at is not None

    def sums(self) -> tuple[str, str, str, str]:
        """Return the match points of both sides, and their totals."""
        home, away = (self._sum(self.side(number)) for number in (1, 2))
        totals = home.totals or ("", "")
        return str(home.match_points), str(away.match_points), str(totals[0]), str(totals[1])

    def _sum(self, side: Side) -> RoundSum:
        uid = side.entries.get().uid
        rows = event_record.standings(results.read(self.event))
        (rank,) = (row.rank for row in rows if row.rank.entry == uid)
        return rank.rounds[0]

    @property
    def games(self) -> list[Game]:
        """The games of the match."""
        return list(self.match.games.order_by("number"))


def plan(**changes: Any) -> organise.EventPlan:
    """Return the plan of such an event, by default 拱猪 in two rooms."""
    usual: dict[str, Any] = {
        "name": "队式千分局",
        "game": "gongzhu",
        "rules": {"preset": "huapai-pairs"},
        "deals_per_round": 20,
        "form": "teams",
        "rooms": 2,
        "to_limit": True,
        "ranking": "wdl_2_1_0",
        "draw_method": "swiss",
    }
    return organise.EventPlan(**{**usual, **changes})


@kept
def assemble(*, drawn: bool = True, **changes: Any) -> InGames:
    """Return two teams of five in a round in play without line-ups, or before it is `drawn`."""
    cast: Cast = people.assemble(players=0)
    event = organise.create_event(cast.tournament, cast.director, plan(**changes))
    members = [[f"{name}{n}" for n in "一二三四五"] for name in TEAMS[:2]]
    names = [f"{name}队" for name in TEAMS[:2]]
    organise.add_entries(event, cast.director, members, names=names)
    cast = replace(cast, event=event)
    return InGames(cast, event, teams_cast.round_of(cast, event) if drawn else Round())
