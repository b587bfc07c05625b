"""The exact search of an ending as evidence for a referee, in a process of limited time.

It decides nothing. What it found is kept for a day, for those who open the page again.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache

from referee.claims import hands
from referee.claims.hands import Faced
from referee.models import Claim, ClaimKind
from tournaments.structure.games import game_of, ruleset_of

SECONDS: Final = 8
"""After so long a search is ended, whatever it was about to find."""
STATES: Final = 300_000
"""More than five cards a hand have ever met, and less memory than a small server has."""
MOST_CARDS: Final = 7
KEPT: Final = 24 * 60 * 60
BUSY: Final = "claim-search"


class Lack(StrEnum):
    """Why there is no evidence."""

    NOT_SEARCHED = "not_searched"
    NOT_FACED = "not_faced"
    TOO_MANY_CARDS = "too_many_cards"
    BUSY = "busy"


@dataclass(frozen=True, slots=True)
class ClaimEvidence:
    """What the search knows of a claim; None is what it does not know."""

    possible: bool | None = None
    certain: bool | None = None
    line: tuple[tuple[str, str], ...] | None = None
    least: Mapping[str, int] | None = None
    most: Mapping[str, int] | None = None
    gave_up: bool = True

    @classmethod
    def from_answer(cls, answer: Mapping[str, Any]) -> ClaimEvidence:
        """Return what the command answered, or what was kept of that."""
        line = answer["line"]
        return cls(
            possible=answer["possible"],
            certain=answer["certain"],
            line=None if line is None else tuple((seat, card) for seat, card in line),
            least=answer["least"],
            most=answer["most"],
            gave_up=answer["gave_up"],
        )

    def as_answer(self) -> dict[str, Any]:
        """Return it in plain values, to be kept: no class may move while one of it is stored."""
        return {**asdict(self), "line": None if self.line is None else list(map(list, self.line))}


def is_offered(claim: Claim) -> bool:
    """Whether claims of this kind can be searched in this game: with one deck alone."""
    rules = ruleset_of(claim.deal).rules
    is_searched = "claim" in game_of(claim.deal.event).commands and rules.get("decks", 1) == 1
    return is_searched and claim.kind != ClaimKind.NOTHING_LEFT


def known_evidence(claim: Claim, faced: Faced) -> ClaimEvidence | None:
    """Return what was found of this ending before, None where nobody has asked."""
    kept = cache.get(_key(claim, faced)) if faced.hands else None
    return None if kept is None else ClaimEvidence.from_answer(kept)


def search(claim: Claim, faced: Faced) -> ClaimEvidence | Lack:
    """Search an ending for some seconds. Only one search runs at a time."""
    if not faced.hands:
        return Lack.NOT_FACED
    if faced.cards_a_hand > MOST_CARDS:
        return Lack.TOO_MANY_CARDS
    if not cache.add(BUSY, True, SECONDS + 2):
        return Lack.BUSY
    try:
        evidence = _search(_line(claim, faced))
    finally:
        cache.delete(BUSY)
    cache.set(_key(claim, faced), evidence.as_answer(), KEPT)
    return evidence


def _search(line: str) -> ClaimEvidence:
    """Ask the command line of `scoring`: a search takes a processor for seconds."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "scoring", "claim"],
            input=line.encode(),
            capture_output=True,
            cwd=settings.BASE_DIR,
            timeout=SECONDS,
            check=True,
        )
    except (subprocess.SubprocessError, OSError):
        return ClaimEvidence()
    answer = json.loads(done.stdout)
    return ClaimEvidence() if answer["problems"] else ClaimEvidence.from_answer(answer)


def _line(claim: Claim, faced: Faced) -> str:
    event = claim.deal.event
    asked = {"id": 1, "game": event.game, "rules": ruleset_of(claim.deal).rules, "states": STATES}
    return json.dumps({**asked, **hands.question(claim, faced)}, sort_keys=True)


def _key(claim: Claim, faced: Faced) -> str:
    digest = hashlib.sha256(_line(claim, faced).encode()).hexdigest()
    return f"claim-answer:{claim.uid}:{digest}"
