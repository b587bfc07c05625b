"""Read the scroll of a finished event: ranks by round, its winner, and the deals of note."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext

from tournaments import wording
from tournaments.models import Event
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.highlights import SettlementLines, lines_of, public_deals, spread
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.results.snapshot_rows import DealRow, MatchRow, SittingRow
from tournaments.standings.ranking import group_by_line
from tournaments.wording import games, signed
from tournaments.wording.boards import line_text
from tournaments.wording.values import deal_text
from web.publish import rank_columns
from web.publish.pages import story
from web.publish.pages.ranked import stage_rows
from web.publish.publications import Publications
from web.publish.rank_columns import Measures
from web.publish.scroll.words import (
    LEAST_ROUNDS,
    MOST,
    EveningScroll,
    NotedDeal,
    RankLine,
    ScrollField,
    ScrollStep,
    SealStamp,
)
from web.publish.seals.bearers import seals_of
from web.publish.seals.drawing import LEAST, DrawnSeal, club_mark
from web.publish.sharing import states

NOTES = 3
"""The most deals of note."""


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
        seals=tuple(map(_stamp, seals)),
    )


def _winner_seals(snapshot: EventSnapshot, number: int) -> tuple[DrawnSeal, ...]:
    """Return the seals of an entry, or that of the club if its names have none."""
    shown = seals_of(snapshot, number)
    club = snapshot.event.tournament.club
    mark = club_mark(club.name, club.uid) if shown.by_club else None
    return (mark,) if mark else shown.seals


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


def _stamp(seal: DrawnSeal) -> SealStamp:
    shape, is_small = seal.shape, seal.least <= LEAST
    return SealStamp(seal.name, shape.is_framed, shape.edge, shape.signs, shape.stroke, is_small)


class _Found(NamedTuple):
    """A candidate deal: where it was, and which seats with which cards."""

    match: MatchRow
    sitting: SittingRow
    row: DealRow
    title: str
    seats: Collection[str]
    cards: tuple[str, ...]


def _notes(snapshot: EventSnapshot, lines: SettlementLines) -> Iterator[NotedDeal]:
    """Yield for each kind the deal with the largest difference between seats, the rarest kind
    first, and the deal with the largest swing of all. A deal is told once, of its rarest kind.
    """
    deals = tuple(public_deals(snapshot))
    by_rarity: Mapping[int, list[_Found]] = defaultdict(list)
    for match, sitting, row in deals:
        seated = [seat.label for seat in sitting.seats]
        for noted in games.noted(snapshot.event.game, lines_of(lines.get(row.key)), seated):
            found = _Found(match, sitting, row, noted.words, noted.seats, noted.cards)
            by_rarity[noted.rarity].append(found)
    told: list[_Found] = []
    for rarity in sorted(by_rarity):
        taken = {one.row.key for one in told}
        free = [found for found in by_rarity[rarity] if found.row.key not in taken]
        if free and len(told) < NOTES:
            told.append(max(free, key=lambda found: spread(found.row)))
    swing = max(deals, key=lambda found: spread(found[2]), default=None)
    if swing and spread(swing[2]) > (0, 0) and all(swing[2] is not one.row for one in told):
        told = [*told[: NOTES - 1], _swing(*swing, lines_of(lines.get(swing[2].key)))]
    yield from (_noted(snapshot, found) for found in told)


def _swing(
    match: MatchRow, sitting: SittingRow, row: DealRow, lines: Sequence[Mapping[str, Any]]
) -> _Found:
    """Return the deal with the largest swing, described by the seat that gained most."""
    scores = row.result.scores if row.result else {}
    best = [label for label, score in scores.items() if score == max(scores.values())]
    cards = games.cards_of(lines, best[0]) if len(best) == 1 else ()
    return _Found(match, sitting, row, gettext("Deal of the evening"), best, cards)


def _noted(snapshot: EventSnapshot, found: _Found) -> NotedDeal:
    place = gettext("Round %(round)s, table %(table)s, %(deal)s") % {
        "round": found.match.round.number,
        "table": found.sitting.table,
        "deal": deal_text(found.row.number_in(snapshot.event)),
    }
    names = [
        snapshot.names[seat.person] for seat in found.sitting.seats if seat.label in found.seats
    ]
    scores = found.row.result.scores if found.row.result else {}
    points = max((score for label, score in scores.items() if label in found.seats), default=0)
    told = signed(points) if points > 0 else ""
    return NotedDeal(found.title, place, wording.listed(names), told, found.cards)
