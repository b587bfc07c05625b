"""The lists of packages fit together, so adding the tests changes nothing that runs."""

from __future__ import annotations

import itertools
import re
import tomllib

import pytest

from config.bootstrap.environment import EXTRAS, REQUIREMENTS, ROOT, SETS
from config.bootstrap.recipes import pin_of

PIN = re.compile(r"^([a-z0-9-]+)==([^ ;]+)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    return dict(PIN.findall((REQUIREMENTS / f"{name}.txt").read_text("utf-8")))


def asked_for(name: str) -> set[str]:
    """The packages that a person wrote down."""
    lines = (REQUIREMENTS / f"{name}.in").read_text("utf-8").splitlines()
    packages = {re.split(r"[\[<>=;]", line)[0] for line in lines if line[:1].isalpha()}
    return {package.strip().lower().replace("_", "-") for package in packages}


@pytest.mark.parametrize(("smaller", "larger"), list(itertools.pairwise(SETS)))
def test_a_larger_list_names_the_same_versions(smaller: str, larger: str) -> None:
    assert pins(smaller).items() <= pins(larger).items()


@pytest.mark.parametrize("name", [*SETS, *EXTRAS])
def test_everything_asked_for_is_on_the_list(name: str) -> None:
    assert asked_for(name) <= pins(name).keys()


@pytest.mark.parametrize("name", [*SETS, *EXTRAS])
def test_every_package_has_its_hashes(name: str) -> None:
    text = (REQUIREMENTS / f"{name}.txt").read_text("utf-8")
    for package in pins(name):
        assert "--hash=sha256:" in "\n".join(pin_of(package, text)), package


@pytest.mark.parametrize("name", [*SETS, *EXTRAS])
def test_a_list_names_no_place(name: str) -> None:
    text = (REQUIREMENTS / f"{name}.txt").read_text("utf-8")

    assert not re.search(r"://|--(extra-)?index-url|--find-links| /", text)


def test_the_lists_are_made_for_the_oldest_python_that_is_admitted() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert project["requires-python"] == ">=3.11"
    assert "--python-version 3.11" in (REQUIREMENTS / "base.txt").read_text("utf-8")


@pytest.mark.parametrize("name", [*SETS, *EXTRAS])
def test_what_is_never_loaded_is_on_no_list(name: str) -> None:
    lines = (REQUIREMENTS / "excluded.txt").read_text("utf-8").splitlines()
    excluded = {line for line in lines if line[:1].isalpha()}
    assert excluded
    assert not excluded & pins(name).keys()
