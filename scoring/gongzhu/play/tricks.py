"""A trick: what a seat may play, and who wins (GZ-60 to GZ-78 of `docs/rules/gongzhu.md`).

Cards and plays are bits (`bits`): a play is one card, or with two decks two of them. `led` is the
mask of the suit that was led, 0 for a lead.

What the protection of exposed cards does is said by three masks and two marks: which suits are
`closed` (an exposed card of them is held back), what of them stays closed after a trick, whether it
holds back leads, a bare card that would be led among them, and whether it holds back discards.

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
    """One kind of protection. `after` gives, for the suit that a trick was led in, the mask of
    the suits that it leaves closed, where they were.
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
    """Return what is held back under these rules (GZ-65 to GZ-67, GZ-79).

    >>> guard_of(RuleSet()) is GUARDS[Protection.SUIT_FIRST_TRICK]
    True
    """
    is_free = rules.protected_leads is ProtectedLeads.FREE
    return (_LEADS_FREE if is_free else GUARDS)[rules.protection]


def may_play(hand: int, led: int, guarded: int, guard: Guard) -> int:
    """Return the single cards that may be played, as one mask (GZ-64 to GZ-68).

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
    """Return which of the guarded cards are held back as leads or as discards: those that are
    not the only ones of their suit in the hand, where every copy counts.
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
    """Return every play of one or two cards that may be made, with one deck or with two.

    `exposed` are the copies that the seat exposed; `size` is how many cards were led, 0 for a
    lead. A lead may be any card, or any pair.

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
    """Return the leads from a hand with pairs; a pair with an exposed copy is held back."""
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
    """Return what may follow a lead of two cards: a pair of the suit, else two cards of it, else
    its only card with any other, else any two cards (GZ-73).
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
    """Return all twos of different cards, and the pairs among them in their places."""
    bits = split(cards | pairs)
    plays = []
    for place, bit in enumerate(bits):
        if bit & pairs:
            plays.append(bit | bit << COPY)
        plays += [bit | other for other in bits[place + 1 :]]
    return tuple(plays)


def prescribed_plays(hand: int, card: int) -> tuple[int, ...]:
    """Return the leads of a card that has to be led: alone, and as a pair where both are held.

    >>> prescribed_plays(0b11, 1), prescribed_plays(0b10, 1)
    ((1,), ())
    """
    leads = (card, card | card << COPY)
    return tuple(lead for lead in leads if not lead & ~hand)


def shown_by_seat(exposures: tuple[Exposure, ...], rules: RuleSet) -> dict[str, int]:
    """Return the exposed copies of each seat that protection knows: 首明 is free, the fourth that
    is exposed by itself is not (GZ-68). With one deck a card is where it is, whoever showed it.

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
    """Return how high a play stands in a trick; a discard stands at 0.

    Of the suit led, two different cards stand by the higher one, and above every pair; in
    diamonds every pair stands above them (T6 L93, T8 L188).

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
    """Return which of the plays wins; of equal ones the first.

    >>> winner([1, 8, 2], 15)
    1
    """
    heights = [height(play, led) for play in plays]
    return heights.index(max(heights))


def led_by(play: Play) -> int:
    """Return the mask of the suit that a lead is in.

    >>> led_by(Play("N", ("S2",))) == SUIT_MASKS[0]
    True
    """
    return SUIT_OF[BIT[play.cards[0]]]


def winner_of(plays: Sequence[Play]) -> str:
    """Return the seat that wins a trick. A play of too few or too many cards wins nothing.

    >>> winner_of([Play("N", ("D4", "D4")), Play("W", ("DK", "DQ"))])
    'N'
    """
    size, led = len(plays[0].cards), led_by(plays[0])
    bits = [as_bits(play.cards) if len(play.cards) == size else 0 for play in plays]
    return plays[winner(bits, led)].seat
