"""What is known of a deal after its report was read, whichever way it was written down."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.following import Flag, Play, Trick
from scoring.seats import partner_of
from scoring.shengji.play.bidding import Bid
from scoring.shengji.play.shapes import Block
from scoring.shengji.play.throws import Thrown, throw_penalty
from scoring.shengji.rules import RuleSet


@dataclass(frozen=True, slots=True)
class FailedThrow:
    """A throw that did not stand: who made it, with what, and how many cards were played of it."""

    seat: str
    cards: tuple[str, ...]
    played: int


@dataclass(frozen=True, slots=True)
class Course:
    """What plays come to: complete tricks, the one on the table, what is against the rules.

    `points` are the attackers' after each complete trick. `next` plays next.
    """

    tricks: tuple[Trick, ...] = ()
    trick: tuple[Play, ...] = ()
    points: tuple[int, ...] = ()
    flags: tuple[Flag, ...] = ()
    next: str | None = None
    left: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """A deal as far as it is known. What is None is not known.

    `attackers_points` are those taken in tricks. `last_winner` won the last trick with
    `last_cards`; `last_led` was led to it. Where nobody noted the cards, `last_combination` is what
    counts of them for the kitty. `throw_points` is what failed throws cost the dealer's side and
    the attackers, where no more was noted of them. `trump` says nothing where `has_trump` is false.
    """

    dealer: str | None = None
    level: str | None = None
    trump: str | None = None
    has_trump: bool = False
    attackers_points: int | None = None
    dealers_points: int | None = None
    kitty_points: int | None = None
    last_winner: str | None = None
    last_cards: tuple[str, ...] = ()
    last_led: tuple[str, ...] = ()
    bids: tuple[Bid, ...] = ()
    failed_throws: tuple[FailedThrow, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kitty: tuple[str, ...] = ()
    plays: tuple[Play, ...] = ()
    course: Course | None = None
    last_combination: Block | None = None
    throw_points: tuple[int, int] = (0, 0)

    def is_dealers(self, seat: str) -> bool:
        """Whether a seat is of the dealer's side.

        >>> Facts(dealer="N").is_dealers("S"), Facts(dealer="N").is_dealers("W")
        (True, False)
        """
        return self.dealer is not None and seat in (self.dealer, partner_of(self.dealer))


def throw_costs(facts: Facts, rules: RuleSet) -> tuple[tuple[FailedThrow, int], ...]:
    """Return what each throw that is written down cost whoever made it.

    >>> throw = FailedThrow("W", ("H9", "HA"), 1)
    >>> throw_costs(Facts(failed_throws=(throw,)), RuleSet())[0][1]
    0
    """
    return tuple(
        (throw, throw_penalty(Thrown(False, throw.cards[: throw.played]), len(throw.cards), rules))
        for throw in facts.failed_throws
    )


def costs_of_sides(facts: Facts, rules: RuleSet) -> tuple[int, int]:
    """Return what failed throws cost the dealer's side and the attackers, as it was noted.

    >>> costs_of_sides(Facts("N", throw_points=(20, 10)), RuleSet())
    (20, 10)
    """
    costs = throw_costs(facts, rules)
    if not any(cost for _, cost in costs):
        return facts.throw_points
    dealers = sum(cost for throw, cost in costs if facts.is_dealers(throw.seat))
    return dealers, sum(cost for _, cost in costs) - dealers
