"""The scoresheets of a round: each deal of a table with its sum, penalties and signatures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from scoring.game import Game
from scoring.settlement import Settlement
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Adjustment, Deal, Offender, Result, Round
from tournaments.results import event_record, game_results
from tournaments.results.reading import read
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights.access import DESK
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import RoundSum
from tournaments.structure import games
from tournaments.wording import result_words, signed
from tournaments.wording.rooms import place_text
from tournaments.wording.values import deal_title
from web.publish.documents import DocumentOf, Subject
from web.publish.pdf.book import Blanks, Block, Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making, matches, reading
from web.publish.printed.reading import RoundTable, SeatAt
from web.publish.rulings import stories

SEAT, POINTS, SUM_LINES = 1.2, 0.7, 8
CLOSE = (12.0, 11.0, 10.0, 9.0, 8.5, 8.0)
"""The size of type: four deals of most tables fit on a page."""


@dataclass(frozen=True, slots=True)
class RoundData:
    """The data that is read once for all tables of a round."""

    game: Game[Any]
    rules: Mapping[int, Any]
    stories: Mapping[str, str]
    notes: Mapping[str, list[str]]
    after: frozenset[str]
    penalties: Mapping[str, list[Adjustment]]
    match: matches.MatchContext
    came_to: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def by_questions(self) -> bool:
        """Whether the sheet asks questions, so that a deal is one row."""
        return bool(self.match.asks)


@making.document(
    "scoresheets",
    gettext_lazy("Scoresheets"),
    of=DocumentOf.ROUND,
    stored=5,
    for_=DESK,
    heading=gettext_lazy("Scoresheet"),
)
def scoresheets(subject: Subject, title: str) -> Book:
    """Return a sheet for each table of a round, including results that are sealed in public."""
    all_tables, known = _read(subject)
    lines = (making.event_line(subject.event), making.place_line(subject.event))
    parts = []
    for _at, group in groupby(all_tables, key=lambda table: (table.match, table.number)):
        tables = tuple(group)
        place = reading.table_of(subject.event, tables[0])
        parts.append(BookPart(join_facts(title, place), lines, tuple(_blocks(tables, known))))
    return Book(making.language(), title, tuple(parts), making.imprint(subject))


def _read(subject: Subject) -> tuple[tuple[RoundTable, ...], RoundData]:
    """Return the tables of a round, and what is told of them, from one reading of the event."""
    snapshot, tables = read(subject.event), tuple[RoundTable, ...]()
    if subject.round:
        tables = reading.tables(subject.round, snapshot, played=True, sealed=True)
    game = games.game_of(subject.event)
    live = [result for table in tables for result in table.results.values()]
    rows = Result.objects.filter(pk__in=[result.pk for result in live])
    rulesets = {row.ruleset_id: row.ruleset for row in rows.select_related("ruleset")}
    rules = {key: game.rules(ruleset.rules) for key, ruleset in rulesets.items()}
    begun = game.rules(reading.rules_of(subject.event, subject.round).rules)
    after = game_results.not_counted(snapshot)
    known = RoundData(
        game=game,
        rules=rules,
        stories=stories.stories_of_results(live),
        notes=stories.notes_on_deals([deal.uid for table in tables for deal in table.deals]),
        after=after,
        penalties=_penalties(subject.round),
        match=matches.MatchContext(
            subject.event,
            game,
            begun,
            rules,
            after,
            _round_sums(subject, snapshot),
            game_results.level_penalties(snapshot),
        ),
        came_to=reading.match_lines(snapshot, subject.round)
        if subject.round and games.of_several_games(subject.event)
        else {},
    )
    return tables, known


def _round_sums(subject: Subject, snapshot: EventSnapshot) -> Mapping[int, RoundSum]:
    """Return the score of the round by the number of the entry, where matches rank."""
    if subject.round is None or not Order(subject.event.ranking).by_match:
        return {}
    record = event_record.record(snapshot)
    number = subject.round.number
    return {
        record.competitors[uid].number: round_sum
        for uid, rounds in record.rounds_of(number).items()
        for round_sum in rounds
        if round_sum.round == number
    }


def _penalties(round_: Round | None) -> Mapping[str, list[Adjustment]]:
    by_side: Mapping[str, list[Adjustment]] = defaultdict(list)
    if round_:
        rows = Adjustment.objects.filter(side__match__round=round_)
        rows = rows.select_related(
            "side",
            "deal__sitting",
            "deal__game",
            "offender__person",
            "reverses__offender__person",
        )
        for row in rows.order_by("pk"):
            by_side[row.side.uid if row.side else ""].append(row)
    return by_side


def _blocks(tables: tuple[RoundTable, ...], known: RoundData) -> Iterator[Block]:
    """Yield the blocks of a table, over all its seatings."""
    table = tables[-1]
    for _course, played in groupby(tables, key=lambda round_table: round_table.course):
        yield from _course_blocks(tuple(played), known)
    yield from (Words(line, follows=True) for line in known.came_to.get(table.match, ()))
    names = tuple(f"{wording.seat_name(seat.label)} {seat.name}" for seat in table.seats)
    yield Blanks((*names, gettext("Referee")), signed=True, follows=True)


def _course_blocks(tables: tuple[RoundTable, ...], known: RoundData) -> Iterator[Block]:
    """Yield the blocks of one course: a whole table, or one of its games (局)."""
    table, event = tables[-1], known.match.event
    # Those without a deal belong to the first course.
    penalties = {
        side: [penalty for penalty in of_side if matches.is_there(penalty, table)]
        for side, of_side in known.penalties.items()
    }
    here = replace(known, penalties=penalties)
    if table.course and event.segments > 1:
        yield Words(place_text(event, table.room, table.part), strong=True)
    yield from _match(tables, here) if known.by_questions else _deals(tables, here)
    yield from _penalty_words(table, here)


def _deals(tables: tuple[RoundTable, ...], known: RoundData) -> Iterator[Block]:
    """Yield the deals one by one, each with the sum of every seat."""
    totals: dict[str, int] = defaultdict(int)
    for table in tables:
        event = known.match.event
        if event.segments > 1 and not table.course:
            yield Words(place_text(event, table.room, table.part), strong=True)
        yield Words(reading.seats_line(table.seats))
        for deal in table.deals:
            yield from _deal(deal, table, known, totals)
    yield _sums(tables[-1], known, totals)


def _match(tables: tuple[RoundTable, ...], known: RoundData) -> Iterator[Block]:
    """Yield the deals as rows with running totals, and their notes."""
    course = matches.begin(known.match, tables)
    for table in tables:
        yield Words(reading.seats_line(table.seats))
        yield matches.deals(known.match, table, course)
        yield from _notes_of_deals(table, known)
    rows = known.penalties.items()
    amounts = {
        side: sum((adjustment.amount for adjustment in adjustments), Fraction(0))
        for side, adjustments in rows
    }
    yield matches.sums(known.match, tables[-1], course, amounts)


def _notes_of_deals(table: RoundTable, known: RoundData) -> Iterator[Words]:
    """Yield the notes on the deals of a table; those of several that are the same once."""
    titles: dict[str, list[str]] = defaultdict(list)
    for deal in table.deals:
        result = table.results.get(deal.pk)
        notes = _deal_notes(deal, result, known, deal.uid not in known.after) if result else []
        if notes:
            titles[wording.joined_sentences(notes)].append(deal_title(deal.number))
    for notes_, deals in titles.items():
        values = {"deal": wording.listed(deals), "notes": notes_}
        yield Words(gettext("%(deal)s: %(notes)s") % values, follows=True, small=True)


def _deal(
    deal: Deal, table: RoundTable, known: RoundData, totals: dict[str, int]
) -> Iterator[Block]:
    title, result = (
        deal_title(deal.number),
        table.results.get(deal.pk),
    )
    if result is None:
        yield Words(gettext("%(deal)s: no result yet") % {"deal": title})
        return
    if result.kind in games.NO_POINTS:
        notes = [
            result_words.result_kind_text(result),
            result_words.translated_reason(result.reason),
            *_beside(deal, result),
        ]
        values = {"deal": title, "notes": wording.joined_sentences(notes)}
        yield Words(gettext("%(deal)s: %(notes)s") % values)
        return
    settlement = Settlement.from_json(result.settlement, known.game.codes)
    counts = deal.uid not in known.after
    if counts:
        points = known.game.side_points(
            settlement.scores, known.rules[result.ruleset_id], table.sides
        )
        for side, amount in points.items():
            totals[side] += amount
    notes = _deal_notes(deal, result, known, counts)
    yield _deal_grid(title, table, settlement, totals, leads=bool(notes))
    if notes:
        yield Words(wording.joined_sentences(notes), follows=True, small=True)


def _deal_grid(
    title: str,
    table: RoundTable,
    settlement: Settlement,
    totals: Mapping[str, int],
    *,
    leads: bool,
) -> Grid:
    columns = (
        PrintedColumn(title, SEAT, number=False, strong=True, lines=3),
        PrintedColumn(
            gettext("Sum"), 12 - SEAT - 2 * POINTS, number=False, lines=SUM_LINES, clauses=True
        ),
        PrintedColumn(gettext("Points"), POINTS, strong=True),
        PrintedColumn(gettext("So far"), POINTS),
    )
    rows = tuple(
        (
            f"{wording.seat_short(seat.label)} {seat.name}",
            _sum(settlement, seat),
            signed(settlement.scores[seat.label]),
            signed(totals[seat.side]),
        )
        for seat in table.seats
    )
    return Grid(columns, rows, together=True, leads=leads, sizes=CLOSE)


def _sum(settlement: Settlement, seat: SeatAt) -> str:
    """Return the steps of a seat's sum in one line."""
    # The first conversion repeats the raw points.
    lines = [*settlement.lines_of(seat.label), *settlement.conversions_of(seat.label)[1:]]
    steps = (
        (wording.line_text(line), wording.card_list(line.cards), signed(line.points))
        for line in lines
    )
    return wording.joined_clauses(" ".join(filter(None, step)) for step in steps)


