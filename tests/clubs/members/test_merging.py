"""Two members who are one are merged, and parted again with what each brought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

import pytest

from clubs.members import merging, register
from clubs.members.register import MemberData
from tests.cast import Cast
from tests.clubs.members.test_keys import member
from tests.clubs.members.test_matching import enter
from tests.clubs.members.test_register import codes, is_clean
from tournaments.models import Person
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import all_of, canonical
from tournaments.record.club_log import ClubChange


@pytest.mark.full
def test_merged_persons_are_one_and_may_be_parted(cast: Cast) -> None:
    first, second = member(cast, "张三", number=1), member(cast, "张叁", number=2)
    third = member(cast, "Zhang San", number=3)
    merging.merge(cast.club, cast.director, second, third)
    merging.merge(cast.club, cast.director, first, second)
    for row in (first, second, third):
        row.refresh_from_db()
        assert canonical(row) == first
    assert set(all_of(third)) == {first, second, third}
    assert enter(cast, "Zhang San") == [first]
    merging.split(cast.club, cast.director, third)
    third.refresh_from_db()
    assert canonical(third) == third
    assert codes(lambda: merging.split(cast.club, cast.director, third)) == [
        PersonReason.NOT_MERGED
    ]
    assert is_clean(cast)


def added(cast: Cast, *new: MemberData) -> list[Person]:
    return register.add_members(cast.club, cast.director, new)


@pytest.mark.full
def test_a_split_takes_out_what_the_merge_filled_in(cast: Cast) -> None:
    first, second, third = added(
        cast,
        MemberData("王伟", 1, email="own@example.org"),
        MemberData("王玮", 2, phone="13900005678", email="b@example.org", note="left hand"),
        MemberData("王薇", 3, birth_year=1950, home="铁路", phone="13900005678"),
    )
    before = register.data_of(first)
    merging.merge(cast.club, cast.director, first, second)
    merging.merge(cast.club, cast.director, first, third)
    first.refresh_from_db()
    register.change_member(first, cast.director, replace(register.data_of(first), home="码头"))
    merging.split(cast.club, cast.director, second)
    first.refresh_from_db()
    # The third, who is still the same person, has the telephone too; 1950 is the third's.
    still = replace(register.data_of(first), aliases=())
    assert still == replace(before, phone="13900005678", birth_year=1950, home="码头")
    merging.split(cast.club, cast.director, third)
    first.refresh_from_db()
    assert register.data_of(first) == replace(before, home="码头")
    second.refresh_from_db()
    assert register.data_of(second).phone == "13900005678"
    assert is_clean(cast)


@pytest.fixture
def in_a_chain(cast: Cast) -> list[Person]:
    """Three members: the third was merged into the second, who was merged into the first."""
    first, second, third = added(
        cast,
        MemberData("王伟", 1, email="own@example.org"),
        MemberData("王玮", 2, note="left hand"),
        MemberData("王薇", 3, birth_year=1950, phone="13900005678"),
    )
    for kept, double in ((second, third), (first, second)):
        kept.refresh_from_db()
        merging.merge(cast.club, cast.director, kept, double)
    return [first, second, third]


def held(members: Iterable[Person]) -> list[tuple[str, int | None, str]]:
    """The telephone, the year of birth and the note of members."""
    rows = [register.data_of(Person.objects.get(pk=row.pk)) for row in members]
    return [(row.phone, row.birth_year, row.note) for row in rows]


THIRD: Final = ("13900005678", 1950, "")
SECOND: Final = ("", None, "left hand")


@pytest.mark.full
@pytest.mark.parametrize(
    ("order", "stays"), [((2, 1), SECOND), ((1, 2), THIRD)], ids=["last-first", "middle-first"]
)
def test_a_split_of_a_chain_gives_back_what_came_of_who_is_split_alone(
    cast: Cast, in_a_chain: list[Person], order: tuple[int, int], stays: tuple[Any, ...]
) -> None:
    merging.split(cast.club, cast.director, in_a_chain[order[0]])
    assert held(in_a_chain) == [stays, SECOND, THIRD]
    merging.split(cast.club, cast.director, in_a_chain[order[1]])
    assert held(in_a_chain) == [("", None, ""), SECOND, THIRD]
    assert is_clean(cast)


@pytest.mark.full
def test_a_merge_that_noted_no_columns_is_split_and_empties_none(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first merges did not note what they filled in: it cannot be told from what was there."""
    first, second = added(cast, MemberData("王伟", 1), MemberData("王玮", 2, phone="13900005678"))
    noted = ClubChange.note

    def note(made: ClubChange, **details: Any) -> None:
        details.pop("filled", None)
        noted(made, **details)

    monkeypatch.setattr(ClubChange, "note", note)
    merging.merge(cast.club, cast.director, first, second)
    second.refresh_from_db()
    merging.split(cast.club, cast.director, second)
    assert [phone for phone, _year, _note in held([first, second])] == ["13900005678"] * 2


def test_a_member_goes_before_a_guest(cast: Cast) -> None:
    (guest,) = enter(cast, "张三")
    person = member(cast, "张三", number=1)
    assert merging.merge(cast.club, cast.director, guest, person) == person


def test_who_plays_beside_another_is_not_merged_with_him(cast: Cast) -> None:
    first, second = member(cast, "张三", number=1), member(cast, "张叁", number=2)
    enter(cast, "张三", "张叁")
    merge = merging.merge
    assert codes(lambda: merge(cast.club, cast.director, first, second)) == [
        PersonReason.MERGE_PLAY_TOGETHER
    ]
    assert codes(lambda: merge(cast.club, cast.director, first, first)) == [
        PersonReason.MERGE_WITH_ITSELF
    ]
    other = cast.charlie.memberships.get().club
    assert other is not None
    stranger = Person.objects.create(club=other, name="外人")
    assert codes(lambda: merge(cast.club, cast.director, first, stranger)) == [
        PersonReason.MEMBER_GONE
    ]
