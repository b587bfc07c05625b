"""The facts of a deal after its report was read, and the course of its plays.

Any four plays in a row are a trick, whichever seats made them: a deal counts as it was played. A
play that broke an obligation counts and is flagged (SJ-70).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from scoring.following import Flag, Play, Trick
from scoring.problems import Problem, Values
from scoring.seats import COMPASS, next_to_play, partner_of
from scoring.shengji.cards import (
    JOKERS,
    KITTY_SIZES,
    POINTS_A_DECK,
    deck,
    hand_size,
    in_order,
    most_in_kitty,
    points_in,
)
from scoring.shengji.codes import Obligation, PlayFlag, PositionProblem, ReportProblem
from scoring.shengji.play.bidding import Bid
from scoring.shengji.play.follow import broken_obligation
from scoring.shengji.play.ladder import Ladder
from scoring.shengji.play.shapes import Block
from scoring.shengji.play.throws import Thrown, resolve_throw, throw_penalty, winning_play
from scoring.shengji.rules import HOOKED_LEVEL, JackHook, LastJack, RuleSet

Hands = Mapping[str, tuple[str, ...]]

_FLAGS: Final = {
    Obligation.SUIT_NOT_FOLLOWED: PlayFlag.PLAYED_WITHOUT_SUIT,
    Obligation.TITANIC_NOT_PLAYED: PlayFlag.PLAYED_WITHOUT_TITANIC,
    Obligation.TRACTOR_NOT_PLAYED: PlayFlag.PLAYED_WITHOUT_TRACTOR,
    Obligation.TRIPLE_NOT_PLAYED: PlayFlag.PLAYED_WITHOUT_TRIPLE,
    Obligation.PAIR_NOT_PLAYED: PlayFlag.PLAYED_WITHOUT_PAIR,
}


@dataclass(frozen=True, slots=True)
class FailedThrow:
    """A throw that did not stand: the seat, its cards, and the number of cards played of it."""

    seat: str
    cards: tuple[str, ...]
    played: int


@dataclass(frozen=True, slots=True)
class Course:
    """The result of plays: complete tricks, the one on the table, plays against the rules.

    `points` are the attackers' points after each complete trick. `next` is the seat to play.
    """

    tricks: tuple[Trick, ...] = ()
    trick: tuple[Play, ...] = ()
    points: tuple[int, ...] = ()
    flags: tuple[Flag, ...] = ()
    next: str | None = None
    left: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """The known facts of a deal. None means unknown.

    `attackers_points` are those taken in tricks. `last_winner` won the last trick with
    `last_cards`; `last_led` was led to it. If the cards were not recorded, `last_combination` is
    the combination that counts for the kitty. `throw_points` are the costs of failed throws for the
    dealer's side and the attackers, if no details were recorded. `last_jack` says whether the play
    that won the last trick held a J, if that is asked. `trump` is meaningless if `has_trump` is
    false.
    """

    dealer: str | None = None
    level: str | None = None
    trump: str | None = None
    has_trump: bool = False
    attackers_points: int | None = None
    dealers_points: int | None = None
    kitty_points: int | None = None
    last_winner: str | None = None
    last_cards: tuple[str, ...] = ()
    last_led: tuple[str, ...] = ()
    bids: tuple[Bid, ...] = ()
    failed_throws: tuple[FailedThrow, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    kitty: tuple[str, ...] = ()
    plays: tuple[Play, ...] = ()
    course: Course | None = None
    last_combination: Block | None = None
    throw_points: tuple[int, int] = (0, 0)
    last_jack: LastJack | None = None

    def is_dealers(self, seat: str) -> bool:
        """Return whether a seat is on the dealer's side.

        >>> Facts(dealer="N").is_dealers("S"), Facts(dealer="N").is_dealers("W")
        (True, False)
        """
        return self.dealer is not None and seat in (self.dealer, partner_of(self.dealer))


def asks_jack(facts: Facts, rules: RuleSet) -> bool:
    """Return whether a J in the last trick matters: the attackers won it at level J.

    >>> facts = Facts("N", "J", last_winner="W")
    >>> asks_jack(facts, RuleSet()), asks_jack(facts, RuleSet(jack_hook=JackHook.START))
    (False, True)
    """
    return (
        rules.jack_hook is not JackHook.OFF
        and facts.level == HOOKED_LEVEL
        and facts.dealer is not None
        and facts.last_winner is not None
        and not facts.is_dealers(facts.last_winner)
    )


def jack_in(cards: Iterable[str], trump: str | None) -> LastJack:
    """Return whether a play holds a J, and of which suit, the trump suit first.

    >>> jack_in(["HJ", "HJ", "SJ", "SJ"], "S").value, jack_in(["HJ"], None).value
    ('trump', 'off_suit')
    >>> jack_in(["BJ"], "S").value
    'none'
    """
    jacks = {card[0] for card in cards if card[1:] == HOOKED_LEVEL and card not in JOKERS}
    if not jacks:
        return LastJack.NONE
    return LastJack.TRUMP if trump in jacks else LastJack.OFF_SUIT


def throw_costs(facts: Facts, rules: RuleSet) -> tuple[tuple[FailedThrow, int], ...]:
    """Return the cost of each recorded throw for the seat that made it.

    >>> throw = FailedThrow("W", ("H9", "HA"), 1)
    >>> throw_costs(Facts(failed_throws=(throw,)), RuleSet())[0][1]
    0
    """
    return tuple(
        (throw, throw_penalty(Thrown(False, throw.cards[: throw.played]), len(throw.cards), rules))
        for throw in facts.failed_throws
    )


def costs_of_sides(facts: Facts, rules: RuleSet) -> tuple[int, int]:
    """Return the recorded costs of failed throws for the dealer's side and the attackers.

    >>> costs_of_sides(Facts("N", throw_points=(20, 10)), RuleSet())
    (20, 10)
    """
    costs = throw_costs(facts, rules)
    if not any(cost for _, cost in costs):
        return facts.throw_points
    dealers = sum(cost for throw, cost in costs if facts.is_dealers(throw.seat))
    return dealers, sum(cost for _, cost in costs) - dealers


def point_problems(facts: Facts, rules: RuleSet, *, checks_kitty: bool = True) -> Iterator[Problem]:
    """Yield the problems of the checksum: 100 points a deck (SJ-54).

    With `checks_kitty` the points of the kitty have to agree with its cards, as far as anything
    tells them, and the points of both sides have to leave what a kitty can hold.

    >>> facts = Facts("N", attackers_points=60, dealers_points=150)
    >>> [dict(problem.values) for problem in point_problems(facts, RuleSet())]
    [{'points': 210, 'expected': 200}]
    """
    total = POINTS_A_DECK * rules.decks
    attackers, dealers, kitty = facts.attackers_points, facts.dealers_points, facts.kitty_points
    if checks_kitty:
        yield from _kitty_problems(facts, rules)
    if attackers is None:
        return
    if attackers + (kitty or 0) > total:
        sums: Values = (("points", attackers + (kitty or 0)), ("most", total))
        yield Problem(ReportProblem.POINTS_TOO_MANY, "attackers_points", values=sums)
    elif dealers is not None and (kitty is not None or checks_kitty):
        most = most_in_kitty(rules.decks) if kitty is None else 0
        points = attackers + dealers + (kitty or 0)
        if not total - most <= points <= total:
            sums = (("points", points), ("expected", total))
            yield Problem(ReportProblem.POINTS_DO_NOT_ADD_UP, "dealers_points", values=sums)


def _kitty_problems(facts: Facts, rules: RuleSet) -> Iterator[Problem]:
    cards = facts.kitty or _cards_left(facts, rules)
    found = points_in(cards)
    if len(cards) == KITTY_SIZES[rules.decks] and facts.kitty_points not in (None, found):
        values: Values = (("name", "kitty_points"), ("said", int(facts.kitty_points or 0)))
        values += (("played", found),)
        yield Problem(ReportProblem.RESULT_NOT_AS_PLAYED, "kitty_points", values=values)


def _cards_left(facts: Facts, rules: RuleSet) -> tuple[str, ...]:
    """Return the cards of no hand, where the hands or complete plays tell all four hands."""
    is_complete = facts.course is not None and facts.course.complete
    hands = {**(_cards_played(facts.plays) if is_complete else {}), **facts.hands}
    if len(hands) < len(COMPASS):
        return ()
    held = Counter(card for hand in hands.values() for card in hand)
    return tuple((Counter(deck(rules.decks)) - held).elements())


class _Table:
    """The state of a deal between two plays."""

    def __init__(self, dealer: str | None, hands: Hands, order: Ladder, rules: RuleSet) -> None:
        self.order, self.rules = order, rules
        self.dealers = (dealer, partner_of(dealer)) if dealer else ()
        self.turn = dealer
        self.left = {seat: Counter(cards) for seat, cards in hands.items()}
        self.trick: list[Play] = []
        self.tricks: list[Trick] = []
        self.points: list[int] = []
        self.flags: list[Flag] = []
        self.number = 0

    def play(self, play: Play) -> Iterator[Problem]:
        field = f"plays.{self.number}"
        yield from self._problems(play, field)
        self._judge(play)
        if play.seat in self.left:
            self.left[play.seat] -= Counter(play.cards)
        self.trick.append(play)
        self.turn = next_to_play(play.seat, COMPASS)
        self.number += 1
        if len(self.trick) == len(COMPASS):
            self._close()

    def _problems(self, play: Play, field: str) -> Iterator[Problem]:
        about = (play.cards, (play.seat,))
        if any(play.seat == other.seat for other in self.trick):
            values = (("number", len(self.tricks) + 1),)
            yield Problem(ReportProblem.SEAT_TWICE_IN_TRICK, field, *about, values)
        if self.trick and len(play.cards) != len(self.trick[0].cards):
            expected = len(self.trick[0].cards)
            sizes = (("count", len(play.cards)), ("expected", expected))
            yield Problem(PositionProblem.PLAY_OF_OTHER_SIZE, field, *about, sizes)
        if not self.trick and self.order.one_suit(play.cards) is None:
            yield Problem(PositionProblem.LEAD_OF_TWO_SUITS, field, *about)
        remaining = self.left.get(play.seat)
        if remaining is not None and Counter(play.cards) - remaining:
            missing = in_order((Counter(play.cards) - remaining).elements())
            yield Problem(ReportProblem.CARD_NOT_IN_HAND, field, missing, (play.seat,))

    def _judge(self, play: Play) -> None:
        if self.turn is not None and play.seat != self.turn:
            self._flag(PlayFlag.OUT_OF_TURN, play)
        remaining = self.left.get(play.seat)
        if self.trick and remaining is not None:
            hand = tuple(remaining.elements())
            code = broken_obligation(self.trick[0].cards, hand, play.cards, self.order, self.rules)
            if code is not None and code in _FLAGS:
                self._flag(_FLAGS[code], play)
        elif not self.trick and self._falls(play):
            self._flag(PlayFlag.THROW_NOT_STANDING, play)

    def _falls(self, play: Play) -> bool:
        first = COMPASS.index(play.seat) + 1
        others = [*COMPASS[first:], *COMPASS[: first - 1]]
        if any(seat not in self.left for seat in others):
            return False
        if self.order.one_suit(play.cards) is None:
            return False
        hands = [tuple(self.left[seat].elements()) for seat in others]
        return not resolve_throw(play.cards, hands, self.order, self.rules).stands

    def _flag(self, code: PlayFlag, play: Play) -> None:
        self.flags.append(Flag(self.number, code, play.seat, play.cards))

    def _close(self) -> None:
        sizes = {len(play.cards) for play in self.trick}
        lead = self.trick[0]
        if len(sizes) == 1 and self.order.one_suit(lead.cards) is not None:
            won = winning_play([play.cards for play in self.trick], self.order, self.rules)
            self.turn = self.trick[won].seat
            self.tricks.append(Trick(lead.seat, tuple(self.trick), self.turn))
            taken = sum(points_in(play.cards) for play in self.trick)
            before = self.points[-1] if self.points else 0
            self.points.append(before + (0 if self.turn in self.dealers else taken))
        self.trick = []


def follow_plays(
    plays: Sequence[Play], dealer: str | None, hands: Hands, order: Ladder, rules: RuleSet
) -> tuple[Course, tuple[Problem, ...]]:
    """Return the course of plays, and the plays that cannot have happened.

    Plays that are complete tell the hands that are not known (SJ-73).

    >>> from scoring.shengji.play.ladder import ladder
    >>> plays = [Play("N", ("SA",)), Play("W", ("SK",)), Play("S", ("S3",)), Play("E", ("S10",))]
    >>> course, _ = follow_plays(plays, "N", {}, ladder("H", "2"), RuleSet())
    >>> course.tricks[0].winner, course.points, course.next
    ('N', (0,), 'N')
    """
    cards_by_seat = _cards_played(plays)
    size = hand_size(rules.decks)
    counts = {seat: len(cards) for seat, cards in cards_by_seat.items()}
    complete = len(counts) == len(COMPASS) and all(count == size for count in counts.values())
    table = _Table(dealer, {**cards_by_seat, **hands} if complete else hands, order, rules)
    problems = [problem for play in plays for problem in table.play(play)]
    for seat, count in counts.items():
        if count > size:
            values = (("count", count), ("expected", size))
            code = ReportProblem.TOO_MANY_CARDS_PLAYED
            problems.append(Problem(code, "plays", seats=(seat,), values=values))
    course = Course(
        tricks=tuple(table.tricks),
        trick=tuple(table.trick),
        points=tuple(table.points),
        flags=tuple(table.flags),
        next=None if complete else table.turn,
        left={seat: in_order(cards.elements()) for seat, cards in table.left.items()},
        complete=complete,
    )
    return course, tuple(problems)


def _cards_played(plays: Sequence[Play]) -> dict[str, tuple[str, ...]]:
    cards: dict[str, tuple[str, ...]] = {}
    for play in plays:
        cards[play.seat] = (*cards.get(play.seat, ()), *play.cards)
    return cards
