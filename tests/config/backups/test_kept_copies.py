"""Copies of the day: one whole file, when there is reason to, and words where there can be none."""

from __future__ import annotations

import errno
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from config.backups import archive, copy_checks, daily, manifest
from config.backups import kept_copies as stored_copies
from config.backups.archive import CopiedInstallation
from config.backups.copy_checks import Unfit
from config.storage import durable_files
from tests import cast as people
from tests import teams_cast
from tests.cast import Cast
from tests.services.worker import Worker
from tests.until import until
from tournaments import organise
from tournaments.jobs.models import Document, Job, JobState
from tournaments.jobs.registry import Attempt
from tournaments.models import Installation, Publication, PublicationKind
from tournaments.system import installation
from tournaments.system.storage_problems import CopyProblem

pytestmark = pytest.mark.databases

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
JOB = Attempt("0" * 12, installation.COPY, {}, "", 1)


def no_progress(done: int, total: int) -> None:
    """Nobody watches."""


def make() -> None:
    """Do the job of a copy, from its handler to its effect."""
    daily.make(JOB, no_progress)()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    place = tmp_path / "stick"
    place.mkdir()
    (place / installation.MARK).touch()
    return place


@pytest.fixture
def to_stick(transactional_db: None, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies go to a stick; nobody rings for a worker."""
    monkeypatch.setattr("config.celery.signal", lambda uid: None)
    Installation.objects.create(pk=1, copies_to=str(stick))


@pytest.fixture
def chosen(to_stick: None) -> Cast:
    """A club whose copies go to a stick."""
    return people.assemble()


def copies(place: Path) -> list[Path]:
    return sorted(place.glob("*.zip"))


def fault() -> CopyProblem | None:
    problem = installation.fault(installation.current(), datetime.now(UTC))
    return CopyProblem(problem.code) if problem else None


@pytest.mark.full
@pytest.mark.sqlite
def test_a_copy_tells_what_it_holds(chosen: Cast, stick: Path) -> None:
    about = {"about": chosen.event.uid, "language": "en", "input_digest": "0" * 64}
    Document.objects.create(kind="k", file_name="a/b 1.pdf", content=b"%PDF-1", **about)

    make()

    (copy,) = copies(stick)
    copied = copy_checks.examine(copy)
    (tournament,) = copied.tournaments
    chosen.tournament.refresh_from_db()
    assert (tournament.uid, tournament.seq) == (chosen.tournament.uid, chosen.tournament.log_seq)
    assert any(step.startswith("tournaments.0001") for step in copied.migrations)
    with zipfile.ZipFile(copy) as packed:
        assert packed.read(f"documents/{chosen.event.uid}/k/en/a b 1.pdf") == b"%PDF-1"
        assert {part.name for part in copied.parts} | {manifest.NAME} == set(packed.namelist())
    assert installation.current().copied_at is not None
    assert [path.name for path in stick.iterdir() if path.suffix == ".part"] == []
    missing = CopiedInstallation(Path(settings.DATA), stick / "no database")
    assert stored_copies.copies_folder(missing) == stick


@pytest.mark.full
@pytest.mark.sqlite
def test_each_publication_of_a_round_orders_a_copy(chosen: Cast) -> None:
    ordered = Job.objects.filter(kind=installation.COPY)
    assert not ordered.exists()
    round_ = chosen.round_in_play()
    assert ordered.count() == 1
    # One that has not begun holds what follows, one that runs may be too early.
    ordered.update(state=JobState.DONE, finished_at=timezone.now())
    chosen.play(round_)
    organise.close_round(round_, chosen.director)
    assert ordered.count() == 2


@pytest.mark.full
@pytest.mark.sqlite
def test_line_ups_revealed_together_order_one_copy(to_stick: None) -> None:
    teams = teams_cast.assemble()
    for match in teams.round.matches.order_by("number"):
        teams.reveal(match.segments.get(number=1))
    shown = Publication.objects.filter(event=teams.event).values_list("kind", flat=True)
    assert list(shown).count(PublicationKind.LINE_UP) == 2
    assert Job.objects.filter(kind=installation.COPY).count() == 1


@pytest.mark.full
@pytest.mark.django_db
def test_nothing_is_ordered_where_no_folder_was_chosen() -> None:
    cast = people.assemble()
    cast.round_in_play()
    assert not Job.objects.filter(kind=installation.COPY).exists()


@pytest.mark.full
@pytest.mark.sqlite
def test_the_empty_place_of_a_stick_is_not_the_stick(chosen: Cast, stick: Path) -> None:
    (stick / installation.MARK).unlink()
    make()
    assert fault() is CopyProblem.AWAY
    assert copies(stick) == []

    stick.rmdir()
    make()
    assert fault() is CopyProblem.AWAY

    stick.mkdir()
    (stick / installation.MARK).touch()
    make()
    assert fault() is None
    assert len(copies(stick)) == 1


def no_room(*_: Any) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def broken(*_: Any) -> None:
    raise sqlite3.DatabaseError("database disk image is malformed")


@pytest.mark.full
@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("wrong", "copy_problem"), [(no_room, CopyProblem.FULL), (broken, CopyProblem.FAILED)]
)
def test_what_goes_wrong_is_said_and_leaves_nothing_half_made(
    chosen: Cast,
    stick: Path,
    monkeypatch: pytest.MonkeyPatch,
    wrong: Callable[..., None],
    copy_problem: CopyProblem,
) -> None:
    monkeypatch.setattr(durable_files, "settle", wrong)
    make()
    assert fault() is copy_problem
    assert [path.name for path in stick.iterdir()] == [installation.MARK]
    chosen.round_in_play()


@pytest.mark.sqlite
def test_a_copy_that_still_goes_on_does_not_hold_up_the_next(
    chosen: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "PATIENCE", 0.01)
    with daily._one_at_a_time:
        make()
    assert fault() is CopyProblem.BUSY


@pytest.mark.full
@pytest.mark.sqlite
def test_a_worker_that_starts_makes_the_copy_that_is_due(
    stick: Path, start_a_worker: Callable[..., Worker]
) -> None:
    Installation.objects.create(pk=1, copies_to=str(stick))
    worker = start_a_worker()
    until(lambda: copies(stick), lambda: worker.said)
    until(lambda: installation.current().copied_at, lambda: worker.said)
    assert copy_checks.examine(copies(stick)[0]).tournaments == ()


@pytest.mark.parametrize(
    ("copied", "faulty", "asked", "due"),
    [
        (None, "", None, True),
        (14, "", None, False),
        (15, "", None, True),
        (2, "said", None, True),
        (-60, "", None, True),
        (-60, "", -59, True),
        (15, "said", 0.5, False),
        (15, "said", 1, True),
        # The clock was set back since.
        (-14, "", None, False),
        (-15, "", None, True),
        (-600_000, "", -0.5, False),
        (-600_000, "", -1, True),
        (-600_000, "", -600_000, True),
    ],
)
def test_the_clock_asks_each_quarter_and_after_a_fault_each_minute(
    copied: float | None, faulty: str, asked: float | None, due: bool
) -> None:
    row = Installation(
        copies_to="/stick",
        copied_at=None if copied is None else NOW - timedelta(minutes=copied),
        copy_fault=faulty,
    )
    before = None if asked is None else NOW - timedelta(minutes=asked)
    assert daily.is_due(row, NOW, before) is due
    assert not daily.is_due(Installation(), NOW, None)


@pytest.mark.parametrize(
    ("ahead", "found"), [(-61, "copies_late"), (0, ""), (5, ""), (600_000, "copies_ahead")]
)
def test_a_copy_from_a_time_to_come_is_a_fault(ahead: int, found: str) -> None:
    row = Installation(copies_to="/stick", copied_at=NOW + timedelta(minutes=ahead))
    problem = installation.fault(row, NOW)
    assert (problem.code if problem else "") == found


@pytest.mark.sqlite
def test_the_clock_orders_one_copy(chosen: Cast) -> None:
    assert daily.order_if_due(NOW, None) == NOW
    assert daily.order_if_due(NOW + timedelta(minutes=2), NOW) == NOW + timedelta(minutes=2)
    assert Job.objects.filter(kind=installation.COPY).count() == 1


def test_all_of_the_last_day_stay_and_then_one_a_day(tmp_path: Path) -> None:
    times = [NOW - timedelta(hours=hours) for hours in range(0, 24 * 70, 6)]
    names = [tmp_path / f"huapai-club-{at:%Y%m%d-%H%M%S}.zip" for at in times]
    others = [tmp_path / "huapai-other-20200101-000000.zip", tmp_path / "letter.zip"]

    removable = stored_copies.superfluous([*names, *others], "club", NOW)

    stay = [path for path in names if path not in removable]
    assert stay[:5] == names[:5]
    assert {at.hour for at, name in zip(times[5:], names[5:], strict=True) if name in stay} == {20}
    assert len(stay) == 5 - 2 + stored_copies.DAYS
    assert set(removable) < set(names)


def test_there_is_a_bound_to_all_of_them(tmp_path: Path) -> None:
    times = [NOW - timedelta(minutes=n) for n in range(stored_copies.MOST + 50)]
    names = [tmp_path / f"huapai-club-{at:%Y%m%d-%H%M%S}.zip" for at in times]
    assert stored_copies.superfluous(names, "club", NOW) == names[stored_copies.MOST :]


def test_a_busy_day_leaves_the_days_before_their_copies(tmp_path: Path) -> None:
    busy = [NOW - timedelta(minutes=n) for n in range(stored_copies.MOST + 50)]
    before = [NOW - timedelta(days=days) for days in range(1, 30)]
    names = [tmp_path / f"huapai-club-{at:%Y%m%d-%H%M%S}.zip" for at in [*busy, *before]]
    removed = stored_copies.superfluous(names, "club", NOW)
    assert not {*removed} & {*names[len(busy) :]}
    assert len(names) - len(removed) == stored_copies.MOST


def test_two_copies_of_a_moment_have_two_names(tmp_path: Path) -> None:
    first = stored_copies.free_name(tmp_path, "club", NOW)
    first.touch()
    second = stored_copies.free_name(tmp_path, "club", NOW)
    assert [first.name, second.name] == [
        "huapai-club-20261121-203000.zip",
        "huapai-club-20261121-203000-2.zip",
    ]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of a database that knows nothing of tournaments."""
    data = tmp_path / "data"
    data.mkdir()
    with closing(sqlite3.connect(data / archive.DATABASE)) as link, link:
        link.execute("CREATE TABLE results (points)")
    archive.write(CopiedInstallation(data, data / archive.DATABASE), tmp_path / "copy.zip", NOW)
    return tmp_path / "copy.zip"


def altered(copy: Path, name: str, change: Callable[[bytes], bytes]) -> Path:
    """The copy with one of its parts changed."""
    with zipfile.ZipFile(copy) as packed:
        parts = {part: packed.read(part) for part in packed.namelist()}
    parts[name] = change(parts[name])
    with zipfile.ZipFile(copy, "w") as packed:
        for part, content in parts.items():
            packed.writestr(part, content)
    return copy


@pytest.mark.full
def test_a_copy_of_a_newer_program_is_refused(copy: Path) -> None:
    copy_checks.examine(copy)

    def newer(text: bytes) -> bytes:
        values = json.loads(text)
        return json.dumps({**values, "migrations": ["tournaments.9999_later"]}).encode()

    with pytest.raises(Unfit, match="newer program"):
        copy_checks.examine(altered(copy, manifest.NAME, newer))


@pytest.mark.full
def test_a_damaged_copy_is_refused(copy: Path, tmp_path: Path) -> None:
    with pytest.raises(Unfit, match=r"huapai\.sqlite3 has changed"):
        copy_checks.examine(altered(copy, archive.DATABASE, lambda content: content[:-1] + b"x"))
    copy.write_bytes(copy.read_bytes()[:200])
    with pytest.raises(Unfit, match="not a copy made by Huapai"):
        copy_checks.examine(copy)
    with pytest.raises(Unfit, match="There is no file"):
        copy_checks.examine(tmp_path / "nothing.zip")


@pytest.mark.full
def test_only_the_user_of_the_program_reads_a_copy(copy: Path) -> None:
    assert copy.stat().st_mode & 0o777 in (0o600, 0o666)


def test_the_tests_look_at_the_database_that_is_used() -> None:
    assert installation.can_copy() == (connection.vendor == "sqlite")
