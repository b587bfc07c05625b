"""Entry and confirmation of sheets: `submit` and `confirm`, for tablets, phones and the desk.

Both can be sent any number of times. A key with the same content is answered from what is stored;
a key with other content is refused. An item that could be read and is refused is kept, with every
reason, for the referee to see. Everything is decided inside the audited change; only what came
before is answered without it, and a player's PIN is compared before it opens, and stored nowhere.
A tap on the table's tablet proves only that somebody tapped.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F

from referee.base.handed_in import (
    ConfirmationFacts,
    Sealed,
    SheetFacts,
    Writer,
    check_not_spent,
    columns,
    confirmation_facts,
    keep_refused,
    sheet_facts,
    stored_confirmation,
    stored_sheet,
)
from referee.base.refusals import Code, CodedRefusal
from referee.base.verbs import BY_REFEREE, BY_SCORER, BY_TABLE, Verb
from referee.claims import claims, policies, states
from referee.claims.reported import claim_problems
from referee.models import REFEREE, ClaimState, Confirmation, KeptWrite, Sheet
from referee.sheets import irregularities, queries, seat_answers, two_records
from referee.sheets.board_check import board_problems
from referee.sheets.official_parts import part_problems
from referee.sheets.problem_groups import OUT_OF_PLACE, REFEREE_MAY_OVERLOOK, checked_again
from referee.sheets.queries import AtTable
from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Event, Result, ResultKind, Round
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.once import once
from tournaments.structure.games import game_of
from tournaments.system.compiled_queries import Creation, Query

_SHEETS: Final = Creation(Sheet)
_CONFIRMATIONS: Final = Creation(Confirmation)
_SHEET: Final = Query(
    lambda key: Sheet.objects.filter(key=key).annotate(uid_of_deal=F("deal__uid")), str
)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A confirmation, and the result posted with it or the seats that still have to confirm."""

    confirmation: Confirmation
    result: Result | None
    awaited: tuple[str, ...]


def submit(*, writer: Writer, sealed: Sealed, paper: bool = False, is_again: bool = False) -> Sheet:
    """Store a sheet with everything that is wrong with it, and return it.

    No result comes of it, unless it is the second of two records and agrees with the first one; of
    what was read in, not even then. `paper` says that an official keyed it in from the paper
    record, `is_again` that the device had handed it in before an older copy was restored: then it
    waits for an official. Raises CodedRefusal where it cannot be read, where its deal is unknown or
    no longer as it was, and where its key was used for other content.
    """
    facts = sheet_facts(sealed)
    try:
        return once(
            lambda: stored_sheet(writer, sealed),
            writer.tournament,
            writer.actor,
            Verb.SUBMIT_SHEET,
            lambda made: _take_in(made, writer, sealed, facts, paper=paper, is_again=is_again),
        )
    except CodedRefusal as refused:
        raise keep_refused(KeptWrite.Kind.SHEET, writer, sealed, refused) from refused


def confirm(
    *,
    writer: Writer,
    sealed: Sealed,
    reason: str = "",
    pin: str = "",
    also: Callable[[Change, Result], None] | None = None,
) -> Confirmed:
    """Confirm a sheet; the last confirmation that it needs makes it the result of its deal.

    `reason` is required where a result exists, which only an official may replace; `pin` is the
    player's own where the event asks for it; `also` does in the same change what goes with the
    result. Raises CodedRefusal with everything that speaks against it.
    """

    def store(made: Change) -> Confirmed:
        confirmed = _add_confirmation(made, writer, sealed, facts, proof, reason)
        if also is not None and confirmed.result is not None:
            also(made, confirmed.result)
        return confirmed

    facts = confirmation_facts(sealed)
    proof = given_proof(writer, facts, pin)
    try:
        return once(
            lambda: _confirmed_before(writer, sealed),
            writer.tournament,
            writer.actor,
            Verb.CONFIRM_SHEET,
            store,
        )
    except Refused as refused:
        if writer.player is not None:
            raise
        raise keep_refused(KeptWrite.Kind.CONFIRMATION, writer, sealed, refused) from refused


