"""Sets that are added where they can be had, and that nothing waits or fails for."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from config.bootstrap import extras
from config.bootstrap.environment import EXTRAS, Environment
from tests.config.bootstrap.machine import Machine


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    machine = Machine(tmp_path, set())
    machine.leave(machine.environment.python)
    for name in EXTRAS:
        (machine.requirements / f"{name}.txt").write_text("face==1 \\\n    --hash=sha256:ee\n")
    machine.environment.finish("test")
    return machine.environment


@pytest.fixture
def installs(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would have installed something; all of them succeed."""
    asked: list[list[str]] = []

    def run(command: list[Any], **_options: Any) -> subprocess.CompletedProcess[bytes]:
        asked.append([str(word) for word in command])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    return asked


def test_a_set_is_added_once_to_what_is_there(
    environment: Environment, installs: list[list[str]]
) -> None:
    assert extras.take(environment, "serif")
    assert extras.take(environment, "serif")

    (command,) = installs
    assert command[-1] == str(environment.list_of("serif"))
    assert {"--require-hashes", "--no-deps"} <= set(command)
    assert environment.holds("serif")
    assert environment.holds("test")
    assert not environment.holds("dev")


def test_a_machine_without_network_goes_on_without_it(
    environment: Environment, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    failed = subprocess.CompletedProcess([], 1, b"", b"no such host")
    monkeypatch.setattr(subprocess, "run", lambda *_words, **_options: failed)

    assert not extras.take(environment, "serif")
    assert environment.is_current()
    assert capfd.readouterr() == ("", "")


def test_where_no_installer_starts_nothing_is_said(environment: Environment) -> None:
    assert not extras.take(environment, "serif")


def test_a_set_whose_list_changed_is_taken_again_and_renews_nothing(
    environment: Environment, installs: list[list[str]]
) -> None:
    extras.take(environment, "serif")
    environment.list_of("serif").write_text("face==2\n")

    assert environment.is_current()
    assert extras.take(environment, "serif")
    assert len(installs) == 2


def test_an_environment_of_others_is_left_alone(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "OURS", environment)

    assert not extras.are_missing()
