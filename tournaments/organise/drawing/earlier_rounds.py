"""The history that a draw considers: earlier meetings, byes, and fields."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection

from tournaments.models import Form, Round
from tournaments.pairing.seating import Seating
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow
from tournaments.structure import sides, stages, three_way_matches


def seating_history(snapshot: EventSnapshot, before: int) -> list[Seating]:
    """Return every table of the rounds before one, entries named by their printed numbers.

    After an exchange of seats only the last seating of a table counts. Teams are the sides of their
    matches; three teams that met in half matches are one table, as in the draw.
    """
    matches = [match for match in snapshot.matches if match.round.number < before]
    if snapshot.event.form == Form.TEAMS:
        tables = _tables_of_teams(snapshot, matches)
    else:
        # In the order of creation, because the order is part of the input of a draw.
        matches.sort(key=lambda match: match.key)
        tables = [_last_seating(snapshot, match) for match in matches]
    return [Seating(number, seats) for number, seats in enumerate(filter(None, tables), 1)]


def sit_out_counts(snapshot: EventSnapshot, before: int) -> dict[str, int]:
    """Return by printed number how many byes entries have had before a round."""
    return dict(
        Counter(
            str(snapshot.entry_by_key[entry].number)
            for round_, entry in snapshot.sat_out
            if snapshot.round_by_key[round_].number < before
        )
    )


def fields_of(snapshot: EventSnapshot, rounds: Collection[Round]) -> tuple[tuple[str, ...], ...]:
    """Return the entries of each of these rounds, those with a bye included."""
    entries_by_round: dict[int, set[int]] = defaultdict(set)
    for match in snapshot.matches_of(*rounds):
        for side in match.sides:
            entries_by_round[match.round.pk] |= {entry.number for entry in side.entries}
    for round_, entry in snapshot.sat_out:
        entries_by_round[round_].add(snapshot.entry_by_key[entry].number)
    return tuple(tuple(map(str, sorted(entries_by_round[round_.pk]))) for round_ in rounds)


def _last_seating(snapshot: EventSnapshot, match: MatchRow) -> tuple[tuple[str, str], ...]:
    seated = [sitting for sitting in snapshot.sittings_by_match[match.key] if sitting.seats]
    if not seated:
        return ()
    return tuple((seat.label, str(snapshot.entry_of(seat).number)) for seat in seated[-1].seats)


def _tables_of_teams(
    snapshot: EventSnapshot, matches: Collection[MatchRow]
) -> list[tuple[tuple[str, str], ...]]:
    teams = {
        match.key: tuple(
            (str(side.number), str(entry.number)) for side in match.sides for entry in side.entries
        )
        for match in matches
    }
    threes: list[three_way_matches.Three] = []
    if stages.three_may_meet(snapshot.event):
        by_round: dict[int, dict[int, list[int]]] = defaultdict(dict)
        for match in matches:
            entries = (entry.pk for side in match.sides for entry in side.entries)
            by_round[match.round.pk][match.key] = [match.number, *entries]
        for of_round in by_round.values():
            threes += three_way_matches.rings(of_round)
    return sides.as_drawn(teams, threes)
