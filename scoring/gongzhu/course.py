"""The course of play: tricks and their winners, who is next, and the plays to be flagged.

Rules GZ-60 to GZ-69 of `docs/rules/gongzhu.md`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from scoring.cards import DECK, suit_of
from scoring.following import Flag, Play, Trick
from scoring.gongzhu.codes import PlayFlag
from scoring.gongzhu.hands import hand_size
from scoring.gongzhu.legality import Position, Role, Shown, legal, permitted
from scoring.gongzhu.piles import Piles
from scoring.gongzhu.rules import FirstLead, NextLead, RuleSet

_HEIGHT: Final = {card: place for place, card in enumerate(DECK)}
_HELD_BY: Final = {FirstLead.C2: "C2", FirstLead.S2: "S2", FirstLead.S7: "S7"}
_PROTECTED: Final = {
    Role.LEAD: PlayFlag.PROTECTED_CARD_LED,
    Role.FOLLOW: PlayFlag.PROTECTED_CARD_FOLLOWED,
    Role.DISCARD: PlayFlag.PROTECTED_CARD_DISCARDED,
}


def winner_of(plays: tuple[Play, ...]) -> str:
    """Return the seat whose card wins a trick: the highest of the suit that was led.

    >>> winner_of((("N", "S2"), ("W", "HA"), ("S", "S9"), ("E", "S3")))
    'S'
    """
    led = suit_of(plays[0][1])
    following = [play for play in plays if suit_of(play[1]) == led]
    return max(following, key=lambda play: _HEIGHT[play[1]])[0]


@dataclass(frozen=True, slots=True)
class Opening:
    """The first lead of a deal: who makes it, where known, and the card that it has to be.

    `by_card` says that holding a card, and nothing else, decides it.
    """

    leader: str | None = None
    card: str | None = None
    by_card: bool = False


def opening(leader: str | None, first_deal: bool, hands: Piles, rules: RuleSet) -> Opening:
    """Return what is known of the first lead; `leader` is what the report says.

    >>> opening("W", False, {"N": ("C2",)}, RuleSet())
    Opening(leader='W', card=None, by_card=False)
    >>> opening("W", True, {"N": ("C2",)}, RuleSet())
    Opening(leader='N', card='C2', by_card=True)
    """
    by_rule = first_deal or rules.next_lead is NextLead.FIRST_LEAD
    card = _HELD_BY.get(rules.first_lead) if by_rule else None
    if card is None:
        return Opening(leader)
    holder = next((seat for seat, hand in hands.items() if card in hand), leader)
    return Opening(holder, None if rules.first_lead is FirstLead.S7 else card, by_card=True)


@dataclass(frozen=True, slots=True)
class Course:
    """What the plays come to; `left` is what is known to be held still."""

    tricks: tuple[Trick, ...] = ()
    trick: tuple[Play, ...] = ()
    left: Piles = field(default_factory=dict)
    next: str | None = None
    legal: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()


def course_of(
    plays: tuple[Play, ...], hands: Piles, start: Opening, shown: Shown, rules: RuleSet
) -> Course:
    """Return the course of a deal. A hand that is not complete is not judged by.

    >>> course = course_of((("N", "C2"), ("W", "C3")), {}, Opening(), Shown(), RuleSet())
    >>> course.next, course.trick
    ('S', (('N', 'C2'), ('W', 'C3')))
    """
    table = _Table(hands, start, shown, rules)
    for seat, card in plays:
        table.play(seat, card)
    return table.course()


class _Table:
    """The table while cards fall on it, whatever they are."""

    def __init__(self, hands: Piles, start: Opening, shown: Shown, rules: RuleSet) -> None:
        size = hand_size(rules)
        self.rules, self.start, self.shown = rules, start, shown
        self.left = {seat: list(hand) for seat, hand in hands.items()}
        self.judged = {seat for seat, hand in hands.items() if len(hand) == size}
        self.tricks: list[Trick] = []
        self.trick: list[Play] = []
        self.played: list[str] = []
        self.flags: list[Flag] = []

    def play(self, seat: str, card: str) -> None:
        """Put a card on the table, and note what is against the rules."""
        place = len(self.played)
        self.flags.extend(Flag(place, code, seat, card) for code in self._against(seat, card))
        self.played.append(card)
        if card in self.left.get(seat, ()):
            self.left[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == self.rules.players:
            plays = tuple(self.trick)
            self.tricks.append(Trick(plays[0][0], plays, winner_of(plays)))
            self.trick.clear()

    def course(self) -> Course:
        """Return what the table has come to."""
        seat = self._next()
        held = tuple(self.left[seat]) if seat in self.judged else ()
        return Course(
            tricks=tuple(self.tricks),
            trick=tuple(self.trick),
            left={seat: tuple(cards) for seat, cards in self.left.items()},
            next=seat,
            legal=legal(held, self._position(), self.shown),
            flags=tuple(self.flags),
        )

    def _next(self) -> str | None:
        if len(self.played) >= hand_size(self.rules) * self.rules.players:
            return None
        if not self.trick:
            return self.tricks[-1].winner if self.tricks else self.start.leader
        order = self.rules.seats
        first = order.index(self.trick[0][0])
        played = {seat for seat, _ in self.trick}
        waiting = (seat for seat in (*order[first:], *order[:first]) if seat not in played)
        return next(waiting)

    def _position(self) -> Position:
        opened = frozenset(suit_of(trick.plays[0][1]) for trick in self.tricks)
        lead = None if self.played else self.start.card
        return Position(tuple(self.trick), opened, not self.tricks, lead)

    def _against(self, seat: str, card: str) -> Iterator[PlayFlag]:
        if not self.played and self.start.by_card:
            if seat != (self.start.leader or seat) or card != (self.start.card or card):
                yield PlayFlag.WRONG_FIRST_LEAD
                return
        elif seat != (self._next() or seat):
            yield PlayFlag.OUT_OF_TURN
        if card in self.played:
            yield PlayFlag.PLAYED_AGAIN
        elif seat in self.judged and card not in self.left[seat]:
            yield PlayFlag.NOT_HELD
        elif seat in self.judged:
            yield from self._against_suit_or_protection(seat, card)

    def _against_suit_or_protection(self, seat: str, card: str) -> Iterator[PlayFlag]:
        held, position = tuple(self.left[seat]), self._position()
        if card not in permitted(held, position):
            yield PlayFlag.REVOKE
        elif card not in legal(held, position, self.shown):
            yield _PROTECTED[position.role(card)]
