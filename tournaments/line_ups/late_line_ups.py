"""Late line-ups: those of the next segment that are missing after their deadline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from tournaments.line_ups.line_up_state import MatchLineUps, SegmentLineUps, TeamOfMatch
from tournaments.models import Round, Segment
from tournaments.structure.line_up_rules import LATE_STEP, Late


@dataclass(frozen=True, slots=True)
class LateTeam:
    """A team with a late line-up; `is_second` if it has the seating right and hands in second."""

    team: TeamOfMatch
    part: SegmentLineUps
    late: Late
    is_second: bool


def late_teams(states: Iterable[MatchLineUps], now: datetime) -> list[LateTeam]:
    """Return the teams whose line-ups are late, in the order of the matches.

    A team with two half matches is listed once.
    """
    rows: dict[tuple[str, int], LateTeam] = {}
    for match in states:
        is_wanted = match.next is not None and not match.is_awarded
        if is_wanted and match.takes_line_ups:
            for late_team in _late_teams(match, now):
                rows.setdefault((late_team.team.uid, late_team.part.part), late_team)
    return list(rows.values())


def turns_of(round_: Round) -> list[datetime]:
    """Return the moments at which a line-up of a round may become late, in order."""
    of_round = Segment.objects.filter(match__round=round_)
    rows = of_round.values_list("line_ups_due", "line_ups__submitted_at").distinct()
    dues = [(due, other_at) for due, other_at in rows if due]
    of_second = {max(due, other_at + LATE_STEP) for due, other_at in dues if other_at}
    return sorted(of_second.union(due for due, _other_at in dues))


def _late_teams(match: MatchLineUps, now: datetime) -> Iterator[LateTeam]:
    part = match.next
    if part is None:
        return
    for team in match.teams:
        late = part.late(team.number, now)
        if late and not late.is_in:
            yield LateTeam(team, part, late, part.second == team.number)
