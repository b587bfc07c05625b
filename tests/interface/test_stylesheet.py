"""The stylesheet keeps its own law: tokens only, nothing undefined, nothing undescribed."""

from __future__ import annotations

import gzip
import re

import pytest

from config.source_packages import ROOT
from tests.interface.stylesheet import (
    COLOURS,
    DARK_BY_DEVICE,
    DARK_BY_HAND,
    FILES,
    FOLDER,
    SHEETS,
    TEXT,
    TWO_COLOURS,
    block,
    classes,
    declared,
    in_both,
    rules,
)

SCHEMES = {COLOURS, DARK_BY_DEVICE, DARK_BY_HAND, TWO_COLOURS}
SCALE = (13, 15, 17, 20, 24, 32, 48, 64, 96)
STEP = 4
BREAKPOINTS = {"37.5", "37.49", "48", "47.99", "60", "59.99"}
HEIGHTS = {"50", "60", "59.99"}
"""Beside the three widths, what tells a tablet that stands from one that lies and from a laptop."""
# On paper and behind a QR code black is black; a backdrop is given no tokens by older browsers.
PLAIN = {"black", "white", "#eeeeee", "rgb(0 0 0 / 0.5)"}


ON_SCREENS = "".join(text for name, text in SHEETS.items() if name != "print")


def test_every_file_is_under_this_law() -> None:
    assert {path.stem for path in FOLDER.glob("*.css")} == set(FILES)


def test_the_layers_are_declared_once_and_each_file_fills_its_own() -> None:
    assert re.findall(r"@layer ([a-z, ]+);", TEXT) == [
        "base, frame, cards, pages, table, hall, print"
    ]
    for name, layer in FILES.items():
        assert re.findall(r"@layer ([a-z]+) {", SHEETS[name]) == [layer]
        outside = re.sub(r"@layer [a-z, ]+;|@page [a-z ]*{[^}]*}", "", SHEETS[name]).strip()
        assert outside.startswith(f"@layer {layer} {{")


def test_a_class_is_what_it_is_in_one_file() -> None:
    owners: dict[str, set[str]] = {}
    for name in set(FILES) - {"print"}:
        for each in declared(SHEETS[name]):
            owners.setdefault(each, set()).add(name)
    assert not {each: names for each, names in owners.items() if len(names) > 1}


def test_every_colour_stands_once_with_what_it_is_in_the_dark_and_nothing_else_changes() -> None:
    both = {name: in_both(value) for name, value in block(COLOURS).items()}
    plain = {name for name, value in block(COLOURS).items() if not both[name]}
    assert not {name for name in plain if re.match(r"#|0 8px", block(COLOURS)[name])}
    for name in set(both) - plain:
        assert all(re.match(r"#|0 8px", value) for value in both[name].values()), name


def test_dark_by_hand_is_dark_by_the_device() -> None:
    light = re.search(r"--light: ([^;]*);\s*--dark: ([^;]*);", TEXT)
    assert light
    assert light.groups() == ("initial", "")
    for selector in (DARK_BY_DEVICE, DARK_BY_HAND):
        (dark,) = (said for found, said in rules() if found == selector)
        assert re.sub(r"\s+", " ", dark).strip() == (
            "color-scheme: dark; --light: ; --dark: initial;"
        )


def test_the_scales_are_those_of_the_system() -> None:
    scales = block(COLOURS)
    types = {name: value for name, value in scales.items() if name.startswith("--type-")}
    assert types == {f"--type-{pixels}": f"{pixels / 16:g}rem" for pixels in SCALE}
    for name, value in scales.items():
        if step := re.fullmatch(r"--(?:space|col)-(\d+)", name):
            assert float(value.removesuffix("rem")) * 16 == STEP * int(step[1])


def test_lengths_come_from_tokens() -> None:
    """What is no token is measured by the type, the window or the part that it stands in."""
    for selector, declarations in rules():
        plain = re.sub(r"--[a-z0-9-]+:[^;]+;", "", declarations)
        if not selector.startswith("@page"):
            assert not re.findall(r"[\d.]+(?:px|rem|pt|mm|cm|in)\b", plain), selector


