"""Entry and confirmation of sheets: `submit` and `confirm`, for tablets, phones and the desk.

Both can be sent any number of times. A key with the same content is answered from what is stored;
a key with other content is refused. An item that could be read and is refused is kept, with every
reason, for the referee to see. Everything is decided inside the audited change, when no other
change of the tournament can come between; only a player's PIN is compared before it opens, and
stored nowhere. A tap on the table's tablet proves only that somebody tapped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.base.refusals import Code, CodedRefusal, problem
from referee.base.sealed import (
    ConfirmationFacts,
    Sealed,
    SheetFacts,
    Writer,
    check_not_spent,
    columns,
    confirmation_facts,
    keep_refused,
    sheet_facts,
)
from referee.base.verbs import BY_REFEREE, BY_TABLE, Verb
from referee.claims import claims
from referee.models import REFEREE, Confirmation, KeptWrite, Sheet
from referee.sheets import irregularities, queries, records, who_confirmed
from scoring.problems import Problem
from tournaments.credentials import player_credentials
from tournaments.models import Deal, Event, OddField, Person, Result, Round, Seat, Table, Tournament
from tournaments.record import ledger
from tournaments.record.audit import Change, Repeated, change
from tournaments.refusals import Reason, Refused, refuse
from tournaments.system.attempts import AttemptLimit
from tournaments.system.compiled_queries import Query

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

MOST_WRONG: Final = 5
SHUT_SECONDS: Final = 300
"""After this many wrong PINs of a player within this time, further ones are refused."""

_SHEET: Final = Query(lambda key: Sheet.objects.filter(key=key).select_related("deal"), str)
_SHEET_KEY: Final = Query(lambda key: Sheet.objects.filter(key=key).values_list("pk"), str)
_CONFIRMATION_KEY: Final = Query(
    lambda key: Confirmation.objects.filter(key=key).values_list("pk"), str
)
_PROOF: Final = Query(
    lambda key, tournament: Sheet.objects.filter(
        key=key, deal__event__tournament=tournament
    ).values_list("deal__event__proof", "deal__sitting"),
    str,
    int,
)
"""How the event of a sheet asks players to prove who they are, and the sitting of its deal."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A confirmation, and the result posted with it or the seats that still have to confirm."""

    confirmation: Confirmation
    result: Result | None
    awaited: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Proof:
    """How a player proved who it is, or what was wrong with the proof."""

    how: str = Event.Proof.TAP
    problem: Problem | None = None


def submit(*, writer: Writer, sealed: Sealed, paper: bool = False) -> Sheet:
    """Store a sheet with everything that is wrong with it, and return it.

    No result comes of it, unless it is the second of two records and agrees with the first one; of
    what was read in, not even then. `paper` says that an official keyed it in from the paper
    record.
    Raises CodedRefusal where it cannot be read, where its deal is unknown, and where its key was
    used for other content.
    """
    facts = sheet_facts(sealed)
    try:
        with change(writer.tournament, writer.actor, Verb.SUBMIT_SHEET) as made:
            return _take_in(made, writer, sealed, facts, paper)
    except Repeated:
        return Sheet.objects.get(key=sealed.key)
    except CodedRefusal as refused:
        raise keep_refused(KeptWrite.Kind.SHEET, writer, sealed, refused) from refused


def confirm(*, writer: Writer, sealed: Sealed, reason: str = "", pin: str = "") -> Confirmed:
    """Confirm a sheet; the last confirmation that it needs makes it the result of its deal.

    `reason` is required where a result exists, which only an official may replace; `pin` is the
    player's own where the event asks for it. Raises CodedRefusal with everything that speaks
    against it.
    """
    facts = confirmation_facts(sealed)
    proof = _check_proof(writer, facts, pin)
    try:
        with change(writer.tournament, writer.actor, Verb.CONFIRM_SHEET) as made:
            return _add_confirmation(made, writer, sealed, facts, proof, reason)
    except Repeated:
        stored = Confirmation.objects.get(key=sealed.key)
        result = Result.objects.select_related("deal__event").filter(uid=stored.result).first()
        sides = queries.sides_of(stored.sheet.deal.sitting)
        return Confirmed(stored, result, () if result else _still_awaited(stored.sheet, sides))
    except Refused as refused:
        if writer.player is not None:
            raise
        raise keep_refused(KeptWrite.Kind.CONFIRMATION, writer, sealed, refused) from refused


def needs_reason(deal: Deal) -> bool:
    """Whether an official who makes a sheet the result of a deal has to say why.

    That is so where a result exists, where the table was to confirm by itself, and where two
    records were to agree.
    """
    by_table = deal.event.confirmation != Event.Confirmation.REFEREE
    return deal.done or by_table or deal.event.records == Event.Records.TWO


