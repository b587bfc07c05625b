"""NOTICE names every package that is installed with the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import notice


def test_it_is_as_the_installed_packages_say() -> None:
    said = notice.FILE.read_text("utf-8")
    assert [name for name in notice.packages() if f"\n{name} " not in said] == []
    assert notice.main(["--check"]) == 0


@pytest.mark.full
def test_an_old_one_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "NOTICE"
    file.write_text("old", "utf-8")
    assert notice.main(["--check"], file) == 1
    assert "python -m scripts.notice" in capsys.readouterr().out
    assert notice.main([], file) == 0
    assert notice.main(["--check"], file) == 0
