"""Roles of an account: limited, changed, widened, and kept when invited again."""

from __future__ import annotations

import json
import re

import pytest
from django.urls import reverse

from clubs.credentials import club_accounts, grants, invitations
from clubs.credentials.grants import Grant
from tests.cast import Cast
from tests.clubs.credentials import test_invitations
from tests.clubs.credentials.test_club_accounts import signed_in
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify, verify_club
from tournaments.models import Credential, Event, Membership, Role
from tournaments.rights.roles import table_numbers

_hashed_quickly = test_invitations._hashed_quickly


@pytest.mark.full
@pytest.mark.parametrize("held", [(), (1, 2)])
def test_a_role_that_is_held_keeps_its_limits_when_invited_again(
    cast: Cast, held: tuple[int, ...]
) -> None:
    grants.give(cast.club, cast.bob, cast.alice, Grant(Role.REFEREE, cast.tournament, (), held))
    for tables in ((), (2,), (2, 3)):
        grant = Grant(Role.REFEREE, cast.tournament, (), tables)
        found = invitations.find(invitations.invite(cast.club, cast.alice, grant))
        assert found
        invitations.accept(found, cast.bob)
        assert table_numbers(cast.bob.memberships.get().tables) == held
        details = json.loads(cast.club.log.latest("seq").body)["details"]
        assert details == {"account": cast.bob.uid, "role": "referee"}
    assert (verify(cast.tournament), verify_club(cast.club)) == ([], [])


def test_a_limit_to_a_deleted_event_is_not_lost_by_saving_the_form(cast: Cast) -> None:
    held = Membership.objects.get(user=cast.bob)
    grants.limit(cast.club, held, cast.alice, Grant(Role.REFEREE, cast.tournament, (cast.event,)))
    Event.objects.update(state=Event.State.CANCELLED)
    client, address = signed_in(cast.alice), reverse("desk_role", args=[cast.club.uid, held.uid])
    page = client.get(address).content.decode()
    assert re.search(rf'value="{cast.event.uid}"[^>]*checked', page)
    client.post(address, {"events": [cast.event.uid], "tables": "2"})
    assert [limit.event for limit in held.limits.all()] == [cast.event]


@pytest.mark.full
@pytest.mark.parametrize("typed", ["x", "0", "5-2", "1-", "1-200"])
def test_a_table_that_is_none_is_named(cast: Cast, typed: str) -> None:
    client, address = signed_in(cast.alice), reverse("desk_invite", args=[cast.club.uid])
    asked = {"role": "referee", "place": f"tournament:{cast.tournament.uid}", "tables": typed}
    page = client.post(address, asked).content.decode()
    assert f"“{typed}” is not a table number" in page
    assert not Credential.objects.exists()


@pytest.mark.full
@pytest.mark.databases
def test_a_role_is_limited_changed_and_logged(cast: Cast) -> None:
    client, held = signed_in(cast.alice), Membership.objects.get(user=cast.bob)
    address = reverse("desk_role", args=[cast.club.uid, held.uid])
    client.post(address, {"events": [cast.event.uid], "tables": "2"})
    held.refresh_from_db()
    assert (held.tables, held.limits.count()) == ("|2|", 1)
    page = client.get(reverse("desk_accounts", args=[cast.club.uid])).content.decode()
    assert f"{cast.event.name}, tables 2" in page
    assert verify(cast.tournament) == []
    client.post(address, {})
    held.refresh_from_db()
    assert (held.tables, held.limits.count()) == ("", 0)
    assert [entry.verb for entry in cast.club.log.all()] == ["limit_role"] * 2
    assert cast.tournament.log.latest("seq").verb == "limit_role"
    assert (verify(cast.tournament), verify_club(cast.club)) == ([], [])


@pytest.mark.full
def test_limits_that_somebody_widens_beside_the_program_are_seen(cast: Cast) -> None:
    held = Membership.objects.get(user=cast.bob)
    grants.limit(cast.club, held, cast.alice, Grant(Role.REFEREE, cast.tournament, (), (2,)))
    assert verify(cast.tournament) == []
    Membership.objects.filter(pk=held.pk).update(tables="")
    assert len(verify(cast.tournament)) == 1


def test_an_account_gets_another_role(cast: Cast) -> None:
    address = reverse("desk_role_new", args=[cast.club.uid, cast.bob.uid])
    signed_in(cast.alice).post(address, {"role": "director", "place": "club", "tables": ""})
    assert cast.bob.memberships.get(club=cast.club).role == Role.DIRECTOR
    assert [entry.verb for entry in cast.club.log.all()] == ["grant_role"]


def test_who_owns_no_more_gives_no_roles(cast: Cast) -> None:
    with pytest.raises(Refused):
        grants.give(cast.club, cast.bob, cast.charlie, Grant(Role.DIRECTOR))
    assert club_accounts.accounts_of(cast.club)[1].roles[0].role == Role.REFEREE
