"""The words of tie-breaks, and of withdrawals in the standings."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext, pgettext, pgettext_lazy

from tournaments import wording
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.unplayed_terms import CompensationBasis, WithdrawalNote

LISTS: wording.Names = {
    "usual": pgettext_lazy("tie-breaks", "Usual"),
    "without_lot": pgettext_lazy("tie-breaks", "Without a lot"),
    "swiss": pgettext_lazy("tie-breaks", "Swiss"),
    "round_robin": pgettext_lazy("tie-breaks", "Round robin"),
    "wins_first": pgettext_lazy("tie-breaks", "Wins before difference"),
    "net_first": pgettext_lazy("tie-breaks", "Difference first"),
    "teams_swiss": pgettext_lazy("tie-breaks", "Swiss of teams"),
    "teams_round_robin": pgettext_lazy("tie-breaks", "Round robin of teams"),
    "fewest_penalties": pgettext_lazy("tie-breaks", "Penalties, then games lost"),
    "deal": pgettext_lazy("tie-breaks", "A deal is played between equals"),
}
"""Names of the proposed lists of tie-breaks."""


def withdrawal_text(gone: WithdrawalNote | None) -> str:
    """Return the effect of a withdrawal on a match; empty where nobody withdrew."""
    if gone is None:
        return ""
    if gone.best is None:
        return gettext(
            "one side withdrew before half of its matches were played: none of these counts"
        )
    if gone.best in {CompensationBasis.AT_FAULT, CompensationBasis.AVERAGE_MINUS}:
        text = gettext("left before it, with an accepted reason: counts as %(best)s")
        return text % {"best": wording.sentence(gone.best)}
    text = gettext("the opponent withdrew: counts as %(best)s, the best of what there is")
    return text % {"best": wording.sentence(gone.best)}


def tie_breaks_text(tie_breaks: Iterable[TieBreak]) -> str:
    """Return tie-breaks as a list in their order."""
    between = pgettext("tie-breaks, one after the other", " → ")
    return between.join(wording.sentence(tie_break) for tie_break in tie_breaks)


def list_text(name: str, tie_breaks: Iterable[TieBreak]) -> str:
    """Return the name of a proposed list with its tie-breaks in order."""
    values = {"name": LISTS.get(name, name), "order": tie_breaks_text(tie_breaks)}
    return pgettext("tie-breaks", "%(name)s: %(order)s") % values
