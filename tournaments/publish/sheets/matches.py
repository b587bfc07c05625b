"""The scoresheet of a match in a game that asks questions: a row for each deal, with how it led on.

Beside what was answered stands what the deal came to, where both sides then stand, and how the next
deal begins. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext

from scoring.game import Asked, AskedKind, Counting, Game, GameState
from scoring.procedure import Added, History, PastDeal
from scoring.settlement import Settlement
from tournaments import wording
from tournaments.models import Adjustment, Deal, Event, Result, Room
from tournaments.publish import measures
from tournaments.publish.pdf.book import Block, Grid
from tournaments.publish.pdf.sheet import Column
from tournaments.publish.sheets import questions, reading
from tournaments.publish.sheets.reading import RoundTable, SeatAt
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import RoundSum
from tournaments.structure import games, level_penalties, match_parts
from tournaments.structure.level_penalties import Timed, Walk
from tournaments.wording import compared, signed
from tournaments.wording.answers import answer_text, question_text

NUMBER, WORD, LONG, SUM, FIGURE, NEXT = 0.8, 0.95, 1.3, 2.2, 0.95, 1.2
SUM_LINES: Final = 3


@dataclass(frozen=True, slots=True)
class Match:
    """What is known of a match before its deals are read; `rules` are those of each result.

    `after` are the deals that do not count any more, by their uids. `counted` is what the round
    counts for each entry, by its number.
    """

    event: Event
    game: Game[Any]
    begun: Any
    rules: Mapping[int, Any]
    after: frozenset[str]
    counted: Mapping[int, RoundSum] = field(default_factory=dict)

    @property
    def asks(self) -> tuple[Asked, ...]:
        """The questions of a deal; a number is told by what the deal came to."""
        asks = self.game.blank(self.begun).asks
        return tuple(one for one in asks if one.kind is not AskedKind.NUMBER)


@dataclass(slots=True)
class Course:
    """How a match went so far: where its sides stand, and the deals that lead to the next.

    `lost` are the levels that rulings took, and `walk` what of it the deals have come to yet.
    """

    state: GameState
    lost: Timed
    walk: Walk
    past: list[tuple[RoundTable, int, PastDeal]] = field(default_factory=list)


def _climbs(match: Match) -> bool:
    return match.game.counting(match.begun) is Counting.LEVELS


def begin(match: Match, sat: Sequence[RoundTable]) -> Course:
    """Return a match before its first deal."""
    sides = dict.fromkeys(seat.side for table in sat for seat in table.seats)
    lost = level_penalties.of_event(match.event) if _climbs(match) else Timed()
    lost = _lost_there(replace(lost, lost=tuple(x for x in lost.lost if x.side in sides)), sat)
    return Course(match.game.begin(match.begun, sides), lost, Walk(lost))


def _lost_there(lost: Timed, sat: Sequence[RoundTable]) -> Timed:
    """Return the levels that were lost in the game (局) or the room of these tables."""
    table = sat[-1]
    games = {deal.game_id for one in sat for deal in one.deals if deal.game_id}
    where = next(iter(games), None) or table.room
    return lost.of(where, is_first=_is_first(table))


def _is_first(table: RoundTable) -> bool:
    """Whether a table has the penalties of which nobody said where they were given."""
    return table.course == 1 if table.course else table.room != Room.CLOSED


def is_there(penalty: Adjustment, table: RoundTable) -> bool:
    """Whether a penalty was given in the game (局) or the room of a table."""
    deal = penalty.deal
    if deal is None:
        return _is_first(table)
    if table.course:
        return deal.game is not None and deal.game.number == table.course
    return bool(deal.sitting.room == table.room)


def deals(match: Match, table: RoundTable, course: Course) -> Block:
    """Return the deals of a table in rows; `course` goes on with each."""
    sides = questions.sides(match.event, table.seats)
    columns = (
        Column(gettext("Deal"), NUMBER, number=False),
        *(_asked_column(one) for one in match.asks),
        Column(gettext("Sum"), SUM, number=False, lines=SUM_LINES),
        *(column for side in sides for column in _side_columns(match, side)),
        Column(gettext("Next deal"), NEXT, number=False),
    )
    rows = tuple(_row(match, table, deal, course, sides) for deal in table.deals)
    return Grid(questions.fitted(columns), rows, together=True, ruled=True)


def sums(
    match: Match, table: RoundTable, course: Course, penalties: Mapping[str, Fraction]
) -> Grid:
    """Return where the sides stand at the end, with the penalties that count at the table."""
    lost = bool(course.lost.lost)
    before = gettext("Without penalties") if lost else gettext("After the last deal")
    columns = (
        Column(gettext("Side"), 4, number=False),
        Column(before, 1.6),
        Column(gettext("Penalties"), 1.6),
        Column(gettext("With penalties"), 1.6, strong=True),
        *_worth_columns(match),
    )
    rows, ended = [], course.walk.rest(course.state)
    for side in questions.sides(match.event, table.seats):
        uid = side[0].side
        reached, added = ended.totals.get(uid, 0), penalties.get(uid, Fraction(0))
        # Levels that a ruling took are in what was reached: they were lost on the way.
        reached -= int(added) if lost else 0
        rows.append(
            (
                " · ".join(map(reading.seat_line, side)),
                _standing(match, reached),
                signed(added) if added else "",
                _standing(match, int(reached + added)),
                *_worth(match, table, side),
            )
        )
    title = gettext("End of the game") if table.course else gettext("End of the match")
    return Grid(columns, tuple(rows), title + _decided(match, table, ended), together=True)


def _decided(match: Match, table: RoundTable, ended: GameState) -> str:
    """Return why a side has a match that is over at equal totals; nothing of any other."""
    of_round = match.counted.get(table.seats[0].entry)
    counted = of_round.of(table.match) if of_round else None
    if counted is None or counted.match_points is None or not counted.decided:
        return ""
    code = match.game.match_result(ended, match.begun).decided
    return f" · {wording.sentence(code)}" if code else ""


def _worth_columns(match: Match) -> tuple[Column, ...]:
    """Where matches rank, head what the match is worth."""
    order = Order(match.event.ranking)
    if not order.by_match or match_parts.of_several_games(match.event):
        return ()
    return (
        Column(gettext("Difference"), 1.6),
        Column(measures.match_points(order), 1.6, strong=True),
    )


def _worth(match: Match, table: RoundTable, side: Sequence[SeatAt]) -> tuple[str, ...]:
    """Return what the match is worth to a side; nothing as long as it is not over."""
    order = Order(match.event.ranking)
    if not order.by_match or match_parts.of_several_games(match.event):
        return ()
    of_round = match.counted.get(side[0].entry)
    counted = of_round.of(table.match) if of_round else None
    if counted is None or counted.match_points is None or counted.difference is None:
        return "", ""
    return signed(counted.difference), measures.worth(order)(counted.match_points)


def _side_columns(match: Match, side: Sequence[SeatAt]) -> tuple[Column, Column]:
    label = questions.side_label(side)
    gained = f"{label} {compared.scores_name(match.event)}"
    return Column(gained, FIGURE), Column(_after_it(label), FIGURE, strong=True)


def _asked_column(asked: Asked) -> Column:
    words = filter(None, asked.options)
    is_long = any(len(word) > 1 and not word.isdecimal() for word in words)
    return Column(question_text(asked), LONG if is_long else WORD, number=False)


def _after_it(side: str) -> str:
    return gettext("%(side)s after it") % {"side": side}


def _row(
    match: Match,
    table: RoundTable,
    deal: Deal,
    course: Course,
    sides: Sequence[Sequence[SeatAt]],
) -> tuple[str, ...]:
    number, result = str(deal.board_no), table.results.get(deal.pk)
    asked = ("",) * len(match.asks)
    after = ("",) * (2 * len(sides) + 1)
    if result is None:
        return (number, *asked, gettext("no result yet"), *after)
    if result.kind in games.NO_POINTS:
        said = f"{compared.kind_said(result)} {games.reason_said(result.reason)}".strip()
        return (number, *asked, said, *after)
    settlement = Settlement.from_json(result.settlement, match.game.codes)
    facts = result.facts if isinstance(result.facts, Mapping) else {}
    asked = tuple(answer_text(one, facts, match.event.game) for one in match.asks)
    row = (number, *asked, _sum(match, table, settlement))
    if deal.uid in match.after:
        return (*row, *after)
    return (*row, *_after(match, table, result, settlement, course, sides))


def _sum(match: Match, table: RoundTable, settlement: Settlement) -> str:
    """Return the first sum that there is: partners have the same, and one side may have none."""
    explained = (match.game.explain(settlement, seat.label).raw for seat in table.seats)
    said = next(filter(None, explained), "")
    steps, _equals, total = said.partition(" = ")
    return total if steps == total else said


def _after(
    match: Match,
    table: RoundTable,
    result: Result,
    settlement: Settlement,
    course: Course,
    sides: Sequence[Sequence[SeatAt]],
) -> Iterator[str]:
    """Go on by a deal that counts: what every side gained, where it stands, what comes next."""
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
        yield _standing(match, course.state.totals[uid])
    yield _next(match, table, course)


def _next(match: Match, table: RoundTable, course: Course) -> str:
    """Return what the next deal begins with, as the answers to the questions of its sheet."""
    past = tuple(
        PastDeal(one.report, one.raw, _moved(then, table), one.schema)
        for then, _key, one in course.past
    )
    seats = {seat.side: seat.label for seat in table.seats}
    placed = course.lost.before(key for _then, key, _one in course.past)
    added = tuple(Added(after, seats[one.side], one.amount) for after, one in placed)
    facts = match.game.procedure(match.begun, History(deals=past, added=added)).facts
    said = (answer_text(one, facts, match.event.game) for one in match.asks)
    return " · ".join(filter(None, said))


def _moved(then: RoundTable, now: RoundTable) -> Mapping[str, str] | None:
    """Return where those who sat at a seat then sit now, where seats were exchanged since."""
    if then is now:
        return None
    sits = {(seat.entry, seat.name): seat.label for seat in now.seats}
    seats = ((seat.label, sits.get((seat.entry, seat.name))) for seat in then.seats)
    return {before: after for before, after in seats if after is not None}


def _standing(match: Match, total: int) -> str:
    return compared.points_said(match.event, total)
