"""A page loads the styles of cards, of a deal and of a season where they draw it, nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from config.source_packages import ROOT, TEMPLATES, at_least, templates
from tests.interface.stylesheet import SHEETS, declared

FOLDER = ROOT / TEMPLATES
SOURCES = {
    path.relative_to(FOLDER).as_posix(): re.sub(
        r"{%\s*comment\s*%}.*?{%\s*endcomment\s*%}", "", path.read_text("utf-8"), flags=re.DOTALL
    )
    for path in at_least(360, templates())
}
PAGES = [name for name, text in SOURCES.items() if "{% extends " in text]


def _held(name: str, seen: set[str]) -> set[str]:
    """Collect the templates that a page is made of; a live page has its own part beside it."""
    if name in SOURCES and name not in seen:
        seen.add(name)
        text = re.sub(r"{% extends [^%]*%}", "", SOURCES[name])
        for other in re.findall(r"[\"']([\w/]+\.html)[\"']", text):
            _held(other, seen)
        if "publish/parts/_live.html" in text:
            _held((Path(name).parent / f"_{Path(name).name}").as_posix(), seen)
        if "_deal_beside.html" in text:
            _held("desk/deals/_shown.html", seen)
        if "report_templates" in text:
            for other in SOURCES:
                if other.startswith("publish/games/") and "/_" not in other:
                    _held(other, seen)
    return seen


def _classes(name: str) -> set[str]:
    written = re.sub(r"{{.*?}}", "…", re.sub(r"{%.*?%}", " ", SOURCES[name]))
    return {each for value in re.findall(r'\bclass="([^"]*)"', written) for each in value.split()}


@pytest.mark.full
@pytest.mark.parametrize(
    ("sheet", "least"),
    [
        ("cards", 6),
        ("certificate", 1),
        ("charts", 1),
        ("club", 2),
        ("codes", 1),
        ("deal", 4),
        ("door", 2),
        ("evening", 1),
        ("home", 1),
        ("member", 1),
        ("new_event", 2),
        ("person", 5),
        ("referee", 8),
        ("round", 2),
        ("season", 4),
    ],
)
def test_the_pages_that_show_what_a_sheet_draws_load_it_and_no_others(
    sheet: str, least: int
) -> None:
    drawn = declared(SHEETS[sheet])
    shown = {name for name in PAGES if any(drawn & _classes(each) for each in _held(name, set()))}
    loading = {name for name in PAGES if f"huapai/{sheet}.css" in SOURCES[name]}
    assert len(shown) >= least
    assert loading == shown
