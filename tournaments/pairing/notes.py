"""What is kept of a draw beside its seats: who meets again, who sits out, what a hand changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.pairing.sit_outs import SitsOut, Why

ALL_TABLES = 0
"""The number under which stands what belongs to no single table."""


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of one draw, with entries by uid.

    `met_before` gives, by table, who meets there again and how often they had met; `attempt` counts
    the draws of this round, those that were thrown away included.
    """

    met_before: Mapping[int, tuple[tuple[str, str, int], ...]]
    sit_outs: tuple[SitsOut, ...] = ()
    exchanges: tuple[tuple[str, str], ...] = ()
    attempt: int = 1

    def exchanged(
        self,
        one: str,
        other: str,
        met_before: Mapping[int, tuple[tuple[str, str, int], ...]],
        sit_outs: Iterable[SitsOut],
    ) -> Notes:
        """Return the notes after two entries were exchanged by hand."""
        return replace(
            self,
            met_before=met_before,
            sit_outs=tuple(sit_outs),
            exchanges=(*self.exchanges, (one, other)),
        )

    def as_json(self) -> list[dict[str, Any]]:
        """Return the notes as they are stored with a round."""
        tables = [
            {"table": table, "met_before": [list(one) for one in met]}
            for table, met in sorted(self.met_before.items())
        ]
        rest = {
            "table": ALL_TABLES,
            "met_before": [],
            "attempt": self.attempt,
            "sit_outs": [
                {"entry": one.entry, "why": one.why.value, "times": one.times}
                for one in self.sit_outs
            ],
            "exchanges": [list(pair) for pair in self.exchanges],
        }
        return [*tables, rest]


def read(stored: Sequence[Mapping[str, Any]]) -> Notes:
    """Return the notes that are stored with a round, those of before 轮空 included."""
    rest = next((one for one in stored if one["table"] == ALL_TABLES), {})
    return Notes(
        met_before={
            one["table"]: tuple((a, b, times) for a, b, times in one["met_before"])
            for one in stored
            if one["table"] != ALL_TABLES
        },
        sit_outs=tuple(
            SitsOut(one["entry"], Why(one["why"]), one["times"]) for one in rest.get("sit_outs", ())
        ),
        exchanges=tuple((one, other) for one, other in rest.get("exchanges", ())),
        attempt=rest.get("attempt", 1),
    )
