"""The queue of writers: in order within a process, by turns between processes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from tests.services.worker import ROOT
from tests.until import until
from tournaments.system import file_lock
from tournaments.system.file_lock import FairLock, FileGate, NotYet

HOLDS_IT = """
import sys, time
from pathlib import Path
from tournaments.system.file_lock import FairLock
lock = FairLock(Path(sys.argv[1]))
lock.acquire(5)
print("held", flush=True)
time.sleep(600)
"""

FORKS_WHILE_A_LOCK_IS_MADE = """
import os, signal, sys, threading
from tournaments.system import file_lock
made, made_on = file_lock.FairLock, threading.Event()
def slowly(path):
    made_on.set()
    threading.Event().wait(600)
file_lock.FairLock = slowly
threading.Thread(target=file_lock.lock_of, args=(sys.argv[1],), daemon=True).start()
made_on.wait()
child = os.fork()
if not child:
    signal.alarm(3)
    file_lock.FairLock = made
    lock = file_lock.lock_of(sys.argv[1])
    lock.acquire(2)
    lock.release()
    os._exit(0)
os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) and 1)
"""


def _has_queue_of(lock: FairLock, length: int) -> bool:
    return lock.waiting == length


def is_somebody_waiting(path: Path) -> bool:
    """Whether the door is taken; to look, one takes it for a moment."""
    with path.with_name(f"{path.name}.door").open("a") as door:
        if not file_lock.taken(door):
            return True
        file_lock.give_back(door)
    return False


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data.sqlite3"


def test_threads_get_the_lock_in_the_order_in_which_they_asked(path: Path) -> None:
    lock = FairLock(path)
    order: list[int] = []

    def write(number: int) -> None:
        lock.acquire(20)
        order.append(number)
        lock.release()

    lock.acquire(20)
    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for number, thread in enumerate(threads):
        thread.start()
        until(partial(_has_queue_of, lock, number + 1))
    lock.release()
    for thread in threads:
        thread.join()

    assert order == list(range(8))


def test_one_who_gave_up_waiting_does_not_hold_up_the_next(path: Path) -> None:
    lock = FairLock(path)
    lock.acquire(20)
    gave_up = threading.Event()

    def impatient() -> None:
        with pytest.raises(NotYet):
            lock.acquire(0.01)
        gave_up.set()

    thread = threading.Thread(target=impatient)
    thread.start()
    assert gave_up.wait(20)
    thread.join()
    lock.release()

    lock.acquire(0)
    lock.release()


def test_a_process_that_comes_back_finds_the_one_who_waited_before_it(path: Path) -> None:
    ours, theirs = FileGate(path), FileGate(path)
    order = ["ours"]

    def wait_at_the_door() -> None:
        theirs.enter(time.monotonic() + 20)
        order.append("theirs")
        theirs.leave()

    ours.enter(time.monotonic())
    thread = threading.Thread(target=wait_at_the_door)
    thread.start()
    until(lambda: is_somebody_waiting(path))
    ours.leave()
    ours.enter(time.monotonic() + 20)
    order.append("ours again")
    ours.leave()
    thread.join()

    assert order == ["ours", "theirs", "ours again"]


def test_a_process_with_a_queue_of_its_own_gives_way_after_its_turn(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.system.file_lock.TURN", 0.0)
    lock, other = FairLock(path), FileGate(path)
    order: list[str] = []

    def write() -> None:
        lock.acquire(20)
        order.append("queue")
        lock.release()

    def other_process() -> None:
        other.enter(time.monotonic() + 20)
        order.append("other")
        other.leave()

    lock.acquire(20)
    threads = [threading.Thread(target=other_process)]
    threads[0].start()
    until(lambda: is_somebody_waiting(path))
    threads += [threading.Thread(target=write) for _ in range(3)]
    for thread in threads[1:]:
        thread.start()
    until(lambda: lock.waiting == 3)
    lock.release()
    for thread in threads:
        thread.join()

    assert order == ["other", "queue", "queue", "queue"]


def test_a_holder_that_is_killed_leaves_the_lock_free(path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDS_IT, str(path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    lock = FairLock(path)
    with holder:
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == b"held\n"
            with pytest.raises(NotYet):
                lock.acquire(0.05)
        finally:
            holder.kill()
    lock.acquire(20)
    lock.release()


@pytest.mark.full
@pytest.mark.skipif(not hasattr(os, "fork"), reason="POSIX")
def test_a_child_has_the_lock_that_was_being_made_when_it_was_forked(path: Path) -> None:
    script = [sys.executable, "-W", "ignore", "-c", FORKS_WHILE_A_LOCK_IS_MADE, str(path)]
    subprocess.run(script, cwd=ROOT, check=True, timeout=60)


def test_a_lock_that_was_not_had_can_be_had_later(path: Path) -> None:
    other, lock = FileGate(path), FairLock(path)
    other.enter(time.monotonic())
    with pytest.raises(NotYet):
        lock.acquire(0.01)
    other.leave()

    lock.acquire(20)
    lock.release()
