"""The one list of where sources lie is true, and a walk that sees nothing fails."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from config import catalogues, source_packages, testing
from config.source_packages import ROOMS, ROOT, TESTS, TooFewSources
from config.storage import build

OUTERMOST = "Faces above facts: each room knows only what lies below"


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    tools: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    return tools


def test_every_folder_of_python_is_on_the_list() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in ROOT.glob("[a-z]*/*.py")}
    assert found == set(source_packages.PYTHON)


def test_every_folder_on_the_list_is_there() -> None:
    listed = {*source_packages.SHIPPED, *source_packages.PYTHON, source_packages.DOCS}
    assert {name for name in listed if not (ROOT / name).is_dir()} == set()


def test_the_tools_know_the_same_rooms(project: dict[str, Any]) -> None:
    contracts = project["importlinter"]["contracts"]
    (outermost,) = [contract for contract in contracts if contract["name"] == OUTERMOST]
    assert outermost["layers"] == list(ROOMS)
    assert project["importlinter"]["root_packages"] == sorted(ROOMS)
    assert project["mypy"]["files"] == ["manage.py", *sorted(ROOMS), TESTS]
    assert project["ruff"]["lint"]["isort"]["known-first-party"] == sorted((*ROOMS, TESTS))


def test_what_may_know_no_room_is_forbidden_every_one(project: dict[str, Any]) -> None:
    forbidden = {
        contract["name"]: set(contract["forbidden_modules"])
        for contract in project["importlinter"]["contracts"]
        if contract["type"] == "forbidden"
    }
    assert set(ROOMS) - {"config"} <= forbidden["The first start needs Python alone"]
    above = set(ROOMS[: ROOMS.index("tournaments")])
    assert above <= forbidden["Lists are read without a database, a page or the register"]


@pytest.mark.full
def test_every_room_has_its_share_in_what_is_walked_over() -> None:
    for walked, rooms in (
        (catalogues.sources(ROOT), (*source_packages.TRANSLATED, source_packages.TEMPLATES)),
        (build.counted(ROOT), source_packages.SHIPPED),
        (source_packages.modules(), ROOMS),
    ):
        seen = source_packages.at_least(1100, walked)
        assert {path.relative_to(ROOT).parts[0] for path in seen} == set(rooms)


def test_every_place_that_tests_are_chosen_by_is_there() -> None:
    for place, tests in testing.BY_PLACE:
        assert (ROOT / place).exists(), place
        assert all((ROOT / path).exists() for path in tests), place


@pytest.fixture
def program(tmp_path: Path) -> Path:
    for name in (
        "config/one.py",
        "tournaments/migrations/0001_first.py",
        "tournaments/two.py",
        "web/static/two.css",
        "web/static/two.js",
        "scoring/__pycache__/three.pyc",
        "templates/one.html",
        "templates/inner/two.html",
        "tests/inner/test_two.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


def names(paths: list[Path], root: Path) -> list[str]:
    return [path.relative_to(root).as_posix() for path in paths]


def test_modules_are_what_is_written_by_hand(program: Path) -> None:
    everywhere = source_packages.modules(root=program)
    assert names(everywhere, program) == ["config/one.py", "tournaments/two.py"]
    assert names(source_packages.modules("config", root=program), program) == ["config/one.py"]


def test_each_kind_is_found_in_all_folders_and_in_those_that_are_named(program: Path) -> None:
    assert names(source_packages.templates(root=program), program) == [
        "templates/inner/two.html",
        "templates/one.html",
    ]
    inner = source_packages.templates("inner", root=program)
    assert names(inner, program) == ["templates/inner/two.html"]
    scripts = source_packages.browser_scripts(root=program)
    assert names(scripts, program) == ["web/static/two.js"]
    sheets = source_packages.stylesheets("web", root=program)
    assert names(sheets, program) == ["web/static/two.css"]
    assert source_packages.stylesheets("referee", root=program) == []
    tests = source_packages.modules(f"{TESTS}/inner", root=program)
    assert names(tests, program) == ["tests/inner/test_two.py"]


def test_a_walk_that_sees_too_few_files_fails() -> None:
    paths = [Path("one.py"), Path("two.py")]
    assert source_packages.at_least(2, iter(paths)) == paths
    with pytest.raises(TooFewSources, match="2 files were seen where there are at least 3"):
        source_packages.at_least(3, paths)
