"""`--data DIR` for every Django command that opens the data folder, as for `serve`.

The settings read the data folder when they are loaded, before Django parses the command line.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_WITHOUT_DATA: Final = ("help", "messages", "makemessages", "compilemessages", "version")
"""Commands that open none: what looks like the option is theirs."""


def take_data_option(arguments: Sequence[str]) -> list[str]:
    """Move `--data` of a command line into HUAPAI_DATA; return the other arguments."""
    if not arguments[1:] or arguments[1] in _WITHOUT_DATA:
        return list(arguments)
    words = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    words.add_argument("--data", type=Path)
    options, others = words.parse_known_args(arguments)
    if options.data is not None:
        os.environ["HUAPAI_DATA"] = str(options.data.expanduser().absolute())
    return others
