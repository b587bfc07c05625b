"""A page loads the styles of cards where something in it is drawn by them, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

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
CARDS = declared(SHEETS["cards"])
LINK = "huapai/cards.css"


def _held(name: str, seen: set[str]) -> set[str]:
    """Collect the templates that a page is made of; a live page has its own part beside it."""
    if name in SOURCES and name not in seen:
        seen.add(name)
        text = re.sub(r"{% extends [^%]*%}", "", SOURCES[name])
        for other in re.findall(r"[\"']([\w/]+\.html)[\"']", text):
            _held(other, seen)
        if "publish/parts/_live.html" in text:
            _held((Path(name).parent / f"_{Path(name).name}").as_posix(), seen)
        if "report_templates" in text:
            for other in SOURCES:
                if other.startswith("publish/games/"):
                    _held(other, seen)
    return seen


def _classes(name: str) -> set[str]:
    written = re.sub(r"{{.*?}}", "…", re.sub(r"{%.*?%}", " ", SOURCES[name]))
    return {each for value in re.findall(r'\bclass="([^"]*)"', written) for each in value.split()}


def test_the_pages_that_show_what_cards_lie_on_load_its_styles_and_no_others() -> None:
    shown = {name for name in PAGES if any(CARDS & _classes(each) for each in _held(name, set()))}
    loading = {name for name in PAGES if LINK in SOURCES[name]}
    assert len(shown) > 5
    assert loading == shown
