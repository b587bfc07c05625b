"""The game that an event plays, and its games (局): which deals count, how they stand, their end.

Nothing of a game (局) is stored but when it ended: who has won and which deals count is derived
from the results, so that a correction carries everything along.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from django.db.models import F, Max, QuerySet
from django.utils.translation import gettext_lazy

from scoring import game as door
from scoring.game import GameState
from scoring.procedure import Procedure
from scoring.settlement import Settlement
from tournaments import boards, level_penalties
from tournaments.boards import deals_for
from tournaments.level_penalties import Timed, Walk
from tournaments.models import (
    Adjustment,
    Board,
    Deal,
    Event,
    Game,
    Result,
    Round,
    RuleSet,
    Seat,
    Sitting,
)

NO_POINTS: Final = frozenset(
    {Result.Kind.VOID, Result.Kind.NOT_PLAYED, Result.Kind.RETRACTED, Result.Kind.AVERAGE}
)
"""Kinds of results for which nobody scores; an average counts beside others of the same board."""
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
    or where an official ended it by saying of the last deal that it is not played. `totals` are
    with penalties, `reached` without.
    """

    ended: bool
    code: StrEnum | None
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    pigs: tuple[str, ...]
    counted: tuple[str, ...]
    reached: Mapping[str, int] = field(default_factory=dict)


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


Instead = Mapping[int, tuple[Result | None, Mapping[str, str]]]
"""Another result for some deals, by their keys, and the sides to whose seats it belongs."""
NOTHING_ELSE: Final[Instead] = MappingProxyType({})
"""Every deal has the result that it has."""


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


def lay_out(
    event: Event, sitting: Sitting, boards: Sequence[Board] = (), deals: int | None = None
) -> None:
    """Make the deals of a sitting that was just drawn: all of them, or the first of a game (局).

    Over boards there is one deal for each, in the order in which they are given. `deals` is how
    many there are without boards, where it is not what the event says.
    """
    match = sitting.segment.match
    to_limit = not boards and ends_by_rules(event)
    game = Game.objects.get_or_create(match=match, number=1)[0] if to_limit else None
    number = 1 if to_limit else deals or event.deals_per_round
    Deal.objects.bulk_create(deals_for(event, sitting, boards, number, game))


def stands(event: Event, instead: Instead = NOTHING_ELSE, **of: Any) -> dict[int, Stand]:
    """Return how the games (局) of an event stand, by their key, in a fixed number of queries.

    `of` is a filter on games, as `match__round`. There are none where deals are counted. With
    `instead` they are told as if these deals had other results.
    """
    games = list(
        Game.objects.filter(match__round__event=event, **of).prefetch_related("match__sides")
    )
    if not games:
        return {}
    deals = Deal.objects.filter(game__in=games)
    slots, penalties = _slots(deals, "game_id", instead), _penalties(event)
    timed = _timed(event)
    return {
        one.pk: _stand(
            event,
            slots[one.pk],
            {side.uid: penalties[side.uid] for side in one.match.sides.all()},
            timed,
        )
        for one in games
    }


def next_step(one: Game) -> NextStep:
    """Return what a game (局) needs after something about it has changed."""
    round_ = one.match.round
    stand = stands(round_.event, pk=one.pk)[one.pk]
    slots = _slots(Deal.objects.filter(game=one), "game_id")[one.pk]
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


def reached(event: Event, instead: Instead = NOTHING_ELSE) -> Mapping[int, Mapping[str, int]]:
    """Return what every match has come to for its sides, by the match's key and the sides' uids.

    What follows from its deals, in the order in which they are played, is more than their sum
    where a side may stop on its way. Penalties are not in it. In a fixed number of queries. With
    `instead` it is told as if these deals had other results.
    """
    matches: dict[int, Mapping[str, int]] = {}
    if ends_by_rules(event):
        of = dict(Game.objects.filter(match__round__event=event).values_list("pk", "match_id"))
        return {of[pk]: stand.reached for pk, stand in stands(event, instead).items()}
    deals = Deal.objects.filter(event=event).annotate(
        match=F("sitting__segment__match_id"), room=F("sitting__room")
    )
    timed, penalties = _timed(event), _penalties(event)
    for match, slots in _slots(deals, "match", instead).items():
        totals = _in_rooms(event, slots, timed)
        matches[match] = _without(totals, penalties, timed)
    return matches


def _in_rooms(event: Event, slots: Sequence[Slot], timed: Timed) -> Mapping[str, int]:
    """Return what the rooms of a match come to together; what is lost is lost once."""
    sides = dict.fromkeys(side for slot in slots for side in slot.sides.values())
    rooms: dict[str, list[Slot]] = defaultdict(list)
    for slot in slots:
        rooms[getattr(slot.deal, "room", "")].append(slot)
    totals: dict[str, int] = defaultdict(int)
    for number, here in enumerate(rooms.values()):
        reached = followed(event, here, sides, Timed() if number else timed).totals
        for side, total in reached.items():
            totals[side] += total
    return dict(totals)


