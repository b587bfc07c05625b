"""The rules of 拱猪 as one frozen value: every dimension on which the texts differ.

The names of the dimensions are public: they are the keys of the JSON form of a set of rules. The
first value of every dimension is that of the preset `classic`. `docs/rules/gongzhu.md` lists the
sources.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, Literal

from scoring.seats import Direction, order_of_play


class Hearts(StrEnum):
    """The values of the hearts (GZ-10, GZ-11)."""

    STANDARD = "standard"
    PIPS = "pips"


class PigFlips(StrEnum):
    """When the pig turns positive (GZ-17)."""

    SLAM = "slam"
    ALL_HEARTS = "all_hearts"
    NEVER = "never"


class Slam(StrEnum):
    """The value of all sixteen scoring cards in one pile (GZ-18 to GZ-20)."""

    BY_SUM = "by_sum"
    FIXED_UNEXPOSED = "fixed_unexposed"
    PROPORTIONAL = "proportional"


class TransformerAlone(StrEnum):
    """When the transformer is worth points instead of multiplying (GZ-15)."""

    NO_SCORING_CARD = "no_scoring_card"
    NO_NONZERO_CARD = "no_nonzero_card"
    SUM_ZERO = "sum_zero"


class SelfWonTransformer(StrEnum):
    """What doubles when the transformer is self-won (GZ-24)."""

    POINTS = "points"
    BOTH = "both"


class SelfWonHeartAce(StrEnum):
    """What doubles when the ace of hearts is self-won (GZ-24)."""

    CARD = "card"
    SUIT = "suit"


class Protection(StrEnum):
    """When an exposed card may not be played."""

    SUIT_FIRST_TRICK = "suit_first_trick"
    SUIT_FIRST_TRICK_AND_DISCARDS = "suit_first_trick_and_discards"
    DEAL_FIRST_TRICK = "deal_first_trick"
    NONE = "none"


class ProtectedLeads(StrEnum):
    """Whether protection also forbids leading a card."""

    HELD_BACK = "held_back"
    FREE = "free"


class LateExposure(StrEnum):
    """How a late exposure counts that the referee has not allowed."""

    VOID = "void"
    COUNTS = "counts"


class SlamHearts(StrEnum):
    """Which hearts a slam needs besides pig, sheep and transformer."""

    ALL = "all"
    NONZERO = "nonzero"


class Shuffler(StrEnum):
    """Who shuffles the later deals: 当猪者 of the deal or of the game (局)."""

    PIG_TAKER = "pig_taker"
    GAME_LOSER = "game_loser"


class FirstLead(StrEnum):
    """Who leads to the first deal: the holder of a card, the board's leader, or a named seat."""

    C2 = "C2"
    S2 = "S2"
    S7 = "S7"
    BOARD = "board"
    FREE = "free"

    @property
    def card(self) -> str | None:
        """The card whose holder leads, or None.

        >>> FirstLead.C2.card, FirstLead.BOARD.card
        ('C2', None)
        """
        return None if self in (FirstLead.BOARD, FirstLead.FREE) else self.value


class NextLead(StrEnum):
    """Who leads to the later deals."""

    PIG_TAKER = "pig_taker"
    BIGGEST_LOSER = "biggest_loser"
    FIRST_LEAD = "first_lead"


class Normalise(StrEnum):
    """How raw points become scores (GZ-30 to GZ-34)."""

    NONE = "none"
    ZERO_SUM_ROUNDED = "zero_sum_rounded"
    ZERO_SUM_EXACT = "zero_sum_exact"
    PAIR_HALF_DIFFERENCE = "pair_half_difference"
    PAIR_SUM = "pair_sum"
    PAIR_AVERAGE = "pair_average"


class Penalties(StrEnum):
    """When penalty points count in a game (GZ-43)."""

    AT_END = "at_end"
    TOWARDS_LIMIT = "towards_limit"


FLIP: Final = "flip"
"""The value of `all_hearts` that reverses the sign of the hearts."""

PAIR_FORMS: Final = frozenset(
    {Normalise.PAIR_HALF_DIFFERENCE, Normalise.PAIR_SUM, Normalise.PAIR_AVERAGE}
)
"""The ways of normalising that give both seats of a pair one value."""

ZERO_SUM_FORMS: Final = frozenset(
    {Normalise.ZERO_SUM_ROUNDED, Normalise.ZERO_SUM_EXACT, Normalise.PAIR_HALF_DIFFERENCE}
)
"""The ways of normalising whose scores are meant to sum to zero."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of a game (局): a low or high total, a number of deals, or of minutes.

    >>> GameEnd(low=-1000).as_dict(), GameEnd(deals=16).as_dict()
    ({'low': -1000, 'high': None}, {'deals': 16})
    """

    low: int | None = None
    high: int | None = None
    deals: int | None = None
    minutes: int | None = None

    def as_dict(self) -> dict[str, int | None]:
        """Return the value of `game_end` as JSON data."""
        if self.deals is not None:
            return {"deals": self.deals}
        if self.minutes is not None:
            return {"minutes": self.minutes}
        return {"low": self.low, "high": self.high}


@dataclass(frozen=True)
class RuleSet:
    """One complete set of rules. Its defaults are the preset `classic` (T6, T9).

    >>> RuleSet().seats
    ('N', 'W', 'S', 'E')
    >>> RuleSet(sheep=50) == RuleSet(), RuleSet(sheep=100) == RuleSet()
    (False, True)
    """

    decks: int = 1
    players: int = 4
    direction: Direction = Direction.COUNTERCLOCKWISE
    hearts: Hearts = Hearts.STANDARD
    sheep: int = 100
    all_hearts: int | Literal["flip"] = FLIP
    pig_flips: PigFlips = PigFlips.SLAM
    slam: Slam = Slam.BY_SUM
    slam_value: int | None = None
    slam_hearts: SlamHearts = SlamHearts.ALL
    transformer_alone: TransformerAlone = TransformerAlone.NO_SCORING_CARD
    transformer_alone_value: int = 50
    exposure: bool = True
    first_exposure: bool = False
    self_won: bool = False
    self_won_transformer: SelfWonTransformer = SelfWonTransformer.POINTS
    self_won_heart_ace: SelfWonHeartAce = SelfWonHeartAce.CARD
    auto_expose_fourth: bool = False
    protection: Protection = Protection.SUIT_FIRST_TRICK
    protected_leads: ProtectedLeads = ProtectedLeads.HELD_BACK
    late_exposure: LateExposure = LateExposure.VOID
    shuffler: Shuffler = Shuffler.PIG_TAKER
    first_lead: FirstLead = FirstLead.C2
    next_lead: NextLead = NextLead.PIG_TAKER
    normalise: Normalise = Normalise.NONE
    scale: int = 1
    penalties: Penalties = Penalties.AT_END
    game_end: GameEnd | None = GameEnd(low=-1000)
    all_below_high_are_pigs: bool = False

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return order_of_play(self.players, self.direction)

    def as_dict(self) -> dict[str, Any]:
        """Return every dimension by its name, as plain JSON data.

        >>> RuleSet().as_dict()["all_hearts"], RuleSet().as_dict()["game_end"]
        ('flip', {'low': -1000, 'high': None})
        """
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, value in plain.items():
            if isinstance(value, StrEnum):
                plain[name] = value.value
        return plain | {"game_end": self.game_end.as_dict() if self.game_end else None}


DIMENSIONS: Final = tuple(field.name for field in fields(RuleSet))
"""The names of all dimensions, in the order in which they are described."""
