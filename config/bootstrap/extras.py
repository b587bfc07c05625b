"""Sets that the program is better with and runs without: taken after everything else.

Nothing waits or fails for them, and nothing is said: without the network the next start tries
again. What the program cannot run without is in `building.py`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from config.bootstrap.building import beside, one_at_a_time
from config.bootstrap.environment import EXTRAS, ROOT, Environment
from config.bootstrap.recipes import uv_command

OURS = Environment(ROOT / ".venv")


def are_missing() -> bool:
    """Return whether this Python runs in the program's own environment, and that lacks a set."""
    return OURS.is_running() and not all(map(OURS.holds, EXTRAS))


def take(environment: Environment, name: str) -> bool:
    """Add a set where it can be had; return whether the environment holds it."""
    with one_at_a_time(beside(environment, "lock")):
        if environment.is_finished() and not environment.holds(name):
            uv = shutil.which("uv") or environment.program("uv")
            if _installs(uv, environment, name):
                environment.finish(name)
    return environment.holds(name)


def _installs(uv: str | Path, environment: Environment, name: str) -> bool:
    """Install without a word, whatever comes of it."""
    command, environ = uv_command(uv, environment, name)
    try:
        done = subprocess.run(
            command, check=False, env=environ, stdin=subprocess.DEVNULL, capture_output=True
        )
    except OSError:
        return False
    return done.returncode == 0


def main() -> int:
    """Take every set into the program's own environment."""
    missing = [name for name in EXTRAS if not take(OURS, name)]
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
