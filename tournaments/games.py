"""The game that an event plays, and its games (局): which deals count, how they stand, their end.

Nothing of a game (局) is stored but when it ended: who has won and which deals count is derived
from the results, so that a correction carries everything along.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from fractions import Fraction
from typing import Any, Final

from django.db.models import Max
from django.utils.translation import gettext_lazy

from scoring import game as door
from scoring.game import GameState
from scoring.procedure import Procedure
from scoring.settlement import Settlement
from tournaments import boards
from tournaments.models import Adjustment, Deal, Event, Game, Result, Round, RuleSet, Seat, Sitting

NO_POINTS: Final = frozenset({Result.Kind.VOID, Result.Kind.NOT_PLAYED, Result.Kind.RETRACTED})
"""Kinds of results for which nobody scores."""
NOTHING_SCORED: Final[dict[str, Any]] = {"raw": {}, "scores": {}, "lines": [], "conversions": []}
"""The settlement of a result without points."""
ORIGIN: Final = "game"
"""What a result is labelled with that comes from the course of its game (局)."""
HAD_ENDED: Final = "The game had ended before this deal."
GOES_ON: Final = "The game goes on."
REASONS: Final = {
    HAD_ENDED: gettext_lazy("The game had ended before this deal."),
    GOES_ON: gettext_lazy("The game goes on."),
}
"""Reasons that the program itself gives; they are kept in English and said in any language."""


class Use(Enum):
    """What is done with a deal's context, which decides whether the hands of its board are in it.

    To settle and to check what was reported everything is known. What is told to a table, a desk
    or the public tells nothing of a board that is not open.
    """

    SETTLE = auto()
    TELL = auto()


@dataclass(frozen=True, slots=True)
class Stand:
    """How a game (局) stands; sides are named by their uids.

    `counted` are the deals that count, in order; what was played after the end does not. `code`
    says why it ended or goes on, None where the most deals were played and no limit was reached,
    or where an official ended it by saying of the last deal that it is not played.
    """

    ended: bool
    code: StrEnum | None
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    pigs: tuple[str, ...]
    counted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextStep:
    """What the record of a game (局) needs to be as its results lead it.

    `leaves` are deals that nobody has to play any more, `reopens` those that were left so before,
    and `wants` the sitting at which one more deal is to be played.
    """

    ended: bool
    leaves: tuple[Deal, ...] = ()
    reopens: tuple[Deal, ...] = ()
    wants: Sitting | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A deal of a game (局): its result as far as there is one, and whose seats they were."""

    deal: Deal
    result: Result | None
    sides: Mapping[str, str]


def game_of(event: Event) -> door.Game[Any]:
    """Return the game that an event plays."""
    return door.find(event.game)


def ruleset_of(deal: Deal) -> RuleSet:
    """Return the rules in force for a deal: those of its stage, else those of its event."""
    stage = deal.sitting.segment.match.round.group.stage
    return stage.ruleset or deal.event.ruleset


def reason_said(reason: str) -> str:
    """Return the reason of a result in the current language, where the program gave it.

    >>> reason_said("misread")
    'misread'
    """
    return str(REASONS.get(reason, reason))


def context_of(
    deal: Deal, use: Use, *, begins: Procedure | None = None, schema: int | None = None
) -> door.Context:
    """Return what is known of a deal apart from its report.

    That is the hands of its board as far as the use allows, what the deals before tell (`begins`),
    and the form in which the report was stored, where it was.
    """
    hands = boards.hands(deal.board)
    if hands is not None and use is Use.TELL and not boards.is_open(deal.board):
        hands = None
    if begins is None:
        return door.Context(hands, schema=schema)
    return door.Context(hands, begins.leads, begins.first_deal, schema, begins.facts)


def ends_by_rules(event: Event) -> bool:
    """Whether an event is played in games (局) that its rules end, not in a number of deals."""
    game = game_of(event)
    rules = game.rules(event.ruleset.rules)
    return bool(game.for_fixed_deals(rules) != rules)


def lay_out(event: Event, sitting: Sitting) -> None:
    """Make the deals of a sitting that was just drawn: all of them, or the first of a game (局)."""
    to_limit = ends_by_rules(event)
    match = sitting.segment.match
    game = Game.objects.create(match=match, number=1) if to_limit else None
    Deal.objects.bulk_create(
        Deal(event=event, sitting=sitting, game=game, board_no=number, play_order=number)
        for number in range(1, 2 if to_limit else event.deals_per_round + 1)
    )


def stands(event: Event, **of: Any) -> dict[int, Stand]:
    """Return how the games (局) of an event stand, by their key, in a fixed number of queries.

    `of` is a filter on games, as `match__round`. There are none where deals are counted.
    """
    games = list(
        Game.objects.filter(match__round__event=event, **of).prefetch_related("match__sides")
    )
    if not games:
        return {}
    slots, penalties = _slots(games), _penalties(event)
    return {
        one.pk: _stand(
            event,
            slots[one.pk],
            {side.uid: penalties[side.uid] for side in one.match.sides.all()},
        )
        for one in games
    }


