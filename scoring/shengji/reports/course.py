"""Following plays: whose turn it is, who wins each trick, and what is against the rules.

Four plays are a trick, whoever made them: what happened is what counts. A play that broke an
obligation stands and is flagged (SJ-70).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scoring.following import Flag, Play, Trick
from scoring.problems import Problem
from scoring.seats import COMPASS, next_to_play, partner_of
from scoring.shengji.cards import hand_size, in_order, points_in
from scoring.shengji.codes import Obligation, PlayFlag, PositionProblem, ReportProblem
from scoring.shengji.play.follow import broken_obligation
from scoring.shengji.play.ladder import Ladder
from scoring.shengji.play.throws import resolve_throw
from scoring.shengji.play.tricks import winning_play
from scoring.shengji.reports.facts import Course
from scoring.shengji.rules import RuleSet

Hands = Mapping[str, tuple[str, ...]]
_FLAGS: Final = {
    Obligation.SUIT_NOT_FOLLOWED: PlayFlag.PLAYED_WITHOUT_SUIT,
    Obligation.TITANIC_NOT_PLAYED: PlayFlag.PLAYED_WITHOUT_TITANIC,
    Obligation.TRACTOR_NOT_PLAYED: PlayFlag.PLAYED_WITHOUT_TRACTOR,
    Obligation.TRIPLE_NOT_PLAYED: PlayFlag.PLAYED_WITHOUT_TRIPLE,
    Obligation.PAIR_NOT_PLAYED: PlayFlag.PLAYED_WITHOUT_PAIR,
}


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
    """Return what plays come to, and what of them cannot have been.

    >>> from scoring.shengji.play.ladder import ladder
    >>> plays = [Play("N", ("SA",)), Play("W", ("SK",)), Play("S", ("S3",)), Play("E", ("S10",))]
    >>> course, _ = follow_plays(plays, "N", {}, ladder("H", "2"), RuleSet())
    >>> course.tricks[0].winner, course.points, course.next
    ('N', (0,), 'N')
    """
    table = _Table(dealer, hands, order, rules)
    problems = [problem for play in plays for problem in table.play(play)]
    counts = Counter({play.seat: 0 for play in plays})
    for play in plays:
        counts[play.seat] += len(play.cards)
    size = hand_size(rules.decks)
    for seat, count in counts.items():
        if count > size:
            values = (("count", count), ("expected", size))
            code = ReportProblem.TOO_MANY_CARDS_PLAYED
            problems.append(Problem(code, "plays", seats=(seat,), values=values))
    complete = len(counts) == len(COMPASS) and all(count == size for count in counts.values())
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
