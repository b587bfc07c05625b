"""The regulations of an event as a value, from its row or the defaults of a club event.

The catalogue of infractions has its own package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from tournaments.models import Event, EventRegulations, RulingsShown, Size, usual_appealable


@dataclass(frozen=True, slots=True)
class Regulations:
    """The regulations of an event; in minutes, points of a deal, minor units of a currency."""

    size: Size = Size.CLUB
    notice_minutes: int = 0
    appeal_minutes: int = 30
    last_appeal_minutes: int = 15
    deposit: int = 0
    rulings_shown: RulingsShown = RulingsShown.ALL
    forfeit_minutes: int = 30
    walkover_points: int = 50
    board_set_deals: int = 16
    policies: Mapping[str, str] = field(default_factory=dict)
    stand_in_for_suspended: bool = False
    appealable: tuple[str, ...] = tuple(usual_appealable())
    """The values of `Appealable` against which an appeal is heard."""

    @property
    def is_official(self) -> bool:
        """Whether it has appeals, cards, a table of lateness and results that become official."""
        return self.size == Size.OFFICIAL


CLUB: Final = Regulations()
OFFICIAL: Final = Regulations(size=Size.OFFICIAL, notice_minutes=30)
"""What an event has that was made an official competition and changed no further."""
COLUMNS: Final = tuple(row_field.name for row_field in fields(Regulations))


def regulations_of(event: Event) -> Regulations:
    """Return the regulations of an event; without a query if they were fetched with it."""
    try:
        row = event.regulations
    except EventRegulations.DoesNotExist:
        return CLUB
    return from_columns([getattr(row, name) for name in COLUMNS])


def from_columns(columns: Sequence[Any]) -> Regulations:
    """Return regulations from the values of their row, in the order of `COLUMNS`."""
    values = dict(zip(COLUMNS, columns, strict=True))
    values |= {"size": Size(values["size"])}
    values |= {"rulings_shown": RulingsShown(values["rulings_shown"])}
    values |= {"appealable": tuple(values["appealable"])}
    return Regulations(**values)
