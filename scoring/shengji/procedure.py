"""The procedure before play: who deals, at which level, and the steps until the first lead."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.game import NO_CONTEXT, GameState
from scoring.problems import Values
from scoring.procedure import NO_HISTORY, History, Procedure, Step
from scoring.seats import partner_of
from scoring.shengji.cards import KITTY_SIZES
from scoring.shengji.codes import ProcedureCode
from scoring.shengji.reports.report import read_report
from scoring.shengji.rules import LEVELS, DealScore, RuleSet
from scoring.shengji.settling.climb import advance, level_of
from scoring.shengji.settling.levels import level_of_board
from scoring.shengji.settling.settle import reckon_deal, settle


def procedure(rules: RuleSet, history: History = NO_HISTORY) -> Procedure:
    """Return how a deal begins. Who deals first is whoever bids; later it follows (SJ-19, SJ-66).

    Over boards the board says both (SJ-90).

    >>> procedure(RuleSet()).steps[0].code.value
    'bid_for_deal'
    """
    on_deal = _on_deal(rules, history)
    dealer = on_deal[0] if len(on_deal) == 1 else None
    level = _level(on_deal, rules, history)
    return Procedure(
        first_deal=not (history.deals or rules.over_boards),
        leads=dealer,
        steps=(*_who_deals(on_deal, rules, history), *_steps(dealer, level, rules)),
        facts={
            name: known
            for name, known in (("dealer", dealer), ("level", level))
            if known is not None
        },
    )


def _who_deals(on_deal: tuple[str, ...], rules: RuleSet, history: History) -> Iterator[Step]:
    if len(on_deal) == 1:
        yield Step(ProcedureCode.DEALER_IS, on_deal[0])
    elif on_deal:
        first, partner = on_deal
        yield Step(ProcedureCode.DEALER_IS_ONE_OF, first, values=(("said", partner),))
    elif rules.over_boards:
        yield Step(ProcedureCode.BOARD_NAMES_DEALER)
    elif not history.deals:
        yield Step(ProcedureCode.BID_FOR_DEAL)


def _steps(dealer: str | None, level: str | None, rules: RuleSet) -> Iterator[Step]:
    if level is not None:
        values: Values = (("level", level),)
        yield Step(ProcedureCode.LEVEL_IS, dealer, values=values)
    kitty = (("number", KITTY_SIZES[rules.decks]),)
    yield Step(ProcedureCode.BID_TRUMP)
    yield Step(ProcedureCode.TAKES_KITTY, dealer, values=kitty)
    yield Step(ProcedureCode.BURIES_KITTY, dealer, values=kitty)
    yield Step(ProcedureCode.DEALER_LEADS, dealer)


def _on_deal(rules: RuleSet, history: History) -> tuple[str, ...]:
    """Who deals; two partners where the table decides which of them; nobody where none is known."""
    if history.leader is not None:
        return (history.leader,)
    if rules.over_boards or not history.deals:
        return ()
    last = history.deals[-1]
    facts, problems = read_report(last.report, rules, NO_CONTEXT)
    seats = () if problems else tuple(map(last.seat_now, reckon_deal(facts, rules).on_deal))
    return tuple(seat for seat in seats if seat is not None)


def _level(on_deal: tuple[str, ...], rules: RuleSet, history: History) -> str | None:
    """The level that the dealer's side has climbed to, where every deal before tells it."""
    if rules.over_boards:
        return None if history.board is None else level_of_board(history.board)
    if not history.deals:
        # A side that was given levels before the first deal plays another one if it deals.
        return None if history.added else rules.start_level
    if not on_deal:
        return None
    # Levels are climbed as played also where a deal counts something else (SJ-96).
    climbing = replace(rules, deal_score=DealScore.LEVELS)
    state = GameState({side: LEVELS.index(rules.start_level) for side in ("0", "1")})
    for number, deal in enumerate(history.deals):
        state = _added(state, history, number)
        facts, problems = read_report(deal.report, rules, NO_CONTEXT)
        ends = {seat: deal.seat_now(seat) for seat in ("N", "W", "S", "E")}
        if problems or None in ends.values():
            return None
        sides = {seat: _side(now) for seat, now in ends.items() if now is not None}
        state = advance(state, settle(facts, climbing), climbing, sides)
    total = _added(state, history, len(history.deals)).totals[_side(on_deal[0])]
    # Below 2 there is nothing to play: what a side lost there it still has to climb.
    return level_of(max(total, 0))


def _added(state: GameState, history: History, after: int) -> GameState:
    """Return the state with the levels that rulings added after so many deals."""
    totals = dict(state.totals)
    for addition in history.added:
        if addition.after == after:
            totals[_side(addition.seat)] += addition.amount
    return replace(state, totals=totals)


def _side(seat: str) -> str:
    return "0" if seat in ("N", partner_of("N")) else "1"
