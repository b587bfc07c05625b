"""Defaults that the policies of an event fill in; the referee may differ from all of them.

A ruling starts with the level or the rectification of the policy, an irregularity with its choice.
All other policies are text that guides the referee.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from scoring.game import Counting
from tournaments.models import Event
from tournaments.regulations import amounts
from tournaments.regulations.amounts import Measure
from tournaments.regulations.infractions.values import Level
from tournaments.structure import procedures
from tournaments.structure.games import counting_of
from tournaments.structure.regulations import regulations_of

REVOKE = "revoke"
REVOKED = "R-02"
"""The article whose level the policy of revokes lays down."""
STATEMENT = "claim_statement"
"""How many seconds whoever has declared a claim has to state it; its options are numbers."""


class Filled(StrEnum):
    """The default that an option of a policy fills in."""

    LEVEL = "level"
    """The level of the article, as the catalogue has it."""
    DEAL_LOST = "deal_lost"
    TEN_OF_DEAL = "ten_of_deal"
    TEN_POINTS = "ten_points"
    VOID = "void"
    ADJUSTED = "adjusted"
    EXPOSURE = "exposure"
    """What the page of an irregularity begins with."""
    DEALER = "dealer"
    """Who shuffles, as the table is told before the deal."""
    SECONDS = "seconds"
    """What the tablet counts."""


_LEVELS = {Filled.DEAL_LOST: Level.L7, Filled.TEN_OF_DEAL: Level.L3, Filled.TEN_POINTS: Level.L3}
_A_CARD = {Measure.LEVELS: Filled.TEN_OF_DEAL, Measure.POINTS: Filled.TEN_POINTS}
CARD = Fraction(-10)
"""What a wrong card takes."""
_RECTIFIES = {
    ("card_count_before", "redeal"): Filled.VOID,
    ("card_count_after", "void_redeal"): Filled.VOID,
    ("card_count_after", "adjust"): Filled.ADJUSTED,
    ("late_exposure", "void"): Filled.EXPOSURE,
    ("late_exposure", "allow_first_warn"): Filled.EXPOSURE,
}


def by(event: Event, key: str, option: str) -> Filled | None:
    """Return the default of an option of a policy at an event; None if it is text."""
    if key == procedures.REDEALER:
        return Filled.DEALER if _is_shuffled(event) else None
    if key == STATEMENT:
        return Filled.SECONDS
    if key != REVOKE:
        return _RECTIFIES.get((key, option))
    measure = amounts.measure_of(event, at_table=True)
    if option in {"equity_plus_fix", "fix"} or (option == "level" and measure is Measure.LEVELS):
        return Filled.LEVEL
    if option in {"full_loss", "end_deal_lost"} and amounts.loses_deals(event):
        return Filled.DEAL_LOST
    return _A_CARD.get(measure) if option == "points_per_card" else None


def _is_shuffled(event: Event) -> bool:
    """Whether the table shuffles and is told who does; with levels the game determines the
    dealer.
    """
    at_table = event.boards == Event.BoardSource.TABLE
    return at_table and counting_of(event) is Counting.POINTS


def level(event: Event, code: str) -> Level | None:
    """Return the level of a first offence that a policy sets instead of the catalogue."""
    filled = _of_revoke(event, code)
    return _LEVELS.get(filled) if filled else None


def points(event: Event, code: str) -> Fraction | None:
    """Return the points that a policy sets for a first offence, instead of its level's."""
    return CARD if _of_revoke(event, code) is Filled.TEN_POINTS else None


def _of_revoke(event: Event, code: str) -> Filled | None:
    chosen = regulations_of(event).policies.get(REVOKE) if code == REVOKED else None
    return by(event, REVOKE, chosen) if chosen else None
