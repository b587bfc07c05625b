"""Compares today's logs with those of a backup: whether they continue the backup's.

A chain proves that no part of it was altered, but rewriting all of it gives another valid chain. A
backup stored elsewhere has the original chain. Its database is read, entry by entry; the manifest
is only compared, because backups of version 0.1 have no heads in it.
"""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path
from typing import Final

from config.backups import archive, copy_checks
from config.backups.manifest import Manifest
from config.terminal import gettext
from tournaments.models import Club, Tournament
from tournaments.record.digest import sha256

Link = tuple[int, str, str, str, str, str]
"""An entry: its number, verb, actor, body, the hash of the one before and its own."""
AT_ONCE: Final = 1_000
"""Entries of the log that are read at a time."""
_LINKS = "seq", "verb", "actor", "body", "previous", "hash"


@dataclass(frozen=True, slots=True)
class Chains:
    """Where a backup's database has the logs of a model, and where they are today."""

    model: type[Tournament | Club]
    owners: str
    entries: str
    owner: str


_OF_TOURNAMENTS: Final = Chains(
    Tournament, "tournaments_tournament", "tournaments_auditentry", "tournament_id"
)
_OF_CLUBS: Final = Chains(Club, "tournaments_club", "tournaments_clubentry", "club_id")


class Verdict(StrEnum):
    """The result of comparing the log of a tournament or a club with the backup's."""

    EXTENDS = "extends"
    DEPARTS = "departs"
    GONE = "gone"
    COPY_BROKEN = "copy_broken"
    COPY_CONTRADICTS = "copy_contradicts"
    COPY_LACKS = "copy_lacks"


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on a tournament or a club of the backup, which `name` names.

    `seq` is the entry at which the logs differ, or at which the backup's own log is broken; if all
    is well, the last common one, and `head` its hash.
    """

    name: str
    verdict: Verdict
    seq: int
    head: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether today's log continues the backup's."""
        return self.verdict is Verdict.EXTENDS


def compare(copy: Path) -> list[Finding]:
    """Compare today's logs with those of a backup, by tournament and then by club.

    Raises `copy_checks.Unfit` for a file that is no backup, or a damaged one.
    """
    manifest = copy_checks.examine(copy)
    with tempfile.TemporaryDirectory(prefix="huapai-copy-") as folder:
        archive.unpack(copy, Path(folder), manifest)
        with contextlib.closing(sqlite3.connect(Path(folder) / archive.DATABASE)) as link:
            try:
                return _compare(link, manifest)
            except sqlite3.DatabaseError as error:
                # A whole database, but of another program, or without these tables.
                raise copy_checks.Unfit(
                    gettext("%(file)s holds no logs that can be compared: %(reason)s")
                    % {"file": copy, "reason": error}
                ) from error


def _compare(link: sqlite3.Connection, manifest: Manifest) -> list[Finding]:
    found = [_compare_tournament(link, manifest, *row) for row in _owners(link, _OF_TOURNAMENTS)]
    uids = {uid for _key, uid, *_rest in _owners(link, _OF_TOURNAMENTS)}
    clubs = [_compare_chain(link, _OF_CLUBS, *row) for row in _logged_clubs(link)]
    return [*found, *_missing_tournaments(manifest, uids), *clubs]


def _owners(link: sqlite3.Connection, chains: Chains) -> list[tuple[int, str, str, int, str]]:
    """Return the key, uid, name, last number and last hash of each log of a backup."""
    query = f"SELECT id, uid, name, log_seq, log_head FROM {chains.owners} ORDER BY id"  # noqa: S608
    return link.execute(query).fetchall()


def _logged_clubs(link: sqlite3.Connection) -> list[tuple[int, str, str, int, str]]:
    """Return the clubs of a backup with a log; those of version 0.1 had none."""
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
    (is_there,) = link.execute(query, (_OF_CLUBS.entries,)).fetchone()
    return [row for row in _owners(link, _OF_CLUBS) if row[3]] if is_there else []


def _missing_tournaments(manifest: Manifest, uids: Collection[str]) -> list[Finding]:
    """Return the tournaments that the manifest names and the backup's database lacks."""
    names = dict.fromkeys(manifest.heads, "")
    names |= {tournament.uid: tournament.name for tournament in manifest.tournaments}
    seqs = {tournament.uid: tournament.seq for tournament in manifest.tournaments}
    return [
        Finding(name or uid, Verdict.COPY_LACKS, seqs.get(uid, 0))
        for uid, name in names.items()
        if uid not in uids
    ]


def _compare_tournament(
    link: sqlite3.Connection, manifest: Manifest, key: int, uid: str, name: str, seq: int, head: str
) -> Finding:
    found = _compare_chain(link, _OF_TOURNAMENTS, key, uid, name, seq, head)
    seqs = {tournament.uid: tournament.seq for tournament in manifest.tournaments}
    stated = seqs.get(uid), manifest.heads.get(uid, head)
    if found.verdict is not Verdict.COPY_BROKEN and stated != (seq, head):
        return Finding(name, Verdict.COPY_CONTRADICTS, seq)
    return found


def _compare_chain(
    link: sqlite3.Connection, chains: Chains, key: int, uid: str, name: str, seq: int, head: str
) -> Finding:
    broken = _first_broken(_entries_of_copy(link, chains, key), seq, head)
    if broken is not None:
        return Finding(name, Verdict.COPY_BROKEN, broken)
    owner = chains.model._default_manager.filter(uid=uid).first()
    if owner is None:
        return Finding(name, Verdict.GONE, 0)
    kept, today = _entries_of_copy(link, chains, key), _entries_of_today(owner, seq)
    departs = _first_difference(kept, today)
    if departs is not None:
        return Finding(owner.name, Verdict.DEPARTS, departs)
    return Finding(owner.name, Verdict.EXTENDS, seq, head)


def _entries_of_today(owner: Tournament | Club, last: int) -> Iterator[Link]:
    """Yield the entries up to the last one, in batches, because there may be many."""
    seq = -1
    while some := list(
        owner.log.filter(seq__gt=seq, seq__lte=last).order_by("seq").values_list(*_LINKS)[:AT_ONCE]
    ):
        yield from some
        seq = some[-1][0]


def _entries_of_copy(link: sqlite3.Connection, chains: Chains, key: int) -> Iterator[Link]:
    columns = ", ".join(_LINKS)
    query = f"SELECT {columns} FROM {chains.entries} WHERE {chains.owner} = ? ORDER BY seq"  # noqa: S608
    yield from link.execute(query, (key,))


def _first_broken(entries: Iterator[Link], seq: int, head: str) -> int | None:
    """Return the number of the first entry with a wrong hash; None if there is none."""
    before, number = "", 0
    for number, (stated, _verb, _actor, body, previous, stored) in enumerate(entries, 1):
        if stated != number or previous != before or stored != sha256(previous + body):
            return number
        before = stored
    return None if (number, before) == (seq, head) else seq


def _first_difference(kept: Iterator[Link], today: Iterator[Link]) -> int | None:
    """Return the number of the first entry that differs today or is missing; None without one."""
    for number, (copied_entry, entry_today) in enumerate(zip_longest(kept, today), 1):
        if copied_entry != entry_today:
            return number
    return None
