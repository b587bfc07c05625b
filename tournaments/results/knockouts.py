"""The knockout of a stage: its lines, winners, next matches and ranks.

The lines are those of its first round that was not cancelled, and never change after that; winners
follow from the record on every read. After a correction, drawn matches may no longer follow from
the results (astray): they are reported, and nothing is redrawn. Entries are named by their printed
numbers, as in the draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from tournaments.models import Award, DrawMethod, Entry, Round, Stage
from tournaments.pairing import notes
from tournaments.pairing.drawn import SeededEntry
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import THIRD, KnockoutBracket
from tournaments.pairing.knockout.knockout_results import (
    MatchState,
    Places,
    bracket_state,
    misfits,
    places,
)
from tournaments.pairing.knockout.knockout_rounds import knockout_input_json
from tournaments.results import absent_sides
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow
from tournaments.standings.round_scores import PAIR, MatchRecord, RoundSum, StandingsInput
from tournaments.standings.unplayed_rounds import round_sums
from tournaments.structure import stages

LAST: Final = 10**6
"""Sorts entries without a seeding behind all seeded ones."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A drawn match: its row, sides, totals and winner.

    `winner` is None while the match is open, or level and undecided.
    """

    match: MatchRow
    round: int
    sides: tuple[str, ...]
    is_over: bool
    totals: tuple[Fraction, Fraction] | None = None
    winner: str | None = None
    award: str = ""

    @property
    def is_level(self) -> bool:
        """Whether it is over without a winner."""
        return self.is_over and self.winner is None


@dataclass(frozen=True, slots=True)
class Knockout:
    """The knockout of a stage.

    `results` are the winners by match code, walkovers by withdrawal included. `is_drawn` says
    whether the lines belong to a round or would only be drawn now.
    """

    stage: Stage
    drawn: knockout_draw.KnockoutDraw
    entries: Mapping[str, Entry]
    played: Mapping[str, PlayedMatch]
    results: Mapping[str, str]
    is_drawn: bool

    @property
    def frame(self) -> KnockoutBracket:
        """The bracket."""
        return self.drawn.bracket

    @property
    def stands(self) -> Mapping[str, MatchState]:
        """Every match by its code, with its sides and winner."""
        return bracket_state(self.frame, self.drawn.lines, self.results)

    @property
    def next_matches(self) -> tuple[MatchState, ...]:
        """The matches that can be drawn now."""
        return absent_sides.undrawn_matches(self.drawn, self.results, self.played)

    @property
    def level(self) -> tuple[PlayedMatch, ...]:
        """The matches that ended level and have to be decided."""
        return tuple(played_match for played_match in self.played.values() if played_match.is_level)

    @property
    def open(self) -> tuple[PlayedMatch, ...]:
        """The matches that are not over."""
        return tuple(
            played_match for played_match in self.played.values() if not played_match.is_over
        )

    @property
    def astray(self) -> tuple[PlayedMatch, ...]:
        """The drawn matches that no longer follow from the results."""
        stands_by_code = self.stands
        wrong = misfits(self.frame, self.drawn.lines, self.results)
        return tuple(
            played_match
            for code, played_match in self.played.items()
            if code in wrong or set(stands_by_code[code].sides) != set(played_match.sides)
        )

    @property
    def is_over(self) -> bool:
        """Whether every necessary match has a winner."""
        return all(standing.winner is not None for standing in self.stands.values())

    @property
    def places(self) -> tuple[Places, ...]:
        """The ranks, the first one first."""
        return places(self.frame, self.drawn.lines, self.results)

    @property
    def awaiting_third(self) -> tuple[str, ...]:
        """The semi-final losers while the match for third place is open."""
        match = self.stands.get(THIRD)
        if match is None or match.winner is not None:
            return ()
        return tuple(side for side in match.sides if side)


def seed_of(stage: Stage) -> str:
    """Return the random seed of the lines, the same for the whole stage."""
    return f"{stage.event.seed}/{DrawMethod.KNOCKOUT}/{stage.number}"


def options_of(stage: Stage) -> knockout_draw.KnockoutOptions:
    """Return the draw options of the knockout of a stage.

    If the qualification rule fixes the pairings, tiers and clubs have no effect.
    """
    options = knockout_draw.read_options(stage.knockout)
    if not stage.feed.get("meet"):
        return options
    return replace(options, tiers_drawn=False, clubs_apart=False)


def of_stage(
    snapshot: EventSnapshot,
    stage: Stage,
    counted: StandingsInput,
    entries: Sequence[Entry] | None = None,
    last: int | None = None,
) -> Knockout | None:
    """Return the knockout of a stage; None for another stage, or with fewer than two entries.

    `counted` is the record of the event. Before the first round is drawn, the knockout is formed
    from `entries`, by default all of the stage. With `last` it is the state after that round.
    """
    if not stages.is_knockout(stage):
        return None
    rounds = _knockout_rounds(snapshot, stage, last)
    draw_input = _stored_input(rounds) or _new_input(snapshot, stage, entries)
    if draw_input is None:
        return None
    drawn = knockout_draw.draw(draw_input)
    played = _played_matches(snapshot, counted, rounds)
    results = {
        code: played_match.winner
        for code, played_match in played.items()
        if played_match.winner is not None
    }
    results |= absent_sides.won_before(drawn, rounds, played)
    results |= absent_sides.won_by_suspension(snapshot, drawn, rounds, played)
    absent = absent_sides.absent(snapshot, _next_round(snapshot, stage, last))
    results |= absent_sides.wins_without_play(drawn, results, played, absent)
    known = snapshot.entry_by_number
    return Knockout(stage, drawn, known, played, results, is_drawn=bool(rounds))


def drawn_from(
    snapshot: EventSnapshot, stage: Stage, counted: StandingsInput, entries: Sequence[Entry]
) -> dict[str, Any]:
    """Return the draw input of the next round of a stage; empty if it is no knockout.

    `snapshot` is the event before that round. `entries` are those present, from which the lines are
    first drawn.
    """
    knockout = of_stage(snapshot, stage, counted, entries)
    if knockout is None:
        return {}
    begun = _stored_input(_knockout_rounds(snapshot, stage))
    draw_input = begun or _new_input(snapshot, stage, entries)
    if draw_input is None:
        return {}
    in_play = [played_match.match.code for played_match in knockout.open]
    out = set() if begun else absent_sides.absent(snapshot, _next_round(snapshot, stage))
    out &= {row.entry for row in draw_input.entered}
    return knockout_input_json(draw_input, knockout.results, in_play, out)


def _next_round(snapshot: EventSnapshot, stage: Stage, last: int | None = None) -> int:
    """Return the number of the next round of a stage, by default after all that are drawn.

    The rounds of a later stage go on with the numbers of the stage before.
    """
    rounds = snapshot.rounds_of(stage) or snapshot.rounds
    return 1 + (max((round_.number for round_ in rounds), default=0) if last is None else last)


def places_of(
    snapshot: EventSnapshot, stage: Stage, counted: StandingsInput, last: int | None = None
) -> tuple[Places, ...]:
    """Return the ranks of a knockout with the uids of the entries; empty before it is drawn.

    Until the match for third place is decided, its sides share that rank. With `last` they are the
    ranks after that round.
    """
    knockout = of_stage(snapshot, stage, counted, last=last)
    if knockout is None or not knockout.is_drawn:
        return ()
    waiting = knockout.awaiting_third
    shared = (Places(3, 4, waiting),) if waiting else ()
    return tuple(
        replace(
            places,
            entries=tuple(knockout.entries[entry].uid for entry in places.entries),
        )
        for places in (*knockout.places, *shared)
    )


def bracket_of(snapshot: EventSnapshot, stage: Stage) -> KnockoutBracket | None:
    """Return the bracket of the first round of a stage; None before it is drawn."""
    draw_input = _stored_input(_knockout_rounds(snapshot, stage))
    return knockout_draw.draw(draw_input).bracket if draw_input else None


def _knockout_rounds(snapshot: EventSnapshot, stage: Stage, last: int | None = None) -> list[Round]:
    """Return the rounds of a knockout, up to `last`."""
    return [
        round_
        for round_ in snapshot.rounds_of(stage)
        if round_.method == DrawMethod.KNOCKOUT and (last is None or round_.number <= last)
    ]


def _stored_input(rounds: Sequence[Round]) -> knockout_draw.KnockoutInput | None:
    """Return the stored draw input of the first round."""
    for round_ in rounds:
        stored = notes.read(round_.reasons).input or {}
        if stored.get("knockout"):
            return knockout_draw.read(stored["knockout"], round_.seed)
    return None


def _new_input(
    snapshot: EventSnapshot, stage: Stage, entries: Sequence[Entry] | None
) -> knockout_draw.KnockoutInput | None:
    """Return the input from which the lines would be drawn before the first round.

    Entries from an earlier stage keep their line, present or not.
    """
    entrants = [
        member.entry for group in snapshot.groups_of(stage) for member in snapshot.members[group.pk]
    ]
    if not entrants and entries is None:
        # A later stage has members; until they are known it is empty.
        entries = () if stage.number > 1 else _entries_left(snapshot)
    entrants = entrants or seeded(entries or ())
    if len(entrants) < PAIR:
        return None
    rows = tuple(
        SeededEntry(str(entry.number), rank, entry.club) for rank, entry in enumerate(entrants, 1)
    )
    return knockout_draw.KnockoutInput(seed_of(stage), rows, options_of(stage))


def _entries_left(snapshot: EventSnapshot) -> list[Entry]:
    return [entry for entry in snapshot.entries if entry.state != Entry.State.WITHDRAWN]


def seeded(entries: Iterable[Entry]) -> list[Entry]:
    """Return the competitors in seeding order, unseeded ones last."""
    competing = (entry for entry in entries if entry.kind == Entry.Kind.COMPETITOR)
    return sorted(competing, key=lambda entry: (entry.seeding or LAST, entry.number))


def _played_matches(
    snapshot: EventSnapshot, counted: StandingsInput, rounds: Sequence[Round]
) -> dict[str, PlayedMatch]:
    """Return the drawn matches by their codes in the bracket."""
    if not rounds:
        return {}
    sums, tables = round_sums(counted), {table.match: table for table in counted.tables}
    return {
        match.code: _played_match(
            match, tables.get(match.key), sums, snapshot.awards.get(match.key)
        )
        for match in snapshot.matches_of(*rounds)
        if match.code
    }


def _played_match(
    match: MatchRow,
    table: MatchRecord | None,
    sums: Mapping[str, Sequence[RoundSum]],
    award: Award | None,
) -> PlayedMatch:
    number = match.round.number
    entries = [entry for side in match.sides for entry in side.entries]
    names = tuple(str(entry.number) for entry in entries)
    by_award = {side.key: str(entry.number) for side in match.sides for entry in side.entries}
    winner = by_award.get(award.winner_id or 0) if award else None
    played = PlayedMatch(match, number, names, winner is not None, winner=winner)
    if table is None:
        return played
    round_sums_of_sides = [_round_sum(entry, number, sums) for entry in entries]
    is_over = played.is_over or table.is_over
    return replace(
        played,
        is_over=is_over,
        totals=_totals(round_sums_of_sides),
        winner=winner or (_winner(names, _totals(round_sums_of_sides), table) if is_over else None),
        award=award.kind if award else "",
    )


def _round_sum(
    entry: Entry, number: int, sums: Mapping[str, Sequence[RoundSum]]
) -> RoundSum | None:
    return next((round_sum for round_sum in sums[entry.uid] if round_sum.round == number), None)


def _totals(round_sums_of_sides: Sequence[RoundSum | None]) -> tuple[Fraction, Fraction] | None:
    """Return the totals of both sides: of the match, or points with penalties."""
    own, theirs = round_sums_of_sides
    if own is None or theirs is None:
        return None
    if own.totals is not None:
        return own.totals
    return own.points + own.penalties, theirs.points + theirs.penalties


def _winner(
    names: Sequence[str], totals: tuple[Fraction, Fraction] | None, table: MatchRecord
) -> str | None:
    """Return the winner: the only side present, or the one with the higher total."""
    if len(table.absent) == 1:
        return next(name for place, name in enumerate(names) if place not in table.absent)
    if totals is None:
        return None
    if totals[0] == totals[1]:
        return None if table.ahead is None else names[table.ahead]
    return names[0 if totals[0] > totals[1] else 1]
