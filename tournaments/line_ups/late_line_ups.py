"""Late line-ups: those of the next segment that are not in after their hour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Final

from django.utils import timezone

from tournaments.formats import compatibility
from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchLineUps, SegmentLineUps, TeamOfMatch
from tournaments.models import Event, Round
from tournaments.models.record import Unit
from tournaments.structure import segments
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


def late_teams(states: Iterable[MatchLineUps], round_: Round, now: datetime) -> list[LateTeam]:
    """Return the teams whose line-ups are late and not in, in the order of the matches.

    A team of two half matches is listed once.
    """
    rows: dict[tuple[str, int], LateTeam] = {}
    for match in states:
        is_wanted = match.next is not None and not match.is_awarded
        if is_wanted and segments.is_awaited(match.match, round_):
            for late_team in _late_teams(match, now):
                rows.setdefault((late_team.team.uid, late_team.part.part), late_team)
    return list(rows.values())


def penalty(event: Event, late: Late) -> Fraction:
    """Return the usual penalty for a late line-up in the unit of the standings; negative."""
    unit = compatibility.penalty_unit(
        counting_of(event), event.ranking, at_table=False, comparison=event.comparison
    )
    return -late.steps * A_STEP.get(unit, Fraction(1))


def counts(rounds: Iterable[Round], now: datetime | None = None) -> Mapping[int, int]:
    """Return the number of late line-ups by round key, for these rounds.

    Rounds in which no hour has passed cost no further queries.
    """
    moment = now or timezone.now()
    overdue = segments.unrevealed(match__round__in=list(rounds), line_ups_due__lt=moment)
    wanted = set(overdue.values_list("match__round", flat=True))
    overdue_rounds = Round.objects.filter(pk__in=wanted).select_related("event") if wanted else ()
    late_by_round = {
        round_.pk: len(late_teams(line_up_state.line_up_states(round_), round_, moment))
        for round_ in overdue_rounds
    }
    return {pk: number for pk, number in late_by_round.items() if number}


def _late_teams(match: MatchLineUps, now: datetime) -> Iterator[LateTeam]:
    part = match.next
    if part is None:
        return
    for team in match.teams:
        late = part.late(team.number, now)
        if late and not late.is_in:
            yield LateTeam(team, part, late, part.second == team.number)
