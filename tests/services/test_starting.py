"""A start is waited for as long as it says something or works; one that failed leaves nothing."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.services import process_tree
from tests.services.processes import NEW_GROUP
from tests.services.starting import GivenUp, run, wait_until_ready
from tests.until import until

STILL = 2.0
HANGS = "import time; print('so far', flush=True); time.sleep(600)"
SPINS = "while True: pass"
LEAVES_A_CHILD = f"""
import subprocess, sys, time
held = [int(sys.argv[1])]
subprocess.Popen([sys.executable, "-c", {HANGS!r}], start_new_session=True, pass_fds=held)
time.sleep(600)
"""
PRINTS_SLOWLY = """
import time
for number in range(7):
    print(number, flush=True)
    time.sleep(0.5)
print("ready", flush=True)
time.sleep(600)
"""
WORKS_LONG = """
import time
began = time.monotonic()
while time.monotonic() - began < 1.5 * {still}:
    sum(range(50_000))
    time.sleep(0.02)
print("ready", flush=True)
time.sleep(600)
"""


class Started:
    """A program that has begun, and what it has written; it may hold one end of a pipe."""

    def __init__(self, words: str, log: Path, *held: int) -> None:
        self._log = log
        command = [sys.executable, "-c", words, *map(str, held)]
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, pass_fds=held, **NEW_GROUP
            )

    def said(self) -> str:
        return self._log.read_text("utf-8")

    def is_waited_for(self, *, still: float = STILL, most: float = 60) -> None:
        wait_until_ready(
            self.process, lambda: "ready" in self.said(), self.said, still=still, most=most
        )


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Started]]:
    every: list[Started] = []

    def begin(words: str, *held: int) -> Started:
        every.append(Started(words, tmp_path / "log", *held))
        return every[-1]

    yield begin
    for each in every:
        process_tree.kill(each.process)


@pytest.mark.full
@pytest.mark.parametrize("words", [PRINTS_SLOWLY, WORKS_LONG.format(still=STILL)])
def test_whoever_says_something_or_works_is_waited_for(
    start: Callable[..., Started], words: str
) -> None:
    began = time.monotonic()
    start(words).is_waited_for()
    assert time.monotonic() - began > STILL, "longer than one may be still"


@pytest.mark.full
def test_whoever_does_neither_is_given_up(start: Callable[..., Started]) -> None:
    program = start(HANGS)
    with pytest.raises(GivenUp, match=r"did nothing for 2 s(?s:.*)so far"):
        program.is_waited_for()
    assert program.process.returncode is not None


@pytest.mark.full
def test_nobody_works_for_ever(start: Callable[..., Started]) -> None:
    program = start(SPINS)
    with pytest.raises(GivenUp, match="it is not there 1 s after it began, with"):
        program.is_waited_for(most=1.2)
    assert program.process.returncode is not None


def test_whoever_ends_says_with_what(start: Callable[..., Started]) -> None:
    with pytest.raises(GivenUp, match=r"ended with 3 (?s:.*)the disk is full"):
        start("import sys; print('the disk is full'); sys.exit(3)").is_waited_for()


@pytest.mark.full
def test_its_children_in_groups_of_their_own_go_with_it(start: Callable[..., Started]) -> None:
    ours, theirs = os.pipe()
    program = start(LEAVES_A_CHILD, theirs)
    os.close(theirs)
    until(lambda: "so far" in program.said())

    with pytest.raises(GivenUp):
        program.is_waited_for()

    # It ends, because nobody is left who holds its other end.
    with open(ours, "rb") as pipe:  # noqa: PTH123
        until(lambda: select.select([pipe], [], [], 0)[0], seconds=10)
        assert pipe.read() == b""


def test_a_command_is_run_to_its_end_with_all_that_it_prints(tmp_path: Path) -> None:
    words = "import os, sys; print('猪', os.getcwd()); sys.exit(os.environ['WHY'])"
    environ = {**os.environ, "WHY": "no room", "PYTHONUTF8": "1"}
    result = run([sys.executable, "-c", words], tmp_path, environ)
    assert result.returncode == 1
    assert result.stdout == f"猪 {tmp_path.resolve()}\n"
    assert result.stderr == "no room\n"


@pytest.mark.full
def test_a_command_that_hangs_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(GivenUp, match="so far"):
        run([sys.executable, "-c", HANGS], tmp_path, os.environ, still=STILL)


@pytest.mark.parametrize(
    ("time", "seconds"),
    [("0:01.50", 1.5), ("02:03", 123), ("01:02:03", 3723), ("2-01:00:00", 49 * 3600)],
)
def test_the_time_that_the_system_prints_is_read(time: str, seconds: float) -> None:
    assert process_tree.in_seconds(time) == seconds
