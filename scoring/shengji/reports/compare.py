"""Two records of one deal: the facts on which they differ."""

from collections.abc import Iterator
from itertools import zip_longest

from scoring.game import NO_CONTEXT, Context
from scoring.record_comparison import Fact, RecordComparison, Statement, differing_plays
from scoring.seats import COMPASS
from scoring.shengji.cards import in_order
from scoring.shengji.codes import FactCode, Saying
from scoring.shengji.play.kitty import combination_name
from scoring.shengji.reports.facts import Facts, costs_of_sides
from scoring.shengji.reports.report import read_report
from scoring.shengji.rules import RuleSet, ThrowPenalty

_FIGURES = (
    (FactCode.ATTACKERS_POINTS, "attackers_points"),
    (FactCode.KITTY_POINTS, "kitty_points"),
)


def compare(
    first: object, second: object, rules: RuleSet, context: Context = NO_CONTEXT
) -> RecordComparison:
    """Return the differences of two reports; a missing fact contradicts nothing.

    >>> first, second = {"dealer": "N"}, {"dealer": "W"}
    >>> [fact.code.value for fact in compare(first, second, RuleSet()).facts]
    ['fact_dealer']
    """
    first_facts, _ = read_report(first, rules, context)
    second_facts, _ = read_report(second, rules, context)
    facts = tuple(fact for fact in _facts(first_facts, second_facts, rules) if fact.differs)
    if not first_facts.plays or not second_facts.plays:
        return RecordComparison(facts)
    plays = (
        [Statement((play.seat,), in_order(play.cards)) for play in record.plays]
        for record in (first_facts, second_facts)
    )
    return RecordComparison((*facts, *differing_plays(FactCode.PLAY, *plays)))


def _facts(facts: Facts, other: Facts, rules: RuleSet) -> Iterator[Fact]:
    yield from _beginning(facts, other)
    for code, name in _FIGURES:
        figures = getattr(facts, name), getattr(other, name)
        if None not in figures:
            first, second = (Statement(number=figure) for figure in figures)
            yield Fact(code, first, second)
    yield from _last_trick(facts, other)
    yield from _cards(FactCode.KITTY, facts.kitty, other.kitty)
    for seat in COMPASS:
        hands = (facts.hands.get(seat, ()), other.hands.get(seat, ()))
        yield from _cards(FactCode.HAND, *hands, seats=(seat,))
    yield from _bids(facts, other)
    yield from _throws(facts, other, rules)


def _beginning(facts: Facts, other: Facts) -> Iterator[Fact]:
    if facts.dealer and other.dealer:
        yield Fact(FactCode.DEALER, Statement((facts.dealer,)), Statement((other.dealer,)))
    if facts.level and other.level:
        yield Fact(FactCode.LEVEL, Statement(option=facts.level), Statement(option=other.level))
    if facts.has_trump and other.has_trump:
        yield Fact(FactCode.TRUMP, _trump(facts), _trump(other))


def _last_trick(facts: Facts, other: Facts) -> Iterator[Fact]:
    if facts.last_winner and other.last_winner:
        yield Fact(
            FactCode.LAST_WINNER, Statement((facts.last_winner,)), Statement((other.last_winner,))
        )
    named = facts.last_combination, other.last_combination
    if all(named):
        first, second = (Statement(option=combination_name(block)) for block in named if block)
        yield Fact(FactCode.LAST_COMBINATION, first, second)
    if facts.last_jack and other.last_jack:
        first, second = (
            Statement(option=jack.value) for jack in (facts.last_jack, other.last_jack)
        )
        yield Fact(FactCode.LAST_JACK, first, second)
    yield from _cards(FactCode.LAST_CARDS, facts.last_cards, other.last_cards)


def _trump(facts: Facts) -> Statement:
    return Statement(cards=(facts.trump,)) if facts.trump else Statement(code=Saying.NO_TRUMP)


def _bids(facts: Facts, other: Facts) -> Iterator[Fact]:
    if facts.bids and other.bids:
        for place, pair in enumerate(zip_longest(facts.bids, other.bids), start=1):
            first, second = (
                Statement((bid.seat,), bid.cards) if bid else Statement() for bid in pair
            )
            yield Fact(FactCode.BID, first, second, place=place)


def _throws(facts: Facts, other: Facts, rules: RuleSet) -> Iterator[Fact]:
    """Yield the differing costs of failed throws for each side; else differing throws.

    It does not matter in which form the costs were recorded.
    """
    if rules.throw_penalty is ThrowPenalty.NONE:
        first, second = (Statement(tuple(t.seat for t in f.failed_throws)) for f in (facts, other))
        yield Fact(FactCode.FAILED_THROW, first, second)
        return
    codes = (FactCode.THROW_POINTS_DEALERS, FactCode.THROW_POINTS_ATTACKERS)
    costs = zip(costs_of_sides(facts, rules), costs_of_sides(other, rules), strict=True)
    for code, (mine, theirs) in zip(codes, costs, strict=True):
        yield Fact(code, Statement(number=mine), Statement(number=theirs))


def _cards(
    code: FactCode, first: tuple[str, ...], second: tuple[str, ...], seats: tuple[str, ...] = ()
) -> Iterator[Fact]:
    if first and second:
        yield Fact(code, Statement(seats, in_order(first)), Statement(seats, in_order(second)))
