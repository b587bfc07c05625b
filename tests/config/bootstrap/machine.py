"""A pretended machine: which installing commands succeed on it, and which were asked for."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from config.bootstrap import building, recipes
from config.bootstrap.environment import Environment

UV = "uv==0.1 \\\n    --hash=sha256:bb \\\n    --hash=sha256:cc\n    # via -r base.in\n"
DJANGO = "django==5.2 \\\n    --hash=sha256:aa\n"
PYTEST = "pytest==9 \\\n    --hash=sha256:dd\n"
LISTS = {"base": DJANGO + UV, "test": DJANGO + PYTEST + UV, "dev": DJANGO + PYTEST + UV}

ITS_UV = {"uv venv", "uv installs"}
PACKED_PIP = {"venv", "packed pip", "packages", "its own uv installs"}
UNPACKED_PIP = {"venv", "ensurepip", "pip", "packages", "its own uv installs"}
OTHER_PIP = {"venv", "other pip", "packages", "its own uv installs"}


class Machine:
    def __init__(self, folder: Path, works: set[str]) -> None:
        self.works = works
        self.asked: list[str] = []
        self.said: list[str] = []
        self.environ: Mapping[str, str] = {}
        self.requirements = folder / "requirements"
        self.requirements.mkdir()
        for name, text in LISTS.items():
            (self.requirements / f"{name}.txt").write_text(text)
        self.environment = Environment(folder / ".venv", self.requirements)

    def take_the_place_of_this_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        on_path = {"uv venv": "uv", "other pip": "pip3"}
        programs = {name for work, name in on_path.items() if work in self.works}
        monkeypatch.setattr(shutil, "which", lambda name: name if name in programs else None)
        monkeypatch.setattr(recipes, "bundled_wheels", lambda: [Path("pip.whl")])
        monkeypatch.setattr(recipes, "succeeds", self.succeeds)
        monkeypatch.setattr(recipes, "succeeds_quietly", self.succeeds)
        monkeypatch.setattr(building, "say", self.said.append)

    def succeeds(
        self, command: Sequence[str | Path], environ: Mapping[str, str] | None = None
    ) -> bool:
        words = [str(word) for word in command]
        needs, does = read(words)
        self.asked.append(does)
        self.environ = environ or self.environ
        if does.endswith("venv"):
            self.leave(self.environment.python if needs <= self.works else self.half_made)
        elif does.endswith("fetches uv") and needs <= self.works:
            self.leave(self.environment.program("uv"))
        return needs <= self.works

    @property
    def half_made(self) -> Path:
        """What a failing venv leaves behind."""
        return self.environment.folder / "half-made"

    def leave(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()


def read(words: list[str]) -> tuple[set[str], str]:
    """What has to work for a command, and what the command does, as these tests call it."""
    if "venv" in words or "ensurepip" in words:
        name = "ensurepip" if "ensurepip" in words else "uv venv" if words[0] == "uv" else "venv"
        return {name}, name
    if words[1:3] == ["pip", "install"]:
        name = "uv installs" if words[0] == "uv" else "its own uv installs"
        return {name}, name
    pip = "packed pip" if words[1] == "pip.whl/pip" else "pip"
    pip = "other pip" if "--python" in words else pip
    if words[-1] == "--version":
        return {pip}, f"{pip} answers"
    does = "fetches uv" if words[-1].endswith("uv.txt") else "installs"
    return {pip, "packages"}, f"{pip} {does}"
