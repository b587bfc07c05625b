"""Names of the rounds of a knockout, and of sides that are not known yet."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, pgettext_lazy

from tournaments import wording
from tournaments.pairing.knockout.bracket import (
    Bracket,
    BracketMatch,
    BracketPart,
    BracketSlot,
    KnockoutKind,
    SlotSource,
)
from tournaments.wording.pairing import match_text

ROUNDS: Mapping[int, wording.Text] = {
    0: pgettext_lazy("knockout", "Final"),
    1: pgettext_lazy("knockout", "Semi-finals"),
    2: pgettext_lazy("knockout", "Quarter-finals"),
}
"""Names of the last rounds of a single knockout, counted from the end."""


def round_text(match: BracketMatch, frame: Bracket) -> str:
    """Return the name of the round of a match."""
    values = {"round": match.round}
    if match.part in {BracketPart.THIRD, BracketPart.FINAL}:
        return match_text(match, frame)
    if match.part is BracketPart.LOSERS:
        return gettext("Losers' round %(round)s") % values
    if frame.kind is KnockoutKind.SINGLE and frame.rounds - match.round in ROUNDS:
        return str(ROUNDS[frame.rounds - match.round])
    return gettext("Round %(round)s") % values


def to_come_text(slot: BracketSlot, frame: Bracket) -> str:
    """Return where a side that is not known yet comes from: winner or loser of which match."""
    values = {"match": match_text(frame.match(slot.of), frame)}
    if slot.source is SlotSource.WINNER:
        return gettext("Winner: %(match)s") % values
    return gettext("Loser: %(match)s") % values
