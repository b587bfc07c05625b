"""No template carries what the security policy would refuse, or a class that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.interface.stylesheet import ROOMS, ROOT, classes_of_every_sheet

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.js"))

each_template = pytest.mark.parametrize(
    "path", TEMPLATES, ids=[str(path.relative_to(ROOT)) for path in TEMPLATES]
)


def _markup(path: Path) -> str:
    text = path.read_text("utf-8")
    text = re.sub(r"{%\s*comment\s*%}.*?{%\s*endcomment\s*%}", "", text, flags=re.DOTALL)
    return re.sub(r"{#.*?#}", "", text)


def _class_names(path: Path) -> set[str]:
    names: set[str] = set()
    written = re.sub(r"{{.*?}}", "…", re.sub(r"{%.*?%}", " ", _markup(path)))
    for value in re.findall(r'\bclass="([^"]*)"', written):
        names |= {name for name in value.split() if "…" not in name}
    return names


@each_template
def test_no_style_stands_in_a_template(path: Path) -> None:
    assert not re.search(r"<style\b|\sstyle\s*=", _markup(path))


@each_template
def test_no_script_stands_in_a_template(path: Path) -> None:
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']|javascript:", _markup(path))
    for attributes, body in re.findall(
        r"<script\b([^>]*)>(.*?)</script>", _markup(path), re.DOTALL
    ):
        assert "src=" in attributes or 'type="application/json"' in attributes
        assert not body.strip() or 'type="application/json"' in attributes


@each_template
def test_nothing_is_loaded_from_elsewhere(path: Path) -> None:
    assert not re.search(r"(?:src|href)=[\"'](?:https?:)?//", _markup(path))


@each_template
def test_every_class_in_a_template_is_in_a_stylesheet(path: Path) -> None:
    assert not _class_names(path) - classes_of_every_sheet()


@each_template
def test_every_button_says_what_kind_it_is(path: Path) -> None:
    """A button without a type submits the form that it happens to stand in."""
    for attributes in re.findall(r"<button\b([^>]*)>", _markup(path)):
        assert re.search(r'type="(?:button|submit)"', attributes), attributes


@pytest.mark.parametrize("path", SCRIPTS, ids=[str(path.relative_to(ROOT)) for path in SCRIPTS])
def test_scripts_hold_no_words_in_chinese_and_evaluate_nothing(path: Path) -> None:
    source = path.read_text("utf-8")
    assert not re.search(r"[\u4e00-\u9fff]", re.sub(r"//.*|/\*.*?\*/", "", source))
    assert not re.search(r"\beval\(|new Function\(|document\.write", source)
