"""What `python3 -m scoring` answers, within the process: lines in, answers out."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.lines import answer_lines


def answered(command: str, lines: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the answers of a command to some lines."""
    return [*map(json.loads, answer_lines((json.dumps(line).encode() for line in lines), command))]
