"""How results came about, in words: a room tells the story of what it posted, by its origin.

Told are seats and offices, never names, because the story stands on a public page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from tournaments.models import Result

Teller = Callable[[Sequence[str]], Mapping[str, str]]
"""Gives for uids of origins what is told of each, and nothing for an unknown one."""

_tellers: dict[str, Teller] = {}

Noter = Callable[[Sequence[str]], Mapping[str, Sequence[str]]]
"""Gives for uids of deals the sentences that are noted of each, and nothing for most."""

_noters: list[Noter] = []


def register(label: str, teller: Teller) -> None:
    """Let a room tell of its origins. Raises ValueError where another tells of this label."""
    if _tellers.setdefault(label, teller) is not teller:
        raise ValueError(f"the stories of {label} are already told")


def told(results: Iterable[Result]) -> dict[str, str]:
    """Return what is told of results in the current language, by the uid of the origin."""
    origins: Mapping[str, list[str]] = defaultdict(list)
    for result in results:
        origins[result.origin_label].append(result.origin_uid)
    stories: dict[str, str] = {}
    for label, uids in origins.items():
        if label in _tellers:
            stories |= _tellers[label](uids)
    return stories


def register_notes(noter: Noter) -> None:
    """Let a room note what happened in a deal beyond its results: claims, and what came of them."""
    if noter not in _noters:
        _noters.append(noter)


def noted(deals: Sequence[str]) -> dict[str, list[str]]:
    """Return what is noted of deals in the current language, by the uid of the deal."""
    notes: Mapping[str, list[str]] = defaultdict(list)
    for noter in _noters:
        for uid, sentences in noter(deals).items():
            notes[uid] += sentences
    return dict(notes)