def _take_in(made: Change, writer: Writer, sealed: Sealed, facts: SheetFacts, paper: bool) -> Sheet:
    if _SHEET_KEY.any(sealed.key):
        _check_same(Sheet.objects.get(key=sealed.key), writer, sealed)
    check_not_spent(writer)
    deal = queries.deal_in(writer.tournament, facts.deal)
    if deal is None:
        raise CodedRefusal(Code.DEAL_UNKNOWN, problem(Code.DEAL_UNKNOWN, "deal"))
    sides = queries.sides_of(deal.sitting)
    is_known = facts.recorder in sides
    is_known |= facts.recorder == REFEREE and writer.official is not None
    recorder = facts.recorder if is_known else ""
    problems = _sheet_problems(writer, deal, facts, recorder, sides)
    codes = [problem.code for problem in problems]
    sheet = Sheet.objects.create(
        **columns(writer, sealed),
        deal=deal,
        seen=facts.seen,
        recorder=recorder,
        problems=[problem.as_json() for problem in problems],
        sound=not problems,
        paper=paper,
    )
    made.made(sheet)
    _limit_reach(made, deal)
    if facts.report.get("claim") is not None:
        claims.store_claim(made, sheet, sides, holds=not OUT_OF_PLACE.intersection(codes))
    if reported := queries.irregularities_in(deal, facts.report):
        irregularities.store(made, sheet, reported)
    made.concerns(sheet=sheet, deal=deal)
    made.note(problems=[code.value for code in codes])
    is_record = records.is_record(sheet) and not sheet.is_read_in
    if sheet.sound and deal.event.records == Event.Records.TWO and is_record:
        _post_agreed_record(made, deal)
    return sheet


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
    problems += queries.problems_in(deal, facts.report)
    if facts.report.get("claim") is not None:
        codes = {problem.code.value for problem in problems}
        claimed = claims.problems(facts.report, sides)
        problems += [problem for problem in claimed if problem.code.value not in codes]
    return problems


def _post_agreed_record(made: Change, deal: Deal) -> None:
    """Post the table's record where the paper record agrees and the table has confirmed.

    Where the referee confirms, keying in the paper record counts as the confirmation.
    """
    sheet = records.agreed(deal)
    if sheet is None or who_confirmed.objecting_seats([sheet], deal.event):
        return
    sheet.deal = deal
    if not _still_awaited(sheet, queries.sides_of(deal.sitting)):
        _post(made, sheet, "", "")


def _add_confirmation(
    made: Change,
    writer: Writer,
    sealed: Sealed,
    facts: ConfirmationFacts,
    proof: _Proof,
    reason: str,
) -> Confirmed:
    if _CONFIRMATION_KEY.any(sealed.key):
        _check_same(Confirmation.objects.get(key=sealed.key), writer, sealed)
    check_not_spent(writer)
    sheet = _SHEET.first(facts.sheet)
    deal = queries.deal_in(writer.tournament, sheet.deal.uid) if sheet else None
    if sheet is None or deal is None or not writer.is_at(deal.sitting.table_id):
        raise CodedRefusal(Code.SHEET_UNKNOWN, problem(Code.SHEET_UNKNOWN, "sheet"))
    sheet.deal = deal
    sides = queries.sides_of(deal.sitting)
    problems = _sheet_objections(writer, sheet, facts)
    problems += _seat_objections(writer, sheet, facts, sides)
    if facts.seat == REFEREE and needs_reason(deal) and not reason:
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    problems += [proof.problem] if proof.problem else []
    if problems:
        raise Refused(*problems)
    still_awaited = _still_awaited(sheet, sides, facts.seat)
    by_two_records = deal.event.records == Event.Records.TWO and facts.seat != REFEREE
    waits = still_awaited or (by_two_records and records.agreed(deal) != sheet)
    result = None if waits else _post(made, sheet, facts.seat, reason)
    confirmation = Confirmation.objects.create(
        **columns(writer, sealed),
        sheet=sheet,
        seat=facts.seat,
        proof=proof.how,
        result=result.uid if result else "",
    )
    made.made(confirmation)
    _limit_reach(made, deal)
    made.concerns(confirmation=confirmation, sheet=sheet, deal=deal)
    return Confirmed(confirmation, result, still_awaited)


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
    elif seats := who_confirmed.objecting_seats([sheet], sheet.deal.event).get(sheet.pk):
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
        allowed = queries.confirmers(sheet.deal.event.confirmation, sides, sheet.recorder)
    if facts.seat not in allowed:
        return [problem(Code.CONFIRMER_NOT_ALLOWED, "seat")]
    if facts.seat in queries.seats_heard(sheet):
        return [problem(Code.ALREADY_CONFIRMED, "seat")]
    return []


