"""How many examples of a sweep a run takes."""

from collections.abc import Callable
from typing import Final

Sample = Callable[[int], range]
"""Takes how many examples a long run tries, and returns the numbers of those that this one does."""

STEP: Final = 8
"""The daily run takes every eighth."""
