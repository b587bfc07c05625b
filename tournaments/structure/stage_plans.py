"""The stages of an event as a director plans them, before they exist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.pairing.knockout import knockout_draw as knockout
from tournaments.pairing.knockout.bracket import KnockoutKind
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
        return options_json(self.knockout) if self.knockout else {}


def options_json(options: knockout.KnockoutOptions) -> dict[str, Any]:
    """Return how a knockout is drawn as plain JSON.

    >>> options_json(knockout.KnockoutOptions(third_place=True))["third_place"]
    True
    """
    return asdict(options) | {"kind": options.kind.value}


def read_options(data: Mapping[str, Any]) -> knockout.KnockoutOptions:
    """Return the options that `options_json` wrote; what is left out is as usual.

    Raises KeyError, TypeError or ValueError where it is none.

    >>> read_options({"kind": "double"}).kind.value
    'double'
    """
    fields = dict(data)
    kind = KnockoutKind(fields.pop("kind", knockout.KnockoutOptions().kind))
    return knockout.KnockoutOptions(kind=kind, **fields)
