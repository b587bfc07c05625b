"""Acknowledgements of sealed items: 200 with key and digest, whatever became of the item.

A device drops an item only on this answer. Every item that could be read gets it: one that counts,
one that has to be corrected, and one that was kept for the referee to see.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final, TypedDict, cast

from referee.base.handed_in import Sealed, Writer
from referee.base.refusals import Code, CodedRefusal
from referee.models import Sheet
from referee.sheets import entry, queries
from scoring.problems import ProblemCode
from tournaments.base.refusals import Reason
from web.tablet.api import answers, errors
from web.tablet.api.answers import FollowingAnswer, SettledAnswer
from web.tablet.api.errors import ProblemAnswer, problem_answers
from web.tablet.api.schema import TextOrEmpty, choice_from


class ItemState(StrEnum):
    """State of an item that was handed over, as it is now."""

    POSTED = "posted"  # the result in force came from it
    WAITING = "waiting"  # it counts, and confirmations are still missing
    MEND = "mend"  # the table can correct what is wrong with it
    REFEREE = "referee"  # only the referee can go on with it
    SUPERSEDED = "superseded"  # another item counts instead
    KEPT = "kept"  # it does not count and is kept for the referee to see


BEYOND_THE_TABLE: Final = frozenset(
    {
        Code.LEASE_LOST,
        Code.HANDED_IN_AGAIN,
        Code.BOARD_TRIES_SPENT,
        Code.DEAL_ELSEWHERE,
        Code.DEAL_NOT_IN_PLAY,
        Code.RESULT_STANDS,
    }
)
"""Problems of a sheet that cannot be corrected at its table."""


class Acknowledgement(TypedDict):
    """The answer to every sealed item that could be read: 200, whatever became of it."""

    key: str
    digest: str
    kept: Annotated[bool, "Whether it does not count, and is kept for the referee to see."]
    standing: Annotated[str, choice_from(ItemState)]
    code: Annotated[TextOrEmpty, "Why it does not count, empty unless it is kept."]
    text: TextOrEmpty
    problems: list[ProblemAnswer]


class SheetAnswer(Acknowledgement, SettledAnswer):
    """A sheet has arrived: what became of it, and who may confirm it."""

    sheet: TextOrEmpty
    deal: TextOrEmpty
    confirmers: list[str]
    awaited: list[str]
    following: FollowingAnswer | None


class ConfirmationAnswer(Acknowledgement, SettledAnswer):
    """A confirmation has arrived; `version` is 0 while others still have to confirm."""

    version: int
    awaited: list[str]


def sheet(writer: Writer, sealed: Sealed, *, is_again: bool = False) -> SheetAnswer:
    """Take in a sheet and say what became of it. Raises CodedRefusal if it is not even kept."""
    try:
        stored = entry.submit(writer=writer, sealed=sealed, is_again=is_again)
    except CodedRefusal as turned:
        kept = {"sheet": "", "deal": "", "confirmers": [], "following": None, **_as_kept(turned)}
        return cast(SheetAnswer, kept)
    report, waiting = stored.report, queries.waiting(stored)
    return {
        "key": stored.key,
        "digest": stored.digest,
        "sheet": stored.uid,
        "deal": stored.deal.uid,
        "problems": problem_answers(queries.problems_of(stored)),
        "confirmers": list(waiting.confirmers),
        "awaited": list(waiting.awaited),
        **answers.settled(queries.settlement_of_sheet(stored)),
        "following": answers.following(stored.deal, report, queries.context_of(stored.deal)),
        "kept": False,
        "standing": _standing(stored).value,
        "code": "",
        "text": "",
    }


def confirmation(writer: Writer, sealed: Sealed, pin: str = "") -> ConfirmationAnswer:
    """Take in a confirmation and say what became of it.

    Raises CodedRefusal if it is not even kept.
    """
    try:
        confirmed = entry.confirm(writer=writer, sealed=sealed, pin=pin)
    except CodedRefusal as turned:
        return cast(ConfirmationAnswer, {"version": 0} | _as_kept(turned))
    stored, result = confirmed.confirmation, confirmed.result
    is_posted = result is not None and queries.is_posted(stored.sheet)
    standing = ItemState.POSTED if is_posted else _standing(stored.sheet)
    return {
        "key": stored.key,
        "digest": stored.digest,
        "version": result.version if result else 0,
        "awaited": list(confirmed.awaited),
        **answers.settled(queries.settlement_of(result) if result else None),
        "problems": [],
        "kept": False,
        "standing": standing.value,
        "code": "",
        "text": "",
    }


def _as_kept(turned: CodedRefusal) -> dict[str, Any]:
    if not turned.extras.get("kept"):
        raise turned
    empty = {**answers.settled(None), "awaited": []}
    return {**empty, **errors.body(turned), "standing": ItemState.KEPT.value}


def _standing(stored: Sheet) -> ItemState:
    deal, codes = stored.deal, {problem.code for problem in queries.problems_of(stored)}
    if deal.version and queries.is_posted(stored):
        return ItemState.POSTED
    if BEYOND_THE_TABLE & codes or (deal.done and Reason.RESULT_CHANGED in codes):
        return ItemState.REFEREE
    if deal.version != stored.seen or queries.newest_sound(deal) not in (None, stored.pk):
        return ItemState.SUPERSEDED
    if not codes:
        return ItemState.WAITING
    return ItemState.REFEREE if codes == {ProblemCode.CLAIM_CONTESTED} else ItemState.MEND
