"""All attacks at once against a small hall: `benchmarks/attacks.py` with less of everything."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.services.worker import ROOT

pytestmark = [pytest.mark.nightly, pytest.mark.sqlite]

SMALL = ("--tables=13", "--deals=1", "--dripping=100", "--locked=5", "--sign-ins=10")


def test_nothing_is_lost_and_nothing_stops_whatever_happens_at_once() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "benchmarks.attacks", *SMALL],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "nothing was lost and nothing stopped" in result.stdout
