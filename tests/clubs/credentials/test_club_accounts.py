"""An owner revokes roles: what hangs on them ends at once, and is logged."""

from __future__ import annotations

import html
import json
from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.credentials import accounts, club_accounts, official_pins
from clubs.credentials.refusals import AccountReason
from tests import cast as people
from tests.cast import Cast
from tests.clubs.members.test_entered_meanwhile import before_the_lock
from tests.earlier_pins import given_for
from tests.referee.sheets.test_races import together
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify, verify_club
from tournaments.models import Club, ClubEntry, Credential, Membership, Role, Tournament, User
from tournaments.record.audit import SYSTEM, Verb

PASSWORD = "seven blue herons"
ENGLISH = {"accept-language": "en"}


@pytest.fixture(autouse=True)
def _hashed_quickly(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def role_of(user: User) -> Membership:
    return Membership.objects.get(user=user)


def of_club(cast: Cast, user: User, role: Role) -> Membership:
    return Membership.objects.create(user=user, club=cast.club, role=role)


def revoke(cast: Cast, membership: Membership) -> None:
    club_accounts.revoke_role(cast.club, membership, cast.alice)


def signed_in(user: User) -> Client:
    client = Client(headers=ENGLISH)
    client.force_login(User.objects.get(pk=user.pk))
    return client


def is_signed_in(client: Client) -> bool:
    return client.get(reverse("desk")).status_code == 200


def body(entry: ClubEntry | None) -> dict[str, object]:
    assert entry is not None
    return dict(json.loads(entry.body))


def test_a_revoked_role_is_gone_and_stands_in_both_logs(cast: Cast) -> None:
    held = role_of(cast.bob)
    revoke(cast, held)
    assert not cast.bob.memberships.exists()
    logged = body(cast.club.log.get())
    assert (logged["club"], logged["verb"], logged["actor"]) == (
        cast.club.uid,
        "revoke_role",
        str(cast.director),
    )
    assert logged["about"] == {"membership": held.uid}
    assert logged["details"] == {"role": "referee", "account": cast.bob.uid, "links": 0}
    entry = cast.tournament.log.latest("seq")
    assert (entry.verb, json.loads(entry.body)["about"]) == (Verb.REVOKE_ROLE, logged["about"])
    assert verify_club(cast.club) == []
    assert verify(cast.tournament) == []


def test_revoking_again_is_harmless(cast: Cast) -> None:
    held = role_of(cast.bob)
    again = Membership.objects.get(pk=held.pk)
    revoke(cast, held)
    revoke(cast, again)
    assert cast.club.log.count() == 1


def test_a_role_that_another_owner_revokes_meanwhile_ends_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = role_of(cast.bob)
    again = Membership.objects.get(pk=held.pk)
    before_the_lock(monkeypatch, lambda: revoke(cast, held))
    revoke(cast, again)
    assert [body(entry)["about"] for entry in cast.club.log.all()] == [{"membership": held.uid}]
    assert User.objects.get(pk=cast.bob.pk).sessions_ended == cast.bob.sessions_ended + 1


@pytest.mark.full
def test_a_pin_ends_with_the_role_and_none_is_drawn_after_it(cast: Cast) -> None:
    pin = official_pins.set_own(cast.bob, cast.club)
    revoke(cast, role_of(cast.bob))
    assert official_pins.official_with(pin, cast.tournament) is None
    assert not official_pins.live_in_club(cast.club).exists()
    assert json.loads(cast.club.log.latest("seq").body)["details"]["pins"] == 1
    with pytest.raises(PermissionDenied):
        official_pins.set_own(cast.bob, cast.club)


@pytest.mark.full
def test_a_pin_holds_as_long_as_another_role_carries_it(cast: Cast) -> None:
    pin = official_pins.set_own(cast.bob, cast.club)
    scorer = Membership.objects.create(user=cast.bob, tournament=cast.tournament, role=Role.SCORER)
    revoke(cast, scorer)
    assert official_pins.official_with(pin, cast.tournament) == cast.bob


@pytest.mark.full
@pytest.mark.databases
def test_a_pin_ends_with_the_last_role_of_a_referee_in_the_club(cast: Cast) -> None:
    held = of_club(cast, cast.bob, Role.DIRECTOR)
    pin = official_pins.set_own(cast.bob, cast.club)
    revoke(cast, held)
    # He is still referee of a tournament, by a role of its own.
    assert official_pins.official_with(pin, cast.tournament) == cast.bob
    revoke(cast, role_of(cast.bob))
    assert official_pins.official_with(pin, cast.tournament) is None
    assert not official_pins.live_in_club(cast.club).exists()
    assert json.loads(cast.club.log.latest("seq").body)["details"]["pins"] == 1
    assert verify_club(cast.club) == []


@pytest.mark.full
def test_a_role_in_the_club_ends_the_pins_that_were_given_for_its_tournaments(cast: Cast) -> None:
    other = organise.create_tournament(
        cast.club, cast.director, name="冬季赛", starts_on=date(2026, 12, 1), time_zone="UTC"
    )
    untouched = organise.create_tournament(
        cast.club, cast.director, name="春季赛", starts_on=date(2027, 3, 1), time_zone="UTC"
    )
    before = untouched.log.count(), cast.tournament.log.count()
    held = of_club(cast, cast.bob, Role.DIRECTOR)
    kept, ended = (given_for(tournament, cast.bob) for tournament in (cast.tournament, other))
    revoke(cast, held)
    # He is still referee of the one, by a role of its own.
    assert list(official_pins.live_in_club(cast.club)) == [kept]
    ended.refresh_from_db()
    assert ended.revoked_at is not None
    assert other.log.latest("seq").verb == Verb.REVOKE_ROLE
    assert (untouched.log.count(), cast.tournament.log.count()) == before
    for tournament in (cast.tournament, other, untouched):
        assert verify(tournament) == []


@pytest.mark.full
def test_every_open_session_ends_and_no_other_one(cast: Cast) -> None:
    bobs, alices = [signed_in(cast.bob), signed_in(cast.bob)], signed_in(cast.alice)
    revoke(cast, role_of(cast.bob))
    assert [is_signed_in(client) for client in (*bobs, alices)] == [False, False, True]
    assert is_signed_in(signed_in(cast.bob))


def test_who_was_revoked_may_be_appointed_again_in_the_same_club_alone(cast: Cast) -> None:
    revoke(cast, role_of(cast.bob))
    charlies = Club.objects.get(memberships__user=cast.charlie)
    elsewhere = organise.create_tournament(
        charlies, SYSTEM, name="南", starts_on=date(2026, 1, 1), time_zone="UTC"
    )
    with pytest.raises(Refused):
        accounts.appoint(elsewhere, SYSTEM, "bob", Role.REFEREE)
    appointed = accounts.appoint(cast.tournament, cast.director, "bob", Role.SCORER)
    assert appointed == cast.bob
    assert verify_club(cast.club) == []


@pytest.mark.full
def test_the_last_owner_cannot_revoke_himself(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        revoke(cast, role_of(cast.alice))
    assert [problem.code for problem in refused.value.problems] == [AccountReason.LAST_OWNER]
    assert cast.club.log.count() == 0
    assert is_signed_in(signed_in(cast.alice))


def test_an_owner_who_cannot_sign_in_is_none(cast: Cast) -> None:
    gone = people.account("dora")
    of_club(cast, gone, Role.OWNER)
    User.objects.filter(pk=gone.pk).update(is_active=False)
    with pytest.raises(Refused):
        revoke(cast, role_of(cast.alice))


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_of_two_owners_who_revoke_each_other_one_stays(transactional_cast: Cast) -> None:
    cast = transactional_cast
    dora = people.account("dora")
    hers = of_club(cast, dora, Role.OWNER)
    his = role_of(cast.alice)

    def of_alice() -> str:
        return _tried(cast.club, his, dora)

    def of_dora() -> str:
        return _tried(cast.club, hers, cast.alice)

    assert sorted(together(of_alice, of_dora)) == ["done", "refused"]
    assert cast.club.memberships.filter(role=Role.OWNER).count() == 1
    assert verify_club(cast.club) == []


def _tried(club: Club, membership: Membership, official: User) -> str:
    try:
        club_accounts.revoke_role(club, membership, official)
    except Refused:
        return "refused"
    return "done"


@pytest.mark.full
@pytest.mark.django_db
def test_who_has_just_set_up_a_club_finds_accounts_and_copies() -> None:
    club = Club.objects.create(name="New")
    owner = User.objects.create_user("new", password=PASSWORD)
    Membership.objects.create(user=owner, club=club, role=Role.OWNER)

    page = signed_in(owner).get(reverse("desk")).content.decode()

    for name in ("desk_accounts", "desk_installation"):
        assert reverse(name, args=[club.uid]) in page
    assert page.count(reverse("desk_tournament_new", args=[club.uid])) == 1


@pytest.mark.full
def test_the_pages_revoke_a_role_and_say_so(cast: Cast) -> None:
    client, held = signed_in(cast.alice), role_of(cast.bob)
    listed = client.get(reverse("desk_accounts", args=[cast.club.uid])).content.decode()
    address = reverse("desk_role_revoke", args=[cast.club.uid, held.uid])
    assert address in listed
    assert "charlie" not in listed
    assert "keeps what was entered" in client.get(address).content.decode()
    page = client.post(address, follow=True).content.decode()
    assert "The role is revoked." in page
    assert "bob" not in page
    assert client.get(address).status_code == 404


@pytest.mark.full
def test_the_page_of_the_last_owner_says_why_not(cast: Cast) -> None:
    client, held = signed_in(cast.alice), role_of(cast.alice)
    address = reverse("desk_role_revoke", args=[cast.club.uid, held.uid])
    assert "alice is the only owner of the club" in client.get(address).content.decode()
    page = client.post(address, follow=True).content.decode()
    assert "alice is the only owner of the club" in page
    assert is_signed_in(client)


@pytest.mark.full
def test_an_owner_who_revokes_himself_stays_signed_in_here_alone(cast: Cast) -> None:
    of_club(cast, people.account("dora"), Role.OWNER)
    here, elsewhere = signed_in(cast.alice), signed_in(cast.alice)
    address = reverse("desk_role_revoke", args=[cast.club.uid, role_of(cast.alice).uid])
    assert here.post(address)["Location"] == reverse("desk")
    assert is_signed_in(here)
    assert not is_signed_in(elsewhere)
    assert here.get(reverse("desk_accounts", args=[cast.club.uid])).status_code == 404


def test_sessions_of_before_hold(cast: Cast) -> None:
    """Where sessions were never ended, a session holds what it held in 0.1."""
    base = super(User, cast.bob).get_session_auth_hash()
    assert cast.bob.get_session_auth_hash() == base


@pytest.mark.full
def test_credentials_of_others_stay(cast: Cast) -> None:
    official_pins.set_own(cast.alice, cast.club)
    official_pins.set_own(cast.bob, cast.club)
    revoke(cast, role_of(cast.bob))
    assert Credential.objects.get(revoked_at=None).user == cast.alice
    assert Tournament.objects.count() == 1


@pytest.mark.full
@pytest.mark.databases
def test_the_owner_lets_in_again_who_typed_too_many_wrong_passwords(cast: Cast) -> None:
    cast.bob.set_password("green umbrella")
    cast.bob.save()
    form = {"username": "bob", "password": "wrong"}
    statuses = [Client().post(reverse("login"), form).status_code for _ in range(6)]
    assert statuses[-1] == 429
    owner = signed_in(cast.alice)
    page = reverse("desk_accounts", args=[cast.club.uid])
    assert "Unlock" in owner.get(page).content.decode()
    owner.post(reverse("desk_let_in_again", args=[cast.club.uid, cast.bob.uid]))
    assert "Unlock" not in owner.get(page).content.decode()
    right = Client().post(reverse("login"), form | {"password": "green umbrella"})
    assert right.status_code == 302
    assert cast.club.log.filter(verb="let_in_again").count() == 1


@pytest.mark.databases
@pytest.mark.full
def test_the_page_of_the_club_changes_name_and_use_and_logs_each(cast: Cast) -> None:
    client, address = signed_in(cast.alice), reverse("desk_club", args=[cast.club.uid])
    client.post(address, {"name": "城北俱乐部", "features": ["seasons", "fees"]})
    club = Club.objects.get(pk=cast.club.pk)
    assert (club.name, club.features) == ("城北俱乐部", ["fees", "seasons"])
    client.post(address, {"name": "城北俱乐部", "features": ["seasons", "fees"]})
    assert [entry.verb for entry in club.log.order_by("seq")] == ["set_features"]
    assert json.loads(club.log.get().body)["details"] == {
        "features": ["fees", "seasons"],
        "renamed": True,
    }
    of_club(cast, people.account("dora"), Role.DIRECTOR)
    dora = signed_in(User.objects.get(username="dora"))
    page = dora.get(address).content.decode()
    assert reverse("desk_places", args=[club.uid]) in page
    assert reverse("desk_accounts", args=[club.uid]) not in page
    assert dora.post(address, {"name": "x"}).status_code == 403
    assert verify_club(club) == []


@pytest.mark.full
def test_the_owner_names_the_sites_that_show_standings(cast: Cast) -> None:
    client, address = signed_in(cast.alice), reverse("desk_club_sites", args=[cast.club.uid])
    typed = "https://Club.example/\r\n\r\nhttps://club.example http://192.0.2.7:8080"
    client.post(address, {"origins": typed})
    club = Club.objects.get(pk=cast.club.pk)
    assert club.embed_origins == ["http://192.0.2.7:8080", "https://club.example"]
    line = f'/e/{cast.event.uid}/embed/" title="{cast.event.name}" width="100%"'
    assert f'<iframe src="http://testserver{line}' in html.unescape(client.get(address).text)
    answer = client.post(address, {"origins": "club.example\nhttps://*"}, headers=ENGLISH)
    assert "“club.example” is not the address" in answer.content.decode()
    many = "\n".join(f"https://{number}.example" for number in range(21))
    answer = client.post(address, {"origins": many}, headers=ENGLISH)
    assert "20 sites at most" in answer.content.decode()
    club.refresh_from_db()
    assert len(club.embed_origins) == 2
    assert [entry.verb for entry in club.log.order_by("seq")] == ["set_embed_origins"]
    of_club(cast, people.account("dora"), Role.DIRECTOR)
    dora = signed_in(User.objects.get(username="dora"))
    assert dora.get(address).status_code == 403
    client.post(address, {"origins": ""})
    club.refresh_from_db()
    assert club.embed_origins == []
    assert verify_club(club) == []
