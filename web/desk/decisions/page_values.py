"""Values for the officials' pages, built from rows with all sentences and sums."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import Exists, FilteredRelation, OuterRef
from django.utils.translation import gettext

from referee.appeals import pending_entries
from referee.appeals import texts as appeal_texts
from referee.base.case_numbers import number_text
from referee.base.refusals import Code
from referee.claims import claims, reopening, texts
from referee.models import (
    REFEREE,
    Appeal,
    Claim,
    Confirmation,
    Irregularity,
    KeptWrite,
    RulingCase,
    Sheet,
)
from referee.sheets import irregularities, queries, who_confirmed
from referee.sheets.entry import needs_reason
from referee.sheets.irregularities import Incident
from referee.sheets.problem_groups import REFEREE_MAY_OVERLOOK
from referee.sheets.who_confirmed import Objection
from scoring.game import Blank
from scoring.problems import Problem
from scoring.settlement import Line, Settlement
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Deal, Result, User
from tournaments.record import ledger
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import access, ruling_offices
from tournaments.structure import procedures
from tournaments.structure.games import blank_of, ruleset_of
from tournaments.structure.regulations import regulations_of
from tournaments.wording import result_words
from tournaments.wording.answers import answered
from web.desk.decisions import originals, texts_shown
from web.desk.decisions.forms import ConfirmForm
from web.desk.decisions.originals import Original
from web.desk.frame import fetch
from web.publish.rulings import stories

NO_SIDES: Final[Mapping[str, int]] = {}
"""The default of `sides`: every seat plays alone."""


@dataclass(frozen=True, slots=True)
class SheetSeatSum:
    """A seat at the table, who sits there, and its score by a sheet."""

    label: str
    name: str
    score: int | None


@dataclass(frozen=True, slots=True)
class LineShown:
    """A step of a sum in words."""

    words: str
    cards: tuple[str, ...]
    points: int | None


@dataclass(frozen=True, slots=True)
class SumShown:
    """The sum of a seat: the steps to its raw points, and from these to its score."""

    label: str
    name: str
    lines: Sequence[LineShown]
    raw: int
    conversions: Sequence[LineShown]
    score: int


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """Sums of a sheet that is being typed."""

    sums: Sequence[SumShown]


@dataclass(frozen=True, slots=True)
class SheetShown:
    """A sheet as the referee reads it; `form` is there if it can be chosen.

    `problems` are the sentences of all that is wrong with it, including a player's objection.
    `answers` are its answers if the game asks questions.
    """

    sheet: Any
    problems: Sequence[str]
    sums: Sequence[SheetSeatSum]
    objections: Sequence[str]
    """What objecting players wrote on their phones, each with the name."""
    answers: Sequence[tuple[str, str]]
    original: Original
    confirmations: Sequence[Confirmation]
    form: ConfirmForm | None


@dataclass(frozen=True, slots=True)
class ResultShown:
    """A version of a deal's result: origin and kind in words, and the points of seats, if any."""

    row: Result
    origin: str
    sums: Sequence[SheetSeatSum]
    kind: str
    allowed: str = ""
    """The late exposures that the referee let count."""


@dataclass(frozen=True, slots=True)
class ClaimShown:
    """A claim in words, its decision, and whether it awaits one."""

    row: Claim
    words: str
    decided: str
    waits: bool
    is_agreed: bool = False
    """Whether the live result is the one agreed on with it, so that the claim can be reopened."""


@dataclass(frozen=True, slots=True)
class IrregularityShown:
    """An irregularity in words, and its ruling, empty before one.

    `seen` names the version that reported it if the sheet that counts no longer does.
    """

    row: Irregularity
    words: str
    ruled: str
    seen: str = ""


@dataclass(frozen=True, slots=True)
class KeptShown:
    """A refused item that was kept, with the sentences that say why."""

    row: KeptWrite
    reasons: Sequence[str]


