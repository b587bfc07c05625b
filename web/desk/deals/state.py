"""What the officials' page of a deal shows first: the felt, the last change, the next step.

Decisions taken on other pages of the deal are not here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.calls import calls
from referee.models import REFEREE
from referee.sheets import queries
from tournaments.models import Deal, Result
from tournaments.structure import games
from web.desk.claims import known_hands
from web.desk.claims.known_hands import HandsAtClaim
from web.desk.deals.versions import FactShown, facts_shown
from web.desk.decisions import originals
from web.desk.decisions.originals import Original
from web.desk.decisions.page_values import (
    ClaimShown,
    IrregularityShown,
    ResultShown,
    SheetShown,
)


class Proposed(StrEnum):
    """The step that the state of a deal asks of the referee; its button is the filled one."""

    DECIDE_CLAIM = "claim"
    CORRECT = "correct"
    RULE = "rule"
    CONFIRM = "confirm"
    ENTER = "enter"
    NOTHING = ""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A seat, who sits there, and its points in two versions; None where there are none."""

    label: str
    name: str
    before: int | None
    after: int | None

    @property
    def is_changed(self) -> bool:
        """Whether the points differ."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class VersionChange:
    """The newest version of a result beside the previous one: points, and facts that differ."""

    before: ResultShown
    after: ResultShown
    seats: Sequence[SeatChange]
    facts: Sequence[FactShown]

    @property
    def pair(self) -> tuple[ResultShown, ResultShown]:
        """Both versions, the old one first."""
        return self.before, self.after


@dataclass(frozen=True, slots=True)
class RequestedCorrection:
    """A sheet by which the table asks for another result, what it says differently, and the words
    of the table's open calls about the deal.
    """

    sheet: SheetShown
    facts: Sequence[FactShown]
    words: Sequence[str]


def requested_correction(
    deal: Deal, waiting: SheetShown | None, live: Result | None
) -> RequestedCorrection | None:
    """Return the correction that the table asks for; None where it asks for none."""
    reported = games.reported(live.facts) if live is not None else None
    if waiting is None or not reported:
        return None
    if waiting.sheet.paper or waiting.sheet.recorder == REFEREE:
        return None
    facts = facts_shown(deal, reported, waiting.sheet.report)
    differing = [fact for fact in facts if fact.differs]
    if not differing:
        return None
    about = (call for call in calls.open_calls_of(deal.event) if call.deal_id == deal.pk)
    return RequestedCorrection(waiting, differing, [call.words for call in about if call.words])


def proposed(
    deal: Deal,
    sheets: Sequence[SheetShown],
    claims: Sequence[ClaimShown],
    irregularities: Sequence[IrregularityShown],
) -> Proposed:
    """Return the most urgent step that the state of a deal asks for.

    A sheet that a player objects to is not to be confirmed but examined, and entered as it was.
    """
    open_sheets = [shown.sheet for shown in sheets if shown.form]
    if any(claim.waits for claim in claims):
        return Proposed.DECIDE_CLAIM
    if any(sheet.is_objected for sheet in open_sheets):
        return Proposed.CORRECT
    if any(not shown.ruled for shown in irregularities):
        return Proposed.RULE
    if open_sheets:
        return Proposed.CONFIRM
    return Proposed.NOTHING if deal.done else Proposed.ENTER


def felt(
    deal: Deal, people: dict[str, str], sheets: Sequence[SheetShown], live: Result | None
) -> Original | None:
    """Return the result of a deal as laid out on the felt, else its newest sheet that settles."""
    if live is not None:
        stored = queries.settlement_of(live)
        sent = (shown.original for shown in sheets if shown.sheet.uid == live.origin_uid)
        told = next(sent, None) or originals.told(deal, people, games.reported(live.facts))
        return originals.on_felt(told, stored)
    for shown in sheets:
        if shown.sheet.seen != deal.version:
            continue
        settlement = queries.settlement_of_sheet(shown.sheet)
        if settlement is not None:
            return originals.on_felt(shown.original, settlement)
    return None


def at_claim(sheets: Sequence[SheetShown], people: dict[str, str]) -> HandsAtClaim | None:
    """Return the hands at the claim of a deal that awaits a decision; None without one."""
    for shown in sheets:
        if shown.sheet.has_waiting_claim:
            return known_hands.at_claim(shown.sheet.claim, people, shown.original)
    return None


def last_change(deal: Deal, versions: Sequence[ResultShown]) -> VersionChange | None:
    """Return what the newest version changed in the previous one; None for a single version."""
    if len(versions) < 2:
        return None
    after, before = versions[0], versions[1]
    old = {total.label: total.score for total in before.sums}
    new = {total.label: total.score for total in after.sums}
    names = {total.label: total.name for total in (*before.sums, *after.sums)}
    reports = [games.reported(shown.row.facts) for shown in (before, after)]
    facts = facts_shown(deal, *reports) if all(reports) else []
    return VersionChange(
        before=before,
        after=after,
        seats=[
            SeatChange(label, name, old.get(label), new.get(label)) for label, name in names.items()
        ],
        facts=[fact for fact in facts if fact.differs],
    )
