"""A process that is told to end does so, wherever the signal finds it."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from config.serving.end_signals import SIGNALS, EndSignal
from tests.config.program import environment, run


@pytest.fixture
def ending() -> Iterator[EndSignal]:
    """One that listens, after which every handler is again what it was."""
    known = [name for name in SIGNALS if hasattr(signal, name)]
    before = {name: signal.getsignal(getattr(signal, name)) for name in known}
    ending = EndSignal()
    ending.listen()
    yield ending
    ending.close()
    for name, handler in before.items():
        signal.signal(getattr(signal, name), handler)


def test_a_signal_ends_a_long_wait_at_once(ending: EndSignal) -> None:
    assert not ending.wait(0)
    threading.Timer(0.1, signal.raise_signal, [signal.SIGTERM]).start()
    began = time.monotonic()
    assert ending.wait(30)
    assert time.monotonic() - began < 10
    assert ending.is_told
    assert ending.wait(30), "and every wait after it"


def test_a_signal_before_the_wait_is_not_forgotten(ending: EndSignal) -> None:
    signal.raise_signal(signal.SIGTERM)
    assert ending.is_told
    assert ending.wait(30)


def test_the_handler_takes_no_lock_that_whoever_was_interrupted_may_hold(ending: EndSignal) -> None:
    """Tried at every step of the wait itself: a lock of the same thread would never be had."""
    steps: list[int] = []

    def interrupt(_frame: Any, event: str, _argument: Any) -> Any:
        if event == "line":
            steps.append(1)
            handler = signal.getsignal(signal.SIGTERM)
            assert callable(handler)
            sys.settrace(None)
            handler(signal.SIGTERM, None)
            sys.settrace(interrupt)
        return interrupt

    before = sys.gettrace()
    sys.settrace(interrupt)
    try:
        ending.wait(0.01)
    finally:
        sys.settrace(before)
    assert steps
    assert ending.is_told


SIGNALLED_OFTEN = """
import os, signal, sys, threading
from config.serving.supervisor import ServingPlan, Supervisor
from pathlib import Path
plan = ServingPlan("serve", Path(sys.argv[1]), "127.0.0.1", 1, {})
made = Supervisor(plan)
made._ending.listen()
def storm():
    for _ in range(2000):
        os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=storm, daemon=True).start()
while not made._ending.wait(0.001):
    pass
print("ended", flush=True)
"""


@pytest.mark.full
def test_a_storm_of_signals_ends_the_supervisor_and_does_not_stop_it(tmp_path: Any) -> None:
    result = run("-c", SIGNALLED_OFTEN, str(tmp_path), **environment())
    assert result.stdout == "ended\n", result.stderr
