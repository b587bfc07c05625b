"""What counts as an environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.bootstrap.environment import Environment
from tests.config.bootstrap.machine import Machine


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    machine = Machine(tmp_path, set())
    machine.leave(machine.environment.python)
    return machine.environment


def test_a_folder_without_a_stamp_is_none(environment: Environment) -> None:
    assert not environment.is_finished()
    assert not environment.holds("base")


def test_a_larger_set_serves_a_smaller(environment: Environment) -> None:
    environment.finish("test")

    assert environment.holds("base")
    assert environment.holds("test")
    assert not environment.holds("dev")


def test_a_set_is_no_longer_held_when_its_list_has_changed(environment: Environment) -> None:
    environment.finish("test")
    environment.list_of("test").write_text("pytest==10\n")

    assert environment.holds("base")
    assert not environment.holds("test")
    assert not environment.is_current()


def test_more_can_be_added_when_only_lists_it_does_not_hold_have_changed(
    environment: Environment,
) -> None:
    environment.finish("base")
    environment.list_of("test").write_text("pytest==10\n")

    assert environment.is_current()


def test_it_does_not_survive_being_moved(environment: Environment, tmp_path: Path) -> None:
    environment.finish("base")
    moved = tmp_path / "elsewhere"
    environment.folder.rename(moved)

    assert not Environment(moved, tmp_path / "requirements").is_finished()


def test_it_does_not_survive_its_python(environment: Environment, tmp_path: Path) -> None:
    environment.finish("base")
    environment.python.unlink()
    environment.python.symlink_to(tmp_path / "gone")

    assert not environment.is_finished()


def test_it_knows_that_the_system_changed_its_python(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment.finish("base")
    assert environment.is_of_this_python()

    monkeypatch.setattr("sys.version_info", (3, 99, 0))

    assert not environment.is_of_this_python()


def test_a_broken_stamp_is_none(environment: Environment) -> None:
    environment.finish("base")
    (environment.folder / "huapai-stamp.txt").write_bytes(b"\xff\x00=\n")

    assert not environment.holds("base")


def test_a_forgotten_stamp_is_none(environment: Environment) -> None:
    environment.finish("base")
    environment.forget()

    assert not environment.is_finished()
