"""The files for a double click: they start `serve`, and keep the window open at an error."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.bootstrap.environment import ROOT

MAC, WINDOWS = ROOT / "start.command", ROOT / "start.bat"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix runs it")
@pytest.mark.parametrize(("code", "asks"), [(0, False), (1, True)])
def test_the_starter_of_macos_waits_at_an_error(tmp_path: Path, code: int, asks: bool) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    shutil.copy(MAC, folder)
    (folder / "manage.py").write_text(f"import sys; print(sys.argv[1:]); sys.exit({code})")
    ended = subprocess.run(
        [folder / MAC.name, "--port", "8001"],
        cwd=tmp_path,
        input="\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert "['serve', '--port', '8001']" in ended.stdout
    assert ("⏎" in ended.stdout, ended.returncode) == (asks, code)


def test_both_lie_beside_the_program_and_can_be_started() -> None:
    assert os.access(MAC, os.X_OK)
    lines = WINDOWS.read_bytes().decode("ascii").split("\r\n")
    assert "%PYTHON% manage.py serve %*" in lines
    assert "if errorlevel 1 pause" in lines
    assert not [line for line in lines if "\n" in line]
