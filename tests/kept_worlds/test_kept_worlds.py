"""A restored world equals a built one, and nobody can tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from django.db import IntegrityError, connection, transaction
from django.test import TestCase

from tests import cast as people
from tests import games_cast, levels_cast, pairs_cast, teams_cast, world
from tests.cast import Cast
from tests.clock import At
from tests.clubs.ratings import evenings
from tests.kept_worlds import keeping, objects, rows
from tests.referee import legality
from tests.referee.appeals import conftest as competitions
from tests.referee.hall import Hall
from tests.tournaments import duplicate, over_boards, threes, two_events
from tests.toy_game import toy_registered
from tests.web.desk.seasons import test_seasons
from tests.web.publish.sharing import test_evening
from tournaments import organise
from tournaments.models import Club, Event, Role, Tournament
from tournaments.record.audit import SYSTEM

Build = Callable[[], Any]


def closed() -> Any:
    cast = people.assemble()
    return cast, cast.closed_round()


def drawn() -> Any:
    cast = people.assemble()
    return cast, cast.drawn_round("another seed")


def played_twice() -> Any:
    cast = people.assemble(players=4)
    return cast, cast.closed_round(), cast.round_in_play()


def made_official() -> Any:
    cast = people.assemble().changed(ranking=Event.Ranking.TABLE_POINTS)
    return cast, cast.round_in_play()


def rated() -> Any:
    cast = people.assemble()
    return cast, evenings.two_rated(cast)


def in_season() -> Any:
    cast = people.assemble()
    return cast, test_seasons.filled(cast)


BUILDS: dict[str, Build] = {
    "a club": people.assemble,
    "a draft": drawn,
    "a closed round": closed,
    "two rounds": played_twice,
    "an event that was changed": made_official,
    "a hall": lambda: Hall.of(people.assemble()),
    "teams": teams_cast.assemble,
    "teams in games": games_cast.assemble,
    "pairs for levels": levels_cast.assemble,
    "pairs for points": pairs_cast.assemble,
    "boards": over_boards.assemble,
    "threes": partial(threes.sealed, 5),
    "tricks": lambda: duplicate._hall(4, 4, {}),
    "two events": two_events.assemble,
    "one of everything": world.assemble,
    "rated evenings": rated,
    "a season": in_season,
    "a finished evening": lambda: test_evening.finished(people.assemble(), 3),
    "an official competition": lambda: competitions.played(people.assemble()),
}

FULL = frozenset({"a closed round", "teams in games", "one of everything", "a season"})
PAST_THE_LOG = frozenset(
    {"tricks", "two events", "one of everything", "rated evenings", "a season"}
)
PROVEN = [name for name in BUILDS if name not in PAST_THE_LOG]
"""Those of whose rows none was made past the log."""


def some_of(names: Iterable[str]) -> list[ParameterSet]:
    """Builds by their names: one of each kind with --full, over either database."""
    return [
        pytest.param(
            BUILDS[name],
            id=name,
            marks=pytest.mark.databases if name in FULL else pytest.mark.nightly,
        )
        for name in names
    ]


@contextmanager
def undone() -> Iterator[None]:
    """As if it were a test of its own: what is written within goes again."""
    atoms = TestCase._enter_atomics()  # type: ignore[attr-defined]
    try:
        yield
    finally:
        TestCase._rollback_atomics(atoms)  # type: ignore[attr-defined]


@contextmanager
def nothing_is_built() -> Iterator[None]:
    """Let a world be put back, and fail where one is built by the operations."""

    def fail(*_: object) -> keeping.World:
        raise AssertionError("it was built")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keeping, "_built", fail)
        yield


@pytest.fixture(autouse=True)
def _none_is_kept_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping.worlds, "kept", {})


@pytest.fixture(autouse=True)
def _the_toy_is_registered() -> Iterator[None]:
    with toy_registered():
        yield


@pytest.mark.full
@pytest.mark.parametrize("build", some_of(BUILDS))
def test_what_is_put_back_has_the_rows_and_the_objects_of_what_was_built(
    db: None, build: Build
) -> None:
    with undone():
        built = objects.packed(build(), [])
        stored = rows.read()
    with undone(), nothing_is_built():
        again = objects.packed(build(), [])
        assert rows.read() == stored
        assert again == built
        connection.check_constraints()


@pytest.mark.full
@pytest.mark.parametrize("build", some_of(PROVEN))
def test_what_is_put_back_can_be_proven_and_gone_on_with(db: None, build: Build) -> None:
    with undone():
        build()
    with nothing_is_built():
        build()
    tournament = Tournament.objects.get()
    legality.check_record(tournament)
    organise.grant_role(SYSTEM, tournament, people.account("dora"), Role.SCORER)
    organise.create_club("城东棋牌俱乐部", people.account("eve"))
    legality.check_record(tournament)


@pytest.mark.databases
@pytest.mark.full
def test_what_a_test_does_to_its_objects_reaches_no_other_test(db: None) -> None:
    with undone():
        cast = people.assemble()
        round_ = cast.round_in_play()
        cast.club.name = round_.event.name = cast.event.name = "spoilt"
        cast.event.ruleset.rules["spoilt"] = True
    with nothing_is_built():
        again = people.assemble()
        assert "spoilt" not in {again.club.name, again.event.name}
        assert again.round_in_play().event.name != "spoilt"
        assert "spoilt" not in again.event.ruleset.rules


@pytest.mark.databases
@pytest.mark.full
def test_a_step_changes_the_objects_of_whoever_has_it_put_back(db: None) -> None:
    """A round that is closed was read with the event of the cast, and is of the same event."""
    with undone():
        first = people.assemble()
        built = first.round_in_play()
        was_the_same, state = built.event is first.event, first.event.state
    with nothing_is_built():
        cast = people.assemble()
        round_ = cast.round_in_play()
    assert (round_.event is cast.event, cast.event.state) == (was_the_same, state)
    assert round_.event.tournament_id == cast.tournament.pk


@pytest.mark.databases
def test_two_worlds_of_one_test_are_two(db: None) -> None:
    """What a test writes after a world, another club among it, is not of the world."""
    with undone():
        people.assemble()
    first = people.assemble()
    organise.create_club("城东棋牌俱乐部", first.alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        people.assemble()  # its accounts are there already
    assert Club.objects.count() == 3


def write(cast: Cast) -> None:
    Event.objects.filter(pk=cast.event.pk).update(deals_per_round=3)


def write_in_memory(cast: Cast) -> None:
    cast.event.deals_per_round = 3


def roll_back(cast: Cast) -> None:
    with undone():
        cast.round_in_play()


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.parametrize(
    ("meanwhile", "is_known"), [(write, False), (write_in_memory, True), (roll_back, False)]
)
def test_a_step_is_put_back_only_on_the_world_that_it_was_made_of(
    db: None, meanwhile: Callable[[Cast], None], is_known: bool
) -> None:
    with undone():
        people.assemble().round_in_play()
    kept = len(keeping.worlds.kept)
    cast = people.assemble()
    meanwhile(cast)
    cast.round_in_play()
    assert cast.event.rounds.count() == 1
    assert len(keeping.worlds.kept) == kept + is_known


@pytest.mark.databases
@pytest.mark.full
def test_a_world_is_of_its_arguments(db: None) -> None:
    with undone():
        people.assemble(players=4)
    assert people.assemble(players=8).event.entries.count() == 8


@pytest.mark.databases
@pytest.mark.full
def test_a_world_is_of_its_hour(db: None, at: At) -> None:
    with undone():
        people.assemble()
    at(datetime(2027, 2, 6, 12, 0, tzinfo=UTC))
    assert people.assemble().club.created_at == datetime(2027, 2, 6, 12, 0, tzinfo=UTC)


@pytest.mark.databases
@pytest.mark.full
def test_a_world_is_built_anew_after_a_minute(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no hour in it is older than in a test that takes a minute."""
    with undone():
        first = people.assemble().club.created_at
    monkeypatch.setattr(keeping, "SECONDS", 0)
    keeping.worlds.kept.clear()
    with undone():
        people.assemble()
    assert people.assemble().club.created_at > first


@pytest.mark.databases
def test_what_was_to_follow_a_commit_follows_it(
    db: None, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[str] = []

    @keeping.kept
    def ordered() -> None:
        transaction.on_commit(lambda: told.append("done"))

    with undone(), django_capture_on_commit_callbacks(execute=True):
        ordered()
    with undone(), nothing_is_built(), django_capture_on_commit_callbacks(execute=True):
        ordered()
    assert told == ["done", "done"]


@pytest.mark.databases
@pytest.mark.full
def test_a_test_that_commits_has_its_world_built(transactional_db: None) -> None:
    people.assemble(players=0)
    assert keeping.worlds.kept == {}
