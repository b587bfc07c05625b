"""Names and captains of teams; a captain may be a player or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.problems import Problem
from tournaments.base.refusals import Reason, refuse
from tournaments.entries.names import key_of
from tournaments.models import Event


def captains_of(
    event: Event, members: Sequence[Sequence[str]], captains: Sequence[str]
) -> list[str]:
    """Return the captain of each team, by default its first player; empty for other forms."""
    if event.form != Event.Form.TEAMS:
        return []
    chosen = [*captains, *[""] * (len(members) - len(captains))]
    first_players = [names[0] if names else "" for names in members]
    return [
        captain or first_player
        for captain, first_player in zip(chosen, first_players, strict=False)
    ]


def team_problems(event: Event, own: Sequence[str], teams: int) -> list[Problem]:
    """Return a problem for each new team without a name, or with that of another team."""
    names = event.entries.exclude(name="").values_list("name", flat=True)
    taken = Counter(map(key_of, names))
    problems = []
    for line, name in enumerate([*own, *[""] * (teams - len(own))], 1):
        if not name:
            problems.append(refuse(Reason.TEAM_NAME_MISSING, field="names", line=line))
        elif taken[key_of(name)]:
            problems.append(refuse(Reason.ENTRY_NAME_TWICE, field="names", line=line, name=name))
        taken[key_of(name)] += 1
    return problems
