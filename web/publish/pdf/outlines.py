"""The outlines of the serif face's characters, drawn as shapes where no font can be embedded."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import uharfbuzz as hb

from web.publish.pdf.typefaces import characters, opened, serif

EM: Final = 1000.0
BASELINE: Final = 120.0
"""How far the body of a character reaches below its baseline, in units of the em."""

Step = tuple[str, tuple[float, ...]]
"""M, L or C with its points, or Z, as paths of SVG name them; y grows upwards from the baseline."""
Outline = tuple[Step, ...]


def outline(sign: str) -> Outline | None:
    """Return a character's outline in units of 1/1000 em; None if the face is not installed."""
    path = serif()
    if path is None or ord(sign) not in characters(path):
        return None
    return _drawn(path, sign)


@lru_cache(maxsize=2048)
def advance(sign: str) -> float:
    """Return the width of a character that has an outline, in units of 1/1000 em."""
    path = serif()
    glyph = _font(path).get_nominal_glyph(ord(sign)) if path else None
    return float(_font(path).get_glyph_h_advance(glyph)) if path and glyph is not None else EM


@lru_cache(maxsize=2048)
def _drawn(path: Path, sign: str) -> Outline:
    font = _font(path)
    steps: list[Step] = []
    glyph = font.get_nominal_glyph(ord(sign))
    if glyph is not None:
        font.draw_glyph(glyph, _pen(), steps)
    return tuple(steps)


@lru_cache(maxsize=1)
def _font(path: Path) -> hb.Font:
    return hb.Font(opened(path))


@lru_cache(maxsize=1)
def _pen() -> hb.DrawFuncs:
    """Return a pen that records each step of an outline; the curves of the face are cubic."""
    pen = hb.DrawFuncs()
    pen.set_move_to_func(lambda *at: at[-1].append(("M", at[:-1])))
    pen.set_line_to_func(lambda *at: at[-1].append(("L", at[:-1])))
    pen.set_cubic_to_func(lambda *at: at[-1].append(("C", at[:-1])))
    pen.set_close_path_func(lambda steps: steps.append(("Z", ())))
    return pen
