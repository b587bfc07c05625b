"""A push draws again only the pages that may have changed, and nothing stale is left by that."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from tests.cast import NORTH_TAKES_THE_PIG, Cast, assemble
from tests.sequences import operations
from tests.sequences.sequence import Sequence
from tests.tournaments.results.changed_rows import changed, for_event
from tests.tournaments.results.made.events import made
from tournaments import organise
from tournaments.models import (
    BoardSource,
    Club,
    DrawMethod,
    Entry,
    Event,
    Person,
    Result,
    Round,
    RoundState,
    Stage,
    Tournament,
)
from web.publish import mirror_paths
from web.publish.mirror import choosing, drawn, pushing
from web.publish.mirror.drawn import DrawnPages
from web.publish.mirror.memory import Memory
from web.publish.mirror.stores.directory import Directory
from web.publish.served import public_page

pytestmark = pytest.mark.django_db
HOURS = re.compile(rb'(?<=datetime=")[^"]*">[^<]*(?=</time>)')
TOLD_OF_A_PUSH = ("manifest.json", "revision.json")


@pytest.fixture
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.DATA = tmp_path / "data"
    monkeypatch.delitem(mirror_paths.FOLDERS, "en")
    return tmp_path / "site"


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the pages that are drawn; none of the many asks the database for more."""
    addresses: list[str] = []
    draw = public_page.draw

    def watched(page: Any, *given: Any) -> Any:
        addresses.append(page.address)
        with CaptureQueriesContext(connection) as asked:
            made = draw(page, *given)
        if page.name in drawn.KINDS:
            assert asked.captured_queries == [], page.address
        return made

    monkeypatch.setattr(public_page, "draw", watched)
    return addresses


def _push(folder: Path) -> None:
    pushing.push(choosing.scope(), Directory(folder), str(folder))


def _files(folder: Path) -> dict[str, bytes]:
    """Return the files without their hours; a picture has its own drawn into it."""
    return {
        path.relative_to(folder).as_posix(): b""
        if path.suffix == ".png"
        else HOURS.sub(b"", path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".gz" and path.name not in TOLD_OF_A_PUSH
    }


def _is_as_if_pushed_anew(folder: Path, fresh: Path) -> None:
    _push(folder)
    _push(fresh)
    there, anew = _files(folder), _files(fresh)
    assert there.keys() == anew.keys()
    assert [path for path in there if there[path] != anew[path]] == []
    kept, other = (Memory.read(str(each)).manifest for each in (folder, fresh))
    assert kept == other


@pytest.mark.full
def test_what_is_as_it_was_is_not_drawn_again(folder: Path, drawings: list[str]) -> None:
    cast = assemble(players=8, deals_per_round=1)
    cast.closed_round()
    _push(folder)
    uid, first = cast.event.uid, set(drawings)
    assert f"/e/{uid}/rounds/1/tables/1/" in first
    drawings.clear()
    Event.objects.update(public_revision=F("public_revision") + 1)
    _push(folder)
    assert not any("/tables/" in each or "/entries/" in each for each in drawings)
    drawings.clear()
    cast.round_in_play()
    _push(folder)
    again = {each for each in drawings if "/tables/" in each}
    assert again == {f"/e/{uid}/rounds/2/tables/{number}/" for number in (1, 2)}


@pytest.mark.full
def test_what_is_not_at_the_target_is_drawn(folder: Path, drawings: list[str]) -> None:
    cast = assemble(players=4, deals_per_round=1)
    cast.closed_round()
    _push(folder)
    table = f"zh/e/{cast.event.uid}/rounds/1/tables/1/index.html"
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace(table, f"{table}.old"), "utf-8")
    drawings.clear()
    (folder / table).unlink()
    _push(folder)
    assert f"/e/{cast.event.uid}/rounds/1/tables/1/" in drawings
    assert (folder / table).is_file()
    Memory.drawn_place(str(folder)).write_bytes(b"broken")
    assert DrawnPages.read(Memory.drawn_place(str(folder))).before == {}


def _change_result(cast: Cast, chance: Random) -> None:
    """Score a deal again as if its sheet had been misread."""
    result = chance.choice(list(Result.live.select_related("deal__event").order_by("pk")))
    turned = chance.sample("NWSE", 4)
    report = {"won": dict(zip(turned, NORTH_TAKES_THE_PIG["won"].values(), strict=True))}
    cast.post(result.deal, seen=result.version, reason="misread", report=report)


def _go_on(cast: Cast, _chance: Random) -> None:
    open_round = Round.objects.filter(event=cast.event, state=Round.State.PUBLISHED).first()
    if open_round is None:
        drawn_round = organise.draw_round(cast.event, cast.director, seed="next")
        organise.publish_round(drawn_round, cast.director)
        return
    for deal in cast.deals(open_round):
        if not deal.done:
            cast.post(deal)
            return
    organise.close_round(open_round, cast.director)


