"""The rules of 升级 as one frozen value: every point on which texts and tables differ.

The names of the options are public: they are the keys of the JSON form of a set of rules. The first
value of every option is that of the preset `lianzhong-2`. `docs/rules/shengji.md` lists the
sources.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

from scoring.cards import RANKS
from scoring.seats import COMPASS


class LevelTable(StrEnum):
    """The table from the attackers' points to levels (SJ-60 to SJ-65)."""

    LIANZHONG_2 = "lianzhong_2"
    LIANZHONG_1 = "lianzhong_1"
    LIANZHONG_3 = "lianzhong_3"
    STANDARD_2 = "standard_2"
    STANDARD_3 = "standard_3"
    CUSTOM = "custom"


class OverHundred(StrEnum):
    """How more than 100 points count with one deck (SJ-61)."""

    CAP2 = "cap2"
    PLUS1_PER_20 = "plus1_per_20"
    PLUS1_PER_40 = "plus1_per_40"


class KittyMultiplier(StrEnum):
    """The multiplier of the points of the kitty (SJ-51)."""

    LIANZHONG = "lianzhong"
    TWO_FOUR_EIGHT = "2_4_8"
    TIMES = "times"
    POWER = "power"


class KittyPrecedence(StrEnum):
    """Which of several combinations counts for the kitty (SJ-52)."""

    SEED_ORDER = "seed_order"
    MAX = "max"


class KittyBy(StrEnum):
    """Whose combinations count for the kitty (SJ-53)."""

    WINNER_CARDS = "winner_cards"
    LED_FORMAT = "led_format"


class ThrowFallback(StrEnum):
    """What is played instead of a throw that fails (SJ-41)."""

    KIND_PRIORITY = "kind_priority"
    SMALLEST = "smallest"
    SMALLEST_SINGLE = "smallest_single"
    REJECT = "reject"


class ThrowPenalty(StrEnum):
    """What a failed throw costs (SJ-43)."""

    NONE = "0"
    TEN = "10"
    TEN_PER_CARD = "10_per_card"
    TEN_PER_RETURNED_CARD = "10_per_returned_card"


class TitanicOrder(StrEnum):
    """The order of answers to a titanic that cannot be matched (SJ-34, SJ-35)."""

    LIANZHONG = "lianzhong"
    TRIPLES_FIRST = "triples_first"


class ThrowFollow(StrEnum):
    """The obligations of the seats that follow a throw (SJ-36)."""

    PER_COMPONENT = "per_component"
    RBTYING_PATH = "rbtying_path"


class RuffCompare(StrEnum):
    """How two plays that compete for a throw are compared (SJ-46)."""

    LARGEST_COMPONENT = "largest_component"
    ALL_COMPONENTS = "all_components"
    BY_LENGTH_THEN_NEXT = "by_length_then_next"
    HIGHEST_CARD = "highest_card"


class Switch(StrEnum):
    """An option that is on or off."""

    OFF = "off"
    ON = "on"


class JokerBidOrder(StrEnum):
    """How two bids of equal jokers are compared (SJ-16)."""

    ONE_LEVEL = "one_level"
    SMALL_LT_BIG = "small_lt_big"


class BidTiming(StrEnum):
    """When trump is bid (SJ-15)."""

    DURING_DEAL = "during_deal"
    AFTER_DEAL = "after_deal"
    IN_TURN = "in_turn"


class NoBid(StrEnum):
    """What happens when nobody bids (SJ-18)."""

    KITTY_FIRST = "kitty_first"
    REDEAL = "redeal"
    NO_TRUMP = "no_trump"


class DealScore(StrEnum):
    """What a deal counts.

    It counts the levels that a side climbs, or a number of its own: at tables that climb all the
    same from deal to deal (SJ-96), or over boards, which set the level (SJ-91).
    """

    LEVELS = "levels"
    DEAL_SUM = "deal_sum"
    BOARD_SUM = "board_sum"


class TimeTie(StrEnum):
    """Who wins a game that ends at equal levels when time or deals run out (SJ-88)."""

    DRAW = "draw"
    SIDE_ON_DEAL = "side_on_deal"
    FIRST_TO_REACH = "first_to_reach"


class TimeEnd(StrEnum):
    """What happens to the deal in progress when time is called (SJ-89)."""

    FINISH_DEAL = "finish_deal"
    STOP_NOW = "stop_now"


class JackHook(StrEnum):
    """Where the dealer's side falls if its level J is hooked by a J of the trump suit (SJ-67)."""

    OFF = "off"
    START = "start"