def _beside(deal: Deal, result: Result) -> Iterator[str]:
    """Yield what a referee awarded and what the table reported, if the two differ."""
    if result.kind not in games.BY_REFEREE:
        return
    if result.kind not in games.NO_POINTS:
        yield gettext("%(sentence)s.") % {"sentence": result_words.result_kind_text(result)}
    table = games.table_result(deal)
    if table is not None:
        yield result_words.table_result_text(table)


def _deal_notes(deal: Deal, result: Result, known: RoundData, counts: bool) -> list[str]:
    """Return the notes on a deal, each sentence once."""
    sentences = [*known.notes.get(deal.uid, ()), *_beside(deal, result)]
    if not counts:
        sentences.append(gettext("Played after the end of the game; it does not count."))
    if result.version > 1:
        sentences.append(
            gettext("Corrected, version %(number)s: %(reason)s")
            % {"number": result.version, "reason": result_words.translated_reason(result.reason)}
        )
    story = known.stories.get(result.origin_uid, "")
    # The story of a decided claim is the same as its notes, joined.
    if story and story not in wording.joined_sentences(sentences):
        sentences.append(story)
    return list(dict.fromkeys(sentences))


def _seats_by_side(table: RoundTable) -> Mapping[str, list[str]]:
    """Return who sits where for each side; partners share points and penalties."""
    sides: dict[str, list[str]] = defaultdict(list)
    for seat in table.seats:
        sides[seat.side].append(reading.seat_line(seat))
    return sides


