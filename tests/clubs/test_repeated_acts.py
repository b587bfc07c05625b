"""What an account does twice, by a double tap or two open pages, is logged once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from clubs import fees
from clubs.credentials import accounts, grants, invitations, second_factor
from clubs.credentials.grants import Grant
from clubs.members import register
from clubs.messages import channels
from clubs.messages.channels import ChannelWish
from clubs.registration import club_use
from tests.cast import Cast
from tournaments import organise
from tournaments.models import (
    ChannelKind,
    ClubFeature,
    ClubRules,
    Credential,
    CredentialKind,
    Role,
    SecondFactor,
)
from tournaments.record.audit import SYSTEM

Act = Callable[[Cast], Any]


def limit(cast: Cast) -> None:
    grant = Grant(Role.REFEREE, cast.tournament, (cast.event,), (1, 2))
    grants.limit(cast.club, cast.bob.memberships.get(), cast.alice, grant)


def give(cast: Cast) -> None:
    grants.give(cast.club, cast.bob, cast.alice, Grant(Role.SCORER, cast.tournament, (cast.event,)))


def give_in_the_club(cast: Cast) -> None:
    grants.give(cast.club, cast.bob, cast.alice, Grant(Role.DIRECTOR))


def switch_on(cast: Cast) -> None:
    channels.switch_on(cast.club.message_channels.get(), cast.director, "https://example.org")


def withdraw(cast: Cast) -> None:
    row = Credential.objects.get(kind=CredentialKind.INVITATION)
    invitations.withdraw(cast.club, row, cast.alice)


def remove_rules(cast: Cast) -> None:
    kept = ClubRules.objects.filter(club=cast.club).first() or ClubRules(club=cast.club, pk=1)
    organise.remove_rules(kept, cast.director)


ACTS: dict[str, Act] = {
    "limit a role": limit,
    "give a role": give,
    "give a role in the club": give_in_the_club,
    "appoint": lambda cast: accounts.appoint(cast.tournament, cast.director, "bob", Role.SCORER),
    "grant": lambda cast: organise.grant_role(
        cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE
    ),
    "channel on": switch_on,
    "fee": lambda cast: fees.set_fee(cast.event, cast.director, 3000),
    "places": lambda cast: organise.add_places(cast.club, cast.director, 9),
    "name of the club": lambda cast: club_use.change_club(cast.club, cast.director, name="新名"),
    "features": lambda cast: organise.set_features(cast.club, cast.director, [ClubFeature.KIOSK]),
    "sites": lambda cast: organise.set_embed_origins(
        cast.club, cast.director, ["https://first.example"]
    ),
    "withdrawn invitation": withdraw,
    "second factor off": lambda cast: second_factor.switch_off_for(cast.club, cast.bob, cast.alice),
    "check in": lambda cast: organise.check_in(cast.event, cast.director, [1, 2]),
    "check all in": lambda cast: organise.check_in_all(cast.event, cast.director),
    "check one in": lambda cast: organise.check_in_named(
        cast.event, cast.director, cast.event.entries.get(number=3).uid
    ),
    "remove rules": remove_rules,
    "make members": lambda cast: register.make_members(
        cast.club, cast.director, cast.club.persons.all()
    ),
}


@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_logged_once_however_often_it_comes(
    cast: Cast, name: str, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA = tmp_path
    channels.add(
        cast.club, SYSTEM, ChannelWish(ChannelKind.WEBHOOK, "程序", "https://hooks.example/in")
    )
    organise.keep_rules(
        cast.club,
        SYSTEM,
        name="我们的",
        game="gongzhu",
        preset="classic",
        rules={"preset": "classic"},
    )
    invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    SecondFactor.objects.create(user=cast.bob, secret="x")
    cast.club.refresh_from_db()
    cast.tournament.refresh_from_db()
    logged = cast.club.log.count(), cast.tournament.log.count()
    ACTS[name](cast)
    once = cast.club.log.count(), cast.tournament.log.count()
    assert once != logged
    ACTS[name](cast)
    cast.club.refresh_from_db()
    cast.tournament.refresh_from_db()
    ACTS[name](cast)
    assert (cast.club.log.count(), cast.tournament.log.count()) == once


def test_other_limits_of_a_role_that_is_held_are_logged(cast: Cast) -> None:
    give(cast)
    logged = cast.tournament.log.count()
    grants.give(cast.club, cast.bob, cast.alice, Grant(Role.SCORER, cast.tournament))
    assert cast.tournament.log.count() == logged + 1
    assert not cast.bob.memberships.get(role=Role.SCORER).limits.exists()
