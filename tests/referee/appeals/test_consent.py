"""Whose consent an appeal needs: both partners, the captain of a team, an individual alone."""

from __future__ import annotations

from referee.appeals.admissibility import has_consent
from tests.cast import Cast
from tournaments.models import Entry, EntryMember, Event, Form, Person


def entry_of(cast: Cast, form: Form, *roles: str) -> tuple[Entry, list[int]]:
    """An entry of so many members in an event of a form, and the keys of its persons."""
    Event.objects.filter(pk=cast.event.pk).update(form=form)
    event = Event.objects.get(pk=cast.event.pk)
    entry = Entry.objects.create(event=event, number=99, name="队")
    keys = []
    for number, role in enumerate(roles, 1):
        person = Person.objects.create(club=cast.club, name=f"人{number}")
        EntryMember.objects.create(entry=entry, person=person, number=number, role=role)
        keys.append(person.pk)
    return entry, keys


def test_one_partner_alone_has_no_consent(cast: Cast) -> None:
    """Scenario 12: one partner alone is refused; an absent partner is deemed to agree."""
    entry, (one, other) = entry_of(cast, Form.PAIRS, "player", "player")
    assert not has_consent(entry, [one])
    assert not has_consent(entry, [])
    # Who is absent is counted with those who signed.
    assert has_consent(entry, [one, other])


def test_the_captain_of_a_team_is_enough_and_nobody_else(cast: Cast) -> None:
    """Scenario 12: the captain alone is right in team play."""
    roles = ("player", "player", "player", "player", "captain")
    entry, keys = entry_of(cast, Form.TEAMS, *roles)
    assert has_consent(entry, keys[-1:])
    assert not has_consent(entry, keys[:-1])


def test_a_player_speaks_for_a_team_without_a_captain(cast: Cast) -> None:
    entry, keys = entry_of(cast, Form.TEAMS, "player", "player")
    assert has_consent(entry, keys[:1])
    assert not has_consent(entry, [])


def test_an_individual_signs_alone(cast: Cast) -> None:
    entry, keys = entry_of(cast, Form.INDIVIDUAL, "player")
    assert has_consent(entry, keys)
    assert not has_consent(entry, [])
