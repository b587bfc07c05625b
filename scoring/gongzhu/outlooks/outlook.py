"""The range of points that a partly recorded deal can still come to, for every seat.

A scoring card that nobody has won may go to any seat, whatever the hands; only a seat that claims
none of them gets none. Exposures stay as recorded. Scores follow from raw points by a weighted sum
of all seats and a rounding that keeps their order, so the ends of one range give the ends of the
other.
"""

from typing import Final

from scoring.following import Outlook, Range
from scoring.game import NO_CONTEXT, Context
from scoring.gongzhu.bits import as_bits
from scoring.gongzhu.deck import HEARTS, SCORING
from scoring.gongzhu.facts import ClaimKind
from scoring.gongzhu.outlooks.extremes import Rest, lowest_sum
from scoring.gongzhu.reports.claims import cards_still_out
from scoring.gongzhu.reports.report import ReadReport, read_all
from scoring.gongzhu.rules import Normalise, RuleSet
from scoring.gongzhu.settling.pile import slam_cards
from scoring.gongzhu.settling.settle import PAIR_WEIGHTS, divide_rounded
from scoring.gongzhu.stakes import stakes_of
from scoring.seats import partner_of

ALL_HEARTS: Final = "all_hearts"
SLAM: Final = "slam"
"""The feats: 全红 and 满贯 (T9 L225-226)."""

Form = tuple[tuple[int, ...], int]
"""By what the raw points of every place are multiplied, and by what their sum is divided."""


def outlook(report: object, rules: RuleSet, context: Context = NO_CONTEXT) -> Outlook:
    """Return what is open. Accepts any JSON value and never raises.

    >>> won = {"N": ["SQ"], "E": ["H2"], "S": [card for card in SCORING if card[0] in "HC"][1:]}
    >>> after = outlook({"won": won}, RuleSet())
    >>> after.unplaced, after.within_reach["slam"], after.raw["N"], after.raw["W"]
    (('DJ',), (), (-100, 0), (0, 100))
    """
    sheet, _ = read_all(report, rules, context)
    unplaced = cards_still_out(sheet.piles, rules)
    piles = [sheet.piles.get(seat, ()) for seat in rules.seats]
    if any(sum(pile.count(card) for pile in piles) > rules.decks for card in SCORING):
        return Outlook(unplaced)
    rest = _rest(sheet, unplaced, rules)
    ends: dict[Form, Range] = {}
    for form in (*_raw_forms(rules), *_score_forms(rules)):
        if form not in ends:
            weights = form[0]
            highest = -lowest_sum(rest, tuple(-weight for weight in weights))
            ends[form] = lowest_sum(rest, weights), highest
    return Outlook(
        unplaced,
        within_reach={
            ALL_HEARTS: _may_take(HEARTS, rest),
            SLAM: _may_take(slam_cards(rules), rest),
        },
        raw=dict(zip(rules.seats, (ends[form] for form in _raw_forms(rules)), strict=True)),
        scores={
            seat: _score_range(ends[form], form[1], rules)
            for seat, form in zip(rules.seats, _score_forms(rules), strict=True)
        },
    )


def lowest_score(rest: Rest, seat: str) -> int:
    """Return the lowest score that a seat can still get.

    >>> rest = Rest(RuleSet(), stakes_of((), RuleSet()), (0, 0, 0, 0), SCORING, (0, 1, 2, 3))
    >>> lowest_score(rest, "N")
    -600
    """
    weights, divisor = _score_forms(rest.rules)[rest.rules.seats.index(seat)]
    low = lowest_sum(rest, weights)
    return _score_range((low, low), divisor, rest.rules)[0]


def _rest(sheet: ReadReport, unplaced: tuple[str, ...], rules: RuleSet) -> Rest:
    claim = sheet.claim
    without = claim.seat if claim and claim.kind is ClaimKind.NONE and not claim.is_open else None
    seats = rules.seats
    return Rest(
        rules=rules,
        stakes=stakes_of(sheet.exposures, rules),
        piles=tuple(
            as_bits(card for card in sheet.piles.get(seat, ()) if card in SCORING) for seat in seats
        ),
        out=unplaced,
        open=tuple(place for place, seat in enumerate(seats) if seat != without),
        owners=tuple((card, seats.index(seat)) for card, seat in sheet.owners.items()),
    )


def _may_take(cards: tuple[str, ...], rest: Rest) -> tuple[str, ...]:
    """Return the seats that can still get every copy of these cards."""
    mask = as_bits(cards * 2)
    holders = [place for place, pile in enumerate(rest.piles) if pile & mask]
    open_ = rest.open if any(card in cards for card in rest.out) else range(len(rest.piles))
    takers = holders or open_
    if len(holders) > 1:
        return ()
    return tuple(rest.rules.seats[place] for place in takers if place in open_)


def _raw_forms(rules: RuleSet) -> list[Form]:
    return [(_seat_weights(place, 1, 0, rules), 1) for place in range(rules.players)]


def _score_forms(rules: RuleSet) -> list[Form]:
    if rules.normalise is Normalise.NONE:
        return _raw_forms(rules)
    if rules.normalise in PAIR_WEIGHTS:
        other, divisor = PAIR_WEIGHTS[rules.normalise]
        pairs = [(seat, partner_of(seat)) for seat in rules.seats]
        return [
            (tuple(1 if seat in pair else other for seat in rules.seats), divisor) for pair in pairs
        ]
    others = rules.players - 1
    return [(_seat_weights(place, others, -1, rules), others) for place in range(rules.players)]


def _seat_weights(place: int, own: int, other: int, rules: RuleSet) -> tuple[int, ...]:
    return tuple(own if place == at else other for at in range(rules.players))


def _score_range(ends: Range, divisor: int, rules: RuleSet) -> Range:
    """Return the range of scores: exact zero sums are scaled before rounding, others after."""
    scaled = rules.scale if rules.normalise is Normalise.ZERO_SUM_EXACT else 1
    low, high = (divide_rounded(end * scaled, divisor) for end in ends)
    times = rules.scale // scaled
    return low * times, high * times
