"""Who sat for a member of an entry, and in which rounds, as seats of public rounds show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import EntryMember, Round
from tournaments.results.snapshot import EventSnapshot, derived


@dataclass(frozen=True, slots=True)
class PlayedStandIn:
    """A substitute who has sat: for which entry, for whom of it, and in which public rounds."""

    entry: int
    name: str
    plays_for: str
    rounds: tuple[int, ...]
    points_count: bool


@derived
def played_stand_ins(snapshot: EventSnapshot) -> Mapping[int, tuple[PlayedStandIn, ...]]:
    """Return who has sat for somebody, by the number of the entry, in the order of the rounds."""
    substitutes = {
        (entry.number, member.person): member
        for entry in snapshot.entries
        for member in snapshot.members_of(entry)
        if member.role == EntryMember.Role.SUBSTITUTE
    }
    if not substitutes:
        return {}
    persons = {person for _number, person in substitutes}
    rounds: dict[tuple[int, int], set[int]] = defaultdict(set)
    for sitting in snapshot.sittings:
        round_ = snapshot.match_by_key[sitting.match].round
        for seat in sitting.seats:
            if seat.person in persons and round_.state in Round.PUBLIC:
                rounds[snapshot.entry_of(seat).number, seat.person].add(round_.number)
    played: dict[int, list[PlayedStandIn]] = defaultdict(list)
    for key, numbers in sorted(rounds.items(), key=lambda item: (item[0][0], min(item[1]))):
        if key in substitutes:
            member, entry = substitutes[key], snapshot.entry_by_number[str(key[0])]
            names = {
                other.number: other.name
                for other in snapshot.members_of(entry)
                if other.role == EntryMember.Role.PLAYER
            }
            played[key[0]].append(
                PlayedStandIn(
                    key[0],
                    member.name,
                    names.get(member.number, ""),
                    tuple(sorted(numbers)),
                    member.points_count,
                )
            )
    return {number: tuple(stand_ins) for number, stand_ins in played.items()}
