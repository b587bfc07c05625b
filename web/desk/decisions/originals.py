"""A sheet as it arrived, as hands, tricks and captured cards; its text stays beside as evidence."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.models import Sheet
from scoring.seats import COMPASS
from scoring.settlement import Settlement
from tournaments.models import Deal, Event
from tournaments.structure import games
from tournaments.structure.games import game_of, ruleset_of
from web.publish.pages import deal as deal_page
from web.publish.pages import replay
from web.publish.pages.deal import SumView
from web.publish.pages.replay import DealReplay, Hands
from web.publish.pages.tables import SeatView

GENERIC = "publish/games/_generic.html"


@dataclass(frozen=True, slots=True)
class Original:
    """What a sheet says: hands and tricks if they were recorded, else what each seat won.

    The templates of reports read it in place of a version and of a page of a deal.
    """

    event: Event
    seats: tuple[SeatView, ...]
    facts: Mapping[str, Any]
    asked: frozenset[str]
    hands: Hands = ()
    replay: DealReplay | None = None
    sums: tuple[SumView, ...] = ()
    """The sums of the seats, if it is shown on the felt."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    is_sealed: bool = False

    @property
    def on_felt(self) -> bool:
        """Whether its seats can be shown around a square table."""
        return {seat.label for seat in self.seats} == set(COMPASS)

    @property
    def piles(self) -> Mapping[str, Any]:
        """The cards each seat won, shown on the felt when no hands are known."""
        won = self.facts.get("won") if self.on_felt and not self.hands else None
        return won if isinstance(won, Mapping) else {}

    @property
    def most(self) -> int:
        """The largest score, whose lines are open at first."""
        return max((total.size for total in self.sums), default=0)

    @property
    def middle_templates(self) -> tuple[str, ...]:
        """The templates for the middle of the felt: the game's own, if any."""
        return (f"publish/games/_{self.event.game}_middle.html", "publish/games/_middle.html")

    @property
    def report_templates(self) -> tuple[str, ...]:
        """The templates of the report: the game's own, else the generic one."""
        return (f"publish/games/{self.event.game}.html", GENERIC)

    @property
    def facts_as_text(self) -> tuple[tuple[str, str], ...]:
        """The facts, for games without a template of their own."""
        return tuple((name, str(value)) for name, value in self.facts.items())


def original(sheet: Sheet, deal: Deal, people: Mapping[str, str]) -> Original:
    """Return what a sheet says, as its game reads it; nothing for a malformed report.

    For a faulty part, see the sentence of the problem and the text of the sheet.
    """
    report: Mapping[str, Any] = sheet.report if isinstance(sheet.report, Mapping) else {}
    wrong = {str(problem["field"]).partition(".")[0] for problem in sheet.problems}
    return told(deal, people, report, wrong)


def told(
    deal: Deal,
    people: Mapping[str, str],
    report: Mapping[str, Any],
    wrong: Collection[str] = (),
) -> Original:
    """Return what a report says; `wrong` are its parts that are left out."""
    sound = {name: value for name, value in report.items() if name not in wrong}
    game, stored = game_of(deal.event), ruleset_of(deal).rules
    rules = game.rules(stored)
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
        rules=stored,
    )


def on_felt(original: Original, settlement: Settlement) -> Original:
    """Return the original with the points of the seats and their sums."""
    names = {seat.label: seat.name for seat in original.seats}
    sums = deal_page.sums(settlement, game_of(original.event), names)
    scores = settlement.scores
    return replace(
        original,
        sums=sums,
        seats=tuple(replace(seat, points=scores.get(seat.label, 0)) for seat in original.seats),
    )
