"""Rulings on the public pages of a deal, an entry and a round, told by the package that has them.

How much of them is told the event lays down; the teller keeps to that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.models import Deal, Event, Round


@dataclass(frozen=True, slots=True)
class RulingsSubject:
    """What a page is about: a deal, an entry by its uid, or a round."""

    event: Event
    deal: Deal | None = None
    entry: str = ""
    round: Round | None = None


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A ruling as strangers read it; without words only its number is published."""

    number: str
    place: str = ""
    words: tuple[str, ...] = ()


Teller = Callable[[RulingsSubject], Sequence[ShownRuling]]

_tellers: list[Teller] = []


def register(teller: Teller) -> None:
    """Register a source of rulings; again with the same one is harmless."""
    if teller not in _tellers:
        _tellers.append(teller)


def rulings_on(asked: RulingsSubject) -> list[ShownRuling]:
    """Return the rulings that a page tells of, in the current language."""
    return [shown for teller in _tellers for shown in teller(asked)]
