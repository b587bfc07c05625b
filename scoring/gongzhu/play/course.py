"""The course of play: tricks and their winners, the next seat, and plays to be flagged.

Rules GZ-60 to GZ-78 of `docs/rules/gongzhu.md`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from scoring.following import Flag, Play, Trick
from scoring.gongzhu.bits import BIT, FIRST, as_bits, as_cards, without
from scoring.gongzhu.codes import PlayFlag
from scoring.gongzhu.deck import deck_of, hand_size
from scoring.gongzhu.facts import Piles
from scoring.gongzhu.play.tricks import guard_of, led_by, legal_plays, prescribed_plays, winner_of
from scoring.gongzhu.rules import FirstLead, NextLead, RuleSet


@dataclass(frozen=True, slots=True)
class Opening:
    """The first lead of a deal: its seat, if known, and the card that has to be led.

    `by_card` is true if only holding a certain card decides who leads.
    """

    leader: str | None = None
    card: str | None = None
    by_card: bool = False


def find_opening(
    named: str | None, first_deal: bool, hands: Piles, rules: RuleSet, first_c2: str | None = None
) -> Opening:
    """Return what is known about the first lead.

    `named` is the leader that the report names, `first_c2` the seat that received the first C2 of
    two decks.

    >>> find_opening("W", False, {"N": ("C2",)}, RuleSet())
    Opening(leader='W', card=None, by_card=False)
    >>> find_opening("W", True, {"N": ("C2",)}, RuleSet())
    Opening(leader='N', card='C2', by_card=True)
    """
    by_rule = first_deal or rules.next_lead is NextLead.FIRST_LEAD
    card = rules.first_lead.card if by_rule else None
    if card is None:
        return Opening(named)
    if first_c2 is not None and card == "C2":
        named = first_c2
    holders = [seat for seat, hand in hands.items() if card in hand]
    # No other seat can hold the card where every copy of it is in the hands known.
    all_seen = sum(hand.count(card) for hand in hands.values()) >= rules.decks
    holder = holders[0] if len(holders) == 1 and all_seen else named
    return Opening(holder, None if rules.first_lead is FirstLead.S7 else card, by_card=True)


@dataclass(frozen=True, slots=True)
class Course:
    """The course of the plays; `left` has the known hands after them.

    `before` has for each play the plays that its seat could have made, as bits; empty if unknown.
    `legal` are the plays of the next seat.
    """

    tricks: tuple[Trick, ...] = ()
    trick: tuple[Play, ...] = ()
    left: Piles = field(default_factory=dict)
    next: str | None = None
    legal: tuple[tuple[str, ...], ...] = ()
    flags: tuple[Flag, ...] = ()
    before: tuple[tuple[int, ...], ...] = ()


def follow_plays(
    plays: tuple[Play, ...], hands: Piles, start: Opening, shown: Mapping[str, int], rules: RuleSet
) -> Course:
    """Return the course of a deal, without judging seats whose hand is incomplete.

    >>> course = follow_plays((Play("N", ("C2",)),), {}, Opening(), {}, RuleSet())
    >>> course.next, course.trick
    ('W', (Play(seat='N', cards=('C2',)),))
    """
    table = _Table(hands, start, shown, rules)
    for play in plays:
        table.put_down(play)
    return table.course()


def revokes_shown(course: Course) -> Iterator[Flag]:
    """Yield the plays of seats whose later plays prove that they could have followed suit.

    If the plays end before the last trick, as with a claim, they do not show whole hands; only the
    cards played by then prove what a seat held (GZ-64, and pairs by GZ-73).

    >>> plays = (("N", "S2"), ("W", "H3"), ("S", "S4"), ("E", "S5"), ("E", "SK"), ("N", "S3"))
    >>> played = tuple(Play(seat, (card,)) for seat, card in (*plays, ("W", "S9")))
    >>> [(flag.play, flag.seat) for flag in revokes_shown(follow_plays(
    ...     played, {}, Opening(), {}, RuleSet()))]
    [(1, 'W')]
    """
    tricks = [*(trick.plays for trick in course.tricks), course.trick]
    placed = [(number, play) for number, trick in enumerate(tricks) for play in trick]
    for place, (number, play) in enumerate(placed):
        led = tricks[number][0]
        later = [other for at, other in placed if at > number and other.seat == play.seat]
        if play is not led and _could_have_followed(led, play, later):
            yield Flag(place, PlayFlag.REVOKE, play.seat, play.cards)


def _could_have_followed(led: Play, play: Play, later: Iterable[Play]) -> bool:
    """Say whether what a seat plays later proves that it did not follow suit, or a pair (GZ-73)."""
    suit = led_by(led)
    shown = Counter(card for other in later for card in other.cards if BIT[card] & suit)
    if as_bits(play.cards) & FIRST & ~suit:
        return bool(shown)
    is_pair_led = len(led.cards) > len({*led.cards})
    if not is_pair_led or len({*play.cards}) < len(play.cards):
        return False
    return max((shown + Counter(play.cards)).values()) > 1


class _Table:
    """The state of play while the plays of a report are followed, legal or not."""

    def __init__(
        self, hands: Piles, start: Opening, shown: Mapping[str, int], rules: RuleSet
    ) -> None:
        self.rules, self.start, self.shown, self.hands = rules, start, shown, hands
        self.guard = guard_of(rules)
        self.closed = self.guard.closed
        size = hand_size(rules)
        self.left = {seat: as_bits(hand) for seat, hand in hands.items() if len(hand) == size}
        self.tricks: list[Trick] = []
        self.trick: list[Play] = []
        self.played: Counter[str] = Counter()
        self.count, self.dealt = 0, len(deck_of(rules))
        self.flags: list[Flag] = []
        self.before: list[tuple[int, ...]] = []

    def put_down(self, play: Play) -> None:
        """Put cards on the table, and note plays against the rules."""
        seat, cards = play
        legal = self._legal(seat)
        place = len(self.before)
        self.flags.extend(Flag(place, code, seat, cards) for code in self._against(play, legal))
        self.before.append(legal)
        for card in cards:
            self.played[card] += 1
        self.count += len(cards)
        if seat in self.left:
            self.left[seat] = without(self.left[seat], as_bits(cards))
        self.trick.append(play)
        if len(self.trick) == self.rules.players:
            plays = tuple(self.trick)
            self.tricks.append(Trick(plays[0].seat, plays, winner_of(plays)))
            self.closed &= self.guard.after[led_by(plays[0])]
            self.trick.clear()

    def course(self) -> Course:
        seat = self._next()
        return Course(
            tricks=tuple(self.tricks),
            trick=tuple(self.trick),
            left={seat: self._left(seat) for seat in self.hands},
            next=seat,
            legal=tuple(as_cards(bits) for bits in self._legal(seat)),
            flags=tuple(self.flags),
            before=tuple(self.before),
        )

    def _left(self, seat: str) -> tuple[str, ...]:
        """Return the cards that a seat still holds, in the order of its recorded hand."""
        every = (*(play for trick in self.tricks for play in trick.plays), *self.trick)
        played = Counter(card for play in every if play.seat == seat for card in play.cards)
        left = []
        for card in self.hands[seat]:
            if played[card]:
                played[card] -= 1
            else:
                left.append(card)
        return tuple(left)

    def _next(self) -> str | None:
        if self.count >= self.dealt:
            return None
        if not self.trick:
            return self.tricks[-1].winner if self.tricks else self.start.leader
        order = self.rules.seats
        first = order.index(self.trick[0].seat)
        played = {play.seat for play in self.trick}
        waiting = (seat for seat in (*order[first:], *order[:first]) if seat not in played)
        return next(waiting)

    def _legal(self, seat: str | None) -> tuple[int, ...]:
        """Return the plays that a seat may make now; nothing if its hand is unknown."""
        hand = self.left.get(seat or "", 0)
        if not self.before and self.start.card and hand & BIT[self.start.card]:
            return prescribed_plays(hand, BIT[self.start.card])
        return self._by_suit(hand, self.shown.get(seat or "", 0))

    def _by_suit(self, hand: int, exposed: int) -> tuple[int, ...]:
        led = led_by(self.trick[0]) if self.trick else 0
        size = len(self.trick[0].cards) if self.trick else 0
        return legal_plays(hand, exposed, led, size, self.closed, self.guard)

    def _against(self, play: Play, legal: tuple[int, ...]) -> Iterator[PlayFlag]:
        seat, cards = play
        if not self.before and self.start.by_card:
            wrong_card = self.start.card and {*cards} != {self.start.card}
            if seat != (self.start.leader or seat) or wrong_card:
                yield PlayFlag.WRONG_FIRST_LEAD
                return
        elif seat != (self._next() or seat):
            yield PlayFlag.OUT_OF_TURN
        if any(self.played[card] + cards.count(card) > self.rules.decks for card in cards):
            yield PlayFlag.PLAYED_AGAIN
        elif seat in self.left and as_bits(cards) & ~self.left[seat]:
            yield PlayFlag.NOT_HELD
        else:
            yield from self._against_suit_or_protection(play, legal)

    def _against_suit_or_protection(self, play: Play, legal: tuple[int, ...]) -> Iterator[PlayFlag]:
        bits = as_bits(play.cards)
        if not self.trick and len({*play.cards}) > 1:
            yield PlayFlag.LEAD_NOT_A_PAIR
        elif play.seat not in self.left or bits in legal:
            return
        elif self.trick and len(play.cards) != len(self.trick[0].cards):
            # Such a play makes the deal impossible to settle, and is no breach of suit.
            return
        elif bits not in self._by_suit(self.left[play.seat], 0):
            yield PlayFlag.REVOKE
        elif not self.trick:
            yield PlayFlag.PROTECTED_CARD_LED
        elif bits & FIRST & ~led_by(self.trick[0]):
            yield PlayFlag.PROTECTED_CARD_DISCARDED
        else:
            yield PlayFlag.PROTECTED_CARD_FOLLOWED
