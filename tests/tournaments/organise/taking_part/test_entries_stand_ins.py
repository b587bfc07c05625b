"""Stand-ins of an entry: named for rounds, taken out, and ended."""

from __future__ import annotations

from functools import partial

import pytest

from tests.cast import Cast
from tests.tournaments.drawing import codes, together
from tests.tournaments.organise.taking_part.test_entries import entry, names, pairs, sitters
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import EntryMember, Person


@pytest.mark.full
@pytest.mark.databases
def test_a_stand_in_takes_the_seats_of_the_rounds_that_are_named(cast: Cast) -> None:
    member = organise.stand_in(entry(cast, 1), cast.director, " 替补 ", 1, 1, points_count=False)
    assert (member.role, member.person.name, member.points_count) == ("substitute", "替补", False)
    first = cast.round_in_play()
    assert "替补" in sitters(first)
    assert "甲" not in sitters(first)
    cast.play(first)
    organise.close_round(first, cast.director)
    second = cast.round_in_play("2")
    assert "甲" in sitters(second)
    assert "替补" not in sitters(second)
    assert names(cast)[0] == "甲"
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_stand_in_of_one_partner_sits_in_that_partner_s_seat(cast: Cast) -> None:
    event = pairs(cast)
    entry, _other = organise.add_entries(event, cast.director, [["甲", "乙"], ["丙", "丁"]])
    organise.stand_in(entry, cast.director, "替补", 1, member=2)
    assert sitters(organise.draw_round(event, cast.director)) == {"甲", "替补", "丙", "丁"}


def test_the_name_of_a_stand_in_is_checked_like_any_other(cast: Cast) -> None:
    for name, reason in (("", "name_missing"), ("长" * 121, "name_too_long"), ("乙", "name_taken")):
        with pytest.raises(Refused) as refused:
            organise.stand_in(entry(cast, 1), cast.director, name, 1)
        assert codes(refused) == [reason]


def test_everything_wrong_with_a_stand_in_is_said_at_once(cast: Cast) -> None:
    cast.round_in_play()
    organise.withdraw_entry(entry(cast, 1), cast.director)
    with pytest.raises(Refused) as refused:
        organise.stand_in(entry(cast, 1), cast.director, "", 1, 0, member=5)
    assert codes(refused) == [
        "name_missing",
        "entry_not_there",
        "member_not_there",
        "round_drawn",
        "rounds_not_in_order",
    ]


@pytest.mark.full
def test_two_stand_ins_do_not_meet_in_one_round_nor_one_in_two_places(cast: Cast) -> None:
    organise.stand_in(entry(cast, 1), cast.director, "替补", 1, 2)
    for number, name, first, last in ((1, "又一位", 2, None), (2, "替补", 2, 3)):
        with pytest.raises(Refused) as refused:
            organise.stand_in(entry(cast, number), cast.director, name, first, last)
        assert codes(refused) == ["stand_in_twice"]
    again = organise.stand_in(entry(cast, 2), cast.director, "替补", 3)
    assert again.person.name == "替补"
    assert Person.objects.filter(name="替补").count() == 1


def test_a_stand_in_who_never_began_is_taken_out(cast: Cast) -> None:
    member = organise.stand_in(entry(cast, 1), cast.director, "替补", 2)
    organise.end_stand_in(member, cast.director)
    assert not EntryMember.objects.filter(pk=member.pk).exists()
    assert not Person.objects.filter(name="替补").exists()


@pytest.mark.full
def test_a_stand_in_ends_with_the_last_published_round(cast: Cast) -> None:
    member = organise.stand_in(entry(cast, 1), cast.director, "替补", 1)
    cast.closed_round()
    organise.end_stand_in(EntryMember.objects.get(pk=member.pk), cast.director)
    member.refresh_from_db()
    assert member.to_round == 1
    assert "甲" in sitters(cast.round_in_play("2"))


@pytest.mark.full
def test_a_stand_in_does_not_end_in_a_draft(cast: Cast) -> None:
    member = organise.stand_in(entry(cast, 1), cast.director, "替补", 1)
    cast.drawn_round()
    with pytest.raises(Refused) as refused:
        organise.end_stand_in(member, cast.director)
    assert codes(refused) == ["entry_in_draft"]


@pytest.mark.databases
@pytest.mark.full
def test_of_two_stand_ins_at_once_one_is_named(transactional_cast: Cast) -> None:
    cast = transactional_cast
    first = entry(cast, 1)
    calls = [partial(organise.stand_in, first, cast.director, name, 1) for name in ("替一", "替二")]
    assert together(*calls).count(["stand_in_twice"]) == 1
    assert EntryMember.objects.filter(role="substitute").count() == 1
    assert Person.objects.filter(name__startswith="替").count() == 1


def test_a_stand_in_that_was_taken_out_does_not_end_again(cast: Cast) -> None:
    member = organise.stand_in(entry(cast, 1), cast.director, "替补", 2)
    again = EntryMember.objects.select_related("entry__event", "person").get(pk=member.pk)
    organise.end_stand_in(member, cast.director)
    with pytest.raises(Refused) as refused:
        organise.end_stand_in(again, cast.director)
    assert codes(refused) == ["member_not_there"]
