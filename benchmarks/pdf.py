"""How fast standings are drawn, and how much memory that takes: `python -m benchmarks.pdf`."""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Iterator

from tests.publish.papers import drawn, pages, sheet

FAMILY = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛"
GIVEN = "伟芳娜敏静秀英丽强磊军洋勇艳杰娟涛明超兰霞平刚桂玉萍红娥玲辉鹏华飞翀昇珺玥堃喆淼垚犇"
DOCUMENTS = 20


def main() -> None:
    """Print a line for each size of event."""
    for entries in (8, 64, 200):
        _say(_measured(entries))
    _say(f"most memory: {_most_memory()}")


def _measured(entries: int) -> str:
    sheets = [sheet(_names(entries, seed)) for seed in range(DOCUMENTS)]
    started = time.perf_counter()
    made = [drawn(one) for one in sheets]
    seconds = time.perf_counter() - started
    count = len(pages(made[0])) * DOCUMENTS
    return (
        f"{entries:>4} entries: {count / seconds:6.1f} pages a second, "
        f"{seconds / DOCUMENTS * 1000:6.1f} ms and {len(made[0]) / 1000:5.0f} kB a document"
    )


def _names(entries: int, seed: int) -> Iterator[str]:
    chance = random.Random(seed)  # noqa: S311 (names that nobody has to guess)
    for _ in range(entries):
        yield chance.choice(FAMILY) + "".join(chance.sample(GIVEN, 2))


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
