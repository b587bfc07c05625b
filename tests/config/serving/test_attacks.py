"""All attacks at once against a small hall: `benchmarks/attacks.py` with less of everything."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.services.worker import ROOT

pytestmark = [pytest.mark.nightly, pytest.mark.sqlite]

SMALL = ("--tables=13", "--deals=1", "--dripping=100", "--locked=5", "--sign-ins=10")


def test_nothing_is_lost_and_nothing_stops_whatever_happens_at_once() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.attacks", *SMALL],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing was lost and nothing stopped" in done.stdout
