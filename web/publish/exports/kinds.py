"""The kinds of exports: results with a row per seat and deal, standings with a row per entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext

from scoring.game import Asked, AskedKind
from tournaments import results, wording
from tournaments.models import Event, Form, Round
from tournaments.results import event_record
from tournaments.structure import boards, games
from tournaments.structure.games import NO_POINTS
from tournaments.wording import compared
from tournaments.wording.answers import answer_text, question_text
from tournaments.wording.boards import line_text
from tournaments.wording.rooms import room_text
from web.publish import measures
from web.publish.documents import DocumentKind, DocumentOf, Subject
from web.publish.files import CSV, XLSX, Value, csv_file, number, xlsx_file
from web.publish.pages.matches import match_names
from web.publish.printed import making, reading
from web.publish.printed.reading import RoundTable

Read = Callable[[Subject], Mapping[str, Any]]
Places = Sequence[tuple[str, Callable[[RoundTable], Value]]]
"""Columns for the place of a deal in its match: the heading, and how it is read."""


def _results(subject: Subject) -> Mapping[str, Any]:
    event, places = subject.event, _place_columns(subject.event)
    game = games.game_of(event)
    asks = game.blank(game.rules(event.ruleset.rules)).asks
    headings = [
        gettext("Round"),
        gettext("Table"),
        *(heading for heading, _read in places),
        gettext("Deal"),
        gettext("Seat"),
        gettext("No."),
        pgettext("person", "Name"),
        gettext("Result"),
        gettext("Version"),
        compared.scores_name(event),
        *map(question_text, asks),
    ]
    public = event.rounds.filter(state__in=Round.PUBLIC).order_by("number")
    rounds = [subject.round] if subject.round else public
    rows = [row for round_ in rounds for row in _round_rows(round_, asks, places)]
    return {"title": gettext("Results"), "headings": headings, "rows": rows}


def _place_columns(event: Event) -> Places:
    """Return the columns for the place of a deal in its match: match, room and segment.

    Room and segment are there where a match has several, because deals are numbered in each. Groups
    or knockout matches are named in events that have them.
    """
    match = (gettext("Group or match"), lambda table: table.short)
    named = [match] * match_names.are_named(event.stages.all())
    if event.form != Form.TEAMS:
        return tuple(named)
    room = (gettext("Room"), lambda table: room_text(event, table.room, is_half=table.is_half))
    segment = (gettext("Segment"), lambda table: table.part)
    return (*named, *[room] * (event.rooms > 1), *[segment] * (event.segments > 1))


def _round_rows(round_: Round, asks: Sequence[Asked], places: Places) -> Iterator[list[Value]]:
    tables = reading.tables(round_, played=True)
    # What was played on a board is not shown before it has been played everywhere.
    played = (deal.board for table in tables for deal in table.deals if deal.board)
    opened = boards.opened(played, round_.event) if asks else frozenset()
    for table in tables:
        at = [round_.number, table.number, *(read(table) for _heading, read in places)]
        for deal in table.deals:
            result = table.results.get(deal.pk)
            if result is None:
                continue
            scores = {} if result.kind in NO_POINTS else result.settlement["scores"]
            facts = result.facts if deal.board is None or deal.board.pk in opened else {}
            answers = [_answer_value(question, facts, round_.event.game) for question in asks]
            for seat in table.seats:
                row = [*at, deal.board_no, wording.seat_name(seat.label), seat.entry, seat.name]
                row += [compared.result_kind_text(result), result.version, scores.get(seat.label)]
                yield [*row, *answers]


def _answer_value(asked: Asked, facts: Mapping[str, Any], game: str) -> Value:
    text = answer_text(asked, facts, game)
    return int(text) if text.isdecimal() and asked.kind is AskedKind.NUMBER else text or None


def _standings(subject: Subject) -> Mapping[str, Any]:
    snapshot = results.read(subject.event)
    rows = event_record.public_record(snapshot).standings()
    columns = measures.columns_of_event(subject.event, rows, everything=True)
    rounds = sorted({round_.round for row in rows for round_ in row.rank.rounds})
    in_lines = any(row.rank.line for row in rows)
    groups = match_names.groups_of(snapshot)
    headings = [
        *([gettext("Direction")] if in_lines else []),
        gettext("Rank"),
        gettext("No."),
        measures.names_heading(subject.event),
        *([gettext("Group")] if groups else []),
        gettext("Deals"),
        *(measure.heading for measure in columns.on_paper),
        *(gettext("Round %(number)s") % {"number": round_} for round_ in rounds),
    ]
    values = []
    for row in rows:
        rank, competitor = row.rank, row.competitor
        played = {round_.round: _cell_value(columns.of_round(round_)) for round_ in rank.rounds}
        sums = (_cell_value(measure.read(rank)) for measure in columns.on_paper)
        line = [line_text(rank.line)] if in_lines else []
        group = [groups.get(rank.entry, "")] if groups else []
        at = [
            *line,
            rank.place if rank.is_ranked else "",
            competitor.number,
            competitor.name,
            *group,
        ]
        values.append([*at, rank.deals, *sums, *(played.get(round_) for round_ in rounds)])
    return {"title": gettext("Standings"), "headings": headings, "rows": values}


def _cell_value(read: measures.Value) -> Value:
    return read if read is None or isinstance(read, str) else number(read)


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
