"""The page of a deal: who sat where, what was reported, and every version with its settlement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from scoring.game import Blank, Context, Game
from scoring.procedure import History, PastDeal
from scoring.settlement import Explanation, Line, Settlement
from tournaments import wording
from tournaments.models import BoardSource, Deal, Event, Result, Round
from tournaments.publish import stories
from tournaments.publish.pages import replay
from tournaments.publish.pages.replay import Replay
from tournaments.publish.pages.tables import DealView, SeatView, TableView, tables
from tournaments.record.digest import canonical
from tournaments.results import queries
from tournaments.structure import boards, games
from tournaments.wording import compared


@dataclass(frozen=True, slots=True)
class LineView:
    """A step of a sum in words, and by its code and figures for a page that draws it otherwise."""

    words: str
    cards: tuple[str, ...]
    points: int | None
    code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatSum:
    """How a seat's points add up: the lines to its raw points, the further ones to its score."""

    label: str
    name: str
    lines: tuple[LineView, ...]
    raw: int
    conversions: tuple[LineView, ...]
    score: int
    explained: Explanation

    @property
    def derivation(self) -> str:
        """The formula of the raw points, where it says more than they do."""
        said = self.explained.raw
        return said if "=" in said and said != f"{self.raw} = {self.raw}" else ""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the result: what was reported, by whom, why, and what it came to."""

    number: int
    kind: str
    at: datetime
    origin: str
    story: str
    reason: str
    facts: Mapping[str, Any]
    sums: tuple[SeatSum, ...]
    residue: int | None = None
    """What rounding leaves over where all scores should sum to zero."""
    is_adjusted: bool = False
    """Whether it is an average that a referee gave."""
    leads_next: str | None = None
    """Who leads the next deal after this one, where the rules say so and the facts are open."""

    @property
    def facts_as_text(self) -> tuple[tuple[str, str], ...]:
        """The facts as they are, for a game that nobody has drawn a page for."""
        return tuple((name, canonical(value)) for name, value in self.facts.items())


@dataclass(frozen=True, slots=True)
class DealPage:
    """What the page shows; the live version is the first."""

    event: Event
    deal: Deal
    round: Round
    table: TableView
    versions: tuple[Version, ...]
    asked: frozenset[str]
    """The cards that a sheet of this game asks for."""
    notes: tuple[str, ...] = ()
    """What happened beyond the result: claims, and what came of them."""
    before: DealView | None = None
    after: DealView | None = None
    counts: bool = True
    """Whether it was played before the end of its game (局)."""
    replay: Replay | None = None
    """The tricks of the version that counts, where they were written down."""
    is_sealed: bool = False
    """Whether others have the board before them: then only what the deal came to is shown."""

    @property
    def live(self) -> Version | None:
        """The version that counts; there is none before the deal is in."""
        return self.versions[0] if self.versions else None

    @property
    def earlier(self) -> tuple[Version, ...]:
        """The versions that were replaced."""
        return self.versions[1:]

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The seats with their points in this deal."""
        scores = {total.label: total.score for total in self.live.sums} if self.live else {}
        return tuple(
            SeatView(seat.label, seat.name, seat.entry, scores.get(seat.label, 0))
            for seat in self.table.seats
        )

    @property
    def report_templates(self) -> tuple[str, ...]:
        """What draws the report: the game's own fragment, or the one for any game."""
        return (f"publish/games/{self.event.game}.html", "publish/games/_generic.html")


def read(deal: Deal) -> DealPage:
    """Return what the page shows."""
    (table,) = tables(pk=deal.sitting_id)
    game = queries.game_of(deal.event)
    rules = game.rules(queries.ruleset_of(deal).rules)
    is_open, told = boards.is_open(deal.board), games.context_of(deal, games.Use.TELL)
    tells_next = is_open and not (deal.board and deal.board.leader)
    names = {seat.label: seat.name for seat in table.seats}
    asked = frozenset(game.blank(rules).cards)
    results = [] if _is_untold(deal) else list(deal.results.order_by("-version"))
    contexts = [replace(told, schema=result.schema) for result in results]
    stories_told = stories.told(results)
    before, after = _beside(deal, table)
    return DealPage(
        event=deal.event,
        deal=deal,
        round=deal.sitting.segment.match.round,
        table=table,
        versions=tuple(
            replace(
                _version(result, game, names, stories_told, None if is_open else asked),
                facts=_facts(result, game, rules, context, is_open=is_open),
                leads_next=_leads_next(result, game, rules) if tells_next else None,
            )
            for result, context in zip(results, contexts, strict=True)
        ),
        asked=asked,
        notes=tuple(stories.noted([deal.uid]).get(deal.uid, ())) if results else (),
        before=before,
        after=after,
        counts=deal.uid not in games.not_counted(deal.event),
        is_sealed=not is_open,
        replay=replay.read(results[0].facts, game, rules, contexts[0])
        if results and is_open
        else None,
    )


