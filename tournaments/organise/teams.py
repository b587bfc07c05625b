"""Names and captains of teams; a captain plays or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.problems import Problem
from tournaments.models import Entry, EntryMember, Event, Person, new_salt
from tournaments.refusals import Reason, refuse


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
    taken = Counter(event.entries.exclude(name="").values_list("name", flat=True))
    problems = []
    for line, name in enumerate([*own, *[""] * (teams - len(own))], 1):
        if not name:
            problems.append(refuse(Reason.TEAM_NAME_MISSING, field="names", line=line))
        elif taken[name]:
            problems.append(refuse(Reason.ENTRY_NAME_TWICE, field="names", line=line, name=name))
        taken[name] += 1
    return problems


def make_captains(entries: Sequence[Entry], captains: Sequence[str]) -> list[Person]:
    """Store the captains of teams just entered, and return the new persons.

    New are the captains who do not play.
    """
    if not captains:
        return []
    rows = EntryMember.objects.filter(entry__in=entries).select_related("person")
    person_by_name = {(row.entry_id, row.person.name): row.person for row in rows}
    club = entries[0].event.tournament.club
    new: list[Person] = []
    leads = []
    for entry, name in zip(entries, captains, strict=True):
        person = person_by_name.get((entry.pk, name))
        if person is None:
            person = Person.objects.create(club=club, name=name, name_salt=new_salt())
            new.append(person)
        leads.append((entry, person))
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, person=person, number=0, role=EntryMember.Role.CAPTAIN)
        for entry, person in leads
    )
    return new
