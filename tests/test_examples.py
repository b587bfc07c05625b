"""The examples in docstrings are true, in every package that is not tested for it itself."""

from __future__ import annotations

import doctest
import importlib

from tests.lint import ROOT

PACKAGES = ("config", "referee", "tournaments")


def modules_with_examples() -> list[str]:
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if ">>> " in path.read_text("utf-8")
    ]


def test_the_examples_in_docstrings_are_true() -> None:
    names = modules_with_examples()
    failures = {name: doctest.testmod(importlib.import_module(name)) for name in names}
    assert sum(result.attempted for result in failures.values()) > len(names)
    assert {name: result.failed for name, result in failures.items() if result.failed} == {}
