"""The program's own virtual environment, and the stamp of its completion."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "requirements"
SETS = ("base", "test", "dev")  # each includes the ones before it
EXTRAS = ("serif",)
"""Sets that are added to any of these, and that the program runs without."""


class Environment:
    """A folder that counts as an environment only once its stamp is written."""

    def __init__(self, folder: Path, requirements: Path = REQUIREMENTS) -> None:
        self.folder = folder.resolve()
        self._requirements = requirements

    @property
    def python(self) -> Path:
        return self.program("python")

    def program(self, name: str) -> Path:
        if os.name == "nt":
            return self.folder / "Scripts" / f"{name}.exe"
        return self.folder / "bin" / name

    def list_of(self, wanted: str) -> Path:
        """Return the file that names every package of a set, with its hashes."""
        return self._requirements / f"{wanted}.txt"

    def is_running(self) -> bool:
        return Path(sys.prefix).resolve() == self.folder

    def is_finished(self) -> bool:
        """Whether it starts, and was completed in this place: it holds absolute paths."""
        return self._stamp().get("place") == str(self.folder) and self.python.exists()

    def is_of_this_python(self) -> bool:
        """Whether it still runs the Python for which it was filled: systems are upgraded."""
        return self._stamp().get("python") == _python_version()

    def is_current(self) -> bool:
        """Whether its packages are the required versions, so that more can be added."""
        digests = {name: digest for name, digest in self._stamp().items() if name in SETS}
        return self.is_finished() and all(self._digest(name) == digests[name] for name in digests)

    def holds(self, wanted: str) -> bool:
        return self.is_finished() and self._stamp().get(wanted) == self._digest(wanted)

    def finish(self, wanted: str) -> None:
        """Write the stamp, completely or not at all."""
        held = SETS[: SETS.index(wanted) + 1] if wanted in SETS else (wanted,)
        digests = {name: self._digest(name) for name in held}
        stamp = {"place": str(self.folder), "python": _python_version()} | self._stamp() | digests
        unfinished = self._stamp_file.with_suffix(".part")
        unfinished.write_text("".join(f"{key}={value}\n" for key, value in stamp.items()), "utf-8")
        unfinished.replace(self._stamp_file)

    def forget(self) -> None:
        self._stamp_file.unlink(missing_ok=True)

    @property
    def _stamp_file(self) -> Path:
        return self.folder / "huapai-stamp.txt"

    def _stamp(self) -> dict[str, str]:
        try:
            lines = self._stamp_file.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return {}
        return {key: value for key, _, value in (line.partition("=") for line in lines)}

    def _digest(self, wanted: str) -> str:
        return hashlib.sha256(self.list_of(wanted).read_bytes()).hexdigest()


def base_python() -> str:
    """Return the Python outside of every environment."""
    return getattr(sys, "_base_executable", "") or sys.executable


def _python_version() -> str:
    return "{}.{}".format(*sys.version_info)
