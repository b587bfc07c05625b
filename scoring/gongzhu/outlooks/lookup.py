"""Small tables from which a device without a network computes the points of a deal.

The value of a pile has few parts: hearts, pigs and sheep are added up, the transformer multiplies
them, and some piles have a special value as a whole. So there is a table for each part (a cell),
and a formula for each shape of a pile that joins them. Every number comes from `pile.lines_of` and
`settle.convert`, so that the rules are implemented only once.

A device needs no rules to use them. The facts of a seat are words: `won:SQ` for a card in its pile,
`own:SQ` for one in it that it was dealt, `shown:SQ:first` for an exposure, which is a fact of every
seat. A cell adds up the weights of the words that it reads; the entry at this sum has a value and a
part of the shape. The parts add up to the number of the shape, which selects the formula.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Any, Final

from scoring.gongzhu.codes import LineCode
from scoring.gongzhu.deck import EXPOSABLE, HEART_ACE, HEART_FACES, HEARTS, PIG, SHEEP, TRANSFORMER
from scoring.gongzhu.rules import FLIP, Normalise, RuleSet, SelfWonHeartAce, Slam, TransformerAlone
from scoring.gongzhu.settling.pile import lines_of, pile_of, slam_cards
from scoring.gongzhu.settling.settle import convert
from scoring.gongzhu.stakes import Exposure, ExposureKind, Stakes, stakes_of
from scoring.settlement import Line

Values = dict[str, list[int]]
"""Of each place of a cell its value and its part of the shape."""

Worth = Callable[[int, Stakes, str | None], int]
"""What some copies of a card come to, as they were exposed, and the card where it is self-won."""

_SEAT: Final = ""
_NONE, _ZEROS, _SOME, _ENOUGH, _ALL = range(5)
_PARTS: Final = 5
"""What the hearts of a pile are to its shape: some, all that a slam needs, all."""
_UNIT: Final = 60
"""Shares of this many points are whole, whatever the number of seats."""


def lookup(rules: RuleSet) -> Mapping[str, Any] | None:
    """Return the tables, or None if no small ones are exact.

    >>> cells = lookup(RuleSet())["cells"]
    >>> cells["pig"]["reads"], cells["pig"]["values"]["1"]
    ({'won:SQ': 1, 'shown:SQ:exposed': 2}, [-100, 5])
    >>> lookup(RuleSet(transformer_alone=TransformerAlone.SUM_ZERO)) is None
    True
    """
    # There the transformer depends on the sum of the other cards, which no shape tells; and here
    # what the hearts turn to is in no proportion to what they were.
    by_sum = rules.transformer_alone is TransformerAlone.SUM_ZERO
    doubled = rules.self_won and rules.self_won_heart_ace is SelfWonHeartAce.CARD
    fixed = _slams_without_zeros(rules) and rules.all_hearts != FLIP
    return None if by_sum or (fixed and doubled) else _tables(rules)


def _slams_without_zeros(rules: RuleSet) -> bool:
    return not {*HEARTS} <= {*slam_cards(rules)}


@lru_cache(maxsize=32)
def _tables(rules: RuleSet) -> Mapping[str, Any]:
    formulas: list[dict[str, Any]] = []
    shapes = {}
    for shape, formula in _formulas(rules):
        if formula not in formulas:
            formulas.append(formula)
        shapes[str(shape)] = formulas.index(formula)
    return {
        "cells": _cells(rules),
        "shapes": shapes,
        "formulas": formulas,
        # Which card is exposed by itself where exactly these others were.
        "implied": [
            [[card for card in EXPOSABLE if card != fourth], f"shown:{fourth}:exposed"]
            for fourth in EXPOSABLE
            if rules.exposure and rules.auto_expose_fourth
        ],
        # Whether an exposure counts that bears the mark of its time.
        "late": rules.late_exposure.value,
        "owned": list(EXPOSABLE) if rules.self_won else [],
        "scores": _scores(rules),
    }


def _cells(rules: RuleSet) -> dict[str, Any]:
    more = rules.decks + 1
    cells = {
        "hearts": _hearts(rules),
        "pig": _single(PIG, _PARTS, rules),
        "sheep": _single(SHEEP, _PARTS * more, rules),
        "factor": _transformers(_PARTS * more**2, rules),
        "alone": _transformers(0, rules),
    }
    if rules.slam is Slam.FIXED_UNEXPOSED and rules.exposure:
        # Whether anything was exposed.
        kinds = [
            kind for kind in ExposureKind if kind is ExposureKind.EXPOSED or rules.first_exposure
        ]
        reads = {f"shown:{card}:{kind.value}": 1 for card in EXPOSABLE for kind in kinds}
        step, most = _PARTS * more**3, len(EXPOSABLE) * rules.decks
        values = {str(count): [0, step * min(count, 1)] for count in range(most + 1)}
        cells["shown"] = {"reads": reads, "values": values}
    return cells


def _worth(cards: Sequence[str], rules: RuleSet, shown: Stakes, own: str | None = None) -> int:
    return sum(line.points for line in _lines(cards, rules, shown, own))


def _lines(
    cards: Sequence[str], rules: RuleSet, shown: Stakes, own: str | None = None
) -> tuple[Line, ...]:
    owners = {own: _SEAT} if own else {}
    return lines_of(pile_of(_SEAT, cards, owners, shown, rules))


def _ways(card: str, rules: RuleSet) -> Iterator[Stakes]:
    """Yield how a card may have been exposed, in the order of the entries of its cell."""
    yield Stakes(())
    if not rules.exposure:
        return
    yield Stakes((Exposure(card, ExposureKind.EXPOSED),))
    if rules.decks > 1:
        yield Stakes((Exposure(card, ExposureKind.EXPOSED),) * 2)
    elif rules.first_exposure:
        yield Stakes((Exposure(card, ExposureKind.FIRST),))


def _reads(card: str, stride: int, rules: RuleSet) -> dict[str, int]:
    """Return the weights of the facts of a card other than its winner."""
    reads = {}
    if rules.exposure:
        reads[f"shown:{card}:exposed"] = stride
    if rules.first_exposure:
        reads[f"shown:{card}:first"] = 2 * stride
    if rules.self_won:
        reads[f"own:{card}"] = 3 * stride
    return reads


def _hearts(rules: RuleSet) -> dict[str, Any]:
    """Return the cell of all hearts: the number of worthless ones, and the value of the others."""
    faces = HEART_FACES[rules.hearts]
    zeros = sum(1 for face in faces.values() if face == 0) * rules.decks
    weights = {card: -face * (zeros + 1) or 1 for card, face in faces.items()}
    whole = sum(weights.values()) * rules.decks
    values: Values = {}
    enough = _slams_without_zeros(rules)
    # For each place some pile of hearts. The ace comes last: what it overwrites then has it.
    piles: dict[int, tuple[str, ...]] = {0: ()}
    for card in HEARTS:
        for _ in range(rules.decks):
            piles |= {place + weights[card]: (*pile, card) for place, pile in piles.items()}
    for place, pile in piles.items():
        part = _ALL if place == whole else _SOME if place > zeros else min(place, _ZEROS)
        if part == _SOME and enough and place // (zeros + 1) == whole // (zeros + 1):
            part = _ENOUGH
        for way, shown in enumerate(_ways(HEART_ACE, rules)):
            index = place + way * (whole + 1)
            values[str(index)] = [_worth(pile, rules, shown), part]
            if rules.self_won and HEART_ACE in pile:
                own = index + 3 * (whole + 1)
                values[str(own)] = [_worth(pile, rules, shown, HEART_ACE), part]
    won = {f"won:{card}": weight for card, weight in weights.items()}
    return {"reads": {**won, **_reads(HEART_ACE, whole + 1, rules)}, "values": values}


def _single(card: str, step: int, rules: RuleSet) -> dict[str, Any]:
    """Return the cell of the pig or of the sheep."""

    def worth(count: int, shown: Stakes, own: str | None) -> int:
        return _worth((card,) * count, rules, shown, own)

    return _cell(card, step, rules, worth)


def _transformers(step: int, rules: RuleSet) -> dict[str, Any]:
    """Return the cell of the transformers' factor, or without a step their value alone."""

    def factor(count: int, shown: Stakes, own: str | None) -> int:
        ace = _worth((HEART_ACE,), rules, shown)
        return _worth((HEART_ACE, *(TRANSFORMER,) * count), rules, shown, own) // ace

    def alone(count: int, shown: Stakes, own: str | None) -> int:
        return _worth((TRANSFORMER,) * count, rules, shown, own)

    return _cell(TRANSFORMER, step, rules, factor if step else alone)


