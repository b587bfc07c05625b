"""Every sentence that a script shows stands in a template, and none stands there in vain."""

from __future__ import annotations

import re

from config.source_packages import at_least, browser_scripts, templates

OF_TABLES = at_least(70, browser_scripts("web/static/referee"))
SCRIPTS = "".join(path.read_text("utf-8") for path in OF_TABLES)
PAGES = "".join(path.read_text("utf-8") for path in at_least(70, templates("tablet", "desk")))

OFFERED = set(re.findall(r'data-word="([a-z-]+)"', PAGES))
# What is named through a variable in between, as in BACK of result.js, is a plain text in a script.
PLAIN = set(re.findall(r'"([a-z][a-z-]*)"', SCRIPTS))
# `state-${step}`: any sentence of that beginning.
BEGINNINGS = tuple(re.findall(r"word\(`([a-z]+-)\$\{", SCRIPTS))


def test_every_sentence_that_a_script_asks_for_is_there() -> None:
    words = set(re.findall(r'word\("([a-z-]+)"', SCRIPTS))
    assert not words - OFFERED
    assert all(any(name.startswith(start) for name in OFFERED) for start in BEGINNINGS)


def test_no_sentence_is_there_in_vain() -> None:
    assert not {name for name in OFFERED - PLAIN if not name.startswith(BEGINNINGS)}


def test_every_shape_that_a_script_copies_is_there() -> None:
    shapes = set(re.findall(r'shape\("([a-z-]+)"', SCRIPTS))
    assert shapes == set(re.findall(r'data-shape="([a-z-]+)"', PAGES))
