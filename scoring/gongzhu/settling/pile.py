"""The value of one pile, line by line (GZ-10 to GZ-26 of `docs/rules/gongzhu.md`).

The lines are in the order in which a person adds up: the cards at their face values with the
factors of exposure, self-won cards, changes of sign, the slam, and the transformer last. Each line
holds the points that it adds, so that the sum is right after every step.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from math import prod
from typing import Final

from scoring.cards import in_order
from scoring.gongzhu.codes import LineCode
from scoring.gongzhu.deck import (
    HEART_ACE,
    HEART_FACES,
    HEARTS,
    PIG,
    PIG_FACE,
    SCORING,
    SHEEP,
    TRANSFORMER,
)
from scoring.gongzhu.rules import (
    PigFlips,
    RuleSet,
    SelfWonHeartAce,
    SelfWonTransformer,
    Slam,
    SlamHearts,
    TransformerAlone,
)
from scoring.gongzhu.stakes import UNEXPOSED, Stakes
from scoring.settlement import Line

MULTIPLIER: Final = 2
"""基本倍数: by what a transformer multiplies before exposure (T9 L261)."""

SELF_WON: Final = 2
"""By what 自得 multiplies (T9 L250)."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The scoring cards that a seat won, those of them that it was dealt, and the stakes.

    >>> pile = Pile("N", HEARTS, frozenset(), UNEXPOSED, RuleSet())
    >>> pile.has_all_hearts, pile.is_slam, pile.copies("SQ"), len(pile.hearts)
    (True, False, (), 13)
    """

    seat: str
    cards: tuple[str, ...]
    own: frozenset[str]
    stakes: Stakes
    rules: RuleSet

    def copies(self, card: str) -> tuple[str, ...]:
        """Return the card as often as it is in the pile."""
        return (card,) * self.cards.count(card)

    @property
    def hearts(self) -> tuple[str, ...]:
        """The hearts in the pile, from the two to the ace."""
        return tuple(card for card in self.cards if card in HEARTS)

    @property
    def has_all_hearts(self) -> bool:
        """全红 (T9 L225)."""
        return len(self.hearts) == len(HEARTS) * self.rules.decks

    @property
    def is_slam(self) -> bool:
        """满贯, 猪羊满圈 (T9 L226), or without the hearts that are worth nothing (T1 L7-8)."""
        return Counter(self.cards) >= Counter(
            dict.fromkeys(slam_cards(self.rules), self.rules.decks)
        )

    @property
    def turns_hearts(self) -> bool:
        """Whether its hearts change sign: with all hearts, or in a slam (T1 L8, T2 L45)."""
        return self.has_all_hearts or self.is_slam

    @property
    def is_fixed_slam(self) -> bool:
        """Whether it is a slam with a fixed value because nothing was exposed (T1 L8)."""
        fixed = self.rules.slam is Slam.FIXED_UNEXPOSED and not self.stakes.exposures
        return self.is_slam and fixed

    def line(self, code: LineCode, cards: tuple[str, ...], points: int, **values: int) -> Line:
        """Return a line of this seat."""
        return Line(self.seat, code, cards, points, tuple(values.items()))


@lru_cache(maxsize=8)
def slam_cards(rules: RuleSet) -> tuple[str, ...]:
    """Return the cards that a slam needs, each once.

    >>> len(slam_cards(RuleSet())), len(slam_cards(RuleSet(slam_hearts=SlamHearts.NONZERO)))
    (16, 13)
    """
    if rules.slam_hearts is SlamHearts.ALL:
        return SCORING
    return tuple(card for card in SCORING if HEART_FACES[rules.hearts].get(card) != 0)


def pile_of(
    seat: str, won: Iterable[str], owners: Mapping[str, str], stakes: Stakes, rules: RuleSet
) -> Pile:
    """Return the counting cards of a seat as a pile.

    >>> pile_of("N", ["S2", "SQ"], {"SQ": "N"}, UNEXPOSED, RuleSet(self_won=True)).own
    frozenset({'SQ'})
    """
    cards = in_order(card for card in won if card in SCORING)
    own = frozenset(card for card in cards if rules.self_won and owners.get(card) == seat)
    return Pile(seat, cards, own, stakes, rules)


def lines_of(pile: Pile) -> tuple[Line, ...]:
    """Return the lines that add up to the value of the pile.

    >>> pile = pile_of("N", ["SQ", "C10"], {}, UNEXPOSED, RuleSet())
    >>> [(line.code.value, line.points) for line in lines_of(pile)]
    [('pig', -100), ('transformer', -100)]
    """
    if pile.is_fixed_slam:
        faces = [*_by_itself(pile), *_hearts(pile), *_pig(pile), *_sheep(pile)]
        value = pile.rules.slam_value or 0
        return (
            *faces,
            pile.line(LineCode.SLAM_FIXED, pile.cards, value - _total(faces), value=value),
        )
    by_sum = _lines_by_sum(pile)
    return (*by_sum, *_slam_in_proportion(pile, _total(by_sum)))


def _lines_by_sum(pile: Pile) -> list[Line]:
    hearts, pig = list(_hearts(pile)), list(_pig(pile))
    lines = [*_by_itself(pile), *hearts, *pig, *_sheep(pile)]
    lines.extend(_all_hearts(pile, _total(hearts)))
    lines.extend(_pig_reversed(pile, _total(pig)))
    if pile.is_slam and pile.rules.slam is not Slam.PROPORTIONAL:
        lines.append(pile.line(LineCode.SLAM, pile.cards, 0))
    lines.extend(_transformer(pile, _total(lines)))
    return lines


def _total(lines: Iterable[Line]) -> int:
    return sum(line.points for line in lines)


def _by_itself(pile: Pile) -> Iterator[Line]:
    card = pile.stakes.by_itself
    if card is not None and card in pile.cards:
        yield pile.line(LineCode.EXPOSED_BY_ITSELF, (card,), 0)


def _hearts(pile: Pile) -> Iterator[Line]:
    """Yield the lines of the hearts, one for each face value; HA's exposure multiplies all."""
    faces, factor = HEART_FACES[pile.rules.hearts], pile.stakes.factor(HEART_ACE)
    total = 0
    for face, group in groupby(pile.hearts, key=faces.__getitem__):
        cards = tuple(group)
        points = face * factor * len(cards)
        total += points
        yield pile.line(LineCode.HEARTS, cards, points, face=face, factor=factor)
    if HEART_ACE in pile.own:
        if pile.rules.self_won_heart_ace is SelfWonHeartAce.SUIT:
            yield from _self_won(pile, pile.hearts, total)
        else:
            yield from _self_won(pile, (HEART_ACE,), faces[HEART_ACE] * factor)