def _still_awaited(sheet: Sheet, sides: Mapping[str, int], *seats: str) -> tuple[str, ...]:
    confirmed = [*queries.seats_heard(sheet), *seats]
    return queries.awaited(sheet.deal.event.confirmation, sides, sheet.recorder, confirmed)


def _check_proof(writer: Writer, facts: ConfirmationFacts, pin: str) -> _Proof:
    """Check the proof that the event asks for; an official needs none.

    Where the sheet has not arrived, nobody can say what proof is asked for. It may arrive before
    the change opens: what was not checked here is refused there, and succeeds when sent again.
    """
    if writer.official is not None:
        return _Proof()
    row = _PROOF.first(facts.sheet, writer.tournament.pk)
    if row is None:
        return _Proof(problem=problem(Code.SHEET_UNKNOWN, "sheet"))
    return _check_proof_of_seat(writer, facts.seat, pin, *row)


def _check_proof_of_seat(writer: Writer, seat: str, pin: str, policy: str, sitting: int) -> _Proof:
    if writer.player is None and policy == Event.Proof.TAP:
        return _Proof()
    seats = Seat.objects.select_related("person").filter(sitting=sitting, label=seat)
    person = next((row.person for row in seats), None)
    if writer.player is not None:
        is_own = person is not None and person.pk == writer.player.pk
        if is_own and policy == Event.Proof.PHONE:
            return _Proof(Event.Proof.PHONE)
        return _Proof(problem=problem(Code.CONFIRMER_NOT_ALLOWED, "seat"))
    if policy == Event.Proof.PHONE:
        return _Proof(problem=problem(Code.PHONE_WANTED))
    return _Proof() if person is None else _check_pin(writer.tournament, person, pin)


def _check_pin(tournament: Tournament, person: Person, pin: str) -> _Proof:
    if not pin:
        return _Proof(problem=problem(Code.PIN_WANTED))
    if not player_credentials.has_pin(tournament, person):
        return _Proof(problem=problem(Code.PIN_NOT_DRAWN))
    # A person belongs to a club: his PIN of another tournament is counted apart.
    limit = AttemptLimit("pin_player", MOST_WRONG, SHUT_SECONDS, person.uid, tournament.uid)
    if not limit.begin():
        return _Proof(problem=problem(Code.PIN_SHUT, minutes=SHUT_SECONDS // 60))
    if not player_credentials.is_pin(tournament, person, pin):
        return _Proof(problem=problem(Code.PIN_NOT_OF_PLAYER))
    limit.take_back()
    return _Proof(Event.Proof.PIN)


def _post(made: Change, sheet: Sheet, seat: str, reason: str) -> Result:
    """Make a sheet the result of its deal.

    A table that plays a deal whose result was taken back has no reason of its own to give: it is
    that for which the result was taken back.
    """
    deal, report = sheet.deal, sheet.report
    by_referee = queries.is_by_referee_alone(deal.event.confirmation, sheet.recorder, seat)
    kind = Result.Kind.PLAYED if report.get("claim") is None else Result.Kind.CLAIMED
    if not reason and deal.version and not deal.done:
        reason = deal.results.get(version=deal.version).reason
    return ledger.post(
        made,
        deal,
        ledger.Report(kind, report),
        seen=sheet.seen,
        origin=ledger.Origin(sheet.uid, BY_REFEREE if by_referee else BY_TABLE),
        reason=reason,
        releases=claims.HOLD,
    )


def _limit_reach(made: Change, deal: Deal) -> None:
    """Record which tables a change of a deal concerns, so that only these fetch anew: its match's.

    Other tables see neither sheets nor results; a board that a result opens is recorded by the
    ledger. For three-way matches nothing is recorded, because their deals lie in several matches.
    """
    event, sitting = deal.event, deal.sitting
    if event.odd_field == OddField.THREE_WAY:
        return
    if event.rooms == event.segments == 1:
        made.moves_only(sitting.table)
    else:
        of_match = {"sittings__segment__match": sitting.segment.match_id}
        made.moves_only(*Table.objects.filter(**of_match).distinct())


def _check_same(stored: Sheet | Confirmation, writer: Writer, sealed: Sealed) -> None:
    """Raise what a key deserves that came before: the same again is no refusal."""
    deal = stored.deal if isinstance(stored, Sheet) else stored.sheet.deal
    same_place = deal.event.tournament_id == writer.tournament.pk
    if stored.digest != sealed.digest or not same_place:
        raise CodedRefusal(Code.KEY_REUSED, problem(Code.KEY_REUSED, "key"))
    raise Repeated
