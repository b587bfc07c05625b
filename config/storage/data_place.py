"""Where the data of an installation lie when nobody names a folder."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from config import program
from config.source_packages import ROOT


def default() -> Path:
    """Return `var` of a checkout; of an installed program the user's own folder for data.

    Never beside the code of an installed one: uv and pip throw that folder away with a version.
    """
    if program.IS_INSTALLED:
        return platformdirs.user_data_path("huapai", appauthor=False)
    return ROOT / "var"
