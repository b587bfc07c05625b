"""Read the scroll of a finished event: ranks by round, its winner, and the deals of note."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Final, NamedTuple

from django.utils.translation import gettext

from scoring.cards import in_order
from tournaments import wording
from tournaments.models import Event
from tournaments.results.event_record import StandingsRow, competitors, public_record
from tournaments.results.highlights import (
    SettlementLines,
    lines_of,
    public_deals,
    spread,
    winners,
)
from tournaments.results.match_rows import METHODS, compare_boards
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.results.snapshot_rows import DealRow, MatchRow, SittingRow
from tournaments.standings.ranking import group_by_line
from tournaments.standings.team_boards import BoardState
from tournaments.wording import games, signed
from tournaments.wording.boards import line_text
from tournaments.wording.values import deal_text
from web.publish import rank_columns
from web.publish.pages import story
from web.publish.pages.ranked import stage_rows
from web.publish.publications import Publications
from web.publish.rank_columns import Measures
from web.publish.scroll.words import (
    CLUB_STAMP,
    LEAST_ROUNDS,
    MOST,
    EveningScroll,
    NotedDeal,
    RankLine,
    ScrollField,
    ScrollStep,
    SealStamp,
)
from web.publish.seals.bearers import NONE, Bearer, ShownSeals, seals_of, seals_of_bearers
from web.publish.seals.drawing import DrawnSeal
from web.publish.sharing import states

NOTES: Final = 3
"""The most deals of note."""
ROOMS: Final = 2


@derived
def evening(snapshot: EventSnapshot, published: Publications) -> EveningScroll | None:
    """Return the content of the scroll; None for an event that is not finished, or ranks nobody.

    Deals of note are told only if the lines of settlements were read with the publications.
    """
    event = snapshot.event
    rows = public_record(snapshot).standings()
    lists = list(group_by_line(states.ranked(rows), lambda row: row.rank.line))
    if event.state != Event.State.FINISHED or not lists:
        return None
    columns = rank_columns.columns_of_event(event, rows)
    ended = story.ended(snapshot, rows, columns, is_on_notice=published.is_on_notice)
    stories = {each.line: each.story for each in ended}
    is_long = len(snapshot.public_rounds) >= LEAST_ROUNDS
    fields = tuple(
        _field(snapshot, (line, stories.get(line, "")), part[: MOST // len(lists)], columns)
        for line, part in lists
    )
    has_notes = is_long and published.lines is not None
    notes = tuple(_notes(snapshot, published.lines or {})) if has_notes else ()
    return EveningScroll(fields, notes, gettext("Deals of note"))


def _field(
    snapshot: EventSnapshot, told: tuple[str, str], rows: Sequence[StandingsRow], columns: Measures
) -> ScrollField:
    """Return a list of standings; `told` has the code of its direction, and how it ended."""
    line, words = told
    rounds = {placed.round for row in rows for placed in row.rank.history}
    has_ranks = len(rounds) >= LEAST_ROUNDS
    has_winner = len(rows) == 1 or rows[1].rank.place > 1
    seals = _winner_seals(snapshot, rows[0].competitor.number) if has_winner else ()
    return ScrollField(
        title=line_text(line) if line else "",
        heading=gettext("Ranks by round") if has_ranks else gettext("The winners"),
        story=words,
        lines=tuple(_rank_line(snapshot, row, columns) for row in rows),
        has_ranks=has_ranks,
        seals=seals,
    )


def _winner_seals(snapshot: EventSnapshot, number: int) -> tuple[SealStamp, ...]:
    return _stamps(seals_of(snapshot, number))


def _rank_line(snapshot: EventSnapshot, row: StandingsRow, columns: Measures) -> RankLine:
    at_table = {played.round: played.table_place or 0 for played in row.rank.rounds}
    return RankLine(
        place=row.rank.place,
        shown=str(row.rank.shown_place),
        name=row.competitor.name,
        total=stage_rows.total_text(snapshot, row.rank, columns),
        steps=tuple(
            ScrollStep(placed.round, placed.place, at_table.get(placed.round, 0))
            for placed in row.rank.history
        ),
    )


def _stamps(shown: ShownSeals) -> tuple[SealStamp, ...]:
    """Return seals for the scroll, or the mark of the club where names have none."""
    return (CLUB_STAMP,) if shown.by_club else tuple(map(_stamp, shown.seals))


def _stamp(seal: DrawnSeal) -> SealStamp:
    shape = seal.shape
    return SealStamp(
        seal.name, shape.is_framed, shape.edge, shape.signs, shape.stroke, shape.is_small
    )


class _Played(NamedTuple):
    """A deal that was played, with its place."""

    match: MatchRow
    sitting: SittingRow
    row: DealRow

    @property
    def scores(self) -> Mapping[str, int]:
        return self.row.result.scores if self.row.result else {}

    def names(self, snapshot: EventSnapshot, seats: Collection[str]) -> tuple[str, ...]:
        """Return who sat at these seats."""
        return tuple(
            snapshot.names[seat.person] for seat in self.sitting.seats if seat.label in seats
        )


class _Found(NamedTuple):
    """A candidate deal: what is noteworthy, who won how much by it, and with which cards."""

    played: _Played
    title: str
    names: tuple[str, ...]
    points: int
    cards: tuple[str, ...]
    shown: ShownSeals = NONE


def _notes(snapshot: EventSnapshot, lines: SettlementLines) -> Iterator[NotedDeal]:
    """Yield for each kind the deal with the largest difference between seats, the rarest kind
    first, and the deal with the largest swing of all. A deal is told once, of its rarest kind, and
    by who won by it.
    """
    deals = tuple(_Played(*found) for found in public_deals(snapshot))
    by_rarity: Mapping[int, list[_Found]] = defaultdict(list)
    for played in deals:
        seated = [seat.label for seat in played.sitting.seats]
        for noted in games.noted(snapshot.event.game, lines_of(lines.get(played.row.key)), seated):
            points = max((played.scores.get(label, 0) for label in noted.seats), default=0)
            names = played.names(snapshot, noted.seats)
            if points > 0:
                found = _Found(played, noted.words, names, points, noted.cards)
                by_rarity[noted.rarity].append(found)
    told: list[_Found] = []
    for rarity in sorted(by_rarity):
        taken = {one.played.row.key for one in told}
        free = [found for found in by_rarity[rarity] if found.played.row.key not in taken]
        if free and len(told) < NOTES:
            told.append(max(free, key=lambda found: spread(found.played.row)))
    yield from map(_noted, repeat(snapshot), _with_swing(told, _swing(snapshot, deals, lines)))


def _with_swing(told: Sequence[_Found], swing: _Found | None) -> Sequence[_Found]:
    """Return deals with that of the largest swing, whose winner's seals it alone has."""
    if swing is None:
        return told
    if all(found.played.row is not swing.played.row for found in told):
        return [*told[: NOTES - 1], swing]
    return [
        found._replace(shown=swing.shown)
        if found.played.row is swing.played.row and found.names == swing.names
        else found
        for found in told
    ]


