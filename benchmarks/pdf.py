"""Times and memory of every kind of document: `python -m benchmarks.pdf`.

The events are made in a folder that is removed again. Reading and making are timed apart, each by
the processor and as the shorter of two, so that other load and the first look at a font do not
count.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks import installations

FAMILY = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛"
GIVEN = "伟芳娜敏静秀英丽强磊军洋勇艳杰娟涛明超兰霞平刚桂玉萍红娥玲辉鹏华飞翀昇珺玥堃喆淼垚犇"
SIZES = (4, 16, 200)
DEALS = 8
TIMES = 2
START = "http://192.0.2.7:8000/"


def main() -> None:
    """Print a line for each kind and size of event."""
    with installations.empty():
        _measure_all()


def _measure_all() -> None:
    documents = importlib.import_module("web.publish.documents")
    for entries in SIZES:
        round_ = _played(entries)
        for name in documents.names():
            _say(_measured(documents, name, round_, entries))
    _say(f"most memory: {_most_memory()}")


def _played(entries: int) -> Any:
    """Return a round of an event with this many entries, with a result of every deal."""
    people = importlib.import_module("tests.cast")
    organise = importlib.import_module("tournaments.organise")
    cast = _assembled(people, entries)
    names = [[name] for name in _names(entries)]
    organise.add_entries(cast.event, cast.director, names)
    round_ = cast.round_in_play()
    cast.play(round_)
    return round_


def _assembled(people: Any, entries: int) -> Any:
    """Return the cast; of accounts there can be one of each name, so they are renamed after."""
    cast = people.assemble(players=0, deals_per_round=DEALS)
    for user in (cast.alice, cast.bob, cast.charlie):
        user.username = f"{user.username}-{entries}"
        user.save(update_fields=["username"])
    return cast


def _measured(documents: Any, name: str, round_: Any, entries: int) -> str:
    kind = documents.find(name)
    event = round_.event
    event.refresh_from_db()
    shown = round_ if kind.shows(round_) else None
    subject = documents.Subject(event, START, shown)
    prepared, read = _timed(lambda: kind.prepare(subject))
    steps: list[int] = []
    document, drawn = _timed(
        lambda: kind.render(prepared.input, lambda _done, total: steps.append(total))
    )
    pages = max(steps, default=1)
    return (
        f"{entries:>4} entries {name:<16} {pages:>4} pages, read {read * 1000:7.1f} ms, "
        f"made {drawn * 1000:7.1f} ms, {len(document) / 1000:5.0f} kB"
    )


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what a work gives, and the seconds of this processor that the shorter of two took."""
    taken = []
    for _ in range(TIMES):
        began = time.process_time()
        made = work()
        taken.append(time.process_time() - began)
    return made, min(taken)


def _names(entries: int) -> Iterator[str]:
    chance = random.Random(entries)  # noqa: S311 (names that nobody has to guess)
    for number in range(entries):
        yield f"{chance.choice(FAMILY)}{''.join(chance.sample(GIVEN, 2))}{number}"


def _most_memory() -> str:
    if sys.platform == "win32":
        return "not told by this system"
    resource = importlib.import_module("resource")
    unit = 1 if sys.platform == "darwin" else 1024
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6:.0f} MB"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