def sheets(
    deal: Deal, people: Mapping[str, str], posted_form: ConfirmForm | None
) -> list[SheetShown]:
    """Return every sheet of a deal with its claim, the newest first, one of them with the sent
    form.

    `people` says who sits at every seat, here and in the other functions.
    """
    related = ("lease__table", "official", "claim__decision__official", "word")
    by_word = (
        deal.sheets.annotate(
            word=FilteredRelation("confirmations"),
            has_waiting_claim=claims.waits_of_sheet(),
            has_irregularities=Exists(Irregularity.objects.filter(sheet=OuterRef("pk"))),
            is_objected=who_confirmed.is_objected(),
        )
        .select_related(*related)
        .order_by("-pk", "word__pk")
    )
    rows: dict[int, Any] = {}
    confirmations: dict[int, list[Confirmation]] = defaultdict(list)
    # A sheet comes once for each confirmation, or once without any.
    row: Any
    for row in by_word:
        rows.setdefault(row.pk, row)
        if hasattr(row, "word"):
            confirmations[row.pk].append(row.word)
    for row in rows.values():
        if hasattr(row, "claim"):
            row.claim.deal, row.claim.sheet = deal, row
    objected = [row for row in rows.values() if row.is_objected]
    against = who_confirmed.objections_to(objected)
    return [
        _sheet_shown(row, people, posted_form, confirmations[key], against.get(key, ()))
        for key, row in rows.items()
    ]


def preview(
    settlement: Settlement, seats: Mapping[str, str], sides: Mapping[str, int] = NO_SIDES
) -> SheetPreview:
    """Return the sums of a settlement for every seat; `seats` says who sits there.

    With `sides`, seats of one side with the same sum are shown once.
    """
    sums: dict[object, SumShown] = {}
    for label, name in seats.items():
        sum_shown = _sum_shown(label, name, settlement)
        steps = (*sum_shown.lines, *sum_shown.conversions)
        key = (sides.get(label, label), *((line.words, line.points) for line in steps))
        names = (
            join_facts(sums[key].name, f"{wording.seat_short(label)} {name}")
            if key in sums
            else name
        )
        sums[key] = replace(sums.get(key, sum_shown), name=names)
    return SheetPreview([*sums.values()])


def leads_to(deal: Deal, report: Mapping[str, Any], blank: Blank) -> list[tuple[str, str]]:
    """Return what a report settles about the next deal, as questions with their answers."""
    if not blank.asks:
        return []
    begins = procedures.procedure_after(deal, report, queries.waiting_reports)
    return answered(blank.asks, begins.facts, deal.event.game)


def people(deal: Deal) -> dict[str, str]:
    """Return who sits at every seat of a deal, in order of play."""
    seats = deal.sitting.seats.select_related("person").order_by("pk")
    return {seat.label: seat.person.listed_name for seat in seats}


def people_at(snapshot: EventSnapshot, sitting: int) -> dict[str, str]:
    """Return who sits at every seat by the key of a sitting; nobody where its draw was withdrawn,
    which is in no snapshot.
    """
    at = next((row for row in snapshot.sittings if row.key == sitting), None)
    return {seat.label: snapshot.names[seat.person] for seat in at.seats} if at else {}


def _sum_shown(label: str, name: str, settlement: Settlement) -> SumShown:
    lines = [_line_shown(line) for line in settlement.lines_of(label)]
    # The first conversion repeats the raw points, which are shown already.
    conversions = [_line_shown(line) for line in settlement.conversions_of(label)[1:]]
    return SumShown(
        label, name, lines, settlement.raw[label], conversions, settlement.scores[label]
    )


def _line_shown(line: Line) -> LineShown:
    return LineShown(wording.line_text(line), line.cards, wording.line_points(line))


def results(
    deal: Deal, people: Mapping[str, str], versions: Iterable[Result] | None = None
) -> list[ResultShown]:
    """Return the versions of a deal's result, the newest first.

    `versions` are the rows if they were read already.
    """
    results_shown = []
    rows = list(deal.results.order_by("-version") if versions is None else versions)
    origins = result_words.origin_texts(rows)
    for row in rows:
        # A deal not played, void or retracted has none.
        scores = queries.settlement_of(row).scores
        sums = [
            SheetSeatSum(label, name, scores[label])
            for label, name in people.items()
            if label in scores
        ]
        kind = result_words.result_kind_text(row)
        allowed = stories.allowed_text(deal.event, row.facts)
        results_shown.append(ResultShown(row, origins[row.pk], sums, kind, allowed))
    return results_shown


@dataclass(frozen=True, slots=True)
class OwedResult:
    """The appeal that wants another result of a deal, and the reason with which its correction
    begins; None and empty where nobody decided so.
    """

    appeal: Appeal | None = None
    reason: str = ""


