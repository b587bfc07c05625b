"""What was built on a ruling since it was made, so that annulling it moves more than itself.

A later result of the deal, later deals of the game, a later draw, an official result. Nothing of
it moves silently: the page names it and asks; until that is answered the ruling's rows stay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from referee.models import RulingPart, RulingVersion
from referee.rulings import ruling_parts
from scoring.game import Counting
from tournaments.models import Deal, Round
from tournaments.official import final
from tournaments.record import ledger
from tournaments.structure.games import counting_of


class BuiltKind(StrEnum):
    """What was built on a ruling."""

    LATER_RESULT = "later_result"
    LATER_DEALS = "later_deals"
    LATER_DRAW = "later_draw"
    OFFICIAL = "official"


class BuiltOnAnswer(StrEnum):
    """What is done with what was built on a ruling, once somebody has said."""

    UNSAID = ""
    CARRY_OUT = "carry_out"
    LEAVE = "leave"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class BuiltOn:
    """One thing that was built on a ruling; `number` is a version, a number of deals, a round."""

    kind: BuiltKind
    number: int


def since(version: RulingVersion, parts: Collection[RulingPart]) -> tuple[BuiltOn, ...]:
    """Return what was built on these parts of a ruling since it was made."""
    numeric = [part for part in parts if ruling_parts.changes_numbers(version, part)]
    if not numeric:
        return ()
    return (*_of_deal(version, numeric), *_of_event(version))


def _of_deal(version: RulingVersion, parts: Collection[RulingPart]) -> Iterator[BuiltOn]:
    deal = version.case.deal
    if deal is None:
        return
    corrections = ruling_parts.corrections_in(version, parts)
    if not corrections and not _has_result(version, deal):
        return
    entered = ruling_parts.entered_since(version, corrections)
    if entered:
        yield BuiltOn(BuiltKind.LATER_RESULT, entered[-1].version)
    if later := _later_deals(deal):
        yield BuiltOn(BuiltKind.LATER_DEALS, later)


def _has_result(version: RulingVersion, deal: Deal) -> bool:
    """Whether a version made a result of the deal, be it covered by later ones."""
    return deal.results.filter(origin_uid=version.uid).exists()


def _later_deals(deal: Deal) -> int:
    """Return how many later deals follow from a deal: of its game (局), or by levels."""
    later = Deal.objects.filter(play_order__gt=deal.play_order, done=True)
    if deal.game_id is not None:
        return later.filter(game=deal.game_id).count()
    is_by_levels = deal.board_id is None and counting_of(deal.event) is Counting.LEVELS
    return later.filter(sitting=deal.sitting_id).count() if is_by_levels else 0


def _of_event(version: RulingVersion) -> Iterator[BuiltOn]:
    event, round_ = version.case.event, version.case.round
    if round_ is not None:
        later = Round.objects.filter(
            event=event, state__in=ledger.IN_PLAY, number__gt=round_.number
        )
        if (last := later.order_by("number").last()) is not None:
            yield BuiltOn(BuiltKind.LATER_DRAW, last.number)
    result = final.final_of(event)
    if result.stage is final.FinalStage.OFFICIAL:
        yield BuiltOn(BuiltKind.OFFICIAL, result.number)
