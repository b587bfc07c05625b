"""`read_list`: print a list as the pages interpret it, before it is matched with anybody.

It loads no settings: neither a data folder nor a database is needed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from config import terminal
from scoring.problems import Problem
from tournaments.base.refusals import Refused
from tournaments.codes import WordedCode
from tournaments.entries.list_problems import ListProblem
from tournaments.entries.reading import reader
from tournaments.entries.reading.as_json import as_values
from tournaments.entries.reading.reasons import gettext_noop
from tournaments.entries.reading.sheets.files import decode, read_book
from tournaments.entries.reading.values import ListKind, ListReading

TEXT: Final = frozenset({".txt", ".text", ".md", ""})
"""How the name of a pasted list ends; every other file is a table."""
TOLD: Final = frozenset({ListProblem.TOO_BIG, ListProblem.TOO_MANY_ROWS, ListProblem.EMPTY})
"""The problems with a message of their own; for any other the list cannot be read."""
UNREADABLE: Final = gettext_noop("The file cannot be read as a list.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, and the kind of list."""
    parser.add_argument(
        "file", type=Path, help="a pasted list (.txt), or a table (.csv .xlsx .xls .ods)"
    )
    parser.add_argument(
        "--as",
        dest="kind",
        choices=[kind.value for kind in ListKind],
        required=True,
        help="what is listed",
    )


def main(arguments: Sequence[str]) -> int:
    """Run the command with the arguments of its line."""
    parser = argparse.ArgumentParser(
        prog="manage.py read_list", description="Print what a list says."
    )
    add_arguments(parser)
    options = parser.parse_args(arguments)
    return print_list(options.file, ListKind(options.kind))


def print_list(file: Path, kind: ListKind) -> int:
    """Print the interpretation of a file as one JSON value; return 1 if it cannot be opened."""
    try:
        content = file.read_bytes()
    except OSError as fault:
        sys.stderr.write(f"{file}: {fault.strerror}\n")
        return 1
    values = values_of(content, file.suffix.lower(), kind)
    # In UTF-8 whatever the terminal's encoding, because a program reads it.
    sys.stdout.buffer.write(json.dumps(values, ensure_ascii=False, indent=1).encode() + b"\n")
    sys.stdout.buffer.flush()
    return 0


def values_of(content: bytes, suffix: str, kind: ListKind) -> dict[str, Any]:
    """Return a list as plain values; a file that is no list has no lines, and a reason."""
    try:
        return as_values(_read(content, suffix, kind), kind, _words)
    except Refused as refused:
        whys = [_words(problem) for problem in refused.problems]
        return {"sheet": None, "first_row": None, "heads": [], "lines": [], "why": " ".join(whys)}


def _read(content: bytes, suffix: str, kind: ListKind) -> ListReading:
    wanted = reader.Wanted(kind)
    if suffix in TEXT:
        return reader.read_text(decode(content), wanted)
    return reader.read_file(read_book(content), wanted)


def _words(problem: Problem) -> str:
    code, message = problem.code, UNREADABLE
    if isinstance(code, WordedCode) and (code in TOLD or not isinstance(code, ListProblem)):
        message = code.message.text
    return terminal.look_up(message) % dict(problem.values)
