"""Optional sets of packages, installed after everything else.

Nothing waits or fails for them, and nothing is printed: without the network the next start tries
again. Required packages are in `building.py`.
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
    """Return whether this Python runs in the program's own environment, and a set is missing."""
    return OURS.is_running() and not all(map(OURS.holds, EXTRAS))


def take(environment: Environment, name: str) -> bool:
    """Install a set if possible; return whether the environment has it."""
    with one_at_a_time(beside(environment, "lock")):
        if environment.is_finished() and not environment.holds(name):
            uv = shutil.which("uv") or environment.program("uv")
            if _installs(uv, environment, name):
                environment.finish(name)
    return environment.holds(name)


def _installs(uv: str | Path, environment: Environment, name: str) -> bool:
    """Install silently, whatever the outcome."""
    command, environ = uv_command(uv, environment, name)
    try:
        done = subprocess.run(
            command, check=False, env=environ, stdin=subprocess.DEVNULL, capture_output=True
        )
    except OSError:
        return False
    return done.returncode == 0


def main() -> int:
    """Install every set into the program's own environment."""
    missing = [name for name in EXTRAS if not take(OURS, name)]
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
