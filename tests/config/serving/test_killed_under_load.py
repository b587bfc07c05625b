"""Tablets hand over while the server is killed with -9: what was acknowledged is there once."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Lock

import pytest

from referee.base.handed_in import Sealed
from referee.base.verbs import Verb
from referee.leases import leases
from referee.models import Confirmation, KeptWrite, Sheet
from tests import cast as people
from tests.config.program import Program, serving
from tests.referee.hall import Hall
from tests.samples import sampled
from tests.until import until
from tournaments.checks.recount import recount
from tournaments.checks.verification import verify
from tournaments.models import Result

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases]

DEALS = 2
PATIENCE = 180
"""So many seconds may pass without a word from the server, which is started again meanwhile."""


@dataclass(frozen=True)
class Tablet:
    """The token of a table, and what is to be handed over with it, in order."""

    token: str
    outbox: Sequence[tuple[str, Sealed]]


@dataclass
class Load:
    """All the tablets: where they find the server, and what it has acknowledged."""

    tablets: Sequence[Tablet]
    port: int = 0
    acknowledged: list[str] = field(default_factory=list)
    over: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)

    @property
    def keys(self) -> list[str]:
        """The keys of everything that is to be handed over."""
        return sorted(sealed.key for tablet in self.tablets for _, sealed in tablet.outbox)

    def deliver(self, tablet: Tablet) -> None:
        """Hand everything over, each item until it is acknowledged."""
        for path, sealed in tablet.outbox:
            until(partial(self._is_sent, tablet.token, path, sealed), seconds=PATIENCE)
            with self.lock:
                self.acknowledged.append(sealed.key)

    def has_come_to(self, part: float) -> None:
        """Return once so much of everything was acknowledged."""
        until(lambda: len(self.acknowledged) >= part * len(self.keys), seconds=PATIENCE)

    def _is_sent(self, token: str, path: str, sealed: Sealed) -> bool:
        """Send an item once; where no answer comes, wait a little as a tablet does."""
        item = {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed}
        headers = {"Authorization": f"Lease {token}", "Content-Type": "application/json"}
        link = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            link.request("POST", f"/api/tablet/1/{path}", json.dumps(item), headers)
            answer = link.getresponse()
            body = json.loads(answer.read())
        except (OSError, HTTPException):
            self.over.wait(0.3)
            return False
        finally:
            link.close()
        assert answer.status == 200, body
        assert (body["key"], body["digest"]) == (sealed.key, sealed.digest)
        return True


@pytest.fixture(params=sampled((8, 24, 200), (8,)))
def tables(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def load(tables: int) -> Load:
    """A round of so many tables, each with a tablet that has all its deals to hand over."""
    hall = Hall.of(people.assemble(players=4 * tables, deals_per_round=DEALS))
    opened = {table.pk: leases.open_table(table=table, device="tablet") for table in hall.tables}
    outboxes: dict[int, list[tuple[str, Sealed]]] = {table.pk: [] for table in hall.tables}
    for deal in hall.cast.deals(hall.round):
        sheet = hall.sheet(deal)
        outboxes[deal.sitting.table_id] += [
            ("sheets", sheet),
            ("confirmations", hall.agreement(sheet, "N")),  # who recorded it: it is kept
            ("confirmations", hall.agreement(sheet, "W")),
        ]
    return Load([Tablet(opened[table].token, outbox) for table, outbox in outboxes.items()])


@pytest.fixture
def first(load: Load, worker_environ: dict[str, str], tmp_path: Path) -> Iterator[Program]:
    """The program as it is first started, on the database of the test."""
    with _serving(tmp_path, worker_environ) as program:
        yield program


@pytest.mark.full
@pytest.mark.parametrize(
    "parts", [(0.3,), pytest.param((0.1, 0.3, 0.5), marks=pytest.mark.nightly)], ids=len
)
def test_what_was_acknowledged_is_there_once_after_every_kill(
    load: Load,
    first: Program,
    worker_environ: dict[str, str],
    tmp_path: Path,
    parts: Sequence[float],
) -> None:
    load.port = first.port
    with ThreadPoolExecutor(len(load.tablets)) as tablets:
        working = [tablets.submit(load.deliver, tablet) for tablet in load.tablets]
        for part in parts:
            load.has_come_to(part)
            _kill_the_web_server(first)
        load.has_come_to(0.7)
        acknowledged = set(load.acknowledged)
        first.process.kill()
        first.ended()
        until(lambda: not first.pids(), lambda: first.text)
        assert acknowledged <= set(_stored_keys())
        with _serving(tmp_path, worker_environ) as second:
            load.port = second.port
            for tablet in working:
                tablet.result()
    assert sorted(load.acknowledged) == load.keys == sorted(_stored_keys())
    _check_each_once(len(load.tablets) * DEALS)


def _serving(data: Path, environ: dict[str, str]) -> AbstractContextManager[Program]:
    return serving("serve", data / "club", DATABASE_URL=environ["DATABASE_URL"])


def _kill_the_web_server(program: Program) -> None:
    dead = program.pids("config.serving.web")
    os.kill(min(dead), signal.SIGKILL)
    until(lambda: program.pids("config.serving.web") - dead, lambda: program.text)


def _stored_keys() -> list[str]:
    models = (Sheet, Confirmation, KeptWrite)
    return [key for model in models for key in model.objects.values_list("key", flat=True)]


def _check_each_once(deals: int) -> None:
    """Each of so many deals has one result, and the log names once what was handed over."""
    tournament = Result.objects.select_related("deal__event__tournament")[0].deal.event.tournament
    assert Result.objects.count() == Result.live.count() == deals
    for verb in (Verb.SUBMIT_SHEET, Verb.CONFIRM_SHEET, Verb.KEEP_WRITE):
        assert tournament.log.filter(verb=verb).count() == deals
    assert verify(tournament) == []
    assert recount(tournament) == []
