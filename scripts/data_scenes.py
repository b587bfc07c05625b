"""Scenes on the floor of a stored data folder: an evening of tablets, players and a referee.

See `scripts.data_folder`; scenes of other forms are in `scripts.data_forms`.
"""

from __future__ import annotations

import contextlib
import json
from typing import Any, Final

from clubs.credentials import official_pins, player_credentials
from referee.base.handed_in import Sealed, Writer
from referee.base.refusals import CodedRefusal
from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.claims import claims
from referee.leases import leases
from referee.models import (
    REFEREE,
    Call,
    CallReason,
    CallState,
    Claim,
    Decision,
    DeviceLease,
    Irregularity,
)
from referee.rulings import corrections, irregularity_rulings
from referee.rulings.irregularity_rulings import Ruling
from referee.sheets import desk_sheets, entry, irregularities, seat_answers, versions
from scripts.data_floor import (
    ARTICLE,
    CLASSIC,
    PIG_TO_NORTH,
    REASON,
    WEST_TAKES_ALL,
    Floor,
    deals_of,
    sealed_confirmation,
    sealed_report,
)
from tournaments import organise
from tournaments.models import Deal, Depth, Event, Person, Result, Round
from tournaments.organise import Seed

LATE: Final = {"seat": "W", "card": "DJ", "kind": "exposed", "late": True}
REST: Final = {"won": {who: pile for who, pile in PIG_TO_NORTH["won"].items() if who != "N"}}


def evening(floor: Floor) -> None:
    """An evening of nine whose second round is in play, with all actions of a table and a
    referee.
    """
    event = floor.event("记分席", CLASSIC, 4, round_minutes=60, rounds_planned=3)
    floor.enter(event, 9)
    first, second = event.entries.order_by("number")[:2]
    seeds = {first.uid: Seed("城南", 1), second.uid: Seed("城北", 2)}
    organise.seed_entries(event, floor.desk, seeds)
    organise.set_notice(event, floor.desk, "茶水在后排")
    round_ = floor.round(event)
    _clock(floor, round_)
    deals = deals_of(round_)
    first = floor.tablet(deals[0].sitting.table)
    _keep_result(floor, first, deals[0])
    _claim(floor, first, deals[1], deals[2])
    _expose_late(floor, first, deals[3])
    _take_over(floor, deals[4])
    _bring_to_the_desk(floor, deals[5])
    _leave_without_points(floor, deals[6])
    floor.play(deals)
    deals = deals_of(round_)
    organise.exchange_results(deals[6], deals[7], floor.desk, REASON)
    organise.close_round(round_, floor.desk)
    _begin_second_round(floor, event)


def _clock(floor: Floor, round_: Round) -> None:
    official = floor.referee
    organise.start_clock(round_, official, 60)
    organise.hold_clock(round_, official, seen=1)
    organise.resume_clock(round_, official, seen=2)
    organise.extend_clock(round_, official, 5, seen=3)
    organise.extend_clock(round_, official, 10, seen=4, table=1)


def _keep_result(floor: Floor, tablet: Writer, deal: Deal) -> None:
    """A result of the table; a repeated key with other content; a correction."""
    sheet = sealed_report(deal, PIG_TO_NORTH, key="test-sheet")
    entry.submit(writer=tablet, sealed=sheet)
    other = sealed_report(deal, WEST_TAKES_ALL, key="test-sheet")
    with contextlib.suppress(CodedRefusal):
        entry.submit(writer=tablet, sealed=other)
    with contextlib.suppress(CodedRefusal):
        entry.confirm(writer=tablet, sealed=sealed_confirmation(other))
    entry.confirm(writer=tablet, sealed=sealed_confirmation(sheet))
    corrected = sealed_report(deal, WEST_TAKES_ALL, REFEREE)
    entry.submit(writer=floor.official, sealed=corrected)
    floor.agree(corrected)


def _claim(floor: Floor, tablet: Writer, contested: Deal, accepted: Deal) -> None:
    """A claim that the referee decides, and one that the table accepts and a player contests."""
    claim = {"seat": "N", "after_trick": 9, "kind": "all", "accepted": [], "contested": True}
    entry.submit(writer=tablet, sealed=sealed_report(contested, {**REST, "claim": claim}))
    waiting = Claim.objects.select_related("deal__event__tournament", "sheet").get(deal=contested)
    claims.decide(waiting, floor.referee, {"N": ["SQ"]}, REASON, ARTICLE)
    whole = {**claim, "accepted": ["W", "S", "E"], "contested": False}
    sheet = sealed_report(accepted, {**REST, "claim": whole})
    row = entry.submit(writer=tablet, sealed=sheet)
    call = seat_answers.object_to(tablet, row, "W", "黑桃Q不在北家")
    states = (CallState.ON_THE_WAY, CallState.AT_THE_TABLE, CallState.DONE)
    for seen, state in enumerate(states, 1):
        calls.answer(call, floor.referee, state, seen=seen, note="已核对")
    floor.agree(sheet)


