"""The form of the program on this machine, a checkout or an installed package, and its command.

Standard library only: the bootstrap prints the command before anything is installed.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import PurePath
from typing import Final

from config.source_packages import ROOT

IS_INSTALLED: Final = (ROOT / "__init__.py").is_file()
"""Whether this runs from the package of the wheel: a checkout has no such file."""
_OF_UV: Final = ("archive-v", "environments-v")
"""How folders of uv's cache begin, in which `uvx` keeps what it runs."""


def command() -> str:
    """Return the words that start this program here, to precede `serve` or `restore`."""
    if IS_INSTALLED:
        return "uvx huapai" if _is_run_by_uvx(PurePath(sys.prefix)) else "huapai"
    return "py manage.py" if sys.platform == "win32" else "python3 manage.py"


def has(package: str) -> bool:
    """Whether an optional package is installed."""
    return importlib.util.find_spec(package) is not None


def line_for(extra: str) -> str:
    """Return the command that installs an extra: of the wheel, or the list of a checkout."""
    if IS_INSTALLED:
        return f'pip install "huapai[{extra}]"'
    return f"pip install -r requirements/{extra}.in"


def _is_run_by_uvx(prefix: PurePath) -> bool:
    return any(part.startswith(_OF_UV) for part in prefix.parts)
