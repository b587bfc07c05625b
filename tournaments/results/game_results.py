"""The games (局) of an event, the totals of its matches, and their penalties (罚分), from a
snapshot.

The course of a single game is in `structure.game_standings`. At a table 基础分 = 得分 + 罚分 of
its deals: `penalties_by_sitting` assigns penalties to the figures of seats, if they are in the unit
of the seats' points, which excludes levels and compared boards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from tournaments.models import Adjustment, Event, Round
from tournaments.models.record import Unit
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.results.snapshot_rows import DealRow, SittingRow
from tournaments.structure import games, match_parts
from tournaments.structure.game_slots import (
    LevelPenalties,
    LevelPenalty,
    Penalties,
    Slot,
    Where,
    sum_penalties,
)
from tournaments.structure.game_standings import (
    EndRules,
    GameStanding,
    game_standing,
    penalties_in,
    state_after_deals,
    without_penalties,
)
from tournaments.structure.games import NO_POINTS, compares, game_of, has_levels, rules_of


@dataclass(frozen=True, slots=True)
class MatchTotals:
    """The totals of a match by its sides, and the side that wins on equal totals."""

    totals: Mapping[str, Fraction | int]
    ahead: str | None = None


@derived
def game_standings(snapshot: EventSnapshot) -> Mapping[int, GameStanding]:
    """Return the standings of the games (局) by key; none if deals are counted."""
    slots, penalties = _slots_by_game(snapshot), _penalties(snapshot)
    timed = level_penalties(snapshot)
    standings = {}
    for game in snapshot.games:
        match = snapshot.match_by_key[game.match]
        sides = [side.uid for side in match.sides]
        standings[game.key] = game_standing(
            _end_rules(snapshot, game.match),
            slots[game.key],
            penalties_in(game.key, game.number, sides, penalties),
            timed.given_at(game.key, is_first=game.number == 1),
        )
    return standings


def _end_rules(snapshot: EventSnapshot, match: int) -> EndRules:
    """Return what begins and ends the games (局) of a match, given by its key."""
    round_ = snapshot.match_by_key[match].round
    return EndRules(snapshot.event, round_.group.stage, round_.state == Round.State.CLOSED)


@derived
def not_counted(snapshot: EventSnapshot) -> frozenset[str]:
    """Return the uids of deals played after the end of their game (局), which do not count."""
    if not games.ends_by_rules(snapshot.event):
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

    They follow from the deals in order of play and are not always their sum, because a side may
    have to stop at a level. Penalties are excluded, except where games (局) won are counted.
    """
    if games.ends_by_rules(snapshot.event):
        return _sum_games(snapshot)
    timed = level_penalties(snapshot)
    penalties: dict[str, int] = defaultdict(int)
    for (_where, side), amount in _penalties(snapshot).items():
        penalties[side] += amount
    return {
        match: _sum_rooms(_end_rules(snapshot, match), sittings, timed, penalties)
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
    """Return the penalties that cost levels; none if a game has no levels."""
    if not has_levels(snapshot.event):
        return LevelPenalties()
    lost = tuple(
        LevelPenalty(side, int(row.amount), row.created_at, where)
        for where, side, row in _table_penalties(snapshot)
    )
    return LevelPenalties(lost, snapshot.first_results) if lost else LevelPenalties()


def _sum_games(snapshot: EventSnapshot) -> dict[int, MatchTotals]:
    """Return the totals of matches from their games (局); of a single game the levels reached."""
    event, standings = snapshot.event, game_standings(snapshot)
    of_match: dict[int, list[GameStanding]] = defaultdict(list)
    for game in snapshot.games:
        of_match[game.match].append(standings[game.key])
    if not games.of_several_games(event):
        return {
            match: MatchTotals(played[0].reached, played[0].ahead)
            for match, played in of_match.items()
        }
    if games.counts_games_won(event):
        return {
            match: MatchTotals(
                match_parts.games_won([stand.winners for stand in played], played[0].totals)
            )
            for match, played in of_match.items()
        }
    return {
        match: MatchTotals(_climbed_levels(_end_rules(snapshot, match), played))
        for match, played in of_match.items()
    }


def _climbed_levels(by: EndRules, played: Sequence[GameStanding]) -> Mapping[str, int]:
    """Return the levels that each side has climbed in all games (局) of a match together."""
    game = game_of(by.event)
    begun = game.begin(rules_of(game, by.ruleset), played[0].reached).totals
    return {side: sum(stand.reached[side] - begun[side] for stand in played) for side in begun}


def _sum_rooms(
    by: EndRules,
    sittings: Iterable[SittingRow],
    timed: LevelPenalties,
    penalties: Mapping[str, int],
) -> MatchTotals:
    """Return the totals of the rooms of a match; with two rooms neither breaks a tie."""
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
        state = state_after_deals(by, slots, sides, timed.given_at(room, is_first=not number))
        for side, total in state.totals.items():
            totals[side] += total
        if len(rooms) == 1:
            counted = [
                slot.result for slot in slots if slot.result and slot.result.kind not in NO_POINTS
            ]
            ruleset, game = counted[-1].ruleset if counted else by.ruleset, game_of(by.event)
            ahead = game.match_result(state, rules_of(game, ruleset)).ahead
    return MatchTotals(without_penalties(totals, penalties, timed), ahead)


OF_SEATS: Final = frozenset({Unit.RAW, Unit.SCALED})
"""The units in which the seats of a table have their points."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The person at a seat, and the side."""

    label: str
    person: int
    side: Hashable


@dataclass(frozen=True, slots=True)
class Fined:
    """Penalty points of a side; `person` is the named offender."""

    side: Hashable
    amount: Fraction
    person: int | None = None


@dataclass(frozen=True, slots=True)
class TablePenalties:
    """The penalties at a table, by the seats in whose figures they are included.

    `shared` are penalties of a pair as a whole, by its seats; they are in no seat's figure only if
    partners have points of their own. `named` are the penalties shown at a seat: if partners share
    their points, a penalty of one is in the figures of both and shown at one.
    """

    seats: Mapping[str, Fraction] = field(default_factory=dict)
    shared: Mapping[tuple[str, ...], Fraction] = field(default_factory=dict)
    named: Mapping[str, Fraction] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.seats or self.shared)

    def of(self, label: str) -> Fraction:
        """Return the penalty in the figure of a seat, 0 if there is none."""
        return self.seats.get(label, Fraction(0))

    def named_at(self, label: str) -> Fraction:
        """Return the penalty shown at a seat, 0 if there is none."""
        return self.named.get(label, Fraction(0))


