"""`python3 -m scoring`: the games on the command line, JSON Lines in and JSON Lines out."""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from typing import BinaryIO, Final, TextIO

from scoring.lines import answers

EXAMPLE: Final = (
    '{"id":1,"game":"gongzhu","rules":{"preset":"classic"},'
    '"won":{"N":["SQ","H6","H8","H10","HJ","C10"],"W":["DJ"],'
    '"S":["H2","H3","H4","H5","H7","H9","HQ","HK","HA"],"E":[]},'
    '"exposed":[{"seat":"S","card":"HA","kind":"exposed"}]}'
)

SETTLE_HELP: Final = f"""\
Settle deals: one report a line on standard input, one answer a line on standard output, in the
same order.

  echo '{EXAMPLE}' | python3 -m scoring settle

answers, among other things, "raw": {{"N": -400, "W": 100, "S": -300, "E": 0}}.

A line holds id (any JSON, repeated in the answer), game, rules (a preset and what differs from
it; left out: the first preset of the game) and the report of the deal: won or plays, claim,
exposed, dealt, hands, leader, first_deal.
An answer holds raw and scores (points by seat), lines (they add up to raw), conversions (they add
up to scores), and problems. Where a report cannot be settled, problems says why and the points
are absent. A line that is no JSON object, or has a key twice, is answered by problems too, with
its number as line.

Exit status: 0 when every line was answered, whatever its problems; 2 for a wrong call.
"""


def main(
    arguments: Sequence[str] | None = None,
    source: BinaryIO | None = None,
    target: TextIO | None = None,
) -> int:
    """Run a command and return its exit status. A wrong call exits with 2.

    >>> import io
    >>> main(["settle"], io.BytesIO(b""), io.StringIO())
    0
    """
    _parser().parse_args(arguments)
    return _write(answers(source or sys.stdin.buffer), target or sys.stdout)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m scoring",
        description="The rules of the games, on JSON Lines.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser(
        "settle",
        help="points of deals, with the lines that explain them",
        description=SETTLE_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    return parser


def _write(lines: Iterable[str], target: TextIO) -> int:
    try:
        for line in lines:
            target.write(line + "\n")
            # A program that asks line by line waits for each answer.
            target.flush()
    except BrokenPipeError:
        # The reader has had enough. Python would flush once more at exit, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), target.fileno())
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
