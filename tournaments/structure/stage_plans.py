"""The stages of an event as a director plans them, before they exist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.pairing.knockout import knockout_draw as knockout
from tournaments.standings.qualification_rules import FeedRule


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as it is planned; what is left out is as in the event.

    `feed` is the rule of qualification from the stage before: the first stage has none. `knockout`
    are the options of a knockout's draw.
    """

    name: str = ""
    draw_method: str = ""
    rounds_planned: int | None = None
    deals_per_round: int | None = None
    groups_wanted: int = 1
    feed: FeedRule | None = None
    knockout: knockout.KnockoutOptions | None = None

    def feed_json(self) -> dict[str, Any]:
        """Return the rule of the feed as a stage keeps it; empty where there is none."""
        return self.feed.as_json() if self.feed else {}

    def knockout_json(self) -> dict[str, Any]:
        """Return the options of the knockout as a stage keeps them; empty where there are none."""
        return knockout.options_json(self.knockout) if self.knockout else {}
