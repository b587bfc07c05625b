"""No script waits for an answer without a limit: a connection may die without a word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from config.source_packages import ROOMS, TEMPLATES, at_least, files

SCRIPTS = at_least(85, files((*ROOMS, TEMPLATES), {".js"}))
FETCH = re.compile(r"\bfetch\((?!\))")


def fetches(script: Path) -> list[str]:
    """Return the calls of `fetch` in a script, each with what is asked."""
    text = script.read_text("utf-8")
    return [text[found.start() :].split(";", 1)[0] for found in FETCH.finditer(text)]


def test_there_are_scripts_that_fetch() -> None:
    assert len([script for script in SCRIPTS if fetches(script)]) >= 6


@pytest.mark.full
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_question_of_a_script_has_a_limit(script: Path) -> None:
    # What the worker hands on is the browser's own question, which ends with the page that asks.
    asked = [call for call in fetches(script) if not call.startswith("fetch(request")]
    assert [call for call in asked if "signal" not in call] == []
