"""Numbers, states, roles and names may change; what was changed beside the log is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps

from tests.cast import Cast
from tests.tournaments.record.test_audit import unguarded
from tournaments import organise
from tournaments.checks.verification import Break, prove_record, verify
from tournaments.models import (
    AuditEntry,
    Entry,
    EntryMember,
    LogMention,
    Membership,
    Person,
    Role,
    Round,
    Tournament,
)
from tournaments.record.digest import canonical, sha256


def _another_number(cast: Cast) -> tuple[str, str]:
    entry = cast.event.entries.get(number=3)
    Entry.objects.filter(pk=entry.pk).update(number=33)
    return "entry", entry.uid


def _another_state(cast: Cast) -> tuple[str, str]:
    round_ = cast.round_in_play()
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    return "round", round_.uid


def _another_role(cast: Cast) -> tuple[str, str]:
    held = Membership.objects.get(tournament=cast.tournament)
    Membership.objects.filter(pk=held.pk).update(role=Role.DIRECTOR)
    return "role", held.uid


def _a_role_nobody_gave(cast: Cast) -> tuple[str, str]:
    membership = Membership.objects.create(
        tournament=cast.tournament, user=cast.charlie, role=Role.DIRECTOR
    )
    return "role", membership.uid


def _a_role_taken(cast: Cast) -> tuple[str, str]:
    held = Membership.objects.get(tournament=cast.tournament)
    Membership.objects.filter(pk=held.pk).delete()
    return "role", held.uid


def _another_name(cast: Cast) -> tuple[str, str]:
    person = Person.objects.filter(entry_members__entry__event=cast.event)[0]
    Person.objects.filter(pk=person.pk).update(name="somebody else")
    return "name", person.uid


def _another_salt(cast: Cast) -> tuple[str, str]:
    person = Person.objects.filter(entry_members__entry__event=cast.event)[0]
    Person.objects.filter(pk=person.pk).update(name_salt="0" * 32)
    return "name", person.uid


def _a_name_of_an_entry(cast: Cast) -> tuple[str, str]:
    entry = cast.event.entries.get(number=1)
    Entry.objects.filter(pk=entry.pk).update(name="somebody else")
    return "entry", entry.uid


TAMPERED = (
    _another_number,
    _another_state,
    _another_role,
    _a_role_nobody_gave,
    _a_role_taken,
    _another_name,
    _another_salt,
    _a_name_of_an_entry,
)


@pytest.mark.full
@pytest.mark.parametrize("tamper", TAMPERED)
def test_what_was_changed_beside_the_log_is_found(
    cast: Cast, tamper: Callable[[Cast], tuple[str, str]]
) -> None:
    what, uid = tamper(cast)
    assert verify(cast.tournament) == [Break(what, uid=uid)]


@pytest.mark.full
def test_what_is_changed_by_its_operation_holds(cast: Cast) -> None:
    entry = cast.event.entries.get(number=1)
    member = entry.members.get()
    organise.rename_member(member, cast.director, "新名")
    organise.rename_entry(entry, cast.director, "Team")
    organise.remove_entry(cast.event.entries.get(number=8), cast.director)
    organise.add_entries(cast.event, cast.director, [["九"]])
    organise.discard_round(cast.drawn_round(), cast.director)
    organise.redraw_round(cast.drawn_round(), cast.director)
    round_ = cast.event.rounds.get()
    organise.publish_round(round_, cast.director)
    organise.withdraw_draw(round_, cast.director, "wrong hall")
    organise.stand_in(cast.event.entries.get(number=2), cast.director, "替", 1)
    organise.end_stand_in(EntryMember.objects.get(role="substitute"), cast.director)
    proof = prove_record(cast.tournament)
    assert (proof.breaks, dict(proof.uncovered)) == ((), {})


def test_the_log_holds_no_name_and_nothing_by_which_one_can_be_tried(cast: Cast) -> None:
    person = Person.objects.get(name="甲")
    assert person.name_salt
    body = cast.tournament.log.get(verb="add_entry").body
    assert "甲" not in body
    assert sha256("甲") not in body
    assert sha256(person.name_salt + "甲") in body
    assert person.name_salt not in body


def test_a_name_that_was_blanked_with_its_salt_is_no_fault(cast: Cast) -> None:
    person = Person.objects.get(name="甲")
    person.name, person.name_salt, person.blanked_at = "", "", person.created_at
    person.save()
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_person_renamed_in_another_tournament_of_the_club_holds_in_both(cast: Cast) -> None:
    other = organise.create_tournament(
        cast.club,
        cast.director,
        name="other",
        starts_on=cast.tournament.starts_on,
        time_zone="Asia/Shanghai",
    )
    plan = organise.EventPlan("个人赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(other, cast.director, plan)
    (entry,) = organise.add_entries(event, cast.director, [["乙二"]])
    person = Person.objects.get(name="甲")
    member = EntryMember.objects.create(entry=entry, person=person, number=2)
    organise.rename_member(member, cast.director, "甲一")
    assert verify(cast.tournament) == verify(other) == []
    Person.objects.filter(pk=person.pk).update(name="甲")
    breaks = [Break("name", uid=person.uid)]
    assert (verify(cast.tournament), verify(other)) == (breaks, breaks)


def as_before(tournament: Tournament) -> None:
    """Make the log what a program of before wrote: nothing stated, names without a salt."""
    head = ""
    with unguarded():
        LogMention.objects.all().delete()
        for entry in tournament.log.order_by("seq"):
            body = json.loads(entry.body)
            del body["facts"], body["moves"]
            text = canonical(body)
            hash_ = sha256(head + text)
            AuditEntry.objects.filter(pk=entry.pk).update(body=text, previous=head, hash=hash_)
            head = hash_
    Tournament.objects.filter(pk=tournament.pk).update(log_head=head)
    Person.objects.update(name_salt="")
    Entry.objects.update(name_salt="")
    fill = import_module("tournaments.migrations.0010_mentions_of_the_log")
    fill.note(apps, None)


@pytest.mark.full
def test_rows_of_before_are_not_covered_and_no_fault(cast: Cast) -> None:
    round_ = cast.round_in_play()
    as_before(cast.tournament)
    proof = prove_record(cast.tournament)
    assert proof.breaks == ()
    assert proof.uncovered == {"entry": 8, "round": 1, "role": 1, "name": 8}
    cast.play(round_)
    organise.close_round(round_, cast.director)
    organise.rename_member(cast.event.entries.get(number=1).members.get(), cast.director, "新名")
    proof = prove_record(cast.tournament)
    assert proof.breaks == ()
    assert proof.uncovered == {"entry": 8, "role": 1, "name": 7}
    Round.objects.filter(pk=round_.pk).update(state=Round.State.PUBLISHED)
    assert verify(cast.tournament) == [Break("round", uid=round_.uid)]


@pytest.mark.full
def test_mentions_that_do_not_follow_from_the_log_are_found(cast: Cast) -> None:
    entry = cast.tournament.log.get(verb="add_entry")
    with unguarded():
        LogMention.objects.filter(entry=entry, kind="stated")[0].delete()
    assert verify(cast.tournament) == [Break("mentions", entry.seq)]
