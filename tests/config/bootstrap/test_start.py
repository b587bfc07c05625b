"""`manage.py` itself, started by a Python that has nothing."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config import bootstrap
from config.bootstrap.environment import ROOT, base_python
from tests.services import starting

FRAMEWORK = """
import sys
def execute_from_command_line(argv):
    print("runs", argv[1:], sys.prefix, sys.flags.utf8_mode, "华牌")
"""
OURS = {"NO_BOOTSTRAP", "VIRTUAL_ENV", "PYTHONPATH", bootstrap.RELAUNCHED}


class Checkout:
    """A copy of what the first start needs, with one small package on its list."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in (
            "manage.py",
            "config/__init__.py",
            "config/pip_settings.py",
            "config/management/__init__.py",
            "config/management/data_option.py",
            "config/management/help_pages.py",
            "config/program.py",
            "config/serving/__init__.py",
            "config/storage/__init__.py",
            "config/source_packages.py",
            "config/storage/build.py",
            "config/storage/file_permissions.py",
            "config/terminal.py",
        ):
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        shutil.copytree(ROOT / "config" / "bootstrap", folder / "config" / "bootstrap")
        (folder / "requirements").mkdir()
        wheel = write_wheel(folder / "wheels")
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        (folder / "requirements" / "base.txt").write_text(f"django==5.2 --hash=sha256:{digest}\n")

    def start(self, *words: str, path: str, python: str = "") -> subprocess.CompletedProcess[str]:
        command = [python or base_python(), "manage.py", *words]
        return starting.run(command, self.folder, self.environ(path))

    def environ(self, path: str) -> dict[str, str]:
        """A person's, with the wheel as the only thing that pip is told of."""
        environ = {name: value for name, value in os.environ.items() if name not in OURS}
        settings = {
            "PIP_FIND_LINKS": str(self.folder / "wheels"),
            "PIP_NO_INDEX": "1",
            "PATH": path,
        }
        return environ | settings


def write_wheel(folder: Path) -> Path:
    """A package named like the framework, made on the spot."""
    about = "Metadata-Version: 2.1\nName: django\nVersion: 5.2\n"
    kind = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {
        "django/__init__.py": "",
        "django/core/__init__.py": "",
        "django/core/exceptions.py": "class ImproperlyConfigured(Exception): ...\n",
        "django/core/management.py": FRAMEWORK,
        "django-5.2.dist-info/METADATA": about,
        "django-5.2.dist-info/WHEEL": kind,
    }
    record = [
        f"{name},sha256={digest_of(text)},{len(text.encode())}" for name, text in files.items()
    ]
    files["django-5.2.dist-info/RECORD"] = "\n".join([*record, "django-5.2.dist-info/RECORD,,", ""])
    folder.mkdir()
    wheel = folder / "django-5.2-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return wheel


def digest_of(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def with_uv() -> str:
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


@pytest.mark.full
def test_it_installs_once_and_then_goes_straight_on(checkout: Checkout) -> None:
    first = checkout.start("hello", path=with_uv())
    second = checkout.start("again", "--word", path="")

    assert "installing 1 packages (base)" in first.stdout
    assert f"runs ['hello'] {checkout.folder.resolve()}" in first.stdout, first.stderr
    assert second.stdout == f"runs ['again', '--word'] {checkout.folder.resolve()}/.venv 1 华牌\n"


@pytest.mark.full
def test_the_environments_own_python_needs_no_other(checkout: Checkout) -> None:
    checkout.start("hello", path=with_uv())
    inside = checkout.folder / ".venv" / "bin" / "python"

    assert "runs ['hello']" in checkout.start("hello", path="", python=str(inside)).stdout


@pytest.mark.full
def test_an_environment_without_its_stamp_is_made_anew_from_within(checkout: Checkout) -> None:
    checkout.start("hello", path=with_uv())
    (checkout.folder / ".venv" / "huapai-stamp.txt").unlink()
    inside = checkout.folder / ".venv" / "bin" / "python"

    again = checkout.start("hello", path=with_uv(), python=str(inside))

    assert "installing 1 packages" in again.stdout
    assert "runs ['hello']" in again.stdout, again.stderr


@pytest.mark.full
def test_a_copied_folder_makes_its_own_environment(checkout: Checkout, tmp_path: Path) -> None:
    checkout.start("hello", path=with_uv())
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in ("manage.py", "config", "requirements", "wheels", ".venv"):
        (checkout.folder / name).rename(moved / name)
    checkout.folder = moved

    assert (
        f"runs ['hello'] {moved.resolve()}/.venv" in checkout.start("hello", path=with_uv()).stdout
    )


@pytest.mark.nightly
def test_the_pip_of_python_is_enough(checkout: Checkout) -> None:
    started = checkout.start("hello", path="")

    assert "runs ['hello']" in started.stdout, started.stderr


@pytest.mark.full
def test_two_starts_at_once_install_once(checkout: Checkout) -> None:
    with ThreadPoolExecutor(3) as together:
        starts = together.map(lambda _: checkout.start("hello", path=with_uv()), range(3))
        answers = [start.stdout for start in starts]

    assert all("runs ['hello']" in answer for answer in answers)
    assert sum("this is done once" in answer for answer in answers) == 1


@pytest.mark.full
def test_packages_that_do_not_come_leave_nothing(checkout: Checkout) -> None:
    for wheel in (checkout.folder / "wheels").iterdir():
        wheel.unlink()

    started = checkout.start("hello", path=with_uv())

    assert started.returncode == 1
    assert "could not be installed" in started.stderr
    assert not (checkout.folder / ".venv").exists()


def test_an_environment_of_the_users_own_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "base_prefix", "another")

    bootstrap.enter(["manage.py", "demo"])

    assert not list(tmp_path.iterdir())


def test_a_user_who_wants_no_bootstrap_is_told_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setenv("NO_BOOTSTRAP", "1")
    monkeypatch.setitem(bootstrap.ENTRANCE, "test", "a_package_that_is_not_there")

    with pytest.raises(
        SystemExit, match=r"-m pip install --require-hashes --no-deps -r .*test\.txt"
    ):
        bootstrap.enter(["manage.py", "test"])


def test_an_old_python_is_told_what_is_needed() -> None:
    pretend = "import runpy, sys; sys.version_info = (3, 9, 2)"
    script = f"{pretend}; runpy.run_path('manage.py', run_name='__main__')"
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)

    assert ran.returncode == 1
    assert ran.stderr.startswith("Huapai needs Python 3.11 or newer")
