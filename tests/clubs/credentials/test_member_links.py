"""Members' links: drawn once, hashed, one at a time, and found by nobody who guesses."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any, Final

import pytest
from django.db import connection
from django.utils import timezone

from clubs.credentials import member_links
from clubs.credentials.member_links import MOST_WRONG
from tests.cast import Cast
from tests.cast import assemble as assemble_cast
from tests.clubs.members.test_entered_meanwhile import before_the_lock
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import AttemptCount, ClubEntry, Credential, CredentialKind, Person
from tournaments.record.digest import sha256

HALL: Final = "192.0.2.7"
ELSEWHERE: Final = "192.0.2.8"
GUESS: Final = "zzzz-zzzz-zzzz-zzzz"


def member(cast: Cast, name: str = "甲") -> Person:
    return Person.objects.get(club=cast.club, name=name)


def drawn(cast: Cast, *persons: Person) -> list[str]:
    slips = member_links.SLIPS.draw(member_links.MembersOf(cast.club, persons), cast.director)
    return [slip.link for slip in slips]


def opens(link: str, origin: str = HALL) -> Any:
    return member_links.open_page(link, origin)


def test_a_link_opens_the_page_of_its_member_and_only_its_hash_is_kept(cast: Cast) -> None:
    (link,) = drawn(cast, member(cast))
    visit = opens(link).visit
    assert (visit.person, visit.club, visit.persons) == (
        member(cast),
        cast.club,
        frozenset({member(cast).pk}),
    )
    row = Credential.objects.get()
    assert (row.kind, row.secret_hash, row.tournament) == (
        CredentialKind.MEMBER,
        sha256(link),
        None,
    )
    entry = ClubEntry.objects.latest("pk")
    assert entry.verb == "draw_member_links"
    assert member(cast).uid in entry.body
    assert link not in entry.body


@pytest.mark.databases
def test_a_new_link_ends_the_former_one(cast: Cast) -> None:
    (former,) = drawn(cast, member(cast))
    (present,) = drawn(cast, member(cast))
    assert opens(former).visit is None
    assert opens(present).visit is not None
    assert Credential.objects.filter(revoked_at=None).count() == 1


def test_a_revoked_link_opens_nothing_and_again_is_harmless(cast: Cast) -> None:
    (link,) = drawn(cast, member(cast))
    assert member_links.revoke(cast.club, cast.director, member(cast))
    assert not member_links.revoke(cast.club, cast.director, member(cast))
    assert opens(link).visit is None
    assert ClubEntry.objects.filter(verb="revoke_member_link").count() == 1


@pytest.mark.databases
def test_rows_that_are_the_same_person_share_the_link(cast: Cast) -> None:
    one, double = member(cast), member(cast, "乙")
    (of_double,) = drawn(cast, double)
    Person.objects.filter(pk=double.pk).update(same_as=one)
    visit = opens(of_double).visit
    assert (visit.person, visit.persons) == (one, frozenset({one.pk, double.pk}))
    (holder,) = member_links.SLIPS.holders(member_links.MembersOf(cast.club, [one]))
    assert holder.drawn_at is not None
    (anew,) = drawn(cast, one)
    assert opens(of_double).visit is None
    assert opens(anew).visit is not None


def test_a_member_whose_name_was_blanked_has_no_page(cast: Cast) -> None:
    (link,) = drawn(cast, member(cast))
    Person.objects.filter(name="甲").update(blanked_at=timezone.now())
    assert opens(link).visit is None


def test_the_links_of_name_slips_are_no_member_s(cast: Cast) -> None:
    from_slip = "abcd-efgh-jkmn-pqrs"
    Credential.objects.create(
        tournament=cast.tournament,
        kind=CredentialKind.LINK,
        person=member(cast),
        secret_hash=sha256(from_slip),
    )
    assert opens(from_slip).visit is None


def test_slips_that_somebody_else_has_drawn_meanwhile_stay_valid(cast: Cast) -> None:
    person = member(cast)
    seen = member_links.SLIPS.state(member_links.MembersOf(cast.club, [person]))
    (link,) = drawn(cast, person)
    with pytest.raises(Refused) as refused:
        member_links.SLIPS.draw(
            member_links.MembersOf(cast.club, [person]), cast.director, seen=seen
        )
    assert [problem.code for problem in refused.value.problems] == [Reason.SLIPS_DRAWN]
    assert opens(link).visit is not None


def test_players_of_an_event_are_each_listed_once_without_who_withdrew(cast: Cast) -> None:
    one, double = member(cast), member(cast, "乙")
    Person.objects.filter(pk=double.pk).update(same_as=one)
    organise.withdraw_entry(cast.event.entries.get(number=3), cast.director)
    names = [person.name for person in member_links.players_of(cast.event)]
    assert names == ["甲", "丁", "戊", "己", "庚", "辛"]


@pytest.mark.full
@pytest.mark.databases
def test_links_of_hundreds_are_drawn_and_listed(cast: Cast) -> None:
    persons = Person.objects.bulk_create(
        Person(club=cast.club, name=f"会员{number}") for number in range(900)
    )
    assert len({*drawn(cast, *persons)}) == 900
    held = member_links.SLIPS.holders(member_links.MembersOf(cast.club, persons))
    assert all(holder.drawn_at for holder in held)


@pytest.mark.full
@pytest.mark.databases
def test_a_right_link_opens_however_many_wrong_ones_came_from_its_address(cast: Cast) -> None:
    (right,) = drawn(cast, member(cast))
    shut = [opens(f"{GUESS[:-2]}{number:02d}").is_shut for number in range(MOST_WRONG + 1)]
    assert shut == [False] * MOST_WRONG + [True]
    assert opens(right).visit is not None
    assert not opens(GUESS, ELSEWHERE).is_shut
    AttemptCount.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert not opens(GUESS).is_shut


@pytest.mark.full
def test_a_link_that_has_ended_is_no_guess(cast: Cast) -> None:
    (link,) = drawn(cast, member(cast))
    member_links.revoke(cast.club, cast.director, member(cast))
    for _ in range(MOST_WRONG + 2):
        assert opens(link) == member_links.LinkAttempt(None)


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "x",
        pytest.param("\0", marks=pytest.mark.databases),
        "ABCD-EFGH-JKMN-PQRS",
        f"{GUESS}-zzzz",
        "é" * 19,
    ],
)
def test_what_is_no_link_is_answered_like_an_unknown_one(cast: Cast, wrong: str) -> None:
    assert opens(wrong) == opens(GUESS) == member_links.LinkAttempt(None)


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_two_desks_that_draw_at_once_leave_one_link() -> None:
    cast = assemble_cast()
    person = member(cast)
    seen = member_links.SLIPS.state(member_links.MembersOf(cast.club, [person]))
    links: list[str] = []
    refused: list[Refused] = []
    start = threading.Barrier(2)

    def _draw() -> None:
        start.wait()
        try:
            slips = member_links.SLIPS.draw(
                member_links.MembersOf(cast.club, [person]), cast.director, seen=seen
            )
            links.extend(slip.link for slip in slips)
        except Refused as refusal:
            refused.append(refusal)
        finally:
            connection.close()

    desks = [threading.Thread(target=_draw) for _ in range(2)]
    for desk in desks:
        desk.start()
    for desk in desks:
        desk.join()
    assert (len(links), len(refused)) == (1, 1)
    assert Credential.objects.filter(revoked_at=None).count() == 1
    assert opens(links[0]).visit is not None


def test_a_link_that_two_officials_revoke_at_once_is_revoked_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(cast, member(cast))

    def revoke() -> bool:
        return member_links.revoke(cast.club, cast.director, member(cast))

    before_the_lock(monkeypatch, revoke)
    assert not revoke()
    assert ClubEntry.objects.filter(verb="revoke_member_link").count() == 1