def sums(settlement: Settlement, game: Game[Any], names: Mapping[str, str]) -> tuple[SeatSum, ...]:
    """Return how the points of every seat add up; `names` says who sits there.

    Nobody scores in a deal that is void, was not played, or was taken back.
    """
    return tuple(
        _sum(label, name, settlement, game.explain(settlement, label))
        for label, name in names.items()
        if label in settlement.scores
    )


def _is_untold(deal: Deal) -> bool:
    """Whether nothing may be told of the deal: tables play the same boards, and this is sealed."""
    board = deal.board
    return deal.event.boards != BoardSource.TABLE and bool(board) and not boards.is_open(board)


def _beside(deal: Deal, table: TableView) -> tuple[DealView | None, DealView | None]:
    """Return the deals of the same table before and after this one."""
    around = (None, *table.deals, None)
    place = next(n for n, one in enumerate(around) if one is not None and one.uid == deal.uid)
    return around[place - 1], around[place + 1]


def _facts(
    result: Result, game: Game[Any], rules: Any, context: Context, *, is_open: bool
) -> Mapping[str, Any]:
    """Return what was reported, with the cards that plays and a claim gave to each seat.

    While others have the board before them it is only who won which of the cards that count.
    """
    facts: Mapping[str, Any] = result.facts
    piles = game.follow(facts, rules, context).won
    if piles:
        facts = {**facts, "won": {seat: list(cards) for seat, cards in piles.items()}}
    if is_open:
        return facts
    return {"won": _counted(facts["won"], game.blank(rules))} if "won" in facts else {}


def _leads_next(result: Result, game: Game[Any], rules: Any) -> str | None:
    if result.kind in games.NO_POINTS:
        return None
    past = PastDeal(result.facts, result.settlement["raw"], schema=result.schema)
    return game.procedure(rules, History(deals=(past,))).leads


def _counted(won: Mapping[str, Any], blank: Blank) -> dict[str, Any]:
    """Return the cards that count, in the order of the sheet and not as they were taken."""
    order = list(dict.fromkeys(blank.cards))
    return {
        seat: sorted(filter(order.__contains__, cards), key=order.index)
        if isinstance(cards, list)
        else cards
        for seat, cards in won.items()
    }


def _version(
    result: Result,
    game: Game[Any],
    names: Mapping[str, str],
    told: Mapping[str, str],
    shown: frozenset[str] | None,
) -> Version:
    """Return a version; of its cards no others than those `shown`, where the board is sealed."""
    settlement = Settlement.from_json(result.settlement, game.codes)
    if shown is not None:
        settlement = _without_others(settlement, shown)
    return Version(
        number=result.version,
        kind=compared.kind_said(result),
        at=result.created_at,
        origin=wording.origin_text(result.origin_label),
        story=told.get(result.origin_uid, ""),
        reason=games.reason_said(result.reason),
        facts=result.facts,
        sums=sums(settlement, game, names),
        residue=settlement.residue,
        is_adjusted=result.kind == Result.Kind.AVERAGE,
    )


def _without_others(settlement: Settlement, shown: frozenset[str]) -> Settlement:
    lines = (
        replace(line, cards=tuple(filter(shown.__contains__, line.cards)))
        for line in settlement.lines
    )
    return replace(settlement, lines=tuple(lines))


def _sum(label: str, name: str, settlement: Settlement, explained: Explanation) -> SeatSum:
    conversions = settlement.conversions_of(label)
    return SeatSum(
        label=label,
        name=name,
        lines=tuple(map(_line, settlement.lines_of(label))),
        raw=settlement.raw[label],
        # The first conversion repeats the raw points, which stand there already.
        conversions=tuple(map(_line, conversions[1:])),
        score=settlement.scores[label],
        explained=explained,
    )


def _line(line: Line) -> LineView:
    return LineView(
        wording.line_text(line),
        line.cards,
        wording.line_points(line),
        line.code.value,
        dict(line.values),
    )
