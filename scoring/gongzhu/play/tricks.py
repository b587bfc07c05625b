"""A trick: the legal plays of a seat, and the winner (GZ-60 to GZ-78 of `docs/rules/gongzhu.md`).

Cards and plays are bits (`bits`): a play is one card, or with two decks two of them. `led` is the
mask of the suit that was led, 0 for a lead.

Protection of exposed cards is given by the `closed` suits, whose exposed cards are held back, by
the suits that stay closed after a trick, and by whether it covers leads, leads of a bare card, and
discards.

>>> winner_of(tuple(Play(*play) for play in (("N", ("S2",)), ("W", ("HA",)), ("S", ("S9",)))))
'S'
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.cards import SUITS
from scoring.following import Play
from scoring.gongzhu.bits import BIT, COPY, FIRST, SUIT_MASKS, SUIT_OF, as_bits, split
from scoring.gongzhu.rules import ProtectedLeads, Protection, RuleSet
from scoring.gongzhu.stakes import Exposure, ExposureKind, stakes_of

_DIAMONDS: Final = SUIT_MASKS[SUITS.index("D")]

_STEP: Final = 1 << COPY


@dataclass(frozen=True, slots=True)
class Guard:
    """One kind of protection.

    `after` maps the suit led to a trick to the mask of the suits that stay closed if they were.
    """

    closed: int
    after: Mapping[int, int]
    bare_lead: bool
    discards: bool
    leads: bool = True


_OTHERS: Final = {suit: FIRST & ~suit for suit in SUIT_MASKS}
_OPENED: Final = dict.fromkeys(SUIT_MASKS, 0)

GUARDS: Final[Mapping[Protection, Guard]] = {
    Protection.SUIT_FIRST_TRICK: Guard(FIRST, _OTHERS, bare_lead=False, discards=False),
    Protection.SUIT_FIRST_TRICK_AND_DISCARDS: Guard(FIRST, _OTHERS, bare_lead=False, discards=True),
    Protection.DEAL_FIRST_TRICK: Guard(FIRST, _OPENED, bare_lead=True, discards=True),
    Protection.NONE: Guard(0, _OPENED, bare_lead=False, discards=False),
}
"""What each kind of protection holds back (GZ-65 to GZ-67)."""

_LEADS_FREE: Final = {
    protection: replace(guard, bare_lead=False, leads=False) for protection, guard in GUARDS.items()
}


def guard_of(rules: RuleSet) -> Guard:
    """Return the protection under these rules (GZ-65 to GZ-67, GZ-79).

    >>> guard_of(RuleSet()) is GUARDS[Protection.SUIT_FIRST_TRICK]
    True
    """
    is_free = rules.protected_leads is ProtectedLeads.FREE
    return (_LEADS_FREE if is_free else GUARDS)[rules.protection]


def may_play(hand: int, led: int, guarded: int, guard: Guard) -> int:
    """Return the legal single cards, as one mask (GZ-64 to GZ-68).

    `guarded` are the exposed cards of closed suits.

    >>> spades, queen = SUIT_MASKS[0], 1 << 10
    >>> guard = GUARDS[Protection.SUIT_FIRST_TRICK]
    >>> may_play(0b11 | queen, spades, queen, guard), may_play(queen, spades, queen, guard)
    (3, 1024)
    """
    following = hand & led
    may = following or hand & FIRST
    back = may & guarded
    if not back:
        return may
    if not following:
        back = _held_back(back, hand, led, guard)
    # Protection never leaves a seat without a card to play.
    return may & ~back or may


def _held_back(back: int, hand: int, led: int, guard: Guard) -> int:
    """Return the guarded cards that may not be led or discarded now.

    They are those that are not the only card of their suit in the hand, counting every copy.
    """
    if not led and not guard.leads:
        return 0
    if not led and guard.bare_lead:
        return back
    if led and not guard.discards:
        return 0
    for suit in SUIT_MASKS:
        held = hand & suit
        if not held & (held - 1) and not hand >> COPY & suit:
            back &= ~held
    return back


def legal_plays(
    hand: int, exposed: int, led: int, size: int, closed: int, guard: Guard
) -> tuple[int, ...]:
    """Return every legal play of one or two cards, with one deck or two.

    `exposed` are the copies that the seat exposed; `size` is the number of cards led, 0 for a lead.
    A lead may be any card, or any pair.

    >>> guard = GUARDS[Protection.NONE]
    >>> legal_plays(0b11, 0, 0, 0, 0, guard)
    (1, 2)
    >>> legal_plays(0b11 | 0b10 << COPY, 0, 0, 0, 0, guard) == (1, 2, 0b10 | 0b10 << COPY)
    True
    """
    twice = hand >> COPY
    # The copy that was not exposed is free, and is taken to go first.
    guarded = (exposed & ~twice | exposed >> COPY) & closed
    if size > 1:
        return _two_cards(hand, led, guarded, exposed & closed, guard)
    if led or not twice:
        return split(may_play(hand, led, guarded, guard))
    held_in_pairs = exposed & closed if guard.leads else 0
    return _cards_and_pairs(hand, _held_back(hand & guarded, hand, 0, guard), held_in_pairs)


def _cards_and_pairs(hand: int, back: int, exposed: int) -> tuple[int, ...]:
    """Return the leads of a hand with pairs; a pair with an exposed copy is held back."""
    singles, pairs = hand & FIRST, hand >> COPY
    free, free_pairs = singles & ~back, pairs & ~exposed
    if not free | free_pairs:
        free, free_pairs = singles, pairs
    plays = []
    for bit in split(singles):
        if bit & free:
            plays.append(bit)
        if bit & free_pairs:
            plays.append(bit | bit << COPY)
    return tuple(plays)


def _two_cards(hand: int, led: int, guarded: int, exposed: int, guard: Guard) -> tuple[int, ...]:
    """Return the plays that may follow a lead of two cards (GZ-73).

    They are a pair of the suit, else two cards of it, else its only card with any other, else any
    two cards.
    """
    following, pairs = hand & led, hand >> COPY
    if pairs & led:
        return tuple(bit | bit << COPY for bit in split(pairs & led & ~exposed or pairs & led))
    if following & (following - 1):
        return _twos(following & ~guarded, 0) or _twos(following, 0)
    others = hand & FIRST & ~following
    back = _held_back(others & guarded, hand, led, guard)
    if following:
        return tuple(following | bit for bit in split(others & ~back or others))
    back_pairs = exposed if guard.discards else 0
    return _twos(others & ~back, pairs & ~back_pairs) or _twos(others, pairs)


def _twos(cards: int, pairs: int) -> tuple[int, ...]:
    """Return all plays of two different cards, with the pairs in their places among them."""
    bits = split(cards | pairs)
    plays = []
    for place, bit in enumerate(bits):
        if bit & pairs:
            plays.append(bit | bit << COPY)
        plays += [bit | other for other in bits[place + 1 :]]
    return tuple(plays)


def prescribed_plays(hand: int, card: int) -> tuple[int, ...]:
    """Return the leads of a prescribed card: alone, and as a pair if both copies are held.

    >>> prescribed_plays(0b11, 1), prescribed_plays(0b10, 1)
    ((1,), ())
    """
    leads = (card, card | card << COPY)
    return tuple(lead for lead in leads if not lead & ~hand)


def shown_by_seat(exposures: tuple[Exposure, ...], rules: RuleSet) -> dict[str, int]:
    """Return the exposed copies of each seat that are protected (GZ-68).

    首明 is free, a fourth card that is exposed by itself is not. With one deck every seat has all
    of them, because the card is in one hand only.

    >>> exposures = (Exposure("SQ", ExposureKind.EXPOSED), Exposure("HA", ExposureKind.FIRST))
    >>> shown_by_seat(exposures, RuleSet())["E"] == as_bits(["SQ"])
    True
    """
    counted = stakes_of(exposures, rules).exposures
    shown = [exposure for exposure in counted if exposure.kind is ExposureKind.EXPOSED]
    return {
        seat: as_bits(
            exposure.card for exposure in shown if rules.decks == 1 or exposure.seat == seat
        )
        for seat in rules.seats
    }


def height(play: int, led: int) -> int:
    """Return the rank of a play within a trick, 0 for a discard.

    Two different cards of the suit led rank by the higher one, above every pair; in diamonds every
    pair ranks above them (T6 L93, T8 L188).

    >>> spades = SUIT_MASKS[0]
    >>> fours, king_and_queen = as_bits(["S4", "S4"]), as_bits(["SK", "SQ"])
    >>> height(fours, spades) < height(king_and_queen, spades)
    True
    """
    card = play & FIRST
    if card & ~led:
        return 0
    higher = card & (card - 1)
    if play >> COPY:
        return card + _STEP * (led == _DIAMONDS)
    return higher + _STEP * (led != _DIAMONDS) if higher else card


def winner(plays: Sequence[int], led: int) -> int:
    """Return which play wins; of equal plays the first.

    >>> winner([1, 8, 2], 15)
    1
    """
    heights = [height(play, led) for play in plays]
    return heights.index(max(heights))


def led_by(play: Play) -> int:
    """Return the mask of the suit of a lead.

    >>> led_by(Play("N", ("S2",))) == SUIT_MASKS[0]
    True
    """
    return SUIT_OF[BIT[play.cards[0]]]


def winner_of(plays: Sequence[Play]) -> str:
    """Return the seat that wins a trick. A play of too few or too many cards never wins.

    >>> winner_of([Play("N", ("D4", "D4")), Play("W", ("DK", "DQ"))])
    'N'
    """
    size, led = len(plays[0].cards), led_by(plays[0])
    bits = [as_bits(play.cards) if len(play.cards) == size else 0 for play in plays]
    return plays[winner(bits, led)].seat
