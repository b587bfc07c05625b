"""All attacks on a hall at once, while it sends sheets: `python -m benchmarks.attacks`.

A real `manage.py serve` on data of its own, over SQLite, with a small event in play. Tablets send
their sheets and poll their round all the time, and retry without an answer. Meanwhile another
program locks the database, forty clients sign in with wrong passwords, 2,300 connections drip, one
phone tries PINs and take-overs at thirteen tables, overlong files arrive, and the web process is
told to end and killed. At the end every acknowledged sheet has to exist, every health check was
answered, and the supervisor ended no healthy process.

Everything stays on this machine and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import random
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.attackers import (
    Dripping,
    Seen,
    large_bodies,
    lock,
    wrong_pins,
    wrong_sign_ins,
)
from benchmarks.hall import hall_of, item
from config.serving.supervisor import DATABASE
from tests.config.program import Program, serving

PATIENCE: Final = 8.0
"""Seconds after which a tablet gives a request up, as its page does."""
GIVEN_UP: Final = 180.0
"""Seconds after the last attack within which every sheet has to be acknowledged."""
TOO_SLOW: Final = 10.0
"""The longest that the watch of the supervisor waits."""
CODES, TRIES = 13, 8


@dataclass(frozen=True)
class Size:
    """The numbers of everything."""

    tables: int = 100
    deals: int = 3
    sign_ins: int = 40
    dripping: int = 2300
    take_overs: int = 25
    locked: float = 50.0


@dataclass(frozen=True)
class Tablet:
    """A token, and the sheets to send with it."""

    token: str
    sheets: Sequence[Mapping[str, str]]


@dataclass
class Findings:
    """The answers by kind of request, and the keys of the acknowledged sheets."""

    seen: dict[str, Seen] = field(default_factory=dict)
    acknowledged: set[str] = field(default_factory=set)
    is_over: bool = False
    is_restarting: bool = False

    def of(self, what: str) -> Seen:
        return self.seen.setdefault(what, Seen())


def main(arguments: Sequence[str]) -> int:
    """Attack and print the findings; return 1 if anything was lost or stopped."""
    words = argparse.ArgumentParser(prog="python -m benchmarks.attacks", description=__doc__)
    usual = Size()
    for name in ("tables", "deals", "sign_ins", "dripping", "take_overs"):
        option = f"--{name.replace('_', '-')}"
        words.add_argument(option, type=int, default=getattr(usual, name), metavar="N")
    words.add_argument("--locked", type=float, default=usual.locked, metavar="SECONDS")
    size = Size(**vars(words.parse_args(arguments)))
    with tempfile.TemporaryDirectory() as folder:
        wrong = attack(Path(folder), size)
    return 1 if wrong else 0


def attack(data: Path, size: Size) -> list[str]:
    """Run all attacks at once in an empty folder; return the faults, in words."""
    _more_files(size.dripping)
    os.environ["HUAPAI_DATA"] = str(data)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    importlib.import_module("django").setup()
    importlib.import_module("django.core.management").call_command("migrate", verbosity=0)
    hall = hall_of(size.tables, size.deals)
    tablets = [_tablet(hall, table) for table in hall.tables]
    codes = [table.code for table in hall.tables[:CODES]]
    importlib.import_module("django.db").connections.close_all()
    findings = Findings()
    _say(f"{size.tables} tables with {size.deals} deals are ready; the program starts")
    with serving("serve", data) as program:
        asyncio.run(_attack(program, tablets, codes, size, findings))
        text = program.text
    return _print_findings(size, findings, text)


def _more_files(number: int) -> None:
    resource = importlib.import_module("resource")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, number + 2000), hard))


def _tablet(hall: Any, table: Any) -> Tablet:
    leases = importlib.import_module("referee.leases.leases")
    token = leases.open_table(table=table, device=f"tablet-{table.number:04}").token
    deals = hall.round.event.deals_per_round
    sheets = [item(hall.sheet(hall.deal(number, table))) for number in range(1, deals + 1)]
    return Tablet(token, sheets)


async def _attack(
    program: Program,
    tablets: Sequence[Tablet],
    codes: Sequence[str],
    size: Size,
    findings: Findings,
) -> None:
    port = program.port
    dripping = Dripping(port, size.dripping)
    watching = [
        asyncio.create_task(_watch(port, findings, page)) for page in ("/health", "/health/alive")
    ]
    watching += [asyncio.create_task(_read(port, findings, tablet)) for tablet in tablets[:10]]
    drips = asyncio.create_task(dripping.run())
    within = size.locked + 10
    handing_over = [
        asyncio.create_task(_hand_over(port, findings, tablet, within)) for tablet in tablets
    ]
    await asyncio.sleep(3)
    _say(f"  the database is locked for {size.locked:.0f} s, and everything else begins")
    await asyncio.gather(
        lock(program.data / DATABASE, size.locked),
        wrong_sign_ins(port, findings.of("wrong sign-ins"), size.sign_ins),
        wrong_pins(port, findings.of("take-overs of one phone"), codes[:1], size.take_overs),
        wrong_pins(port, findings.of("wrong PINs, 13 codes"), codes, TRIES),
        large_bodies(
            port, findings.of("bodies too large"), ["/api/tablet/1/sheets", "/desk/login/"] * 5
        ),
    )
    for number in (signal.SIGTERM, signal.SIGKILL):
        _say(f"  the web process gets {number.name}")
        await _kill_and_wait(program, findings, number)
    try:
        async with asyncio.timeout(GIVEN_UP):
            await asyncio.gather(*handing_over)
    except TimeoutError:
        pass
    findings.is_over = dripping.is_over = True
    await asyncio.gather(*watching, drips)
    _say(f"  dripping: {dripping.most} at once, let go {dripping.let_go} times")


async def _kill_and_wait(program: Program, findings: Findings, number: int) -> None:
    """Kill the web process, and wait until another one answers."""
    findings.is_restarting = True
    before = program.pids("config.serving.web")
    os.kill(min(before), number)
    seen = Seen()
    for _ in range(300):
        await asyncio.sleep(0.2)
        status, _ = await seen.ask(program.port, "GET", "/health/alive", {}, patience=2.0)
        if status == 200 and program.pids("config.serving.web") - before:
            break
    findings.is_restarting = False


async def _watch(port: int, findings: Findings, page: str) -> None:
    """Poll a health page, except during a restart."""
    while not findings.is_over:
        await asyncio.sleep(0.5)
        seen = Seen()
        was_restarting = findings.is_restarting
        await seen.ask(port, "GET", page, {}, patience=TOO_SLOW)
        if not (was_restarting or findings.is_restarting):
            findings.of(page).seconds += seen.seconds
            findings.of(page).statuses += seen.statuses


async def _read(port: int, findings: Findings, tablet: Tablet) -> None:
    """Poll the round of a table, as its tablet does."""
    while not findings.is_over:
        await asyncio.sleep(random.uniform(0.5, 1.5))  # noqa: S311
        headers = {"Authorization": f"Lease {tablet.token}"}
        what = "rounds, meanwhile" if findings.is_restarting else "rounds"
        await findings.of(what).ask(port, "GET", "/api/tablet/1/round", headers, patience=60)


async def _hand_over(port: int, findings: Findings, tablet: Tablet, within: float) -> None:
    """Send every sheet of a tablet, each until it is acknowledged."""
    headers = {"Authorization": f"Lease {tablet.token}", "Content-Type": "application/json"}
    for sheet in tablet.sheets:
        await asyncio.sleep(random.uniform(0, within / len(tablet.sheets)))  # noqa: S311
        body = json.dumps(sheet).encode()
        while not findings.is_over and sheet["key"] not in findings.acknowledged:
            status, content = await findings.of("sheets").ask(
                port, "POST", "/api/tablet/1/sheets", headers, body, PATIENCE
            )
            if status == 200 and json.loads(content)["key"] == sheet["key"]:
                findings.acknowledged.add(sheet["key"])
            else:
                await asyncio.sleep(random.uniform(0.5, 2))  # noqa: S311


def _print_findings(size: Size, findings: Findings, text: str) -> list[str]:
    """Print the table of requests; return the faults, in words."""
    _say(f"  {'':24} {'asked':>6} {'median':>10} {'longest':>10}  answers")
    for kind, seen in findings.seen.items():
        _say(f"  {kind:24} {seen.line}")
    wrong = [*_lost_sheets(size, findings), *_unanswered_checks(findings)]
    if "no longer answers" in text:
        wrong.append("the supervisor ended a web process that was healthy")
    for line in wrong or ["nothing was lost and nothing stopped"]:
        _say(f"  {line}")
    return wrong


def _lost_sheets(size: Size, findings: Findings) -> list[str]:
    models = importlib.import_module("referee.models")
    stored = set(models.Sheet.objects.values_list("key", flat=True))
    importlib.import_module("django.db").connections.close_all()
    lost, wanted = findings.acknowledged - stored, size.tables * size.deals
    _say(f"  sheets: {wanted}, acknowledged {len(findings.acknowledged)}, stored {len(stored)}")
    faults = [f"{len(lost)} acknowledged sheets are not there"] if lost else []
    missing = wanted - len(findings.acknowledged)
    return faults + ([f"{missing} sheets were never acknowledged"] if missing else [])


def _unanswered_checks(findings: Findings) -> list[str]:
    return [
        f"{page} was not answered {seen.statuses[0]} times"
        for page, seen in findings.seen.items()
        if page.startswith("/health") and seen.statuses[0]
    ]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
