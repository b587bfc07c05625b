"""Entry and confirmation of sheets: `submit` and `confirm`, for tablets, phones and the desk.

Both can be sent any number of times. A key with the same content is answered from what is stored;
a key with other content is refused. An item that could be read and is refused is kept, with every
reason, for the referee to see. Everything is decided inside the audited change, when no other
change of the tournament can come between.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.base import hot_queries
from referee.base.reach import reach_of_deal
from referee.base.refusals import Code, CodedRefusal, problem
from referee.base.sealed import (
    ConfirmationFacts,
    Sealed,
    SheetFacts,
    confirmation_facts,
    sheet_facts,
)
from referee.base.verbs import Verb
from referee.claims import claims
from referee.confirmers import (
    BY_REFEREE,
    BY_TABLE,
    REFEREE,
    awaited,
    confirmers,
    is_by_referee_alone,
)
from referee.models import Confirmation, KeptWrite, Sheet
from referee.sheets import irregularities, objected, proofs, queries, records
from referee.sheets.writers import Writer
from scoring.problems import Problem
from tournaments.models import Deal, Event, Result, Round
from tournaments.record import ledger
from tournaments.record.audit import Change, change
from tournaments.refusals import Reason, Refused, refuse

REFEREE_MAY_OVERLOOK: Final = frozenset({Code.LEASE_LOST, Code.RESULT_STANDS})
"""Problems that keep the table from confirming a sheet, but not the referee."""

OUT_OF_PLACE: Final = frozenset(
    {
        Code.LEASE_LOST,
        Code.DEAL_ELSEWHERE,
        Code.DEAL_NOT_IN_PLAY,
        Code.RECORDER_UNKNOWN,
        Reason.RESULT_CHANGED,
    }
)
"""A sheet with these cannot hold a deal open: it is of another table, or out of date."""

MOST_SINCE_LOST: Final = 300
"""Items taken in from a device that lost its table: more than it can have played."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A confirmation, and the result posted with it or the seats that still have to confirm."""

    confirmation: Confirmation
    result: Result | None
    awaited: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Grounds:
    """Unsealed parts of a confirmation: the referee's reason, and the player's proof."""

    reason: str
    proof: proofs.Proof


class _Repeated(Exception):
    """The same key came while this item waited for its turn; the open change is undone."""


def submit(*, writer: Writer, sealed: Sealed, paper: bool = False) -> Sheet:
    """Store a sheet with everything that is wrong with it, and return it.

    No result comes of it, unless it is the second of two records and agrees with the first one.
    `paper` says that an official keyed it in from the paper record.
    Raises Turned where it cannot be read, where its deal is unknown, and where its key was used for
    other content.
    """
    facts = sheet_facts(sealed)
    try:
        return _submit_once(writer, sealed, facts, paper)
    except CodedRefusal as turned:
        raise _keep_refused(KeptWrite.Kind.SHEET, writer, sealed, turned) from turned


def confirm(*, writer: Writer, sealed: Sealed, reason: str = "", pin: str = "") -> Confirmed:
    """Confirm a sheet; the last confirmation that it needs makes it the result of its deal.

    `reason` is required where a result exists, which only an official may replace; `pin` is the
    player's own where the event asks for it. Raises Turned with everything that speaks against it.
    """
    facts = confirmation_facts(sealed)
    try:
        grounds = _Grounds(reason, proofs.check_proof(writer, facts, pin))
        return _confirm_once(writer, sealed, facts, grounds)
    except Refused as refused:
        if writer.player is not None:
            raise
        raise _keep_refused(KeptWrite.Kind.CONFIRMATION, writer, sealed, refused) from refused


def needs_reason(deal: Deal) -> bool:
    """Whether an official who makes a sheet the result of a deal has to say why.

    That is so where a result exists, where the table was to confirm by itself, and where two
    records were to agree.
    """
    by_referee = deal.event.confirmation == Event.Confirmation.REFEREE
    return deal.done or not by_referee or records.needs_two_records(deal.event)


