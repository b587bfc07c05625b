"""The deals of a round pack: how each begins, its sheet, its result and decisions on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict, cast

from referee.models import Sheet
from referee.sheets import queries, tables
from scoring.procedure import Procedure
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Result, Seat
from tournaments.wording import result_words
from tournaments.wording.values import deal_title
from web.tablet.api.decisions import claims_of, reopened, rulings_of, versions_of
from web.tablet.api.errors import ProblemAnswer, problem_answers
from web.tablet.api.schema import choice_from


class WaitingSheetAnswer(TypedDict):
    """A sheet that awaits confirmation, or has problems to be corrected while the deal is open.

    Any device at the table may show it.
    """

    key: str
    digest: str
    recorder: str
    report: Any
    confirmers: list[str]
    awaited: list[str]
    objected: Annotated[list[str], "The seats that do not agree; the referee decides."]
    problems: Annotated[list[ProblemAnswer], "What is wrong with it; none where sound."]


class WindowAnswer(TypedDict):
    """A span of time before play in which something may be done."""

    code: str
    seconds: int


class StepAnswer(TypedDict):
    """One thing that is done before play, and who does it, in words and as a code."""

    code: str
    seat: str | None
    cards: list[str]
    values: dict[str, Any]
    text: str


class BeginsAnswer(TypedDict):
    """How a deal begins after the deals before it; a seat that is null is not known."""

    first_deal: bool
    shuffles: str | None
    cuts: str | None
    dealt_first: str | None
    leads: str | None
    lead_cards: list[str]
    windows: list[WindowAnswer]
    steps: list[StepAnswer]
    facts: Annotated[dict[str, Any], "Parts of the report that are known before play."]


class DealAnswer(TypedDict):
    """A deal: open, waiting with its sheet, or done with its scores."""

    uid: str
    name: Annotated[str, "Which deal it is, in words."]
    board_no: int
    play_order: int
    version: int
    state: Annotated[str, choice_from(("open", "waiting", "done"))]
    sheet: WaitingSheetAnswer | None
    arrived: Annotated[list[str], "The keys of the sheets that have arrived of it."]
    counts: Annotated[
        list[str],
        "The keys of the sheet that the result that stands came from, and of the one it copies.",
    ]
    scores: dict[str, int] | None
    facts: Annotated[
        Any | None,
        "What happened, as the result that stands says it; null while others have the board "
        "before them.",
    ]
    begins: Annotated[BeginsAnswer | None, "Null once there is a result."]
    either: Annotated[
        list[dict[str, Any]],
        "Parts of the report of a first deal that depend on who leads, one set for each seat; "
        "they stay once there is a result.",
    ]
    moved: Annotated[
        dict[str, str],
        "The seats now of who sat otherwise in this deal, by its own; empty where nobody did.",
    ]
    sat: Annotated[
        dict[str, str],
        "The names of those who sat in this deal where somebody else sits now, by the seat.",
    ]
    hands: Annotated[dict[str, list[str]] | None, "As the board has them, once it is opened."]
    notes: Annotated[
        list[str], "Claims and what was decided, and why a deal counts nothing, as sentences."
    ]


def deal_answers(now: tables.TableNow) -> list[DealAnswer]:
    """Return the deals of a table as its device shows them."""
    deals = [deal.deal for deal in now.deals]
    sealed = frozenset(deal.deal.pk for deal in now.deals if deal.is_sealed)
    claims, rulings = claims_of(now.sheets, sealed), rulings_of(deals, sealed)
    versions, begins = versions_of(now, sealed), tables.beginnings(now)
    open_again = reopened(deals)
    sheets: dict[int, list[Sheet]] = {}
    for sheet in now.sheets:
        sheets.setdefault(sheet.deal_id, []).append(sheet)
    answers = []
    for deal in now.deals:
        key = deal.deal.pk
        decided = [*claims.get(key, []), *versions.get(key, []), *rulings.get(key, [])]
        decided = [*open_again.get(key, []), *decided]
        notes = [*_without_points(deal), *decided]
        came = sheets.get(key, [])
        arrived, counts = [sheet.key for sheet in came], _counting(deal.result, came)
        answers.append(_deal(deal, begins.get(key), now.seats, notes, arrived, counts))
    return answers


def _counting(result: Result | None, sheets: Sequence[Sheet]) -> list[str]:
    """Return the keys of the sheet behind a result and of the one that it copies, if any."""
    origin = result.origin_uid if result else ""
    copied = {sheet.copy_of for sheet in sheets if sheet.uid == origin}
    return [sheet.key for sheet in sheets if origin and sheet.uid in {origin, *copied}]


def _deal(
    deal: tables.DealNow,
    begins: Procedure | None,
    seats: Sequence[Seat],
    notes: list[str],
    arrived: list[str],
    counts: list[str],
) -> DealAnswer:
    row, result = deal.deal, deal.result
    waiting = deal.waiting if result is None else None
    beginning = None
    if begins and result is None:
        people = {seat.label: seat.person.listed_name for seat in seats}
        steps = [
            {**step.as_json(), "text": wording.step_text(step, people)} for step in begins.steps
        ]
        beginning = cast(BeginsAnswer, {**begins.as_json(), "steps": steps})
    return {
        "uid": row.uid,
        "name": deal_title(row.number),
        "board_no": row.board_no,
        "play_order": row.play_order,
        "version": row.version,
        "state": "done" if result else "waiting" if waiting else "open",
        "sheet": _waiting(waiting) if waiting else _unsound(deal),
        "arrived": arrived,
        "counts": counts,
        "scores": (result.settlement["scores"] or None) if result else None,
        "facts": (result.facts or None) if result and not deal.is_sealed else None,
        "begins": beginning,
        "either": [dict(one) for one in begins.either] if begins else [],
        "moved": dict(deal.moved),
        "sat": dict(deal.sat),
        "hands": cast("dict[str, list[str]] | None", queries.opened_hands(row)),
        "notes": notes,
    }


def _waiting(waiting: queries.WaitingSheet) -> WaitingSheetAnswer:
    return {
        "key": waiting.sheet.key,
        "digest": waiting.sheet.digest,
        "recorder": waiting.sheet.recorder,
        "report": waiting.sheet.report,
        "confirmers": list(waiting.confirmers),
        "awaited": list(waiting.awaited),
        "objected": list(waiting.objected),
        "problems": [],
    }


def _unsound(deal: tables.DealNow) -> WaitingSheetAnswer | None:
    """Return the sheet that its table has to correct, with its problems; None without one."""
    if deal.unsound is None or deal.result is not None:
        return None
    problems = problem_answers(queries.problems_of(deal.unsound))
    return {**_waiting(queries.WaitingSheet(deal.unsound, (), ())), "problems": problems}


def _without_points(deal: tables.DealNow) -> list[str]:
    """Return why a deal does not count; empty for any other deal."""
    if deal.result is None or deal.result.settlement["scores"]:
        return []
    kind = result_words.result_kind_text(deal.result, sealed=deal.is_sealed)
    reason = "" if deal.is_sealed else result_words.translated_reason(deal.result.reason)
    return [join_facts(kind, reason)]
