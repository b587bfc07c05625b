"""The log: every change is an entry of one chain, and no tampering with it stays unseen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from tests.cast import Cast
from tournaments import organise
from tournaments.checks.verification import Break, verify
from tournaments.models import (
    AuditEntry,
    Deal,
    Event,
    Publication,
    Result,
    Role,
    Seat,
    Table,
    Tournament,
)
from tournaments.record import audit, guards, ledger
from tournaments.record.audit import SYSTEM, UnknownVerb, Verb, change
from tournaments.record.digest import canonical, sha256
from tournaments.record.ledger import Origin


@contextmanager
def unguarded() -> Iterator[None]:
    """Lift the triggers, as somebody with the database file in hand can."""
    guards.remove(connection)
    try:
        yield
    finally:
        guards.install(connection)


def take_out(entry: AuditEntry) -> None:
    """Remove an entry with everything that refers to it."""
    entry.mentions.all().delete()
    entry.delete()


def what(cast: Cast) -> list[Break]:
    return verify(cast.tournament)


@pytest.mark.full
@pytest.mark.databases
def test_the_log_of_a_whole_round_holds(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    assert what(cast) == []


@pytest.mark.databases
def test_entries_are_numbered_without_gaps_and_name_their_verbs(cast: Cast) -> None:
    cast.round_in_play()
    log = list(cast.tournament.log.order_by("seq").values_list("seq", "verb"))
    assert [seq for seq, _verb in log] == list(range(1, len(log) + 1))
    assert [verb for _seq, verb in log] == [
        Verb.CREATE_TOURNAMENT,
        Verb.GRANT_ROLE,
        Verb.CREATE_EVENT,
        Verb.ADD_ENTRY,
        Verb.DRAW_ROUND,
        Verb.PUBLISH_ROUND,
    ]


@pytest.mark.full
def test_an_entry_says_who_did_what_to_which_rows(cast: Cast) -> None:
    round_ = cast.drawn_round("a seed")
    body = json.loads(cast.tournament.log.latest("seq").body)
    assert body["actor"] == f"user:{cast.alice.uid}"
    assert [row["uid"] for row in body["rows"]] == [round_.uid]
    assert body["details"]["seed"] == "a seed"


def test_no_name_of_a_person_enters_the_log(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    bodies = "".join(cast.tournament.log.values_list("body", flat=True))
    persons = cast.club.persons.values_list("name", flat=True)
    names = [*persons, *(user.username for user in (cast.alice, cast.bob))]
    assert "close_round" in bodies
    assert [name for name in names if name in bodies] == []


def test_an_unknown_verb_is_refused_before_anything_happens(cast: Cast) -> None:
    with pytest.raises(UnknownVerb), change(cast.tournament, SYSTEM, "win_everything"):
        pytest.fail("the body must not run")


def test_two_rooms_cannot_use_the_same_verb() -> None:
    class Stolen(Verb.__base__):  # type: ignore[name-defined, misc]
        CREATE_EVENT = "create_event"

    with pytest.raises(ValueError, match="create_event"):
        audit.register(Stolen)


def test_registering_the_same_verbs_again_is_harmless() -> None:
    before = dict(audit._verbs)
    audit.register(Verb)
    assert audit._verbs == before


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_a_change_inside_another_is_refused_and_undoes_both(transactional_cast: Cast) -> None:
    cast = transactional_cast
    before = cast.tournament.log.count()
    with (
        pytest.raises(RuntimeError, match="durable"),
        change(cast.tournament, SYSTEM, Verb.ADJUST),
        change(cast.tournament, SYSTEM, Verb.ADJUST),
    ):
        pytest.fail("the inner body must not run")
    assert cast.tournament.log.count() == before


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_what_fails_half_way_leaves_neither_rows_nor_an_entry(transactional_cast: Cast) -> None:
    cast = transactional_cast
    before = cast.tournament.log.count()

    def fail() -> None:
        with change(cast.tournament, SYSTEM, Verb.CREATE_EVENT):
            Event.objects.filter(pk=cast.event.pk).update(name="half done")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    cast.event.refresh_from_db()
    assert cast.event.name == "个人赛"
    assert cast.tournament.log.count() == before
    assert what(cast) == []


@pytest.mark.full
@pytest.mark.databases
def test_the_public_revision_moves_only_with_what_a_stranger_may_see(cast: Cast) -> None:
    def revision() -> int:
        cast.event.refresh_from_db()
        return cast.event.public_revision

    entered = revision()
    assert entered == cast.tournament.log.get(verb=Verb.ADD_ENTRY).seq
    organise.grant_role(cast.director, cast.tournament, cast.charlie, Role.SCORER)
    draft = cast.drawn_round()
    assert revision() == entered
    organise.publish_round(draft, cast.director)
    published = revision()
    assert published == cast.tournament.log.latest("seq").seq
    cast.post(cast.deals(draft)[0])
    assert revision() == published + 1


@pytest.mark.parametrize(
    ("reached", "moves"),
    [([["t1"]], ["t1"]), ([["t2"], ["t1"]], ["t1", "t2"]), ([], []), ([["t1"], None], [])],
)
def test_an_entry_names_the_tables_whose_tablets_it_reaches_and_none_for_all(
    cast: Cast, reached: list[list[str] | None], moves: list[str]
) -> None:
    with change(cast.tournament, SYSTEM, Verb.CHECK_IN) as made:
        for tables in reached:
            if tables is None:
                made.moves_all()
                made.moves_only(Table(uid="t9"))
            else:
                made.moves_only(*(Table(uid=uid) for uid in tables))
    assert json.loads(AuditEntry.objects.latest("pk").body)["moves"] == moves


@pytest.mark.full
def test_an_event_does_not_move_the_pages_of_another(cast: Cast) -> None:
    plan = organise.EventPlan("双人", "gongzhu", {"preset": "classic"})
    other = organise.create_event(cast.tournament, cast.director, plan)
    other.refresh_from_db()
    before = other.public_revision
    cast.round_in_play()
    other.refresh_from_db()
    assert other.public_revision == before


def _alter_body(entry: AuditEntry) -> None:
    AuditEntry.objects.filter(pk=entry.pk).update(body=entry.body.replace("seed", "sead"))


def _break_body(entry: AuditEntry) -> None:
    AuditEntry.objects.filter(pk=entry.pk).update(body="no longer JSON")


def _alter_verb(entry: AuditEntry) -> None:
    AuditEntry.objects.filter(pk=entry.pk).update(verb=Verb.ADJUST)


def _alter_actor(entry: AuditEntry) -> None:
    AuditEntry.objects.filter(pk=entry.pk).update(actor="user:somebody")


def _alter_body_and_hash(entry: AuditEntry) -> None:
    body = entry.body.replace("seed", "sead")
    made = sha256(entry.previous + body)
    AuditEntry.objects.filter(pk=entry.pk).update(body=body, hash=made)


@pytest.mark.full
@pytest.mark.parametrize(
    ("tamper", "faults"),
    [
        pytest.param(_alter_body, ["hash"], marks=pytest.mark.databases),
        (_break_body, ["hash", "columns"]),
        (_alter_verb, ["columns"]),
        (_alter_actor, ["columns"]),
        (_alter_body_and_hash, ["previous"]),
    ],
)
def test_an_entry_that_was_altered_is_found(
    cast: Cast, tamper: Callable[[AuditEntry], None], faults: list[str]
) -> None:
    cast.round_in_play()
    entry = cast.tournament.log.get(verb=Verb.DRAW_ROUND)
    with unguarded():
        tamper(entry)
    # A hash that was made to fit again no longer fits the entry behind.
    shifted = 1 if faults == ["previous"] else 0
    assert what(cast) == [Break(fault, entry.seq + shifted) for fault in faults]


@pytest.mark.full
@pytest.mark.databases
def test_an_entry_that_was_taken_out_is_found(cast: Cast) -> None:
    cast.round_in_play()
    entry = cast.tournament.log.get(verb=Verb.ADD_ENTRY)
    with unguarded():
        take_out(entry)
    breaks = what(cast)
    assert breaks[:2] == [Break("missing", entry.seq), Break("previous", entry.seq + 1)]
    # What it had stated of rows is stated nowhere now.
    assert {break_.what for break_ in breaks[2:]} == {"entry", "name"}


@pytest.mark.full
def test_a_last_entry_that_was_taken_off_is_found(cast: Cast) -> None:
    last = cast.tournament.log.latest("seq")
    with unguarded():
        take_out(last)
    assert what(cast)[0] == Break("head", last.seq)


def test_an_entry_that_was_put_behind_is_found(cast: Cast) -> None:
    last = cast.tournament.log.latest("seq")
    seq = last.seq + 1
    body = canonical({"seq": seq, "verb": "adjust", "actor": "user:x", "rows": []})
    AuditEntry.objects.create(
        tournament=cast.tournament,
        seq=seq,
        verb="adjust",
        actor="user:x",
        body=body,
        previous=last.hash,
        hash=sha256(last.hash + body),
    )
    assert what(cast) == [Break("head", last.seq)]


def test_two_entries_that_were_exchanged_are_found(cast: Cast) -> None:
    first, second = cast.tournament.log.filter(seq__in=[2, 3]).order_by("seq")
    with unguarded():
        AuditEntry.objects.filter(pk=first.pk).update(seq=99)
        AuditEntry.objects.filter(pk=second.pk).update(seq=2)
        AuditEntry.objects.filter(pk=first.pk).update(seq=3)
    assert {break_.seq for break_ in what(cast)} >= {2, 3}


@pytest.mark.databases
def test_a_result_that_was_altered_behind_the_log_is_found(cast: Cast) -> None:
    result = cast.post(cast.deals(cast.round_in_play())[0])
    with unguarded():
        Result.objects.filter(pk=result.pk).update(settlement={"scores": {"N": 1000}})
    assert what(cast) == [Break("rows", cast.tournament.log.latest("seq").seq)]


@pytest.mark.full
def test_results_are_proved_together_and_not_one_by_one(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    deals = cast.deals(cast.round_in_play())
    cast.post(deals[0])
    with CaptureQueriesContext(connection) as first:
        assert what(cast) == []
    for deal in deals[1:6]:
        cast.post(deal)
    with django_assert_num_queries(len(first)):
        assert what(cast) == []


def test_a_publication_that_was_removed_behind_the_log_is_found(cast: Cast) -> None:
    cast.round_in_play()
    with unguarded():
        Publication.objects.all().delete()
    assert what(cast) == [Break("rows", cast.tournament.log.latest("seq").seq)]


def test_a_row_that_may_change_is_told_by_the_log_as_it_was_born(cast: Cast) -> None:
    Event.objects.filter(pk=cast.event.pk).update(name="renamed")
    assert what(cast) == []


def test_a_tournament_is_read_afresh_when_its_log_is_verified(cast: Cast) -> None:
    early = Tournament.objects.get(pk=cast.tournament.pk)
    cast.round_in_play()
    assert verify(early) == []


@pytest.mark.full
@pytest.mark.databases
def test_a_result_that_is_brought_back_is_found(cast: Cast) -> None:
    deal = cast.deals(cast.round_in_play())[0]
    cast.post(deal)
    cast.post(deal, seen=1, reason="misread")
    assert what(cast) == []
    type(deal).objects.filter(pk=deal.pk).update(version=1)
    assert what(cast) == [Break("version", uid=deal.uid)]


@pytest.mark.full
@pytest.mark.parametrize("place", [0, pytest.param(1, marks=pytest.mark.databases), 2])
def test_a_deal_that_tells_of_its_result_what_is_not_so_is_found(cast: Cast, place: int) -> None:
    """One with a result, one whose result was retracted, and one without any."""
    deals = cast.deals(cast.round_in_play())[:3]
    cast.post(deals[0])
    cast.post(deals[1])
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        retracted, origin = ledger.Report(Result.Kind.RETRACTED, {}), ledger.Origin("ruling", "x")
        ledger.post(made, deals[1], retracted, seen=1, origin=origin, reason="misread")
    assert what(cast) == []
    deal = Deal.objects.get(pk=deals[place].pk)
    assert deal.done is (place == 0)
    Deal.objects.filter(pk=deal.pk).update(done=not deal.done)
    assert what(cast) == [Break("done", uid=deal.uid)]


@pytest.mark.databases
def test_a_row_that_no_entry_names_is_found(cast: Cast) -> None:
    deal = cast.deals(cast.round_in_play())[0]
    result = cast.post(deal)
    result.pk, result.uid, result.version, result.retires = None, "forged", 2, deal.results.get()
    result.reason = "forged"
    result.save(force_insert=True)
    assert {break_.what for break_ in what(cast)} == {"unlogged", "version"}


def test_an_event_of_another_tournament_is_not_shown(cast: Cast) -> None:
    other = Tournament.objects.create(club=cast.club, name="x", starts_on="2026-01-01")
    with pytest.raises(ValueError, match="another"), change(other, SYSTEM, Verb.PUBLISH) as made:
        made.shows(cast.event)


@pytest.mark.databases
def test_seats_that_were_exchanged_after_the_draw_are_found(cast: Cast) -> None:
    round_ = cast.round_in_play()
    seat, other = Seat.objects.filter(sitting__segment__match__round=round_).order_by("pk")[:2]
    seat.side, other.side = other.side, seat.side
    seat.save()
    other.save()
    assert what(cast) == [Break("seats", uid=round_.uid)]


@pytest.mark.full
def test_what_one_change_notes_several_times_is_in_its_entry(cast: Cast) -> None:
    ruling = Origin("ruling-1", "ruling 1")
    deal = cast.deals(cast.round_in_play())[0]
    codes = ("claim", "appeal", "owed")
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        for code in codes:
            ledger.hold(made, deal, code, origin=ruling)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.release(made, "claim", origin=ruling)
        assert made.details["released"] == "claim"
        for code in codes:
            ledger.release(made, code, origin=ruling)
        made.note_each("game_ended", False)
        made.note_each("game_ended", True)
    assert made.details["released"] == [*codes]
    assert made.details["game_ended"] == [False, True]