def test_there_are_three_breakpoints() -> None:
    asked = re.findall(r"@media ([^{]+){", TEXT)
    assert asked
    assert set(re.findall(r"-width: ([\d.]+)rem", " ".join(asked))) <= BREAKPOINTS
    assert set(re.findall(r"-height: ([\d.]+)rem", " ".join(asked))) <= HEIGHTS
    for question in asked:
        lengths = re.findall(r"[\d.]+(?:px|rem|em|pt)\b", question)
        assert len(lengths) == len(re.findall(r"(?:min|max)-(?:width|height): [\d.]+rem", question))


def test_one_shadow_lies_under_what_floats() -> None:
    shadows = {match[1] for match in re.finditer(r"box-shadow:\s*([^;]+);", TEXT)}
    drawn = {each for each in shadows if "inset" not in each and " 0 0 var(" not in each}
    assert drawn == {"var(--shadow)", "none"}


def test_a_finger_gets_44_pixels_and_56_on_the_table_page() -> None:
    assert block(COLOURS)["--target"] == f"{44 / 16}rem"
    assert block(".table-page")["--target"] == f"{56 / 16}rem"


def test_colours_come_from_tokens() -> None:
    for selector, declarations in rules():
        if selector.split("{")[-1].strip() in SCHEMES:
            continue
        stated = re.sub(r"--club-ink:[^;]+", "", declarations)
        values = re.findall(r"#[0-9a-f]{3,8}\b|\brgb\([^)]*\)|\bblack\b|\bwhite\b", stated)
        assert not set(values) - PLAIN, selector


def test_sizes_of_type_come_from_tokens() -> None:
    for match in re.finditer(r"font-size:\s*([^;]+);", ON_SCREENS):
        letters = r"var\(--type-\d\d\)|var\(--size\)|[\d.]+em|max\(var\(--(type-\d\d|least)\), .*"
        known = letters + r"|calc\(var\(--card\) .*"
        assert re.fullmatch(known, match[1])


def test_every_token_used_is_defined() -> None:
    defined = {
        name for _, declarations in rules() for name in re.findall(r"(--[a-z0-9-]+):", declarations)
    }
    assert set(re.findall(r"var\((--[a-z0-9-]+)", TEXT)) <= defined


def test_every_token_defined_is_used() -> None:
    assert set(block(COLOURS)) <= set(re.findall(r"var\((--[a-z0-9-]+)", TEXT))


def test_every_picture_exists_and_none_lies_unused() -> None:
    used = set(re.findall(r'url\("([^"]+)"\)', TEXT))
    assert used == {f"icons/{path.name}" for path in (FOLDER / "icons").iterdir()}


@pytest.mark.parametrize(
    ("family", "most"),
    [
        (("public", "print"), 19_000),
        (("desk", "print"), 19_060),
        (("cards", "public", "print"), 22_900),
        (("cards", "desk", "print"), 22_100),
        (("cards", "table"), 25_980),  # the felt and two games on three sizes, and large letters
        (("hall",), 16_660),  # also upright walls: rows below each other, seats in three columns
    ],
    ids=str,
)
def test_the_styles_of_a_page_are_a_third_of_what_a_first_view_may_weigh(
    family: tuple[str, ...], most: int
) -> None:
    files = [FOLDER / f"{name}.css" for name in ("base", "frame", *family)]
    assert sum(len(gzip.compress(path.read_bytes(), mtime=0)) for path in files) <= most


def test_nothing_comes_from_elsewhere() -> None:
    assert "@import" not in TEXT
    assert "//" not in TEXT


def test_every_class_is_described() -> None:
    page = (ROOT / "docs" / "interface.md").read_text("utf-8")
    words = set(re.findall(r"[a-z][a-z0-9-]*", page))
    tails = set(re.findall(r"`?(-[a-z][a-z0-9-]*)", page))
    undescribed = {
        name
        for name in classes()
        if name not in words and not any(name.endswith(tail) for tail in tails)
    }
    assert not undescribed
