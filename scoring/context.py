"""What is known of a deal before its report: its cards, and what follows from earlier deals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of a deal apart from its report: the hands, where the board was dealt before.

    A report that says otherwise has a problem; a report that is silent is filled in from here.
    `leader`, `first_deal` and `expected`, parts of a report by their names, follow from earlier
    deals: a report that says otherwise holds, and following it warns of the difference. So do
    `either`, sets of such parts of which one is expected. `schema`
    is the form in which the report was stored, None for the game's own of today.
    """

    hands: Mapping[str, tuple[str, ...]] | None = None
    leader: str | None = None
    first_deal: bool | None = None
    schema: int | None = None
    expected: Mapping[str, Any] = field(default_factory=dict)
    either: tuple[Mapping[str, Any], ...] = ()


NO_CONTEXT = Context()
"""Nothing is known but the report."""
