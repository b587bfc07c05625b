"""What every entry scored in every round by the sheets that were told, reckoned for itself.

Deals of a board are compared here once more, by code that shares nothing with the program's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from config.simulation.rehearsal.hall import Hall
from config.simulation.rehearsal.reckoned_boards import (
    MIDDLE,
    SIDES,
    Points,
    Told,
    by_datum,
    by_matchpoints,
    imps,
    of_tenths,
)
from tournaments.models import Comparison, Deal, Match, Ranking, Round, Seat, Side
from tournaments.results import awards
from tournaments.structure import games

PUBLIC: Final = (Round.State.PUBLISHED, Round.State.CLOSED)
HOME: Final = 1


def points(hall: Hall) -> Points:
    """Return what every entry scored in every round."""
    told = _all(hall)
    given = _given(hall) if hall.event.ranking == Ranking.POINTS else {}
    if hall.event.comparison == Comparison.NONE:
        return _with(_sums(told), given)
    if hall.event.comparison in {Comparison.IMP, Comparison.BOARD}:
        by_imps = hall.event.comparison == Comparison.IMP
        return _with(_of_rooms(told, by_imps=by_imps), given)
    if any(len(one.entries) != SIDES for one in told):
        return dict.fromkeys(_sums(told)) | given
    by_imps = hall.event.comparison == Comparison.DATUM_IMP
    return (by_datum(told) if by_imps else by_matchpoints(told)) | given


def without_play(matches: Iterable[int]) -> frozenset[int]:
    """Return those of these matches that are given to one side, whatever was played in them."""
    live = awards.live(list(matches)).items()
    return frozenset(match for match, award in live if award.kind in awards.WITHOUT_PLAY)


def _with(played: Points, given: Points) -> Points:
    """Return both together: who was given a half match has played another one."""
    found = dict(played)
    for key, value in given.items():
        found[key] = (found.get(key) or Fraction(0)) + (value or Fraction(0))
    return found


def _given(hall: Hall) -> Points:
    """Return what was given for matches without play, where points rank: it counts as points."""
    found: Points = {}
    for award in awards.of_event(hall.event).values():
        if award.kind in awards.WITHOUT_PLAY:
            for side, entries in _entries(hall)[award.match_id].items():
                given = award.won if side == award.winner_id else award.lost
                at = [(entry, award.match.round.number) for entry in entries]
                found |= {key: (found.get(key) or Fraction(0)) + given for key in at}
    return found


def _sums(told: Iterable[Told]) -> Points:
    found: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    for deal in told:
        for side, scored in (deal.points or {}).items():
            for entry in deal.entries[side]:
                found[entry, deal.round] = (found[entry, deal.round] or 0) + Fraction(scored)
    return found


def _of_rooms(told: Iterable[Told], *, by_imps: bool) -> Points:
    """What two rooms count beside each other: half of what one team has more than the other."""
    met: dict[tuple[int, int | None], list[Told]] = defaultdict(list)
    for deal in told:
        met[deal.match, deal.board].append(deal)
    found: dict[tuple[int, int], Fraction | None] = defaultdict(Fraction)
    for rooms in met.values():
        adjusted = next((room for room in rooms if room.given is not None), None)
        if adjusted is not None:
            _given_instead(found, adjusted, by_imps=by_imps)
            continue
        if len(rooms) < 2 or any(room.points is None for room in rooms):
            continue
        sides = rooms[0].entries
        home, away = (sum((room.points or {})[side] for room in rooms) for side in sides)
        ahead = Fraction(home - away, 2)
        worth = (imps(ahead), imps(-ahead)) if by_imps else _board(ahead)
        for entries, scored in zip(rooms[0].entries.values(), worth, strict=True):
            for entry in entries:
                key = entry, rooms[0].round
                found[key] = (found[key] or 0) + Fraction(scored)
    return found


def _given_instead(points: Points, deal: Told, *, by_imps: bool) -> None:
    """Add what a referee gave both sides for a board, whatever was played of it."""
    for entries, tenths in zip(deal.lines, deal.given or (), strict=True):
        worth = of_tenths(tenths) if by_imps else Fraction(tenths, MIDDLE)
        for entry in entries:
            key = entry, deal.round
            points[key] = (points.get(key) or 0) + worth


def _board(ahead: Fraction) -> tuple[int, int]:
    own = 1 + (ahead > 0) - (ahead < 0)
    return own, 2 - own


def _all(hall: Hall) -> list[Told]:
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
        scores = None if uid in {*after, *hall.given} or match in awarded else hall.scores.get(uid)
        sides = {seat: str(side) for seat, side in seats[sitting].items()}
        came = game.side_points(scores, rules, sides) if scores is not None else None
        points = None if came is None else {int(side): value for side, value in came.items()}
        north, given = seats[sitting].get("N"), hall.given.get(uid)
        found.append(Told(board, match, number, entries[match], points, north, given))
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
