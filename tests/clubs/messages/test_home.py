"""What counts as this installation, and what as another one."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from pytest_django import Settings

from clubs.messages import home


@pytest.fixture
def data(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA = tmp_path
    return tmp_path


@pytest.mark.databases
@pytest.mark.django_db
def test_it_is_the_same_as_before(data: Path) -> None:
    assert home.here() == home.here()
    assert len(home.here()) == 64


def test_a_restored_or_copied_folder_is_another_one(
    data: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "connection", SimpleNamespace(vendor="sqlite"))
    first = home.here()
    copied = data / "copied"
    copied.mkdir()
    (copied / home.FILE).write_text((data / home.FILE).read_text())
    settings.DATA = copied
    assert home.here() != first
    settings.DATA = data
    assert home.here() == first
    # A restore moves everything aside that lay in the folder.
    (data / home.FILE).unlink()
    assert home.here() != first