def _submit_once(writer: Writer, sealed: Sealed, facts: SheetFacts, paper: bool) -> Sheet:
    try:
        with change(writer.tournament, writer.actor, Verb.SUBMIT_SHEET) as made:
            return _take_in(made, writer, sealed, facts, paper)
    except _Repeated:
        stored = Sheet.objects.get(key=sealed.key)
    _check_same(stored, stored.deal, writer, sealed)
    return stored


def _take_in(made: Change, writer: Writer, sealed: Sealed, facts: SheetFacts, paper: bool) -> Sheet:
    if hot_queries.SHEET_KEY.any(sealed.key):
        raise _Repeated
    _check_not_spent(writer)
    deal = queries.deal_in(writer.tournament, facts.deal)
    if deal is None:
        raise CodedRefusal(Code.DEAL_UNKNOWN, problem(Code.DEAL_UNKNOWN, "deal"))
    sides = queries.sides_of(deal.sitting)
    recorder = _known_recorder(writer, sides, facts)
    problems = _sheet_problems(writer, deal, facts, recorder, sides)
    sheet = Sheet.objects.create(
        **_columns(writer, sealed),
        deal=deal,
        seen=facts.seen,
        recorder=recorder,
        problems=[problem.as_json() for problem in problems],
        sound=not problems,
        paper=paper,
    )
    made.made(sheet)
    reach_of_deal(made, deal)
    in_place = not OUT_OF_PLACE.intersection(problem.code for problem in problems)
    claims.store_claim(made, sheet, sides, holds=in_place)
    irregularities.store_irregularities(made, sheet)
    made.concerns(sheet=sheet, deal=deal)
    made.note(problems=[problem.code.value for problem in problems])
    if sheet.sound and records.needs_two_records(deal.event) and records.is_record(sheet):
        _post_agreed_record(made, deal)
    return sheet


def _post_agreed_record(made: Change, deal: Deal) -> None:
    """Post the table's record where the paper record agrees and the table has confirmed.

    Where the referee confirms, keying in the paper record counts as the confirmation.
    """
    sheet = records.agreed(deal)
    if sheet is None or objected.objecting_seats([sheet], deal.event):
        return
    sheet.deal = deal
    if not _still_awaited(sheet, queries.sides_of(deal.sitting)):
        _post(made, sheet, "", "")


def _known_recorder(writer: Writer, sides: Mapping[str, int], facts: SheetFacts) -> str:
    is_seat = facts.recorder in sides
    by_referee = facts.recorder == REFEREE and writer.official is not None
    return facts.recorder if is_seat or by_referee else ""


def _sheet_problems(
    writer: Writer, deal: Deal, facts: SheetFacts, recorder: str, sides: Mapping[str, int]
) -> list[Problem]:
    round_, table = deal.sitting.segment.match.round, deal.sitting.table
    problems = []
    if not writer.holds_table():
        problems.append(problem(Code.LEASE_LOST))
    if not writer.is_at(table.pk):
        problems.append(problem(Code.DEAL_ELSEWHERE, "deal", table=table.number))
    open_states = (Round.State.PUBLISHED,) if writer.official is None else ledger.IN_PLAY
    if round_.state not in open_states:
        problems.append(problem(Code.DEAL_NOT_IN_PLAY, "deal"))
    if not recorder:
        problems.append(problem(Code.RECORDER_UNKNOWN, "recorder"))
    if facts.seen != deal.version:
        problems.append(problem(Reason.RESULT_CHANGED, "seen", seen=facts.seen))
    elif deal.done and writer.official is None:
        problems.append(problem(Code.RESULT_STANDS, "seen"))
    report_problems = queries.problems_in(deal, facts.report)
    codes = {problem.code.value for problem in report_problems}
    claim_problems = claims.problems(facts.report, sides)
    return [
        *problems,
        *report_problems,
        *(problem for problem in claim_problems if problem.code.value not in codes),
    ]


