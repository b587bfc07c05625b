"""`scripts/mutants.py PACKAGE --seed N --most 80`: report which small changes no test finds."""

from __future__ import annotations

import argparse
import io
import multiprocessing
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import TextIO

import pytest

from scripts.mutating import recording
from scripts.mutating.candidates import Mutant, chosen, mutants_of
from scripts.mutating.equivalents import LISTED, equivalents_in
from scripts.mutating.packages import folder_of, proofs_of
from scripts.mutating.recording import Lines
from scripts.mutating.refusals import CannotBegin
from scripts.mutating.running import Outcome, State, Trials, processor

ROOT = Path.cwd()


def main(arguments: Sequence[str]) -> int:
    """Try the requested mutants, print the outcome of each, and the figures."""
    options = _options(arguments)
    try:
        package = folder_of(ROOT, options.package)
        mutants = chosen(mutants_of(ROOT, package), options.seed, options.most)
        lines = _recorded(package, options.tests or proofs_of(ROOT, package), options.record)
        mutants = [each for each in mutants if options.at in f"{each.place} {each.function}"]
        outcomes = _tried(mutants, lines)
    except CannotBegin as refused:
        _say(str(refused), sys.stderr)
        return 2
    _say(_figures(outcomes), sys.stdout)
    return 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("scripts/mutants.py", description=__doc__)
    parser.add_argument("package", help="clubs/fees, clubs.fees, fees, or a file of it")
    parser.add_argument("--seed", type=int, default=1, help="which of all changes are tried")
    parser.add_argument("--most", type=int, default=80, help="how many are tried at the most")
    parser.add_argument("--at", default="", help="of those, only where FILE:LINE FUNCTION has this")
    parser.add_argument("--tests", nargs="+", help="the tests that are tried, instead of the usual")
    parser.add_argument("--record", action="store_true", help="record the tests anew in any case")
    return parser.parse_args(arguments)


def _recorded(package: str, tests: Sequence[str], anew: bool) -> Lines:
    """Return which case enters which line, recorded again if anything has changed."""
    kept = recording.recorded(ROOT, package)
    if anew or kept is None or kept[0].digest != recording.digest(ROOT, tests):
        # A separate process: Django is loaded once in each, and this one is forked for mutants.
        run = multiprocessing.get_context("fork").Process(
            target=recording.record, args=(ROOT, package, tests)
        )
        run.start()
        run.join()
        kept = recording.recorded(ROOT, package)
    if kept is None or not kept[0].cases:
        raise CannotBegin(f"no case passed of {' '.join(tests)}")
    return kept[1]


def _tried(mutants: Sequence[Mutant], lines: Lines) -> list[Outcome]:
    """Return the outcome of each mutant, and print it as soon as it is known."""
    listed = equivalents_in((ROOT / LISTED).read_text("utf-8"))
    same = [each for each in mutants if any(row.is_same(each) for row in listed)]
    outcomes = [Outcome(each, State.EQUIVALENT, 0) for each in same]
    tell = partial(_tell, where=sys.stdout)
    for outcome in outcomes:
        tell(outcome)
    trials = Trials(ROOT, [each for each in mutants if each not in same], lines, tell)
    files = sorted({name.partition("::")[0] for name in trials.cases()})
    with redirect_stdout(io.StringIO()) as said:
        if files:
            pytest.main([*recording.OPTIONS, *files], plugins=[trials])
    if len(outcomes) + len(trials.outcomes) < len(mutants):
        raise CannotBegin(said.getvalue() or "no case enters any line of these")
    return [*outcomes, *trials.outcomes]


def _tell(outcome: Outcome, where: TextIO) -> None:
    mutant = outcome.mutant
    by = f"by {outcome.by}, " if outcome.by else ""
    cases = f"{by}{outcome.cases} cases"
    what = f"{mutant.place} {mutant.function}: {mutant.change}"
    _say(f"{outcome.state.value:10} {what}  ({cases})", where)


def _say(text: str, where: TextIO) -> None:
    where.write(f"{text}\n")
    where.flush()


def _figures(outcomes: Sequence[Outcome]) -> str:
    """Return the last line: the numbers of each outcome, and the share found."""
    counts = Counter(outcome.state for outcome in outcomes)
    told = ", ".join(f"{counts[state]} {state.value}" for state in State)
    counted = counts[State.FOUND] + counts[State.SURVIVED]
    share = 100 * counts[State.FOUND] / counted if counted else 0
    return f"{len(outcomes)} mutants: {told}; {share:.1f} % found; {processor():.0f} s of processor"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
