"""Before the cards fall: who deals, at which level, and what is done until the first lead."""

from collections.abc import Iterator

from scoring.game import NO_CONTEXT, GameState
from scoring.problems import Values
from scoring.procedure import History, Procedure, Step
from scoring.seats import partner_of
from scoring.shengji.cards import KITTY_SIZES
from scoring.shengji.climb import advance, level_of
from scoring.shengji.codes import ProcedureCode
from scoring.shengji.report import read
from scoring.shengji.rules import LEVELS, RuleSet
from scoring.shengji.settle import reckon, settle


def procedure(rules: RuleSet, history: History) -> Procedure:
    """Return how a deal begins. Who deals first is whoever bids; later it follows (SJ-19, SJ-66).

    >>> procedure(RuleSet(), History()).steps[0].code.value
    'bid_for_deal'
    """
    dealer = _next_dealer(rules, history)
    first = not history.deals
    return Procedure(
        first_deal=first,
        leads=dealer,
        steps=tuple(_steps(dealer, rules, history)),
    )


def _steps(dealer: str | None, rules: RuleSet, history: History) -> Iterator[Step]:
    if not history.deals:
        values: Values = (("level", rules.start_level),)
        yield Step(ProcedureCode.BID_FOR_DEAL)
        yield Step(ProcedureCode.LEVEL_IS, values=values)
    elif dealer is not None:
        yield Step(ProcedureCode.DEALER_IS, dealer)
        level = _level(dealer, rules, history)
        if level is not None:
            yield Step(ProcedureCode.LEVEL_IS, dealer, values=(("level", level),))
    kitty = (("cards", KITTY_SIZES[rules.decks]),)
    yield Step(ProcedureCode.BID_TRUMP)
    yield Step(ProcedureCode.TAKES_KITTY, dealer, values=kitty)
    yield Step(ProcedureCode.BURIES_KITTY, dealer, values=kitty)
    yield Step(ProcedureCode.DEALER_LEADS, dealer)


def _next_dealer(rules: RuleSet, history: History) -> str | None:
    if history.leader is not None or not history.deals:
        return history.leader
    last = history.deals[-1]
    facts, problems = read(last.report, rules, NO_CONTEXT)
    return None if problems else last.now(reckon(facts, rules).next)


def _level(dealer: str, rules: RuleSet, history: History) -> str | None:
    """The level that the dealer's side has climbed to, where every deal before tells it."""
    state = GameState({side: LEVELS.index(rules.start_level) for side in ("0", "1")})
    for deal in history.deals:
        facts, problems = read(deal.report, rules, NO_CONTEXT)
        ends = {seat: deal.now(seat) for seat in ("N", "W", "S", "E")}
        if problems or None in ends.values():
            return None
        sides = {seat: _side(now) for seat, now in ends.items() if now is not None}
        state = advance(state, settle(facts, rules), rules, sides)
    return level_of(state.totals[_side(dealer)])


def _side(seat: str) -> str:
    return "0" if seat in ("N", partner_of("N")) else "1"
