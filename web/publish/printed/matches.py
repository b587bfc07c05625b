"""The scoresheet of a match in a game whose sheet asks questions: a row for each deal.

A row has the answers, the sum of the deal, the totals of both sides after it, and how the next deal
begins. Nothing here depends on a particular game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext

from scoring.game import Asked, AskedKind, Game, GameState
from scoring.procedure import History, PastDeal, RulingAddition
from scoring.settlement import Settlement
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Adjustment, Deal, Event, Result, Room
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import RoundSum
from tournaments.structure import games
from tournaments.structure.game_slots import LevelPenalties, Walk
from tournaments.wording import result_words, signed
from tournaments.wording.answers import answer_text, question_text
from tournaments.wording.games import points_text, scores_name
from web.publish import rank_columns, tables
from web.publish.pdf.book import Block, Grid
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import questions, reading
from web.publish.printed.reading import RoundTable, SeatAt

NUMBER, WORD, ASKED, LONG, SUM, FIGURE, NEXT = 1.0, 0.8, 1.2, 1.3, 2.2, 0.95, 1.05
SHORT: Final = 6
"""The letters of a question that has room above an answer of one letter."""
SUM_LINES: Final = 3
ROW: Final = 7.5
ROOMY: Final = (14.0, 13.0, 12.0, 11.0, 10.0)
"""The height of a deal in millimetres, and the sizes of type of the end of a match."""


@dataclass(frozen=True, slots=True)
class MatchContext:
    """The context of a match; `rules` are those of the results by the key of their rule set.

    `after` are the uids of deals that no longer count. `round_sums` are the scores of the round by
    the number of the entry.
    """

    event: Event
    game: Game[Any]
    begun: Any
    rules: Mapping[int, Any]
    after: frozenset[str]
    round_sums: Mapping[int, RoundSum] = field(default_factory=dict)
    lost: LevelPenalties = field(default_factory=LevelPenalties)
    """The penalties that took levels, at all tables of the event."""

    @property
    def asks(self) -> tuple[Asked, ...]:
        """The questions of a deal except numbers, which its sum shows."""
        asks = self.game.blank(self.begun).asks
        return tuple(asked for asked in asks if asked.kind is not AskedKind.NUMBER)


@dataclass(slots=True)
class MatchCourse:
    """The course of a match: the totals of its sides so far, and the past deals.

    `lost` are the levels taken by rulings, and `walk` applies them as their deals come.
    """

    state: GameState
    lost: LevelPenalties
    walk: Walk
    past: list[tuple[RoundTable, int, PastDeal]] = field(default_factory=list)


def begin(match: MatchContext, tables: Sequence[RoundTable]) -> MatchCourse:
    """Return a match before its first deal."""
    sides = dict.fromkeys(seat.side for table in tables for seat in table.seats)
    here = tuple(penalty for penalty in match.lost.lost if penalty.side in sides)
    lost = _levels_lost_at(replace(match.lost, lost=here), tables)
    return MatchCourse(
        match.game.begin(match.begun, sides), lost, Walk(match.game, match.begun, lost)
    )


def _levels_lost_at(lost: LevelPenalties, tables: Sequence[RoundTable]) -> LevelPenalties:
    """Return the levels lost in the game (局) or the room of these tables."""
    table = tables[-1]
    games = {deal.game_id for round_table in tables for deal in round_table.deals if deal.game_id}
    where = next(iter(games), None) or table.room
    return lost.given_at(where, is_first=_is_first_course(table))


def _is_first_course(table: RoundTable) -> bool:
    """Whether a table gets the penalties that name no deal: it is the first game or room."""
    return table.course == 1 if table.course else table.room != Room.CLOSED


def is_there(penalty: Adjustment, table: RoundTable) -> bool:
    """Whether a penalty was given in the game (局) or the room of a table."""
    deal = penalty.deal
    if deal is None:
        return _is_first_course(table)
    if table.course:
        return deal.game is not None and deal.game.number == table.course
    return bool(deal.sitting.room == table.room)


def deals(match: MatchContext, table: RoundTable, course: MatchCourse) -> Block:
    """Return the deals of a table in rows; advances `course` by each of them."""
    sides = questions.sides(match.event, table.seats)
    columns = (
        PrintedColumn(gettext("Deal"), NUMBER, number=False),
        *(_asked_column(asked) for asked in match.asks),
        PrintedColumn(gettext("Sum"), SUM, number=False, lines=SUM_LINES),
        *(column for side in sides for column in _side_columns(match, side)),
        PrintedColumn(gettext("Next deal"), NEXT, number=False),
    )
    rows = tuple(_row(match, table, deal, course, sides) for deal in table.deals)
    return Grid(questions.fitted(columns), rows, together=True, ruled=True, height=ROW)


def sums(
    match: MatchContext, table: RoundTable, course: MatchCourse, penalties: Mapping[str, Fraction]
) -> Grid:
    """Return the totals of the sides at the end, with the penalties at the table."""
    lost, sides = bool(course.lost.lost), questions.sides(match.event, table.seats)
    is_fined = lost or any(penalties.get(side[0].side) for side in sides)
    columns = (
        PrintedColumn(gettext("Side"), 4, number=False, strong=True),
        *_total_columns(is_lost=lost, is_fined=is_fined),
        *_worth_columns(match),
    )
    rows, ended = [], course.walk.rest(course.state)
    for side in sides:
        uid = side[0].side
        reached, added = ended.totals.get(uid, 0), penalties.get(uid, Fraction(0))
        # The totals already include levels taken by rulings.
        reached -= int(added) if lost else 0
        before = (_standing_text(match, reached), signed(added) if added else "")
        rows.append(
            (
                join_facts(*map(reading.seat_line, side)),
                *(before if is_fined else ()),
                _standing_text(match, int(reached + added)),
                *_worth(match, table, side),
            )
        )
    title = gettext("End of the game") if table.course else gettext("End of the match")
    return Grid(
        (*columns[:-1], replace(columns[-1], decides=True)),
        tuple(rows),
        join_facts(title, _decided_text(match, table, ended)),
        together=True,
        follows=True,
        sizes=ROOMY,
    )


def _total_columns(*, is_lost: bool, is_fined: bool) -> tuple[PrintedColumn, ...]:
    """Return the columns of the totals at the end, of which there is one without penalties."""
    if not is_fined:
        return (PrintedColumn(gettext("After the last deal"), 1.6, strong=True),)
    before = gettext("Without penalties") if is_lost else gettext("After the last deal")
    return (
        PrintedColumn(before, 1.6),
        PrintedColumn(gettext("Penalties"), 1.6),
        PrintedColumn(gettext("With penalties"), 1.6, strong=True),
    )


def _decided_text(match: MatchContext, table: RoundTable, ended: GameState) -> str:
    """Return what decided a finished match with equal totals; empty for other matches."""
    sum_of_round = match.round_sums.get(table.seats[0].entry)
    sum_of_match = sum_of_round.match_sum(table.match) if sum_of_round else None
    if sum_of_match is None or sum_of_match.match_points is None or not sum_of_match.decided:
        return ""
    code = match.game.match_result(ended, match.begun).decided
    return wording.sentence(code) if code else ""


def _worth_columns(match: MatchContext) -> tuple[PrintedColumn, ...]:
    """Return the columns of the match score, where matches rank."""
    order = Order(match.event.ranking)
    if not order.by_match or games.of_several_games(match.event):
        return ()
    return (
        PrintedColumn(gettext("Difference"), 1.6),
        PrintedColumn(rank_columns.match_points_name(order), 1.6, strong=True),
    )


def _worth(match: MatchContext, table: RoundTable, side: Sequence[SeatAt]) -> tuple[str, ...]:
    """Return the match score of a side; empty while the match is not over."""
    order = Order(match.event.ranking)
    if not order.by_match or games.of_several_games(match.event):
        return ()
    sum_of_round = match.round_sums.get(side[0].entry)
    sum_of_match = sum_of_round.match_sum(table.match) if sum_of_round else None
    if sum_of_match is None or sum_of_match.match_points is None or sum_of_match.difference is None:
        return "", ""
    return signed(sum_of_match.difference), rank_columns.worth(order)(sum_of_match.match_points)


def _side_columns(
    match: MatchContext, side: Sequence[SeatAt]
) -> tuple[PrintedColumn, PrintedColumn]:
    label = questions.side_label(side)
    gained = f"{label} {scores_name(match.event)}"
    standing = gettext("%(side)s after it") % {"side": label}
    return PrintedColumn(gained, FIGURE), PrintedColumn(standing, FIGURE, strong=True)


def _asked_column(asked: Asked) -> PrintedColumn:
    words = filter(None, asked.options)
    is_long = any(len(word) > 1 and not word.isdecimal() for word in words)
    heading = question_text(asked)
    wide = LONG if is_long else ASKED if tables.width(heading) > SHORT else WORD
    return PrintedColumn(heading, wide, number=False)


def _row(
    match: MatchContext,
    table: RoundTable,
    deal: Deal,
    course: MatchCourse,
    sides: Sequence[Sequence[SeatAt]],
) -> tuple[str, ...]:
    number, result = str(deal.board_no), table.results.get(deal.pk)
    answers = ("",) * len(match.asks)
    after = ("",) * (2 * len(sides) + 1)
    if result is None:
        return (number, *answers, gettext("no result yet"), *after)
    if result.kind in games.NO_POINTS:
        reason = result_words.translated_reason(result.reason)
        text = f"{result_words.result_kind_text(result)} {reason}".strip()
        return (number, *answers, text, *after)
    settlement = Settlement.from_json(result.settlement, match.game.codes)
    facts = result.facts if isinstance(result.facts, Mapping) else {}
    answers = tuple(answer_text(question, facts, match.event.game) for question in match.asks)
    row = (number, *answers, _sum(match, table, settlement))
    if deal.uid in match.after:
        return (*row, *after)
    return (*row, *_go_on(match, table, result, settlement, course, sides))


def _sum(match: MatchContext, table: RoundTable, settlement: Settlement) -> str:
    """Return the formula of the first seat that has one: partners share it, and a side may have
    none.
    """
    explained = (match.game.explain(settlement, seat.label).raw for seat in table.seats)
    formula = next(filter(None, explained), "")
    steps, _equals, total = formula.partition(" = ")
    return total if steps == total else formula


def _go_on(
    match: MatchContext,
    table: RoundTable,
    result: Result,
    settlement: Settlement,
    course: MatchCourse,
    sides: Sequence[Sequence[SeatAt]],
) -> Iterator[str]:
    """Advance by a deal that counts: yield gains and totals of the sides, and the next deal."""
    rules = match.rules[result.ruleset_id]
    course.state = course.walk.before(course.state, result.deal_id)
    course.state = match.game.advance(course.state, settlement, rules, table.sides)
    course.past.append(
        (table, result.deal_id, PastDeal(result.facts, settlement.raw, schema=result.schema)),
    )
    gained = match.game.side_points(settlement.scores, rules, table.sides)
    for side in sides:
        uid = side[0].side
        yield signed(gained[uid])
        yield _standing_text(match, course.state.totals[uid])
    yield _next_deal_text(match, table, course)


def _next_deal_text(match: MatchContext, table: RoundTable, course: MatchCourse) -> str:
    """Return how the next deal begins, as answers to the questions of its sheet."""
    past = tuple(
        PastDeal(deal.report, deal.raw, _seat_changes(played_at, table), deal.schema)
        for played_at, _key, deal in course.past
    )
    seats = {seat.side: seat.label for seat in table.seats}
    placed = course.lost.before(key for _then, key, _one in course.past)
    added = tuple(
        RulingAddition(after, seats[penalty.side], penalty.amount) for after, penalty in placed
    )
    engine = course.lost.engine_of(key for _then, key, _one in course.past)
    facts = match.game.procedure(match.begun, History(deals=past, added=added, engine=engine)).facts
    answers = (answer_text(asked, facts, match.event.game) for asked in match.asks)
    return join_facts(*answers)


def _seat_changes(earlier: RoundTable, now: RoundTable) -> Mapping[str, str] | None:
    """Return the present seats of players by their earlier seats; None if nothing changed."""
    if earlier is now:
        return None
    sits = {(seat.entry, seat.name): seat.label for seat in now.seats}
    seats = ((seat.label, sits.get((seat.entry, seat.name))) for seat in earlier.seats)
    return {before: after for before, after in seats if after is not None}


def _standing_text(match: MatchContext, total: int) -> str:
    return points_text(match.event, total)
