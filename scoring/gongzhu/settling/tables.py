"""Settles many deals fast, with tables made from the readable rules, on piles as bits.

The value of a pile depends on few facts: which of pig, sheep and transformer it holds and which of
them are self-won, the total value of its hearts, and whether they are none, some, all that a slam
needs or all. Piles that agree in these share one entry of a table, which `pile.lines_of` computes
when the first of them is met. So the rules are implemented only once.

>>> settler = Settler(RuleSet())
>>> raw = settler.raw([as_bits(["SQ", "C10"]), as_bits(["DJ"]), as_bits(HEARTS), 0])
>>> raw, settler.scores(raw)
((-200, 100, 200, 0), (-200, 100, 200, 0))
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from scoring.gongzhu.bits import BIT, COPY, FIRST, as_bits, as_cards, split
from scoring.gongzhu.deck import EXPOSABLE, HEART_FACES, HEARTS, PIG, SHEEP, TRANSFORMER
from scoring.gongzhu.rules import Normalise, RuleSet
from scoring.gongzhu.settling.pile import lines_of, pile_of, slam_cards
from scoring.gongzhu.settling.settle import PAIR_WEIGHTS, divide_rounded
from scoring.gongzhu.stakes import Exposure, ExposureKind, Stakes, stakes_of

Points = tuple[int, ...]
"""Points of all seats, in order of play."""

_LOWEST: Final = BIT[HEARTS[0]].bit_length() - 1
_SUIT: Final = (1 << len(HEARTS)) - 1
_SINGLES: Final = as_bits([PIG, SHEEP, TRANSFORMER] * 2)
_EXPOSABLE: Final = as_bits(EXPOSABLE)
_SOME: Final = 1 << 9
"""More than all hearts of two decks are worth."""
_ENOUGH, _ALL = 4 * _SOME, 6 * _SOME
"""Of two decks these add up, and no two sums of 0, 1, 4 and 6 are alike."""
_PLACE: Final = BIT[PIG].bit_length()
"""Above the pig and below the sheep there is room for what the hearts come to."""


class PointTable(dict[int, int]):
    """The values of piles under one set of rules and one set of stakes, by kind of pile.

    The table is filled as piles are met. There are at most some thousands of kinds.
    """

    def __init__(self, stakes: Stakes, rules: RuleSet) -> None:
        super().__init__()
        self.stakes, self.rules = stakes, rules
        self.hearts = _hearts_worth(rules)

    def worth(self, pile: int, own: int = 0) -> int:
        """Return the points of a pile; `own` are the cards that its seat was dealt.

        >>> PointTable(Stakes(()), RuleSet()).worth(as_bits(["C10", "S2"]))
        50
        """
        kind = pile & _SINGLES | self.hearts[pile >> _LOWEST & _SUIT]
        second = pile >> COPY + _LOWEST & _SUIT
        if second:
            kind += self.hearts[second]
        if own:
            kind |= (pile & own & _EXPOSABLE) << COPY
        points = self.get(kind)
        if points is None:
            owners = dict.fromkeys(as_cards(own & FIRST), "")
            lines = lines_of(pile_of("", as_cards(pile), owners, self.stakes, self.rules))
            self[kind] = points = sum(line.points for line in lines)
        return points


@lru_cache(maxsize=8)
def _hearts_worth(rules: RuleSet) -> tuple[int, ...]:
    """Return for each set of hearts its value and extent, as one part of a kind.

    The extent is none, some, all that a slam needs, or all. The parts of two decks are added.
    """
    needed = as_bits(card for card in slam_cards(rules) if card in HEARTS) >> _LOWEST
    worth = [0]
    for card in HEARTS:
        worth += [points - HEART_FACES[rules.hearts][card] for points in worth]
    partial = [
        points + (_ENOUGH if needed & hearts == needed else _SOME)
        for hearts, points in enumerate(worth[1:-1], start=1)
    ]
    return tuple(part << _PLACE for part in (0, *partial, worth[-1] + _ALL))


class Settler:
    """A settler of deals under one set of rules, on plain integers.

    The piles are in order of play, as bits; plain cards in them are ignored. `shown` are the bits
    of the exposed copies, `first` those of them that are 首明; `dealt` are the cards dealt to each
    seat, if self-winning counts. Nothing is checked: `reports` does that.

    >>> ace = as_bits(["HA"])
    >>> Settler(RuleSet(self_won=True)).raw([ace, 0, 0, 0], shown=ace, dealt=[ace, 0, 0, 0])
    (-200, 0, 0, 0)
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.scores: Callable[[Points], Points] = scorer(rules)
        self._tables: dict[int, PointTable] = {}

    def raw(
        self, piles: Sequence[int], shown: int = 0, first: int = 0, dealt: Sequence[int] = ()
    ) -> Points:
        """Return the raw points of all seats."""
        stakes = shown | first << 1
        table = self._tables.get(stakes)
        if table is None:
            known = _stakes_shown(shown, first, self.rules)
            table = self._tables[stakes] = table_of(known, self.rules)
        if self.rules.self_won:
            return tuple(map(table.worth, piles, dealt))
        return tuple(map(table.worth, piles))


