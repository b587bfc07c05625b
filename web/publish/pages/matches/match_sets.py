"""The 盘 of a match of two rooms in words: each room, the swing, and what the 盘 counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, pgettext

from tournaments.base.separators import join_names
from tournaments.results.event_record import competitors
from tournaments.results.match_results import MatchSet, MatchSets, sets_by_match
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from tournaments.wording import games, signed


@dataclass(frozen=True, slots=True)
class SetRow:
    """A 盘, the penalties or the total; `rooms` are the open, the closed one and the swing."""

    name: str
    rooms: tuple[str, str, str]
    counts: str
    is_total: bool = False


@dataclass(frozen=True, slots=True)
class ShownSets:
    """The 盘 of a match; rooms are given as the home side has it, `unit` is what a 盘 counts in."""

    teams: tuple[str, str]
    unit: str
    rows: tuple[SetRow, ...]


def of_matches(snapshot: EventSnapshot) -> Mapping[int, ShownSets]:
    """Return the 盘 of matches by the key of the match; none while boards are sealed."""
    found, sealed = sets_by_match(snapshot), sealed_rounds(snapshot)
    matches = snapshot.match_by_key
    return {
        match: _shown(snapshot, match, sets)
        for match, sets in found.items()
        if matches[match].round.number not in sealed
    }


def _shown(snapshot: EventSnapshot, match: int, found: MatchSets) -> ShownSets:
    words, known = games.words_of_event(snapshot.event), competitors(snapshot)
    home, away = (
        join_names(known[entry.uid].name for entry in side.entries)
        for side in snapshot.match_by_key[match].sides
    )

    def said(counts: tuple[Fraction, Fraction]) -> str:
        return " : ".join(map(words.say, counts))

    rows = [_row(one, said(one.counts)) for one in found.sets]
    if any(found.penalties):
        fined = " : ".join(map(signed, found.penalties))
        rows.append(SetRow(pgettext("standings", "Penalties"), ("", "", ""), fined))
    name, total = pgettext("of a row", "Total"), said(found.total)
    rows.append(SetRow(name, _rooms(found.rooms), total, is_total=True))
    return ShownSets((home, away), str(words.name), tuple(rows))


def _row(one: MatchSet, counts: str) -> SetRow:
    text = gettext("Set %(number)s (deals %(first)s–%(last)s)")
    name = text % {"number": one.number, "first": one.first, "last": one.last}
    return SetRow(name, _rooms(one.rooms), counts)


def _rooms(of_home: tuple[Fraction, Fraction]) -> tuple[str, str, str]:
    """Return what the home side has in the open room, in the closed one, and the swing."""
    open_room, closed_room = of_home
    return signed(open_room), signed(closed_room), signed(open_room + closed_room)
