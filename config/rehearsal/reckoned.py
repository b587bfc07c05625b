"""What every entry scored in every round by the sheets that were told, reckoned for itself.

Deals of a board are compared here once more, by code that shares nothing with the program's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from config.rehearsal.hall import Hall
from tournaments import awards, games
from tournaments.models import Comparison, Deal, Match, Ranking, Round, Seat, Side

Points = dict[tuple[int, int], Fraction | None]
"""By entry and round; None where this reckoning does not say."""
STEPS: Final = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600)
FURTHER: Final = (750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)
PUBLIC: Final = (Round.State.PUBLISHED, Round.State.CLOSED)
HOME: Final = 1


@dataclass(frozen=True, slots=True)
class _Told:
    """A deal: its board, what its sides came to, and who they are; nothing while nobody told it."""

    board: int | None
    match: int
    round: int
    entries: Mapping[int, tuple[int, ...]]
    points: Mapping[int, int] | None


def points(hall: Hall) -> Points:
    """Return what every entry scored in every round."""
    told = _all(hall)
    given = _given(hall) if hall.event.ranking == Ranking.POINTS else {}
    if hall.event.comparison == Comparison.NONE:
        return _sums(told) | given
    if hall.event.comparison in {Comparison.IMP, Comparison.BOARD}:
        return _of_rooms(told, by_imps=hall.event.comparison == Comparison.IMP) | given
    return _of_field(told, is_told=hall.event.comparison == Comparison.MATCHPOINTS) | given


def without_play(matches: Iterable[int]) -> frozenset[int]:
    """Return those of these matches that are given to one side, whatever was played in them."""
    live = awards.live(list(matches)).items()
    return frozenset(match for match, award in live if award.kind in awards.WITHOUT_PLAY)


def imps(difference: Fraction) -> int:
    """Return the IMPs of a difference.

    >>> imps(Fraction(165)), imps(Fraction(-20)), imps(Fraction(19))
    (4, -1, 0)
    """
    found = sum(abs(difference) >= step for step in (*STEPS, *FURTHER))
    return found if difference > 0 else -found


def _given(hall: Hall) -> Points:
    """Return what was given for matches without play, where points rank: it counts as points."""
    found: Points = {}
    for award in awards.of_event(hall.event).values():
        if award.kind in awards.WITHOUT_PLAY:
            for side, entries in _entries(hall)[award.match_id].items():
                given = award.won if side == award.winner_id else award.lost
                found |= {(entry, award.match.round.number): given for entry in entries}
    return found


def _sums(told: Iterable[_Told]) -> Points:
    found: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    for deal in told:
        for side, scored in (deal.points or {}).items():
            for entry in deal.entries[side]:
                found[entry, deal.round] = (found[entry, deal.round] or 0) + Fraction(scored)
    return found


def _of_rooms(told: Iterable[_Told], *, by_imps: bool) -> Points:
    """What two rooms count beside each other: half of what one team has more than the other."""
    met: dict[tuple[int, int | None], list[_Told]] = defaultdict(list)
    for deal in told:
        met[deal.match, deal.board].append(deal)
    found: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    for rooms in met.values():
        if len(rooms) < 2 or any(one.points is None for one in rooms):
            continue
        sides = rooms[0].entries
        home, away = (sum((one.points or {})[side] for one in rooms) for side in sides)
        ahead = Fraction(home - away, 2)
        worth = (imps(ahead), imps(-ahead)) if by_imps else _board(ahead)
        for entries, scored in zip(rooms[0].entries.values(), worth, strict=True):
            for entry in entries:
                key = entry, rooms[0].round
                found[key] = (found[key] or 0) + Fraction(scored)
    return found


def _board(ahead: Fraction) -> tuple[int, int]:
    own = 1 + (ahead > 0) - (ahead < 0)
    return own, 2 - own


def _of_field(told: Sequence[_Told], *, is_told: bool) -> Points:
    """Two for every other table that has less, one for every one that has as much.

    Nothing is said of a round in which a board was not played at one of its tables, or will be at
    others.
    """
    boards: dict[int | None, list[_Told]] = defaultdict(list)
    for deal in told:
        boards[deal.board].append(deal)
    most = max(map(len, boards.values()), default=0)
    found: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    for tables in boards.values():
        is_played = all(one.points is not None for one in tables)
        is_whole = is_told and is_played and len(tables) == most
        for deal in tables:
            for side, entries in deal.entries.items():
                for entry in entries:
                    key, before = (entry, deal.round), found[entry, deal.round]
                    more = _matchpoints(deal, side, tables) if is_whole else None
                    found[key] = None if before is None or more is None else before + more
    return found


def _matchpoints(deal: _Told, side: int, tables: Sequence[_Told]) -> int:
    place = list(deal.entries).index(side)
    own, others = _ahead(deal, place), [_ahead(one, place) for one in tables if one is not deal]
    return sum(1 + (own > other) - (own < other) for other in others)


def _ahead(deal: _Told, place: int) -> int:
    first, second = ((deal.points or {})[side] for side in deal.entries)
    return first - second if place == 0 else second - first


def _all(hall: Hall) -> list[_Told]:
    """Return every deal of the rounds that are public and count, with what was told of it."""
    event, after = hall.event, games.not_counted(hall.event)
    seats = _seats(hall)
    entries = _entries(hall)
    awarded = without_play(Match.objects.filter(round__event=event).values_list("pk", flat=True))
    at = ("sitting__segment__match", "sitting__segment__match__round__number")
    rows = Deal.objects.filter(event=event, sitting__segment__match__round__state__in=PUBLIC)
    game, rules, found = games.game_of(event), hall.rules, []
    for uid, sitting, board, match, number in rows.order_by("pk").values_list(
        "uid", "sitting", "board", *at
    ):
        scores = None if uid in after or match in awarded else hall.scores.get(uid)
        sides = {seat: str(side) for seat, side in seats[sitting].items()}
        came = game.side_points(scores, rules, sides) if scores is not None else None
        points = None if came is None else {int(side): value for side, value in came.items()}
        found.append(_Told(board, match, number, entries[match], points))
    return found


def _seats(hall: Hall) -> Mapping[int, dict[str, int]]:
    rows = Seat.objects.filter(sitting__segment__match__round__event=hall.event).order_by("pk")
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for sitting, label, side in rows.values_list("sitting", "label", "side"):
        found[sitting][label] = side
    return found


def _entries(hall: Hall) -> Mapping[int, dict[int, tuple[int, ...]]]:
    """Return who the sides of a match are, the home side first."""
    rows = Side.entries.through.objects.filter(side__match__round__event=hall.event)
    found: dict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    ordered = rows.order_by("side__match", "side__number", "pk")
    for match, side, number in ordered.values_list("side__match", "side", "entry__number"):
        found[match][side] = (*found[match].get(side, ()), number)
    return found
