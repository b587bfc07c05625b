"""What an event lays down besides its regulations, told by the packages that keep it.

Each term is a question with its answer, in the current language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tournaments.models import Event


class TermText(NamedTuple):
    """A term in words; an advised one is for referees, the program enforces nothing by it."""

    name: str
    words: str
    is_advice: bool = False


Teller = Callable[[Event], Sequence[TermText]]

_tellers: list[Teller] = []


def register(teller: Teller) -> None:
    """Register a source of terms; again with the same one is harmless."""
    if teller not in _tellers:
        _tellers.append(teller)


def terms_of(event: Event) -> list[TermText]:
    """Return the terms of all sources."""
    return [term for teller in _tellers for term in teller(event)]
