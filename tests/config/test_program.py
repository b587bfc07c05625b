"""The command that texts name, and what is said where a package is lacking."""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs
import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env, program
from config.bootstrap.environment import ROOT
from config.serving import launch
from config.storage import data_place


def test_a_checkout_names_manage_py(monkeypatch: pytest.MonkeyPatch) -> None:
    assert program.command() == "python3 manage.py"
    monkeypatch.setattr(sys, "platform", "win32")
    assert program.command() == "py manage.py"


@pytest.mark.parametrize(
    ("prefix", "command"),
    [
        ("/home/a/.local/share/pipx/venvs/huapai", "huapai"),
        ("/home/a/.cache/uv/archive-v0/GtW8", "uvx huapai"),
        ("/home/a/.cache/uv/environments-v2/huapai-1f", "uvx huapai"),
    ],
)
def test_an_installed_program_names_its_own(
    monkeypatch: pytest.MonkeyPatch, prefix: str, command: str
) -> None:
    monkeypatch.setattr(program, "IS_INSTALLED", True)
    monkeypatch.setattr(sys, "prefix", prefix)
    assert program.command() == command


def test_data_lie_beside_a_checkout_and_with_the_user_of_an_installed_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert data_place.default() == ROOT / "var"
    monkeypatch.setattr(program, "IS_INSTALLED", True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_place.default() == platformdirs.user_data_path("huapai", appauthor=False)
    assert not data_place.default().is_relative_to(ROOT)


@pytest.mark.parametrize(
    ("read", "address"),
    [
        (env.broker, "redis://host:6379/0"),
        (lambda name: env.database(name, ROOT, 1), "postgresql://user:word@host/name"),
    ],
    ids=["broker", "database"],
)
def test_an_address_says_which_extra_is_lacking(
    monkeypatch: pytest.MonkeyPatch, read: object, address: str
) -> None:
    monkeypatch.setattr(program, "IS_INSTALLED", True)
    monkeypatch.setattr(program, "has", lambda _package: False)
    monkeypatch.setenv("ADDRESS", address)
    with pytest.raises(ImproperlyConfigured, match=r"huapai\[server\]"):
        read("ADDRESS")  # type: ignore[operator]


def test_https_says_which_extra_is_lacking(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "has", lambda _package: False)
    code = launch.start("serve", port=0, bind="127.0.0.1", data=tmp_path, https=0)
    assert code == 1
    assert "requirements/https.in" in capsys.readouterr().out
