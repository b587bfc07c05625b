"""Replaying whole deals on plain integers, fast: what was legal before each play, and the piles.

Cards and plays are bits (`bits`), seats are numbers in order of play, and the rules are the masks
of `legality`; `position` is the same as an immutable value, one step at a time. Deals are played
in turn here, by known hands; what a report may have wrong with it is the affair of `course`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.gongzhu.bits import FIRST, SUIT_OF, split, together, without
from scoring.gongzhu.play.legality import Guard, legal_plays, may_play, prescribed_plays
from scoring.gongzhu.play.tricks import winner


class Replayed(NamedTuple):
    """What was legal before each play, the piles by seat, and which plays were not legal.

    With one deck `legal` holds a mask of cards for each play.
    """

    legal: list[int]
    piles: list[int]
    illegal: list[int]


class ReplayedTwo(NamedTuple):
    """The same with two decks, where `legal` holds every play of one or two cards."""

    legal: list[tuple[int, ...]]
    piles: list[int]
    illegal: list[int]


def replay_bits(
    hands: Sequence[int],
    exposed: int,
    leader: int,
    plays: Sequence[int],
    guard: Guard,
    card: int = 0,
) -> Replayed:
    """Replay a deal of one deck. `exposed` are the cards that are protected, `card` is the one
    that has to be led first, where one has to be.

    >>> from scoring.gongzhu.play.legality import GUARDS
    >>> from scoring.gongzhu.rules import Protection
    >>> guard = GUARDS[Protection.SUIT_FIRST_TRICK]
    >>> replay_bits([0b11, 0b100, 1 << 20, 0b11000], 0b10000, 0, [1, 4, 1 << 20, 16], guard)
    Replayed(legal=[3, 4, 1048576, 8], piles=[0, 0, 0, 1048597], illegal=[3])
    """
    players, left, piles = len(hands), list(hands), [0] * len(hands)
    legal: list[int] = []
    illegal: list[int] = []
    guarded, seat = exposed & guard.closed, leader
    for start in range(0, len(plays), players):
        led, best, taker, trick = 0, 0, seat, plays[start : start + players]
        for bit in trick:
            hand = left[seat]
            may = hand & led or hand
            if may & guarded:
                may = may_play(hand, led, guarded, guard)
            if not bit & may:
                illegal.append(len(legal))
            legal.append(may)
            left[seat] = hand & ~bit
            led = led or SUIT_OF[bit]
            if bit & led > best:
                best, taker = bit, seat
            seat = (seat + 1) % players
        guarded &= guard.after[led]
        if len(trick) == players:
            piles[taker] |= sum(trick)
        seat = taker
    return _with_first_lead(Replayed(legal, piles, illegal), hands[leader], plays, card)


def _with_first_lead(replayed: Replayed, hand: int, plays: Sequence[int], card: int) -> Replayed:
    """The first play judged by the card that has to be led, where its seat holds it."""
    if not plays or not hand & card:
        return replayed
    illegal = [place for place in replayed.illegal if place]
    if plays[0] != card:
        illegal.insert(0, 0)
    return Replayed([card, *replayed.legal[1:]], replayed.piles, illegal)


def replay_two_decks(
    hands: Sequence[int],
    exposed: Sequence[int],
    leader: int,
    plays: Sequence[int],
    guard: Guard,
    card: int = 0,
) -> ReplayedTwo:
    """Replay a deal of two decks; `exposed` are the copies that each seat exposed.

    Raises ValueError for a lead of two different cards: bits do not say which was named first.

    >>> from scoring.gongzhu.play.legality import GUARDS
    >>> from scoring.gongzhu.rules import Protection
    >>> guard = GUARDS[Protection.NONE]
    >>> replay_two_decks([0b11, 0b100], [0, 0], 0, [1, 4], guard)
    ReplayedTwo(legal=[(1, 2), (4,)], piles=[0, 5], illegal=[])
    """
    players, left, piles = len(hands), list(hands), [0] * len(hands)
    legal: list[tuple[int, ...]] = []
    illegal: list[int] = []
    closed, seat = guard.closed, leader
    for start in range(0, len(plays), players):
        first, led, size, trick = seat, 0, 0, plays[start : start + players]
        for play in trick:
            hand, shown = left[seat], exposed[seat]
            following = hand & led
            if following and size == 1 and not shown:
                may = split(following)
            else:
                forced = prescribed_plays(hand, card) if card and not legal else ()
                may = forced or legal_plays(hand, shown, led, size, closed, guard)
            if play not in may:
                illegal.append(len(legal))
            legal.append(may)
            left[seat] = without(hand, play)
            if not led:
                led, size = _suit(play), play.bit_count()
            seat = (seat + 1) % players
        closed &= guard.after[led]
        seat = (first + winner(trick, led)) % players
        if len(trick) == players:
            for play in trick:
                piles[seat] = together(piles[seat], play)
    return ReplayedTwo(legal, piles, illegal)


def _suit(lead: int) -> int:
    """The mask of the suit of a lead, which is one card or a pair."""
    card = lead & FIRST
    if card & (card - 1):
        raise ValueError("a lead of two different cards")
    return SUIT_OF[card]
