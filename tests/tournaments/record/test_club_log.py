"""The log of a club is a chain: nothing of it is altered, added or removed unseen."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from clubs.credentials import new_passwords
from tests import cast as people
from tests.cast import Cast
from tests.clubs.credentials.test_club_accounts import revoke, role_of
from tournaments import organise
from tournaments.checks.verification import Break, verify_club
from tournaments.models import Club, ClubEntry, Membership, Role, User
from tournaments.record import audit, club_log, guards
from tournaments.record.audit import SYSTEM, Actor, UnknownVerb, Verb
from tournaments.record.digest import canonical, sha256


def tampered(cast: Cast) -> list[Break]:
    guards.install(connection)
    return verify_club(cast.club)


@pytest.fixture
def chained(cast: Cast) -> Cast:
    """A club whose chain has three entries."""
    for name in ("dora", "emil"):
        user = people.account(name)
        organise.grant_role(cast.director, cast.tournament, user, Role.SCORER)
        revoke(cast, role_of(user))
    new_passwords.make_link(cast.club, cast.bob, cast.alice)
    assert verify_club(cast.club) == []
    return cast


@pytest.mark.databases
def test_rows_of_the_chain_can_be_neither_changed_nor_removed(chained: Cast) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        ClubEntry.objects.update(verb="grant_role")
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM tournaments_clubentry")
    assert chained.club.log.count() == 3


@pytest.mark.full
def test_an_altered_body_is_seen(chained: Cast) -> None:
    guards.remove(connection)
    entry = chained.club.log.get(seq=2)
    ClubEntry.objects.filter(pk=entry.pk).update(body=entry.body.replace("scorer", "owner"))
    assert Break("hash", 2) in tampered(chained)


@pytest.mark.full
def test_a_missing_entry_is_seen(chained: Cast) -> None:
    guards.remove(connection)
    chained.club.log.filter(seq=2).delete()
    assert Break("missing", 2) in tampered(chained)


@pytest.mark.full
def test_a_cut_off_end_is_seen(chained: Cast) -> None:
    guards.remove(connection)
    chained.club.log.filter(seq=3).delete()
    assert tampered(chained) == [Break("head", 3)]


@pytest.mark.full
def test_an_added_entry_is_seen(chained: Cast) -> None:
    body = canonical({"club": chained.club.uid, "seq": 4, "verb": "set_password", "actor": "a:b"})
    head = chained.club.log.get(seq=3).hash
    columns = {"verb": "set_password", "actor": "a:b", "body": body}
    ClubEntry.objects.create(
        club=chained.club, seq=4, previous=head, hash=sha256(head + body), **columns
    )
    assert tampered(chained) == [Break("head", 3)]


@pytest.mark.full
def test_an_entry_of_another_club_is_seen(chained: Cast) -> None:
    guards.remove(connection)
    other = Club.objects.get(memberships__user=chained.charlie)
    chained.club.log.update(club=other)
    Club.objects.filter(pk=chained.club.pk).update(log_seq=0, log_head="")
    last = other.log.get(seq=3)
    Club.objects.filter(pk=other.pk).update(log_seq=3, log_head=last.hash)
    guards.install(connection)
    assert verify_club(other) == [Break("columns", number) for number in (1, 2, 3)]


def test_a_revoked_role_that_is_put_back_past_the_program_is_seen(cast: Cast) -> None:
    held = role_of(cast.bob)
    uid = held.uid
    revoke(cast, held)
    Membership.objects.create(uid=uid, user=cast.bob, tournament=cast.tournament, role=Role.REFEREE)
    assert verify_club(cast.club) == [Break("revoked", 1, uid)]


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_a_change_that_fails_leaves_nothing(transactional_cast: Cast) -> None:
    cast = transactional_cast

    def fail() -> None:
        with club_log.change(cast.club, SYSTEM, Verb.SET_PASSWORD):
            User.objects.filter(pk=cast.bob.pk).update(username="half done")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert User.objects.get(pk=cast.bob.pk).username == "bob"
    assert cast.club.log.count() == 0


def test_an_unknown_verb_is_refused_before_anything_happens(cast: Cast) -> None:
    with pytest.raises(UnknownVerb), club_log.change(cast.club, SYSTEM, "win_everything"):
        pytest.fail("the body must not run")


@pytest.mark.django_db(transaction=True)
def test_a_change_of_one_club_leaves_the_log_of_another_where_it_was(cast: Cast) -> None:
    other = Club.objects.exclude(pk=cast.club.pk).get()
    before = (other.log_seq, other.log_head)
    with club_log.change(cast.club, SYSTEM, Verb.CHECK_IN):
        pass
    other.refresh_from_db()
    assert (other.log_seq, other.log_head) == before


def test_who_follows_the_changes_of_a_club_is_told_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_log, "_followers", [])
    told: list[object] = []
    follower = told.append
    club_log.follow(follower)
    club_log.follow(follower)
    with club_log.change(cast.club, SYSTEM, Verb.CHECK_IN) as made:
        pass
    assert told == [made]


def test_what_has_no_canonical_form_is_refused_instead_of_left_out() -> None:
    with pytest.raises(TypeError, match="object"):
        canonical({"told": object()})


@pytest.mark.full
def test_a_share_is_a_part_of_something_larger(transactional_cast: Cast) -> None:
    cast = transactional_cast
    share = audit.share(cast.tournament, Actor("user", "x"), Verb.REVOKE_ROLE)
    with pytest.raises(RuntimeError, match="only inside a change of its club"), share:
        pytest.fail("the body must not run")


def test_no_name_enters_the_chain(chained: Cast) -> None:
    bodies = "".join(chained.club.log.values_list("body", flat=True))
    assert bodies
    assert [name for name in ("alice", "bob", "dora", "emil") if name in bodies] == []
