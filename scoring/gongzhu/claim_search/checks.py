"""Problems of a position: cards that occur twice or nowhere, hands, turn and tricks.

Every check works on the readable part, so that all problems are found at once.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.cards import in_order
from scoring.following import Play
from scoring.gongzhu.codes import EndingProblem, ReportProblem
from scoring.gongzhu.deck import SCORING, deck_of, hand_size
from scoring.gongzhu.facts import Piles
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import at
from scoring.seats import next_to_play


@dataclass(frozen=True, slots=True)
class EndingPosition:
    """The places of all cards of a deal at one moment, by seat, and the turn if known.

    >>> position = EndingPosition({"N": ("SA",), "W": ("SK",)}, {}, (), "N")
    >>> position.every_card
    Counter({'SA': 1, 'SK': 1})
    """

    hands: Piles
    won: Piles
    trick: tuple[Play, ...]
    turn: str | None

    @property
    def every_card(self) -> Counter[str]:
        """How often each card occurs anywhere."""
        piles = [*self.hands.values(), *self.won.values(), *(play.cards for play in self.trick)]
        return Counter(card for pile in piles for card in pile)


def longest_hand(position: EndingPosition) -> int:
    """Return the number of tricks to come, including the one on the table.

    >>> longest_hand(EndingPosition({"N": (), "W": ("SK",)}, {}, (Play("N", ("SA",)),), "W"))
    1
    """
    played = Counter(play.seat for play in position.trick)
    return max(len(hand) + played[seat] for seat, hand in position.hands.items())


def count_tricks(position: EndingPosition, rules: RuleSet) -> int:
    """Return the number of complete tricks.

    >>> count_tricks(EndingPosition({"N": ("SA",), "W": ("SK",)}, {}, (), "N"), RuleSet())
    12
    """
    return max(0, hand_size(rules) - longest_hand(position))


def position_problems(position: EndingPosition, rules: RuleSet) -> Iterator[Problem]:
    """Yield everything that is impossible about a position.

    >>> hands = {"N": ("SA",), "W": ("SK",), "S": ("SQ",), "E": ("SA",)}
    >>> won = dict.fromkeys("NWSE", ())
    >>> [p.code.value for p in position_problems(EndingPosition(hands, won, (), "N"), RuleSet())]
    ['card_in_two_places', 'cards_nowhere']
    """
    yield from _card_problems(position, rules)
    sizes = list(_hand_problems(position))
    yield from sizes
    yield from _trick_problems(position, rules)
    if not sizes:
        yield from _pile_problems(position, rules)
    if not longest_hand(position):
        yield Problem(EndingProblem.CLAIM_AFTER_LAST_TRICK, "hands")
    elif not position.trick and not count_tricks(position, rules):
        yield Problem(EndingProblem.CLAIM_BEFORE_FIRST_LEAD, "hands")


def _card_problems(position: EndingPosition, rules: RuleSet) -> Iterator[Problem]:
    everywhere = position.every_card
    fields = [(at("hands", seat), hand) for seat, hand in position.hands.items()]
    fields += [(at("trick", place), play.cards) for place, play in enumerate(position.trick)]
    fields += [(at("won", seat), pile) for seat, pile in position.won.items()]
    met: set[str] = set()
    for name, cards in fields:
        for card in cards:
            if card in met:
                yield Problem(EndingProblem.CARD_IN_TWO_PLACES, name, (card,))
            met.add(card)
    plain_too = any(card not in SCORING for pile in position.won.values() for card in pile)
    wanted = deck_of(rules) if plain_too else SCORING
    nowhere = in_order(card for card in wanted if not everywhere[card])
    if nowhere:
        values = (("count", len(nowhere)),)
        yield Problem(EndingProblem.CARDS_NOWHERE, "won", nowhere, values=values)


def _hand_problems(position: EndingPosition) -> Iterator[Problem]:
    played, longest = Counter(play.seat for play in position.trick), longest_hand(position)
    for seat, hand in position.hands.items():
        expected = longest - played[seat]
        if len(hand) != expected:
            values = (("count", len(hand)), ("expected", expected))
            where = at("hands", seat)
            yield Problem(ReportProblem.HAND_OF_WRONG_SIZE, where, (), (seat,), values)


def _trick_problems(position: EndingPosition, rules: RuleSet) -> Iterator[Problem]:
    seat = position.trick[0].seat if position.trick else position.turn
    for place, play in enumerate(position.trick):
        if play.seat != seat:
            where = at("trick", place)
            yield Problem(EndingProblem.TRICK_OUT_OF_ORDER, where, play.cards, (str(seat),))
            return
        seat = next_to_play(play.seat, rules.seats)
    if len(position.trick) >= rules.players:
        yield Problem(EndingProblem.TRICK_COMPLETE, "trick")
    elif position.turn != seat:
        yield Problem(EndingProblem.NOT_IN_TURN, "turn", (), (str(seat),))


def _pile_problems(position: EndingPosition, rules: RuleSet) -> Iterator[Problem]:
    """Check that the piles are whole tricks, or the scoring cards of the tricks played."""
    tricks = count_tricks(position, rules)
    needed = sum(-(-len(pile) // rules.players) for pile in position.won.values())
    if needed > tricks:
        values = (("count", needed), ("tricks", tricks))
        yield Problem(EndingProblem.WON_NOT_WHOLE_TRICKS, "won", values=values)