def _confirm_once(
    writer: Writer, sealed: Sealed, facts: ConfirmationFacts, grounds: _Grounds
) -> Confirmed:
    try:
        with change(writer.tournament, writer.actor, Verb.CONFIRM_SHEET) as made:
            return _add_confirmation(made, writer, sealed, facts, grounds)
    except _Repeated:
        stored = Confirmation.objects.get(key=sealed.key)
    sheet = stored.sheet
    _check_same(stored, sheet.deal, writer, sealed)
    result = Result.objects.select_related("deal__event").filter(uid=stored.result).first()
    sides = queries.sides_of(sheet.deal.sitting)
    return Confirmed(stored, result, () if result else _still_awaited(sheet, sides))


def _add_confirmation(
    made: Change, writer: Writer, sealed: Sealed, facts: ConfirmationFacts, grounds: _Grounds
) -> Confirmed:
    if hot_queries.CONFIRMATION_KEY.any(sealed.key):
        raise _Repeated
    _check_not_spent(writer)
    sheet = _sheet_named(writer, facts)
    sides = queries.sides_of(sheet.deal.sitting)
    problems = _sheet_objections(writer, sheet, facts)
    problems += _seat_objections(writer, sheet, facts, sides)
    if facts.seat == REFEREE and needs_reason(sheet.deal) and not grounds.reason:
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    problems += [grounds.proof.problem] if grounds.proof.problem else []
    if problems:
        raise Refused(*problems)
    still_awaited = _still_awaited(sheet, sides, facts.seat)
    waits = still_awaited or _lacks_record(sheet, facts)
    result = None if waits else _post(made, sheet, facts.seat, grounds.reason)
    confirmation = Confirmation.objects.create(
        **_columns(writer, sealed),
        sheet=sheet,
        seat=facts.seat,
        proof=grounds.proof.how,
        result=result.uid if result else "",
    )
    made.made(confirmation)
    reach_of_deal(made, sheet.deal)
    made.concerns(confirmation=confirmation, sheet=sheet, deal=sheet.deal)
    return Confirmed(confirmation, result, still_awaited)


def _lacks_record(sheet: Sheet, facts: ConfirmationFacts) -> bool:
    """Whether another record still has to agree before the table's word makes a result."""
    by_table = records.needs_two_records(sheet.deal.event) and facts.seat != REFEREE
    return by_table and records.agreed(sheet.deal) != sheet


def _sheet_named(writer: Writer, facts: ConfirmationFacts) -> Sheet:
    sheet = hot_queries.SHEET.first(facts.sheet)
    deal = queries.deal_in(writer.tournament, sheet.deal.uid) if sheet else None
    if sheet is None or deal is None or not writer.is_at(deal.sitting.table_id):
        raise CodedRefusal(Code.SHEET_UNKNOWN, problem(Code.SHEET_UNKNOWN, "sheet"))
    sheet.deal = deal
    return sheet


def _sheet_objections(writer: Writer, sheet: Sheet, facts: ConfirmationFacts) -> list[Problem]:
    problems = []
    if not writer.holds_table():
        problems.append(problem(Code.LEASE_LOST))
    if sheet.deal.version != sheet.seen:
        problems.append(problem(Reason.RESULT_CHANGED, "sheet", seen=sheet.seen))
    if sheet.digest != facts.sheet_digest:
        problems.append(problem(Code.SHEET_DIFFERS, "sheet_digest"))
    stored_problems = queries.problems_of(sheet)
    if writer.official is not None:
        stored_problems = [
            problem for problem in stored_problems if problem.code not in REFEREE_MAY_OVERLOOK
        ]
    elif sheet.sound and queries.newest_sound(sheet.deal) not in (None, sheet):
        problems.append(problem(Code.SHEET_REPLACED, "sheet"))
    elif seats := objected.objecting_seats([sheet], sheet.deal.event).get(sheet.pk):
        problems.append(Problem(Code.OBJECTED, "sheet", seats=seats))
    if stored_problems:
        problems += [problem(Code.SHEET_HAS_PROBLEMS, "sheet"), *stored_problems]
    return problems


