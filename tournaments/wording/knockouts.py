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

CITED: Mapping[int, wording.Text] = {
    0: pgettext_lazy("final by its code", "W%(round)s.%(match)s"),
    1: pgettext_lazy("semi-final by its code", "W%(round)s.%(match)s"),
    2: pgettext_lazy("quarter-final by its code", "W%(round)s.%(match)s"),
}
"""Codes of the matches of these rounds, in Chinese with their names."""


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


def cited_match(code: str, frame: Bracket) -> str:
    """Return how the paper cites a match: by its code, in Chinese with its name before it."""
    match = frame.match(code)
    is_main = frame.kind is KnockoutKind.SINGLE and match.part is BracketPart.MAIN
    if is_main and frame.rounds - match.round in CITED:
        return str(CITED[frame.rounds - match.round]) % {
            "round": match.round,
            "match": code.partition(".")[2],
        }
    return wording.match_code_text(code)


def to_come_text(slot: BracketSlot, frame: Bracket) -> str:
    """Return where a side that is not known yet comes from: winner or loser of which match."""
    values = {"match": match_text(frame.match(slot.of), frame)}
    if slot.source is SlotSource.WINNER:
        return gettext("Winner: %(match)s") % values
    return gettext("Loser: %(match)s") % values
