"""The page of the knockouts of an event: the brackets, who advances, and the places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from django.utils.translation import gettext

from tournaments.models import AwardKind, Event, Round
from tournaments.pairing.knockout.bracket import THIRD, BracketPart, BracketSlot, SlotSource
from tournaments.pairing.knockout.knockout_results import NOBODY, MatchState, Who
from tournaments.results import event_record, knockouts
from tournaments.results.event_record import Competitor
from tournaments.results.knockouts import Knockout, PlayedMatch
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording import unsigned
from tournaments.wording.pairing import match_text, round_text, to_come_text
from tournaments.wording.stages import stage_name
from web.publish.pages.progress import PublicRound, round_states


@dataclass(frozen=True, slots=True)
class SideView:
    """A side of a match: its name or where it comes from, and its total.

    `number` is that of the entry, 0 if it is not known, `seed` its place in the seeding, if any;
    `is_free` marks a bye.
    """

    name: str
    number: int = 0
    seed: int | None = None
    total: str = ""
    is_winner: bool = False
    is_free: bool = False


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match; `state` is to_come, free, open, level, unplayed or done, `round` set if public.

    `short` is its title below that of its round, empty where the round has no other.
    """

    code: str
    title: str
    sides: tuple[SideView, ...]
    state: str
    round: int | None = None
    table: int = 0
    is_astray: bool = False
    is_decided: bool = False
    short: str = ""


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """The matches of a round of the knockout, from the top to the bottom.

    `join` says how they lead to those of the next column: two to each, one to each, or none.
    `third` is the match for the third place, which stands below the final.
    """

    title: str
    matches: tuple[MatchView, ...]
    join: str = "none"
    third: MatchView | None = None


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place, or a range of shared places, with the entries."""

    first: int
    last: int
    entries: tuple[Competitor, ...]


@dataclass(frozen=True, slots=True)
class BracketView:
    """The knockout of a stage: main rounds, losers' rounds, and finals, as parts.

    The `places` are final once it `is_over`.
    """

    name: str
    parts: tuple[tuple[BracketColumn, ...], ...]
    places: tuple[PlaceView, ...]
    astray: tuple[str, ...]
    is_over: bool = False

    @property
    def frames(self) -> tuple[tuple[BracketColumn, ...], ...]:
        """The parts as a screen shows them, the match for the third place below the final."""
        *others, last = self.parts
        third = last[0].matches[0]
        if not others or third.code != THIRD:
            return self.parts
        *before, final = others[-1]
        return (*others[:-1], (*before, replace(final, third=third)))


@dataclass(frozen=True, slots=True)
class BracketPage:
    """What the page shows."""

    event: Event
    rounds: tuple[PublicRound, ...]
    brackets: tuple[BracketView, ...]


def read(snapshot: EventSnapshot) -> BracketPage:
    """Return what the page shows: the knockouts whose first round is published."""
    drawn = (knockout for knockout in public(snapshot) if knockout.is_drawn)
    known = event_record.competitors(snapshot)
    views = tuple(view(knockout, known) for knockout in drawn)
    return BracketPage(snapshot.event, round_states(snapshot), views)


def view(
    knockout: Knockout, known: Mapping[str, Competitor], *, secret: bool = False
) -> BracketView:
    """Return the view of a knockout; with `secret` including drafts."""
    stage = knockout.stage
    names = {number: known[entry.uid] for number, entry in knockout.entries.items()}
    states = [state for state in knockout.stands.values() if not state.not_needed]
    astray = {played.match.code for played in knockout.astray}
    seen = _visible_matches(knockout, secret=secret)
    matches = [(state, _match(state, knockout, names, seen, astray)) for state in states]
    parts = [
        _joined(_columns(knockout, [row for row in matches if row[0].match.part in part]))
        for part in (
            {BracketPart.MAIN},
            {BracketPart.LOSERS},
            {BracketPart.FINAL, BracketPart.THIRD},
        )
    ]
    return BracketView(
        name=stage_name(stage) if stage.number > 1 else stage.name,
        parts=tuple(part for part in parts if part),
        places=tuple(
            PlaceView(place.first, place.last, tuple(names[entry] for entry in place.entries))
            for place in knockout.places
            if place.entries
        ),
        astray=tuple(
            match_text(knockout.frame.match(code), knockout.frame)
            for code in sorted(astray & set(seen))
        ),
        is_over=knockout.is_over,
    )


def public(snapshot: EventSnapshot) -> Iterator[Knockout]:
    """Yield the knockouts of an event with a published round, by their stages."""
    for stage in snapshot.stages:
        drawn = snapshot.matches_of(*snapshot.rounds_of(stage))
        if any(match.is_public and match.code for match in drawn):
            counted = event_record.public_record(snapshot).field
            knockout = knockouts.of_stage(snapshot, stage, counted)
            if knockout is not None:
                yield knockout


def _visible_matches(knockout: Knockout, *, secret: bool) -> dict[str, PlayedMatch]:
    return {
        code: played
        for code, played in knockout.played.items()
        if secret or played.match.round.state in Round.PUBLIC
    }


def _columns(
    knockout: Knockout, rows: Iterable[tuple[MatchState, MatchView]]
) -> Iterator[BracketColumn]:
    for _, of_round in groupby(rows, key=lambda row: (row[0].match.part, row[0].match.round)):
        rows_of_round = list(of_round)
        yield BracketColumn(
            round_text(rows_of_round[0][0].match, knockout.frame),
            tuple(_numbered([view for _, view in rows_of_round])),
        )


def _numbered(matches: Sequence[MatchView]) -> Iterator[MatchView]:
    """Yield the matches of a round with their numbers in it, unless there is only one."""
    for match in matches:
        number = match.code.partition(".")[2]
        several = len(matches) > 1
        short = gettext("Match %(number)s") % {"number": number} if several else ""
        yield replace(match, short=short)


def _joined(columns: Iterable[BracketColumn]) -> tuple[BracketColumn, ...]:
    """Return the columns of a part of the frame, each with how it leads to the next."""
    listed = tuple(columns)
    if not listed:
        return ()
    lengths = [len(column.matches) for column in listed]
    named = [
        {after * 2: "pairs", after: "each"}.get(length, "none")
        for length, after in pairwise(lengths)
    ]
    return tuple(
        replace(column, join=join) for column, join in zip(listed, [*named, "none"], strict=True)
    )


def _match(
    standing: MatchState,
    knockout: Knockout,
    names: Mapping[str, Competitor],
    seen: Mapping[str, PlayedMatch],
    astray: set[str],
) -> MatchView:
    code = standing.match.code
    played = seen.get(code)
    totals: Mapping[str, str] = {}
    if played and played.totals and played.award != AwardKind.WALKOVER:
        texts = (unsigned(total) for total in played.totals)
        totals = dict(zip(played.sides, texts, strict=True))
    return MatchView(
        code=code,
        title=match_text(standing.match, knockout.frame),
        sides=tuple(
            _side(slot, who, standing, knockout, names, totals)
            for slot, who in zip(standing.match.sides, standing.sides, strict=True)
        ),
        state=_state(standing, played),
        round=played.round if played else None,
        table=played.match.number if played else 0,
        is_astray=code in astray and played is not None,
        is_decided=bool(played and played.award == AwardKind.DECIDED),
    )


def _side(
    slot: BracketSlot,
    who: Who,
    standing: MatchState,
    knockout: Knockout,
    names: Mapping[str, Competitor],
    totals: Mapping[str, str],
) -> SideView:
    if who is None:
        return SideView(
            "" if slot.source is SlotSource.LINE else to_come_text(slot, knockout.frame)
        )
    if who == NOBODY:
        return SideView("", is_free=True)
    entry = names[who]
    seed = knockout.entries[who].seeding
    return SideView(entry.name, entry.number, seed, totals.get(who, ""), standing.winner == who)


def _state(standing: MatchState, played: PlayedMatch | None) -> str:
    if played is not None and played.award == AwardKind.WALKOVER:
        return "unplayed"
    if NOBODY in standing.sides:
        return "free"
    if played is None:
        return "unplayed" if standing.winner else "to_come"
    if played.is_level:
        return "level"
    return "done" if played.is_over else "open"
