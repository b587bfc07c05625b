"""Costs of the register of members: `python -m benchmarks.members [MEMBERS [LIST]]`.

A club with MEMBERS members in its own database. Searches are those of the register's page, followed
by whole pages with their templates. A list of names, half of them of members, is pasted, matched
and entered; a workbook of as many lines is read, matched and stored in the register. Seconds are
those of the clock, on SQLite.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from itertools import product
from random import Random
from statistics import median
from typing import Any, Final

from benchmarks import installations

MEMBERS, LIST, TIMES, PAGES, SEED = 20_000, 2000, 15, 3, 7
SURNAMES: Final = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕"
GIVEN: Final = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰国庆建文志德海燕红梅春雪晓东"
SEARCHES: Final = ("张", "王伟", "zengzhi", "zwm", "#777", "lin xiao", "没有人")


def main(arguments: Sequence[str]) -> None:
    """Make the register, and print a line for each question and for each list."""
    members, entries = (*map(int, arguments), *(MEMBERS, LIST)[len(arguments) :])
    with installations.empty():
        cast = importlib.import_module("tests.cast").assemble(players=4)
        names = _names(members + entries)
        _say(f"{members} members stored: {_seconds(lambda: _fill(cast, names[:members])):.2f} s")
        for typed in SEARCHES:
            _search(cast, typed)
        _pages(cast)
        _enter(cast, [*names[: entries // 2], *names[members : members + entries - entries // 2]])
        _import(cast, names[-entries:])


def _names(number: int) -> list[str]:
    """Return different names of three characters, in random order."""
    names = ["".join(signs) for signs in product(SURNAMES, GIVEN, GIVEN)]
    Random(SEED).shuffle(names)  # noqa: S311
    return names[:number]


def _fill(cast: Any, names: Sequence[str]) -> None:
    register = importlib.import_module("clubs.members.register")
    new = [register.MemberData(name, home="城北棋社") for name in names]
    register.add_members(cast.club, cast.director, new)


def _search(cast: Any, typed: str) -> None:
    """Count and read the first page of a search, as the page of the register does."""
    pages = importlib.import_module("web.desk.members.register")
    times = [
        _seconds(lambda: pages.in_order(pages.searched(cast.club, typed)[:100])) * 1000
        for _ in range(TIMES)
    ]
    found = len(pages.searched(cast.club, typed))
    _say(f"search {typed}: {found} found, {median(times):.1f} ms, at most {max(times):.1f} ms")


def _pages(cast: Any) -> None:
    """Ask for whole pages of the register as a browser does."""
    client = importlib.import_module("django.test").Client(headers={"host": "localhost"})
    client.force_login(cast.alice)
    reverse = importlib.import_module("django.urls").reverse
    for name, query in (
        ("desk_members", ""),
        ("desk_members", "?q=zengzhi"),
        ("desk_members", "?q=王"),
        ("desk_member_doubles", ""),
        ("desk_members_xlsx", ""),
    ):
        address = reverse(name, args=[cast.club.uid]) + query
        if client.get(address).status_code != HTTPStatus.OK:
            raise RuntimeError(address)
        times = [_seconds(partial(client.get, address)) * 1000 for _ in range(PAGES)]
        _say(f"page {name}{query}: {median(times):.0f} ms, at most {max(times):.0f} ms")


def _enter(cast: Any, names: Sequence[str]) -> None:
    """Read a pasted list, match it, and enter it."""
    pasted_lists = importlib.import_module("tournaments.entries.pasted_lists")
    lists = importlib.import_module("clubs.members.typed_names")
    organise = importlib.import_module("tournaments.organise")
    cast.event.entries.all().delete()
    terms = pasted_lists.ListTerms(range(1, 2), {})
    text = "\n".join(f"{number}. {name}" for number, name in enumerate(names, 1))
    began = time.perf_counter()
    pasted = pasted_lists.read(text, terms)
    read = time.perf_counter()
    matched = lists.matched_lines(cast.club, pasted.lines)
    known = time.perf_counter()
    organise.enter(
        cast.event, cast.director, [organise.NewEntry(line.members) for line in pasted.entries]
    )
    stored = time.perf_counter()
    _say(
        f"{len(names)} names, {sum(bool(one.numbers) for one in matched)} of members: "
        f"read {read - began:.2f} s, matched {known - read:.2f} s, entered {stored - known:.2f} s"
    )


def _import(cast: Any, names: Sequence[str]) -> None:
    """Read a workbook of members, match it, and store it."""
    files = importlib.import_module("clubs.members.files")
    grids = importlib.import_module("clubs.members.grids")
    register = importlib.import_module("clubs.members.register")
    exports = importlib.import_module("web.publish.files")
    kinds = importlib.import_module("tournaments.entries.reading.values")
    reader = importlib.import_module("tournaments.entries.reading.reader")
    sheets = importlib.import_module("tournaments.entries.reading.sheets.files")
    rows = [[name, "城南棋社", "13800000000"] for name in names]
    data = {"title": "1", "headings": ["姓名", "所属俱乐部", "电话"], "rows": rows}
    content = exports.xlsx_file(data, lambda _done, _total: None)
    began = time.perf_counter()
    wanted = reader.Wanted(kinds.Kind.MEMBERS)
    grid = grids.grid_of(reader.read_file(sheets.read_book(content), wanted))
    read = time.perf_counter()
    lines = files.understood(cast.club, grid)
    known = time.perf_counter()
    register.save_members(cast.club, cast.director, files.imported(lines))
    stored = time.perf_counter()
    _say(
        f"workbook of {len(names)} lines: read {read - began:.2f} s, matched {known - read:.2f} s, "
        f"stored {stored - known:.2f} s"
    )


def _seconds(act: Callable[[], None]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
