"""The wheel is built, holds everything, and starts in an environment of its own."""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from config import source_packages
from config.storage import build
from tests.config.program import USUAL_UMASK, environment
from tests.services import starting

NAME = f"huapai-{build.VERSION}-py3-none-any.whl"
OF_CODE = (".py", ".html", ".css", ".js", ".mo", ".txt", ".in", ".svg", ".png", ".json")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as `pip wheel .` does, with the backend that is installed here."""
    folder = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(words, cwd=source_packages.ROOT, check=True, capture_output=True)
    return folder / NAME


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel; the packages that it asks for are those of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or "uv"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    python = folder / "bin" / "python"
    install = [uv, "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python, wheel]
    subprocess.run([str(word) for word in install], check=True)
    (places,) = (folder / "lib").glob("python*/site-packages")
    (places / "packages.pth").write_text(sysconfig.get_path("purelib"))
    return folder


def run(installed: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [str(installed / "bin" / "huapai"), *words]
    return starting.run(command, installed, own(installed, **settings))


def own(installed: Path, **settings: str) -> dict[str, str]:
    """A person's environment: nothing says where the data lie."""
    environ = environment(HOME=str(installed / "home"), **settings)
    for name in ("NO_BOOTSTRAP", "HUAPAI_DATA", "XDG_DATA_HOME", "PYTHONPATH"):
        environ.pop(name, None)
    return environ


@pytest.mark.full
def test_it_holds_one_package_with_every_file_of_the_program(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    shipped = source_packages.files(sorted(source_packages.SHIPPED), OF_CODE)
    paths = {
        path.relative_to(source_packages.ROOT).as_posix()
        for path in source_packages.at_least(1500, shipped)
    }
    # One of them becomes the package's own file.
    assert {path for path in paths if f"huapai/{path}" not in names} == {"config/installed.py"}
    assert "huapai/__init__.py" in names
    assert {name.partition("/")[0] for name in names} == {
        "huapai",
        f"huapai-{build.VERSION}.dist-info",
    }
    assert not [name for name in names if "/tests/" in name or "__pycache__" in name]


@pytest.mark.full
def test_it_asks_for_what_the_lists_name(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        about = email.message_from_bytes(packed.read(f"huapai-{build.VERSION}.dist-info/METADATA"))
    asked: dict[str, set[str]] = {}
    for line in about.get_all("Requires-Dist", []):
        extra = re.search(r"extra == '(\w+)'", line)
        name = re.split(r"[\[<>=; ]", line)[0].lower()
        asked.setdefault(extra[1] if extra else "base", set()).add(name)
    for name, packages in asked.items():
        lines = (source_packages.ROOT / "requirements" / f"{name}.in").read_text("utf-8")
        wanted = {
            re.split(r"[\[<>=;]", line)[0].lower()
            for line in lines.split("\n")
            if line[:1].isalpha()
        }
        assert packages == wanted
    assert {"base", "server", "https"} <= asked.keys()
    assert "uv" not in asked["base"]
    assert about["Requires-Python"] == ">=3.11"


@pytest.mark.full
@pytest.mark.sqlite
def test_the_demo_starts_from_it_in_few_lines(installed: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [installed / "bin" / "huapai", "demo", "--port", "0"],
        cwd=tmp_path,
        env=own(installed),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        umask=USUAL_UMASK,
    )
    said: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line.rstrip())
        if line.startswith("ready "):
            break
    try:
        address = said[-1].removeprefix("ready ")
        assert address.startswith("http://127.0.0.1:"), said
        assert len(said) <= 12
        page = starting.run([sys.executable, "-c", ASK, address], tmp_path, dict(os.environ))
        assert "200 200" in page.stdout, page.stderr
    finally:
        process.terminate()
        process.communicate(timeout=60)
    # The data lie with the user's own, and nothing beside the code.
    assert (installed / "home" / ".local" / "share" / "huapai" / "demo").is_dir()
    assert not list(installed.glob("lib/python*/site-packages/huapai/var"))


ASK = """
import re, sys, urllib.request
page = urllib.request.urlopen(sys.argv[1], timeout=60)
styles = re.search(r'href="(/static/[^"]+[.]css)"', page.read().decode())[1]
print(page.status, urllib.request.urlopen(sys.argv[1].rstrip("/") + styles, timeout=60).status)
"""


@pytest.mark.full
def test_it_names_its_own_command(installed: Path) -> None:
    assert "Type: huapai COMMAND" in run(installed, "--help").stdout
    refused = run(installed, "test")
    assert refused.returncode == 1
    assert "needs a checkout" in refused.stderr
    assert "huapai restore FILE" not in run(installed, "--version").stdout


@pytest.mark.full
@pytest.mark.sqlite
def test_data_option_and_backup_work_from_it(installed: Path, tmp_path: Path) -> None:
    data = str(tmp_path / "club")
    prepared = run(installed, "prepare", "serve", "--data", data)
    assert prepared.returncode == 0, prepared.stderr
    assert "is sound" in run(installed, "verify", "--data", data).stdout
    copied = run(installed, "backup", str(tmp_path / "copy.zip"), "--data", data)
    assert copied.returncode == 0, copied.stdout + copied.stderr
    restored = run(
        installed, "restore", str(tmp_path / "copy.zip"), "--data", str(tmp_path / "other")
    )
    assert restored.returncode == 0, restored.stdout + restored.stderr
