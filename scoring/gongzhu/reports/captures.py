"""What each seat has won: the cards of the tricks, and what else was written down (GZ-6, GZ-9)."""

from collections import Counter
from collections.abc import Iterator

from scoring.cards import in_order
from scoring.following import Trick
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.piles import Piles
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem


def captured_cards(
    piles: Piles, tricks: tuple[Trick, ...], rules: RuleSet, problems: list[Problem]
) -> dict[str, tuple[str, ...]]:
    """Return the cards of the tricks by winner, and after them what else was written down as won;
    note what the tricks deny.

    >>> captured_cards({"N": ("SQ",)}, (), RuleSet(), [])
    {'N': ('SQ',), 'W': (), 'S': (), 'E': ()}
    """
    taken = {seat: tuple(_taken(seat, tricks)) for seat in rules.seats}
    in_tricks = Counter(card for cards in taken.values() for card in cards)
    written = Counter(card for cards in piles.values() for card in cards)
    # Where as many copies are written down as no trick holds, these are meant; otherwise the
    # copies of the tricks are among the written ones.
    beside = {card for card in written if written[card] == rules.decks - in_tricks[card]}
    more = {
        seat: tuple(_written_besides(piles.get(seat, ()), taken[seat], beside))
        for seat in rules.seats
    }
    extra = Counter(card for cards in more.values() for card in cards)
    wrong = [
        card
        for card, count in extra.items()
        if in_tricks[card] and count + in_tricks[card] > rules.decks
    ]
    if wrong:
        winners = tuple(seat for card in wrong for seat in _takers(card, tricks))
        cards, seats = in_order(wrong), tuple(dict.fromkeys(winners))
        problems.append(Problem(ReportProblem.WON_NOT_AS_PLAYED, "won", cards, seats))
    return {seat: (*taken[seat], *more[seat]) for seat in rules.seats}


def _taken(seat: str, tricks: tuple[Trick, ...]) -> Iterator[str]:
    for trick in tricks:
        if trick.winner == seat:
            for play in trick.plays:
                yield from play.cards


def _takers(card: str, tricks: tuple[Trick, ...]) -> Iterator[str]:
    for trick in tricks:
        if any(card in play.cards for play in trick.plays):
            yield trick.winner


def _written_besides(
    written: tuple[str, ...], taken: tuple[str, ...], beside: set[str]
) -> Iterator[str]:
    """Yield what is written down for a seat besides what it took in tricks."""
    again = Counter(card for card in taken if card not in beside)
    for card in written:
        if again[card]:
            again[card] -= 1
        else:
            yield card
