"""The sums of a settlement written as formulas: numbers and signs, no words.

    (-100 - 20×3 - 40) × 2 = -400

A number is the value of one card with its exposure; `×3` is the number of such cards, a further
`×2` means self-won. The order is pig, hearts, sheep, transformer. Cards worth nothing are left out.
Only the lines of the settlement are used, so that an old settlement is explained as it was made.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from scoring.gongzhu.codes import LineCode
from scoring.settlement import Explanation, Line, Settlement

_ORDER: Final = (LineCode.PIG, LineCode.HEARTS, LineCode.SHEEP, LineCode.TRANSFORMER_ALONE)
_MULTIPLIERS: Final = (LineCode.TRANSFORMER, LineCode.TRANSFORMER_SELF_WON)
_REVERSED: Final = {
    LineCode.ALL_HEARTS_REVERSED: LineCode.HEARTS,
    LineCode.PIG_REVERSED: LineCode.PIG,
}
_GLYPHS: Final[Mapping[Fraction, str]] = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def explain(settlement: Settlement, seat: str) -> Explanation:
    """Return how a seat came to its raw points, and from these to its score.

    >>> lines = (Line("N", LineCode.PIG, ("SQ",), -200, (("face", -100), ("factor", 2))),)
    >>> raw = (Line("N", LineCode.RAW, (), -200),)
    >>> explain(Settlement({"N": -200}, {"N": -200}, lines, raw), "N")
    Explanation(raw='-200', score='')
    """
    if any(line.code is LineCode.AWARDED for line in settlement.conversions_of(seat)):
        return Explanation()
    others = len(settlement.raw) - 1
    return Explanation(
        _raw_text(settlement.lines_of(seat)), _score_text(settlement.conversions_of(seat), others)
    )


@dataclass(frozen=True, slots=True)
class SumPart:
    """Cards of one value in a sum: the value of one, their number, and self-won doubling."""

    code: LineCode
    cards: tuple[str, ...]
    unit: int
    times: int = 1

    @property
    def size(self) -> str:
        """The part without its sign.

        >>> SumPart(LineCode.HEARTS, ("H5", "H6"), -10, times=2).size
        '10×2×2'
        """
        count = len(self.cards)
        factors = [number for number in (count, self.times) if number != 1]
        return "×".join(str(number) for number in (abs(self.unit), *factors))


def _raw_text(lines: Iterable[Line]) -> str:
    """Return the sum of the lines that lead to a seat's raw points."""
    parts: list[SumPart] = []
    factors: list[int] = []
    total = 0
    text = ""
    for line in lines:
        total += line.points
        values = _figures(line)
        if line.code in _MULTIPLIERS:
            factors.append(values["factor"])
        elif line.code is LineCode.SLAM_FIXED:
            text = str(total)
        elif line.code is LineCode.SLAM_IN_PROPORTION:
            inner = _product(parts, factors)
            inner = inner if inner.isdecimal() else f"({inner})"
            text = f"{values['slam_value']} × {inner} ÷ {values['unexposed']}"
        else:
            parts = _with_line(parts, line)
    text = text or _product(parts, factors)
    return text if text == str(total) else f"{text} = {total}"


def _figures(line: Line) -> dict[str, int]:
    return {name: int(value) for name, value in line.values}


def _with_line(parts: list[SumPart], line: Line) -> list[SumPart]:
    """Return the parts after a line, which adds one, doubles some or changes their sign."""
    values = _figures(line)
    if line.code in _ORDER:
        unit = values["face"] * values["factor"]
        return [*parts, SumPart(LineCode(line.code), line.cards, unit)]
    if line.code is LineCode.SELF_WON:
        times = values["factor"]
        return [
            replace(part, times=part.times * times) if set(part.cards) <= set(line.cards) else part
            for part in parts
        ]
    if line.code is LineCode.ALL_HEARTS_FIXED:
        others = [part for part in parts if part.code is not LineCode.HEARTS]
        return [*others, SumPart(LineCode.HEARTS, line.cards[:1], values["value"])]
    turned = _REVERSED.get(LineCode(line.code))
    return [replace(part, unit=-part.unit) if part.code is turned else part for part in parts]


def _product(parts: Iterable[SumPart], factors: Iterable[int]) -> str:
    shown = sorted((part for part in parts if part.unit), key=lambda part: _ORDER.index(part.code))
    text = "".join(_signed(part.unit, part.size) for part in shown) or " + 0"
    # The sign of the first number is its own.
    text = f"-{text[3:]}" if text.startswith(" - ") else text[3:]
    factors = list(factors)
    if factors and len(shown) > 1:
        text = f"({text})"
    return " × ".join([text, *map(str, factors)])


def _signed(number: int, size: str) -> str:
    return f" {'-' if number < 0 else '+'} {size}"


def _score_text(lines: Iterable[Line], others: int) -> str:
    """Return how raw points become a score, or an empty text if they are the score.

    `others` is the number of other seats. A rounded value is preceded by the exact one:

    >>> values = (("value", -293), ("total", -240), ("numerator", -880), ("denominator", 3))
    >>> raw = Line("N", LineCode.RAW, (), -280)
    >>> _score_text([raw, Line("N", LineCode.ZERO_SUM, (), -13, values)], 3)
    '-280 - 40÷3 = -293⅓ ≈ -293'
    """
    texts: list[str] = []
    value = raw = 0
    for line in lines:
        if line.code is LineCode.RAW:
            raw = line.points
        else:
            texts.append(_step(line, raw, value, others))
        value += line.points
    return "; ".join(texts)


def _step(line: Line, raw: int, before: int, others: int) -> str:
    values = _figures(line)
    if line.code is LineCode.SCALE:
        return f"{before} × {values['factor']} = {before * values['factor']}"
    if line.code in (LineCode.ZERO_SUM, LineCode.ZERO_SUM_SCALED):
        return _zero_sum(values, raw, others)
    own, other = values["own"], values["other"]
    if line.code is LineCode.PAIR_HALF_DIFFERENCE:
        exact = Fraction(own - other, 2)
        return _rounded(f"({own}{_signed(-other, str(abs(other)))}) ÷ 2", exact, values["value"])
    partner = own - raw
    both = f"{raw}{_signed(partner, str(abs(partner)))}"
    if line.code is LineCode.PAIR_SUM:
        return f"{both} = {own}"
    return _rounded(f"({both}) ÷ 2", Fraction(own, 2), values["value"])


def _zero_sum(values: Mapping[str, int], raw: int, others: int) -> str:
    """Return a seat's points less the average of the others', scaled if that is one step."""
    rest = values["total"] - raw
    text = f"{raw}{_signed(-rest, f'{abs(rest)}÷{others}')}"
    factor = values.get("factor", 1)
    if factor != 1:
        text = f"({text}) × {factor}"
    exact = Fraction(values["numerator"], values["denominator"]) * factor
    return _rounded(text, exact, values["value"])


def _rounded(text: str, exact: Fraction, value: int) -> str:
    if exact == value:
        return f"{text} = {value}"
    return f"{text} = {_mixed(exact)} ≈ {value}"


def _mixed(exact: Fraction) -> str:
    """Return a fraction as a whole number and a remainder.

    >>> _mixed(Fraction(-880, 3)), _mixed(Fraction(1, 2)), _mixed(Fraction(1, 7))
    ('-293⅓', '½', '1/7')
    """
    whole, rest = divmod(abs(exact), 1)
    if rest not in _GLYPHS:
        return str(exact)
    return f"{'-' if exact < 0 else ''}{whole or ''}{_GLYPHS[rest]}"
