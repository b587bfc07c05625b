"""Child process that reads an XLS or ODS workbook: bytes on standard input, sheets as JSON on
output.

A hostile file may crash its reader or exhaust memory: that ends this process and not the server. It
is started as a file and imports nothing of the program.
"""

from __future__ import annotations

import io
import json
import sys
from itertools import islice

from python_calamine import CalamineError, SheetVisibleEnum, load_workbook

MEMORY = 1024 * 1024 * 1024
SECONDS = 20
MOST_SHEETS = 20

if sys.platform == "win32":
    import win32api
    import win32job

    def limit() -> object:
        """Limit memory and time of this process. The caller must keep the returned handle."""
        job = win32job.CreateJobObject(None, "")
        kind = win32job.JobObjectExtendedLimitInformation
        limits = win32job.QueryInformationJobObject(job, kind)
        basic = limits["BasicLimitInformation"]
        basic["LimitFlags"] |= win32job.JOB_OBJECT_LIMIT_PROCESS_MEMORY
        basic["LimitFlags"] |= win32job.JOB_OBJECT_LIMIT_PROCESS_TIME
        basic["PerProcessUserTimeLimit"] = SECONDS * 10_000_000
        limits["ProcessMemoryLimit"] = MEMORY
        win32job.SetInformationJobObject(job, kind, limits)
        win32job.AssignProcessToJobObject(job, win32api.GetCurrentProcess())
        return job

else:
    import resource

    def limit() -> object:
        """Limit memory and time of this process, and forbid core dumps."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        return None


def main(most_rows: int, most_columns: int, longest: int) -> int:
    """Write the sheets as JSON; return 1 if the file is no workbook."""
    kept = limit()
    sheets = []
    try:
        book = load_workbook(io.BytesIO(sys.stdin.buffer.read()))
        for place, about in enumerate(book.sheets_metadata[:MOST_SHEETS]):
            visible = about.visible == SheetVisibleEnum.Visible
            sheet = book.get_sheet_by_index(place)
            found = list(islice(sheet.iter_rows(), most_rows + 1)) if visible else []
            rows = [[_text(value)[:longest] for value in row[:most_columns]] for row in found]
            merged = [_span(*ends) for ends in (sheet.merged_cell_ranges or []) if visible]
            sheets.append({"name": about.name, "visible": visible, "rows": rows, "merged": merged})
    except (CalamineError, IndexError, OSError, ValueError):
        return 1
    sys.stdout.buffer.write(json.dumps(sheets).encode())
    return 0 if kept is None or kept else 1


def _span(first: tuple[int, int], last: tuple[int, int]) -> tuple[int, int, int, int]:
    return first[0] + 1, first[1], last[0] + 1, last[1]


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:4])))