class JackHookOffSuit(StrEnum):
    """The fall if the J is of another suit: nothing, to 6, or three levels (SJ-68)."""

    NONE = "none"
    HALF = "half"
    THREE = "three"


class LastJack(StrEnum):
    """Whether the play that won the last trick held a J, and of which suit (SJ-67)."""

    TRUMP = "trump"
    OFF_SUIT = "off_suit"
    NONE = "none"


class Off(StrEnum):
    """An option that is not supported yet: `off` is its only value."""

    OFF = "off"


@dataclass(frozen=True, slots=True)
class Bracket:
    """A row of a level table: points from which it holds, who deals next, and the levels gained.

    Every further `step` points give the attackers another level, if `step` is set.
    """

    points: int
    dealer_keeps: bool
    levels: int
    step: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON form of the row.

        >>> Bracket(80, False, 1, 40).as_dict()["step"]
        40
        """
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True)
class RuleSet:
    """One complete set of rules. Its defaults are the preset `lianzhong-2`.

    >>> RuleSet().seats
    ('N', 'W', 'S', 'E')
    >>> RuleSet(decks=3) == RuleSet(), RuleSet(decks=2) == RuleSet()
    (False, True)
    """

    decks: int = 2
    level_table: LevelTable = LevelTable.LIANZHONG_2
    custom_levels: tuple[Bracket, ...] = ()
    one_deck_over_100: OverHundred = OverHundred.CAP2
    max_levels_per_deal: int | None = None
    kitty_multiplier: KittyMultiplier = KittyMultiplier.LIANZHONG
    kitty_precedence: KittyPrecedence = KittyPrecedence.SEED_ORDER
    kitty_by: KittyBy = KittyBy.WINNER_CARDS
    throw_fallback: ThrowFallback = ThrowFallback.KIND_PRIORITY
    throw_penalty: ThrowPenalty = ThrowPenalty.NONE
    partner_blocks_throw: bool = True
    triple_protection: Switch = Switch.OFF
    tractor_protection: bool = False
    partial_tractor: bool = True
    titanic_order: TitanicOrder = TitanicOrder.LIANZHONG
    throw_follow: ThrowFollow = ThrowFollow.PER_COMPONENT
    ruff_compare: RuffCompare = RuffCompare.LARGEST_COMPONENT
    bid_timing: BidTiming = BidTiming.DURING_DEAL
    joker_bid_order: JokerBidOrder = JokerBidOrder.ONE_LEVEL
    self_overcall: bool = False
    bid_after_kitty: Off = Off.OFF
    no_bid: NoBid = NoBid.KITTY_FIRST
    next_dealer: bool = True
    must_play: tuple[str, ...] = ("A",)
    win_condition: bool = True
    start_level: str = "2"
    target_level: str | None = "A"
    early_end_lead: int | None = None
    deals: int | None = None
    minutes: int | None = None
    redeal_rule: Off = Off.OFF
    chao_dipi: Off = Off.OFF
    claims: bool = False
    deal_score: DealScore = DealScore.LEVELS
    time_tie: TimeTie = TimeTie.DRAW
    time_end: TimeEnd = TimeEnd.FINISH_DEAL
    always_trump: tuple[str, ...] = ()
    over_level_tractor: Switch = Switch.ON
    jack_hook: JackHook = JackHook.OFF
    jack_hook_off_suit: JackHookOffSuit = JackHookOffSuit.NONE

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return COMPASS

    @property
    def over_boards(self) -> bool:
        """Whether several tables play the same deals: the board sets dealer and level."""
        return self.deal_score is DealScore.BOARD_SUM

    @property
    def sums_up(self) -> bool:
        """Whether deals count a number and no level, and nothing ends a game."""
        return self.deal_score is not DealScore.LEVELS

    def as_dict(self) -> dict[str, Any]:
        """Return every option by its name, as plain JSON data.

        >>> RuleSet().as_dict()["level_table"], RuleSet().as_dict()["throw_penalty"]
        ('lianzhong_2', 0)
        """
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


def _plain(value: object) -> Any:
    if isinstance(value, StrEnum):
        return int(value) if value.isdigit() else value.value
    if isinstance(value, tuple):
        return [row.as_dict() if isinstance(row, Bracket) else row for row in value]
    return value


OPTIONS: Final = tuple(field.name for field in fields(RuleSet))
"""The names of all options."""

HOOKED_LEVEL: Final = "J"
"""The only level that can be hooked (SJ-67)."""

LEVELS: Final = RANKS
"""The levels from 2 to A; a side that has passed A stands one higher."""
