"""What each test costs is put in place of what was known, and of what is gone nothing stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import recording
from tests.recording import merged


@pytest.fixture(autouse=True)
def _a_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "ROOT", tmp_path)
    (tmp_path / "test_a.py").write_text("def test_one(): ...\ndef test_two(): ...\n", "utf-8")


def test_what_a_run_did_not_see_stays() -> None:
    before = {"test_a.py": {"test_one": 1.0, "Rules::test_two[x]": 2.0}}

    assert merged(before, {"test_a.py": {"test_one": 3.0}}) == {
        "test_a.py": {"test_one": 3.0, "Rules::test_two[x]": 2.0}
    }


def test_a_test_that_is_no_longer_written_goes() -> None:
    before = {
        "test_a.py": {"test_one on PostgreSQL": 1.0, "test_three": 1.0},
        "test_gone.py": {"test_one": 1.0},
    }

    assert merged(before, {}) == {"test_a.py": {"test_one on PostgreSQL": 1.0}}
