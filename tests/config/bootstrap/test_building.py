"""The order of the ways, and that nothing half-made stays."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from config.bootstrap import building
from config.bootstrap.building import build
from tests.config.bootstrap.machine import ITS_UV, OTHER_PIP, PACKED_PIP, UNPACKED_PIP, Machine


@pytest.fixture
def machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Machine:
    machine = Machine(
        tmp_path, set(request.param) if hasattr(request, "param") else ITS_UV | PACKED_PIP
    )
    machine.take_the_place_of_this_one(monkeypatch)
    return machine


def having(*works: set[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("machine", [set().union(*works)], indirect=True, ids=[""])


def test_it_takes_the_uv_on_the_path_first(machine: Machine) -> None:
    build(machine.environment, "base")

    assert machine.asked == ["uv venv", "uv installs"]
    assert machine.environment.holds("base")


@having(PACKED_PIP)
def test_it_fetches_uv_with_the_pip_that_comes_with_python(machine: Machine) -> None:
    build(machine.environment, "base")

    assert machine.asked == [
        "venv",
        "packed pip answers",
        "packed pip fetches uv",
        "its own uv installs",
    ]
    assert machine.environment.holds("base")


@having(UNPACKED_PIP)
def test_it_has_pip_unpacked_where_it_does_not_run_packed(machine: Machine) -> None:
    build(machine.environment, "base")

    assert machine.asked[1:4] == ["packed pip answers", "ensurepip", "pip answers"]
    assert machine.environment.holds("base")


@having(OTHER_PIP)
def test_it_takes_another_pip_where_python_has_none(machine: Machine) -> None:
    build(machine.environment, "base")

    assert machine.asked[-3:] == [
        "other pip answers",
        "other pip fetches uv",
        "its own uv installs",
    ]
    assert machine.environment.holds("base")


@having({"uv venv"}, PACKED_PIP)
def test_it_falls_back_to_pip_where_uv_does_not_reach_the_packages(machine: Machine) -> None:
    build(machine.environment, "base")

    assert machine.asked[:3] == ["uv venv", "uv installs", "venv"]
    assert machine.environment.holds("base")


@having({"venv", "packed pip", "packages"})
def test_it_lets_pip_do_the_rest_where_the_fetched_uv_fails(machine: Machine) -> None:
    build(machine.environment, "base")

    assert machine.asked[-2:] == ["its own uv installs", "packed pip installs"]
    assert machine.environment.holds("base")


@having({"venv"})
def test_it_names_the_line_to_type_where_no_pip_is_found(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.bootstrap.building.line_to_type", lambda: "THE LINE")

    with pytest.raises(SystemExit, match="THE LINE"):
        build(machine.environment, "base")

    assert not machine.environment.folder.exists()


@having()
def test_it_leaves_nothing_of_a_venv_that_breaks_off(machine: Machine) -> None:
    with pytest.raises(SystemExit, match="virtual environment"):
        build(machine.environment, "base")

    assert not machine.environment.folder.exists()


@having({"uv venv", "venv", "packed pip"})
def test_it_names_the_list_where_only_the_packages_are_missing(machine: Machine) -> None:
    with pytest.raises(SystemExit, match="could not be installed"):
        build(machine.environment, "base")

    assert not machine.environment.folder.exists()
    assert "packed pip installs" not in machine.asked


def test_it_removes_an_unfinished_environment(machine: Machine) -> None:
    machine.leave(machine.half_made)

    build(machine.environment, "base")

    assert not machine.half_made.exists()


def test_it_does_nothing_where_another_start_has_finished(machine: Machine) -> None:
    build(machine.environment, "test")
    machine.asked.clear()

    build(machine.environment, "base")

    assert machine.asked == []


def test_it_adds_the_tests_to_a_finished_environment_in_place(machine: Machine) -> None:
    build(machine.environment, "base")
    machine.asked.clear()
    machine.leave(machine.half_made)

    build(machine.environment, "test")

    assert machine.asked == ["uv installs"]
    assert machine.half_made.exists()
    assert machine.environment.holds("base")
    assert machine.environment.holds("test")


def test_it_renews_the_environment_when_a_list_has_changed(machine: Machine) -> None:
    build(machine.environment, "base")
    machine.leave(machine.half_made)
    machine.environment.list_of("base").write_text("django==5.3 --hash=sha256:ff\n")

    build(machine.environment, "base")

    assert not machine.half_made.exists()
    assert machine.environment.holds("base")
    assert not building.beside(machine.environment, "before").exists()


def test_it_keeps_the_old_environment_when_the_new_one_cannot_be_made(machine: Machine) -> None:
    old = machine.environment.list_of("base").read_text()
    build(machine.environment, "base")
    machine.environment.list_of("base").write_text("django==5.3 --hash=sha256:ff\n")
    machine.works = {"uv venv", "venv", "packed pip"}

    with pytest.raises(SystemExit):
        build(machine.environment, "base")

    machine.environment.list_of("base").write_text(old)
    assert machine.environment.holds("base")


def test_it_returns_to_the_old_environment_after_a_crash(machine: Machine) -> None:
    build(machine.environment, "base")
    machine.environment.folder.rename(building.beside(machine.environment, "before"))
    machine.leave(machine.half_made)
    machine.asked.clear()

    build(machine.environment, "base")

    assert machine.asked == []
    assert machine.environment.holds("base")


def test_it_leaves_nothing_when_it_is_stopped(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("config.bootstrap.recipes.install_by_uv", stop)
    with pytest.raises(KeyboardInterrupt):
        build(machine.environment, "base")

    assert not machine.environment.folder.exists()


def test_it_says_where_it_cannot_write(machine: Machine) -> None:
    building.beside(machine.environment, "lock").mkdir()

    with pytest.raises(SystemExit, match="-lock"):
        build(machine.environment, "base")


def test_it_waits_for_another_start(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = building.beside(machine.environment, "lock")
    waits = threading.Event()
    monkeypatch.setattr(building, "say", lambda _: waits.set())
    entered = []

    def start_too() -> None:
        with building.one_at_a_time(lock):
            entered.append("second")

    second = threading.Thread(target=start_too)
    with building.one_at_a_time(lock):
        second.start()
        assert waits.wait(10)
        entered.append("first")
    second.join(10)

    assert entered == ["first", "second"]
