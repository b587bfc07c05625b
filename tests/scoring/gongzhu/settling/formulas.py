"""Working out a formula such as `(-100 - 20×3 - 40) × 2 = -400` by the signs that it is written in.

A second way to the same number: nothing here knows what the figures stand for.
"""

from __future__ import annotations

import ast
import operator
import re
from fractions import Fraction

from tests.scoring.gongzhu.oracle import half_away

SIGNS = {"×": "*", "÷": "/", "−": "-"}
PARTS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def value_of(text: str) -> Fraction:
    """Work out one side of a formula.

    >>> value_of("(-100 - 20×3 - 40) × 2"), value_of("-293⅓")
    (Fraction(-400, 1), Fraction(-880, 3))
    """
    for sign, other in SIGNS.items():
        text = text.replace(sign, other)
    text = re.sub(rf"(\d+)([{''.join(PARTS)}])", lambda match: _mixed(*match.groups()), text)
    for part, ratio in PARTS.items():
        text = text.replace(part, f"({ratio})")
    return _value(ast.parse(text.strip(), mode="eval").body)


def result_of(formula: str) -> Fraction:
    """Work out a formula step by step, and return what it comes to in the end.

    Every `=` has to hold exactly, and every `≈` when rounded, halves away from zero.
    """
    result = Fraction(0)
    for step in formula.split(";"):
        sides = re.split("([=≈])", step)
        result = value_of(sides[0])
        for sign, side in zip(sides[1::2], sides[2::2], strict=True):
            reached = value_of(side)
            assert reached == (result if sign == "=" else half_away(result)), formula
            result = reached
    return result


def _mixed(whole: str, part: str) -> str:
    return f"({whole}+{PARTS[part]})"


def _value(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int(number)):
            return Fraction(number)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner)
        case ast.BinOp(left=left, op=sign, right=right):
            result: Fraction = OPERATIONS[type(sign)](_value(left), _value(right))
            return result
    raise AssertionError(ast.dump(node))
