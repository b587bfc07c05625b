"""Late line-ups: those of the next segment that are not in after their hour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Final

from tournaments.formats import penalty_units
from tournaments.line_ups.line_up_state import MatchLineUps, SegmentLineUps, TeamOfMatch
from tournaments.models import Event
from tournaments.models.record import Unit
from tournaments.structure.games import counting_of
from tournaments.structure.line_up_deadlines import Late

A_STEP: Final[Mapping[Unit, Fraction]] = {Unit.VP: Fraction(1, 4), Unit.SCALED: Fraction(20)}
"""The usual penalty for every five minutes begun, by unit; 1 for units that are not here."""


@dataclass(frozen=True, slots=True)
class LateTeam:
    """A team with a late line-up; `is_second` if it has the seating right and hands in second."""

    team: TeamOfMatch
    part: SegmentLineUps
    late: Late
    is_second: bool


def late_teams(states: Iterable[MatchLineUps], now: datetime) -> list[LateTeam]:
    """Return the teams whose line-ups are late and not in, in the order of the matches.

    A team of two half matches is listed once.
    """
    rows: dict[tuple[str, int], LateTeam] = {}
    for match in states:
        is_wanted = match.next is not None and not match.is_awarded
        if is_wanted and match.takes_line_ups:
            for late_team in _late_teams(match, now):
                rows.setdefault((late_team.team.uid, late_team.part.part), late_team)
    return list(rows.values())


def penalty(event: Event, late: Late) -> Fraction:
    """Return the usual penalty for a late line-up in the unit of the standings; negative."""
    unit = penalty_units.penalty_unit(
        counting_of(event), event.ranking, at_table=False, comparison=event.comparison
    )
    return -late.steps * A_STEP.get(unit, Fraction(1))


def _late_teams(match: MatchLineUps, now: datetime) -> Iterator[LateTeam]:
    part = match.next
    if part is None:
        return
    for team in match.teams:
        late = part.late(team.number, now)
        if late and not late.is_in:
            yield LateTeam(team, part, late, part.second == team.number)
