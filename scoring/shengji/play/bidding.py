"""亮主: the rank of a bid, and which of several bids makes trump (SJ-15 to SJ-18).

>>> bid_rank(["H2", "H2"], "2"), bid_rank(["BJ", "BJ"], "2"), bid_rank(["BJ", "RJ"], "2")
(2, 3, None)
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scoring.shengji.cards import BIG_JOKER, JOKERS, SMALL_JOKER
from scoring.shengji.rules import BidTiming, JokerBidOrder, RuleSet

JOKER_PAIR: Final = 3
"""The rank of a bid of two equal jokers, which is for no trump."""

_SUITED: Final = {1: 1, 2: 2, 3: 4}
_JOKERS: Final = {2: JOKER_PAIR, 3: 5}


class Bid(NamedTuple):
    """A seat and the cards that it showed to bid."""

    seat: str
    cards: tuple[str, ...]


def bid_rank(cards: Sequence[str], level: str) -> int | None:
    """Return the rank of a bid from 1 to 5, or None if the cards are no bid (SJ-15).

    One, two or three equal cards of the level bid their suit; two or three equal jokers bid no
    trump.

    >>> bid_rank(["H2"], "2"), bid_rank(["H2", "S2"], "2"), bid_rank(["RJ", "RJ", "RJ"], "2")
    (1, None, 5)
    """
    if not cards or len(set(cards)) > 1:
        return None
    face = cards[0]
    if face in JOKERS:
        return _JOKERS.get(len(cards))
    return _SUITED.get(len(cards)) if face[1:] == level else None


def trump_of(bid: Bid) -> str | None:
    """Return the suit that a bid makes trump, None for no trump.

    >>> trump_of(Bid("N", ("H2",))), trump_of(Bid("N", ("RJ", "RJ")))
    ('H', None)
    """
    return None if bid.cards[0] in JOKERS else bid.cards[0][0]


def is_higher_bid(bid: Bid, standing: Bid | None, level: str, rules: RuleSet) -> bool:
    """Say whether a bid may be made over the standing bid.

    >>> pair, single = Bid("W", ("S2", "S2")), Bid("N", ("H2",))
    >>> is_higher_bid(pair, single, "2", RuleSet()), is_higher_bid(single, pair, "2", RuleSet())
    (True, False)
    """
    rank = bid_rank(bid.cards, level)
    if rank is None or len(bid.cards) > rules.decks:
        return False
    if standing is None or rules.bid_timing is BidTiming.AFTER_DEAL:
        return True
    if bid.seat == standing.seat and not rules.self_overcall and bid.cards[0] != standing.cards[0]:
        return False
    before = bid_rank(standing.cards, level)
    if rank == before and rules.joker_bid_order is JokerBidOrder.SMALL_LT_BIG:
        return (standing.cards[0], bid.cards[0]) == (SMALL_JOKER, BIG_JOKER)
    return before is None or rank > before


def bids_not_higher(bids: Sequence[Bid], level: str, rules: RuleSet) -> Iterator[tuple[int, Bid]]:
    """Yield the bids that are too low for the standing one, with their index from 0.

    >>> list(bids_not_higher([Bid("N", ("H2",)), Bid("W", ("S2",))], "2", RuleSet()))
    [(1, Bid(seat='W', cards=('S2',)))]
    """
    for place, bid in enumerate(bids):
        if not is_higher_bid(bid, standing_bid(bids[:place], level, rules), level, rules):
            yield place, bid


def standing_bid(bids: Sequence[Bid], level: str, rules: RuleSet) -> Bid | None:
    """Return the bid that makes trump, None if there is none.

    Bids that may not be made are ignored.

    >>> standing_bid([Bid("N", ("H2",)), Bid("W", ("S2",))], "2", RuleSet()).seat
    'N'
    """
    standing = None
    for bid in bids:
        if is_higher_bid(bid, standing, level, rules):
            standing = bid
    return standing
