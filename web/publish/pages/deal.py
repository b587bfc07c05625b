"""The page of a deal: seats, report, replay, and every version with its settlement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from scoring.game import Context, Game
from scoring.procedure import History, PastDeal
from scoring.seats import COMPASS
from scoring.settlement import Explanation, Line, Settlement
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Deal, DealNumber, Event, Result, ResultKind, Round
from tournaments.record.digest import canonical
from tournaments.structure import boards, game_standings, games, segments
from tournaments.wording import result_words
from web.publish.pages import replay
from web.publish.pages.replay import DealReplay, Hands
from web.publish.pages.tables import SeatView
from web.publish.rulings import stories


@dataclass(frozen=True, slots=True)
class LineView:
    """A step of a sum in words, with its code and values for templates that show it differently."""

    words: str
    cards: tuple[str, ...]
    points: int | None
    code: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SumView:
    """The sum of a seat: the lines of its raw points, and the conversions to its score."""

    label: str
    name: str
    lines: tuple[LineView, ...]
    raw: int
    conversions: tuple[LineView, ...]
    score: int
    explained: Explanation

    @property
    def size(self) -> int:
        """The score without its sign."""
        return abs(self.score)

    @property
    def derivation(self) -> str:
        """The formula of the raw points, empty if it is only their number."""
        formula = self.explained.raw
        return formula if "=" in formula and formula != f"{self.raw} = {self.raw}" else ""


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version of the result: report, origin, reason and sums."""

    number: int
    kind: str
    at: datetime
    origin: str
    story: str
    reason: str
    facts: Mapping[str, Any]
    sums: tuple[SumView, ...]
    residue: int | None = None
    """The remainder of rounding if scores should sum to zero."""
    is_adjusted: bool = False
    """Whether it is an adjusted score."""
    is_of_table: bool = False
    """Whether it is the table's own report."""
    leads_next: str | None = None
    """The seat that leads the next deal, if this deal decides it."""

    @property
    def facts_as_text(self) -> tuple[tuple[str, str], ...]:
        """The facts as JSON, for games without a template of their own."""
        return tuple((name, canonical(value)) for name, value in self.facts.items())


ADJUSTED: Final = games.BY_REFEREE - {ResultKind.NO_REPLAY}
"""The kinds of results that a referee gave in place of the play."""


Notes = Mapping[str, Sequence[str]]
"""What is noted of deals, by their uids; deals without notes are left out."""


class NextDeal(NamedTuple):
    """A deal of the same table: its uid and its number."""

    uid: str
    number: DealNumber


@dataclass(frozen=True, slots=True)
class DealPage:
    """The page of a deal; the live version is the first."""

    event: Event
    deal: Deal
    round: Round
    table: int
    players: tuple[SeatView, ...]
    """The seats of its table, without points."""
    versions: tuple[VersionView, ...]
    asked: frozenset[str]
    """The cards that the sheet of this game asks for."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    """The rules of its event or stage, as they are stored."""
    notes: tuple[str, ...] = ()
    """Notes beyond the result, such as claims and their outcome."""
    before: NextDeal | None = None
    after: NextDeal | None = None
    counts: bool = True
    """Whether it counts: it was played before the end of its game (局)."""
    replay: DealReplay | None = None
    """The tricks of the live version, if they were recorded."""
    hands: Hands = ()
    """The hands as dealt, if those of all seats were recorded."""
    is_sealed: bool = False
    """Whether other tables still have to play the board; only the scores are shown then."""
    reopened: str = ""
    """What has to be done with a deal that is void or whose result was retracted."""
    reopened_state: str = ""
    """The same in a word."""

    @property
    def live(self) -> VersionView | None:
        """The live version; None before the deal has a result."""
        return self.versions[0] if self.versions else None

    @property
    def of_table(self) -> VersionView | None:
        """The table's report, if a referee gave an adjusted score instead."""
        if self.live is None or not self.live.is_adjusted:
            return None
        return next((version for version in self.versions if version.is_of_table), None)

    @property
    def earlier(self) -> tuple[VersionView, ...]:
        """The retired versions."""
        return self.versions[1:]

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The seats with their points in this deal."""
        scores = {total.label: total.score for total in self.live.sums} if self.live else {}
        return tuple(replace(seat, points=scores.get(seat.label, 0)) for seat in self.players)

    @property
    def on_felt(self) -> bool:
        """Whether its seats can be shown around a square table."""
        return {seat.label for seat in self.players} == set(COMPASS)

    @property
    def is_played_on_felt(self) -> bool:
        """Whether its tricks are shown one by one on the felt of its hands."""
        return bool(self.replay and self.on_felt and self.live and self.live.sums)

    @property
    def piles(self) -> Mapping[str, Any]:
        """The cards each seat won, shown on the felt if no hands were recorded."""
        shown = self.on_felt and self.live and not self.hands
        won = self.live.facts.get("won") if shown and self.live else None
        return won if isinstance(won, Mapping) else {}

    @property
    def most(self) -> int:
        """The largest score of the deal, whose lines are open at first."""
        return max((total.size for total in self.live.sums), default=0) if self.live else 0

    @property
    def middle_templates(self) -> tuple[str, ...]:
        """The templates for the middle of the felt: the game's own, if any."""
        return (f"publish/games/_{self.event.game}_middle.html", "publish/games/_middle.html")

    @property
    def report_templates(self) -> tuple[str, ...]:
        """The templates of the report: the game's own, else the generic one."""
        return (f"publish/games/{self.event.game}.html", "publish/games/_generic.html")


