"""No template carries what the security policy would refuse, or a class that does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.source_packages import SHIPPED, at_least, browser_scripts, templates
from tests.interface.stylesheet import classes_of_every_sheet
from tests.lint import complaints

TEMPLATES = at_least(370, templates())
SCRIPTS = at_least(80, browser_scripts(*SHIPPED))


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


def test_no_style_stands_in_a_template() -> None:
    def styles(path: Path) -> list[str]:
        return re.findall(r"<style\b|\sstyle\s*=", _markup(path))

    assert complaints(TEMPLATES, styles) == {}


def test_no_script_stands_in_a_template() -> None:
    def handlers(path: Path) -> list[str]:
        return re.findall(r"\son[a-z]+\s*=\s*[\"']|javascript:", _markup(path))

    assert complaints(TEMPLATES, handlers) == {}
    assert complaints(TEMPLATES, _written_scripts) == {}


def _written_scripts(path: Path) -> Iterator[str]:
    """Yield the scripts of a template that are neither loaded from a file nor data."""
    for attributes, body in re.findall(
        r"<script\b([^>]*)>(.*?)</script>", _markup(path), re.DOTALL
    ):
        is_data = 'type="application/json"' in attributes
        if not is_data and ("src=" not in attributes or body.strip()):
            yield attributes or body


def test_nothing_is_loaded_from_elsewhere() -> None:
    def foreign(path: Path) -> list[str]:
        return re.findall(r"(?:src|href)=[\"'](?:https?:)?//", _markup(path))

    assert complaints(TEMPLATES, foreign) == {}


@pytest.mark.full
def test_every_class_in_a_template_is_in_a_stylesheet() -> None:
    styled = classes_of_every_sheet()
    assert complaints(TEMPLATES, lambda path: sorted(_class_names(path) - styled)) == {}


def test_every_button_says_what_kind_it_is() -> None:
    """A button without a type submits the form that it happens to stand in."""

    def untyped(path: Path) -> Iterator[str]:
        for attributes in re.findall(r"<button\b([^>]*)>", _markup(path)):
            if not re.search(r'type="(?:button|submit)"', attributes):
                yield attributes

    assert complaints(TEMPLATES, untyped) == {}


def test_scripts_hold_no_words_in_chinese_and_evaluate_nothing() -> None:
    def forbidden(path: Path) -> list[str]:
        source = path.read_text("utf-8")
        without_comments = re.sub(r"//.*|/\*.*?\*/", "", source)
        return [
            *re.findall(r"[\u4e00-\u9fff]", without_comments),
            *re.findall(r"\beval\(|new Function\(|document\.write", source),
        ]

    assert complaints(SCRIPTS, forbidden) == {}
