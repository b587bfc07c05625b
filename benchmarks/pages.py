"""Costs of public pages: `python -m benchmarks.pages [ENTRIES …]`.

Individual events of 拱猪 in a database of their own, five rounds, the last one in play with half of
its results. A page is cold when nobody has asked for it since its record changed, and warm when it
is asked for again; milliseconds are those of the processor. Bytes are those of the page, plain and
gzipped, and of the style sheet and the scripts that it names, gzipped.
"""

from __future__ import annotations

import gzip
import importlib
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from benchmarks import installations

SIZES: Final = (16, 64, 1000)
ROUNDS, DEALS, TIMES, SEED = 5, 8, 7, 7
PAGES: Final = {"event": (), "round": (ROUNDS,), "ranks": ()}
NAMED: Final = re.compile(r'/static/[^/"]+/([^"]+\.(?:css|js))"')
"""The path of a style sheet or of a script in a page."""


def main(arguments: Sequence[str]) -> None:
    """Make the events, and print a line for each of their pages."""
    with installations.empty(as_a_test=True):
        _say("entries  page   queries  cold ms  warm ms      bytes   packed  css, js    sum")
        for entries in map(int, arguments or SIZES):
            event = played_event(entries)
            for name, args in PAGES.items():
                _say(f"{entries:>7}  {name:<6}{_measure(event, name, args)}")


def _measure(event: Any, name: str, args: Sequence[int]) -> str:
    reverse = importlib.import_module("django.urls").reverse
    address = reverse(name, args=[event.uid, *args])
    importlib.import_module("config.serving.collector").after_start()
    queries = _cold(event, address)[0]
    cold = median(_cold(event, address)[1] for _ in range(TIMES))
    warm, body = [], b""
    for _ in range(TIMES):
        seconds, body = _ask(address)
        warm.append(seconds)
    packed, named = len(gzip.compress(body, 6)), _packed_files(body)
    return (
        f"{queries:>10}{cold * 1000:>9.1f}{median(warm) * 1000:>9.2f}"
        f"{len(body):>11,}{packed:>9,}{named:>9,}{packed + named:>7,}"
    )


def _cold(event: Any, address: str) -> tuple[int, float]:
    """Return the queries and the seconds of a page whose record has just changed."""
    db = importlib.import_module("django.db")
    type(event).objects.filter(pk=event.pk).update(
        public_revision=db.models.F("public_revision") + 1
    )
    importlib.import_module("web.publish.cache").forget()
    counted = importlib.import_module("django.test.utils").CaptureQueriesContext(db.connection)
    with counted:
        seconds, _ = _ask(address)
    return len(counted), seconds


def _ask(address: str) -> tuple[float, bytes]:
    """Request a page as from a phone that accepts gzip; return the answer."""
    application = importlib.import_module("config.wsgi").application
    started: list[Any] = []
    headers = {"Accept-Encoding": "gzip", "Accept-Language": "zh-hans", "Host": "localhost"}
    factory = importlib.import_module("django.test").RequestFactory()
    environ = factory.get(address, headers=headers).environ
    began = time.process_time()
    body = b"".join(application(environ, lambda *answer: started.append(answer)))
    seconds = time.process_time() - began
    is_packed = dict(started[0][1]).get("Content-Encoding") == "gzip"
    return seconds, gzip.decompress(body) if is_packed else body


def _packed_files(page: bytes) -> int:
    finders = importlib.import_module("django.contrib.staticfiles.finders")
    total = 0
    for path in sorted(set(NAMED.findall(page.decode()))):
        total += len(gzip.compress(Path(finders.find(path)).read_bytes(), 9))
    return total


def played_event(entries: int, rounds: int = ROUNDS, deals: int = DEALS) -> Any:
    """Return an event whose rounds are closed, the last one in play."""
    organise = importlib.import_module("tournaments.organise")
    cast = importlib.import_module("tests.cast").assemble(players=0, deals_per_round=deals)
    # Of accounts there can be one of each name.
    for user in (cast.alice, cast.bob, cast.charlie):
        user.username = f"{user.username}-{entries}"
        user.save(update_fields=["username"])
    names = [[f"{entries}人第{number + 1}号"] for number in range(entries)]
    organise.add_entries(cast.event, cast.director, names)
    chance = Random(SEED)  # noqa: S311 - the same event every time
    for number in range(1, rounds + 1):
        round_ = cast.round_in_play(seed=str(number))
        dealt = cast.deals(round_)
        if number == rounds:
            post(dealt[::2], chance)
        else:
            post(dealt, chance)
            organise.close_round(round_, cast.director)
    cast.event.refresh_from_db()
    return cast.event


def post(deals: Sequence[Any], chance: Random) -> None:
    """Give deals a result each, in bulk."""
    models = importlib.import_module("tournaments.models")
    results = []
    for deal in deals:
        scores = {seat: 10 * chance.randrange(-40, 41) for seat in "NWSE"}
        results.append(
            models.Result(
                deal=deal,
                version=1,
                kind=models.ResultKind.PLAYED,
                facts={},
                schema=1,
                ruleset=deal.event.ruleset,
                settlement={"raw": scores, "scores": scores, "lines": [], "conversions": []},
                engine="benchmark",
                origin_uid="benchmark",
                origin_label="sheet",
            )
        )
    models.Result.objects.bulk_create(results)
    keys = [deal.pk for deal in deals]
    models.Deal.objects.filter(pk__in=keys).update(version=1, done=True)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
