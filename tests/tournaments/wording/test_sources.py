"""What is handed to gettext is one text with named placeholders: nothing else can be translated."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from config.catalogues import KEYWORDS
from config.source_packages import ROOT, at_least, modules, templates
from tests.lint import complaints

HANDS_ON = "config/serving/terminal.py"
"""Looks up what it is given."""

SOURCES = at_least(1000, (path for path in modules() if path != ROOT / HANDS_ON))
# The style guide shows the parts of pages to who develops them, in sample texts.
TEMPLATES = at_least(
    360, (path for path in templates() if not path.stem.lstrip("_").startswith("styleguide"))
)
WITHOUT_A_NAME = re.compile(r"%[-+ #0-9.]*[sdrfgi]|\{\}|\{[0-9]")


@cache
def tree(path: Path) -> ast.Module:
    """Parse a source once for all tests of this module."""
    return ast.parse(path.read_text("utf-8"))


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Return every call of a function of gettext, with the function's name."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in KEYWORDS:
                yield name, node


def texts(name: str, call: ast.Call) -> list[ast.expr]:
    """Return the arguments that are looked up: the texts, and the context where there is one."""
    places = {"n": 2, "p": 2, "np": 3}.get(name.partition("gettext")[0], 1)
    return call.args[:places]


def test_only_plain_texts_are_looked_up() -> None:
    def made_up(path: Path) -> Iterator[str]:
        for name, call in calls(path):
            for text in texts(name, call):
                if not (isinstance(text, ast.Constant) and isinstance(text.value, str)):
                    yield ast.unparse(call)

    assert complaints(SOURCES, made_up) == {}


def test_every_placeholder_in_a_looked_up_text_has_a_name() -> None:
    def nameless(path: Path) -> Iterator[object]:
        for name, call in calls(path):
            for text in texts(name, call):
                if isinstance(text, ast.Constant) and WITHOUT_A_NAME.search(str(text.value)):
                    yield text.value

    assert complaints(SOURCES, nameless) == {}


def test_functions_of_gettext_keep_names_that_the_catalogues_know() -> None:
    def unknown(path: Path) -> Iterator[str]:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
                for name in node.names:
                    if name.name in KEYWORDS and name.asname not in (None, *KEYWORDS):
                        yield f"{name.name} as {name.asname}"

    assert complaints(SOURCES, unknown) == {}, "what is handed to these is in no catalogue"


def test_no_words_stand_in_a_template_outside_its_translations() -> None:
    def words(path: Path) -> list[str]:
        return re.findall(r"[A-Za-z\u4e00-\u9fff]{2,}", bare_text(path.read_text("utf-8")))

    assert complaints(TEMPLATES, words) == {}


def bare_text(source: str) -> str:
    """Return what stands between the tags of a template and is not made by one."""
    for left_out in (
        r"{%\s*comment\s*%}.*?{%\s*endcomment\s*%}",
        r"{%\s*blocktranslate\b.*?{%\s*endblocktranslate\s*%}",
        r"{%\s*block (?:body_class|error_number)\s*%}.*?{%\s*endblock\s*%}",
        r"{#.*?#}|{%.*?%}|{{.*?}}",
        r"<!doctype html>|<[^<>]*>",
        r"&\w+;",
    ):
        source = re.sub(left_out, " ", source, flags=re.DOTALL)
    return source
