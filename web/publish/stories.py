"""The history of results in words, told by the package that posted them.

Stories name seats and offices, never persons, because they are shown on public pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Result

Teller = Callable[[Sequence[str]], Mapping[str, str]]
"""Returns the story of each origin by uid, without unknown ones."""

Noter = Callable[[Sequence[str]], Mapping[str, Sequence[str]]]
"""Returns the notes on deals by uid, without deals that have none."""


@dataclass(frozen=True, slots=True)
class Stories:
    """What a package tells: of results by the label of their origin, and its notes on deals.

    The notes are such as claims and their outcome.
    """

    tellers: Mapping[str, Teller]
    noters: Sequence[Noter]


_tellers: dict[str, Teller] = {}
_noters: list[Noter] = []


def register(stories: Stories) -> None:
    """Register what a package tells; again with the same is harmless.

    Raises ValueError where an origin has another teller.
    """
    for label, teller in stories.tellers.items():
        if _tellers.setdefault(label, teller) is not teller:
            raise ValueError(f"the stories of {label} are already told")
    _noters.extend(noter for noter in stories.noters if noter not in _noters)


def stories_of_results(results: Iterable[Result]) -> dict[str, str]:
    """Return the stories of results in the current language, by the uid of the origin."""
    origins: Mapping[str, list[str]] = defaultdict(list)
    for result in results:
        origins[result.origin_label].append(result.origin_uid)
    stories: dict[str, str] = {}
    for label, uids in origins.items():
        if label in _tellers:
            stories |= _tellers[label](uids)
    return stories


def notes_on_deals(deals: Sequence[str]) -> dict[str, list[str]]:
    """Return the notes on deals in the current language, by the uid of the deal."""
    notes: Mapping[str, list[str]] = defaultdict(list)
    for noter in _noters:
        for uid, sentences in noter(deals).items():
            notes[uid] += sentences
    return dict(notes)
