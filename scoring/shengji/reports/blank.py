"""The blank sheet of a deal: the questions whose answers are a result (SJ-71)."""

from collections.abc import Iterator
from typing import Final

from scoring.cards import RANKS, SUITS
from scoring.game import Asked, AskedKind, Blank
from scoring.shengji.cards import POINTS_A_DECK, deck, hand_size, most_in_kitty
from scoring.shengji.codes import FactCode
from scoring.shengji.play.kitty import combination_names
from scoring.shengji.reports.report import DEPTHS, POINT_STEP, THROWERS
from scoring.shengji.rules import LEVELS, JackHook, LastJack, RuleSet, ThrowPenalty

THROW_STEP: Final = 10
"""Whatever a throw costs is a multiple of this."""

_THROWS: Final = (FactCode.THROW_POINTS_DEALERS, FactCode.THROW_POINTS_ATTACKERS)

TRUMPS: Final = (*SUITS, None)
"""What may be trump; None is no trump."""


def blank(rules: RuleSet) -> Blank:
    """Return the questions on the sheet of a deal.

    >>> [asked.code.value for asked in blank(RuleSet()).asks][:3]
    ['fact_dealer', 'fact_level', 'fact_trump']
    """
    return Blank(
        depths=DEPTHS,
        deck=deck(rules.decks),
        hand_size=hand_size(rules.decks),
        together=hand_size(rules.decks),
        suits=SUITS,
        ranks=RANKS,
        asks=tuple(_asks(rules)),
    )


def _asks(rules: RuleSet) -> Iterator[Asked]:
    """Yield the questions in the order in which a deal answers them.

    The kitty and the combination are asked only if the attackers won the last trick; with one deck
    every combination is a single.
    """
    yield Asked(FactCode.DEALER, ("dealer",), AskedKind.SEAT)
    yield Asked(FactCode.LEVEL, ("level",), AskedKind.CHOICE, LEVELS)
    yield Asked(FactCode.TRUMP, ("trump",), AskedKind.CHOICE, TRUMPS)
    total = POINTS_A_DECK * rules.decks
    yield _points(FactCode.ATTACKERS_POINTS, ("attackers_points",), total)
    yield Asked(FactCode.LAST_WINNER, ("last_trick", "winner"), AskedKind.SEAT)
    path = ("last_trick", "combination")
    if rules.decks > 1:
        options = combination_names(rules)
        code = FactCode.LAST_COMBINATION
        yield Asked(code, path, AskedKind.CHOICE, options, optional=True)
    if rules.jack_hook is not JackHook.OFF:
        jacks = tuple(jack.value for jack in LastJack)
        path = ("last_trick", "jack")
        yield Asked(FactCode.LAST_JACK, path, AskedKind.CHOICE, jacks, optional=True)
    kitty = most_in_kitty(rules.decks)
    yield _points(FactCode.KITTY_POINTS, ("kitty_points",), kitty, optional=True)
    if rules.throw_penalty is not ThrowPenalty.NONE:
        for code, side in zip(_THROWS, THROWERS, strict=True):
            yield _points(code, ("throw_points", side), total, step=THROW_STEP, optional=True)


def _points(
    code: FactCode,
    path: tuple[str, ...],
    most: int,
    *,
    step: int = POINT_STEP,
    optional: bool = False,
) -> Asked:
    return Asked(code, path, AskedKind.NUMBER, most=most, step=step, optional=optional)
