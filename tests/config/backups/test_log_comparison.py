"""A copy that lies elsewhere is a witness: a log that was written anew no longer follows it."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zipfile
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from clubs.face.choosing import choose_face
from config.backups import archive, copy_checks, log_comparison, manifest
from config.backups.archive import CopiedInstallation
from config.backups.database import copy as copy_of_upgrade
from config.backups.log_comparison import Finding, Verdict
from tests import cast as people
from tests.cast import Cast
from tests.tournaments.checks.test_coverage import as_before
from tests.tournaments.record.test_audit import unguarded
from tournaments.models import AuditEntry, Club, ClubInk, Event, LogMention, Tournament
from tournaments.record import log_queries
from tournaments.record.digest import canonical, sha256
from web.publish.printed import making

pytestmark = pytest.mark.sqlite
NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)


@pytest.fixture
def club(transactional_db: None) -> Cast:
    return people.assemble()


@pytest.fixture
def copy(club: Cast, tmp_path: Path) -> Path:
    target = tmp_path / "copy.zip"
    archive.write(
        CopiedInstallation(Path(settings.DATA), Path(connection.settings_dict["NAME"])), target, NOW
    )
    return target


def repacked(copy: Path, **changed: Any) -> Path:
    """The copy with another manifest."""
    target = copy.with_name("other.zip")
    with zipfile.ZipFile(copy) as packed, zipfile.ZipFile(target, "w") as other:
        for name in packed.namelist():
            text = packed.read(name)
            if name == manifest.NAME:
                text = json.dumps({**json.loads(text), **changed}).encode()
            other.writestr(name, text)
    return target


def write_anew(owner: Tournament | Club, first: int) -> None:
    """Write a whole chain that holds, with another reason in an entry and all that follows."""
    head = ""
    with unguarded():
        for entry in owner.log.order_by("seq"):
            body = json.loads(entry.body)
            if entry.seq == first:
                body["details"]["reason"] = "another"
            text = canonical(body)
            hash_ = sha256(head + text)
            rows = type(entry).objects.filter(pk=entry.pk)
            rows.update(body=text, previous=head, hash=hash_)
            head = hash_
    type(owner).objects.filter(pk=owner.pk).update(log_head=head)


def says(*words: str, **options: Any) -> str:
    output = StringIO()
    call_command("verify", *words, stdout=output, **options)
    return output.getvalue()


@pytest.mark.full
def test_a_log_that_went_on_follows_its_copy(club: Cast, copy: Path) -> None:
    before = Tournament.objects.get()
    club.round_in_play()
    assert log_comparison.compare(copy) == [
        Finding(before.name, Verdict.EXTENDS, before.log_seq, before.log_head)
    ]
    output = says(against=copy)
    assert f"goes on from the copy's, which ends with no. {before.log_seq}" in output
    assert before.log_head in output
    assert copy_checks.examine(copy).heads == {before.uid: before.log_head}


@pytest.mark.full
def test_the_copy_that_an_upgrade_makes_is_a_witness_too(club: Cast, tmp_path: Path) -> None:
    copy = copy_of_upgrade(Path(connection.settings_dict["NAME"]), tmp_path, NOW)
    before = Tournament.objects.get()
    club.round_in_play()
    assert log_comparison.compare(copy) == [
        Finding(before.name, Verdict.EXTENDS, before.log_seq, before.log_head)
    ]
    write_anew(club.tournament, 3)
    assert [(finding.verdict, finding.seq) for finding in log_comparison.compare(copy)] == [
        (Verdict.DEPARTS, 3)
    ]


@pytest.mark.full
def test_a_chain_written_anew_passes_alone_and_not_beside_its_copy(club: Cast, copy: Path) -> None:
    club.round_in_play()
    write_anew(club.tournament, 3)
    assert "is sound" in says()
    assert [(finding.verdict, finding.seq) for finding in log_comparison.compare(copy)] == [
        (Verdict.DEPARTS, 3)
    ]
    with pytest.raises(CommandError, match=r"departs from the copy's at change no\. 3"):
        says(against=copy)


@pytest.mark.full
def test_the_log_of_a_club_is_compared_too(club: Cast, tmp_path: Path) -> None:
    choose_face(club.club, club.director, ink=ClubInk.INDIGO, logo=None)
    target = tmp_path / "copy.zip"
    archive.write(
        CopiedInstallation(Path(settings.DATA), Path(connection.settings_dict["NAME"])), target, NOW
    )
    before = Club.objects.get(pk=club.club.pk)
    found = Finding(before.name, Verdict.EXTENDS, before.log_seq, before.log_head)
    assert log_comparison.compare(target)[1:] == [found]
    write_anew(before, before.log_seq)
    found = Finding(before.name, Verdict.DEPARTS, before.log_seq)
    assert log_comparison.compare(target)[1:] == [found]


@pytest.mark.django_db
def test_the_database_of_another_program_is_no_copy_to_compare_with(tmp_path: Path) -> None:
    other = tmp_path / "photos.sqlite3"
    with contextlib.closing(sqlite3.connect(other)) as link, link:
        link.execute("CREATE TABLE photo (name)")
    with pytest.raises(CommandError, match=r"photos\.sqlite3 holds no logs"):
        says(against=other)


@pytest.mark.full
def test_a_log_that_was_cut_short_departs_where_it_ends(club: Cast, copy: Path) -> None:
    last = club.tournament.log.latest("seq")
    with unguarded():
        LogMention.objects.filter(entry=last).delete()
        AuditEntry.objects.filter(pk=last.pk).delete()
    assert [(finding.verdict, finding.seq) for finding in log_comparison.compare(copy)] == [
        (Verdict.DEPARTS, last.seq)
    ]


@pytest.mark.full
def test_a_tournament_that_is_gone_is_said(club: Cast, copy: Path) -> None:
    Tournament.objects.update(uid="0" * 12)
    assert [finding.verdict for finding in log_comparison.compare(copy)] == [Verdict.GONE]


@pytest.mark.full
def test_a_copy_of_version_0_1_has_no_heads_and_is_a_witness_all_the_same(
    club: Cast, copy: Path
) -> None:
    with zipfile.ZipFile(copy) as packed:
        values = json.loads(packed.read(manifest.NAME))
    assert set(values["tournaments"][0]) == {"uid", "name", "seq"}
    older = repacked(copy, heads={})
    assert [finding.verdict for finding in log_comparison.compare(older)] == [Verdict.EXTENDS]
    write_anew(club.tournament, 2)
    assert [(finding.verdict, finding.seq) for finding in log_comparison.compare(older)] == [
        (Verdict.DEPARTS, 2)
    ]


@pytest.mark.full
def test_a_manifest_that_contradicts_its_database_is_said(club: Cast, copy: Path) -> None:
    other = repacked(copy, heads={club.tournament.uid: "0" * 64})
    assert [finding.verdict for finding in log_comparison.compare(other)] == [
        Verdict.COPY_CONTRADICTS
    ]


@pytest.mark.full
def test_a_tournament_that_only_the_manifest_names_is_said(club: Cast, copy: Path) -> None:
    rows = [json.loads(zipfile.ZipFile(copy).read(manifest.NAME))["tournaments"][0]]
    rows.append({"uid": "a" * 12, "name": "冬季赛", "seq": 9})
    other = repacked(copy, tournaments=rows)
    assert [(each.name, each.verdict) for each in log_comparison.compare(other)] == [
        (club.tournament.name, Verdict.EXTENDS),
        ("冬季赛", Verdict.COPY_LACKS),
    ]
    with pytest.raises(CommandError, match="冬季赛: the manifest of the copy names it"):
        says(against=other)


@pytest.mark.full
def test_a_copy_whose_own_log_does_not_hold_proves_nothing(club: Cast, tmp_path: Path) -> None:
    entry = club.tournament.log.get(seq=2)
    with unguarded():
        AuditEntry.objects.filter(pk=entry.pk).update(actor="x", body=f"{entry.body} ")
    target = tmp_path / "copy.zip"
    archive.write(
        CopiedInstallation(Path(settings.DATA), Path(connection.settings_dict["NAME"])), target, NOW
    )
    assert [(finding.verdict, finding.seq) for finding in log_comparison.compare(target)] == [
        (Verdict.COPY_BROKEN, 2)
    ]


@pytest.mark.full
def test_what_is_no_copy_is_said(club: Cast, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no copy")
    with pytest.raises(CommandError, match="not a copy made by Huapai"):
        says(against=tmp_path / "notes.txt")


@pytest.mark.full
def test_what_is_printed_is_found_in_the_log_or_not(club: Cast) -> None:
    club.round_in_play()
    mark = log_queries.mark_of_event(Event.objects.get())
    assert mark is not None
    words = making.hash_for_paper(mark.hash).upper().split()
    assert "has the hash" in says("--printed", str(mark.seq), *words)
    write_anew(club.tournament, 2)
    with pytest.raises(CommandError, match="No log has the hash"):
        says("--printed", str(mark.seq), *words)


@pytest.mark.full
def test_what_is_not_covered_is_counted(club: Cast) -> None:
    assert "not covered" not in says()
    as_before(Tournament.objects.get())
    assert "entries 8, rounds 0, roles 1, names 8" in says()
