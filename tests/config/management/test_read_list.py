"""`read_list` as it is started: one JSON value and nothing else, whatever the terminal is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.worker import ROOT


def read_list(*words: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run the command without a data folder, a database or a setting."""
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "read_list", *words],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
        timeout=120,
    )


@pytest.mark.full
def test_a_list_is_printed_as_one_value_and_nothing_is_made(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("#接龙\n1. 张三\n2. 李四（晚到）\n周三\n", "utf-8")
    done = read_list(str(file), "--as", "individuals", folder=tmp_path)
    values = json.loads(done.stdout.decode())
    assert (done.returncode, [*values]) == (0, ["sheet", "first_row", "heads", "lines"])
    assert [line["state"] for line in values["lines"]] == ["left_out", "entry", "entry", "ask"]
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.full
def test_a_file_that_cannot_be_opened_is_an_error_and_one_that_is_no_list_is_none(
    tmp_path: Path,
) -> None:
    missing = read_list("missing.txt", "--as", "teams", folder=tmp_path)
    assert (missing.returncode != 0, missing.stdout, b"missing.txt" in missing.stderr) == (
        True,
        b"",
        True,
    )
    (tmp_path / "broken.xlsx").write_bytes(b"PK\3\4 no workbook")
    broken = read_list("broken.xlsx", "--as", "teams", folder=tmp_path)
    assert (broken.returncode, json.loads(broken.stdout)["lines"]) == (0, [])
