"""Fetching through access: roles of the tournament and of its club, and nothing of other clubs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client

from tests.cast import Cast
from tournaments.models import Membership, Role, Round, Tournament
from tournaments.rights import access, public_access


def test_an_owner_of_the_club_has_the_role_in_all_its_tournaments(cast: Cast) -> None:
    assert access.roles_in(cast.alice, cast.tournament) == {Role.OWNER}


def test_a_role_in_one_tournament_is_none_in_another(cast: Cast) -> None:
    other = Tournament.objects.create(
        club=cast.club, name="另一个", starts_on=cast.tournament.starts_on
    )
    assert access.roles_in(cast.bob, cast.tournament) == {Role.REFEREE}
    assert access.roles_in(cast.bob, other) == set()


def test_roles_of_the_club_and_of_the_tournament_add_up(cast: Cast) -> None:
    Membership.objects.create(user=cast.bob, club=cast.club, role=Role.SCORER)
    assert access.roles_in(cast.bob, cast.tournament) == {Role.REFEREE, Role.SCORER}


def test_who_has_not_signed_in_has_no_part_in_anything(cast: Cast) -> None:
    nobody = AnonymousUser()
    assert access.roles_in(nobody, cast.tournament) == set()
    assert not access.clubs_of(nobody).exists()
    assert not access.clubs_directed_by(nobody).exists()
    assert not access.tournaments_of(nobody).exists()


@pytest.mark.databases
def test_a_tournament_is_listed_once_however_many_roles_one_has(cast: Cast) -> None:
    for role in (Role.DIRECTOR, Role.SCORER):
        Membership.objects.create(user=cast.alice, tournament=cast.tournament, role=role)
    assert list(access.tournaments_of(cast.alice)) == [cast.tournament]
    assert list(access.clubs_of(cast.alice)) == [cast.club]


def test_only_directors_of_a_club_may_create_a_tournament_there(cast: Cast) -> None:
    Membership.objects.create(user=cast.bob, club=cast.club, role=Role.REFEREE)
    assert list(access.clubs_directed_by(cast.alice)) == [cast.club]
    assert not access.clubs_directed_by(cast.bob).exists()
    with pytest.raises(PermissionDenied):
        access.club_as(cast.bob, cast.club.uid, access.DIRECTORS)
    with pytest.raises(Http404):
        access.club_as(cast.charlie, cast.club.uid, access.DIRECTORS)


@pytest.mark.full
def test_everything_of_a_tournament_is_fetched_by_its_role(cast: Cast) -> None:
    round_ = cast.round_in_play()
    table = cast.tournament.tables.order_by("number")[0]
    fetches: list[tuple[Callable[..., Any], Any]] = [
        (access.tournament_as, cast.tournament),
        (access.event_as, cast.event),
        (access.round_as, round_),
        (access.table_as, table),
    ]
    for fetch, row in fetches:
        assert fetch(cast.alice, row.uid, access.DIRECTORS) == row
        assert fetch(cast.bob, row.uid, access.DESK) == row
        with pytest.raises(PermissionDenied):
            fetch(cast.bob, row.uid, access.DIRECTORS)
        with pytest.raises(Http404):
            fetch(cast.charlie, row.uid, access.DESK)


@pytest.mark.full
def test_an_account_that_was_shut_keeps_no_session(client: Client, cast: Cast) -> None:
    client.force_login(cast.alice)
    assert client.get("/desk/").status_code == 200
    cast.alice.is_active = False
    cast.alice.save()
    assert client.get("/desk/").status_code == 302


def test_a_deal_is_public_once_its_round_is(cast: Cast) -> None:
    draft = cast.drawn_round()
    deal = cast.deals(draft)[0]
    with pytest.raises(Http404):
        public_access.public_deal(deal.uid)
    Round.objects.update(state=Round.State.PUBLISHED)
    assert public_access.public_deal(deal.uid) == deal