def given_proof(writer: Writer, facts: ConfirmationFacts, pin: str) -> seat_answers.GivenProof:
    """Check the proof that the event asks for; an official needs none, nor does a tap."""
    asked = None if writer.official else queries.proof_asked(facts.sheet, writer.tournament)
    is_tap = asked is not None and asked.policy == Event.Proof.TAP and writer.player is None
    if writer.official is not None or is_tap:
        return seat_answers.GivenProof()
    return seat_answers.check_proof(writer, facts.seat, pin, asked)


def needs_reason(deal: Deal) -> bool:
    """Whether an official who makes a sheet the result of a deal has to say why.

    That is so where a result exists, where the table was to confirm by itself, and where two
    records were to agree.
    """
    by_table = deal.event.confirmation != Event.Confirmation.REFEREE
    return deal.done or by_table or deal.event.records == Event.Records.TWO


def is_unchanged(deal: Deal, report: Mapping[str, Any]) -> bool:
    """Whether a report says what the result of its deal says already."""
    return deal.done and ledger.says_the_same(deal, ledger.Report(_kind_of(report), report))


def _take_in(
    made: Change, writer: Writer, sealed: Sealed, facts: SheetFacts, *, paper: bool, is_again: bool
) -> Sheet:
    check_not_spent(writer)
    deal = queries.deal_in(writer.tournament, facts.deal)
    if deal is None:
        raise CodedRefusal(Code.DEAL_UNKNOWN, refuse(Code.DEAL_UNKNOWN, "deal"))
    if facts.recorder == REFEREE:
        writer.require_right(deal)
    before = AtTable.of(deal)
    recorder = _known_recorder(writer, facts, before.sides)
    problems = _sheet_problems(made, writer, deal, facts, recorder, before)
    if is_again:
        problems = [*checked_again(deal, problems), refuse(Code.HANDED_IN_AGAIN)]
    codes = [problem.code for problem in problems]
    sheet = _SHEETS.create(
        **columns(writer, sealed),
        deal=deal,
        seen=facts.seen,
        recorder=recorder,
        problems=[problem.as_json() for problem in problems],
        sound=not problems,
        paper=paper,
    )
    made.made(sheet)
    made.moves_match(deal)
    in_place = not OUT_OF_PLACE.intersection(codes)
    _follow_claims(made, sheet, before, problems, in_place=in_place)
    if reported := queries.irregularities_in(deal, facts.report):
        irregularities.store(made, sheet, reported)
    made.concerns(sheet=sheet, deal=deal)
    made.note(problems=[code.value for code in codes])
    if sheet.sound and deal.event.records == Event.Records.TWO and not sheet.is_read_in:
        _post_agreed_record(made, sheet)
    return sheet


def _known_recorder(writer: Writer, facts: SheetFacts, sides: Mapping[str, int]) -> str:
    """Return the seat that wrote, or the referee; empty where it is neither."""
    is_known = facts.recorder in sides
    is_known |= facts.recorder == REFEREE and writer.official is not None
    return facts.recorder if is_known else ""


def _sheet_problems(
    made: Change, writer: Writer, deal: Deal, facts: SheetFacts, recorder: str, before: AtTable
) -> list[Problem]:
    round_, table = deal.sitting.segment.match.round, deal.sitting.table
    problems = []
    if not writer.holds_table(made):
        problems.append(refuse(Code.LEASE_LOST))
    if not writer.is_at(table.pk):
        problems.append(refuse(Code.DEAL_ELSEWHERE, "deal", table=table.number))
    open_states = (Round.State.PUBLISHED,) if writer.official is None else ledger.IN_PLAY
    if round_.state not in open_states:
        problems.append(refuse(Code.DEAL_NOT_IN_PLAY, "deal"))
    if not recorder:
        problems.append(refuse(Code.RECORDER_UNKNOWN, "recorder"))
    if facts.seen != deal.version:
        problems.append(refuse(Reason.RESULT_CHANGED, "seen", seen=facts.seen))
    elif deal.done and (writer.official is None or not writer.rules):
        problems.append(refuse(Code.RESULT_STANDS, "seen"))
    problems += _official_parts(deal, facts.report, recorder)
    problems += queries.problems_in(deal, facts.report)
    problems += _claim_problems(deal, facts, before.sides, {row.code.value for row in problems})
    if writer.official is None and before.objected and not _plays_on(deal):
        problems.append(refuse(Code.CLAIM_OBJECTED, "deal"))
    # Whoever cannot write here, or writes what cannot be settled, is not told of the board.
    is_compared = not problems and deal.board_id is not None
    return board_problems(writer, deal, facts.report) if is_compared else problems


