"""The history of results in words, told by the package that posted them.

Stories name seats and offices, never persons, because they are shown on public pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from tournaments.models import Result

Teller = Callable[[Sequence[str]], Mapping[str, str]]
"""Returns the story of each origin by uid, without unknown ones."""

_tellers: dict[str, Teller] = {}

Noter = Callable[[Sequence[str]], Mapping[str, Sequence[str]]]
"""Returns the notes on deals by uid, without deals that have none."""

_noters: list[Noter] = []


def register(label: str, teller: Teller) -> None:
    """Register the teller of an origin label. Raises ValueError where it has another."""
    if _tellers.setdefault(label, teller) is not teller:
        raise ValueError(f"the stories of {label} are already told")


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


def register_notes(noter: Noter) -> None:
    """Register a source of notes on deals, such as claims and their outcome."""
    if noter not in _noters:
        _noters.append(noter)


def notes_on_deals(deals: Sequence[str]) -> dict[str, list[str]]:
    """Return the notes on deals in the current language, by the uid of the deal."""
    notes: Mapping[str, list[str]] = defaultdict(list)
    for noter in _noters:
        for uid, sentences in noter(deals).items():
            notes[uid] += sentences
    return dict(notes)
