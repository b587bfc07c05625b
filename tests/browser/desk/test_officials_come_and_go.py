"""An owner invites a director; a role is revoked while a tablet that its PIN took is in use."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.credentials import club_accounts, official_pins
from referee.models import DeviceLease, Sheet
from tests.accessibility import violations
from tests.browser.conftest import Devices
from tests.browser.networks.test_take_over import SHEETS, types
from tests.browser.tablet import TabletPage, counts
from tests.referee.hall import Hall
from tournaments.models import Membership, Role, User

PASSWORD = "north-west-south-east"


class Person:
    """Somebody with a browser."""

    def __init__(self, page: Page, start: str) -> None:
        self.page, self.start = page, start

    def opens(self, path: str) -> Person:
        self.page.goto(self.start + path)
        return self

    def fills(self, **fields: str) -> Person:
        for name, text in fields.items():
            self.page.locator(f"main [name={name}]").fill(text)
        return self

    def presses(self, words: str) -> Person:
        self.page.get_by_role("main").get_by_role("button", name=words, exact=True).click()
        return self

    def follows(self, words: str) -> Person:
        self.page.get_by_role("main").get_by_role("link", name=words).first.click()
        return self

    def reads(self, words: str) -> Person:
        expect(self.page.get_by_role("main")).to_contain_text(words)
        return self

    def signs_in(self, name: str) -> Person:
        return self.opens("/desk/login/").fills(username=name, password=PASSWORD).presses("Sign in")


@pytest.fixture
def anybody(hall: Hall, chromium: Browser, live_server: LiveServer) -> Iterator[list[Person]]:
    """Alice, the owner, and somebody whom nobody knows yet, with a phone."""
    for account in (hall.cast.alice, hall.cast.bob):
        account.set_password(PASSWORD)
        account.save()
    wide = chromium.new_context(locale="en", viewport={"width": 1366, "height": 768})
    phone = chromium.new_context(locale="en", viewport={"width": 390, "height": 844})
    yield [Person(context.new_page(), live_server.url) for context in (wide, phone)]
    wide.close()
    phone.close()


@pytest.mark.nightly
def test_an_owner_invites_a_director_who_comes_and_directs_one_event(
    hall: Hall, anybody: list[Person]
) -> None:
    owner, newcomer = anybody
    owner.signs_in("alice").follows("Accounts and roles").follows("Invite somebody")
    owner.page.locator("[name=role]").select_option("director")
    owner.page.locator("[name=place]").select_option(f"event:{hall.cast.event.uid}")
    assert violations(owner.page) == []
    owner.presses("Create the link").reads("shown only now")
    link = owner.page.locator("#link").inner_text()
    newcomer.opens(re.sub(r"^https?://[^/]+", "", link)).reads(hall.cast.event.name)
    assert violations(newcomer.page) == []
    newcomer.fills(real_name="朵拉", username="dora", password=PASSWORD, again="different")
    newcomer.presses("Accept and sign in").reads("The two passwords are not the same.")
    expect(newcomer.page.locator("[name=real_name]")).to_have_value("朵拉")
    newcomer.fills(password=PASSWORD, again=PASSWORD).presses("Accept and sign in")
    newcomer.reads("you are signed in").follows(hall.cast.event.name)
    expect(newcomer.page.locator("h1")).to_contain_text(hall.cast.event.name)
    assert User.objects.get(username="dora").memberships.get().role == Role.DIRECTOR
    owner.opens(re.sub(r"^https?://[^/]+", "", link)).reads("no longer valid")
    owner.opens("/desk/").follows("Accounts and roles").reads("朵拉")
    row = owner.page.locator("li", has_text=hall.cast.event.name)
    row.get_by_role("link", name="Revoke").click()
    owner.presses("Revoke the role").reads("The role is revoked.")
    newcomer.page.reload()
    expect(newcomer.page).to_have_url(re.compile("/desk/login/"))


@pytest.mark.nightly
def test_a_role_is_revoked_while_the_tablet_taken_over_with_its_pin_is_in_use(
    hall: Hall, tablet: TabletPage, device: Devices, anybody: list[Person]
) -> None:
    cast = hall.cast
    pin = official_pins.set_own(cast.bob, cast.club)
    other = types(device().opens(hall.table), pin).writes("E").gives("N", "SQ").gives("W", "DJ")
    referee, owner = reversed(anybody)
    referee.signs_in("bob").opens(f"/desk/tournaments/{cast.tournament.uid}/").reads("秋季赛")
    owner.signs_in("alice").follows("Accounts and roles")
    owner.page.get_by_role("link", name="Revoke referee, bob").click()
    owner.reads("keeps what was entered").presses("Revoke the role").reads("The role is revoked.")
    assert not DeviceLease.objects.filter(released_at=None).exists()
    # The tablet says what happened, and that nothing is lost.
    other.asks_again()
    expect(other.view("lost")).to_be_visible()
    other.says("the official who took it over with a PIN no longer has the role for it.")
    other.says("What was entered here is still on this device.")
    assert violations(other.page) == []
    # The players go on by one touch, with the cards that were entered before.
    other.view("lost").get_by_role("button", name="Open the table again").click()
    expect(other.tile("SQ")).to_contain_text("North")
    expect(other.tile("DJ")).to_contain_text("West")
    other.gives("S", "C10").rest("E").previews().sends().confirms("N").sees_done()
    assert counts() == (1, 1, 1)
    lease = DeviceLease.objects.get(released_at=None, official=None, took_over=None)
    # The referee is out at once, and the PIN opens no table.
    referee.opens("/desk/").reads("Sign in")
    third = types(device().opens(hall.table), pin)
    third.says("This is not the PIN of an official of this tournament.")
    assert DeviceLease.objects.get(released_at=None) == lease


@pytest.mark.nightly
def test_a_sheet_that_waited_when_the_role_was_revoked_is_kept_for_the_referee(
    hall: Hall, tablet: TabletPage, device: Devices
) -> None:
    cast = hall.cast
    pin = official_pins.set_own(cast.bob, cast.club)
    other = types(device().opens(hall.table), pin).writes("E")
    other.page.route(SHEETS, lambda route: route.abort())
    other.fills().previews().sends()
    expect(other.waiting).to_contain_text("To send 1")
    other.context.set_offline(True)
    held = Membership.objects.get(user=cast.bob)
    club_accounts.revoke_role(cast.club, held, cast.alice)
    other.page.unroute(SHEETS)
    other.context.set_offline(False)
    other.asks_again()
    expect(other.view("lost")).to_be_visible()
    other.says("Everything that was handed over here has been sent.")
    sheet = Sheet.objects.get()
    assert (sheet.is_late, [each["code"] for each in sheet.problems]) == (True, ["lease_lost"])
    assert counts() == (1, 0, 0)
    # The table goes on where it was: the deal is confirmed once its sheet is sent anew.
    other.view("lost").get_by_role("button", name="Open the table again").click()
    expect(other.tile("SQ")).to_contain_text("North")
    other.previews().sends().confirms("W").sees_done()
    assert counts() == (2, 1, 1)
