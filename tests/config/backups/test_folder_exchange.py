"""A restore that is killed with -9, at every step: what is found is the old or the new, whole."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from config.backups import folder_exchange, restoring
from config.backups.archive import DATABASE
from tests.services.worker import ROOT

OLD, NEW = "the old one", "the new one"
IN_BOTH = (DATABASE, "secret_key")
# Carries an exchange out, and dies at the step whose number it was given; a step is whatever
# changes a name in a folder.
DIES = """
import os, signal, sys
from pathlib import Path
from config.backups import folder_exchange

data, at = Path(sys.argv[1]), int(sys.argv[2])
steps = 0

def counted(does):
    def step(*words, **more):
        global steps
        if steps == at:
            os.kill(os.getpid(), signal.SIGKILL)
        steps += 1
        return does(*words, **more)
    return step

for name in ("replace", "unlink", "mkdir"):
    setattr(Path, name, counted(getattr(Path, name)))
if len(sys.argv) > 3:
    staging = data / sys.argv[3]
    plan = folder_exchange.plan_exchange(staging, "before-restore-1", "huapai.sqlite3")
    folder_exchange.begin(data, plan)
folder_exchange.finish(data)
"""
STEPS = 22
"""More than an exchange has: the last runs come to its end."""


def killed_at(step: int, data: Path, *staging: str) -> int:
    words = [sys.executable, "-c", DIES, str(data), str(step), *staging]
    return subprocess.run(words, cwd=ROOT, check=False).returncode


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """An installation, and beside it what a restore has made ready."""
    folder = tmp_path / "club"
    staging = folder / "restoring-1"
    (folder / "backups").mkdir(parents=True)
    (staging / "broker").mkdir(parents=True)
    for name in (*IN_BOTH, f"{DATABASE}-wal", "backups/one"):
        (folder / name).write_text(OLD, "utf-8")
    for name in (*IN_BOTH, "installed.json", "broker/two"):
        (staging / name).write_text(NEW, "utf-8")
    (folder / "running.lock").touch()
    return folder


def contents(folder: Path) -> dict[str, str]:
    """Every file of an installation with what is in it."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "running.lock")
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}


WAS = dict.fromkeys((*IN_BOTH, f"{DATABASE}-wal", "backups/one"), OLD)
IS = dict.fromkeys((*IN_BOTH, "installed.json", "broker/two"), NEW)
ASIDE = {f"before-restore-1/{name}": content for name, content in WAS.items()}


@pytest.mark.full
def test_the_next_start_finds_the_old_or_the_new_whole_at_every_step(
    data: Path, tmp_path: Path
) -> None:
    outcomes = set()
    for step in range(STEPS):
        folder = shutil.copytree(data, tmp_path / f"at-{step}")
        died = killed_at(step, folder, "restoring-1")
        assert died in (0, -signal.SIGKILL)
        restoring.finish(folder)
        state = contents(folder)
        assert state in (WAS, IS | ASIDE), step
        outcomes.add((died, state == WAS))
    assert outcomes == {(-signal.SIGKILL, True), (-signal.SIGKILL, False), (0, False)}


@pytest.mark.full
@pytest.mark.parametrize("first", [4, 7, 9])
def test_what_finishes_it_may_be_killed_too(data: Path, first: int) -> None:
    assert killed_at(first, data, "restoring-1") == -signal.SIGKILL
    for step in range(3):
        killed_at(step, data)
    restoring.finish(data)
    assert contents(data) == IS | ASIDE


def test_a_file_that_was_made_in_between_is_put_aside_too(data: Path) -> None:
    """A command of another kind may have made a new secret where the old one had just gone."""
    folder_exchange.begin(
        data, folder_exchange.plan_exchange(data / "restoring-1", "before-restore-1", DATABASE)
    )
    (data / "before-restore-1").mkdir()
    (data / "secret_key").replace(data / "before-restore-1" / "secret_key")
    (data / "secret_key").write_text("of nobody", "utf-8")

    restoring.finish(data)

    state = contents(data)
    assert state.items() >= (IS | ASIDE).items()
    (between,) = state.keys() - (IS | ASIDE).keys()
    assert state[between] == "of nobody"


def test_what_cannot_be_moved_is_told_and_can_go_on(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder_exchange.begin(
        data, folder_exchange.plan_exchange(data / "restoring-1", "before-restore-1", DATABASE)
    )
    moves, real = [], Path.replace

    def stops(path: Path, target: Path) -> Path:
        moves.append(path)
        if len(moves) == 3:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, target)

    monkeypatch.setattr(Path, "replace", stops)
    with pytest.raises(restoring.Interrupted, match="Permission denied"):
        restoring.finish(data)

    restoring.finish(data)
    assert contents(data) == IS | ASIDE


def test_an_empty_folder_has_nothing_to_put_aside(data: Path) -> None:
    for path in list(data.iterdir()):
        if path.name != "restoring-1":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    folder_exchange.begin(
        data, folder_exchange.plan_exchange(data / "restoring-1", "before-restore-1", DATABASE)
    )
    assert folder_exchange.finish(data) is None
    assert contents(data) == IS
    assert not (data / "before-restore-1").exists()
