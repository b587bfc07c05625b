"""The deals after a corrected one: which of them no longer begin as they should.

Where sides climb levels, a deal says who deals the next one and at which level. Later deals stand
as they were played; what does not fit any more is named to the referee.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext

from referee.sheets import queries
from scoring.game import Context, Counting
from scoring.procedure import Procedure
from tournaments import wording
from tournaments.models import Deal, Result
from tournaments.structure import games, procedures, segments
from tournaments.structure.games import NO_POINTS, counting_of, game_of, reported, ruleset_of
from tournaments.structure.procedures import Earlier
from tournaments.wording.values import deal_text


@dataclass(frozen=True, slots=True)
class Misfit:
    """A later deal of the same table, and what in it differs from what the earlier ones say."""

    deal: Deal
    words: str

    @property
    def text(self) -> str:
        """The deal with what differs."""
        values = {"deal": deal_text(self.deal.number), "text": self.words}
        return gettext("%(deal)s: %(text)s") % values


def misfits(deal: Deal, facts: Mapping[str, Any] | None = None) -> tuple[Misfit, ...]:
    """Return the later deals of a table that do not fit; with `facts` as if these were the deal's.

    None where the deals of an event do not follow from one another.
    """
    if deal.board_id is not None or counting_of(deal.event) is not Counting.LEVELS:
        return ()
    rows = _deals_of(deal)
    live = {result.deal_id: result for result in Result.live.filter(deal__in=rows)}
    if facts is not None:
        live.pop(deal.pk, None)
    asked = {deal.pk: reported(facts)} if facts is not None else {}
    known = [Earlier(row, live.get(row.pk), asked.get(row.pk)) for row in rows]
    later = [row for row in known if row.deal.play_order > deal.play_order and _is_told(row)]
    if not later:
        return ()
    begins: dict[int, Procedure] = {}
    wanted = {row.deal.pk for row in later}
    for sitting, together in groupby(known, key=lambda row: row.deal.sitting):
        here = list(together)
        if at := wanted.intersection(row.deal.pk for row in here):
            begins |= procedures.procedures(
                sitting, here, ruleset_of(deal), at, queries.waiting_reports, asked
            )
    found = ((row.deal, _differences(row, begins[row.deal.pk])) for row in later)
    return tuple(Misfit(at, wording.joined_sentences(words)) for at, words in found if words)


def _deals_of(deal: Deal) -> Sequence[Deal]:
    """Return the deals of a table in order of play, whoever sat in them."""
    deals = segments.deals_of_part(deal.sitting)
    for row in deals:
        row.event = deal.event
    return deals


def _is_told(row: Earlier) -> bool:
    return row.result is not None and row.result.kind not in NO_POINTS and bool(row.result.facts)


def _differences(row: Earlier, begins: Any) -> list[str]:
    """Return what of a deal contradicts how it should begin, and nothing that is only unlikely."""
    if row.result is None:
        return []
    game, facts = game_of(row.deal.event), reported(row.result.facts)
    rules = game.rules(ruleset_of(row.deal).rules)
    told = games.context_of(row.deal, games.Use.TELL, begins=begins)
    by_itself = game.follow(facts, rules, Context(told.hands)).warnings
    warnings = game.follow(facts, rules, told).warnings
    return [wording.problem_text(problem) for problem in warnings if problem not in by_itself]
