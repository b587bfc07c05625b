"""docs/operations.md and compose.yaml know the settings that the program reads, and no others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.source_packages import ROOMS, ROOT, SHIPPED, TESTS, TOOLS
from scripts import image_steps

READ = re.compile(r"\benv\.(\w+)\(\s*\"([A-Z_]+)\"")
MAY_BE_A_FILE = {"secret", "database", "broker"}
ROW = re.compile(r"^\| `([A-Z_]+)`(, or its file)? \|", re.MULTILINE)
ONLY_COMPOSE = re.compile(r"\$\{([A-Z_]+):-")
ITS_OWN = {"HUAPAI_PORT", "HUAPAI_SECRETS", "HUAPAI_WEB_PROCESSES"}


@pytest.fixture(scope="module")
def read() -> dict[str, bool]:
    """The variables that the settings read; whether the value may lie in a file."""
    variables = READ.findall((ROOT / "config" / "settings.py").read_text("utf-8"))
    return {name: reader in MAY_BE_A_FILE for reader, name in variables}


@pytest.fixture(scope="module")
def page() -> str:
    return (ROOT / "docs" / "operations.md").read_text("utf-8")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    return loaded


def test_the_table_has_every_setting_and_no_other(read: dict[str, bool], page: str) -> None:
    rows = {name: bool(may_be_a_file) for name, may_be_a_file in ROW.findall(page)}

    assert len(read) > 12
    assert rows == read


def test_compose_sets_only_what_is_read(read: dict[str, bool], compose: dict[str, Any]) -> None:
    known = set(read) | {f"{name}_FILE" for name, may_be_a_file in read.items() if may_be_a_file}

    assert set(compose["services"]["web"]["environment"]) <= known
    names = set(ONLY_COMPOSE.findall((ROOT / "compose.yaml").read_text("utf-8")))
    assert names <= known | ITS_OWN


def test_what_compose_reads_itself_is_told(page: str) -> None:
    assert all(f"`{name}`" in page for name in ITS_OWN)


def test_every_secret_of_compose_is_made_by_the_recipe(compose: dict[str, Any], page: str) -> None:
    for service in compose["services"].values():
        assert set(service.get("secrets", [])) <= set(compose["secrets"])
    for name in compose["secrets"]:
        assert f"> secrets/{name}\n" in page


def test_everything_with_an_address_is_asked_whether_it_is_well(compose: dict[str, Any]) -> None:
    checked = {name for name, service in compose["services"].items() if "healthcheck" in service}

    assert checked == {"proxy", "web", "postgres", "valkey"}


def test_every_room_of_the_program_is_in_the_image() -> None:
    assert {path.parent.name for path in ROOT.glob("*/__init__.py")} - {*TOOLS, TESTS} == set(ROOMS)
    image = (ROOT / "Dockerfile").read_text("utf-8")
    admitted = (ROOT / ".dockerignore").read_text("utf-8")

    assert re.findall(r"^COPY (\w+) \1$", image, re.MULTILINE) == sorted(SHIPPED)
    folders = re.findall(r"^!(\w+)$", admitted, re.MULTILINE)
    assert folders == sorted(SHIPPED)


def test_the_steps_of_the_image_can_be_done_without_docker() -> None:
    """`scripts/bare_debian.sh --image` runs them in a bare root."""
    lines = list(image_steps.script((ROOT / "Dockerfile").read_text("utf-8"), "/checkout"))
    assert "cp -a /checkout/templates templates" in lines
    packed = "/checkout/requirements/base.txt /checkout/requirements/serif.txt"
    assert f"mkdir -p requirements/ && cp -a {packed} requirements/" in lines
    assert [line for line in lines if line.startswith("serve()") and "--reuid=10001" in line]
    assert [line for line in lines if line.startswith("health()") and "/health" in line]
    with pytest.raises(KeyError, match="ONBUILD"):
        list(image_steps.script("ONBUILD RUN true", "/checkout"))


def test_the_files_of_the_data_folder_are_told(page: str) -> None:
    for name in ("huapai.sqlite3", "secret_key", "setup_code", "running.json", "broker/"):
        assert f"`{name}`" in page
    assert Path(ROOT, ".gitignore").read_text("utf-8").count("/secrets/") == 1
