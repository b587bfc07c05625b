"""The knockout of a stage: its lines, who won which match, who meets next, and the places.

The lines are those of its first round that stands, and never change after that; who won follows
from the record whenever it is asked. A correction may so lead to matches that were drawn and do
not follow any more: they are named, and nothing is drawn anew. Entries are named by their printed
numbers, as the draw names them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from tournaments.models import Award, DrawMethod, Entry, GroupMember, Match, Round, Stage
from tournaments.pairing import notes
from tournaments.pairing.drawn import Entered
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import THIRD, Bracket
from tournaments.pairing.knockout.knockout_results import (
    Places,
    Stand,
    faults,
    next_matches,
    places,
    stands,
)
from tournaments.pairing.knockout.knockout_rounds import RESULTS, input_of
from tournaments.results import awards
from tournaments.standings.byes import round_sums
from tournaments.standings.round_scores import Field, RoundSum, Table
from tournaments.structure import stages
from tournaments.structure.stage_plans import read_options

LAST: Final = 10**6
"""Behind every place of a seeding."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was drawn: its row, who is in it, what it came to, and who goes on from it.

    `winner` is None while it is open, and where it was drawn level and nobody has decided it.
    """

    match: Match
    round: int
    sides: tuple[str, ...]
    is_over: bool
    totals: tuple[Fraction, Fraction] | None = None
    winner: str | None = None
    award: str = ""

    @property
    def is_level(self) -> bool:
        """Whether it is over and nobody goes on from it yet."""
        return self.is_over and self.winner is None


@dataclass(frozen=True, slots=True)
class Knockout:
    """The knockout of a stage as it stands.

    `results` say who won by the code of the match, also where somebody had withdrawn before it was
    drawn. `is_drawn` says whether the lines are those of a round; else they are as they would be.
    """

    stage: Stage
    drawn: knockout_draw.Draw
    entries: Mapping[str, Entry]
    played: Mapping[str, Played]
    results: Mapping[str, str]
    is_drawn: bool

    @property
    def frame(self) -> Bracket:
        """Which match leads to which."""
        return self.drawn.bracket

    @property
    def stands(self) -> Mapping[str, Stand]:
        """Every match by its code, with who is in it and who won."""
        return stands(self.frame, self.drawn.lines, self.results)

    @property
    def next_matches(self) -> tuple[Stand, ...]:
        """The matches that can be drawn now."""
        return _undrawn(self.drawn, self.results, self.played)

    @property
    def level(self) -> tuple[Played, ...]:
        """The matches that were drawn level and are to be decided."""
        return tuple(played_match for played_match in self.played.values() if played_match.is_level)

    @property
    def open(self) -> tuple[Played, ...]:
        """The matches that are not over."""
        return tuple(
            played_match for played_match in self.played.values() if not played_match.is_over
        )

    @property
    def astray(self) -> tuple[Played, ...]:
        """The matches that were drawn and do not follow from the results any more."""
        stands_by_code = self.stands
        fault_codes = {fault.match for fault in faults(self.frame, self.drawn.lines, self.results)}
        return tuple(
            played_match
            for code, played_match in self.played.items()
            if code in fault_codes or set(stands_by_code[code].sides) != set(played_match.sides)
        )

    @property
    def is_over(self) -> bool:
        """Whether every match that is needed has a winner."""
        return all(standing.winner is not None for standing in self.stands.values())

    @property
    def places(self) -> tuple[Places, ...]:
        """The places, the first one first."""
        return places(self.frame, self.drawn.lines, self.results)

    @property
    def awaiting_third(self) -> tuple[str, ...]:
        """Who has lost before the final and awaits the match for the third place."""
        match = self.stands.get(THIRD)
        if match is None or match.winner is not None:
            return ()
        return tuple(side for side in match.sides if side)


def is_knockout(stage: Stage) -> bool:
    """Return whether a stage is played as a knockout."""
    return stages.method_of(stage) == DrawMethod.KNOCKOUT


def seed_of(stage: Stage) -> str:
    """Return the seed of the lines: one for the whole stage."""
    return f"{stage.event.seed}/{DrawMethod.KNOCKOUT}/{stage.number}"


def options_of(stage: Stage) -> knockout_draw.Options:
    """Return how the knockout of a stage is drawn.

    Where the rule of the stage before says who meets whom, nobody is put elsewhere.
    """
    options = read_options(stage.knockout)
    if not stage.feed.get("meet"):
        return options
    return replace(options, tiers_drawn=False, clubs_apart=False)


def of_stage(
    stage: Stage,
    counted: Field,
    entries: Sequence[Entry] | None = None,
    last: int | None = None,
) -> Knockout | None:
    """Return the knockout of a stage; None for another stage, or while fewer than two are in it.

    `counted` is all that counts in the event. Before its first round is drawn the knockout is as
    `entries` would make it, who are all of the stage where nobody says otherwise. With `last` it is
    as it was after that round.
    """
    if not is_knockout(stage):
        return None
    rounds = [round_ for round_ in _rounds(stage) if last is None or round_.number <= last]
    draw_input = _drawn_before(rounds) or _given(stage, entries)
    if draw_input is None:
        return None
    drawn = knockout_draw.draw(draw_input)
    entry_by_number = {str(entry.number): entry for entry in stage.event.entries.all()}
    played = _played(counted, rounds)
    results = {
        code: played_match.winner
        for code, played_match in played.items()
        if played_match.winner is not None
    }
    numbers = (round_.number for round_ in _standing(stage))
    next_round = 1 + (max(numbers, default=0) if last is None else last)
    withdrawn = {number for number, entry in entry_by_number.items() if _is_gone(entry, next_round)}
    results |= _without_play(drawn, results, played, withdrawn)
    return Knockout(stage, drawn, entry_by_number, played, results, is_drawn=bool(rounds))


def drawn_from(stage: Stage, counted: Field, entries: Sequence[Entry]) -> dict[str, Any]:
    """Return what the next round of a stage is drawn from; empty where there is no knockout.

    `entries` are those who are there, of whom the lines are drawn the first time.
    """
    knockout = of_stage(stage, counted, entries)
    if knockout is None:
        return {}
    draw_input = _drawn_before(_rounds(stage)) or _given(stage, entries)
    drawn = (played_match.match for played_match in knockout.open)
    in_play = [match.code for match in drawn if match.round.state != Round.State.DRAFT]
    return input_of(draw_input, knockout.results, in_play) if draw_input else {}


def places_of(stage: Stage, counted: Field, last: int | None = None) -> tuple[Places, ...]:
    """Return the places of a knockout by the uids of the entries; none before it is drawn.

    Who awaits the match for the third place shares that until then. With `last` they are those
    after that round.
    """
    knockout = of_stage(stage, counted, last=last)
    if knockout is None or not knockout.is_drawn:
        return ()
    waiting = knockout.awaiting_third
    shared = (Places(3, 4, waiting),) if waiting else ()
    return tuple(
        replace(places, entries=tuple(knockout.entries[entry].uid for entry in places.entries))
        for places in (*knockout.places, *shared)
    )


def frame_of(stage: Stage) -> Bracket | None:
    """Return the frame that the first round of a stage was drawn in; None before it is drawn."""
    draw_input = _drawn_before(_rounds(stage))
    return knockout_draw.draw(draw_input).bracket if draw_input else None


def _rounds(stage: Stage) -> list[Round]:
    """Return the rounds of the knockout of a stage that stand."""
    return [round_ for round_ in _standing(stage) if round_.method == DrawMethod.KNOCKOUT]


def _standing(stage: Stage) -> Iterable[Round]:
    standing = Round.objects.filter(group__stage=stage).exclude(state=Round.State.CANCELLED)
    return standing.order_by("number")


def _drawn_before(rounds: Sequence[Round]) -> knockout_draw.Input | None:
    """Return what the first round was drawn from."""
    for round_ in rounds:
        stored = notes.read(round_.reasons).input or {}
        if stored.get("knockout"):
            return knockout_draw.read(stored["knockout"], round_.seed)
    return None


def _given(stage: Stage, entries: Sequence[Entry] | None) -> knockout_draw.Input | None:
    """Return what the lines would be drawn from, before the first round is.

    Who has come from a stage before keeps the line, there or not.
    """
    entrants = _members(stage) or seeded(_there(stage) if entries is None else entries)
    if len(entrants) < len(("one", "other")):
        return None
    rows = tuple(
        Entered(str(entry.number), rank, entry.club) for rank, entry in enumerate(entrants, 1)
    )
    return knockout_draw.Input(seed_of(stage), rows, options_of(stage))


def _members(stage: Stage) -> list[Entry]:
    """Return who was put into a stage, by their places there."""
    members = GroupMember.objects.filter(group__stage=stage).select_related("entry")
    return [member.entry for member in members.order_by("group__number", "number")]


def _there(stage: Stage) -> Iterable[Entry]:
    """Return who has not withdrawn from an event; nobody is in a later stage by that."""
    if stage.number > 1:
        return ()
    return stage.event.entries.exclude(state=Entry.State.WITHDRAWN)


def seeded(entries: Iterable[Entry]) -> list[Entry]:
    """Return who competes in the order of the seeding; who has no place there comes at the end."""
    competing = (entry for entry in entries if entry.kind == Entry.Kind.COMPETITOR)
    return sorted(competing, key=lambda entry: (entry.seeding or LAST, entry.number))


def _is_gone(entry: Entry, number: int) -> bool:
    is_withdrawn = entry.state == Entry.State.WITHDRAWN
    return is_withdrawn and (entry.to_round is None or entry.to_round < number)


def _undrawn(
    drawn: knockout_draw.Draw, results: Mapping[str, str], played: Mapping[str, Played]
) -> tuple[Stand, ...]:
    waiting = next_matches(drawn.bracket, drawn.lines, results)
    return tuple(standing for standing in waiting if standing.match.code not in played)


def _without_play(
    drawn: knockout_draw.Draw,
    results: Mapping[str, str],
    played: Mapping[str, Played],
    withdrawn: AbstractSet[str],
) -> dict[str, str]:
    """Return the matches that somebody wins because the other one has withdrawn."""
    winners: dict[str, str] = {}
    while walkovers := dict(
        _walked_over(_undrawn(drawn, {**results, **winners}, played), withdrawn)
    ):
        winners |= walkovers
    return winners


def _walked_over(
    matches: Iterable[Stand], withdrawn: AbstractSet[str]
) -> Iterator[tuple[str, str]]:
    for match in matches:
        remaining = [side for side in match.sides if side and side not in withdrawn]
        if len(remaining) < len(match.sides):
            yield match.match.code, (remaining or [match.sides[0] or ""])[0]


def _played(counted: Field, rounds: Sequence[Round]) -> dict[str, Played]:
    """Return the matches that were drawn, by their places in the frame."""
    if not rounds:
        return {}
    matches = Match.objects.filter(round__in=rounds).exclude(code="").select_related("round")
    loaded = list(matches.prefetch_related("sides__entries").order_by("round__number", "number"))
    sums, tables = round_sums(counted), {table.match: table for table in counted.tables}
    award_by_match = awards.live(match.pk for match in loaded)
    return {
        match.code: _read(match, tables.get(match.pk), sums, award_by_match.get(match.pk))
        for match in loaded
    }


def _read(
    match: Match,
    table: Table | None,
    sums: Mapping[str, Sequence[RoundSum]],
    award: Award | None,
) -> Played:
    number = match.round.number
    sides = sorted(match.sides.all(), key=lambda side: side.number)
    entries = [entry for side in sides for entry in side.entries.all()]
    names = tuple(str(entry.number) for entry in entries)
    by_award = {side.pk: str(entry.number) for side in sides for entry in side.entries.all()}
    winner = by_award.get(award.winner_id or 0) if award else None
    played = Played(match, number, names, winner is not None, winner=winner)
    if table is None:
        return played
    round_sums_of_sides = [_sum_of(entry, number, sums) for entry in entries]
    is_over = played.is_over or table.is_over
    return replace(
        played,
        is_over=is_over,
        totals=_totals(round_sums_of_sides),
        winner=winner or (_ahead(names, _totals(round_sums_of_sides), table) if is_over else None),
        award=award.kind if award else "",
    )


def _sum_of(entry: Entry, number: int, sums: Mapping[str, Sequence[RoundSum]]) -> RoundSum | None:
    return next((round_sum for round_sum in sums[entry.uid] if round_sum.round == number), None)


def _totals(round_sums_of_sides: Sequence[RoundSum | None]) -> tuple[Fraction, Fraction] | None:
    """What both sides came to: by their matches, or by points and penalties."""
    own, theirs = round_sums_of_sides
    if own is None or theirs is None:
        return None
    if own.totals is not None:
        return own.totals
    return own.points + own.penalties, theirs.points + theirs.penalties


def _ahead(
    names: Sequence[str], totals: tuple[Fraction, Fraction] | None, table: Table
) -> str | None:
    """Who goes on: who came where the other did not, or has more."""
    if len(table.absent) == 1:
        return next(name for place, name in enumerate(names) if place not in table.absent)
    if totals is None:
        return None
    if totals[0] == totals[1]:
        return None if table.ahead is None else names[table.ahead]
    return names[0 if totals[0] > totals[1] else 1]


__all__ = [
    "RESULTS",
    "Knockout",
    "Played",
    "drawn_from",
    "frame_of",
    "is_knockout",
    "of_stage",
    "options_of",
    "places_of",
    "seed_of",
    "seeded",
]
