"""Every view of the desk says for whom it is, and refuses everybody else.

What a view declares is what its fetch is given; the addresses and what stands in them are those of
`address_tables`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.address_tables import DESK
from tests.samples import sampled
from tests.test_urls_refuse import is_unchanged_since
from tests.world import World, assemble
from tournaments.models import Membership, Role, User
from web.desk.frame.views import Declared

LESSER: Final = [role for role in Role if role != Role.OWNER]
"""The roles that some view does not name; an owner is refused nothing."""
OF_STRANGERS: Final = {
    "setup",
    "login",
    "login_code",
    "logout",
    "new_password",
    "invitation",
}
"""Doors for who has not signed in yet, or goes."""
OF_ONES_OWN: Final = {
    "account",
    "account_password",
    "account_pin",
    "account_pin_end",
    "account_second_factor",
    "account_second_factor_off",
    "account_session_end",
    "account_sessions_end",
}
"""What an account does to itself: there is no role to ask for."""
OF_THE_INSTALLATION: Final = {"desk_club_new", "desk_copy"}
"""What belongs to no club; whoever keeps the installation may."""


@pytest.fixture
def world(db: None) -> World:
    return assemble()


def views(
    patterns: list[URLPattern | URLResolver], before: str = ""
) -> Iterator[tuple[str, str, Any]]:
    """Go through all addresses: the address, its name, and its view."""
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns, address)
        else:
            yield address, str(pattern.name), pattern.callback


def of_the_desk() -> dict[str, Any]:
    """Return the views below the desk's addresses, by name."""
    rows = views(get_resolver().url_patterns)
    return {name: view for address, name, view in rows if address.startswith("desk/")}


def declared() -> dict[str, Declared]:
    return {
        name: view.declared for name, view in of_the_desk().items() if hasattr(view, "declared")
    }


def by_method(roles: Declared) -> tuple[tuple[str, frozenset[Role]], ...]:
    return ("get", roles.read), ("post", roles.change)


def takes_forms(view: Any) -> bool:
    """Whether a view lets a form in, of whoever has signed in."""
    request: Any = RequestFactory().post("/")
    request.user = User(username="alice")
    try:
        return bool(view(request).status_code != 405)
    except TypeError:
        # It came as far as the arguments of the address.
        return True


def test_every_view_of_the_desk_that_takes_a_form_says_for_whom_it_is() -> None:
    said = declared()
    without = {name: view for name, view in of_the_desk().items() if name not in said}
    plain = OF_STRANGERS | OF_ONES_OWN | OF_THE_INSTALLATION
    assert plain <= without.keys()
    others = {name for name, view in without.items() if name not in plain and takes_forms(view)}
    assert others == set()


def test_a_view_of_the_desk_takes_the_methods_for_which_it_names_roles() -> None:
    said = declared()
    methods = {
        name: {method for method, asked in by_method(roles) if asked}
        for name, roles in said.items()
    }
    assert methods == {name: set(DESK[name].bob) for name in said}


@pytest.mark.full
@pytest.mark.parametrize("is_of_club", sampled([True, False], [False]))
@pytest.mark.parametrize("role", sampled(LESSER, [Role.REFEREE, Role.SCORER]))
def test_whoever_has_not_the_roles_that_a_view_declares_is_refused(
    world: World, client: Client, role: Role, *, is_of_club: bool
) -> None:
    cast = world.cast
    place: dict[str, Any] = {"club": cast.club} if is_of_club else {"tournament": cast.tournament}
    Membership.objects.filter(user=cast.bob).delete()
    Membership.objects.create(user=cast.bob, role=role, **place)
    before = cast.tournament.log.count()
    client.force_login(cast.bob)
    let_in = {}
    for name, roles in declared().items():
        for method, wanted in by_method(roles):
            if wanted and role not in wanted:
                address = reverse(name, args=DESK[name].of(world))
                let_in[name, method] = client.generic(method.upper(), address).status_code
    assert let_in
    assert {asked: status for asked, status in let_in.items() if status not in (403, 404)} == {}
    is_unchanged_since(before, world)