def _expose_late(floor: Floor, tablet: Writer, deal: Deal) -> None:
    """A late exposure: recorded, then penalised, then only a warning."""
    sheet = sealed_report(deal, {**PIG_TO_NORTH, "exposed": [LATE]})
    entry.submit(writer=tablet, sealed=sheet)
    entry.confirm(writer=tablet, sealed=sealed_confirmation(sheet))
    _rule(floor, deal, Ruling(Decision.NOTED, "看见了"))
    _rule(floor, deal, Ruling(Decision.PENALTY, REASON, ARTICLE, -20))
    _rule(floor, deal, Ruling(Decision.WARNED, REASON, ARTICLE))


def _rule(floor: Floor, deal: Deal, ruling: Ruling) -> None:
    for irregularity in irregularities.incidents_of_deal(deal):
        irregularity_rulings.rule(
            irregularity, floor.referee, ruling, seen=len(irregularity.rulings)
        )


def _take_over(floor: Floor, deal: Deal) -> None:
    """A tablet loses its table to the referee's PIN and sends its items; the referee chooses."""
    table = deal.sitting.table
    before = floor.opened(table).lease
    floor.secrets["pin"] = official_pins.set_own(floor.referee, floor.tournament.club)
    leases.note_refused_pin(table=table, device="test-stranger")
    opened = leases.take_over(
        table=table, device="test-second", official=floor.referee, seen=before.uid
    )
    leases.note_contact(opened.lease, 2)
    late, fresh = sealed_report(deal, PIG_TO_NORTH), sealed_report(deal, WEST_TAKES_ALL)
    entry.submit(writer=Writer.device(before), sealed=late)
    second = Writer.device(opened.lease)
    entry.submit(writer=second, sealed=fresh)
    entry.confirm(writer=second, sealed=sealed_confirmation(fresh))
    deal.refresh_from_db()
    chosen = next(version for version in versions.of_deal(deal) if version.facts == PIG_TO_NORTH)
    versions.choose(chosen, floor.referee, REASON, seen=deal.version, key="test-chosen")


def _bring_to_the_desk(floor: Floor, deal: Deal) -> None:
    """Unsent items of a tablet are read in at the desk."""
    sheet = sealed_report(deal, PIG_TO_NORTH)
    text = json.dumps(
        [_saved_item("sheets", sheet), _saved_item("confirmations", sealed_confirmation(sheet))]
    )
    desk_sheets.read_in(floor.tournament, floor.referee, desk_sheets.saved_items(text))
    floor.agree(sheet)


def _saved_item(kind: str, sealed: Sealed) -> dict[str, Any]:
    named = {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed}
    return {"kind": kind, "round": 1, "number": 2, **named}


def _leave_without_points(floor: Floor, deal: Deal) -> None:
    """A deal that is void, not played, played after all, and finally not played."""
    not_played, retracted = Result.Kind.NOT_PLAYED, Result.Kind.RETRACTED
    for kind in (Result.Kind.VOID, not_played, retracted, not_played):
        corrections.rule(deal, floor.referee, kind, REASON, seen=deal.version)
        deal.refresh_from_db()


def _begin_second_round(floor: Floor, event: Event) -> None:
    """The second round: a tablet holds its table; a sheet, calls and a claim are open."""
    entries = {entry.number: entry for entry in event.entries.all()}
    organise.stand_in(entries[3], floor.desk, "替补甲", 2, 2)
    organise.withdraw_entry(entries[9], floor.desk, excused=True, reason="家中有事")
    round_ = floor.round(event)
    deals = deals_of(round_)
    opened = floor.opened(deals[0].sitting.table, "-held")
    floor.secrets["lease"] = opened.token
    tablet = Writer.device(opened.lease)
    sheet = sealed_report(deals[0], PIG_TO_NORTH)
    entry.submit(writer=tablet, sealed=sheet)
    entry.confirm(writer=tablet, sealed=sealed_confirmation(sheet))
    entry.submit(writer=tablet, sealed=sealed_report(deals[1], WEST_TAKES_ALL))
    entry.submit(writer=tablet, sealed=sealed_report(deals[2], {"won": {"N": ["SQ", "SQ"]}}))
    other = floor.opened(deals[4].sitting.table).lease
    claim = {"seat": "N", "after_trick": 9, "kind": "all", "accepted": [], "contested": True}
    contested = sealed_report(deals[4], {**REST, "claim": claim})
    entry.submit(writer=Writer.device(other), sealed=contested)
    _call_referee(floor, other, deals[4])


