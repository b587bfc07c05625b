"""Notes of a draw stored beside its seats: its input and its reasons.

Rematches, byes and manual exchanges name entries by uid; the input, the reasons and the floats name
them by printed number, as the draw itself does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.pairing.reasons import DrawReason, read_reasons, reasons_json
from tournaments.pairing.sit_outs import SitOutWhy, SitsOut

ALL_TABLES = 0
"""The table number of the notes that belong to no single table."""


@dataclass(frozen=True, slots=True)
class DrawNotes:
    """The notes of one draw.

    `met_before` gives, by table, the rematches and how often these entries had met; `attempt`
    counts the draws of this round, discarded ones included. `drawn_from` is the input as JSON text,
    empty if none was stored; `reasons` are those of each table, `floats` names the entries that
    left their score group.
    """

    met_before: Mapping[int, tuple[tuple[str, str, int], ...]]
    sit_outs: tuple[SitsOut, ...] = ()
    exchanges: tuple[tuple[str, str], ...] = ()
    attempt: int = 1
    reasons: Mapping[int, tuple[DrawReason, ...]] = field(default_factory=dict)
    floats: Mapping[str, str] = field(default_factory=dict)
    drawn_from: str = ""

    @property
    def input(self) -> Mapping[str, Any] | None:
        """The input of the round's draw; None for a round from before inputs were stored."""
        stored: Mapping[str, Any] | None = json.loads(self.drawn_from) if self.drawn_from else None
        return stored

    def exchanged(
        self,
        entry: str,
        other: str,
        met_before: Mapping[int, tuple[tuple[str, str, int], ...]],
        sit_outs: Iterable[SitsOut],
    ) -> DrawNotes:
        """Return the notes after two entries were exchanged by hand."""
        return replace(
            self,
            met_before=met_before,
            sit_outs=tuple(sit_outs),
            exchanges=(*self.exchanges, (entry, other)),
        )

    def as_json(self) -> list[dict[str, Any]]:
        """Return the notes in the form stored with a round."""
        tables = [
            {
                "table": table,
                "met_before": [list(meeting) for meeting in met],
                "reasons": reasons_json(self.reasons.get(table, ())),
            }
            for table, met in sorted(self.met_before.items())
        ]
        rest = {
            "table": ALL_TABLES,
            "met_before": [],
            "attempt": self.attempt,
            "sit_outs": [
                {
                    "entry": sit_out.entry,
                    "why": sit_out.why.value,
                    "times": sit_out.times,
                    "reasons": reasons_json(sit_out.reasons),
                }
                for sit_out in self.sit_outs
            ],
            "exchanges": [list(pair) for pair in self.exchanges],
            "floats": dict(self.floats),
            "input": self.drawn_from,
        }
        return [*tables, rest]


def read(stored: Sequence[Mapping[str, Any]]) -> DrawNotes:
    """Return the notes stored with a round, also from before byes (轮空) were recorded."""
    rest = next((row for row in stored if row["table"] == ALL_TABLES), {})
    return DrawNotes(
        met_before={
            row["table"]: tuple((a, b, times) for a, b, times in row["met_before"])
            for row in stored
            if row["table"] != ALL_TABLES
        },
        sit_outs=tuple(
            SitsOut(
                sit_out["entry"],
                SitOutWhy(sit_out["why"]),
                sit_out["times"],
                read_reasons(sit_out.get("reasons", ())),
            )
            for sit_out in rest.get("sit_outs", ())
        ),
        exchanges=tuple((entry, other) for entry, other in rest.get("exchanges", ())),
        attempt=rest.get("attempt", 1),
        reasons={
            row["table"]: read_reasons(row.get("reasons", ()))
            for row in stored
            if row["table"] != ALL_TABLES and row.get("reasons")
        },
        floats=rest.get("floats", {}),
        drawn_from=rest.get("input", ""),
    )
