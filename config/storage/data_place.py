"""The default data folder of an installation."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from config import program
from config.source_packages import ROOT


def default() -> Path:
    """Return `var` of a checkout; for an installed program the user's own data folder.

    Never beside the code of an installed one, because uv and pip delete that folder with the
    version.
    """
    if program.IS_INSTALLED:
        return platformdirs.user_data_path("huapai", appauthor=False)
    return ROOT / "var"