def read(deal: Deal, notes: Notes | None = None) -> DealPage:
    """Return what the page shows.

    `notes` are those on the deals of its event, where they were read for many pages at once.
    """
    game = games.game_of(deal.event)
    stored = games.ruleset_of(deal)
    rules = games.rules_of(game, stored)
    is_opened = deal.board is not None and deal.board.opened_at is not None
    is_sealed = boards.is_sealed(deal.event, deal.board, is_opened=is_opened)
    hands = None if is_sealed else boards.hands(deal.board)
    seats = deal.sitting.seats.select_related("person").order_by("pk")
    names = {seat.label: seat.person.listed_name for seat in seats}
    results = [] if is_sealed else list(deal.results.order_by("-version"))
    is_reopened = bool(results) and not deal.done
    contexts = [Context(hands, schema=result.schema) for result in results]
    before, after = _neighbours(deal)
    told = _played_facts(results, contexts)
    return DealPage(
        event=deal.event,
        deal=deal,
        round=deal.sitting.segment.match.round,
        table=deal.sitting.table.number,
        players=tuple(SeatView(label, name, None, 0) for label, name in names.items()),
        versions=tuple(_versions(deal, results, contexts, names)),
        asked=frozenset(game.blank(rules).cards),
        rules=stored.rules,
        notes=_notes(deal, notes) if results else (),
        before=before,
        after=after,
        counts=game_standings.counts(deal),
        is_sealed=is_sealed,
        reopened=result_words.reopened_text(results[0].kind) if is_reopened else "",
        reopened_state=result_words.reopened_state(results[0].kind) if is_reopened else "",
        replay=replay.read(told[0], game, rules, told[1]) if told else None,
        hands=replay.known_hands(game.follow(told[0], rules, told[1]), game, rules) if told else (),
    )


def _versions(
    deal: Deal,
    results: Sequence[Result],
    contexts: Sequence[Context],
    names: Mapping[str, str],
) -> Iterator[VersionView]:
    """Yield the versions of the result."""
    game = games.game_of(deal.event)
    rules = games.rules_of(game, games.ruleset_of(deal))
    origins, stories_told = result_words.origin_texts(results), stories.stories_of_results(results)
    tells_next = not (deal.board and deal.board.leader)
    for result, context in zip(results, contexts, strict=True):
        yield replace(
            _version(result, game, names),
            story=join_facts(
                stories_told.get(result.origin_uid, ""),
                stories.allowed_text(deal.event, result.facts),
            ),
            origin=origins[result.pk],
            facts=_facts(result, game, rules, context),
            leads_next=_leads_next(result, game, rules) if tells_next else None,
        )


def _notes(deal: Deal, known: Notes | None) -> tuple[str, ...]:
    notes = stories.notes_on_deals([deal.uid]) if known is None else known
    return tuple(notes.get(deal.uid, ()))


def _played_facts(
    results: Sequence[Result], contexts: Sequence[Context]
) -> tuple[Mapping[str, Any], Context] | None:
    """Return the facts of how the deal was played: the table's own if it has any."""
    rows = list(zip(results, contexts, strict=True))
    if rows and rows[0][0].kind in ADJUSTED:
        rows = [row for row in rows if games.is_played(row[0])] or rows
    return next(((games.reported(row.facts), context) for row, context in rows), None)


def sums(settlement: Settlement, game: Game[Any], names: Mapping[str, str]) -> tuple[SumView, ...]:
    """Return the sum of every seat; `names` are the players by seat.

    It is empty for a deal that is void, not played, or retracted.
    """
    return tuple(
        _sum(label, name, settlement, game.explain(settlement, label))
        for label, name in names.items()
        if label in settlement.scores
    )


def _neighbours(deal: Deal) -> tuple[NextDeal | None, NextDeal | None]:
    """Return the deals of the same table before and after this one, whoever sits in them."""
    number = deal.number
    around = (
        None,
        *(
            NextDeal(row.uid, number._replace(board=row.board_no, order=row.play_order))
            for row in segments.deals_of_part(deal.sitting)
        ),
        None,
    )
    place = around.index(NextDeal(deal.uid, number))
    return around[place - 1], around[place + 1]


def _facts(result: Result, game: Game[Any], rules: Any, context: Context) -> Mapping[str, Any]:
    """Return the facts, with the cards that each seat won by plays and by a claim."""
    facts = games.reported(result.facts)
    piles = game.follow(facts, rules, context).won
    won = {seat: list(cards) for seat, cards in piles.items()}
    return {**facts, "won": won} if won else facts


def _leads_next(result: Result, game: Game[Any], rules: Any) -> str | None:
    if result.kind in games.NO_POINTS:
        return None
    past = PastDeal(games.reported(result.facts), result.settlement["raw"], schema=result.schema)
    return game.procedure(rules, History(deals=(past,))).leads


def _version(result: Result, game: Game[Any], names: Mapping[str, str]) -> VersionView:
    settlement = Settlement.from_json(result.settlement, game.codes)
    return VersionView(
        number=result.version,
        kind=result_words.result_kind_text(result),
        at=result.created_at,
        origin="",
        story="",
        reason=result_words.translated_reason(result.reason),
        facts=result.facts,
        sums=sums(settlement, game, names),
        residue=settlement.residue,
        is_adjusted=result.kind in ADJUSTED,
        is_of_table=games.is_played(result),
    )


def _sum(label: str, name: str, settlement: Settlement, explained: Explanation) -> SumView:
    conversions = settlement.conversions_of(label)
    return SumView(
        label=label,
        name=name,
        lines=tuple(map(_line, settlement.lines_of(label))),
        raw=settlement.raw[label],
        # The first conversion repeats the raw points, which are shown already.
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
