"""What is rated of an event: the sides of every match that was played, with their places.

At a table where everybody plays alone the sides are single players; else they are those who sat for
a side. Matches awarded without play, those not over and byes are not rated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from clubs.ratings.model import Game, GameSide
from tournaments.results import snapshot_rows
from tournaments.results.match_rows import deal_scores, match_records
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow
from tournaments.standings.match_scores import ranks_at_table
from tournaments.standings.round_scores import MatchRecord

Scores = Mapping[tuple[int, str], Fraction]


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match that is rated: its round, and the persons by key of each side, with its place."""

    round: int
    match: int
    sides: tuple[GameSide, ...]

    def rated_as(self, members: Mapping[int, int]) -> Game:
        """Return the match by the members who the persons are; others are guests."""
        return tuple(GameSide(side.place, _members_of(side, members)) for side in self.sides)


def played_matches(snapshot: EventSnapshot) -> list[RatedMatch]:
    """Return the matches of an event that are rated, in the order of the rounds."""
    scores = _scores(snapshot)
    played = [
        each
        for record in match_records(snapshot)
        if record.is_over
        for each in _played(snapshot, snapshot.match_by_key[record.match], record, scores)
    ]
    return sorted(played, key=lambda each: (each.round, each.match))


def _members_of(side: GameSide, members: Mapping[int, int]) -> tuple[int | None, ...]:
    """Return a member once, whose doubles took turns, and every guest."""
    known = [members.get(person) for person in side.persons if person is not None]
    return (
        *dict.fromkeys(member for member in known if member is not None),
        *(None for member in known if member is None),
    )


def _played(
    snapshot: EventSnapshot, match: MatchRow, record: MatchRecord, scores: Scores
) -> Iterator[RatedMatch]:
    award = snapshot.awards.get(match.key)
    persons = _who_sat(snapshot, match)
    if (award and award.kind in snapshot_rows.CHANGING_AWARDS) or not all(persons.values()):
        return
    values = _values(match, record, scores)
    if values is None:
        return
    places = ranks_at_table(values)
    sides = zip(match.sides, places, strict=True)
    yield RatedMatch(
        match.round.number,
        match.key,
        tuple(GameSide(place, persons[side.uid]) for side, place in sides),
    )


def _values(match: MatchRow, record: MatchRecord, scores: Scores) -> list[Fraction] | None:
    """Return what a match came to for each side; None where nothing in it counted."""
    if record.totals is not None:
        values = [Fraction(total) for total in record.totals]
        if record.ahead is not None and len(set(values)) == 1:
            values[record.ahead] += 1
        return values
    # The entries of a side share its points.
    own = [scores.get((match.key, side.entries[0].uid)) for side in match.sides]
    return None if None in own else [value for value in own if value is not None]


def _scores(snapshot: EventSnapshot) -> Scores:
    sums: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    for deal in deal_scores(snapshot):
        sums[deal.match, deal.entry] += deal.points
    return sums


def _who_sat(snapshot: EventSnapshot, match: MatchRow) -> dict[str, tuple[int, ...]]:
    """Return who sat for each side, by its uid, at a table where something was played."""
    persons: dict[str, dict[int, None]] = {side.uid: {} for side in match.sides}
    for sitting in snapshot.sittings_by_match.get(match.key, ()):
        for seat in sitting.seats if any(deal.done for deal in sitting.deals) else ():
            persons[seat.side][seat.person] = None
    return {side: tuple(sorted(seated)) for side, seated in persons.items()}