@lru_cache(maxsize=256)
def table_of(stakes: Stakes, rules: RuleSet) -> PointTable:
    """Return the one table for these stakes and rules.

    >>> table_of(Stakes(()), RuleSet()) is table_of(Stakes(()), RuleSet())
    True
    """
    return PointTable(stakes, rules)


def _stakes_shown(shown: int, first: int, rules: RuleSet) -> Stakes:
    """Return the stakes of exposures given as bits."""
    exposures = []
    for bit in split(shown):
        [card] = as_cards(bit if bit & FIRST else bit >> COPY)
        exposures.append(
            Exposure(card, ExposureKind.FIRST if bit & first else ExposureKind.EXPOSED)
        )
    return stakes_of(tuple(exposures), rules)


def scorer(rules: RuleSet) -> Callable[[Points], Points]:
    """Return a function from raw points to scores, equal to `settle.convert` without lines.

    >>> scorer(RuleSet(normalise=Normalise.ZERO_SUM_ROUNDED, scale=12))((-120, -280, 0, 160))
    (-960, -3516, 960, 3516)
    """
    form, scale = rules.normalise, rules.scale
    if form is Normalise.ZERO_SUM_ROUNDED:
        return _zero_sum_rounded(rules.players, scale)
    if form is Normalise.ZERO_SUM_EXACT:
        return _zero_sum_exact(rules.players, scale)
    if form is not Normalise.NONE:
        return _of_pairs(form, scale)
    if scale == 1:
        return lambda raw: raw
    return lambda raw: tuple([points * scale for points in raw])


def _zero_sum_rounded(players: int, scale: int) -> Callable[[Points], Points]:
    others = players - 1

    def _scores(raw: Points) -> Points:
        total = sum(raw)
        return tuple([divide_rounded(players * points - total, others) * scale for points in raw])

    return _scores


def _zero_sum_exact(players: int, scale: int) -> Callable[[Points], Points]:
    others = players - 1

    def _scores(raw: Points) -> Points:
        total = sum(raw)
        return tuple([(players * points - total) * scale // others for points in raw])

    return _scores


def _of_pairs(form: Normalise, scale: int) -> Callable[[Points], Points]:
    """Return the function for pairs: partners are every second seat in order of play."""
    times, divisor = PAIR_WEIGHTS[form]

    def _scores(raw: Points) -> Points:
        first, second = raw[0] + raw[2], raw[1] + raw[3]
        first_score = divide_rounded(first + times * second, divisor) * scale
        second_score = divide_rounded(second + times * first, divisor) * scale
        return first_score, second_score, first_score, second_score

    return _scores
