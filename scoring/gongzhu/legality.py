"""What a seat may play: following suit, and the protection of exposed cards (GZ-61 to GZ-68)."""

from dataclasses import dataclass
from enum import Enum, auto

from scoring.cards import suit_of
from scoring.following import Play
from scoring.gongzhu.facts import Exposure, Kind
from scoring.gongzhu.rules import Protection, RuleSet
from scoring.gongzhu.stakes import stakes_of

Hand = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Which exposed cards are protected, and in which way."""

    cards: frozenset[str] = frozenset()
    protection: Protection = Protection.NONE


def shown_cards(exposures: tuple[Exposure, ...], rules: RuleSet) -> Shown:
    """Return the cards that protection holds back: 首明 is free, the fourth by itself is not.

    >>> sorted(shown_cards((Exposure("SQ", Kind.EXPOSED), Exposure("HA", Kind.FIRST)), RuleSet()).cards)
    ['SQ']
    """  # noqa: E501
    counted = stakes_of(exposures, rules).exposures
    cards = frozenset(shown.card for shown in counted if shown.kind is Kind.EXPOSED)
    return Shown(cards, rules.protection)


class Role(Enum):
    """What playing a card to a trick is."""

    LEAD = auto()
    FOLLOW = auto()
    DISCARD = auto()


@dataclass(frozen=True, slots=True)
class Position:
    """The table before a play: the trick on it, what came before, a lead that is prescribed.

    `opened` are the suits in which a complete trick was led; `lead` is the card that has to be
    led now, where one has to be.

    >>> Position((("N", "S2"),)).role("SQ"), Position((("N", "S2"),)).role("HA")
    (<Role.FOLLOW: 2>, <Role.DISCARD: 3>)
    """

    trick: tuple[Play, ...] = ()
    opened: frozenset[str] = frozenset()
    first_trick: bool = True
    lead: str | None = None

    def role(self, card: str) -> Role:
        """Return what playing a card would be."""
        if not self.trick:
            return Role.LEAD
        led = suit_of(self.trick[0][1])
        return Role.FOLLOW if suit_of(card) == led else Role.DISCARD


def permitted(hand: Hand, position: Position) -> Hand:
    """Return what may be played before protection is asked: the prescribed lead, the suit led,
    or all that is held.

    >>> permitted(("S3", "H2"), Position((("N", "S2"),)))
    ('S3',)
    """
    if position.lead in hand:
        return tuple(card for card in hand if card == position.lead)
    following = tuple(card for card in hand if position.role(card) is Role.FOLLOW)
    return following or hand


def is_protected(card: str, hand: Hand, position: Position, shown: Shown) -> bool:
    """Say whether protection holds a card of this hand back.

    >>> shown = Shown(frozenset({"SQ"}), Protection.SUIT_FIRST_TRICK)
    >>> is_protected("SQ", ("SQ", "S3"), Position(), shown)
    True
    >>> is_protected("SQ", ("SQ", "H3"), Position(), shown)
    False
    """
    if card not in shown.cards or shown.protection is Protection.NONE:
        return False
    role = position.role(card)
    bare = all(other == card or suit_of(other) != suit_of(card) for other in hand)
    if shown.protection is Protection.DEAL_FIRST_TRICK:
        return position.first_trick and (role is Role.LEAD or not bare)
    if bare or suit_of(card) in position.opened:
        return False
    discards_too = shown.protection is Protection.SUIT_FIRST_TRICK_AND_DISCARDS
    return role is not Role.DISCARD or discards_too


def legal(hand: Hand, position: Position, shown: Shown) -> Hand:
    """Return the cards of a hand that may be played; protection never leaves none.

    >>> shown = Shown(frozenset({"SQ"}), Protection.SUIT_FIRST_TRICK)
    >>> legal(("SQ", "S3"), Position((("N", "S2"),)), shown)
    ('S3',)
    """
    may = permitted(hand, position)
    return tuple(card for card in may if not is_protected(card, hand, position, shown)) or may
