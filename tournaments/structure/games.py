"""The game of an event, how it divides a match, and its games (局): deals that count, totals, end.

Of a game (局) only its end is stored: the winner and the deals that count are derived from the
results, so that a correction changes them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import Any, Final

from django.utils.translation import gettext_lazy

from scoring import game as interface
from scoring.game import GameState
from scoring.procedure import Procedure
from scoring.settlement import Settlement
from tournaments.models import (
    BoardSource,
    Deal,
    Event,
    Game,
    Result,
    Round,
    RuleSet,
    Sitting,
)
from tournaments.structure import boards, game_slots, sides
from tournaments.structure.game_slots import (
    LevelPenalties,
    Penalties,
    Slot,
    SlotResult,
    Walk,
    Where,
    has_levels,
    read_penalties,
    read_slots,
    rules_of,
)
from tournaments.structure.regulations import Regulations, regulations_of

NO_POINTS: Final = frozenset(
    {
        Result.Kind.VOID,
        Result.Kind.NOT_PLAYED,
        Result.Kind.RETRACTED,
        Result.Kind.AVERAGE,
        Result.Kind.NO_REPLAY,
    }
)
"""Kinds of results for which nobody scores; an average counts beside others of the same board."""
NOTHING_SCORED: Final[dict[str, Any]] = {"raw": {}, "scores": {}, "lines": [], "conversions": []}
"""The settlement of a result without points."""
ORIGIN: Final = "game"
"""The origin label of a result that follows from the course of its game (局)."""
HAD_ENDED: Final = "The game had ended before this deal."
GOES_ON: Final = "The game goes on."
REASONS: Final = {
    HAD_ENDED: gettext_lazy("The game had ended before this deal."),
    GOES_ON: gettext_lazy("The game goes on."),
}
"""Reasons that the program gives itself; they are stored in English and translated for display."""


class Use(Enum):
    """The purpose of a deal's context, which decides whether it includes the hands of the board.

    Everything is known for settling and checking a report. Output to a table, a desk or the public
    reveals nothing of a board that is not open.
    """

    SETTLE = auto()
    TELL = auto()


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


def game_of(event: Event) -> interface.Game[Any]:
    """Return the game that an event plays."""
    return interface.find_game(event.game)


def counting_of(event: Event) -> interface.Counting:
    """Return the unit in which deals of an event are scored."""
    game = game_of(event)
    return game.counting(rules_of(game, event.ruleset))


def ends_by_rules(event: Event) -> bool:
    """Whether an event is played in games (局) that its rules end, not in a number of deals.

    Over boards no game ends: every deal counts by itself.
    """
    if event.boards != BoardSource.TABLE:
        return False
    game = game_of(event)
    rules = game.rules(event.ruleset.rules)
    return bool(game.for_fixed_deals(rules) != rules)


def of_several_games(event: Event) -> bool:
    """Whether a match has a game (局) in every room of every segment."""
    is_parted = event.rooms > 1 or event.segments > 1
    if event.form != Event.Form.TEAMS or not is_parted:
        return False
    return ends_by_rules(event)


def counts_games_won(event: Event) -> bool:
    """Whether a match is scored by the games (局) won in it.

    Points of two games cannot be added, because each stops as soon as one side reaches the limit,
    wherever the other is. Levels can.
    """
    return of_several_games(event) and not has_levels(event)


def adds_levels(event: Event) -> bool:
    """Whether the totals of a match are sums of levels over several tables or games."""
    if event.boards != BoardSource.TABLE or event.form != Event.Form.TEAMS or not has_levels(event):
        return False
    return event.rooms > 1 or of_several_games(event)


def deals_of_set(event: Event, regulations: Regulations | None = None) -> int:
    """Return the number of deals in a board set (盘); 0 if the rules end a game (局), which has
    none.

    `regulations` are those of the event if they were already read.
    """
    if ends_by_rules(event):
        return 0
    return (regulations or regulations_of(event)).board_set_deals


def ruleset_of(deal: Deal) -> RuleSet:
    """Return the rules in force for a deal: those of its stage, otherwise those of its event."""
    stage = deal.sitting.segment.match.round.group.stage
    return stage.ruleset or deal.event.ruleset


def ruleset_of_round(round_: Round) -> RuleSet:
    """Return the rules in force in a round: those of its stage, otherwise those of its event."""
    return round_.group.stage.ruleset or round_.event.ruleset


def translated_reason(reason: str) -> str:
    """Return the reason of a result, translated if the program gave it.

    >>> translated_reason("misread")
    'misread'
    """
    return str(REASONS.get(reason, reason))


def context_of(
    deal: Deal, use: Use, *, begins: Procedure | None = None, schema: int | None = None
) -> interface.Context:
    """Return the context of a deal: what is known of it apart from its report.

    That is the hands of its board as far as the use allows, what follows from the deals before
    (`begins`), and the schema in which a stored report was written.
    """
    hands = boards.hands(deal.board)
    if hands is not None and use is Use.TELL and not boards.is_open(deal.board, deal.event):
        hands = None
    if begins is None:
        return interface.Context(hands, schema=schema)
    return interface.Context(
        hands, begins.leads, begins.first_deal, schema, begins.facts, begins.either
    )


def next_step(game: Game) -> NextStep:
    """Return the changes that a game (局) needs after a change of its results or penalties.

    Only its own match is read, because this runs with every confirmation.
    """
    played = read_slots(game)
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
    round_, event = game.match.round, game.match.round.event
    sides = [side.uid for side in game.match.sides.all()]
    penalties = penalties_in(game.pk, game.number, sides, read_penalties(game.match_id))
    timed = game_slots.level_penalties_of(game.match_id) if has_levels(event) else LevelPenalties()
    most = round_.group.stage.deals_per_round or event.deals_per_round
    ends = EndRules(event, most, round_.state == Round.State.CLOSED)
    return game_standing(ends, slots, penalties, timed.given_at(game.pk, is_first=game.number == 1))


def counts(deal: Deal) -> bool:
    """Whether a deal counts: it was not played after the end of its game (局)."""
    if deal.game is None or not deal.done:
        return True
    # Data read with the deal are not read again for its game.
    deal.game.match = deal.sitting.segment.match
    deal.game.match.round.event = deal.event
    slots = [slot for _, slot in read_slots(deal.game)]
    return deal.uid in standing_of(deal.game, slots).counted


def penalties_in(
    game: int, number: int, sides: Iterable[str], penalties: Penalties
) -> dict[str, int]:
    """Return the penalties of a game (局), given by key and number, for each side by its uid.

    The first game includes those that belong to no particular game.
    """
    places: tuple[Where, ...] = (game, "") if number == 1 else (game,)
    return {side: sum(penalties[place, side] for place in places) for side in sides}


def state_after_deals(
    event: Event, slots: Sequence[Slot], sides: Iterable[str], timed: LevelPenalties
) -> GameState:
    """Return the state after these deals in order, even if the rules end the game earlier."""
    game, rules = game_of(event), rules_of(game_of(event), event.ruleset)
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
    """Subtract penalties that were applied deal by deal from the totals, because callers add
    them.
    """
    if not timed.lost:
        return totals
    return {side: total - penalties.get(side, 0) for side, total in totals.items()}


@dataclass(frozen=True, slots=True)
class EndRules:
    """The rules that end a game (局): those of its event, the maximum of deals, the close of its
    round.
    """

    event: Event
    most: int
    is_closed: bool


def game_standing(
    by: EndRules, slots: Sequence[Slot], penalties: Mapping[str, int], timed: LevelPenalties
) -> GameStanding:
    """Follow the deals in order to the end of the game (局); it cannot end after a missing deal.

    Levels are lost at once. Those lost after the end count, but do not continue the game.
    """
    game, rules = game_of(by.event), rules_of(game_of(by.event), by.event.ruleset)
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
    ended = result.ended and is_whole
    at_most = is_stopped or (is_whole and len(counted) >= by.most)
    totals = state.totals if timed.lost else result.totals
    best = _leaders(totals, result.ahead) if at_most or by.is_closed else ()
    winners = result.winners if ended else best
    return GameStanding(
        ended=ended or at_most,
        code=result.code if ended or not at_most else None,
        totals=totals,
        winners=winners,
        pigs=result.pigs if ended else (),
        counted=tuple(counted),
        reached=without_penalties(state.totals, penalties, timed),
        stopped=is_stopped and not ended,
        ahead=result.ahead,
        decided=result.decided
        if winners == (result.ahead,) and len(_leaders(totals)) > 1
        else None,
    )


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


def entries_per_table(event: Event) -> int:
    """Return the number of entries at a table of an event, or in a match of teams."""
    if event.form == Event.Form.TEAMS:
        return len(sides.TEAMS)
    game = game_of(event)
    seats = len(game.seats(game.rules(event.ruleset.rules)))
    return seats // 2 if event.form == Event.Form.PAIRS else seats