def _rename_somebody(_cast: Cast, chance: Random) -> None:
    person = chance.choice(list(Person.objects.order_by("pk")))
    Person.objects.filter(pk=person.pk).update(name=f"{person.name[:2]}{chance.randrange(9)}")


def _name_an_entry(_cast: Cast, chance: Random) -> None:
    entry = chance.choice(list(Entry.objects.order_by("pk")))
    Entry.objects.filter(pk=entry.pk).update(name=f"第{chance.randrange(99)}组")


def _move_the_hall(_cast: Cast, chance: Random) -> None:
    Tournament.objects.update(place=f"{chance.randrange(9)}号厅")
    Event.objects.update(name=f"个人赛{chance.randrange(9)}")
    Club.objects.update(mirror_address=f"https://{chance.randrange(9)}.example")


CHANGES: tuple[Callable[[Cast, Random], None], ...] = (
    *(_go_on, _go_on, _go_on),
    *(_change_result, _rename_somebody, _name_an_entry, _move_the_hall),
)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2))
def test_after_any_changes_a_push_equals_a_full_one(
    folder: Path, tmp_path: Path, drawings: list[str], seed: int
) -> None:
    chance = Random(seed)
    cast = assemble(players=8, deals_per_round=1)
    cast.closed_round()
    for step in range(5):
        for change in chance.choices(CHANGES, k=2):
            change(cast, chance)
        # A revision is the number of an entry in the log; it never comes twice.
        Event.objects.update(public_revision=10_000 + step)
        cast.event.refresh_from_db()
        _push(folder)
    _is_as_if_pushed_anew(folder, tmp_path / "fresh")
    assert drawings


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(3))
def test_after_any_operations_a_push_equals_a_full_one(
    folder: Path, tmp_path: Path, drawings: list[str], seed: int
) -> None:
    sequence = Sequence(seed)
    for number in range(6):
        while sequence.steps < 25 * (number + 1):
            operations.visit(sequence)
        _push(folder)
    _is_as_if_pushed_anew(folder, tmp_path / "fresh")
    assert drawings


@pytest.mark.full
def test_what_nothing_points_at_any_more_is_removed_last(folder: Path) -> None:
    cast = assemble(players=4, deals_per_round=1)
    cast.closed_round()
    round_ = cast.round_in_play()
    _push(folder)
    of_round = {
        path for path in _files(folder) if f"{cast.event.uid}/rounds/{round_.number}/" in path
    }
    deals = {f"zh/d/{deal.uid}/index.html" for deal in cast.deals(round_)}
    assert any("/api/" in path for path in of_round)
    assert any("/tables/" in path for path in of_round)
    Round.objects.filter(pk=round_.pk).update(state=Round.State.DRAFT)
    Event.objects.update(public_revision=10_000)
    _push(folder)
    assert not (of_round | deals) & _files(folder).keys()


def test_equal_values_have_one_digest_and_what_every_revision_changes_has_none() -> None:
    event = Event(uid="7", name="个人赛", public_revision=3)
    first = drawn.digest_of(event, ["a"])
    event.public_revision = 4
    assert drawn.digest_of(event, ["a"]) == first
    event.name = "双人赛"
    assert drawn.digest_of(event, ["a"]) != first
    assert drawn.digest_of(_adds(1)) == drawn.digest_of(_adds(1)) != drawn.digest_of(_adds(2))
    assert drawn.digest_of(each for each in "a") == "", "what cannot be compared is drawn"


def _adds(number: int) -> Callable[[int], int]:
    return lambda other: number + other


@pytest.mark.full
def test_a_page_has_the_tabs_that_its_event_has_now(folder: Path, tmp_path: Path) -> None:
    cast = assemble(players=4, deals_per_round=1)
    cast.closed_round()
    _push(folder)
    # The later stage has no members, so that the pages of entries show nothing else than before.
    Stage.objects.create(event=cast.event, number=2, draw_method=DrawMethod.KNOCKOUT)
    Event.objects.update(public_revision=10_000)
    _is_as_if_pushed_anew(folder, tmp_path / "fresh")
    entry = folder / "zh" / "e" / cast.event.uid / "entries" / "1" / "index.html"
    assert "/bracket/" in entry.read_text("utf-8")


def test_a_page_is_another_when_rounds_are_sealed_no_longer() -> None:
    table = made(4, 1)
    over_boards = for_event(table, boards=BoardSource.MADE)
    closed = replace(
        over_boards, rounds=tuple(changed(row, state=RoundState.CLOSED) for row in table.rounds)
    )
    said = [drawn.tabs_of(each)[1] for each in (table, over_boards, closed)]
    assert said == [[], [1], []]
