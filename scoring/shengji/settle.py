"""From the facts of a deal to its points, its levels and the next dealer, with every line.

The raw points of an attacker's seat are the attackers' points, partners alike; the dealer's side
has none. The score of a seat is the levels that its side gains (SJ-54, SJ-60).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.seats import COMPASS, next_to_play, partner_of
from scoring.settlement import Line, Settlement
from scoring.shengji.codes import LineCode
from scoring.shengji.facts import Facts, FailedThrow
from scoring.shengji.kitty import multiplier
from scoring.shengji.ladder import ladder
from scoring.shengji.levels import Outcome, outcome
from scoring.shengji.rules import KittyBy, RuleSet
from scoring.shengji.throws import Thrown, penalty


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a deal comes to: the sum of the attackers' points, and what follows from it.

    `factor` is what the kitty was multiplied by, None where the dealer's side kept it. `next`
    deals next, None where the rules leave that to the table.
    """

    tricks: int
    kitty: int
    factor: int | None
    penalties: tuple[tuple[FailedThrow, int], ...]
    points: int
    outcome: Outcome
    next: str | None

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON data.

        >>> found = reckon(Facts("N", "5", None, True, 0, last_winner="N"), RuleSet())
        >>> found.as_json()["dealer_up"]
        3
        """
        return {
            "attackers_points": self.points,
            "multiplier": self.factor,
            **self.outcome._asdict(),
            "next_dealer": self.next,
        }


def reckon(facts: Facts, rules: RuleSet) -> Reckoning:
    """Return what a deal comes to. Its report has no problem.

    >>> facts = Facts("N", "5", "H", True, 75, None, 10, "W", ("S9", "S9"))
    >>> reckon(facts, RuleSet()).points, reckon(facts, RuleSet()).next
    (115, 'W')
    """
    dealer, winner = facts.dealer, facts.last_winner
    if dealer is None or winner is None or facts.level is None or facts.attackers_points is None:
        raise ValueError("facts that are missing are problems of the report")
    factor = None
    if not facts.is_dealers(winner):
        led = rules.kitty_by is KittyBy.LED_FORMAT and facts.last_led
        cards = facts.last_led if led else facts.last_cards
        factor = multiplier(cards, ladder(facts.trump, facts.level), rules)
    kitty = (facts.kitty_points or 0) * (factor or 0)
    penalties = tuple(_penalties(facts, rules))
    points = facts.attackers_points + kitty + sum(amount for _, amount in penalties)
    found = outcome(points, rules)
    following = partner_of(dealer) if found.dealer_keeps else next_to_play(dealer, COMPASS)
    return Reckoning(
        tricks=facts.attackers_points,
        kitty=facts.kitty_points or 0,
        factor=factor,
        penalties=penalties,
        points=points,
        outcome=found,
        next=following if rules.next_dealer else None,
    )


def settle(facts: Facts, rules: RuleSet) -> Settlement:
    """Return the points and levels of a deal, with the lines that add up to them.

    >>> settle(Facts("N", "5", None, True, 120, last_winner="N"), RuleSet()).scores
    {'N': 0, 'W': 2, 'S': 0, 'E': 2}
    """
    found = reckon(facts, rules)
    lines = tuple(line for seat in COMPASS for line in _lines(seat, facts, found))
    raw = {seat: 0 if facts.is_dealers(seat) else found.points for seat in COMPASS}
    conversions = tuple(line for seat in COMPASS for line in _conversions(seat, facts, found))
    scores = {seat: _levels(seat, facts, found) for seat in COMPASS}
    return Settlement(raw, scores, lines, conversions)


def _penalties(facts: Facts, rules: RuleSet) -> Iterator[tuple[FailedThrow, int]]:
    """What throws that failed add to the attackers' points, or take from them."""
    for throw in facts.failed_throws:
        cost = penalty(Thrown(False, throw.cards[: throw.played]), len(throw.cards), rules)
        if cost:
            yield throw, cost if facts.is_dealers(throw.seat) else -cost


def _lines(seat: str, facts: Facts, found: Reckoning) -> Iterator[Line]:
    if facts.is_dealers(seat):
        return
    yield Line(seat, LineCode.TRICK_POINTS, points=found.tricks)
    if found.factor is None:
        yield Line(seat, LineCode.KITTY_KEPT)
    else:
        values = (("points", found.kitty), ("factor", found.factor))
        cards, gained = facts.last_cards, found.kitty * found.factor
        yield Line(seat, LineCode.KITTY_POINTS, cards, gained, values)
    for throw, amount in found.penalties:
        yield Line(seat, LineCode.THROW_PENALTY, throw.cards, amount, (("thrower", throw.seat),))


def _conversions(seat: str, facts: Facts, found: Reckoning) -> Iterator[Line]:
    is_dealers = facts.is_dealers(seat)
    raw = 0 if is_dealers else found.points
    levels = _levels(seat, facts, found)
    values = (
        ("levels", levels),
        ("points", found.points),
        ("kept", int(found.outcome.dealer_keeps)),
    )
    code = LineCode.LEVELS_AS_DEALER if is_dealers else LineCode.LEVELS_AS_ATTACKERS
    yield Line(seat, LineCode.ATTACKERS_POINTS, points=raw)
    yield Line(seat, code, points=levels - raw, values=values)


def _levels(seat: str, facts: Facts, found: Reckoning) -> int:
    return found.outcome.dealer_up if facts.is_dealers(seat) else found.outcome.attackers_up
