"""Whether a claim comes true: on every play of an ending, or by one seat's strategy.

A claim bars seats from tricks (`all` every other seat, `none` the claimer) or from cards
(`allocation`); it is broken by the first trick that a barred seat wins. A state in which it is
unbroken does not depend on earlier tricks.
"""

from scoring.gongzhu.bits import COPY, SUIT_OF
from scoring.gongzhu.claim_search.ending import STATES, Claimed, Ending, GaveUp
from scoring.gongzhu.claim_search.moves import ALWAYS, Moves
from scoring.gongzhu.play.tricks import winner

Line = tuple[tuple[int, int], ...]
"""Plays in order: seats and cards."""

NOBODY = -1
"""Who plays for the claim where it has to come true on every play."""


def is_possible(ending: Ending, claimed: Claimed, limit: int = STATES) -> bool:
    """Say whether the claimer, seeing all hands, can make the claim true. Raises GaveUp.

    >>> from scoring.gongzhu.bits import as_bits
    >>> from scoring.gongzhu.facts import ClaimKind
    >>> from scoring.gongzhu.rules import RuleSet
    >>> hands = tuple(map(as_bits, (["SA", "H2"], ["SK", "H3"], ["D2", "D3"], ["C2", "C3"])))
    >>> ending = Ending(RuleSet(), hands, 0)
    >>> is_possible(ending, Claimed(0, ClaimKind.ALL))
    False
    >>> is_possible(ending, Claimed(2, ClaimKind.NONE))
    True
    """
    return _Proof(ending, claimed, claimed.by, limit).holds()


def find_break(ending: Ending, claimed: Claimed, limit: int = STATES) -> Line | None:
    """Return a shortest play that breaks the claim, None if every play makes it true.

    Raises GaveUp if the search found none in time.

    The line ends with the trick that breaks the claim. If the search for the shortest takes too
    long, a longer line is returned.

    >>> from scoring.gongzhu.bits import as_bits
    >>> from scoring.gongzhu.facts import ClaimKind
    >>> from scoring.gongzhu.rules import RuleSet
    >>> ending = Ending(RuleSet(), tuple(map(as_bits, (["S2"], ["S3"], ["D2"], ["C2"]))), 0)
    >>> find_break(ending, Claimed(1, ClaimKind.ALL))
    >>> [seat for seat, _ in find_break(ending, Claimed(1, ClaimKind.NONE))]
    [0, 1, 2, 3]
    """
    for tricks in range(1, ending.cards_a_hand):
        proof = _Proof(ending, claimed, NOBODY, limit, tricks)
        try:
            holds = proof.holds()
        except GaveUp:
            break
        if not holds:
            return _replay(ending, proof.moves, proof.line)
    proof = _Proof(ending, claimed, NOBODY, limit)
    return None if proof.holds() else _replay(ending, proof.moves, proof.line)


def _replay(ending: Ending, moves: Moves, backwards: list[int]) -> Line:
    """Return the plays of a breaking line with their seats, the last trick completed."""
    left, searched, guarded, turn = ending.left, ending.left, ending.guarded, ending.turn
    trick, plays, line = list(ending.trick), backwards[::-1], list[tuple[int, int]]()
    while plays or trick:
        hand, led = left & moves.own[turn], SUIT_OF[trick[0]] if trick else 0
        searched = searched if trick else moves.lowered(searched)
        if plays:
            bit = moves.card_meant(plays[0], searched, left)
            searched ^= plays.pop(0)
        else:
            bit = moves.plays(hand, led, guarded & hand)[0][0]
        line.append((turn, bit))
        trick.append(bit)
        left, turn = left ^ bit, moves.after[turn]
        if len(trick) == ending.players:
            led = SUIT_OF[trick[0]]
            turn = (turn + winner(trick, led)) % ending.players
            guarded, trick = guarded & moves.guard.after[led], []
    return tuple(line)


