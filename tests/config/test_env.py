"""A value that makes no sense stops the start, and the message names the variable."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
from tests.config.program import manage

LONG = "0123456789abcdefghijklmnopqrstuvwxyz"
Reader = Callable[[str], Any]


def database(name: str) -> dict[str, Any]:
    return env.database(name, default=Path(os.devnull), pool=7)


def number(name: str) -> int:
    return env.integer(name, 5, least=1, most=9)


def time_zone(name: str) -> str:
    return env.time_zone(name, "Asia/Shanghai")


def secret(name: str) -> str:
    return env.secret(name, otherwise=lambda: LONG)


NO_FOLDER = "a file/folder"
"""Stands for a folder that a file is in the way of, so that no path is in the name of a case."""
REFUSED: list[tuple[Reader, str]] = [
    (env.boolean, "perhaps"),
    (number, "many"),
    (number, "0"),
    (number, "10"),
    (number, "3.5"),
    (number, "٣"),
    (env.broker, "amqp://localhost"),
    (env.broker, "redis://"),
    (env.broker, "redis://localhost:6379/first"),
    (env.broker, "redis://localhost:port"),
    (database, "mysql://localhost/huapai"),
    (database, "sqlite://huapai.sqlite3"),
    (database, "sqlite:///huapai.sqlite3"),
    (database, "sqlite:////no/such/folder/huapai.sqlite3"),
    (database, "postgresql://localhost"),
    (database, "postgresql:///huapai"),
    (database, "postgresql://localhost:99999/huapai"),
    (database, "postgresql://localhost/huapai?pool=9"),
    (secret, "short"),
    (env.hosts, "cards.example.org, *"),
    (env.hosts, "http://cards.example.org"),
    (env.hosts_and_networks, "http://10.0.0.1/"),
    (env.hosts_and_networks, "10.0.0.1/8"),
    (env.origins, "cards.example.org"),
    (env.origins, "https://cards.example.org/path"),
    (time_zone, "Asia/Peking"),
    (time_zone, "../../etc/passwd"),
    (env.file, "/no/such/file"),
    (lambda name: env.level(name, "WARNING"), "LOUD"),
    (lambda name: env.folder(name, Path()), NO_FOLDER),
]


@pytest.mark.parametrize(("read", "value"), REFUSED)
def test_it_refuses_and_names_the_variable(
    read: Reader, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THE_SETTING", f"{__file__}/folder" if value == NO_FOLDER else value)

    with pytest.raises(ImproperlyConfigured, match=r"^THE_SETTING: "):
        read("THE_SETTING")


@pytest.mark.parametrize(
    ("read", "value", "meant"),
    [
        (env.boolean, "", False),
        (env.boolean, " Yes ", True),
        (env.boolean, "0", False),
        (number, "", 5),
        (number, "9", 9),
        (env.broker, "", ""),
        (env.broker, "redis://:pass@valkey:6379/1", "redis://:pass@valkey:6379/1"),
        (env.hosts, " a.org, .b.org ,", ["a.org", ".b.org"]),
        (env.hosts_and_networks, "nas.local, fd00::/8", ["nas.local", "fd00::/8"]),
        (env.origins, "https://a.org:8443", ["https://a.org:8443"]),
        (time_zone, "Europe/Berlin", "Europe/Berlin"),
        (secret, "", LONG),
    ],
)
def test_it_reads(read: Reader, value: str, meant: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_SETTING", value)

    assert env.boolean("ANOTHER_SETTING") is False
    assert read("A_SETTING") == meant


def test_a_postgresql_address_becomes_a_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "DATABASE_URL", "postgresql://hua:p%40ss@db.example.org:5433/pai?sslmode=require"
    )

    settings = database("DATABASE_URL")

    assert settings["ENGINE"] == "django.db.backends.postgresql"
    assert (settings["NAME"], settings["USER"], settings["PASSWORD"]) == ("pai", "hua", "p@ss")
    assert (settings["HOST"], settings["PORT"]) == ("db.example.org", "5433")
    assert settings["OPTIONS"]["sslmode"] == "require"
    assert settings["OPTIONS"]["pool"]["max_size"] == 7
    assert settings["DISABLE_SERVER_SIDE_CURSORS"]


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (database, "postgresql://huapai:geheim/wort@host/huapai"),
        (database, "postgresql://huapai:geheim#wort@host/huapai"),
        (database, "postgresql://huapai:geheim℀wort@host/huapai"),
        (env.broker, "redis://:geheim#wort@valkey:6379/1"),
    ],
)
def test_a_refused_address_repeats_nothing_of_its_password(
    read: Reader, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THE_SETTING", value)
    with pytest.raises(ImproperlyConfigured, match="%2F") as refused:
        read("THE_SETTING")
    told = "".join(traceback.format_exception(refused.value))
    assert "geheim" not in told.partition("ImproperlyConfigured")[2]
    assert refused.value.__suppress_context__


def test_an_sqlite_address_is_a_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{(tmp_path / 'a b.sqlite3').as_posix()}")

    assert database("DATABASE_URL")["NAME"] == str(tmp_path / "a b.sqlite3")


def test_a_secret_may_lie_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key").write_text(f"{LONG}\n", "utf-8")
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "key"))

    assert env.secret("SECRET_KEY", otherwise=str) == LONG


def test_a_password_in_an_address_may_lie_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "url").write_text("postgresql://hua:pass@db/pai\n", "utf-8")
    monkeypatch.setenv("DATABASE_URL_FILE", str(tmp_path / "url"))

    assert database("DATABASE_URL")["PASSWORD"] == "pass"


def test_a_secret_is_not_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", LONG)
    monkeypatch.setenv("SECRET_KEY_FILE", os.devnull)

    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY_FILE"):
        env.secret("SECRET_KEY", otherwise=str)


def test_a_file_of_a_secret_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY_FILE", "/no/such/file")

    with pytest.raises(ImproperlyConfigured, match=r"^SECRET_KEY_FILE: /no/such/file"):
        env.secret("SECRET_KEY", otherwise=str)


@pytest.mark.full
def test_a_wrong_value_stops_the_start(tmp_path: Path) -> None:
    started = manage(tmp_path, "check", HUAPAI_TIME_ZONE="Mars/Olympus")

    assert started.returncode != 0
    assert "HUAPAI_TIME_ZONE: 'Mars/Olympus' is not a time zone" in started.stderr
