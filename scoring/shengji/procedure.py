"""The procedure before play: who deals, at which level, and the steps until the first lead."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.game import Context, GameState
from scoring.problems import Values
from scoring.procedure import NO_HISTORY, History, Procedure, Step
from scoring.seats import COMPASS, partner_of
from scoring.shengji.cards import KITTY_SIZES
from scoring.shengji.codes import ProcedureCode
from scoring.shengji.reports.report import read_report
from scoring.shengji.rules import LEVELS, DealScore, RuleSet
from scoring.shengji.settling.climb import advance, begin, level_of
from scoring.shengji.settling.head_start import WITHOUT_HEAD_START, add_levels
from scoring.shengji.settling.levels import level_of_board
from scoring.shengji.settling.settle import reckon_deal, settle


def procedure(rules: RuleSet, history: History = NO_HISTORY) -> Procedure:
    """Return how a deal begins.

    The bidder deals first; later dealers follow from the deals before (SJ-19, SJ-66).

    Over boards the board says both (SJ-90).

    >>> procedure(RuleSet()).steps[0].code.value
    'bid_for_deal'
    """
    on_deal = _on_deal(rules, history)
    dealer = on_deal[0] if len(on_deal) == 1 else None
    levels = _levels(on_deal, rules, history)
    level = _level(on_deal, levels)
    either = _either(levels) if not on_deal and level is None else ()
    return Procedure(
        first_deal=not (history.deals or rules.over_boards),
        leads=dealer,
        steps=(
            *_who_deals(on_deal, rules, history),
            *_head_start(either),
            *_steps(dealer, level, rules),
        ),
        facts={
            name: known
            for name, known in (("dealer", dealer), ("level", level))
            if known is not None
        },
        either=either,
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
    """Return the dealer, or two partners if the table chooses; nobody if unknown."""
    if history.leader is not None:
        return (history.leader,)
    if rules.over_boards or not history.deals:
        return ()
    last = history.deals[-1]
    facts, problems = read_report(last.report, rules, Context(schema=last.schema))
    seats = () if problems else tuple(map(last.seat_now, reckon_deal(facts, rules).on_deal))
    return tuple(seat for seat in seats if seat is not None)


def _levels(on_deal: tuple[str, ...], rules: RuleSet, history: History) -> Mapping[str, str] | None:
    """Return the level at which each seat would deal, if all earlier deals tell it."""
    if rules.over_boards:
        level = None if history.board is None else level_of_board(history.board)
        return None if level is None else dict.fromkeys(COMPASS, level)
    if history.deals and not on_deal:
        return None
    if not history.deals and history.added and history.engine in WITHOUT_HEAD_START:
        # It was played at a level that only its report tells.
        return None
    totals = _totals(rules, history)
    if totals is None:
        return None
    # Below 2 there is nothing to play: what a side lost there it still has to climb.
    return {seat: level_of(max(totals[_side(seat)], 0)) for seat in COMPASS}


def _totals(rules: RuleSet, history: History) -> Mapping[str, int] | None:
    """Return the totals of both sides, as far as the earlier deals tell them."""
    # Levels are climbed as played also where a deal counts something else (SJ-96).
    climbing = replace(rules, deal_score=DealScore.LEVELS)
    state = _added(begin(climbing, "01"), history, 0, climbing)
    for number, deal in enumerate(history.deals, start=1):
        facts, problems = read_report(deal.report, rules, Context(schema=deal.schema))
        ends = {seat: deal.seat_now(seat) for seat in COMPASS}
        if problems or None in ends.values():
            return None
        sides = {seat: _side(now) for seat, now in ends.items() if now is not None}
        state = advance(state, settle(facts, climbing), climbing, sides)
        state = _added(state, history, number, climbing)
    return state.totals


def _level(on_deal: tuple[str, ...], levels: Mapping[str, str] | None) -> str | None:
    """Return the level of the deal, None if it depends on who deals."""
    said = {levels[seat] for seat in on_deal or COMPASS} if levels else set()
    return said.pop() if len(said) == 1 else None


def _either(levels: Mapping[str, str] | None) -> tuple[Mapping[str, str], ...]:
    return tuple({"dealer": seat, "level": level} for seat, level in (levels or {}).items())


def _head_start(either: tuple[Mapping[str, str], ...]) -> Iterator[Step]:
    """Yield the level at which each side plays the first deal if it deals, the higher first."""
    if not either:
        return
    levels = {one["dealer"]: one["level"] for one in either}
    side, other = sorted(COMPASS[:2], key=lambda seat: -LEVELS.index(levels[seat]))
    values = (
        ("side", side),
        ("partner", partner_of(side)),
        ("level", levels[side]),
        ("other", levels[other]),
    )
    yield Step(ProcedureCode.LEVELS_ARE, values=values)


def _added(state: GameState, history: History, after: int, rules: RuleSet) -> GameState:
    """Return the state with the levels that rulings added after so many deals."""
    added: dict[str, int] = {}
    for addition in history.added:
        if addition.after == after:
            side = _side(addition.seat)
            added[side] = added.get(side, 0) + addition.amount
    return add_levels(state, added, rules, history.engine) if added else state


def _side(seat: str) -> str:
    return "0" if seat in ("N", partner_of("N")) else "1"
