"""A sheet as it came, as hands, tricks and captured cards; its text is the evidence beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.models import Sheet
from scoring.seats import COMPASS
from tournaments.models import Deal, Event
from tournaments.structure import games
from tournaments.structure.games import game_of, ruleset_of
from web.publish.pages import replay
from web.publish.pages.replay import DealReplay, Hands
from web.publish.pages.tables import SeatView

GENERIC = "publish/games/_generic.html"


@dataclass(frozen=True, slots=True)
class Original:
    """What a sheet says: hands and tricks where they were recorded, else what each seat won.

    It stands for the version and for the page of a deal in the templates of reports.
    """

    event: Event
    seats: tuple[SeatView, ...]
    facts: Mapping[str, Any]
    asked: frozenset[str]
    hands: Hands = ()
    replay: DealReplay | None = None
    sums: tuple[()] = ()
    is_sealed: bool = False

    @property
    def on_felt(self) -> bool:
        """Whether its seats are those of a square table."""
        return {seat.label for seat in self.seats} == set(COMPASS)

    @property
    def report_templates(self) -> tuple[str, ...]:
        """The templates of the report: that of the game, else the generic one."""
        return (f"publish/games/{self.event.game}.html", GENERIC)

    @property
    def facts_as_text(self) -> tuple[tuple[str, str], ...]:
        """The facts, for games without a template of their own."""
        return tuple((name, str(value)) for name, value in self.facts.items())


def original(sheet: Sheet, deal: Deal, people: Mapping[str, str]) -> Original:
    """Return what a sheet says, read as its game reads it; a report that is none says nothing.

    Of a part with which something is wrong the sentence of the problem and the text tell more.
    """
    report: Mapping[str, Any] = sheet.report if isinstance(sheet.report, Mapping) else {}
    wrong = {str(problem["field"]).partition(".")[0] for problem in sheet.problems}
    sound = {name: value for name, value in report.items() if name not in wrong}
    game, rules = game_of(deal.event), game_of(deal.event).rules(ruleset_of(deal).rules)
    context = games.context_of(deal, games.Use.TELL)
    following = game.follow(report, rules, context)
    won = {seat: list(cards) for seat, cards in following.won.items()}
    return Original(
        event=deal.event,
        seats=tuple(SeatView(label, name, None, 0) for label, name in people.items()),
        facts={**sound, "won": won} if won else sound,
        asked=frozenset(game.blank(rules).cards),
        hands=replay.known_hands(following, game, rules),
        replay=replay.read(report, game, rules, context),
    )