def _call_referee(floor: Floor, lease: DeviceLease, deal: Deal) -> None:
    calls.call_referee(
        lease, "test-call-back", CallDetails(CallReason.QUESTION, "打错了", deal.uid)
    )
    calls.withdraw(lease, "test-call-back")
    calls.call_referee(lease, "test-call", CallDetails(CallReason.CLAIM, "有争议", deal.uid))
    open_call = Call.objects.select_related("table__tournament").get(key="test-call")
    calls.answer(open_call, floor.referee, CallState.DEFERRED, seen=1, note="打完这副")


def revoke(floor: Floor) -> None:
    """Trick by trick: a seat fails to follow suit, and is penalised."""
    event = floor.event("逐圈记录", CLASSIC, 2, depth=Depth.TRICKS, rounds_planned=1)
    floor.enter(event, 4)
    deals = deals_of(floor.round(event))
    floor.play(deals, _revoking_report())
    for deal in deals:
        _rule(floor, deal, Ruling(Decision.DISMISSED, REASON))
    recorded = Irregularity.objects.filter(deal=deals[0])
    if not recorded.filter(code="revoke").exists():
        raise RuntimeError("nobody revoked")
    _rule(floor, deals[0], Ruling(Decision.PENALTY, REASON, ARTICLE, -10))


def _revoking_report() -> dict[str, Any]:
    """Return a report in which north leads clubs and west, who has some, discards a spade and gains
    nothing.
    """
    suits = {"N": "C", "W": "S", "S": "D", "E": "H"}
    ranks = [*map(str, range(2, 11)), "J", "Q", "K", "A"]
    hands = {seat: [suit + rank for rank in ranks] for seat, suit in suits.items()}
    hands["W"][0], hands["N"][12] = "CA", "S2"
    cards = {**hands, "W": [*hands["W"][1:], "CA"], "N": [*hands["N"][:12], "S2"]}
    plays = [[seat, cards[seat][trick]] for trick in range(13) for seat in "NWSE"]
    return {"hands": hands, "plays": plays, "leader": "N", "first_deal": True}


def two_records(floor: Floor) -> None:
    """Two records and PINs: they agree in one deal, differ in another, and one lacks paper."""
    proof, two = Event.Proof.PIN, Event.Records.TWO
    event = floor.event("双记录", CLASSIC, 3, proof=proof, records=two, rounds_planned=1)
    floor.enter(event, 4)
    deals = deals_of(floor.round(event))
    pins_ = {
        person.uid: person for person in Person.objects.filter(entry_members__entry__event=event)
    }
    drawn = {
        credential.name: credential.pin
        for credential in player_credentials.SLIPS.draw(event, floor.desk, set(pins_))
    }
    tablet = floor.tablet(deals[0].sitting.table)
    papers = (PIG_TO_NORTH, WEST_TAKES_ALL, None)
    for deal, paper in zip(deals, papers, strict=True):
        sheet = sealed_report(deal, PIG_TO_NORTH)
        entry.submit(writer=tablet, sealed=sheet)
        west = deal.sitting.seats.select_related("person").get(label="W").person
        entry.confirm(writer=tablet, sealed=sealed_confirmation(sheet), pin=drawn[west.name])
        if paper is not None:
            entry.submit(writer=floor.official, sealed=sealed_report(deal, paper), paper=True)
    floor.secrets["player"], floor.secrets["player_pin"] = west.uid, drawn[west.name]


def own_phone(floor: Floor) -> None:
    """Players confirm on their own phones."""
    event = floor.event("手机确认", CLASSIC, 2, proof=Event.Proof.PHONE, rounds_planned=1)
    floor.enter(event, 4)
    deals = deals_of(floor.round(event))
    seats = deals[0].sitting.seats.select_related("person")
    persons = {seat.person.uid for seat in seats}
    links = {
        credential.name: credential.link
        for credential in player_credentials.SLIPS.draw(event, floor.desk, persons)
    }
    west = seats.get(label="W").person
    sheet = sealed_report(deals[0], PIG_TO_NORTH)
    entry.submit(writer=floor.tablet(deals[0].sitting.table), sealed=sheet)
    entry.confirm(writer=Writer.phone(floor.tournament, west), sealed=sealed_confirmation(sheet))
    floor.secrets["phone"] = links[west.name]
