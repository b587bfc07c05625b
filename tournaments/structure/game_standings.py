"""The course of a game (局): the deals that count, their totals, and its end.

Of a game (局) only its end is stored: the winner and the deals that count are derived from the
results, so that a correction changes them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring import game as interface
from scoring.game import GameResult, GameState
from scoring.settlement import Settlement
from tournaments.models import Deal, Event, Game, Result, Round, RuleSet, Sitting, Stage
from tournaments.structure import game_slots
from tournaments.structure.game_slots import (
    LevelPenalties,
    Penalties,
    Slot,
    SlotResult,
    Walk,
    Where,
    read_penalties,
    read_slots,
)
from tournaments.structure.games import (
    NO_POINTS,
    ORIGIN,
    game_of,
    has_levels,
    rules_of,
    ruleset_of_stage,
)


@dataclass(frozen=True, slots=True)
class GameStanding:
    """The state of a game (局); sides are named by their uids.

    `counted` are the deals that count, in order; deals after the end do not. `code` says why it
    ended or goes on, None if the maximum of deals was played without reaching a limit, or if an
    official ended it by marking the last deal as not played. `totals` include penalties, `reached`
    does not. `stopped` marks a game that an official ended. A game that did not end before its
    round was closed is won by the side that is ahead. At equal totals `ahead` wins, and `decided`
    says why.
    """

    ended: bool
    code: StrEnum | None
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    pigs: tuple[str, ...]
    counted: tuple[str, ...]
    reached: Mapping[str, int] = field(default_factory=dict)
    stopped: bool = False
    ahead: str | None = None
    decided: StrEnum | None = None


@dataclass(frozen=True, slots=True)
class NextStep:
    """The changes that a game (局) needs after its results have changed.

    `leaves` are deals that are no longer played, `reopens` deals that were left out and are played
    again, and `wants` is the sitting at which one more deal has to be played.
    """

    ended: bool
    leaves: tuple[Deal, ...] = ()
    reopens: tuple[Deal, ...] = ()
    wants: Sitting | None = None


def next_step(game: Game) -> NextStep:
    """Return the changes that a game (局) needs after a change of its results or penalties.

    Only its own match is read, because this runs with every confirmation.
    """
    played = read_slots([game])[game.pk]
    standing, round_ = standing_of(game, [slot for _, slot in played]), game.match.round
    open_deals = tuple(deal for deal, _ in played if not deal.done)
    if standing.ended:
        return NextStep(ended=True, leaves=open_deals)
    if open_deals or round_.state != Round.State.PUBLISHED:
        return NextStep(ended=False)
    left = [deal for deal, slot in played if slot.result and slot.result.origin_label == ORIGIN]
    if left:
        return NextStep(ended=False, reopens=tuple(left[:1]))
    return NextStep(ended=False, wants=played[-1][0].sitting)


def standing_of(game: Game, slots: Sequence[Slot]) -> GameStanding:
    """Return the state of a game (局) after these deals; only its match is read."""
    return _standing(game, slots, read_penalties([game.match_id])[game.match_id])


def _standing(game: Game, slots: Sequence[Slot], of_match: Penalties) -> GameStanding:
    round_, event = game.match.round, game.match.round.event
    sides = [side.uid for side in game.match.sides.all()]
    penalties = penalties_in(game.pk, game.number, sides, of_match)
    timed = game_slots.level_penalties_of(game.match_id) if has_levels(event) else LevelPenalties()
    ends = EndRules(event, round_.group.stage, round_.state == Round.State.CLOSED)
    return game_standing(ends, slots, penalties, timed.given_at(game.pk, is_first=game.number == 1))


def counts(deal: Deal) -> bool:
    """Whether a deal counts: it was not played after the end of its game (局)."""
    if deal.game is None or not deal.done:
        return True
    # Data read with the deal are not read again for its game.
    deal.game.match = deal.sitting.segment.match
    deal.game.match.round.event = deal.event
    return deal.uid not in not_counted_in([deal.game])


def not_counted_in(games: Sequence[Game]) -> frozenset[str]:
    """Return the uids of deals played after the end of these games (局), which do not count.

    The games are read with their events and stages; so many queries do for any number of them.
    """
    if not games:
        return frozenset()
    played, penalties = read_slots(games), read_penalties([game.match_id for game in games])
    late: set[str] = set()
    for game in games:
        slots = [slot for _, slot in played[game.pk]]
        counted = _standing(game, slots, penalties[game.match_id]).counted
        late |= {slot.uid for slot in slots if slot.done}.difference(counted)
    return frozenset(late)


def penalties_in(
    game: int, number: int, sides: Iterable[str], penalties: Penalties
) -> dict[str, int]:
    """Return the penalties of a game (局), given by key and number, for each side by its uid.

    The first game includes those that belong to no particular game.
    """
    places: tuple[Where, ...] = (game, "") if number == 1 else (game,)
    return {side: sum(penalties[place, side] for place in places) for side in sides}


def state_after_deals(
    by: EndRules, slots: Sequence[Slot], sides: Iterable[str], timed: LevelPenalties
) -> GameState:
    """Return the state after these deals in order, even if the rules end the game earlier."""
    game, rules = game_of(by.event), rules_of(game_of(by.event), by.ruleset)
    state, walk = game.begin(rules, sides), Walk(game, rules, timed)
    for slot in slots:
        if slot.result is not None and slot.result.kind not in NO_POINTS:
            rules = rules_of(game, slot.result.ruleset)
            state = walk.before(state, slot.key)
            state = game.advance(state, _settlement(game, slot.result), rules, slot.sides)
    return walk.rest(state)


def without_penalties(
    totals: Mapping[str, int], penalties: Mapping[str, int], timed: LevelPenalties
) -> Mapping[str, int]:
    """Subtract penalties applied deal by deal from the totals, because callers add them."""
    if not timed.lost:
        return totals
    return {side: total - penalties.get(side, 0) for side, total in totals.items()}


@dataclass(frozen=True, slots=True)
class EndRules:
    """What begins and ends a game (局): rules and maximum of its stage, the close of its round."""

    event: Event
    stage: Stage
    is_closed: bool

    @property
    def ruleset(self) -> RuleSet:
        """The rules in force before the first result, which names its own."""
        return ruleset_of_stage(self.stage, self.event)

    @property
    def most(self) -> int:
        """The maximum of deals."""
        return self.stage.deals_per_round or self.event.deals_per_round


@dataclass(frozen=True, slots=True)
class _Course:
    """A game (局) after its deals in order: those that count, and whether none before is missing.

    `is_stopped` says that an official ended it after them.
    """

    state: GameState
    result: GameResult
    counted: tuple[str, ...]
    is_whole: bool
    is_stopped: bool

    @property
    def is_ended(self) -> bool:
        """Whether its rules ended it; a game cannot end after a missing deal."""
        return self.result.ended and self.is_whole


def game_standing(
    by: EndRules, slots: Sequence[Slot], penalties: Mapping[str, int], timed: LevelPenalties
) -> GameStanding:
    """Return the state of a game (局) after its deals.

    Levels are lost at once. Those lost after the end count, but do not continue the game.
    """
    course = _course(by, slots, penalties, timed)
    result, ended = course.result, course.is_ended
    is_full = course.is_whole and len(course.counted) >= by.most
    at_most = course.is_stopped or is_full
    totals = course.state.totals if timed.lost else result.totals
    best = _leaders(totals, result.ahead) if at_most or by.is_closed else ()
    winners = result.winners if ended else best
    parts_equals = winners == (result.ahead,) and len(_leaders(totals)) > 1
    return GameStanding(
        ended=ended or at_most,
        code=result.code if ended or not at_most else None,
        totals=totals,
        winners=winners,
        pigs=result.pigs if ended else (),
        counted=course.counted,
        reached=without_penalties(course.state.totals, penalties, timed),
        stopped=course.is_stopped and not ended,
        ahead=result.ahead,
        decided=result.decided if parts_equals else None,
    )


def _course(
    by: EndRules, slots: Sequence[Slot], penalties: Mapping[str, int], timed: LevelPenalties
) -> _Course:
    """Follow the deals in order to the end of the game (局)."""
    game, rules = game_of(by.event), rules_of(game_of(by.event), by.ruleset)
    state, walk = game.begin(rules, penalties), Walk(game, rules, timed)
    at_end = interface.NO_PENALTIES if timed.lost else penalties
    result, counted, is_whole = game.match_result(state, rules, at_end), [], True
    for slot in slots:
        is_whole = is_whole and slot.done
        if slot.result is None or slot.result.kind in NO_POINTS:
            continue
        rules = rules_of(game, slot.result.ruleset)
        state = walk.before(state, slot.key)
        state = game.advance(state, _settlement(game, slot.result), rules, slot.sides)
        result = game.match_result(state, rules, at_end)
        counted.append(slot.uid)
        if result.ended and is_whole:
            break
    state, is_stopped = walk.rest(state), is_whole and _is_stopped(slots)
    if not (result.ended and is_whole):
        result = game.match_result(state, rules, at_end, time_up=is_stopped)
    return _Course(state, result, tuple(counted), is_whole, is_stopped)


def _is_stopped(slots: Sequence[Slot]) -> bool:
    """Return whether an official marked the last deal as not played: the time is up."""
    last = slots[-1].result if slots else None
    by_hand = last is not None and last.origin_label != ORIGIN
    return last is not None and by_hand and last.kind == Result.Kind.NOT_PLAYED


def _leaders(totals: Mapping[str, int], ahead: str | None = None) -> tuple[str, ...]:
    """Return the side with the highest total; of equal ones only `ahead`, if it is one of them."""
    best = tuple(side for side, total in totals.items() if total == max(totals.values()))
    return (ahead,) if ahead is not None and ahead in best else best


def _settlement(game: interface.Game[Any], result: SlotResult) -> Settlement:
    """Return the settlement of a result without its lines, which no game (局) depends on."""
    return Settlement.from_json({**result.settlement, "lines": []}, game.codes)
