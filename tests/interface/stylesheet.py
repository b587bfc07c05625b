"""Reads the stylesheets: tokens in each scheme, classes, the contrast of two colours."""

from __future__ import annotations

import re
from math import dist

from config.source_packages import ROOT, at_least, stylesheets

FOLDER = ROOT / "web" / "static" / "huapai"
FILES = {
    "base": "base",
    "frame": "frame",
    "inks": "frame",
    "cards": "cards",
    "public": "pages",
    "about": "pages",
    "bracket": "pages",
    "certificate": "pages",
    "charts": "pages",
    "deal": "pages",
    "evening": "pages",
    "person": "pages",
    "round": "pages",
    "season": "pages",
    "desk": "pages",
    "club": "pages",
    "codes": "pages",
    "new_event": "pages",
    "door": "pages",
    "home": "pages",
    "lists": "pages",
    "opens": "pages",
    "referee": "pages",
    "member": "pages",
    "table": "table",
    "hall": "hall",
    "print": "print",
}
"""The files and the layer that each fills."""


def _read(name: str) -> str:
    return re.sub(r"/\*.*?\*/", "", (FOLDER / f"{name}.css").read_text("utf-8"), flags=re.DOTALL)


SHEETS = {name: _read(name) for name in FILES}
TEXT = "".join(SHEETS.values())

COLOURS = ":root"
"""The tokens of both schemes."""
DARK_BY_DEVICE = ':root:not([data-scheme="light"])'
DARK_BY_HAND = ':root[data-scheme="dark"]'
TWO_COLOURS = ':root[data-deck="two"] body'

_TOKEN = re.compile(r"(--[a-z0-9-]+):\s*([^;]+);")
_TWO = re.compile(r"var\(--light, (.+)\) var\(--dark, (.+)\)")
_VARIABLE = re.compile(r"var\((--[a-z0-9-]+)\)")
_CLASS = re.compile(r"\.([a-z][a-z0-9-]*)")


def block(selector: str) -> dict[str, str]:
    """The tokens that the first rule with exactly this selector sets."""
    match = re.search(rf"(?:^|[{{}}])\s*{re.escape(selector)}\s*{{([^}}]*)}}", TEXT)
    assert match, f"the stylesheet has no rule for {selector}"
    return dict(_TOKEN.findall(match[1]))


def tokens(scheme: str, *, two_colours: bool = False) -> dict[str, str]:
    declarations = {
        name: both[scheme] if (both := in_both(value)) else value
        for name, value in block(COLOURS).items()
    }
    if two_colours:
        declarations |= block(TWO_COLOURS)
    return declarations


def inks(scheme: str) -> dict[str, str]:
    """The colours that a club may choose, by their names."""
    found = re.findall(r"\.ink-([a-z]+)\s*{\s*--club-ink: ([^;]+);", TEXT)
    return {name: in_both(value)[scheme] for name, value in found}


def in_both(value: str) -> dict[str, str]:
    """What a token is in each scheme; nothing where it is the same in both.

    >>> in_both("var(--light, #fff) var(--dark, rgb(0 0 0 / 0.6))")
    {'light': '#fff', 'dark': 'rgb(0 0 0 / 0.6)'}
    """
    match = _TWO.fullmatch(value)
    return {"light": match[1], "dark": match[2]} if match else {}


def colour(name: str, among: dict[str, str]) -> str:
    value = among[name]
    other = _VARIABLE.fullmatch(value)
    return colour(other[1], among) if other else value


def rules(text: str = TEXT) -> list[tuple[str, str]]:
    """Every selector list with its declarations, inner rules of media queries too."""
    return [(match[1].strip(), match[2]) for match in re.finditer(r"([^{};]+){([^{}]*)}", text)]


def declared(text: str) -> set[str]:
    """Return the classes that stand alone in a selector: what they are is said there."""
    outside = (re.sub(r"\([^()]*\)", "()", selector) for selector, _ in rules(text))
    parts = (part.strip() for selector in outside for part in selector.split(","))
    return {part[1:] for part in parts if re.fullmatch(r"\.[a-z][a-z0-9-]*", part)}


def classes() -> set[str]:
    return {name for selector, _ in rules() for name in _CLASS.findall(selector)}


def classes_of_every_sheet() -> set[str]:
    """A room may add to these what only its own page has."""
    text = "".join(path.read_text("utf-8") for path in at_least(8, stylesheets()))
    return {
        name for selector in re.findall(r"([^{};]+){", text) for name in _CLASS.findall(selector)
    }


def _linear(value: str) -> list[float]:
    channels = [int(value[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def _luminance(value: str) -> float:
    linear = _linear(value)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """The contrast of two colours as WCAG 2.2 defines it.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def distance(first: str, second: str) -> float:
    """How far two colours are apart in CIELAB (ΔE of 1976); 2.3 is just to be seen.

    >>> round(distance("#000000", "#ffffff"))
    100
    """
    return dist(_lab(first), _lab(second))


def _lab(value: str) -> tuple[float, float, float]:
    red, green, blue = _linear(value)
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
