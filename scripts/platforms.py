"""Checks where the program runs: `python -m scripts.platforms`.

For each system and each Python the pinned list is resolved as in an installation, from binary
packages alone and without installing anything. docs/platforms.md holds the output; the exit code
says whether a promised platform lacks a package. Needs the network and uv.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from config.bootstrap.environment import REQUIREMENTS, Environment
from config.source_packages import ROOT

PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14", "3.15")
PROMISED: Final = (
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
LACKING: Final = ("aarch64-pc-windows-msvc", "loongarch64-unknown-linux-gnu")
"""Asked as well, so that it is seen when they come."""
_NAMED: Final = re.compile(r"Because ([a-z0-9-]+)(?:\{.*?\})?==\S+ has no")


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome for one system and one Python; `lacks` is empty if nothing is missing."""

    system: str
    python: str
    lacks: str


def main() -> int:
    """Print the table; return 1 if a promised platform lacks a package."""
    places = [(system, python) for system in (*PROMISED, *LACKING) for python in PYTHONS]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda place: ask(*place), places))
    for line in table(answers):
        sys.stdout.write(f"{line}\n")
    return any(answer.lacks for answer in answers if answer.system in PROMISED)


def ask(system: str, python: str) -> Answer:
    """Resolve the list for one platform."""
    uv = Environment(ROOT / ".venv").program("uv")
    program = str(uv) if uv.exists() else "uv"
    with tempfile.TemporaryDirectory() as nowhere:
        words = [program, "pip", "install", "--quiet", "--dry-run", "--target", nowhere]
        words += ["--python-platform", system, "--python-version", python, "--no-deps"]
        words += ["--only-binary", ":all:", "--require-hashes", "-r", REQUIREMENTS / "base.txt"]
        answer = subprocess.run(words, capture_output=True, text=True, check=False)
    if not answer.returncode:
        return Answer(system, python, "")
    said = " ".join(answer.stderr.split())
    named = _NAMED.search(said)
    return Answer(system, python, named[1] if named else said[:120])


def table(answers: list[Answer]) -> Iterator[str]:
    """Return a row for each system, with a column for each Python."""
    yield "| system | " + " | ".join(PYTHONS) + " |"
    yield "|---" * (len(PYTHONS) + 1) + "|"
    for system in dict.fromkeys(answer.system for answer in answers):
        cells = [each.lacks or "yes" for each in answers if each.system == system]
        yield f"| `{system}` | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    sys.exit(main())