def _official_parts(deal: Deal, report: Mapping[str, Any], recorder: str) -> list[Problem]:
    """Return what is wrong with the parts of a report that only an official's decision writes."""
    if report.get("claim") is None and not game_of(deal.event).allowed(report):
        return []
    return part_problems(deal, report, by_referee=recorder == REFEREE)


def _claim_problems(
    deal: Deal, facts: SheetFacts, sides: Mapping[str, int], codes: Collection[str]
) -> list[Problem]:
    """Return what is wrong with a claim besides what the sheet has wrong already."""
    if facts.report.get("claim") is None:
        return []
    claimed = claim_problems(facts.report, sides, policies.policy_of(deal.event))
    problems = [row for row in claimed if row.code.value not in codes]
    if Code.RESULT_STANDS in codes:
        problems.append(refuse(Code.CLAIM_AFTER_SCORING, "claim"))
    return problems


def _plays_on(deal: Deal) -> bool:
    """Whether play goes on while the referee has a claim to decide."""
    return policies.policy_of(deal.event).plays_on


def _follow_claims(
    made: Change, sheet: Sheet, before: AtTable, problems: Sequence[Problem], *, in_place: bool
) -> None:
    """Store the claim of a sheet; a newer sheet of the table ends what was claimed before."""
    if in_place and sheet.official_id is None and before.claimed:
        claims.take_back_earlier(made, sheet.deal, plays_on=_plays_on(sheet.deal))
    if sheet.report.get("claim") is not None:
        claims.store_claim(made, sheet, before.sides, problems, in_place=in_place)


def _post_agreed_record(made: Change, record: Sheet) -> None:
    """Post the table's record where the paper record agrees and the table has confirmed.

    Where the referee confirms, keying in the paper record counts as the confirmation.
    """
    deal = record.deal
    sheet = two_records.agreed(deal) if two_records.is_record(record) else None
    if sheet is None or queries.objecting_seats(sheet, deal.event):
        return
    sheet.deal = deal
    if not _still_awaited(sheet, queries.sides_of(deal.sitting)):
        _post(made, sheet, "", "")


def _confirmed_before(writer: Writer, sealed: Sealed) -> Confirmed | None:
    stored = stored_confirmation(writer, sealed)
    if stored is None:
        return None
    result = Result.objects.select_related("deal__event").filter(uid=stored.result).first()
    sides = queries.sides_of(stored.sheet.deal.sitting)
    return Confirmed(stored, result, () if result else _still_awaited(stored.sheet, sides))


def _add_confirmation(
    made: Change,
    writer: Writer,
    sealed: Sealed,
    facts: ConfirmationFacts,
    proof: seat_answers.GivenProof,
    reason: str,
) -> Confirmed:
    check_not_spent(writer)
    sheet = _SHEET.first(facts.sheet)
    deal = queries.deal_in(writer.tournament, sheet.uid_of_deal) if sheet else None
    if sheet is None or deal is None or not writer.is_at(deal.sitting.table_id):
        raise CodedRefusal(Code.SHEET_UNKNOWN, refuse(Code.SHEET_UNKNOWN, "sheet"))
    sheet.deal = deal
    writer.require_right(deal)
    sides, heard = queries.sides_of(deal.sitting), queries.seats_heard(sheet)
    problems = _sheet_objections(made, writer, sheet, facts)
    problems += _seat_objections(writer, sheet, facts.seat, sides, heard)
    problems += _official_objections(writer, sheet, reason) if facts.seat == REFEREE else []
    problems += [problem for problem in (proof.problem, proof.follows) if problem]
    if problems:
        raise Refused(*problems)
    policy, confirmed = deal.event.confirmation, [*heard, facts.seat]
    still_awaited = queries.awaited(policy, sides, sheet.recorder, confirmed)
    by_two_records = deal.event.records == Event.Records.TWO and facts.seat != REFEREE
    waits = still_awaited or (by_two_records and two_records.agreed(deal) != sheet)
    result = None if waits else _post(made, sheet, facts.seat, reason, rules=writer.rules)
    confirmation = _CONFIRMATIONS.create(
        **columns(writer, sealed),
        sheet=sheet,
        seat=facts.seat,
        proof=proof.how,
        result=result.uid if result else "",
    )
    made.made(confirmation)
    made.moves_match(deal)
    made.concerns(confirmation=confirmation, sheet=sheet, deal=deal)
    return Confirmed(confirmation, result, still_awaited)


