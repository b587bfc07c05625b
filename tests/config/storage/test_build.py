"""The program's own name: the same for the same files, another for any other."""

from __future__ import annotations

from pathlib import Path

from config import source_packages
from config.storage import build


def make(root: Path, text: str = "a = 1\n") -> Path:
    for room in ("config", "web/static"):
        (root / room).mkdir(parents=True)
    (root / "config" / "a.py").write_text(text, "utf-8")
    (root / "web" / "static" / "a.css").write_text("a {}", "utf-8")
    return root


def test_equal_files_have_one_name_wherever_they_lie(tmp_path: Path) -> None:
    first, second = make(tmp_path / "first"), make(tmp_path / "second")
    (second / "config" / "a.pyc").write_bytes(b"compiled")

    assert build.digest(first) == build.digest(second)


def test_any_other_file_changes_the_name(tmp_path: Path) -> None:
    first, second = make(tmp_path / "first"), make(tmp_path / "second", "a = 2\n")

    assert build.digest(first) != build.digest(second)


def test_a_file_that_moves_changes_the_name(tmp_path: Path) -> None:
    root = make(tmp_path / "root")
    before = build.digest(root)

    (root / "config" / "a.py").rename(root / "config" / "b.py")

    assert build.digest(root) != before


def test_the_name_depends_on_every_folder_that_the_program_runs_from() -> None:
    files = source_packages.at_least(1500, build.counted(source_packages.ROOT))

    folders = {path.relative_to(source_packages.ROOT).parts[0] for path in files}
    assert folders == set(source_packages.SHIPPED)
