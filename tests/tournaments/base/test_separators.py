"""One joint for facts and one for names, each written once in the program."""

from __future__ import annotations

import re
from pathlib import Path

from config.source_packages import ROOT
from tournaments.base import separators

ROOMS = ("clubs", "config", "referee", "tournaments", "web")
JOINED = re.compile(r"""["']( ·|· | · )["']|\} · \{|["']／["']""")
"""A joint as a text of its own, or between two values; what a sentence holds is its own."""


def _written(path: Path) -> bool:
    lines = path.read_text("utf-8").splitlines()
    return any(
        JOINED.search(line) and "translate" not in line and "gettext" not in line for line in lines
    )


def test_no_other_module_writes_a_joint() -> None:
    modules = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    found = {path.relative_to(ROOT).as_posix() for path in modules if _written(path)}
    assert found == {"tournaments/base/separators.py", "web/publish/pdf/fonts.py"}


def test_what_is_empty_is_left_out() -> None:
    assert separators.join_facts("a", None, "", 0) == "a · 0"
