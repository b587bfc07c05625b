"""Substitutes who played in public rounds, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournaments.models import EntryMember, Event, Form, Round
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.wording import listed


@dataclass(frozen=True, slots=True)
class PlayedStandIn:
    """A substitute who has played: the entry, the replaced member, and the public rounds."""

    entry: int
    name: str
    plays_for: str
    rounds: tuple[int, ...]
    points_count: bool


@derived
def played_stand_ins(snapshot: EventSnapshot) -> Mapping[int, tuple[PlayedStandIn, ...]]:
    """Return the substitutes who have played, by the number of the entry, in the order of the
    rounds.
    """
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


def stand_ins_text(stand_ins: Iterable[PlayedStandIn], event: Event) -> str:
    """Return a sentence of all substitutes of an entry or an event; empty without any.

    Teams have substitutes; a single player or a pair has a stand-in for these rounds.
    """
    names = [_one(stand_in) for stand_in in stand_ins]
    if not names:
        return ""
    of_team = event.form == Form.TEAMS
    words = gettext("Substitutes: %(names)s.") if of_team else gettext("Stand-ins: %(names)s.")
    return words % {"names": listed(names)}


def _one(stand_in: PlayedStandIn) -> str:
    values = {
        "name": stand_in.name,
        "other": stand_in.plays_for,
        "rounds": ", ".join(_spans(stand_in.rounds)),
    }
    text = ngettext(
        "%(name)s for %(other)s (round %(rounds)s)",
        "%(name)s for %(other)s (rounds %(rounds)s)",
        len(stand_in.rounds),
    )
    return text % values


def _spans(numbers: tuple[int, ...]) -> list[str]:
    """Return numbers in spans.

    >>> _spans((1, 2, 3, 5))
    ['1–3', '5']
    """
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    pairs = zip(starts, ends, strict=True)
    return [str(first) if first == last else f"{first}–{last}" for first, last in pairs]
