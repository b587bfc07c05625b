"""The procedure before play: who shuffles, cuts, is dealt first and leads (GZ-100 to GZ-108).

Everything follows from the reports of the earlier deals of the game (局).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.game import Context
from scoring.gongzhu.codes import ProcedureCode
from scoring.gongzhu.deck import PIG, hand_size
from scoring.gongzhu.reports.report import ReadReport, read_all
from scoring.gongzhu.rules import FirstLead, NextLead, RuleSet, Shuffler
from scoring.procedure import NO_HISTORY, History, PastDeal, Procedure, Step, Window
from scoring.seats import next_to_play

FIRST_EXPOSURE_SECONDS: Final = 10
"""T9 L269: between the first card that each seat is dealt and the second."""
EXPOSURE_SECONDS: Final = 20
"""T9 L275: from the last card that is dealt."""


@dataclass(frozen=True, slots=True)
class _Lead:
    """The seat that leads, if known, the cards that it may lead, and the code of the wording."""

    step: Step
    cards: tuple[str, ...] = ()


def procedure(rules: RuleSet, history: History = NO_HISTORY) -> Procedure:
    """Return how a deal begins.

    >>> first = procedure(RuleSet())
    >>> first.shuffles, first.cuts, first.leads, first.lead_cards
    ('N', 'W', None, ('C2',))
    >>> after = procedure(RuleSet(), History((PastDeal({"won": {"S": ["SQ"]}}),)))
    >>> after.shuffles, after.cuts, after.leads
    ('S', 'E', 'S')
    """
    taker = _pig_taker(history.deals[-1], rules) if history.deals else None
    is_dealt = rules.first_lead is not FirstLead.BOARD and not history.from_board
    shuffles = _shuffles(rules, history, taker) if is_dealt else None
    cuts = next_to_play(shuffles, rules.seats) if shuffles else None
    lead = _lead(rules, history, taker)
    windows = tuple(_windows(rules))
    code = ProcedureCode.DEALT_FOR_BOARD if history.dealt_here else ProcedureCode.CARDS_FROM_BOARD
    from_board = (Step(code),)
    dealing = tuple(_dealing(shuffles, cuts)) if is_dealt else from_board
    return Procedure(
        first_deal=not history.deals,
        shuffles=shuffles,
        cuts=cuts,
        dealt_first=shuffles,
        leads=lead.step.seat,
        lead_cards=lead.cards,
        windows=windows,
        steps=(*dealing, *_checks(rules, windows, is_dealt=is_dealt), lead.step),
    )


def _shuffles(rules: RuleSet, history: History, taker: str | None) -> str | None:
    """Return who shuffles: north first, then 当猪者 under the rules, then the next player."""
    if history.deals and rules.shuffler is Shuffler.PIG_TAKER:
        return _passed_on(taker, history.redealt, rules)
    losers = [seat for seat in rules.seats if seat in (history.losers or ())]
    return _passed_on(losers[0] if losers else rules.seats[0], history.redealt, rules)


def _passed_on(seat: str | None, times: int, rules: RuleSet) -> str | None:
    """Return the shuffler of a void deal that is dealt again by the next player (GZ-108)."""
    for _time in range(times if seat else 0):
        seat = next_to_play(str(seat), rules.seats)
    return seat


def for_boards(rules: RuleSet) -> RuleSet:
    """Return the rules under which deals over boards begin as the board says (GZ-109).

    The holder of a card still leads with one deck; with two equal cards it would be the seat that
    was dealt the first, which a board does not tell.

    >>> for_boards(RuleSet(decks=2)).first_lead.value
    'board'
    """
    is_told = rules.first_lead.card and rules.decks == 1
    return replace(
        rules,
        game_end=None,
        first_exposure=False,
        first_lead=rules.first_lead if is_told else FirstLead.BOARD,
        next_lead=NextLead.FIRST_LEAD,
    )


def _pig_taker(deal: PastDeal, rules: RuleSet) -> str | None:
    """Return the seat that took the pig, or the first of two pigs, if the report tells."""
    sheet = _sheet(deal, rules)
    for trick in sheet.course.tricks:
        if any(PIG in play.cards for play in trick.plays):
            return deal.seat_now(trick.winner)
    takers = [seat for seat, cards in sheet.piles.items() for card in cards if card == PIG]
    if isinstance(deal.report, Mapping) and deal.report.get("first_pig") in takers:
        return deal.seat_now(str(deal.report["first_pig"]))
    is_known = len(takers) == rules.decks and len(set(takers)) == 1
    return deal.seat_now(takers[0]) if is_known else None


def _sheet(deal: PastDeal, rules: RuleSet) -> ReadReport:
    return read_all(deal.report, rules, Context(schema=deal.schema))[0]


def _lead(rules: RuleSet, history: History, taker: str | None) -> _Lead:
    if not history.deals or rules.next_lead is NextLead.FIRST_LEAD:
        return _first_lead(rules, history)
    if rules.next_lead is NextLead.PIG_TAKER:
        return _named(taker, ProcedureCode.PIG_TAKER_LEADS)
    return _named(_biggest_loser(rules, history, taker), ProcedureCode.BIGGEST_LOSER_LEADS)


def _named(seat: str | None, otherwise: ProcedureCode) -> _Lead:
    return _Lead(Step(ProcedureCode.LEADS, seat) if seat else Step(otherwise))


def _first_lead(rules: RuleSet, history: History) -> _Lead:
    card = rules.first_lead.card
    if card is None:
        code = ProcedureCode.BOARD_NAMES_LEADER
        is_free = rules.first_lead is FirstLead.FREE
        return _named(history.leader, ProcedureCode.TABLE_NAMES_LEADER if is_free else code)
    holders = [seat for seat in rules.seats if card in history.hands.get(seat, ())]
    seat = holders[0] if len(holders) == 1 else None
    if rules.first_lead is FirstLead.S7:
        code = ProcedureCode.LEADS if seat else ProcedureCode.HOLDER_LEADS
        return _Lead(Step(code, seat, () if seat else (card,)))
    unknown = ProcedureCode.HOLDER_LEADS_IT
    if rules.decks > 1:
        unknown = ProcedureCode.FIRST_HOLDER_LEADS_IT
    return _Lead(Step(ProcedureCode.LEADS_IT if seat else unknown, seat, (card,)), (card,))


def _biggest_loser(rules: RuleSet, history: History, taker: str | None) -> str | None:
    """Return the seat that lost most; of several the pig taker, else the first to play.

    The order of play starts from the last leader.
    """
    last = history.deals[-1]
    lost = [last.seat_now(seat) for seat, raw in last.raw.items() if raw == min(last.raw.values())]
    lowest = [seat for seat in rules.seats if seat in lost]
    if len(lost) > len(lowest):
        return None
    if len(lowest) < 2:
        return lowest[0] if lowest else None
    if taker in lowest:
        return taker
    leader = _last_leader(rules, history)
    if leader is None:
        return None
    start = rules.seats.index(leader)
    return next(seat for seat in rules.seats[start:] + rules.seats[:start] if seat in lowest)


def _last_leader(rules: RuleSet, history: History) -> str | None:
    """Return the leader of the last deal: from its plays, its report, or the procedure."""
    deal = history.deals[-1]
    sheet = _sheet(deal, rules)
    if sheet.plays:
        return deal.seat_now(sheet.plays[0].seat)
    leader = deal.report.get("leader") if isinstance(deal.report, Mapping) else None
    if leader in rules.seats:
        return deal.seat_now(str(leader))
    hands = {deal.seat_now(seat) or "": cards for seat, cards in sheet.hands.items()}
    before = replace(history, deals=history.deals[:-1], hands=hands)
    taker = _pig_taker(before.deals[-1], rules) if before.deals else None
    return _lead(rules, before, taker).step.seat


def _windows(rules: RuleSet) -> Iterator[Window]:
    if rules.exposure and rules.first_exposure:
        yield Window(ProcedureCode.FIRST_EXPOSURE_WINDOW, FIRST_EXPOSURE_SECONDS)
    if rules.exposure:
        yield Window(ProcedureCode.EXPOSURE_WINDOW, EXPOSURE_SECONDS)


def _dealing(shuffles: str | None, cuts: str | None) -> Iterator[Step]:
    if shuffles is None:
        yield Step(ProcedureCode.PIG_TAKER_SHUFFLES)
        yield Step(ProcedureCode.NEXT_PLAYER_CUTS)
        return
    yield Step(ProcedureCode.SHUFFLES, shuffles)
    yield Step(ProcedureCode.CUTS, cuts)
    yield Step(ProcedureCode.DEALT_FIRST, shuffles)


def _checks(rules: RuleSet, windows: tuple[Window, ...], *, is_dealt: bool) -> Iterator[Step]:
    """Yield the windows, and between them the count of the cards and its remedies.

    The cards of a board are the same at every table and are not dealt again.
    """
    seconds: dict[Any, tuple[tuple[str, int], ...]] = {
        window.code: (("seconds", window.seconds),) for window in windows
    }
    if ProcedureCode.FIRST_EXPOSURE_WINDOW in seconds:
        code = ProcedureCode.FIRST_EXPOSURE_WINDOW
        yield Step(code, values=seconds[code])
    yield Step(ProcedureCode.COUNT_CHECK, values=(("number", hand_size(rules)),))
    if is_dealt:
        yield Step(ProcedureCode.COUNT_MENDED_BY_DRAWING)
        yield Step(ProcedureCode.COUNT_MENDED_BY_DEALING_ANEW)
    else:
        yield Step(ProcedureCode.COUNT_MENDED_FROM_RECORD)
    if ProcedureCode.EXPOSURE_WINDOW in seconds:
        yield Step(ProcedureCode.EXPOSURE_WINDOW, values=seconds[ProcedureCode.EXPOSURE_WINDOW])
        yield Step(ProcedureCode.EXPOSURE_ANNOUNCED)