def _swing(
    snapshot: EventSnapshot, deals: Sequence[_Played], lines: SettlementLines
) -> _Found | None:
    """Return the deal with the largest swing that somebody won, and with cards."""
    if snapshot.event.comparison in METHODS:
        return _swing_of_rooms(snapshot, deals, lines)
    by_spread = sorted(deals, key=lambda played: spread(played.row), reverse=True)
    for played in by_spread:
        labels = winners(played.scores)
        cards = _cards(lines, played, labels)
        if cards:
            is_first = played is by_spread[0]
            title = gettext("Deal of the evening") if is_first else gettext("Large swing")
            names, points = played.names(snapshot, labels), played.scores[labels[0]]
            shown = seals_of_bearers(_bearers(snapshot, played, labels))
            return _Found(played, title, names, points, cards, shown)
    return None


def _swing_of_rooms(
    snapshot: EventSnapshot, deals: Sequence[_Played], lines: SettlementLines
) -> _Found | None:
    """Return the board with the largest difference between the two rooms of a match, by the side
    that won by it, with its cards in the room where it did better.
    """
    by_board: Mapping[tuple[int, int | None], list[_Played]] = defaultdict(list)
    for played in deals:
        by_board[played.match.key, played.row.board].append(played)
    swings = [
        (int(board.swing), by_board[match, board.number])
        for match, compared in compare_boards(snapshot).matches.items()
        for board in compared.boards
        if board.state == BoardState.COMPARED and board.swing
        if len(by_board[match, board.number]) == ROOMS
    ]
    for swing, rooms in sorted(swings, key=lambda found: abs(found[0]), reverse=True):
        side = rooms[0].match.sides[0 if swing > 0 else 1]
        played, labels = max(
            ((room, _seats_of(room, side.uid)) for room in rooms),
            key=lambda found: max((found[0].scores.get(label, 0) for label in found[1]), default=0),
        )
        if cards := _cards(lines, played, labels):
            entry, title = side.entries[0], gettext("Largest swing between two rooms")
            name = competitors(snapshot)[entry.uid].name
            shown = seals_of(snapshot, entry.number)
            return _Found(played, title, (name,), abs(swing), cards, shown)
    return None


def _seats_of(played: _Played, side: str) -> tuple[str, ...]:
    seated = played.row.sides_among(played.sitting.sides)
    return tuple(label for label, each in seated.items() if each == side)


def _cards(lines: SettlementLines, played: _Played, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that seats won in a deal; partners may be credited with the same ones."""
    told = lines_of(lines.get(played.row.key)) if labels else ()
    each = (games.cards_of(told, label) for label in labels)
    return tuple(in_order(dict.fromkeys(card for cards in each for card in cards)))


def _bearers(snapshot: EventSnapshot, played: _Played, labels: Collection[str]) -> Sequence[Bearer]:
    uids = {row.person: row.person_uid for rows in snapshot.entered.values() for row in rows}
    return [
        (snapshot.names[seat.person], uids.get(seat.person, ""))
        for seat in played.sitting.seats
        if seat.label in labels
    ]


def _noted(snapshot: EventSnapshot, found: _Found) -> NotedDeal:
    played = found.played
    place = gettext("Round %(round)s, table %(table)s, %(deal)s") % {
        "round": played.match.round.number,
        "table": played.sitting.table,
        "deal": deal_text(played.row.number_in(snapshot.event)),
    }
    names, told = wording.listed(found.names), signed(found.points)
    return NotedDeal(found.title, place, names, told, found.cards, _stamps(found.shown))
