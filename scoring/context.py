"""What is known about a deal before its report: its cards, and what earlier deals determine."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Context:
    """What is known about a deal apart from its report.

    `hands` are given if the board was dealt beforehand: a report that contradicts them has a
    problem, and a report without hands takes these. `leader`, `first_deal` and `expected` (fields
    of a report by name) follow from earlier deals: a report may differ, and following it then warns
    of the difference. `either` holds alternative sets of such fields, of which one is expected.
    `schema` is the version in which the report was stored, None for the game's current one.
    """

    hands: Mapping[str, tuple[str, ...]] | None = None
    leader: str | None = None
    first_deal: bool | None = None
    schema: int | None = None
    expected: Mapping[str, Any] = field(default_factory=dict)
    either: tuple[Mapping[str, Any], ...] = ()


NO_CONTEXT = Context()
"""Nothing is known but the report."""
