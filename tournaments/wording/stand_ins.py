"""The words of stand-ins: who sat for whom, and in which rounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from django.utils.translation import gettext

from tournaments.models import Event, Form
from tournaments.wording import listed


class StandInFacts(Protocol):
    """A substitute who has sat."""

    @property
    def name(self) -> str:
        """The substitute."""

    @property
    def plays_for(self) -> str:
        """Whose seat it was."""

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds in order."""


def stand_ins_text(stand_ins: Iterable[StandInFacts], event: Event) -> str:
    """Return a sentence of all stand-ins of an entry or an event; empty without any.

    A team has substitutes; who sits for a single player or in a pair does so for these rounds.
    """
    names = [_one(stand_in) for stand_in in stand_ins]
    if not names:
        return ""
    of_team = event.form == Form.TEAMS
    words = gettext("Substitutes: %(names)s.") if of_team else gettext("Stand-ins: %(names)s.")
    return words % {"names": listed(names)}


def _one(stand_in: StandInFacts) -> str:
    values = {
        "name": stand_in.name,
        "other": stand_in.plays_for,
        "rounds": ", ".join(_spans(stand_in.rounds)),
    }
    return gettext("%(name)s for %(other)s (round %(rounds)s)") % values


def _spans(numbers: tuple[int, ...]) -> list[str]:
    """Return numbers in spans.

    >>> _spans((1, 2, 3, 5))
    ['1–3', '5']
    """
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    pairs = zip(starts, ends, strict=True)
    return [str(first) if first == last else f"{first}–{last}" for first, last in pairs]