NO_PENALTIES: Final = TablePenalties()


def penalties_by_seat(
    event: Event, seats: Sequence[Seated], fined: Iterable[Fined]
) -> TablePenalties:
    """Return the penalties of a table by its seats.

    A penalty belongs to the seat of the named offender. Partners who share their points both have
    it in their figures; one without an offender is shown at both.
    """
    named: dict[str, Fraction] = defaultdict(Fraction)
    of_seats: dict[str, Fraction] = defaultdict(Fraction)
    shared: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for one in fined:
        of_side = [seat for seat in seats if seat.side == one.side]
        own = of_side
        if len(of_side) > 1 and not _shares(event, [seat.label for seat in of_side]):
            own = [seat for seat in of_side if seat.person == one.person]
        for seat in own:
            of_seats[seat.label] += one.amount
        for seat in [seat for seat in own if seat.person == one.person] or own:
            named[seat.label] += one.amount
        if of_side and not own:
            shared[tuple(seat.label for seat in of_side)] += one.amount
    return TablePenalties(
        {label: amount for label, amount in of_seats.items() if amount},
        {labels: amount for labels, amount in shared.items() if amount},
        {label: amount for label, amount in named.items() if amount},
    )


def in_points(event: Event, row: Adjustment) -> bool:
    """Whether a penalty is in the figures of a table: given there, in the points of its seats."""
    at_table = row.side_id is not None and row.stage_of_sum == Adjustment.StageOfSum.GAME
    return at_table and not compares(event) and Unit(row.unit) in OF_SEATS


@derived
def penalties_by_sitting(snapshot: EventSnapshot) -> Mapping[int, TablePenalties]:
    """Return the penalties by the key of the sitting, for tables that have any."""
    fined: dict[int, list[Fined]] = defaultdict(list)
    known: dict[int, SittingRow] = {}
    for row in snapshot.adjustments:
        sitting = _sitting_of(snapshot, row) if in_points(snapshot.event, row) else None
        if sitting is not None and row.side_id is not None:
            side = snapshot.match_of_side[row.side_id][1].uid
            known[sitting.key] = sitting
            fined[sitting.key].append(Fined(side, row.amount, _person(row)))
    by_sitting = {
        key: penalties_by_seat(
            snapshot.event,
            [Seated(seat.label, seat.person, seat.side) for seat in known[key].seats],
            rows,
        )
        for key, rows in fined.items()
    }
    return {key: penalties for key, penalties in by_sitting.items() if penalties}


def fined_by(row: Adjustment) -> Fined:
    """Return stored penalty points of a side, by its key."""
    return Fined(row.side_id, row.amount, _person(row))


def _person(row: Adjustment) -> int | None:
    return row.named.person_id if row.named else None


def _sitting_of(snapshot: EventSnapshot, row: Adjustment) -> SittingRow | None:
    """Return the sitting of a penalty: that of its deal, otherwise the offender's."""
    if row.side_id is None or row.side_id not in snapshot.match_of_side:
        return None
    match, side = snapshot.match_of_side[row.side_id]
    sittings = [
        sitting
        for sitting in snapshot.sittings_by_match[match.key]
        if any(seat.side == side.uid for seat in sitting.seats)
    ]
    at_deal = [one for one in sittings if any(deal.key == row.deal_id for deal in one.deals)]
    person = _person(row)
    of_person = [one for one in sittings if any(seat.person == person for seat in one.seats)]
    return next(iter((at_deal or of_person or sittings)[-1:]), None)


def _shares(event: Event, labels: Sequence[str]) -> bool:
    """Whether partners at these seats share one value, rather than adding up their points."""
    game = game_of(event)
    sides = dict.fromkeys(labels, "side")
    one_each = dict.fromkeys(labels, 1)
    return game.side_points(one_each, rules_of(game, event.ruleset), sides)["side"] == 1
