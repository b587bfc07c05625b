"""Costs of "Sheets and tablets" in a large hall: `python -m benchmarks.overview [TABLES …]`.

Halls with a round of eight deals in play, all in a database of their own: every table has its
tablet, has a deal with its result and a sheet that waits to be confirmed. Printed are the seconds
of processor in which the page is made, without what the first page of a process brings, its
statements and bytes, and how many values of JSON are decoded for it.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import Any, Final
from unittest.mock import patch

from benchmarks import installations

SIZES: Final = (50, 500)
DEALS, TIMES = 8, 3


def main(arguments: Sequence[str]) -> None:
    """Make the halls, and print a line for the page of each."""
    with installations.empty(as_a_test=True):
        _say("tables  seconds  statements      bytes  values of JSON")
        for tables in map(int, arguments or SIZES):
            _say(f"{tables:>6}{_measure(_hall(tables))}")


def _hall(tables: int) -> Any:
    hall = importlib.import_module("benchmarks.hall").hall_of(tables, DEALS)
    entry = importlib.import_module("referee.sheets.entry")
    for table in hall.tables:
        writer = hall.writer(table, f"tablet-of-table-{table.number:04}")
        first, second = (hall.sheet(hall.deal(number, table)) for number in (1, 2))
        entry.submit(writer=writer, sealed=first)
        entry.confirm(writer=writer, sealed=hall.agreement(first))
        entry.submit(writer=writer, sealed=second)
    # Of accounts there can be one of each name.
    for user in (hall.cast.alice, hall.cast.bob, hall.cast.charlie):
        user.username = f"{user.username}-{tables}"
        user.save(update_fields=["username"])
    return hall


def _measure(hall: Any) -> str:
    tests = importlib.import_module("django.test")
    connection = importlib.import_module("django.db").connection
    counted = importlib.import_module("django.test.utils").CaptureQueriesContext(connection)
    field = importlib.import_module("django.db.models").JSONField
    address = importlib.import_module("django.urls").reverse(
        "referee_overview", args=[hall.cast.tournament.uid]
    )
    client = tests.Client()
    client.force_login(hall.cast.bob)
    client.get(address)
    seconds = []
    for _ in range(TIMES):
        began = time.process_time()
        page = client.get(address)
        seconds.append(time.process_time() - began)
    read = field.from_db_value
    with counted, patch.object(field, "from_db_value", autospec=True, side_effect=read) as decoded:
        client.get(address)
    return (
        f"{median(seconds):>9.2f}{len(counted):>12}{len(page.content):>11,}"
        f"{decoded.call_count:>16,}"
    )


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
