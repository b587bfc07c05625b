"""The commands of `python3 -m scoring`, run within the process: lines in, answers out."""

import io
import json
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.__main__ import main


def answered(command: str, lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the answers of a command to some lines."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    target = io.StringIO()
    assert main([command], io.BytesIO(text.encode()), target) == 0
    return [json.loads(line) for line in target.getvalue().splitlines()]
