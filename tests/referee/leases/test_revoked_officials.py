"""What a revoked official had lent ends at once, and the tablet is told why."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from clubs.credentials import club_accounts, grants
from clubs.credentials.grants import Grant
from referee.base.refusals import Code, CodedRefusal
from referee.leases import leases
from tests.referee.hall import Hall, Tablet
from tests.referee.taking_over import OTHER, heard, takes_over, told_of
from tournaments.checks.verification import verify
from tournaments.models import Membership, Role, Round


def taken(hall: Hall, tablet: Tablet, pin: str) -> Tablet:
    """Take the first table over by Bob's PIN."""
    heard(tablet)
    answer = takes_over(hall.table, pin, told_of(hall))
    assert answer.status_code == 201
    return Tablet(Client(), answer.json()["token"])


def revoke(hall: Hall) -> None:
    membership = Membership.objects.get(user=hall.cast.bob)
    club_accounts.revoke_role(hall.cast.club, membership, hall.cast.alice)


def logged(hall: Hall) -> dict[str, object]:
    entry = hall.cast.tournament.log.latest("seq")
    return dict(json.loads(entry.body)["details"])


@pytest.mark.full
def test_a_table_in_the_middle_of_a_round_is_released_and_opened_again(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    other = taken(hall, tablet, pin)
    lease = hall.table.leases.get(released_at=None)
    revoke(hall)
    refused = other.get("round")
    assert (refused.status_code, refused.json()["code"]) == (401, "lease_revoked")
    assert logged(hall)["leases"] == [lease.uid]
    again = leases.open_table(table=hall.table, device=OTHER)
    Tablet(Client(), again.token).submits(hall.sheet())
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.parametrize("how", ["limited", "given again"])
def test_a_table_outside_a_new_limit_is_released_and_one_within_is_kept(
    hall: Hall, tablet: Tablet, pin: str, how: str
) -> None:
    other = taken(hall, tablet, pin)
    held = Membership.objects.get(user=hall.cast.bob)
    for numbers, status in (((hall.table.number,), 200), ((hall.table.number + 1,), 401)):
        limited = Grant(Role.REFEREE, hall.cast.tournament, (), numbers)
        if how == "limited":
            grants.limit(hall.cast.club, held, hall.cast.alice, limited)
        else:
            grants.give(hall.cast.club, hall.cast.bob, hall.cast.alice, limited)
        assert other.get("round").status_code == status


@pytest.mark.full
def test_a_table_that_another_role_still_covers_is_kept(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    club = Membership.objects.create(user=hall.cast.bob, club=hall.cast.club, role=Role.DIRECTOR)
    other = taken(hall, tablet, pin)
    club_accounts.revoke_role(hall.cast.club, club, hall.cast.alice)
    assert other.get("round").status_code == 200
    revoke(hall)
    assert other.get("round").status_code == 401


@pytest.mark.full
@pytest.mark.parametrize(
    ("where", "changed_here"), [("tournament", {"round"}), ("club", {"round", "role"})]
)
def test_a_table_that_is_not_in_play_is_released(
    hall: Hall, tablet: Tablet, pin: str, where: str, changed_here: set[str]
) -> None:
    if where == "club":
        Membership.objects.filter(user=hall.cast.bob).update(
            tournament=None, club=hall.cast.club, role=Role.DIRECTOR
        )
    other = taken(hall, tablet, pin)
    lease = hall.table.leases.get(released_at=None)
    Round.objects.update(state=Round.State.CLOSED)
    revoke(hall)
    assert other.get("round").status_code == 401
    assert logged(hall)["leases"] == [lease.uid]
    assert hall.table.leases.filter(released_at=None).count() == 0
    # What this test wrote past the program is found, and nothing else.
    assert {fault.what for fault in verify(hall.cast.tournament)} == changed_here


@pytest.mark.full
def test_tables_that_no_official_lent_stay(hall: Hall, tablet: Tablet, pin: str) -> None:
    Round.objects.update(state=Round.State.CLOSED)
    revoke(hall)
    assert tablet.get("round").status_code == 200


@pytest.mark.full
def test_a_pin_takes_nothing_over_after_its_role_is_revoked(
    hall: Hall, tablet: Tablet, pin: str
) -> None:
    heard(tablet)
    seen = told_of(hall)
    revoke(hall)
    answer = takes_over(hall.table, pin, seen)
    assert (answer.status_code, answer.json()["code"]) == (403, "pin_wrong")
    # Neither where it was compared a moment before.
    with pytest.raises(CodedRefusal) as turned:
        leases.take_over(table=hall.table, device=OTHER, official=hall.cast.bob, seen=seen)
    assert turned.value.code == Code.PIN_WRONG
    assert tablet.get("round").status_code == 200
