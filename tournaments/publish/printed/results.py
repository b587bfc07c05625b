"""The results of a round: the points of every seat in every deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext, gettext_lazy

from tournaments import results, wording
from tournaments.models import Deal, Round
from tournaments.publish import measures
from tournaments.publish.documents import Scope, Subject
from tournaments.publish.measures import Measures
from tournaments.publish.pages import outcomes
from tournaments.publish.pages.outcomes import PAIRS, Outcome
from tournaments.publish.pdf.book import Block, Book, Grid, Part, Words
from tournaments.publish.pdf.sheet import Column
from tournaments.publish.printed import making, reading, swings
from tournaments.publish.printed.reading import RoundTable
from tournaments.results.game_results import not_counted
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.standings_input import sealed_rounds
from tournaments.structure.games import NO_POINTS
from tournaments.wording import compared, signed

NAME = "round_results"
MOST_ACROSS = 8
"""With more deals the seats are columns and the deals rows."""


def _book(subject: Subject, title: str) -> Book:
    tables = _by_match(reading.tables(subject.round, played=True)) if subject.round else ()
    lines = (making.event_line(subject.event), making.place_line(subject.event))
    across = max((len(table.deals) for table in tables), default=0) <= MOST_ACROSS
    snapshot = results.read(subject.event)
    after = not_counted(snapshot)
    lay = _grid_across if across else _grid_down
    blocks: list[Block] = [*_sealed_notice(snapshot, subject.round)]
    came_to = match_lines(snapshot, subject.round) if subject.round else {}
    by_board = swings.of_round(subject.event, subject.round) if subject.round else {}
    last = {table.match: place for place, table in enumerate(tables)}
    scores = compared.scores_name(subject.event)
    for place, table in enumerate(tables):
        blocks.append(lay(table, after, scores, reading.place_of(subject.event, table)))
        if last[table.match] == place:
            blocks += filter(None, [by_board.get(table.match)])
            blocks += [Words(line) for line in came_to.get(table.match, ())]
    for number, name in reading.sat_out(subject.round) if subject.round else ():
        values = {"number": number, "name": name}
        blocks.append(Words(gettext("No. %(number)s %(name)s had no seat in this round.") % values))
    imprint = making.imprint(subject, live=True)
    return Book(making.language(), title, (Part(title, lines, tuple(blocks)),), imprint)


def _by_match(tables: Sequence[RoundTable]) -> tuple[RoundTable, ...]:
    """Return the tables grouped by match, with their deals by number."""
    first: dict[int, int] = {}
    for table in tables:
        first.setdefault(table.match, table.number)
    ordered = []
    for table in sorted(tables, key=lambda table: (first[table.match], table.number, table.part)):
        # Deals without boards stay in the order of play.
        over_boards = all(deal.board_id for deal in table.deals)
        by_number = sorted(table.deals, key=lambda deal: deal.board_no if over_boards else 0)
        ordered.append(replace(table, deals=tuple(by_number)))
    return tuple(ordered)


def _sealed_notice(snapshot: EventSnapshot, round_: Round | None) -> Iterator[Words]:
    """Yield why results are missing, where boards are sealed."""
    if round_ and round_.number in sealed_rounds(snapshot):
        yield Words(
            gettext(
                "All tables play the same boards: what a deal came to is told when the boards are "
                "opened, after the last round that plays them."
            )
        )


def match_lines(snapshot: EventSnapshot, round_: Round) -> Mapping[int, tuple[str, ...]]:
    """Return the outcome of every match of a round in lines by its key, where matches rank.

    Where a match has several games (局), each of them has a line before it.
    """
    columns = measures.columns_of_event(snapshot.event)
    if not columns.by_match:
        return {}
    came_to = outcomes.outcomes_of_tables(snapshot, round_)
    return {
        match: (*(game.said for game in outcome.games), *_match_line(outcome, columns))
        for match, outcome in came_to.items()
    }


def _match_line(outcome: Outcome, measures: Measures) -> Iterator[str]:
    """Yield the line of a match: the sides, the leader first, the totals, and the match points."""
    if len(outcome.sides) != PAIRS or not outcome.sides[0].stands:
        return
    names = [f"{side.competitor.number} {side.competitor.name}" for side in outcome.sides]
    worth = [side.match_points for side in outcome.sides if side.match_points is not None]
    texts = [" — ".join(names), outcome.sides[0].stands]
    if worth:
        texts.append(f"{measures.round_name} {' : '.join(map(measures.total.say, worth))}")
    yield " · ".join(texts)


def _grid_across(table: RoundTable, after: frozenset[str], scores: str, title: str) -> Grid:
    share = 7 / max(len(table.deals), 4)
    columns = (
        Column(gettext("Seat"), 1, number=False),
        Column("", 3, number=False),
        *(Column(str(deal.board_no), share) for deal in table.deals),
        Column(scores, 1.2, strong=True),
    )
    rows = tuple(
        (
            wording.seat_short(seat.label),
            f"{seat.entry} {seat.marked}",
            *(_points(table, deal, seat.label) for deal in table.deals),
            _total(table, seat.label, after),
        )
        for seat in table.seats
    )
    return Grid(columns, rows, title, together=True)


def _grid_down(table: RoundTable, after: frozenset[str], scores: str, title: str) -> Grid:
    columns = (
        Column(gettext("Deal"), 1.2),
        *(Column(f"{wording.seat_short(seat.label)} {seat.marked}", 2.7) for seat in table.seats),
    )
    labels = [seat.label for seat in table.seats]
    rows = [
        (str(deal.board_no), *(_points(table, deal, label) for label in labels))
        for deal in table.deals
    ]
    total = (scores, *(_total(table, label, after) for label in labels))
    return Grid(columns, (*rows, total), title, together=True, strong_rows=1)


def _scores(table: RoundTable, deal: Deal) -> dict[str, int]:
    result = table.results.get(deal.pk)
    if result is None or result.kind in NO_POINTS:
        return {}
    scores: dict[str, int] = result.settlement["scores"]
    return scores


def _points(table: RoundTable, deal: Deal, label: str) -> str:
    scores = _scores(table, deal)
    return signed(scores[label]) if label in scores else "—"


def _total(table: RoundTable, label: str, after: frozenset[str]) -> str:
    """Return the total of a seat, without deals played `after` the end of its game (局).

    It is a dash while all boards are sealed.
    """
    counted = [_scores(table, deal) for deal in table.deals if deal.uid not in after]
    if all(deal.board_id for deal in table.deals) and not any(counted):
        return "—"
    return signed(sum(scores.get(label, 0) for scores in counted))


KIND = making.book_kind(
    NAME,
    2,
    gettext_lazy("Results of the round"),
    _book,
    heading=gettext_lazy("Results"),
    scope=Scope.ROUND,
)