def deal_context(user: User, deal: Deal, owed: OwedResult | None = None) -> dict[str, Any]:
    """Return the context of every page of a deal: what it belongs to, and who may change it when.

    Until the end of the correction period any referee may; scorers and organisers type deals
    without a result. `owed` is what `read_owed` returned where a form was filled with it.
    """
    round_, tournament = deal.sitting.segment.match.round, deal.event.tournament
    is_over = ruling_offices.is_window_over(round_)
    held = access.roles_here(user, tournament)
    owed = owed or read_owed(deal)
    may_change = bool(held & ruling_offices.correcting_roles(round_))
    return {
        "tournament": tournament,
        "event": deal.event,
        "round": round_,
        "deal": deal,
        "in_play": round_.state in ledger.IN_PLAY,
        "window_end": ruling_offices.window_end(round_),
        "window_over": is_over,
        "may_change": may_change,
        "without_office": ruling_offices.denial(user, deal.event),
        "reads_appeals": bool(held & access.REFEREES),
        "may_type": may_change or (bool(held & fetch.TYPISTS) and not (deal.done or is_over)),
        "owed": owed.appeal,
        "owed_reason": owed.reason,
    }


def made_by(case: RulingCase | None) -> dict[str, Any]:
    """Return the ruling through which alone the result of a deal can be changed, or None."""
    return {"made_by": case, "made_by_number": number_text(case) if case else ""}


def read_owed(deal: Deal) -> OwedResult:
    """Read which appeal wants another result of a deal; nothing is asked where none can be."""
    has_appeals = bool(deal.version) and regulations_of(deal.event).is_official
    is_asked = has_appeals and getattr(deal, "is_owed", True)
    appeal = pending_entries.of_deal(deal) if is_asked else None
    return OwedResult(appeal, appeal_texts.owed_reason(appeal)) if appeal else OwedResult()


def claim(row: Claim, *, waits: bool, live: Result | None = None) -> ClaimShown:
    """Return a claim in words for the desk; `live` is the result of its deal."""
    decision = getattr(row, "decision", None)
    decided = texts.decision_text(decision) if decision else ""
    is_agreed = not waits and reopening.is_followed(row, live)
    return ClaimShown(row, texts.claim_text(row), decided, waits, is_agreed)


def irregularity(incident: Incident) -> IrregularityShown:
    """Return an irregularity in words for the desk."""
    ruled = irregularities.ruling_text(incident.ruling) if incident.ruling else ""
    words = texts_shown.irregularity_title(incident.row)
    return IrregularityShown(incident.row, words, ruled, irregularities.seen_text(incident))


def kept(row: KeptWrite) -> KeptShown:
    """Return a refused item that was kept, with its reasons in words."""
    return KeptShown(row, [wording.problem_text(problem) for problem in queries.problems_of(row)])


def _objection_text(objection: Objection, people: Mapping[str, str]) -> str:
    values = {
        "seat": wording.seat_name(objection.seat),
        "name": people.get(objection.seat, ""),
        "words": objection.words,
    }
    return gettext("%(seat)s, %(name)s: “%(words)s”") % values


def _sheet_shown(
    row: Sheet,
    people: Mapping[str, str],
    posted_form: ConfirmForm | None,
    confirmations: Sequence[Confirmation],
    against: Sequence[Objection],
) -> SheetShown:
    deal, problems = row.deal, texts_shown.problems_shown(row)
    seats = tuple(objection.seat for objection in against)
    objections = [Problem(Code.OBJECTED, seats=seats)] if against else []
    in_the_way = [problem for problem in problems if problem.code not in REFEREE_MAY_OVERLOOK]
    settlement = queries.settlement_of_sheet(row)
    blank = blank_of(deal.event, ruleset_of(deal))
    return SheetShown(
        sheet=row,
        problems=[wording.problem_text(problem) for problem in [*problems, *objections]],
        objections=[_objection_text(objection, people) for objection in against if objection.words],
        sums=[
            SheetSeatSum(label, name, settlement.scores[label] if settlement else None)
            for label, name in people.items()
        ],
        answers=answered(blank.asks, row.report, deal.event.game),
        original=originals.original(row, deal, people),
        confirmations=confirmations,
        form=None if in_the_way or row.seen != deal.version else _confirm_form(row, posted_form),
    )


def _confirm_form(row: Sheet, posted_form: ConfirmForm | None) -> ConfirmForm:
    if posted_form is not None and posted_form.data.get("sheet") == row.key:
        return posted_form
    values = {"sheet": row.key, "digest": row.digest, "key": secrets.token_hex(16)}
    needed = needs_reason(row.deal)
    if row.deal.done and not row.paper and row.recorder != REFEREE:
        values["reason"] = gettext("As the table asked.")
    return ConfirmForm(initial=values, auto_id=f"id_{row.uid}_%s", needs_reason=needed)
