"""The exact line to type."""

from __future__ import annotations

import os
import platform
import shutil
import sys

import pytest

from config.bootstrap import building

linux = pytest.mark.usefixtures("on_linux")


@pytest.fixture
def on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "executable", os.path.realpath("/usr/bin/python3"))


def be(monkeypatch: pytest.MonkeyPatch, system: dict[str, str], user: int, sudo: bool) -> None:
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: system)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if sudo else None)


@linux
@pytest.mark.parametrize(
    ("user", "sudo", "line"),
    [
        (0, True, "apt-get update && apt-get install -y python3-venv"),
        (1000, True, "sudo apt-get update && sudo apt-get install -y python3-venv"),
        (1000, False, "su -c 'apt-get update && apt-get install -y python3-venv'"),
    ],
)
def test_debian_is_told_its_package(
    monkeypatch: pytest.MonkeyPatch, user: int, sudo: bool, line: str
) -> None:
    be(monkeypatch, {"ID": "debian"}, user, sudo)

    assert building.line_to_type().endswith(f"\n  {line}")


@linux
def test_a_second_python_is_told_its_own_package(monkeypatch: pytest.MonkeyPatch) -> None:
    be(monkeypatch, {"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, 0, sudo=True)
    monkeypatch.setattr(sys, "executable", "/opt/python3.13")
    monkeypatch.setattr(sys, "version_info", (3, 13, 1))

    assert building.line_to_type().endswith("apt-get install -y python3.13-venv")


@linux
def test_an_unknown_system_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    be(monkeypatch, {"ID": "own"}, 1000, sudo=True)

    assert "venv and pip" in building.line_to_type()


@pytest.mark.parametrize(("system", "word"), [("win32", "winget"), ("darwin", "brew")])
def test_other_systems_are_told_theirs(
    monkeypatch: pytest.MonkeyPatch, system: str, word: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)

    assert word in building.line_to_type()
