"""The games (局) of an event and the totals of its matches, from a snapshot.

How one game runs to its end is in `structure.games`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Adjustment, Event, Round
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.results.snapshot_rows import DealRow, SittingRow
from tournaments.structure import match_parts
from tournaments.structure.game_slots import (
    LevelPenalties,
    LevelPenalty,
    Penalties,
    Slot,
    Where,
    has_levels,
    rules_of,
    sum_penalties,
)
from tournaments.structure.games import (
    NO_POINTS,
    EndRules,
    GameStanding,
    game_of,
    game_standing,
    penalties_in,
    state_after_deals,
    without_penalties,
)


@dataclass(frozen=True, slots=True)
class MatchTotals:
    """The totals of a match by its sides, and which side has it where they are equal."""

    totals: Mapping[str, Fraction | int]
    ahead: str | None = None


@derived
def game_standings(snapshot: EventSnapshot) -> Mapping[int, GameStanding]:
    """Return the standings of the games (局) by key; none where deals are counted."""
    event, slots = snapshot.event, _slots_by_game(snapshot)
    penalties, timed = _penalties(snapshot), level_penalties(snapshot)
    standings = {}
    for game in snapshot.games:
        match = snapshot.match_by_key[game.match]
        sides = [side.uid for side in match.sides]
        most = match.round.group.stage.deals_per_round or event.deals_per_round
        standings[game.key] = game_standing(
            EndRules(event, most, match.round.state == Round.State.CLOSED),
            slots[game.key],
            penalties_in(game.key, game.number, sides, penalties),
            timed.given_at(game.key, is_first=game.number == 1),
        )
    return standings


@derived
def not_counted(snapshot: EventSnapshot) -> frozenset[str]:
    """Return the uids of deals played after the end of their game (局), which do not count."""
    if not match_parts.ends_by_rules(snapshot.event):
        return frozenset()
    counted = {uid for stand in game_standings(snapshot).values() for uid in stand.counted}
    return frozenset(
        deal.uid
        for sitting in snapshot.sittings
        for deal in sitting.deals
        if deal.game is not None and deal.done and deal.uid not in counted
    )


@derived
def match_totals(snapshot: EventSnapshot) -> Mapping[int, MatchTotals]:
    """Return the totals of every match, by the match's key and the sides' uids.

    They follow from the deals in order of play and are not always their sum, as a side may have to
    stop at a level. Penalties are not in them, except where games (局) won are counted.
    """
    event = snapshot.event
    if match_parts.ends_by_rules(event):
        return _sum_games(snapshot)
    timed = level_penalties(snapshot)
    penalties: dict[str, int] = defaultdict(int)
    for (_where, side), amount in _penalties(snapshot).items():
        penalties[side] += amount
    return {
        match: _sum_rooms(event, sittings, timed, penalties)
        for match, sittings in snapshot.sittings_by_match.items()
        if any(sitting.deals for sitting in sittings)
    }


def _slots_by_game(snapshot: EventSnapshot) -> Mapping[int, list[Slot]]:
    slots: Mapping[int, list[Slot]] = defaultdict(list)
    for sitting in snapshot.sittings:
        for deal, slot in zip(sitting.deals, _slots(sitting), strict=True):
            if deal.game is not None:
                slots[deal.game].append(slot)
    return slots


def _slots(sitting: SittingRow) -> list[Slot]:
    seated = sitting.sides
    return [
        Slot(deal.key, deal.uid, deal.done, deal.result, deal.sides_among(seated))
        for deal in sitting.deals
    ]


def _table_penalties(snapshot: EventSnapshot) -> Iterator[tuple[Where, str, Adjustment]]:
    """Yield the penalties that count in a game (局) or room: where, the side's uid, the row."""
    places: dict[int, tuple[SittingRow, DealRow]] = {}
    rows = [row for row in snapshot.adjustments if row.stage_of_sum == Adjustment.StageOfSum.GAME]
    if any(row.deal_id for row in rows):
        places = {
            deal.key: (sitting, deal) for sitting in snapshot.sittings for deal in sitting.deals
        }
    for row in sorted(rows, key=lambda row: row.created_at):
        if row.side_id is None or row.side_id not in snapshot.match_of_side:
            continue
        where: Where = ""
        if row.deal_id in places:
            sitting, deal = places[row.deal_id]
            where = deal.game or sitting.room
        yield where, snapshot.match_of_side[row.side_id][1].uid, row


def _penalties(snapshot: EventSnapshot) -> Penalties:
    return sum_penalties(
        (where, side, row.amount) for where, side, row in _table_penalties(snapshot)
    )


def level_penalties(snapshot: EventSnapshot) -> LevelPenalties:
    """Return the penalties that take levels; none where a game has no levels."""
    if not has_levels(snapshot.event):
        return LevelPenalties()
    lost = tuple(
        LevelPenalty(side, int(row.amount), row.created_at, where)
        for where, side, row in _table_penalties(snapshot)
    )
    return LevelPenalties(lost, snapshot.first_results) if lost else LevelPenalties()


def _sum_games(snapshot: EventSnapshot) -> dict[int, MatchTotals]:
    """Return the totals of matches from their games (局): of a single one what it reached."""
    event, standings = snapshot.event, game_standings(snapshot)
    of_match: dict[int, list[GameStanding]] = defaultdict(list)
    for game in snapshot.games:
        of_match[game.match].append(standings[game.key])
    if not match_parts.of_several_games(event):
        return {
            match: MatchTotals(played[0].reached, played[0].ahead)
            for match, played in of_match.items()
        }
    if match_parts.counts_games_won(event):
        return {
            match: MatchTotals(
                match_parts.games_won([stand.winners for stand in played], played[0].totals)
            )
            for match, played in of_match.items()
        }
    return {
        match: MatchTotals(_climbed_levels(event, played)) for match, played in of_match.items()
    }


def _climbed_levels(event: Event, played: Sequence[GameStanding]) -> Mapping[str, int]:
    """Return how many levels each side has climbed in all games (局) of a match together."""
    game = game_of(event)
    begun = game.begin(rules_of(game, event.ruleset), played[0].reached).totals
    return {side: sum(stand.reached[side] - begun[side] for stand in played) for side in begun}


def _sum_rooms(
    event: Event,
    sittings: Iterable[SittingRow],
    timed: LevelPenalties,
    penalties: Mapping[str, int],
) -> MatchTotals:
    """Return the totals of the rooms of a match; of two rooms neither decides between equals."""
    rooms: dict[str, list[Slot]] = defaultdict(list)
    for sitting in sittings:
        if sitting.deals:
            rooms[sitting.room] += _slots(sitting)
    sides = dict.fromkeys(
        side for slots in rooms.values() for slot in slots for side in slot.sides.values()
    )
    totals: dict[str, int] = defaultdict(int)
    ahead = None
    for number, (room, slots) in enumerate(rooms.items()):
        state = state_after_deals(event, slots, sides, timed.given_at(room, is_first=not number))
        for side, total in state.totals.items():
            totals[side] += total
        if len(rooms) == 1:
            counted = [
                slot.result for slot in slots if slot.result and slot.result.kind not in NO_POINTS
            ]
            ruleset, game = counted[-1].ruleset if counted else event.ruleset, game_of(event)
            ahead = game.match_result(state, rules_of(game, ruleset)).ahead
    return MatchTotals(without_penalties(totals, penalties, timed), ahead)
