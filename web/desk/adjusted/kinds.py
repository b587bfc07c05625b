"""The kinds of adjusted score that a referee can give, and what the forms of a deal need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.rulings.adjusted_scores import AverageSize, Recipient
from scoring.blank_sheet import Asked


class AdjustedKind(StrEnum):
    """The kinds of adjusted score that have a form."""

    AVERAGES = "averages"
    ASSIGNED = "assigned"
    SPLIT = "split"
    WEIGHTED = "weighted"


@dataclass(frozen=True, slots=True)
class KindWords:
    """The name of a kind, and what it is for."""

    name: str | Promise
    help: str | Promise


KINDS: Final[Mapping[AdjustedKind, KindWords]] = {
    AdjustedKind.AVERAGES: KindWords(
        _("Averages"),
        _(
            "Where no result can be obtained: average plus for a side not at fault, average"
            " for a side partly at fault, average minus for a side directly at fault."
        ),
    ),
    AdjustedKind.ASSIGNED: KindWords(
        _("Assigned result"),
        _(
            "The result that would have been obtained without the irregularity, the same for"
            " both sides."
        ),
    ),
    AdjustedKind.SPLIT: KindWords(
        _("Split score"),
        _("Each side has its own result or average. The two need not balance."),
    ),
    AdjustedKind.WEIGHTED: KindWords(
        _("Weighted score"),
        _(
            "Up to five outcomes with their weights in percent. Each is first converted to"
            " the event's scoring, then weighted, to two decimals."
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class AdjustedTable:
    """What the forms of a deal need: the places that are awarded something, and how.

    `labels` names the places. Where boards are compared, the two directions share one result, and
    east-west has its opposite. `asks` are the figures of the report that can be changed, `reported`
    those of the table. `sizes` has the sizes of an average for each choice.
    """

    places: Sequence[Recipient]
    labels: Mapping[str, str]
    is_compared: bool
    asks: Sequence[Asked] = ()
    reported: Mapping[str, Any] | None = None
    sizes: Sequence[tuple[AverageSize, str]] = ()

    @property
    def is_opposite(self) -> bool:
        """Whether one direction loses what the other gains."""
        return self.is_compared and len(self.places) == len(("ns", "ew"))

    @property
    def asked_of(self) -> Sequence[Recipient]:
        """The places asked about when both sides share a result."""
        return self.places[:1] if self.is_opposite else self.places
