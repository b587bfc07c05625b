"""Times of reading a list of 5,000 rows, pasted and from files: `python -m benchmarks.lists`."""

from __future__ import annotations

import io
import sys
from time import process_time

from openpyxl import Workbook

from tournaments.entries.reading.reader import Wanted, read_file, read_text
from tournaments.entries.reading.sheets.files import read_book
from tournaments.entries.reading.values import ListKind

ROWS = 5000
GIVEN = "一二三四五六七八九十甲乙丙丁戊己庚辛壬癸"


def main() -> None:
    """Read a list, pasted and from files, and one of teams; print the seconds of processor."""
    rows = [
        (f"王{GIVEN[n % 20]}{chr(0x4E10 + n // 20)}", f"城{GIVEN[n % 7]}棋社") for n in range(ROWS)
    ]
    book, target = Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    for row in [("姓名", "单位"), *rows]:
        sheet.append(row)
    book.save(target)
    pasted = "\n".join(" ".join(row) for row in rows)
    teams = "\n".join(
        f"{family}{place}队：" + "，".join(f"{sign}{place}" for sign in "王李张赵")
        for family, place in ((name[:1], name[1:]) for name, _club in rows)
    )
    table = "\n".join(["姓名,单位", *(",".join(row) for row in rows)]).encode()
    for kind, read in (
        ("pasted", lambda: read_text(pasted, Wanted(ListKind.INDIVIDUALS))),
        ("teams", lambda: read_text(teams, Wanted(ListKind.TEAMS))),
        ("csv", lambda: read_file(read_book(table), Wanted(ListKind.INDIVIDUALS))),
        ("xlsx", lambda: read_file(read_book(target.getvalue()), Wanted(ListKind.INDIVIDUALS))),
    ):
        start = process_time()
        entries = len(read().entries)
        sys.stdout.write(f"{kind}: {entries} entries, {process_time() - start:.2f} s\n")


if __name__ == "__main__":
    main()