def next_step(one: Game) -> NextStep:
    """Return what a game (局) needs after something about it has changed."""
    round_ = one.match.round
    stand, slots = stands(round_.event, pk=one.pk)[one.pk], _slots([one])[one.pk]
    open_slots = tuple(slot.deal for slot in slots if not slot.deal.done)
    if stand.ended:
        return NextStep(ended=True, leaves=open_slots)
    if open_slots or round_.state != Round.State.PUBLISHED:
        return NextStep(ended=False)
    left = [slot.deal for slot in slots if slot.result and slot.result.origin_label == ORIGIN]
    if left:
        return NextStep(ended=False, reopens=tuple(left[:1]))
    return NextStep(ended=False, wants=slots[-1].deal.sitting)


def add_deal(one: Game, sitting: Sitting) -> Deal:
    """Make the next deal of a game (局), to be played at a sitting of its match."""
    last = sitting.deals.aggregate(order=Max("play_order"), number=Max("board_no"))
    return Deal.objects.create(
        event=one.match.round.event,
        sitting=sitting,
        game=one,
        board_no=last["number"] + 1,
        play_order=last["order"] + 1,
    )


def not_counted(event: Event) -> frozenset[str]:
    """Return the deals that were played after the end of their game (局): they do not count."""
    if not ends_by_rules(event):
        return frozenset()
    counted = {uid for stand in stands(event).values() for uid in stand.counted}
    played = Deal.objects.filter(event=event, game__isnull=False, done=True)
    return frozenset(played.values_list("uid", flat=True)) - counted


def _slots(games: Sequence[Game]) -> Mapping[int, list[Slot]]:
    deals = list(
        Deal.objects.filter(game__in=games).order_by("sitting__segment__number", "play_order")
    )
    live = Result.live.filter(deal__in=deals).select_related("ruleset")
    results = {result.deal_id: result for result in live}
    sides: Mapping[int, dict[str, str]] = defaultdict(dict)
    seats = Seat.objects.filter(sitting__in={deal.sitting_id for deal in deals})
    for sitting, label, side in seats.values_list("sitting_id", "label", "side__uid"):
        sides[sitting][label] = side
    slots: Mapping[int, list[Slot]] = defaultdict(list)
    for deal in deals:
        if deal.game_id is not None:
            slots[deal.game_id].append(Slot(deal, results.get(deal.pk), sides[deal.sitting_id]))
    return slots


def _penalties(event: Event) -> Mapping[str, int]:
    """Return what was added to each side for the end of its game (局), by the side's uid."""
    amounts: dict[str, Fraction] = defaultdict(Fraction)
    rows = Adjustment.objects.filter(
        event=event, stage_of_sum=Adjustment.StageOfSum.GAME, side__isnull=False
    ).select_related("side")
    for row in rows:
        if row.side:
            amounts[row.side.uid] += row.amount
    # A limit is a whole number of points, and so is what counts towards it.
    return defaultdict(int, {side: int(amount) for side, amount in amounts.items()})


def _stand(event: Event, slots: Sequence[Slot], penalties: Mapping[str, int]) -> Stand:
    """Follow the deals in order to the end of the game (局), which no missing deal lies before."""
    game, rules = game_of(event), game_of(event).rules(event.ruleset.rules)
    state = GameState(dict.fromkeys(penalties, 0))
    result, counted, is_whole = game.match_result(state, rules, penalties), [], True
    for slot in slots:
        is_whole = is_whole and slot.deal.done
        if slot.result is None or slot.result.kind in NO_POINTS:
            continue
        rules = game.rules(slot.result.ruleset.rules)
        state = game.advance(state, _settlement(slot.result), rules, slot.sides)
        result = game.match_result(state, rules, penalties)
        counted.append(slot.deal.uid)
        if result.ended and is_whole:
            break
    is_stopped = is_whole and _is_stopped(slots)
    if is_stopped and not result.ended:
        result = game.match_result(state, rules, penalties, time_up=True)
    ended = result.ended and is_whole
    at_most = is_stopped or (is_whole and len(counted) >= event.deals_per_round)
    winners = result.winners if ended else _best(result.totals) if at_most else ()
    return Stand(
        ended=ended or at_most,
        code=result.code if ended or not at_most else None,
        totals=result.totals,
        winners=winners,
        pigs=result.pigs if ended else (),
        counted=tuple(counted),
    )


def _is_stopped(slots: Sequence[Slot]) -> bool:
    """Whether an official said of the last deal that it is not played: the time is up."""
    last = slots[-1].result if slots else None
    by_hand = last is not None and last.origin_label != ORIGIN
    return last is not None and by_hand and last.kind == Result.Kind.NOT_PLAYED


def _best(totals: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(side for side, total in totals.items() if total == max(totals.values()))


def _settlement(result: Result) -> Settlement:
    """Return the points of a result; how they came about plays no part in a game (局)."""
    return Settlement(result.settlement["raw"], result.settlement["scores"], (), ())
