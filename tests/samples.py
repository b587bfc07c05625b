"""Parameters of which `--full` takes a sample, and the night the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

Case = TypeVar("Case")


def sampled(cases: Iterable[Case], sample: Collection[Case]) -> list[Case | ParameterSet]:
    """Leave to the night what is not in the sample, which names some of the cases."""
    every = list(cases)
    assert all(case in every for case in sample), sample
    return [
        case if case in sample else pytest.param(case, marks=pytest.mark.nightly) for case in every
    ]
