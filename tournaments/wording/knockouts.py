"""What the rounds of a knockout are called, and who is still to come into a match."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, pgettext_lazy

from tournaments import wording
from tournaments.pairing.knockout.bracket import Bracket, Kind, Match, Part, Slot, Source
from tournaments.wording.pairing import match_text

ROUNDS: Mapping[int, wording.Text] = {
    0: pgettext_lazy("knockout", "Final"),
    1: pgettext_lazy("knockout", "Semi-finals"),
    2: pgettext_lazy("knockout", "Quarter-finals"),
}
"""What the last rounds of a single knockout are called, from the end."""


def round_text(match: Match, frame: Bracket) -> str:
    """Return what the round of a match is called."""
    said = {"round": match.round}
    if match.part in {Part.THIRD, Part.FINAL}:
        return match_text(match, frame)
    if match.part is Part.LOSERS:
        return gettext("Losers' round %(round)s") % said
    if frame.kind is Kind.SINGLE and frame.rounds - match.round in ROUNDS:
        return str(ROUNDS[frame.rounds - match.round])
    return gettext("Round %(round)s") % said


def to_come_text(slot: Slot, frame: Bracket) -> str:
    """Return who will be in a match, where that is not known yet."""
    said = {"match": match_text(frame.match(slot.of), frame)}
    if slot.source is Source.WINNER:
        return gettext("Winner: %(match)s") % said
    return gettext("Loser: %(match)s") % said
