"""What orders the standings of several stages: the stage of a row, and the final.

Totals of different stages are in one list, and a knockout ranks by its matches, whatever the
totals. The bracket itself is in `bracket`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import pgettext

from tournaments.models import AwardKind, EventState
from tournaments.pairing.knockout.bracket import BracketPart
from tournaments.pairing.knockout.knockout_results import MatchState
from tournaments.results.event_record import StandingsRow, competitors, public_record
from tournaments.results.knockouts import Knockout
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.standings.ranking import Rank
from tournaments.standings.stage_places import StagePart
from tournaments.structure.stages import is_knockout
from tournaments.wording import unsigned
from tournaments.wording.pairing import round_text
from tournaments.wording.stages import stage_name
from web.publish.pages.ranked import bracket
from web.publish.rank_columns import Measures


@dataclass(frozen=True, slots=True)
class RowStage:
    """The last stage in which an entry is ranked.

    `name` is empty where all rows are of one stage; with `has_groups` the rows that follow each
    other may be of different groups, so that their sums are not compared. `reached` is how far an
    entry came in a knockout, which is what ranks it there; while it `is_in`, with a match to play,
    its place is still open.
    """

    name: str = ""
    is_knockout: bool = False
    has_groups: bool = False
    reached: str = ""
    is_in: bool = False


MEDALS: Final = frozenset({1, 2, 3})
"""The places with a medal, unless more than so many share one."""

ONE_FIELD: Final = RowStage()
"""The stage of every row in an event with a single field."""


@dataclass(frozen=True, slots=True)
class FinalMatch:
    """The match that decided who is first, by the names of its sides.

    `score` is the winner's and the loser's; empty if it was level or not played.
    """

    winner: str
    loser: str
    score: str = ""
    is_unplayed: bool = False


@derived
def stage_by_entry(snapshot: EventSnapshot) -> Mapping[str, RowStage]:
    """Return the stage of every row by the uid of its entry; empty for a single field."""
    stages = {stage.pk: stage for stage in snapshot.stages}
    reached = {entry: part for part in _begun_parts(snapshot) for entry in part.entries}
    has_several = len({part.stage for part in reached.values()}) > 1
    rounds = _rounds_reached(snapshot) if any(map(is_knockout, stages.values())) else {}
    return {
        entry: RowStage(
            stage_name(stages[part.stage]) if has_several else "",
            is_knockout(stages[part.stage]),
            len(part.groups) > 1,
            *rounds.get((part.stage, entry), ("", False)),
        )
        for entry, part in reached.items()
    }


def _rounds_reached(snapshot: EventSnapshot) -> Mapping[tuple[int, str], tuple[str, bool]]:
    """Return the round to which each entry came in each knockout, by stage and entry, and whether
    it has a match to play.
    """
    return {
        (knockout.stage.pk, knockout.entries[side].uid): (
            _round_reached(knockout, state, side),
            _is_in(state, side),
        )
        for knockout in bracket.public(snapshot)
        for state in knockout.stands.values()
        for side in state.sides
        if side and not state.not_needed
    }


def _round_reached(knockout: Knockout, state: MatchState, side: str) -> str:
    """Return the round of the last match of an entry, and whether that was won."""
    name = round_text(state.match, knockout.frame)
    if state.match.part is BracketPart.THIRD:
        name = pgettext("knockout", "Third-place match")
    if state.winner == side:
        return pgettext("knockout", "%(round)s won") % {"round": name}
    return name


def _is_in(state: MatchState, side: str) -> bool:
    """Whether an entry whose last match this is has that or another to play."""
    return not state.winner or (state.winner == side and state.match.part is not BracketPart.THIRD)


def total_text(snapshot: EventSnapshot, rank: Rank, measures: Measures) -> str:
    """Return the total that ranked an entry; empty if a knockout did, whatever the totals."""
    stage = stage_by_entry(snapshot).get(rank.entry, ONE_FIELD)
    return "" if stage.is_knockout else measures.deciding.text_of(rank)


def are_by_knockout(snapshot: EventSnapshot, rows: Sequence[StandingsRow]) -> bool:
    """Whether the round that was reached ranks all these rows."""
    stages = stage_by_entry(snapshot)
    return all(stages.get(row.rank.entry, ONE_FIELD).is_knockout for row in rows)


def medals(snapshot: EventSnapshot, rows: Sequence[StandingsRow]) -> Mapping[str, int]:
    """Return the places that have a medal in a list of standings, by the uid of the entry.

    None has a place that more than three share. In a knockout a place is nobody's until its match
    has a winner.
    """
    stages, is_over = stage_by_entry(snapshot), snapshot.event.state == EventState.FINISHED
    sharing = Counter((row.rank.line, row.rank.place) for row in rows)

    def has_medal(rank: Rank) -> bool:
        equals = sharing[rank.line, rank.place]
        is_open = stages.get(rank.entry, ONE_FIELD).is_knockout and not is_over
        if is_open and (equals > 1 or not final_match(snapshot)):
            return False
        return rank.begun and rank.place in MEDALS and equals <= len(MEDALS)

    return {row.rank.entry: row.rank.place for row in rows if has_medal(row.rank)}


@derived
def final_match(snapshot: EventSnapshot) -> FinalMatch | None:
    """Return the match that decided the last stage, if that is a knockout and has a winner."""
    begun = _begun_parts(snapshot)
    for knockout in bracket.public(snapshot):
        if not begun or knockout.stage.pk != begun[-1].stage:
            continue
        first_two = _first_two(knockout)
        for state in reversed(tuple(knockout.stands.values())):
            if first_two == (state.winner, state.loser) and not state.not_needed:
                return _final(snapshot, knockout, state)
    return None


def _begun_parts(snapshot: EventSnapshot) -> Sequence[StagePart]:
    known = public_record(snapshot)
    last = max(known.field.rounds, default=0)
    return [part for part in known.stages if part.first <= last] or known.stages[:1]


def _first_two(knockout: Knockout) -> tuple[str, ...]:
    """Return the first and the second; nothing while either is unknown."""
    first_two = knockout.places[:2]
    if [(place.first, len(place.entries)) for place in first_two] != [(1, 1), (2, 1)]:
        return ()
    return tuple(place.entries[0] for place in first_two)


def _final(snapshot: EventSnapshot, knockout: Knockout, state: MatchState) -> FinalMatch:
    known, played = competitors(snapshot), knockout.played.get(state.match.code)
    winner, loser = _first_two(knockout)
    first, second = (known[knockout.entries[number].uid].name for number in (winner, loser))
    final = FinalMatch(first, second)
    if played is None or played.award == AwardKind.WALKOVER:
        return replace(final, is_unplayed=True)
    totals = dict(zip(played.sides, played.totals or (), strict=False))
    if not totals or totals[winner] == totals[loser]:
        return final
    return replace(final, score=f"{unsigned(totals[winner])} : {unsigned(totals[loser])}")