def _sums(table: RoundTable, known: RoundData, totals: Mapping[str, int]) -> Grid:
    title = gettext("Total of the game") if table.course else gettext("Total of the round")
    is_fined = any(known.penalties.get(side) for side in _seats_by_side(table))
    of_penalties = (
        PrintedColumn(gettext("Points"), 2),
        PrintedColumn(gettext("Penalties"), 2),
    )
    columns = (
        PrintedColumn(title, 6, number=False, strong=True),
        *(of_penalties if is_fined else ()),
        PrintedColumn(gettext("Base points"), 2, strong=True, decides=True),
    )
    rows = []
    for side, seats in _seats_by_side(table).items():
        points, given = Fraction(totals[side]), known.penalties.get(side, ())
        added = sum((adjustment.amount for adjustment in given), Fraction(0))
        penalty = signed(added) if given else ""
        before = (signed(points), penalty) if is_fined else ()
        rows.append((join_facts(*seats), *before, signed(points + added)))
    return Grid(columns, tuple(rows), together=True, follows=True, sizes=CLOSE)


def _penalty_words(table: RoundTable, known: RoundData) -> Iterator[Words]:
    for side, seats in _seats_by_side(table).items():
        for adjustment in known.penalties.get(side, ()):
            reason = " ".join(filter(None, [adjustment.reason, adjustment.article]))
            named = adjustment.named
            whose = seats if named is None else [_offender_line(named)]
            values = {"seat": join_facts(*whose), "points": signed(adjustment.amount)}
            text = gettext("Penalty points: %(seat)s, %(points)s: %(reason)s")
            yield Words(text % {**values, "reason": reason}, follows=True)


def _offender_line(offender: Offender) -> str:
    return f"{wording.seat_name(offender.seat)} {offender.person.listed_name}"
