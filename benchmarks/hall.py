"""Throughput of a hall of 200 tables: `python -m benchmarks.hall [embedded] [postgresql]`.

Two things are measured on each database. First, how many sheets and how many confirmations with
their results are written a second, one after another, each followed by a bare transaction that
makes the same rows in the same framework with the same durability; medians are compared. Then the
whole: 200 tablets send a sheet and a confirmation within ten seconds, while 500 phones poll a page
every five, against `manage.py serve`.
The phones have looked at the page for some seconds when the first tablet sends.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.crowd import Handover, crowd
from tests.config.program import serving
from tests.services import postgres

TABLES, PHONES, BEFORE, WITHIN = 200, 500, 5.0, 10.0
FIRST = 20
"""So many writes warm the process up and do not count."""
STARTING = 60
"""Seconds that a server may take to start."""
DATABASES = ("embedded", "postgresql")


def main(arguments: Sequence[str]) -> None:
    """Measure each database in a process of its own: the settings are read once."""
    words = argparse.ArgumentParser(prog="python -m benchmarks.hall", description=__doc__)
    words.add_argument(
        "database", nargs="*", metavar="|".join(DATABASES), help="what to measure; both if left out"
    )
    words.add_argument("--here", action="store_true", help="measure in this process; for one alone")
    options = words.parse_args(arguments)
    if unknown := set(options.database) - set(DATABASES):
        words.error(
            f"there is no {', '.join(sorted(unknown))}; choose among {', '.join(DATABASES)}"
        )
    for name in options.database or DATABASES:
        if options.here:
            measure(name)
        else:
            subprocess.run([sys.executable, "-m", "benchmarks.hall", name, "--here"], check=True)


def measure(database: str) -> None:
    """Measure one database, in this process."""
    with tempfile.TemporaryDirectory() as folder, _served_by(database) as settings:
        data = Path(folder)
        os.environ |= {"HUAPAI_DATA": str(data), **settings}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        importlib.import_module("django").setup()
        importlib.import_module("django.core.management").call_command("migrate", verbosity=0)
        hall = hall_of(TABLES, 3)
        _say(f"{database}:")
        _one_after_another(hall)
        handovers = [_handover(hall, table) for table in hall.tables]
        importlib.import_module("django.db").connections.close_all()
        _together(data, handovers, f"/e/{hall.cast.event.uid}/live/", settings)


@contextmanager
def _served_by(database: str) -> Iterator[dict[str, str]]:
    if database == "embedded":
        yield {}
        return
    server = postgres.start(lasting=True)
    try:
        _create(server.url)
        yield {"DATABASE_URL": server.url}
    finally:
        server.stop()


def _create(url: str) -> None:
    """Create the database as soon as the server, which already listens, accepts connections."""
    psycopg = importlib.import_module("psycopg")
    base, _, name = url.rpartition("/")
    for again in reversed(range(STARTING)):
        try:
            with psycopg.connect(f"{base}/postgres", autocommit=True) as link:
                link.execute(f'CREATE DATABASE "{name}"')
            return
        except psycopg.OperationalError:
            if not again:
                raise
            time.sleep(1)


def hall_of(tables: int, deals: int) -> Any:
    """Return a hall with a round in play, in the database of this process."""
    people = importlib.import_module("tests.cast")
    halls = importlib.import_module("tests.referee.hall")
    return halls.Hall.of(people.assemble(players=tables * 4, deals_per_round=deals))


def _one_after_another(hall: Any) -> None:
    """Return the rates of writing, and of the bare transactions with the same rows.

    They alternate, so that other load of the machine affects both alike.
    """
    entry = importlib.import_module("referee.sheets.entry")
    bare = importlib.import_module("benchmarks.bare")
    models = importlib.import_module("referee.models")
    results = importlib.import_module("tournaments.models").Result.objects.select_related(
        "deal__event"
    )
    times = {name: ([], []) for name in ("submit", "confirm and post")}
    for table in hall.tables:
        writer, sheet = hall.writer(table), hall.sheet(hall.deal(1, table))
        agreed = hall.agreement(sheet)
        submitted, plain = times["submit"]
        submitted.append(_time(partial(entry.submit, writer=writer, sealed=sheet)))
        stored = models.Sheet.objects.get(key=sheet.key)
        confirmed, plain_result = times["confirm and post"]
        confirmed.append(_time(partial(entry.confirm, writer=writer, sealed=agreed)))
        plain.append(_time(bare.sheet(stored)))
        confirmation = models.Confirmation.objects.get(key=agreed.key)
        posted = results.get(uid=confirmation.result)
        plain_result.append(_time(bare.result(posted, confirmation)))
    for name, (real, plain) in times.items():
        (clock, processor), (bare_clock, bare_processor) = (
            [median(column) for column in zip(*seconds[FIRST:], strict=True)]
            for seconds in (real, plain)
        )
        _say(
            f"  {name:17}{1 / clock:7.0f}/s, bare{1 / bare_clock:7.0f}/s, a share of"
            f" {bare_clock / clock:.2f}; of this processor {processor * 1000:.2f} ms, bare"
            f" {bare_processor * 1000:.2f} ms, a share of {bare_processor / processor:.2f}"
        )


def _time(work: Callable[[], object]) -> tuple[float, float]:
    """Return the seconds by the clock, and those of the processor of this process."""
    began = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - began[0], time.process_time() - began[1]


def _handover(hall: Any, table: Any) -> Handover:
    leases = importlib.import_module("referee.leases.leases")
    device = f"tablet-{table.number:04}"
    for lease in table.leases.filter(released_at=None):
        leases.release(lease=lease, actor=hall.cast.director)
    token = leases.open_table(table=table, device=device).token
    sheet = hall.sheet(hall.deal(2, table))
    return Handover(token, item(sheet), item(hall.agreement(sheet)))


def item(sealed: Any) -> Mapping[str, str]:
    """Return the item that a tablet sends for a sealed text."""
    return {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed}


def _together(
    data: Path, handovers: list[Handover], page: str, settings: Mapping[str, str]
) -> None:
    with serving("serve", data, **settings) as program:
        times = crowd(program.port, handovers, page, phones=PHONES, before=BEFORE, within=WITHIN)
    for what, seconds in sorted(times.seconds.items()):
        cuts = quantiles(seconds, n=100)
        _say(
            f"  {what:15} {len(seconds):5} asked, median {cuts[49] * 1000:6.0f} ms, "
            f"95 % {cuts[94] * 1000:6.0f} ms, longest {max(seconds) * 1000:6.0f} ms"
        )
    for (what, status), often in times.others.items():
        _say(f"  {what}: {often} times {status}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
