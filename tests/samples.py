"""Parameter sets of which a run takes a sample, and a longer one the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

Case = TypeVar("Case")


def sampled(cases: Iterable[Case], sample: Collection[Case]) -> list[Case | ParameterSet]:
    """Leave cases outside the sample to the nightly run."""
    every = list(cases)
    assert all(case in every for case in sample), sample
    return [
        case if case in sample else pytest.param(case, marks=pytest.mark.nightly) for case in every
    ]


def every_day(cases: Iterable[Case], each: int) -> list[Case | ParameterSet]:
    """Leave all cases but the first and every `each`-th after it to `--full`."""
    return [_long(case) if place % each else case for place, case in enumerate(cases)]


def _long(case: Any) -> ParameterSet:
    if not isinstance(case, ParameterSet):
        return pytest.param(case, marks=pytest.mark.full)
    return pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.full])
