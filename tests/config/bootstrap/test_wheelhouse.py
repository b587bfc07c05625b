"""`wheelhouse` fetches what a start installs, and says how it is used."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from config import program
from config.bootstrap import recipes, wheelhouse


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A machine with a pip that succeeds; return what it was asked for."""
    asked: list[list[str]] = []

    def note(command: Sequence[str | Path]) -> bool:
        asked.append([str(word) for word in command])
        return True

    monkeypatch.setattr(recipes, "pips", lambda _environment: iter([["pip"]]))
    monkeypatch.setattr(wheelhouse, "succeeds_quietly", lambda _command: True)
    monkeypatch.setattr(wheelhouse, "succeeds", note)
    return asked


def test_a_checkout_fetches_the_pinned_files(
    fetched: list[list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "stick" / "packages"
    assert wheelhouse.main([str(folder)]) == 0
    assert folder.is_dir()
    (words,) = fetched
    assert {"download", "--require-hashes", "--no-deps", str(folder)} <= set(words)
    assert [Path(word).name for word in words if word.endswith(".txt")] == [
        "base.txt",
        "serif.txt",
    ]
    assert f'PIP_FIND_LINKS="{folder}" python3 manage.py demo' in capsys.readouterr().out


def test_an_installed_program_lets_pip_choose(
    fetched: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "IS_INSTALLED", True)
    assert wheelhouse.main([str(tmp_path)]) == 0
    (words,) = fetched
    assert "--require-hashes" not in words
    names = [Path(word).stem for word in words if word.endswith(".in")]
    assert names == ["base", "server", "https", "serif"]


@pytest.mark.parametrize("words", [[], ["--help-me"], ["a", "b"]])
def test_the_folder_must_be_named(fetched: list[list[str]], words: list[str]) -> None:
    assert wheelhouse.main(words) == 2
    assert fetched == []


def test_a_file_is_no_folder(fetched: list[list[str]], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert wheelhouse.main([str(tmp_path / "file")]) == 1
    assert fetched == []


def test_without_pip_it_says_so(
    fetched: list[list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(wheelhouse, "succeeds_quietly", lambda _command: False)
    assert wheelhouse.main([str(tmp_path)]) == 1
    assert "no pip" in capsys.readouterr().out
    assert fetched == []
