"""The kinds of exports: results with a row per seat and deal, standings with a row per entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext

from scoring.game import Asked, AskedKind
from tournaments import results, wording
from tournaments.models import Deal, Event, Form, Result, Round
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import boards, games
from tournaments.structure.games import NO_POINTS
from tournaments.wording import result_words
from tournaments.wording.answers import answer_text, question_text
from tournaments.wording.boards import line_text
from tournaments.wording.games import scores_name
from tournaments.wording.rooms import room_text
from web.publish import rank_columns, tables
from web.publish.documents import DocumentKind, DocumentOf, Subject
from web.publish.files import CSV, XLSX, csv_file, xlsx_file
from web.publish.pages.matches import match_names
from web.publish.printed import making, reading, standings
from web.publish.printed.reading import RoundTable, SeatAt
from web.publish.rank_columns import Measures, RankColumn
from web.publish.tables import Column, Value

Read = Callable[[Subject], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a deal for a seat; no `facts` of a board that is still to be played."""

    round: int
    table: RoundTable
    deal: Deal
    result: Result
    seat: SeatAt
    facts: Mapping[str, Any]

    @property
    def score(self) -> int | None:
        """The score of the seat; None for a result without points."""
        if self.result.kind in NO_POINTS:
            return None
        score: int | None = self.result.settlement["scores"].get(self.seat.label)
        return score


def _results(subject: Subject) -> Mapping[str, Any]:
    event = subject.event
    public = event.rounds.filter(state__in=Round.PUBLIC).order_by("number")
    with_rules = public.select_related("event__ruleset", "group__stage__ruleset")
    rounds = [subject.round] if subject.round else list(with_rules)
    asks = _asks(event, rounds)
    columns: tuple[Column[SeatResult], ...] = (
        Column(gettext("Round"), lambda row: row.round),
        Column(gettext("Table"), lambda row: row.table.number),
        *_place_columns(event),
        Column(gettext("Deal"), lambda row: row.deal.board_no),
        Column(gettext("Seat"), lambda row: wording.seat_name(row.seat.label)),
        Column(gettext("No."), lambda row: row.seat.entry),
        Column(pgettext("person", "Name"), lambda row: row.seat.name),
        Column(gettext("Result"), lambda row: result_words.result_kind_text(row.result)),
        Column(gettext("Version"), lambda row: row.result.version),
        Column(scores_name(event), lambda row: row.score),
        *(_answer_column(asked, event) for asked in asks),
    )
    snapshot = results.read(event)
    rows = (row for round_ in rounds for row in _round_rows(snapshot, round_, has_asks=bool(asks)))
    return tables.file_table(gettext("Results"), columns, rows)


def _asks(event: Event, rounds: Sequence[Round]) -> list[Asked]:
    """Return the questions of the rules in force in any of these rounds, each once."""
    game = games.game_of(event)
    found = {ruleset.pk: ruleset for ruleset in map(games.ruleset_of_round, rounds)}
    asks: dict[tuple[str, ...], Asked] = {}
    for ruleset in found.values() or [event.ruleset]:
        for asked in game.blank(game.rules(ruleset.rules)).asks:
            asks.setdefault(asked.path, asked)
    return list(asks.values())


def _place_columns(event: Event) -> Iterator[Column[SeatResult]]:
    """Yield the columns for the place of a deal in its match: match, room and segment.

    Room and segment are there where a match has several, because deals are numbered in each. Groups
    or knockout matches are named in events that have them.
    """
    if match_names.are_named(event.stages.all()):
        yield Column(gettext("Group or match"), lambda row: row.table.short)
    if event.form != Form.TEAMS:
        return

    def room(row: SeatResult) -> str:
        return room_text(event, row.table.room, is_half=row.table.is_half)

    if event.rooms > 1:
        yield Column(gettext("Room"), room)
    if event.segments > 1:
        yield Column(gettext("Segment"), lambda row: row.table.part)


def _round_rows(snapshot: EventSnapshot, round_: Round, *, has_asks: bool) -> Iterator[SeatResult]:
    tables_of_round = reading.tables(round_, snapshot, played=True)
    # What was played on a board is not shown before it has been played everywhere.
    played = (deal.board for table in tables_of_round for deal in table.deals if deal.board)
    opened = boards.opened(played) if has_asks else frozenset()
    for table in tables_of_round:
        for deal in table.deals:
            result = table.results.get(deal.pk)
            if result is None:
                continue
            facts = result.facts if deal.board is None or deal.board.pk in opened else {}
            for seat in table.seats:
                yield SeatResult(round_.number, table, deal, result, seat, facts)


def _answer_column(asked: Asked, event: Event) -> Column[SeatResult]:
    def answer(row: SeatResult) -> Value:
        text = answer_text(asked, row.facts, event.game)
        is_number = text.isdecimal() and asked.kind is AskedKind.NUMBER
        return int(text) if is_number else text or None

    return Column(question_text(asked), answer)


def _standings(subject: Subject) -> Mapping[str, Any]:
    snapshot = results.read(subject.event)
    rows = event_record.public_record(snapshot).standings()
    event_measures = rank_columns.columns_of_event(subject.event, rows, everything=True)
    rounds = sorted({round_.round for row in rows for round_ in row.rank.rounds})
    columns: list[Column[StandingsRow]] = [
        standings.rank_column(),
        Column(gettext("No."), lambda row: row.competitor.number),
        standings.name_column(subject.event),
        *standings.group_columns(match_names.groups_of(snapshot)),
        standings.deals_column(),
        *(_sum_column(measure) for measure in event_measures.on_paper),
        *(_round_column(number, event_measures) for number in rounds),
    ]
    if any(row.rank.line for row in rows):
        columns.insert(0, Column(gettext("Direction"), lambda row: line_text(row.rank.line)))
    return tables.file_table(gettext("Standings"), columns, rows)


def _sum_column(measure: RankColumn) -> Column[StandingsRow]:
    return Column(measure.heading, lambda row: measure.value(row.rank))


def _round_column(number: int, measures: Measures) -> Column[StandingsRow]:
    def score(row: StandingsRow) -> Value:
        played = (each for each in row.rank.rounds if each.round == number)
        return next((measures.of_round(round_sum) for round_sum in played), None)

    return Column(gettext("Round %(number)s") % {"number": number}, score)


def _kind(name: str, title: Promise, read: Read, of: DocumentOf) -> DocumentKind:
    file = (*XLSX, xlsx_file) if name.endswith("xlsx") else (*CSV, csv_file)
    declare = making.document(name, title, of=of, stored=2, file=file)
    return declare(lambda subject, _title: read(subject))


KINDS: Final[tuple[DocumentKind, ...]] = (
    _kind("standings_xlsx", gettext_lazy("Standings as XLSX"), _standings, DocumentOf.EVENT),
    _kind("standings_csv", gettext_lazy("Standings as CSV"), _standings, DocumentOf.EVENT),
    _kind("results_xlsx", gettext_lazy("Results as XLSX"), _results, DocumentOf.EITHER),
    _kind("results_csv", gettext_lazy("Results as CSV"), _results, DocumentOf.EITHER),
)