def followed(event: Event, slots: Sequence[Slot], sides: Iterable[str], timed: Timed) -> GameState:
    """Return what deals come to one after the other, whether or not the rules end them."""
    game, rules = game_of(event), _rules(game_of(event), event.ruleset)
    state, walk = game.begin(rules, sides), Walk(timed)
    for slot in slots:
        if slot.result is not None and slot.result.kind not in NO_POINTS:
            rules = _rules(game, slot.result.ruleset)
            state = walk.before(state, slot.deal.pk)
            state = game.advance(state, _settlement(game, slot.result), rules, slot.sides)
    return walk.rest(state)


def _rules(game: door.Game[Any], ruleset: RuleSet) -> Any:
    """Return rules as their game reads them, which is done once for a row that was fetched."""
    kept = vars(ruleset)
    if "read_by_game" not in kept:
        kept["read_by_game"] = game.rules(ruleset.rules)
    return kept["read_by_game"]


def _timed(event: Event) -> Timed:
    """Penalties of levels. Where a game has none, all of them count at its end."""
    return level_penalties.of_event(event) if game_of(event).climbs else Timed()


def _without(
    totals: Mapping[str, int], penalties: Mapping[str, int], timed: Timed
) -> Mapping[str, int]:
    """Take the penalties that were lost on the way out of what it came to: others add them."""
    if not timed.lost:
        return totals
    return {side: total - penalties.get(side, 0) for side, total in totals.items()}


def _slots(
    wanted: QuerySet[Any], key: str, instead: Instead = NOTHING_ELSE
) -> Mapping[int, list[Slot]]:
    """Return deals in the order in which they are played, by something that is known of each."""
    deals = list(wanted.order_by("sitting__segment__number", "play_order"))
    # Results share their rules: these are fetched once, and read once.
    live = Result.live.filter(deal__in=deals).defer("facts").prefetch_related("ruleset")
    results = {result.deal_id: result for result in live}
    sides: Mapping[int, dict[str, str]] = defaultdict(dict)
    seats = Seat.objects.filter(sitting__in={deal.sitting_id for deal in deals})
    for sitting, label, side in seats.values_list("sitting_id", "label", "side__uid"):
        sides[sitting][label] = side
    slots: Mapping[int, list[Slot]] = defaultdict(list)
    for deal in deals:
        found = results.get(deal.pk), sides[deal.sitting_id]
        slots[getattr(deal, key)].append(Slot(deal, *instead.get(deal.pk, found)))
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


def _stand(
    event: Event, slots: Sequence[Slot], penalties: Mapping[str, int], timed: Timed
) -> Stand:
    """Follow the deals in order to the end of the game (局), which no missing deal lies before.

    Levels are lost at once. Those that are lost after the end count, and nobody plays on for them.
    """
    game, rules = game_of(event), _rules(game_of(event), event.ruleset)
    state, walk = game.begin(rules, penalties), Walk(timed)
    at_end = door.NO_PENALTIES if timed.lost else penalties
    result, counted, is_whole = game.match_result(state, rules, at_end), [], True
    for slot in slots:
        is_whole = is_whole and slot.deal.done
        if slot.result is None or slot.result.kind in NO_POINTS:
            continue
        rules = _rules(game, slot.result.ruleset)
        state = walk.before(state, slot.deal.pk)
        state = game.advance(state, _settlement(game, slot.result), rules, slot.sides)
        result = game.match_result(state, rules, at_end)
        counted.append(slot.deal.uid)
        if result.ended and is_whole:
            break
    state, is_stopped = walk.rest(state), is_whole and _is_stopped(slots)
    if not (result.ended and is_whole):
        result = game.match_result(state, rules, at_end, time_up=is_stopped)
    ended = result.ended and is_whole
    at_most = is_stopped or (is_whole and len(counted) >= event.deals_per_round)
    totals = state.totals if timed.lost else result.totals
    return Stand(
        ended=ended or at_most,
        code=result.code if ended or not at_most else None,
        totals=totals,
        winners=result.winners if ended else _best(totals) if at_most else (),
        pigs=result.pigs if ended else (),
        counted=tuple(counted),
        reached=_without(state.totals, penalties, timed),
    )


def _is_stopped(slots: Sequence[Slot]) -> bool:
    """Whether an official said of the last deal that it is not played: the time is up."""
    last = slots[-1].result if slots else None
    by_hand = last is not None and last.origin_label != ORIGIN
    return last is not None and by_hand and last.kind == Result.Kind.NOT_PLAYED


def _best(totals: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(side for side, total in totals.items() if total == max(totals.values()))


def _settlement(game: door.Game[Any], result: Result) -> Settlement:
    """Return the points of a result, and how they became scores: a game (局) may go by that.

    What the cards came to one by one plays no part in it.
    """
    return Settlement.from_json({**result.settlement, "lines": []}, game.codes)
