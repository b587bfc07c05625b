"""Statements made once: they answer as the query sets of which they are made."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection, models, transaction
from django.db.models.functions import Now
from django.db.models.signals import post_save, pre_save
from django.test.utils import isolate_apps
from pytest_django import DjangoAssertNumQueries

from referee.models import Confirmation, Sheet
from tests.cast import Cast
from tournaments.models import (
    AuditEntry,
    Deal,
    Event,
    LogMention,
    Result,
    RuleSet,
    Seat,
    Tournament,
)
from tournaments.system import compiled_queries
from tournaments.system.compiled_queries import (
    MOST_LENGTHS,
    MOST_VALUES,
    Creation,
    Insert,
    KeysQuery,
    Query,
    Update,
)

DEALS = Query(
    lambda uid, order: Deal.objects.filter(uid=uid, play_order__lte=order).select_related(
        "event__tournament", "board", "sitting__segment__match__round"
    ),
    str,
    int,
)
SEATS = Query(
    lambda sitting: Seat.objects.filter(sitting=sitting).order_by("pk").values_list("label", "pk"),
    int,
)
FACTS = Query(
    lambda deal: Result.live.filter(deal=deal).values_list("facts", "created_at", "reason"), int
)

OF_EITHER = KeysQuery(
    lambda deals, sittings: (
        Deal.objects.filter(models.Q(pk__in=deals) | models.Q(sitting__in=sittings))
        .order_by("pk")
        .values_list("pk")
    )
)


@pytest.mark.databases
def test_a_prepared_query_gives_the_rows_of_its_query_set_with_all_that_they_lead_to(
    cast: Cast,
) -> None:
    round_ = cast.round_in_play()
    wanted = Deal.objects.select_related("board", "event__tournament").filter(
        sitting__segment__match__round=round_
    )
    for deal in wanted:
        deal_read = DEALS.first(deal.uid, deal.play_order)
        assert deal_read == deal
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(connection, "cursor", None)
            assert deal_read.sitting.segment.match.round == round_
            assert (deal_read.event, deal_read.board) == (deal.event, deal.board)
            assert deal_read.event.tournament.name == cast.tournament.name
            assert vars_of(deal_read) == vars_of(deal)


def vars_of(deal: Deal) -> dict[str, object]:
    return {field.attname: getattr(deal, field.attname) for field in Deal._meta.concrete_fields}


@pytest.mark.databases
def test_each_time_it_looks_for_the_values_of_that_time(cast: Cast) -> None:
    round_ = cast.round_in_play()
    first, second = Deal.objects.filter(sitting__segment__match__round=round_)[:2]
    assert [DEALS.first(deal.uid, deal.play_order) for deal in (first, second)] == [first, second]
    assert DEALS.all("nothing", 9) == []
    assert DEALS.first(first.uid, first.play_order - 1) is None
    assert not DEALS.any("nothing", 9)


@pytest.mark.databases
def test_values_come_as_the_query_set_gives_them(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    deal = Deal.objects.filter(sitting__segment__match__round=round_)[0]
    seats = Seat.objects.filter(sitting=deal.sitting).order_by("pk").values_list("label", "pk")
    assert SEATS.all(deal.sitting_id) == list(seats)
    facts = Result.live.filter(deal=deal).values_list("facts", "created_at", "reason")
    assert FACTS.all(deal.pk) == list(facts)


@pytest.mark.databases
def test_lists_of_keys_may_have_any_length_and_one_may_be_empty(cast: Cast) -> None:
    round_ = cast.round_in_play()
    sittings: dict[int, list[int]] = {}
    of_round = Deal.objects.filter(sitting__segment__match__round=round_).order_by("pk")
    for deal, sitting in of_round.values_list("pk", "sitting_id"):
        sittings.setdefault(sitting, []).append(deal)
    (one, its), (two, others) = list(sittings.items())[:2]
    assert its
    assert others
    wanted = {
        ((), (one,)): its,
        ((), (two,)): others,
        ((others[0],), (one,)): sorted([*its, others[0]]),
        (tuple(its), ()): its,
        ((its[0], others[0]), ()): sorted([its[0], others[0]]),
        ((), (one, two)): sorted([*its, *others]),
    }
    for _ in range(2):
        assert {lists: [key for (key,) in OF_EITHER.all(*lists)] for lists in wanted} == wanted


def test_no_key_at_all_asks_nothing(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert OF_EITHER.all([], []) == []
        assert list(OF_EITHER.iterate([], [])) == []


@pytest.mark.databases
def test_rows_that_are_iterated_over_are_all_of_them_in_order(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(compiled_queries, "CHUNK", 2)
    of_round = Deal.objects.filter(sitting__segment__match__round=cast.round_in_play())
    keys = list(of_round.order_by("pk").values_list("pk", flat=True))
    assert len(keys) > 3
    OF_EITHER.all(keys, [])
    with django_assert_num_queries(1):
        assert [key for (key,) in OF_EITHER.iterate(keys, [])] == keys


def test_lists_of_more_lengths_than_are_kept_are_answered(cast: Cast) -> None:
    deal = Deal.objects.filter(sitting__segment__match__round=cast.round_in_play()).latest("pk")
    for length in range(1, MOST_LENGTHS + 3):
        assert OF_EITHER.all([deal.pk + more for more in range(length)], []) == [(deal.pk,)]


@pytest.mark.databases
def test_an_update_changes_what_it_finds_and_says_how_many(cast: Cast) -> None:
    event = Event.objects.get(pk=cast.event.pk)
    moved = Update(
        lambda key, was: Event.objects.filter(pk=key, public_revision=was),
        int,
        int,
        public_revision=int,
        name=str,
    )
    assert moved.run(7000, "Another name", event.pk, event.public_revision) == 1
    assert moved.run(7001, "A third name", event.pk, event.public_revision) == 0
    event.refresh_from_db()
    assert (event.public_revision, event.name) == (7000, "Another name")


@pytest.mark.databases
def test_what_is_the_same_for_ever_needs_no_value(cast: Cast) -> None:
    round_ = cast.round_in_play()
    deal = Deal.objects.filter(sitting__segment__match__round=round_)[0]
    update_done = Update(lambda key: Deal.objects.filter(pk=key), int, version=int, done=True)
    assert update_done.run(1, deal.pk) == 1
    deal.refresh_from_db()
    assert (deal.version, deal.done) == (1, True)


def test_what_varies_and_would_be_lost_is_found_at_the_first_use(cast: Cast) -> None:
    forgetful = Query(lambda _key: Tournament.objects.filter(name="always the same"), int)
    with pytest.raises(ValueError, match="not everything that varies"):
        forgetful.all(1)


@pytest.mark.databases
def test_what_is_annotated_comes_with_the_row_and_what_is_joined_to_it(cast: Cast) -> None:
    counted = Query(
        lambda key: (
            Tournament.objects.filter(pk=key)
            .select_related("club")
            .annotate(many=models.Count("events"), on=models.F("starts_on"))
        ),
        int,
    )
    row: Any = counted.first(cast.tournament.pk)
    assert (row, row.many, row.on) == (cast.tournament, 1, cast.tournament.starts_on)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connection, "cursor", None)
        assert row.club == cast.club


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_every_thread_asks_by_its_own_connection() -> None:
    def _asked(number: int) -> bool:
        try:
            return DEALS.any("nothing", number)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert not any(threads.map(_asked, range(16)))


@pytest.mark.databases
def test_an_insert_stores_all_its_rows_by_few_statements(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    entry, fields = AuditEntry.objects.get(seq=1), ("kind", "part", "uid")
    rows = [("made", "a_table", f"uid{number}") for number in range(MOST_VALUES // 5 + 1)]
    insert = Insert(LogMention, "entry", "verb", *fields)
    with django_assert_max_num_queries(6):
        insert.run((entry.pk, "made_here", *row) for row in rows)
    stored = LogMention.objects.filter(verb="made_here", entry=entry)
    assert list(stored.order_by("pk").values_list(*fields)) == rows
    with django_assert_max_num_queries(0):
        insert.run([])


@pytest.mark.databases
def test_a_created_row_is_the_one_that_is_stored(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    made_of: dict[str, Any] = {"name": "规则", "game": "gongzhu", "digest": "0" * 64}
    made_of |= {"rules": {"a": [1, "猪"]}, "schema": 1}
    with django_assert_max_num_queries(1):
        made = Creation(RuleSet).create(**made_of)
    stored = RuleSet.objects.get(pk=made.pk)
    columns = [field.attname for field in RuleSet._meta.concrete_fields]
    assert [getattr(made, name) for name in columns] == [getattr(stored, name) for name in columns]
    assert stored.rules == {"a": [1, "猪"]}
    assert (made.version, made.frozen_at) == (1, None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Creation(RuleSet).create(**{**made_of, "uid": made.uid})


def test_what_the_database_makes_itself_is_stored_by_django_alone() -> None:
    with isolate_apps("tournaments"):

        class Noted(models.Model):
            at = models.DateTimeField(db_default=Now())

            class Meta:
                app_label = "tournaments"

        class Further(RuleSet):
            class Meta:
                app_label = "tournaments"

        for model in (Session, Noted, Further):
            with pytest.raises(TypeError, match=model.__name__):
                Creation(model)


@pytest.mark.parametrize("model", [Sheet, Confirmation, Result, AuditEntry])
def test_nobody_waits_for_the_signals_that_are_not_sent(model: type[models.Model]) -> None:
    assert not any(signal.has_listeners(model) for signal in (pre_save, post_save))
