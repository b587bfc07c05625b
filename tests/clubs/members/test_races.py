"""Two desks at once: nobody is doubled, no chain is made, and one link is left."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from clubs.credentials import member_links
from clubs.members import doubles, merging, register
from clubs.members.register import MemberData
from tests import cast as casts
from tests.cast import Cast
from tests.clubs.members.test_keys import member
from tests.clubs.members.test_register import at_once
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.models import (
    AttemptCount,
    ClubEntry,
    Credential,
    Entry,
    EntryMember,
    Person,
    ToldApart,
)
from tournaments.persons import entering
from tournaments.persons.locking import lock_persons
from tournaments.persons.refusals import PersonReason

pytestmark = pytest.mark.django_db(transaction=True)

HALL = "192.0.2.7"


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return casts.assemble()


def two(cast: Cast) -> list[Person]:
    return [member(cast, "张三", number=1), member(cast, "张叁", number=2)]


@pytest.mark.databases
def test_the_same_merge_twice_at_once_is_done_once(cast: Cast) -> None:
    first, second = two(cast)
    outcomes = at_once(
        *[lambda: merging.merge(cast.club, cast.director, first, second) for _ in range(2)]
    )
    assert sorted(map(str, outcomes)) == sorted(["None", str(PersonReason.MERGE_WITH_ITSELF)])
    assert ClubEntry.objects.filter(verb="merge_members").count() == 1
    second.refresh_from_db()
    assert second.same_as == first


@pytest.mark.databases
def test_each_merged_into_the_other_at_once_leaves_one(cast: Cast) -> None:
    first, second = two(cast)
    outcomes = at_once(
        lambda: merging.merge(cast.club, cast.director, first, second),
        lambda: merging.merge(cast.club, cast.director, second, first),
    )
    assert outcomes.count(None) == 1
    assert Person.objects.filter(pk__in=[first.pk, second.pk], same_as=None).count() == 1


@pytest.mark.full
@pytest.mark.databases
def test_a_merge_during_a_check_in_doubles_nobody(cast: Cast) -> None:
    first, second = two(cast)
    (entry,) = organise.enter(cast.event, cast.director, [organise.NewEntry(("张叁",))])
    outcomes = at_once(
        lambda: merging.merge(cast.club, cast.director, first, second),
        lambda: organise.check_in(cast.event, cast.director, [entry.number]),
        lambda: organise.enter(cast.event, cast.director, [organise.NewEntry(("张三",))]),
    )
    rows = EntryMember.objects.filter(entry__event=cast.event, person__in=[first, second])
    second.refresh_from_db()
    is_merged = second.same_as_id is not None
    assert is_merged == (outcomes[0] is None)
    assert rows.count() == (1 if is_merged else 2)
    assert outcomes[1] is None
    assert Entry.objects.get(pk=entry.pk).state == Entry.State.CHECKED_IN


@pytest.mark.full
@pytest.mark.databases
def test_a_merge_before_the_members_are_locked_is_seen(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two(cast)
    organise.enter(cast.event, cast.director, [organise.NewEntry(("张叁",))])

    def merged_meanwhile(wanted: Collection[int]) -> dict[int, Person]:
        monkeypatch.undo()
        Person.objects.filter(pk=second.pk).update(same_as=first)
        return lock_persons(wanted)

    monkeypatch.setattr(entering, "lock_persons", merged_meanwhile)
    with pytest.raises(Refused):
        organise.enter(cast.event, cast.director, [organise.NewEntry(("张三",))])
    assert EntryMember.objects.filter(person__in=[first, second]).count() == 1


@pytest.mark.full
@pytest.mark.databases
def test_a_merge_and_telling_apart_at_once_agree(cast: Cast) -> None:
    first, second = two(cast)
    outcomes = at_once(
        lambda: merging.merge(cast.club, cast.director, first, second),
        lambda: doubles.tell_apart(cast.club, cast.director, [first, second]),
    )
    assert outcomes[0] is None
    assert outcomes[1] in (None, PersonReason.MEMBER_GONE)
    assert not ToldApart.objects.exists()


@pytest.mark.full
@pytest.mark.databases
def test_two_members_added_at_once_get_two_numbers(cast: Cast) -> None:
    at_once(
        *[
            lambda name=name: register.add_members(cast.club, cast.director, [MemberData(name)])
            for name in ("张三", "李四", "王五")
        ]
    )
    added = Person.objects.filter(club=cast.club, name__in=["张三", "李四", "王五"])
    numbers = list(added.values_list("number", flat=True))
    assert len(numbers) == len(set(numbers)) == 3
    assert None not in numbers


@pytest.mark.full
@pytest.mark.databases
def test_blanking_and_merging_at_once_leave_no_name(cast: Cast) -> None:
    first, second = two(cast)
    outcomes = at_once(
        lambda: merging.merge(cast.club, cast.director, first, second),
        lambda: merging.blank(cast.club, cast.director, second),
    )
    second.refresh_from_db()
    assert outcomes.count(None) >= 1
    if outcomes[1] is None:
        assert second.name == Person.BLANKED
    if outcomes == [None, None]:
        first.refresh_from_db()
        assert first.name == Person.BLANKED, "both were one person by then"


@pytest.mark.full
@pytest.mark.databases
def test_a_link_used_by_two_phones_while_it_is_drawn_anew(cast: Cast) -> None:
    (person, _other) = two(cast)
    (former,) = member_links.SLIPS.draw(member_links.MembersOf(cast.club, [person]), cast.director)
    drawn: list[str] = []

    def draw() -> None:
        drawn.extend(
            one.link
            for one in member_links.SLIPS.draw(
                member_links.MembersOf(cast.club, [person]), cast.director
            )
        )

    def use() -> None:
        member_links.open_page(former.link, HALL)

    assert at_once(use, use, draw, use) == [None] * 4
    assert Credential.objects.filter(person=person, revoked_at=None).count() == 1
    assert member_links.open_page(former.link, HALL).visit is None
    assert member_links.open_page(drawn[0], HALL).visit is not None
    subjects = AttemptCount.objects.values_list("subject", "origin")
    assert len(subjects) == len(set(subjects)), "one note for each link and address"


@pytest.mark.full
@pytest.mark.databases
def test_a_link_drawn_while_its_member_is_merged_or_blanked_opens_one_page_or_none(
    cast: Cast,
) -> None:
    first, second = two(cast)
    links: list[str] = []
    at_once(
        lambda: links.extend(
            one.link
            for one in member_links.SLIPS.draw(
                member_links.MembersOf(cast.club, [second]), cast.director
            )
        ),
        lambda: merging.merge(cast.club, cast.director, first, second),
    )
    visit = member_links.open_page(links[0], HALL).visit
    assert visit is not None
    assert visit.person == first
    at_once(
        lambda: member_links.SLIPS.draw(member_links.MembersOf(cast.club, [first]), cast.director),
        lambda: merging.blank(cast.club, cast.director, first),
    )
    assert member_links.open_page(links[0], HALL).visit is None
