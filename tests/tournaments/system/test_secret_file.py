"""Secrets are made once, whoever asks first, and only their owner can read them."""

from __future__ import annotations

import stat
import sys
import threading
from itertools import count
from pathlib import Path

import pytest
from pytest_django import Settings

from clubs.credentials import setup_code
from tournaments.system import file_lock, secret_file


def test_it_is_made_once_and_kept(tmp_path: Path) -> None:
    numbers = count()

    first = secret_file.kept(tmp_path / "secret", lambda: f"secret {next(numbers)}")
    again = secret_file.kept(tmp_path / "secret", lambda: f"secret {next(numbers)}")

    assert first == again == "secret 0"


def test_only_its_owner_reads_it(tmp_path: Path) -> None:
    secret_file.kept(tmp_path / "secret", lambda: "secret")

    owner_only = 0o666 if sys.platform == "win32" else 0o600  # Windows has no such modes
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == owner_only


def test_all_who_start_together_get_the_same(tmp_path: Path) -> None:
    numbers = count()
    together = threading.Barrier(8)
    secrets_read: list[str] = []

    def start() -> None:
        together.wait()
        secrets_read.append(
            secret_file.kept(tmp_path / "secret", lambda: f"secret {next(numbers)}")
        )

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert secrets_read == ["secret 0"] * 8


def test_what_a_crash_left_half_written_is_not_taken_for_a_secret(tmp_path: Path) -> None:
    (tmp_path / "secret.part").write_text("half", "utf-8")

    assert secret_file.kept(tmp_path / "secret", lambda: "whole") == "whole"


def test_a_lock_that_stays_taken_is_given_up_on(tmp_path: Path) -> None:
    with (
        file_lock.held(tmp_path / "lock"),
        pytest.raises(TimeoutError, match="stays locked"),
        file_lock.held(tmp_path / "lock", patience=0.01),
    ):
        pass


def test_the_setup_code_may_be_typed_carelessly(tmp_path: Path, settings: Settings) -> None:
    settings.SETUP_CODE_FILE = tmp_path / "setup_code"
    code = setup_code.current()

    assert code == setup_code.current()
    assert setup_code.is_right(code.lower().replace("-", " "))
    assert not setup_code.is_right(code[:-1])
    assert not setup_code.is_right("")


def test_a_forgotten_setup_code_is_replaced_by_another(tmp_path: Path, settings: Settings) -> None:
    settings.SETUP_CODE_FILE = tmp_path / "setup_code"
    code = setup_code.current()

    setup_code.forget()

    assert not setup_code.is_right(code)