def _seat_objections(
    writer: Writer, sheet: Sheet, facts: ConfirmationFacts, sides: Mapping[str, int]
) -> list[Problem]:
    if writer.official is not None:
        allowed: tuple[str, ...] = (REFEREE,)
    else:
        allowed = confirmers(sheet.deal.event.confirmation, sides, sheet.recorder)
    if facts.seat not in allowed:
        return [problem(Code.CONFIRMER_NOT_ALLOWED, "seat")]
    if facts.seat in hot_queries.seats_heard(sheet):
        return [problem(Code.ALREADY_CONFIRMED, "seat")]
    return []


def _still_awaited(sheet: Sheet, sides: Mapping[str, int], *seats: str) -> tuple[str, ...]:
    confirmed = [*hot_queries.seats_heard(sheet), *seats]
    return awaited(sheet.deal.event.confirmation, sides, sheet.recorder, confirmed)


def _post(made: Change, sheet: Sheet, seat: str, reason: str) -> Result:
    policy = sheet.deal.event.confirmation
    by_referee_alone = is_by_referee_alone(policy, sheet.recorder, seat)
    is_claimed = sheet.report.get("claim") is not None
    return ledger.post(
        made,
        sheet.deal,
        ledger.Report(Result.Kind.CLAIMED if is_claimed else Result.Kind.PLAYED, sheet.report),
        seen=sheet.seen,
        origin=ledger.Origin(sheet.uid, BY_REFEREE if by_referee_alone else BY_TABLE),
        reason=reason or _reason_taken_back(sheet.deal),
        releases=claims.HOLD,
    )


def _reason_taken_back(deal: Deal) -> str:
    """Return the reason for which an earlier result of a deal was taken back, else an empty text.

    A table that plays the deal then has no reason of its own to give.
    """
    if deal.done or not deal.version:
        return ""
    return deal.results.get(version=deal.version).reason


def _check_not_spent(writer: Writer) -> None:
    if _is_spent(writer):
        raise CodedRefusal(Code.LEASE_SPENT, problem(Code.LEASE_SPENT, limit=MOST_SINCE_LOST))


def _is_spent(writer: Writer) -> bool:
    if writer.lease is None or writer.lease.is_open:
        return False
    return queries.delivered_since_lost(writer.lease) >= MOST_SINCE_LOST


def _check_same(row: Sheet | Confirmation, deal: Deal, writer: Writer, sealed: Sealed) -> None:
    same_place = deal.event.tournament_id == writer.tournament.pk
    if row.digest != sealed.digest or not same_place:
        raise CodedRefusal(Code.KEY_REUSED, problem(Code.KEY_REUSED, "key"))


def _columns(writer: Writer, sealed: Sealed) -> dict[str, object]:
    content = {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed}
    return {**content, **writer.columns}


def _keep_refused(
    kind: KeptWrite.Kind, writer: Writer, sealed: Sealed, refused: Refused
) -> CodedRefusal:
    """Keep what was refused, once for each reason, and return the refusal as it is answered."""
    reason = refused.problems[0].code
    columns = {"kind": kind, "key": sealed.key, "digest": sealed.digest, "reason": reason.value}
    stored = KeptWrite.objects.filter(tournament=writer.tournament, **columns)
    answer: dict[str, str | bool] = {"key": sealed.key, "digest": sealed.digest}
    if _is_spent(writer) and not stored.exists():
        return CodedRefusal(reason, *refused.problems, **answer, kept=False)
    if not stored.exists():
        with change(writer.tournament, writer.actor, Verb.KEEP_WRITE) as made:
            made.note(reason=reason.value)
            if not stored.exists():
                _store_refused(made, writer, sealed, refused, columns)
    return CodedRefusal(reason, *refused.problems, **answer, kept=True)


def _store_refused(
    made: Change, writer: Writer, sealed: Sealed, refused: Refused, kept_columns: Mapping[str, str]
) -> None:
    problems = [problem.as_json() for problem in refused.problems]
    columns = {**_columns(writer, sealed), **kept_columns, "tournament": writer.tournament}
    kept_write = KeptWrite.objects.create(**columns, problems=problems)
    made.made(kept_write)
    made.concerns(kept=kept_write)