def _cell(card: str, step: int, rules: RuleSet, worth: Worth) -> dict[str, Any]:
    stride, values = rules.decks + 1, {}
    for way, shown in enumerate(_ways(card, rules)):
        for count in range(stride):
            index = count + way * stride
            values[str(index)] = [worth(count, shown, None), step * count]
            if rules.self_won and count:
                values[str(index + 3 * stride)] = [worth(count, shown, card), step * count]
    return {"reads": {f"won:{card}": 1, **_reads(card, stride, rules)}, "values": values}


def _formulas(rules: RuleSet) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the formula of every shape, by the number of the shape."""
    more = rules.decks + 1
    exposures = (False, True) if rules.exposure else (False,)
    faces = HEART_FACES[rules.hearts]
    zeros = tuple(card for card in HEARTS if faces[card] == 0)[:1]
    hearts = {_NONE: (), _ZEROS: zeros, _SOME: (HEART_ACE,), _ALL: HEARTS * rules.decks}
    if _slams_without_zeros(rules):
        hearts[_ENOUGH] = tuple(card for card in HEARTS if faces[card]) * rules.decks
    counts = range(more)
    for (part, cards), pigs, sheep, factors, shown in product(
        hearts.items(), counts, counts, counts, exposures
    ):
        pile = (*cards, *(PIG,) * pigs, *(SHEEP,) * sheep, *(TRANSFORMER,) * factors)
        stakes = stakes_of((Exposure(PIG, ExposureKind.EXPOSED),) * shown, rules)
        fixed = shown and rules.slam is Slam.FIXED_UNEXPOSED
        shape = part + _PARTS * (pigs + more * (sheep + more * (factors + more * fixed)))
        if fixed or not shown:
            yield shape, _formula(_lines(pile, rules, stakes), turns=part == _ENOUGH)


def _formula(lines: tuple[Line, ...], *, turns: bool) -> dict[str, Any]:
    """Return how the cells of a pile are joined, from the lines of such a pile.

    With `turns` the cell of the hearts does not include that a slam reverses their sign.
    """
    codes = {line.code: dict(line.values) for line in lines}
    if LineCode.SLAM_FIXED in codes:
        return {"terms": [[codes[LineCode.SLAM_FIXED]["value"]]], "over": 1}
    if LineCode.TRANSFORMER_ALONE in codes:
        return {"terms": [[1, "alone"]], "over": 1}
    slam = codes.get(LineCode.SLAM_IN_PROPORTION, {"slam_value": 1, "unexposed": 1})
    turned = _turned_hearts(lines) if turns else Fraction(1)
    times = int(slam["slam_value"]) * turned.denominator
    over = int(slam["unexposed"]) * turned.denominator
    pig = -times if LineCode.PIG_REVERSED in codes else times
    hearts = int(times * turned)
    terms = [[hearts, "hearts", "factor"], [pig, "pig", "factor"], [times, "sheep", "factor"]]
    return {"terms": terms, "over": over}


def _turned_hearts(lines: tuple[Line, ...]) -> Fraction:
    """Return the value of the hearts in a slam as a multiple of their ordinary value."""
    hearts = sum(line.points for line in lines if line.code is LineCode.HEARTS)
    turned = (LineCode.ALL_HEARTS_REVERSED, LineCode.ALL_HEARTS_FIXED)
    values = [dict(line.values)["value"] for line in lines if line.code in turned]
    return Fraction(int(values[0]), hearts) if values else Fraction(1)


def _scores(rules: RuleSet) -> dict[str, Any]:
    """Return the share of every seat's points in each score, and the scale."""
    plain, shares = replace(rules, scale=1), {}
    for source in rules.seats:
        raw = {seat: _UNIT * (seat == source) for seat in rules.seats}
        shares[source] = {s: Fraction(n, _UNIT) for s, n in convert(raw, plain)[0].items()}
    over = lcm(*(share.denominator for row in shares.values() for share in row.values()))
    exact = rules.normalise is Normalise.ZERO_SUM_EXACT
    scale = over * rules.scale if exact else over
    weights = {
        seat: {source: int(shares[source][seat] * scale) for source in rules.seats}
        for seat in rules.seats
    }
    return {"weights": weights, "over": over, "times": 1 if exact else rules.scale}
