"""The sum of a seat as a formula of numbers and signs, from the lines of its settlement."""

from scoring.settlement import Explanation, Settlement
from scoring.shengji.codes import LineCode


def explain(settlement: Settlement, seat: str) -> Explanation:
    """Return how the attackers' points came about; the dealer's side has no sum.

    >>> from scoring.settlement import Line
    >>> lines = (Line("W", LineCode.TRICK_POINTS, points=80), Line("W", LineCode.KITTY_KEPT))
    >>> explain(Settlement({"W": 80}, {"W": 1}, lines, ()), "W").raw
    '80 = 80'
    """
    parts = ""
    for line in settlement.lines_of(seat):
        if line.code == LineCode.KITTY_POINTS:
            figures = dict(line.values)
            parts += f" + {figures['points']} × {figures['factor']}"
        elif line.code == LineCode.TRICK_POINTS:
            parts += f"{line.points}"
        elif line.points:
            parts += f" {'+' if line.points > 0 else '-'} {abs(line.points)}"
    return Explanation(f"{parts} = {settlement.raw[seat]}" if parts else "")
