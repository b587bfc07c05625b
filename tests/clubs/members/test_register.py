"""The register: members added, changed, merged and parted; names follow everywhere."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from clubs.members import doubles, merging, register
from clubs.members.register import Imported, MemberData
from tests import cast as casts
from tests.cast import Cast
from tests.clubs.members.test_keys import member
from tests.clubs.members.test_matching import enter
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import verification
from tournaments.jobs.models import Document
from tournaments.models import Club, ClubEntry, Credential, Person, Tournament
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import members_of


def codes(act: Callable[[], object]) -> list[object]:
    with pytest.raises(Refused) as refused:
        act()
    return [problem.code for problem in refused.value.problems]


def is_clean(cast: Cast) -> bool:
    tournament = Tournament.objects.get(pk=cast.tournament.pk)
    club = Club.objects.get(pk=cast.club.pk)
    return [*verification.verify(tournament), *verification.verify_club(club)] == []


def test_members_get_the_next_numbers_that_are_free(cast: Cast) -> None:
    new = [MemberData("张三"), MemberData("李四", number=2), MemberData("王五")]
    added = register.add_members(cast.club, cast.director, new)
    assert [person.number for person in added] == [1, 2, 3]
    assert ClubEntry.objects.filter(verb="add_members").count() == 1


def numbers(club: Club) -> dict[str, int | None]:
    return dict(members_of(club).order_by("number").values_list("name", "number"))


def test_a_list_moves_a_member_to_the_number_that_a_new_one_would_get(cast: Cast) -> None:
    (moving,) = register.add_members(cast.club, cast.director, [MemberData("张三", number=49)])
    lines = [Imported(MemberData("张三", number=50), moving), Imported(MemberData("王五"))]
    register.save_members(cast.club, cast.director, lines)
    assert numbers(cast.club) == {"张三": 50, "王五": 51}


@pytest.mark.full
def test_members_of_a_list_take_the_numbers_that_others_of_it_leave(cast: Cast) -> None:
    new = [MemberData("张三"), MemberData("李四"), MemberData("王五")]
    first, second, third = register.add_members(cast.club, cast.director, new)
    lines = [
        Imported(MemberData("张三", number=2), first),
        Imported(MemberData("李四", number=1), second),
        Imported(MemberData("王五", number=8), third),
        Imported(MemberData("赵六", number=3)),
    ]
    register.save_members(cast.club, cast.director, lines)
    assert numbers(cast.club) == {"李四": 1, "张三": 2, "赵六": 3, "王五": 8}
    assert is_clean(cast)


def test_a_member_whose_line_has_no_number_keeps_its_own(cast: Cast) -> None:
    (kept,) = register.add_members(cast.club, cast.director, [MemberData("张三")])
    lines = [Imported(MemberData("张三"), kept), Imported(MemberData("李四", number=1))]
    taken = [PersonReason.MEMBER_NUMBER_TAKEN]
    assert codes(lambda: register.save_members(cast.club, cast.director, lines)) == taken
    register.save_members(cast.club, cast.director, lines[:1])
    assert numbers(cast.club) == {"张三": 1}


def test_all_problems_of_members_come_at_once(cast: Cast) -> None:
    register.add_members(cast.club, cast.director, [MemberData("张三", number=1)])
    new = [MemberData("", number=1), MemberData("李四", birth_year=1700), MemberData("王五", 2)]
    twice = MemberData("赵六", number=2)
    assert codes(lambda: register.add_members(cast.club, cast.director, [*new, twice])) == [
        PersonReason.MEMBER_NUMBER_TAKEN,
        PersonReason.MEMBER_NUMBER_TAKEN,
        Reason.NAME_MISSING,
        PersonReason.YEAR_OUT_OF_RANGE,
    ]
    assert members_of(cast.club).count() == 1


def test_a_member_is_changed_with_aliases_and_contact(cast: Cast) -> None:
    (person,) = register.add_members(cast.club, cast.director, [MemberData("张三")])
    data = MemberData("张三", 7, ("老三", "老三"), "male", 1950, "城北", True, "123", "", "晚到")
    register.change_member(person, cast.director, data)
    person.refresh_from_db()
    stored = register.data_of(person)
    assert stored == MemberData("张三", 7, ("老三",), "male", 1950, "城北", True, "123", "", "晚到")
    assert "|laosan|" in person.search_key


@pytest.mark.full
def test_a_new_name_stands_wherever_the_member_plays_and_the_proof_is_clean(cast: Cast) -> None:
    (person,) = register.add_members(cast.club, cast.director, [MemberData("张三")])
    enter(cast, "张三")
    before = cast.event.public_revision
    register.change_member(person, cast.director, MemberData("张珊", person.number))
    cast.event.refresh_from_db()
    assert cast.event.public_revision > before
    entry = cast.event.entries.get(members__person=person)
    assert entry.members.get().person.name == "张珊"
    assert is_clean(cast)
    organise.rename_member(entry.members.get(), cast.director, "张三")
    assert Person.objects.get(pk=person.pk).sort_key == "zhang san"
    assert is_clean(cast)


@pytest.mark.full
def test_a_name_stated_before_its_entry_was_removed_is_proved_too(cast: Cast) -> None:
    (person,) = register.add_members(cast.club, cast.director, [MemberData("张三")])
    enter(cast, "张三")
    organise.remove_entry(cast.event.entries.get(members__person=person), cast.director)
    register.change_member(person, cast.director, MemberData("张珊"))
    assert is_clean(cast)


@pytest.mark.full
def test_guests_become_members(cast: Cast) -> None:
    guests = enter(cast, "张三", "李四")
    made = register.make_members(cast.club, cast.director, guests)
    assert [(person.guest, person.number) for person in made] == [(False, 1), (False, 2)]
    assert register.make_members(cast.club, cast.director, guests) == []


@pytest.mark.full
def test_a_stand_in_counts_as_taking_part(cast: Cast) -> None:
    first, second = member(cast, "张三", number=1), member(cast, "张叁", number=2)
    enter(cast, "张三")
    organise.stand_in(cast.event.entries.get(number=1), cast.director, "张叁", 1)
    assert cast.event.entries.get(number=1).members.filter(person=second).exists()
    assert codes(lambda: merging.merge(cast.club, cast.director, first, second)) == [
        PersonReason.MERGE_PLAY_TOGETHER
    ]


def test_likely_doubles_are_proposed_and_never_who_played_together(cast: Cast) -> None:
    same = [member(cast, "张三", number=1), member(cast, "张 三", number=2)]
    sound = [member(cast, "李思", number=3), member(cast, "Li Si", number=4)]
    member(cast, "王五", number=5)
    member(cast, "王伍", number=6)
    enter(cast, "王五", "王伍")
    likely = doubles.likely(cast.club)
    assert [(list(one.persons), one.is_certain) for one in likely] == [(same, True), (sound, False)]


def test_too_many_other_names_and_one_too_long_are_told_apart(cast: Cast) -> None:
    def add(*aliases: str) -> list[object]:
        data = MemberData("张三", aliases=aliases)
        return codes(lambda: register.add_members(cast.club, cast.director, [data]))

    many = tuple(f"别名{number}" for number in range(register.MOST_ALIASES + 1))
    assert add(*many) == [PersonReason.MANY_ALIASES]
    assert add("长" * 121) == [Reason.NAME_TOO_LONG]
    assert add(*many, "长" * 121) == [PersonReason.MANY_ALIASES, Reason.NAME_TOO_LONG]


@pytest.mark.full
def test_a_blanked_member_is_nowhere_and_the_chain_is_whole(cast: Cast) -> None:
    data = MemberData("张三", aliases=("老三",), phone="123", sex="male")
    (person,) = register.add_members(cast.club, cast.director, [data])
    double = member(cast, "张叁", number=9)
    merging.merge(cast.club, cast.director, person, double)
    enter(cast, "张三")
    Credential.objects.create(club=cast.club, kind="member", secret_hash="x", person=person)
    document = Document(kind="k", language="zh", input_digest="d", about=cast.event.uid)
    document.content = b"x"
    document.save()
    before = cast.event.public_revision
    merging.blank(cast.club, cast.director, double)
    cast.event.refresh_from_db()
    assert cast.event.public_revision > before
    assert not Document.objects.exists()
    assert not Credential.objects.filter(person=person).exists()
    for row in (person, double):
        row.refresh_from_db()
        assert (row.name, row.name_salt, row.search_key, row.number) == ("***", "", "", None)
    assert register.data_of(person) == MemberData("***")
    assert not members_of(cast.club).exists()
    assert is_clean(cast)
    assert codes(lambda: merging.blank(cast.club, cast.director, person)) == [
        PersonReason.MEMBER_GONE
    ]
    Person.objects.filter(pk=person.pk).update(name="张三")
    assert not is_clean(cast)


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Do things at the same time; return what each was refused with, None for what was done."""
    barrier, outcomes = threading.Barrier(len(acts)), dict.fromkeys(range(len(acts)), object())

    def run(place: int) -> None:
        barrier.wait()
        try:
            acts[place]()
            outcomes[place] = None
        except Refused as refused:
            outcomes[place] = refused.problems[0].code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [outcomes[place] for place in range(len(acts))]


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_two_merges_at_once_make_no_chain() -> None:
    cast = casts.assemble()
    first, second, third = (member(cast, name) for name in ("张三", "张叁", "张仨"))
    at_once(
        lambda: merging.merge(cast.club, cast.director, first, second),
        lambda: merging.merge(cast.club, cast.director, second, third),
        lambda: merging.merge(cast.club, cast.director, third, first),
    )
    roots = set(Person.objects.filter(doubles__isnull=False))
    assert len(roots) == 1
    assert roots.pop().same_as is None
    assert not Person.objects.filter(same_as__same_as__isnull=False).exists()


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_a_merge_while_both_are_entered_doubles_nobody() -> None:
    cast = casts.assemble()
    first, second = member(cast, "张三", number=1), member(cast, "张叁", number=2)
    outcomes = at_once(
        lambda: merging.merge(cast.club, cast.director, first, second),
        lambda: organise.enter(
            cast.event,
            cast.director,
            [organise.NewEntry((name,)) for name in ("张三", "张叁")],
            present=True,
        ),
    )
    assert outcomes in (
        [None, Reason.ENTRY_NAME_TWICE],
        [PersonReason.MERGE_PLAY_TOGETHER, None],
    )
    persons = Person.objects.filter(entry_members__entry__event=cast.event)
    is_merged = Person.objects.get(pk=second.pk).same_as_id is not None
    assert persons.filter(pk__in=[first.pk, second.pk]).count() == (0 if is_merged else 2)