def _pig(pile: Pile) -> Iterator[Line]:
    return _single(pile, PIG, PIG_FACE, LineCode.PIG)


def _sheep(pile: Pile) -> Iterator[Line]:
    return _single(pile, SHEEP, pile.rules.sheep, LineCode.SHEEP)


def _single(pile: Pile, card: str, face: int, code: LineCode) -> Iterator[Line]:
    cards, factor = pile.copies(card), pile.stakes.factor(card)
    if cards:
        points = face * factor * len(cards)
        yield pile.line(code, cards, points, face=face, factor=factor)
        if card in pile.own:
            yield from _self_won(pile, cards, points)


def _self_won(pile: Pile, cards: tuple[str, ...], points: int) -> Iterator[Line]:
    added = points * (SELF_WON - 1)
    yield pile.line(LineCode.SELF_WON, cards, added, factor=SELF_WON)


def _all_hearts(pile: Pile, hearts: int) -> Iterator[Line]:
    """Yield the line of all hearts, which change sign or take a fixed value."""
    if not pile.turns_hearts:
        return
    face = pile.rules.all_hearts
    if not isinstance(face, int):
        yield pile.line(LineCode.ALL_HEARTS_REVERSED, pile.hearts, -2 * hearts, value=-hearts)
        return
    factor = pile.stakes.factor(HEART_ACE)
    if HEART_ACE in pile.own and pile.rules.self_won_heart_ace is SelfWonHeartAce.SUIT:
        factor *= SELF_WON
    value = face * factor
    yield pile.line(
        LineCode.ALL_HEARTS_FIXED,
        pile.hearts,
        value - hearts,
        value=value,
        face=face,
        factor=factor,
    )


def _pig_reversed(pile: Pile, pig: int) -> Iterator[Line]:
    when = pile.rules.pig_flips
    slam = pile.is_slam and when is not PigFlips.NEVER
    all_hearts = pile.has_all_hearts and when is PigFlips.ALL_HEARTS
    if (slam or all_hearts) and PIG in pile.cards:
        yield pile.line(LineCode.PIG_REVERSED, pile.copies(PIG), -2 * pig, value=-pig)


def _slam_in_proportion(pile: Pile, total: int) -> Iterator[Line]:
    if not pile.is_slam or pile.rules.slam is not Slam.PROPORTIONAL:
        return
    plain = replace(pile, stakes=UNEXPOSED, own=frozenset())
    unexposed = _total(_lines_by_sum(plain))
    slam_value = pile.rules.slam_value or 0
    # Rules that could leave a remainder here are refused when they are read.
    value = slam_value * total // unexposed
    yield pile.line(
        LineCode.SLAM_IN_PROPORTION,
        pile.cards,
        value - total,
        value=value,
        slam_value=slam_value,
        sum=total,
        unexposed=unexposed,
    )


def _transformer(pile: Pile, total: int) -> Iterator[Line]:
    cards = pile.copies(TRANSFORMER)
    if not cards:
        return
    if _is_alone(pile, total):
        yield from _transformer_alone(pile)
        return
    factor = prod(MULTIPLIER * shown for shown in pile.stakes.transformers(len(cards)))
    added = total * (factor - 1)
    yield pile.line(LineCode.TRANSFORMER, cards, added, sum=total, factor=factor)
    doubles = pile.rules.self_won_transformer is SelfWonTransformer.BOTH
    if doubles and TRANSFORMER in pile.own:
        total *= factor
        added = total * (SELF_WON - 1)
        yield pile.line(LineCode.TRANSFORMER_SELF_WON, cards, added, sum=total, factor=SELF_WON)


def _is_alone(pile: Pile, total: int) -> bool:
    if pile.is_slam and pile.rules.slam is Slam.PROPORTIONAL:
        return False
    others = [card for card in pile.cards if card != TRANSFORMER]
    if pile.rules.transformer_alone is TransformerAlone.NO_SCORING_CARD:
        return not others
    if pile.rules.transformer_alone is TransformerAlone.NO_NONZERO_CARD:
        faces = HEART_FACES[pile.rules.hearts]
        return all(faces.get(card) == 0 for card in others)
    return total == 0


def _transformer_alone(pile: Pile) -> Iterator[Line]:
    face = pile.rules.transformer_alone_value
    for factor in pile.stakes.transformers(pile.cards.count(TRANSFORMER)):
        points = face * factor
        yield pile.line(
            LineCode.TRANSFORMER_ALONE, (TRANSFORMER,), points, face=face, factor=factor
        )
        if TRANSFORMER in pile.own:
            yield from _self_won(pile, (TRANSFORMER,), points)
