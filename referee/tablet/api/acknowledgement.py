"""Acknowledgements of sealed items: 200 with key and digest, whatever became of the item.

A device drops an item only on this answer. Every item that could be read gets it: one that counts,
one that has to be corrected, and one that was kept for the referee to see.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from referee.base.refusals import Code, CodedRefusal
from referee.base.sealed import Sealed, Writer
from referee.models import Sheet
from referee.sheets import entry, queries
from referee.tablet.api import answers, errors
from scoring.problems import ProblemCode
from tournaments.refusals import Reason


class Standing(StrEnum):
    """State of an item that was handed over, as it is now."""

    POSTED = "posted"  # the result that stands came of it
    WAITING = "waiting"  # it counts, and confirmations are still wanted
    MEND = "mend"  # the table can mend what is wrong with it
    REFEREE = "referee"  # only the referee can go on with it
    SUPERSEDED = "superseded"  # something else counts instead
    KEPT = "kept"  # it does not count and is kept for the referee to see


BEYOND_THE_TABLE: Final = frozenset(
    {Code.LEASE_LOST, Code.DEAL_ELSEWHERE, Code.DEAL_NOT_IN_PLAY, Code.RESULT_STANDS}
)
"""Problems of a sheet that cannot be corrected at its table."""

NO_POINTS: Final = answers.settlement_answer(None)
NO_SHEET: Final[answers.Answer] = {"sheet": "", "deal": "", "confirmers": [], "following": None}
NO_CONFIRMATION: Final = {"version": 0}


def sheet(writer: Writer, sealed: Sealed) -> answers.Answer:
    """Take in a sheet and say what became of it. Raises Turned where it is not even kept."""
    try:
        stored = entry.submit(writer=writer, sealed=sealed)
    except CodedRefusal as turned:
        return {**NO_SHEET, **_as_kept(turned)}
    return {**answers.sheet(stored), **_as_counted(_standing(stored))}


def confirmation(writer: Writer, sealed: Sealed, pin: str = "") -> answers.Answer:
    """Take in a confirmation and say what became of it. Raises Turned where it is not even kept."""
    try:
        confirmed = entry.confirm(writer=writer, sealed=sealed, pin=pin)
    except CodedRefusal as turned:
        return {**NO_CONFIRMATION, **_as_kept(turned)}
    confirms = confirmed.confirmation.sheet
    posted = confirmed.result is not None and queries.is_posted(confirms)
    standing = Standing.POSTED if posted else _standing(confirms)
    return {**answers.confirmation(confirmed), "problems": [], **_as_counted(standing)}


def _as_counted(standing: Standing) -> dict[str, Any]:
    return {"kept": False, "standing": standing.value, "code": "", "text": ""}


def _as_kept(turned: CodedRefusal) -> dict[str, Any]:
    if not turned.extras.get("kept"):
        raise turned
    empty = {**NO_POINTS, "awaited": []}
    return {**empty, **errors.body(turned), "standing": Standing.KEPT.value}


def _standing(stored: Sheet) -> Standing:
    deal, codes = stored.deal, {problem.code for problem in queries.problems_of(stored)}
    if deal.version and queries.is_posted(stored):
        return Standing.POSTED
    if BEYOND_THE_TABLE & codes or (deal.done and Reason.RESULT_CHANGED in codes):
        return Standing.REFEREE
    if deal.version != stored.seen or queries.newest_sound(deal) not in (None, stored):
        return Standing.SUPERSEDED
    if not codes:
        return Standing.WAITING
    return Standing.REFEREE if codes == {ProblemCode.CLAIM_CONTESTED} else Standing.MEND
