"""From the facts of a deal to its points, its levels and the next dealer, with every line.

The raw points of both attackers' seats are the attackers' points; the dealer's side has none. The
score of a seat is the levels that its side gains (SJ-54, SJ-60), or the deal's own number for its
side (SJ-91, SJ-96).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from scoring.problems import Values
from scoring.seats import COMPASS, next_to_play, partner_of
from scoring.settlement import Explanation, Line, Settlement
from scoring.shengji.codes import LineCode
from scoring.shengji.play.kitty import combination_name
from scoring.shengji.play.kitty import kitty_factor as factor_of
from scoring.shengji.reports.facts import (
    Facts,
    FailedThrow,
    asks_jack,
    costs_of_sides,
    throw_costs,
)
from scoring.shengji.rules import HOOKED_LEVEL, LEVELS, DealScore, RuleSet
from scoring.shengji.settling.levels import Outcome, deal_score, find_outcome, jack_falls

_STEPS: Final = {
    DealScore.LEVELS: (LineCode.LEVELS_AS_ATTACKERS, LineCode.LEVELS_AS_DEALER),
    DealScore.DEAL_SUM: (LineCode.DEAL_SUM_AS_ATTACKERS, LineCode.DEAL_SUM_AS_DEALER),
    DealScore.BOARD_SUM: (LineCode.SUM_AS_ATTACKERS, LineCode.SUM_AS_DEALER),
}
"""The step from points to what a deal counts, for the attackers and for the dealer's side."""
MISSING: Final = "facts that are missing are problems of the report"


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The result of a deal: the attackers' total, and everything that follows from it.

    `penalties` are the failed throws with the points that each adds; `noted` are their costs for
    the dealer's side and the attackers, if only these are known. `factor` is the multiplier of the
    kitty, None if the dealer's side kept it. A seat of `on_deal`, which is one side, deals next:
    the first one if the rules name it (see `next`), else the seat that the table chooses.
    """

    tricks: int
    kitty: int
    factor: int | None
    penalties: tuple[tuple[FailedThrow, int], ...]
    noted: tuple[int, int]
    points: int
    outcome: Outcome
    on_deal: tuple[str, ...]

    @property
    def next(self) -> str | None:
        """The next dealer, None if the table chooses between partners.

        >>> facts = Facts("N", "5", None, True, 0, last_winner="N")
        >>> reckon_deal(facts, RuleSet()).next, reckon_deal(facts, RuleSet(next_dealer=False)).next
        ('S', None)
        """
        return self.on_deal[0] if len(self.on_deal) == 1 else None

    def as_json(self) -> dict[str, Any]:
        """Return the result as plain JSON data.

        >>> found = reckon_deal(Facts("N", "5", None, True, 0, last_winner="N"), RuleSet())
        >>> found.as_json()["dealer_up"]
        3
        """
        return {
            "attackers_points": self.points,
            "multiplier": self.factor,
            **self.outcome._asdict(),
            "next_dealer": self.next,
        }


def reckon_deal(facts: Facts, rules: RuleSet) -> Reckoning:
    """Return the result of a deal whose report has no problem.

    >>> from scoring.shengji.play.shapes import PAIR
    >>> facts = Facts("N", "5", "H", True, 75, None, 10, "W", last_combination=PAIR)
    >>> reckon_deal(facts, RuleSet()).points, reckon_deal(facts, RuleSet()).next
    (115, 'W')
    """
    dealer, winner, points = facts.dealer, facts.last_winner, facts.attackers_points
    if dealer is None or winner is None or facts.level is None or points is None:
        raise ValueError(MISSING)
    factor = None
    if not facts.is_dealers(winner):
        if facts.last_combination is None:
            raise ValueError(MISSING)
        factor = factor_of(facts.last_combination, rules)
    kitty = (facts.kitty_points or 0) * (factor or 0)
    penalties = tuple(
        (throw, cost if facts.is_dealers(throw.seat) else -cost)
        for throw, cost in throw_costs(facts, rules)
        if cost
    )
    noted = (0, 0) if penalties else facts.throw_points
    total = points + kitty + throw_points_balance(facts, rules)
    result = find_outcome(total, rules)
    fall = fall_of(facts, rules)
    if fall:
        result = result._replace(dealer_up=-fall)
    following = partner_of(dealer) if result.dealer_keeps else next_to_play(dealer, COMPASS)
    return Reckoning(
        tricks=points,
        kitty=facts.kitty_points or 0,
        factor=factor,
        penalties=penalties,
        noted=noted,
        points=total,
        outcome=result,
        on_deal=(following,) if rules.next_dealer else (following, partner_of(following)),
    )


def fall_of(facts: Facts, rules: RuleSet) -> int:
    """Return the levels that the dealer's side loses because its J was hooked (SJ-67).

    >>> from scoring.shengji.rules import JackHook, LastJack
    >>> facts = Facts("N", "J", last_winner="W", last_jack=LastJack.TRUMP)
    >>> fall_of(facts, RuleSet(jack_hook=JackHook.START))
    9
    """
    if facts.last_jack is None or not asks_jack(facts, rules):
        return 0
    return jack_falls(rules).get(facts.last_jack, 0)


def throw_points_balance(facts: Facts, rules: RuleSet) -> int:
    """Return what failed throws add to the attackers' points, if positive (SJ-43).

    >>> throw_points_balance(Facts("N", throw_points=(20, 10)), RuleSet())
    10
    """
    dealers, attackers = costs_of_sides(facts, rules)
    return dealers - attackers


def settle(facts: Facts, rules: RuleSet) -> Settlement:
    """Return the points and levels of a deal, with the lines that add up to them.

    >>> settle(Facts("N", "5", None, True, 120, last_winner="N"), RuleSet()).scores
    {'N': 0, 'W': 2, 'S': 0, 'E': 2}
    """
    reckoning = reckon_deal(facts, rules)
    lines = tuple(line for seat in COMPASS for line in _lines(seat, facts, reckoning))
    raw = {seat: 0 if facts.is_dealers(seat) else reckoning.points for seat in COMPASS}
    scores = {seat: _score(facts.is_dealers(seat), reckoning, rules) for seat in COMPASS}
    conversions = tuple(
        line
        for seat, score in scores.items()
        for line in _conversions(seat, score, facts, reckoning, rules)
    )
    return Settlement(raw, scores, lines, conversions)


def _score(is_dealers: bool, reckoning: Reckoning, rules: RuleSet) -> int:
    if rules.sums_up:
        return deal_score(reckoning.points, rules, as_dealer=is_dealers)
    return reckoning.outcome.score(as_dealer=is_dealers, zero_sum=False)


def _lines(seat: str, facts: Facts, reckoning: Reckoning) -> Iterator[Line]:
    if facts.is_dealers(seat):
        return
    yield Line(seat, LineCode.TRICK_POINTS, points=reckoning.tricks)
    if reckoning.factor is None:
        yield Line(seat, LineCode.KITTY_KEPT)
    else:
        values: Values = (("points", reckoning.kitty), ("factor", reckoning.factor))
        if facts.last_combination is not None:
            values += (("combination", combination_name(facts.last_combination)),)
        cards, gained = facts.last_cards, reckoning.kitty * reckoning.factor
        yield Line(seat, LineCode.KITTY_POINTS, cards, gained, values)
    for throw, amount in reckoning.penalties:
        yield Line(seat, LineCode.THROW_PENALTY, throw.cards, amount, (("thrower", throw.seat),))
    dealers, attackers = reckoning.noted
    if dealers:
        yield Line(seat, LineCode.THROW_POINTS_DEALERS, points=dealers)
    if attackers:
        yield Line(seat, LineCode.THROW_POINTS_ATTACKERS, points=-attackers)


def _conversions(
    seat: str, score: int, facts: Facts, reckoning: Reckoning, rules: RuleSet
) -> Iterator[Line]:
    is_dealers = facts.is_dealers(seat)
    raw = 0 if is_dealers else reckoning.points
    yield Line(seat, LineCode.ATTACKERS_POINTS, points=raw)
    values: Values = (("sum" if rules.sums_up else "levels", score), ("points", reckoning.points))
    if not rules.over_boards:
        values += (("kept", int(reckoning.outcome.dealer_keeps)),)
    code = _STEPS[rules.deal_score][is_dealers]
    if is_dealers and reckoning.outcome.dealer_up < 0:
        code = LineCode.JACK_HOOKED
        values += (("to", LEVELS[LEVELS.index(HOOKED_LEVEL) + score]),)
    yield Line(seat, code, points=score - raw, values=values)


def explain(settlement: Settlement, seat: str) -> Explanation:
    """Return the sum of the attackers' points as a formula; the dealer's side has none.

    >>> from scoring.settlement import Line
    >>> lines = (Line("W", LineCode.TRICK_POINTS, points=80), Line("W", LineCode.KITTY_KEPT))
    >>> explain(Settlement({"W": 80}, {"W": 1}, lines, ()), "W").raw
    '80 = 80'
    """
    parts = ""
    for line in settlement.lines_of(seat):
        if line.code == LineCode.KITTY_POINTS:
            figures = dict(line.values)
            parts += f" + {figures['points']} × {figures['factor']}"
        elif line.code == LineCode.TRICK_POINTS:
            parts += f"{line.points}"
        elif line.points:
            parts += f" {'+' if line.points > 0 else '-'} {abs(line.points)}"
    return Explanation(f"{parts} = {settlement.raw[seat]}" if parts else "")
