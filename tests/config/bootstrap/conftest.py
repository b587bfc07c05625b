"""The first start uses the language of the terminal; these tests read English."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _an_english_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
