"""An owner invites to a role by a link that counts once, whoever opens it, however often."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from clubs.credentials import grants, invitations
from clubs.credentials.grants import Grant
from clubs.credentials.refusals import AccountReason
from tests import cast as people
from tests.cast import Cast
from tests.clubs.credentials.test_club_accounts import of_club, revoke, signed_in
from tests.referee.sheets.test_races import together
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify, verify_club
from tournaments.models import Credential, Membership, Role, RoleLimit, User
from tournaments.rights import access
from tournaments.rights.roles import table_numbers

PASSWORD = "seven blue herons"


@pytest.fixture(autouse=True)
def _hashed_quickly(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def referee_of_two_tables(cast: Cast) -> Grant:
    return Grant(Role.REFEREE, cast.tournament, (cast.event,), (1, 2))


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[object]:
    return [problem.code for problem in refused.value.problems]


def form(**differs: str) -> dict[str, str]:
    asked = {"real_name": "朵拉", "username": "dora", "password": PASSWORD, "again": PASSWORD}
    return {**asked, **differs}


@pytest.mark.full
@pytest.mark.databases
def test_somebody_new_accepts_and_is_signed_in_with_the_role(cast: Cast) -> None:
    secret = invitations.invite(cast.club, cast.alice, referee_of_two_tables(cast))
    client, address = Client(), reverse("invitation", args=[secret])
    page = client.get(address)
    assert "no-store" in page["Cache-Control"]
    assert cast.event.name in page.content.decode()
    assert client.post(address, form())["Location"] == reverse("desk")
    dora = User.objects.get(username="dora")
    held = dora.memberships.get()
    assert (held.tournament, held.role, dora.real_name) == (cast.tournament, Role.REFEREE, "朵拉")
    assert [limit.event for limit in held.limits.all()] == [cast.event]
    assert table_numbers(held.tables) == (1, 2)
    assert client.get(reverse("desk_event", args=[cast.event.uid])).status_code == 200
    assert (verify(cast.tournament), verify_club(cast.club)) == ([], [])


def test_the_log_names_nobody_and_holds_no_secret(cast: Cast) -> None:
    secret = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    found = invitations.find(secret)
    assert found
    invitations.accept_as_new(found, "dora", "朵拉", PASSWORD)
    logged = "".join(entry.body for entry in cast.club.log.all())
    verbs = [entry.verb for entry in cast.club.log.order_by("seq")]
    assert verbs == ["invite", "accept_invitation"]
    assert not any(word in logged for word in (secret, "dora", "朵拉", PASSWORD))
    stored = Credential.objects.get(kind="invitation")
    assert secret not in stored.secret_hash


@pytest.mark.full
def test_somebody_with_an_account_elsewhere_accepts_with_it(cast: Cast) -> None:
    secret = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    client, address = signed_in(cast.charlie), reverse("invitation", args=[secret])
    assert "Accept as charlie" in client.get(address).content.decode()
    client.post(address)
    assert cast.charlie.memberships.filter(club=cast.club).get().role == Role.DIRECTOR
    assert client.get(reverse("desk_club", args=[cast.club.uid])).status_code == 200


@pytest.mark.full
def test_a_link_counts_once(cast: Cast) -> None:
    secret = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    address = reverse("invitation", args=[secret])
    assert Client().post(address, form()).status_code == 302
    assert Client().post(address, form(username="emil")).status_code == 404
    assert not User.objects.filter(username="emil").exists()
    assert Client().get(address).status_code == 404


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_at_once_one_gets_the_role_and_an_account(
    transactional_cast: Cast,
) -> None:
    cast = transactional_cast
    secret = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))

    def accepted(name: str) -> str:
        found = invitations.find(secret)
        if found is None:
            return "over"
        try:
            invitations.accept_as_new(found, name, name, PASSWORD)
        except Refused:
            return "over"
        return "accepted"

    outcomes = together(lambda: accepted("dora"), lambda: accepted("emil"))
    assert sorted(outcomes) == ["accepted", "over"]
    assert User.objects.filter(username__in=["dora", "emil"]).count() == 1
    assert cast.club.memberships.filter(role=Role.DIRECTOR).count() == 1
    assert verify_club(cast.club) == []


def test_a_link_ends_with_the_role_of_who_made_it(cast: Cast) -> None:
    Membership.objects.create(user=cast.bob, club=cast.club, role=Role.OWNER)
    secret = invitations.invite(cast.club, cast.bob, Grant(Role.DIRECTOR))
    address = reverse("invitation", args=[secret])
    assert Client().get(address).status_code == 200
    User.objects.filter(pk=cast.bob.pk).update(is_active=False)
    answer = Client().get(address)
    assert answer.status_code == 404
    assert "form" not in answer.context


def test_a_link_that_is_over_opens_nothing(cast: Cast) -> None:
    secret = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    Credential.objects.update(valid_until=timezone.now() - timedelta(seconds=1))
    assert Client().get(reverse("invitation", args=[secret])).status_code == 404
    assert invitations.open_of(cast.club) == []


def test_an_invitation_lasts_seven_days(cast: Cast) -> None:
    invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    until = Credential.objects.get().valid_until
    assert until is not None
    left = until - timezone.now()
    assert timedelta(days=6, hours=23) < left <= timedelta(days=7)


@pytest.mark.full
def test_the_owner_withdraws_an_invitation(cast: Cast) -> None:
    secret = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    found = invitations.find(secret)
    assert found
    address = reverse("desk_invitation_withdraw", args=[cast.club.uid, found.credential.uid])
    assert "withdrawn" in signed_in(cast.alice).post(address, follow=True).content.decode()
    assert invitations.find(secret) is None
    with pytest.raises(Refused) as refused:
        invitations.accept(found, cast.charlie)
    assert codes(refused) == [AccountReason.LINK_USED]
    assert not cast.charlie.memberships.filter(club=cast.club).exists()


@pytest.mark.databases
def test_the_links_of_an_owner_end_with_the_role(cast: Cast) -> None:
    dora = people.account("dora")
    hers = of_club(cast, dora, Role.OWNER)
    secret = invitations.invite(cast.club, dora, Grant(Role.OWNER))
    kept = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    revoke(cast, hers)
    assert invitations.find(secret) is None
    assert invitations.find(kept) is not None
    with pytest.raises(Refused):
        invitations.invite(cast.club, dora, Grant(Role.DIRECTOR))


class TestDirector:
    """A director of a tournament invites to roles there, without being an owner of the club."""

    @pytest.fixture
    def dora(self, cast: Cast) -> User:
        """A director of the tournament alone."""
        dora = people.account("dora")
        Membership.objects.create(user=dora, tournament=cast.tournament, role=Role.DIRECTOR)
        return dora

    @pytest.mark.full
    def test_invites_to_the_tournament_and_withdraws(self, cast: Cast, dora: User) -> None:
        secret = invitations.invite(cast.club, dora, Grant(Role.SCORER, cast.tournament))
        found = invitations.find(secret)
        assert found
        args = [cast.tournament.uid, found.credential.uid]
        address = reverse("desk_official_invitation_withdraw", args=args)
        page = signed_in(dora).post(address, follow=True)
        assert "withdrawn" in page.content.decode()
        assert invitations.find(secret) is None

    def test_invites_to_nothing_else(self, cast: Cast, dora: User) -> None:
        of_club = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
        found = invitations.find(of_club)
        assert found
        with pytest.raises(Refused):
            invitations.invite(cast.club, dora, Grant(Role.DIRECTOR))
        with pytest.raises(Refused):
            invitations.withdraw(cast.club, found.credential, dora)
        args = [cast.tournament.uid, found.credential.uid]
        address = reverse("desk_official_invitation_withdraw", args=args)
        assert signed_in(dora).post(address).status_code == 404
        assert invitations.find(of_club) is not None

    @pytest.mark.full
    def test_the_links_end_with_the_role(self, cast: Cast, dora: User) -> None:
        secret = invitations.invite(cast.club, dora, Grant(Role.SCORER, cast.tournament))
        kept = invitations.invite(cast.club, cast.alice, Grant(Role.SCORER, cast.tournament))
        revoke(cast, dora.memberships.get())
        assert invitations.find(secret) is None
        assert invitations.find(kept) is not None

    def test_the_links_end_where_the_role_is_limited_to_an_event(
        self, cast: Cast, dora: User
    ) -> None:
        secret = invitations.invite(cast.club, dora, Grant(Role.SCORER, cast.tournament))
        limited = Grant(Role.DIRECTOR, cast.tournament, (cast.event,))
        grants.limit(cast.club, dora.memberships.get(), cast.alice, limited)
        assert invitations.find(secret) is None
        with pytest.raises(Refused):
            invitations.invite(cast.club, dora, Grant(Role.SCORER, cast.tournament))

    @pytest.mark.full
    def test_the_links_end_where_the_role_is_given_again_for_an_event(
        self, cast: Cast, dora: User
    ) -> None:
        secret = invitations.invite(cast.club, dora, Grant(Role.DIRECTOR, cast.tournament))
        limited = Grant(Role.DIRECTOR, cast.tournament, (cast.event,))
        grants.give(cast.club, dora, cast.alice, limited)
        assert not access.directs_whole(dora, cast.tournament)
        assert invitations.find(secret) is None
        assert (verify(cast.tournament), verify_club(cast.club)) == ([], [])

    @pytest.mark.full
    def test_a_link_of_who_may_invite_no_more_gives_nothing(self, cast: Cast, dora: User) -> None:
        secret = invitations.invite(cast.club, dora, Grant(Role.DIRECTOR, cast.tournament))
        found = invitations.find(secret)
        assert found
        RoleLimit.objects.create(membership=dora.memberships.get(), event=cast.event)
        for account in (dora, cast.charlie):
            with pytest.raises(Refused) as refused:
                invitations.accept(found, account)
            assert codes(refused) == [AccountReason.LINK_USED]
        with pytest.raises(Refused):
            invitations.accept_as_new(found, "emil", "埃米尔", PASSWORD)
        assert not User.objects.filter(username="emil").exists()
        assert not cast.charlie.memberships.filter(tournament=cast.tournament).exists()
        assert not access.directs_whole(dora, cast.tournament)

    def test_a_link_of_an_account_that_is_switched_off_gives_nothing(
        self, cast: Cast, dora: User
    ) -> None:
        secret = invitations.invite(cast.club, dora, Grant(Role.SCORER, cast.tournament))
        found = invitations.find(secret)
        assert found
        User.objects.filter(pk=dora.pk).update(is_active=False)
        with pytest.raises(Refused):
            invitations.accept(found, cast.charlie)

    @pytest.mark.full
    def test_the_links_stay_while_another_role_allows_them(self, cast: Cast, dora: User) -> None:
        secret = invitations.invite(cast.club, dora, Grant(Role.SCORER, cast.tournament))
        of_the_club = of_club(cast, dora, Role.DIRECTOR)
        revoke(cast, dora.memberships.get(tournament=cast.tournament))
        assert invitations.find(secret) is not None
        revoke(cast, of_the_club)
        assert invitations.find(secret) is None


@pytest.mark.databases
def test_a_name_that_is_taken_uses_no_link_up(cast: Cast) -> None:
    secret = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    address = reverse("invitation", args=[secret])
    page = Client(headers={"accept-language": "en"}).post(address, form(username="charlie"))
    assert "belongs to another account" in page.content.decode()
    assert 'value="朵拉"' in page.content.decode()
    assert invitations.find(secret) is not None


@pytest.mark.parametrize("lacks", ["real_name", "username", "password"])
def test_a_new_account_has_a_real_name_and_a_good_password(cast: Cast, lacks: str) -> None:
    secret = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    page = Client().post(reverse("invitation", args=[secret]), form(**{lacks: ""}))
    assert list(page.context["form"].errors) == [lacks]
    assert not User.objects.filter(username="dora").exists()


@pytest.mark.full
def test_wrong_links_are_not_tried_without_end(cast: Cast) -> None:
    client = Client()
    for number in range(60):
        wrong = reverse("invitation", args=[f"{number:04}-aaaa-aaaa-aaaa"])
        assert client.get(wrong).status_code == 404
    wrong = "zzzz-aaaa-aaaa-aaaa"
    assert client.get(reverse("invitation", args=[wrong])).status_code == 429
    assert client.get(reverse("new_password", args=[wrong])).status_code == 429
    secret = invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR))
    assert client.get(reverse("invitation", args=[secret])).status_code == 200


@pytest.mark.parametrize(
    ("role", "where", "tables", "expected"),
    [
        (Role.REFEREE, "club", (), [AccountReason.ROLE_WANTS_TOURNAMENT]),
        (Role.DIRECTOR, "club", (1,), [AccountReason.LIMITS_OF_CLUB]),
        (
            Role.REFEREE,
            "club",
            (1,),
            [AccountReason.ROLE_WANTS_TOURNAMENT, AccountReason.LIMITS_OF_CLUB],
        ),
        (Role.OWNER, "tournament", (), [AccountReason.ROLE_OF_CLUB]),
        (Role.DIRECTOR, "tournament", (1,), [AccountReason.ROLE_AT_TABLES]),
        (
            Role.OWNER,
            "tournament",
            (1,),
            [AccountReason.ROLE_OF_CLUB, AccountReason.ROLE_AT_TABLES],
        ),
        (Role.SCORER, "tournament", (1,), []),
    ],
)
def test_what_cannot_be_is_refused_all_at_once(
    cast: Cast, role: Role, where: str, tables: tuple[int, ...], expected: list[AccountReason]
) -> None:
    grant = Grant(role, cast.tournament if where == "tournament" else None, (), tables)
    assert [problem.code for problem in grants.problems(cast.club, grant)] == expected


@pytest.mark.full
def test_the_page_of_inviting_keeps_what_was_typed_and_shows_the_link_once(cast: Cast) -> None:
    client, address = signed_in(cast.alice), reverse("desk_invite", args=[cast.club.uid])
    place = f"event:{cast.event.uid}"
    typed = {"role": "director", "place": place, "tables": "1-3"}
    page = client.post(address, typed).content.decode()
    assert "decide about all" in page
    assert 'value="1-3"' in page
    answer = client.post(address, {**typed, "role": "referee", "tables": "1-3, 7、9"})
    (found,) = invitations.open_of(cast.club)
    assert found.grant.tables == (1, 2, 3, 7, 9)
    link = answer.context["link"]
    assert link in answer.content.decode()
    assert invitations.find(link.rstrip("/").rpartition("/")[2]) is not None
    assert link not in client.get(address).content.decode()


def test_what_is_proposed_first_can_be_sent(cast: Cast) -> None:
    client, address = signed_in(cast.alice), reverse("desk_invite", args=[cast.club.uid])
    form = client.get(address).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    client.post(address, sent)
    assert [found.grant for found in invitations.open_of(cast.club)] == [
        Grant(Role.REFEREE, cast.tournament)
    ]
