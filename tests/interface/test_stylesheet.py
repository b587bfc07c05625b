"""The stylesheet keeps its own law: tokens only, nothing undefined, nothing undescribed."""

from __future__ import annotations

import re

from tests.interface.stylesheet import (
    DARK_BY_DEVICE,
    DARK_BY_HAND,
    FILES,
    FOLDER,
    LIGHT,
    ROOT,
    SHEETS,
    TEXT,
    TWO_COLOURS,
    block,
    classes,
    rules,
)

SCHEMES = {LIGHT, DARK_BY_DEVICE, DARK_BY_HAND, TWO_COLOURS}
SCALE = {"13": 13, "15": 15, "17": 17, "20": 20, "24": 24, "32": 32, "48": 48}
SPACES = {"1": 4, "2": 8, "3": 12, "4": 16, "6": 24, "8": 32, "12": 48, "16": 64}
# On paper and behind a QR code black is black; a backdrop is given no tokens by older browsers.
PLAIN = {"black", "white", "#eeeeee", "rgb(0 0 0 / 0.5)"}


ON_SCREENS = "".join(text for name, text in SHEETS.items() if name != "print")


def _declared(text: str) -> set[str]:
    """Return the classes that a selector of nothing else begins: where one is said to be what it is."""
    parts = (part.strip() for selector, _ in rules(text) for part in selector.split(","))
    return {part[1:] for part in parts if re.fullmatch(r"\.[a-z][a-z0-9-]*", part)}


def test_the_layers_are_declared_once_and_each_file_fills_its_own() -> None:
    assert re.findall(r"@layer ([a-z, ]+);", TEXT) == ["base, parts, pages, table, hall, print"]
    for name, layer in FILES.items():
        assert re.findall(r"@layer ([a-z]+) {", SHEETS[name]) == [layer]
        outside = re.sub(r"@layer [a-z, ]+;|@page {[^}]*}", "", SHEETS[name]).strip()
        assert outside.startswith(f"@layer {layer} {{")


def test_a_class_is_what_it_is_in_one_file() -> None:
    owners: dict[str, set[str]] = {}
    for name in set(FILES) - {"print"}:
        for each in _declared(SHEETS[name]):
            owners.setdefault(each, set()).add(name)
    assert not {each: names for each, names in owners.items() if len(names) > 1}


def test_dark_by_hand_is_dark_by_the_device() -> None:
    assert block(DARK_BY_HAND) == block(DARK_BY_DEVICE)


def test_dark_changes_every_colour_and_nothing_else() -> None:
    colours = {name for name, value in block(LIGHT).items() if re.match(r"#|0 8px", value)}
    assert set(block(DARK_BY_DEVICE)) == colours


def test_the_scales_are_those_of_the_system() -> None:
    scales = block(LIGHT)
    for step, pixels in SCALE.items():
        assert float(scales[f"--type-{step}"].removesuffix("rem")) * 16 == pixels
    for step, pixels in SPACES.items():
        assert float(scales[f"--space-{step}"].removesuffix("rem")) * 16 == pixels
    assert {name for name in scales if name.startswith("--type-")} == {f"--type-{s}" for s in SCALE}


def test_a_finger_gets_44_pixels_and_56_on_the_table_page() -> None:
    assert block(LIGHT)["--target"] == f"{44 / 16}rem"
    assert block(".table-page")["--target"] == f"{56 / 16}rem"


def test_colours_come_from_tokens() -> None:
    for selector, declarations in rules():
        if selector.split("{")[-1].strip() in SCHEMES:
            continue
        values = re.findall(r"#[0-9a-f]{3,8}\b|\brgb\([^)]*\)|\bblack\b|\bwhite\b", declarations)
        assert not set(values) - PLAIN, selector


def test_sizes_of_type_come_from_tokens() -> None:
    for match in re.finditer(r"font-size:\s*([^;]+);", ON_SCREENS):
        assert re.fullmatch(r"var\(--type-\d\d\)|[\d.]+em|max\(var\(--type-\d\d\), .*", match[1])


def test_every_token_used_is_defined() -> None:
    defined = {
        name for _, declarations in rules() for name in re.findall(r"(--[a-z0-9-]+):", declarations)
    }
    assert set(re.findall(r"var\((--[a-z0-9-]+)", TEXT)) <= defined


def test_every_token_defined_is_used() -> None:
    assert set(block(LIGHT)) <= set(re.findall(r"var\((--[a-z0-9-]+)", TEXT))


def test_every_picture_exists_and_none_lies_unused() -> None:
    used = set(re.findall(r'url\("([^"]+)"\)', TEXT))
    assert used == {f"icons/{path.name}" for path in (FOLDER / "icons").iterdir()}


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