def _sheet_objections(
    made: Change, writer: Writer, sheet: Sheet, facts: ConfirmationFacts
) -> list[Problem]:
    problems = []
    if not writer.holds_table(made):
        problems.append(refuse(Code.LEASE_LOST))
    if sheet.deal.version != sheet.seen:
        problems.append(refuse(Reason.RESULT_CHANGED, "sheet", seen=sheet.seen))
    if sheet.digest != facts.sheet_digest:
        problems.append(refuse(Code.SHEET_DIFFERS, "sheet_digest"))
    # A sheet may have come in before such parts were refused.
    problems += _official_parts(sheet.deal, sheet.report, sheet.recorder)
    stored_problems = queries.problems_of(sheet)
    if writer.official is not None and writer.rules:
        stored_problems = [
            problem for problem in stored_problems if problem.code not in REFEREE_MAY_OVERLOOK
        ]
    elif sheet.sound and queries.newest_sound(sheet.deal) not in (None, sheet.pk):
        problems.append(refuse(Code.SHEET_REPLACED, "sheet"))
    elif seats := queries.objecting_seats(sheet, sheet.deal.event):
        problems.append(Problem(Code.OBJECTED, "sheet", seats=seats))
    if stored_problems:
        problems += [refuse(Code.SHEET_HAS_PROBLEMS, "sheet"), *stored_problems]
    return problems


def _official_objections(writer: Writer, sheet: Sheet, reason: str) -> list[Problem]:
    problems, deal = [], sheet.deal
    if not writer.rules and (deal.done or sheet.recorder != REFEREE):
        problems.append(refuse(Code.CONFIRMER_NOT_ALLOWED, "seat"))
    if needs_reason(deal) and not reason:
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    if not writer.chooses and is_unchanged(deal, sheet.report):
        problems.append(refuse(Reason.RESULT_UNCHANGED))
    return problems


def _seat_objections(
    writer: Writer, sheet: Sheet, seat: str, sides: Mapping[str, int], heard: Collection[str]
) -> list[Problem]:
    allowed: tuple[str, ...] = (REFEREE,)
    if writer.official is None:
        allowed = queries.confirmers(sheet.deal.event.confirmation, sides, sheet.recorder)
    if seat not in allowed:
        return [refuse(Code.CONFIRMER_NOT_ALLOWED, "seat")]
    if seat in heard:
        return [refuse(Code.ALREADY_CONFIRMED, "seat")]
    return []


def _still_awaited(sheet: Sheet, sides: Mapping[str, int]) -> tuple[str, ...]:
    heard = queries.seats_heard(sheet)
    return queries.awaited(sheet.deal.event.confirmation, sides, sheet.recorder, heard)


def _post(made: Change, sheet: Sheet, seat: str, reason: str, *, rules: bool = True) -> Result:
    """Make a sheet the result of its deal.

    A table that plays a deal whose result was taken back has no reason of its own to give: it is
    that for which the result was taken back.
    """
    deal, report = sheet.deal, sheet.report
    by_referee = queries.is_by_referee_alone(deal.event.confirmation, sheet.recorder, seat)
    label = (BY_REFEREE if rules else BY_SCORER) if by_referee else BY_TABLE
    is_held = queries.has_waiting_claim(deal)
    if is_held:
        states.end_open_claims(made, deal, ClaimState.CANCELLED, sheet.official, reason)
    if not reason and deal.version and not deal.done:
        reason = deal.results.get(version=deal.version).reason
    return ledger.post(
        made,
        deal,
        ledger.Report(_kind_of(report), report),
        seen=sheet.seen,
        origin=ledger.Origin(sheet.uid, label),
        reason=reason,
        releases=claims.HOLD if is_held else "",
    )


def _kind_of(report: Mapping[str, Any]) -> ResultKind:
    return Result.Kind.PLAYED if report.get("claim") is None else Result.Kind.CLAIMED
