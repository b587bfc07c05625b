#!/usr/bin/env python3
"""Changes a package in small ways and reports the changes that no test finds: see
`scripts.mutating`.

`scripts/mutants.py clubs/fees --seed 1 --most 60`
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

if __name__ == "__main__":
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    runpy.run_module("scripts.mutating", run_name="__main__", alter_sys=True)
