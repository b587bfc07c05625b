"""The examples in docstrings are true, in every room but `scoring`, which has its own test."""

from __future__ import annotations

import doctest
import importlib

import pytest

from config.source_packages import ROOT, TRANSLATED, at_least, modules

FEWEST = 110


def modules_with_examples() -> list[str]:
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in at_least(900, modules(*TRANSLATED))
        if ">>> " in path.read_text("utf-8")
    ]


@pytest.mark.full
def test_the_examples_in_docstrings_are_true() -> None:
    names = modules_with_examples()
    assert len(names) > FEWEST
    failures = {name: doctest.testmod(importlib.import_module(name)) for name in names}
    assert sum(result.attempted for result in failures.values()) > len(names)
    assert {name: result.failed for name, result in failures.items() if result.failed} == {}
