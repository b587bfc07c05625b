"""The matches of an event, read once, as values with sides, totals and awards.

How matches count is computed in `standings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from django.db.models import Q

from tournaments.models import Award, AwardKind, Event, Round, Side, Sitting
from tournaments.results import awards, board_comparisons
from tournaments.standings.comparisons import ComparedScores
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import MatchRecord, ScoredDeal
from tournaments.structure import games, match_parts
from tournaments.structure.game_slots import NO_FINES, NOTHING_ELSE, Fines, Instead

PUBLIC = (Round.State.PUBLISHED, Round.State.CLOSED)


@dataclass(slots=True)
class MatchSides:
    """A match by its key: its round, whether that is public, and the entries of its sides."""

    match: int
    round: int
    is_public: bool
    sides: dict[str, list[str]] = field(default_factory=dict)


class EventMatches:
    """The matches of an event, read at the first use."""

    def __init__(self, event: Event) -> None:
        self._event = event

    @cached_property
    def all(self) -> tuple[MatchSides, ...]:
        """Every match that has sides, each side by its uid in the order of their numbers."""
        rows = (
            Side.entries.through.objects.filter(side__match__round__event=self._event)
            .order_by("side__match_id", "side__number", "pk")
            .values_list(
                "side__match_id",
                "side__match__round__number",
                "side__match__round__state",
                "side__uid",
                "entry__uid",
            )
        )
        meetings: dict[int, MatchSides] = {}
        for match, number, state, side, entry in rows:
            meeting = meetings.setdefault(match, MatchSides(match, number, state in PUBLIC))
            meeting.sides.setdefault(side, []).append(entry)
        return tuple(meetings.values())

    @property
    def by_side(self) -> Mapping[str, Sequence[str]]:
        """The entries of every side."""
        return {side: entries for meeting in self.all for side, entries in meeting.sides.items()}


def match_records(
    event: Event,
    points: Sequence[ScoredDeal],
    withdrawn: AbstractSet[str],
    instead: Instead = NOTHING_ELSE,
    compared: ComparedScores | None = None,
    meetings: EventMatches | None = None,
    fines: Fines = NO_FINES,
) -> list[MatchRecord]:
    """Return every match by sides; it is over when every deal of it has a result.

    `points` are the scores of the deals; entries of `withdrawn` are absent from matches in which
    nothing was played. With `instead` these deals have other results. `compared` and `meetings`
    are passed where they were read already; `fines` are penalties at a table under consideration.
    """
    met = (meetings or EventMatches(event)).all
    halves = halves_among(met)
    played = _PlayedRounds.of(points, halves)
    by_match = Order(event.ranking).by_match
    if compared is None:
        compared = board_comparisons.compare_boards(event, instead)
    follows = by_match and not board_comparisons.compares(event)
    reached = games.match_totals(event, instead, fines) if follows else {}
    in_games = follows and match_parts.counts_games_won(event)
    boards = {match: score.counting for match, score in compared.matches.items()}
    awarded, is_open = awards.of_event(event), _open_matches(event)
    return [
        _with_award(
            MatchRecord(
                round=meeting.round,
                sides=tuple(map(tuple, meeting.sides.values())),
                is_over=meeting.match not in is_open,
                totals=_match_totals(meeting, reached, compared) if by_match else None,
                boards=boards.get(meeting.match),
                in_games=in_games,
                absent=_absent_sides(meeting, played, withdrawn) if by_match else frozenset(),
                match=meeting.match,
                is_half=meeting.match in halves,
                ahead=_side_ahead(meeting, reached),
            ),
            awarded.get(meeting.match),
            tuple(meeting.sides),
        )
        for meeting in met
        if meeting.is_public
    ]


def _open_matches(event: Event) -> frozenset[int]:
    """Return the matches with an open deal, or with a sitting that has no deals yet."""
    sittings = Sitting.objects.filter(segment__match__round__event=event).filter(
        Q(deals__done=False) | Q(deals=None)
    )
    return frozenset(sittings.order_by().values_list("segment__match_id", flat=True).distinct())


def _with_award(table: MatchRecord, award: Award | None, sides: Sequence[str]) -> MatchRecord:
    """Return a match with its award, if any; a decision of a level match changes nothing in it."""
    if award is None or award.kind not in awards.CHANGING:
        return table
    winner = None if award.winner is None else award.winner.uid
    worth = tuple(award.won if side == winner else award.lost for side in sides)
    if award.kind == AwardKind.MISMATCHED:
        return replace(table, kept=worth)
    absent = frozenset(place for place, side in enumerate(sides) if side != winner)
    if award.kind == AwardKind.SPOILT:
        absent = frozenset()
    return replace(table, worth=worth, absent=absent, is_over=True, totals=None)


def _match_totals(
    meeting: MatchSides, reached: Mapping[int, games.MatchTotals], compared: ComparedScores
) -> tuple[Fraction | int, ...] | None:
    """Return the totals of a match, where these are more than a sum of deals."""
    if meeting.match in compared.matches:
        return compared.matches[meeting.match].won
    if meeting.match not in reached:
        return None
    return tuple(reached[meeting.match].totals.get(side, 0) for side in meeting.sides)


def _side_ahead(meeting: MatchSides, reached: Mapping[int, games.MatchTotals]) -> int | None:
    """Return the index of the side that wins at equal totals by the rules of the game."""
    result = reached.get(meeting.match)
    return (
        list(meeting.sides).index(result.ahead)
        if result and result.ahead in meeting.sides
        else None
    )


def halves_among(meetings: Iterable[MatchSides]) -> frozenset[int]:
    """Return the keys of half matches (三队赛): an entry in one plays another in the same round."""
    met = [meeting for meeting in meetings if meeting.is_public]
    times = Counter((meeting.round, entry) for meeting in met for entry in _entries_of(meeting))
    return frozenset(
        meeting.match
        for meeting in met
        if any(times[meeting.round, entry] > 1 for entry in _entries_of(meeting))
    )


@dataclass(frozen=True, slots=True)
class _PlayedRounds:
    """The rounds in which entries have scored, and the half matches in which any has."""

    entries: AbstractSet[tuple[str, int]]
    matches: AbstractSet[int]
    halves: AbstractSet[int]

    @classmethod
    def of(cls, points: Sequence[ScoredDeal], halves: AbstractSet[int]) -> _PlayedRounds:
        scored = frozenset(point.match for point in points) if halves else frozenset()
        return cls({(point.entry, point.round) for point in points}, scored, halves)

    def has_begun(self, meeting: MatchSides) -> bool:
        """Whether anything of a match was played."""
        if meeting.match in self.halves:
            return meeting.match in self.matches
        return any((entry, meeting.round) in self.entries for entry in _entries_of(meeting))


def _absent_sides(
    meeting: MatchSides, played: _PlayedRounds, withdrawn: AbstractSet[str]
) -> frozenset[int]:
    """Return the indexes of the withdrawn sides of a match in which nothing was played."""
    if played.has_begun(meeting):
        return frozenset()
    sides = enumerate(meeting.sides.values())
    return frozenset(place for place, entries in sides if set(entries) <= withdrawn)


def _entries_of(meeting: MatchSides) -> Iterable[str]:
    return (entry for entries in meeting.sides.values() for entry in entries)