class _Proof:
    """A proof whether one claim holds, whatever the seats other than `chooser` play.

    `tricks` limits the number of tricks searched. If no seat plays for the claim, `line` holds the
    plays that broke it, last play first.
    """

    def __init__(
        self, ending: Ending, claimed: Claimed, chooser: int, limit: int, tricks: int | None = None
    ) -> None:
        self.ending, self.chooser, self.limit, self.players = ending, chooser, limit, ending.players
        # A mark is which seats must not win a card.
        self.moves = Moves(ending, claimed.marks(ending.players))
        self.barred = claimed.barred(ending.players)
        # So many cards are left when it looks no further.
        self.unseen = 0 if tricks is None else (ending.cards_a_hand - tricks) * ending.players
        self.known: dict[int, bool] = {}
        self.line: list[int] = []

    def holds(self) -> bool:
        """Say whether the claim comes true."""
        ending = self.ending
        if not ending.trick:
            return self._trick(ending.left, ending.turn, ending.guarded)
        barred = self.barred
        for bit in ending.trick:
            barred |= self.moves.marks.get(bit, 0)
        place = ending.left, ending.turn, ending.best, ending.taker
        return self._open(*place, ending.guarded, barred)

    def _trick(self, left: int, leader: int, guarded: int) -> bool:
        """Say whether the claim holds before a lead."""
        if left.bit_count() <= self.unseen:
            return True
        left = self.moves.lowered(left)
        key = left | guarded << COPY | leader << 2 * COPY
        known = self.known.get(key)
        if known is not None:
            return known
        holds, hand = leader != self.chooser, left & self.moves.own[leader]
        others, follower = left ^ hand | ALWAYS, self.moves.after[leader]
        for bit, between, mark in self.moves.plays(hand, 0, guarded & hand):
            if between & others:
                barred = self.barred | mark
                if self._open(left ^ bit, follower, bit, leader, guarded, barred) is not holds:
                    return self._keep(key, not holds, bit)
        return self._keep(key, holds)

    def _open(self, left: int, seat: int, best: int, taker: int, guarded: int, barred: int) -> bool:
        """Say whether the claim holds within a trick that other seats may still win."""
        led = SUIT_OF[best]
        following = left & self.moves.waiting[seat][left.bit_count() % self.players] & led
        if following < best:
            if barred >> taker & 1:
                return False
            return self._decided(left, seat, led if following or guarded else 0, taker, guarded)
        holds, hand = seat != self.chooser, left & self.moves.own[seat]
        others, follower = left ^ hand | best | ALWAYS, self.moves.after[seat]
        for bit, between, mark in self.moves.plays(hand, led, guarded & hand):
            if between & others:
                top, winner = (bit, seat) if bit & led > best else (best, taker)
                after = self._open(left ^ bit, follower, top, winner, guarded, barred | mark)
                if after is not holds:
                    self._note(bit)
                    return not holds
        return holds

    def _decided(self, left: int, seat: int, led: int, taker: int, guarded: int) -> bool:
        """Say whether the claim holds within a trick whose winner is known and permitted."""
        waiting = left.bit_count() % self.players
        if not waiting:
            return self._trick(left, taker, guarded & self.moves.guard.after[led] if guarded else 0)
        if not guarded and not left & self.moves.waiting[seat][waiting] & led:
            led = 0
        key = left | guarded << COPY | led << 2 * COPY | (seat << 3 | taker) + 8 << 3 * COPY
        known = self.known.get(key)
        if known is not None:
            return known
        holds, hand = seat != self.chooser, left & self.moves.own[seat]
        others, follower = left ^ hand | ALWAYS, self.moves.after[seat]
        for bit, between, mark in self.moves.plays(hand, led, guarded & hand):
            if between & others:
                after = not mark >> taker & 1 and self._decided(
                    left ^ bit, follower, led, taker, guarded
                )
                if after is not holds:
                    return self._keep(key, not holds, bit)
        return self._keep(key, holds)

    def _keep(self, key: int, holds: bool, bit: int = 0) -> bool:
        if len(self.known) >= self.limit:
            raise GaveUp
        self.known[key] = holds
        if bit:
            self._note(bit)
        return holds

    def _note(self, bit: int) -> None:
        """Record the play that decided a state."""
        if self.chooser == NOBODY:
            self.line.append(bit)
