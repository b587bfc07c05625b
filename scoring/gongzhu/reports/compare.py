"""Compares two records of one deal: piles, exposures, hands, plays, claims.

A record of captures and one of tricks agree if the plays bring every scoring card to the recorded
seat. Hands, plays and leaders are compared only if both records have them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from scoring.game import NO_CONTEXT, Context
from scoring.gongzhu.codes import ComparedFact, Saying
from scoring.gongzhu.deck import EXPOSABLE, SCORING, deck_of
from scoring.gongzhu.facts import ClaimKind, Piles
from scoring.gongzhu.reports.report import ReadReport, read_all
from scoring.gongzhu.reports.written import are_whole
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.stakes import Exposure, ExposureKind
from scoring.reading import as_number
from scoring.record_comparison import Fact, RecordComparison, Statement, differing_plays

NOTHING = Statement()
EXPOSED = {ExposureKind.EXPOSED: Saying.EXPOSED, ExposureKind.FIRST: Saying.FIRST_EXPOSED}
CLAIMED = {
    ClaimKind.ALL: Saying.CLAIMS_ALL,
    ClaimKind.NONE: Saying.CLAIMS_NONE,
    ClaimKind.ALLOCATION: Saying.CLAIMS_ALLOCATION,
    ClaimKind.NOTHING_LEFT: Saying.CLAIMS_NOTHING_LEFT,
    ClaimKind.CONCEDE: Saying.CLAIMS_CONCEDE,
}
NAMED = {
    "leader": ComparedFact.LEADER,
    "first_pig": ComparedFact.FIRST_PIG,
    "first_C2": ComparedFact.FIRST_C2,
}
"""The fields of a report that name a seat."""

Sheets = tuple[ReadReport, ReadReport]


@dataclass(frozen=True, slots=True)
class _Record:
    """A report and everything that could be read of it."""

    sheet: ReadReport
    fields: Mapping[str, Any] = field(default_factory=dict)


def compare(
    first: object, second: object, rules: RuleSet, context: Context = NO_CONTEXT
) -> RecordComparison:
    """Return the differences of two reports. Accepts any JSON values and never raises.

    >>> won = {"won": {"N": ["SQ"]}}
    >>> [fact.first.seats for fact in compare(won, {"won": {}}, RuleSet()).facts]
    [('N',)]
    """
    record, other = (
        _Record(read_all(report, rules, context)[0], report if isinstance(report, Mapping) else {})
        for report in (first, second)
    )
    sheets = record.sheet, other.sheet
    return RecordComparison(
        (
            *_won(sheets, rules),
            *_exposed(sheets, rules),
            *_dealt(sheets, rules),
            *_claimed(record, other),
            *_named(record, other, rules),
            *_played(sheets),
        )
    )


def _won(sheets: Sheets, rules: RuleSet) -> Iterator[Fact]:
    """Yield cards won by different seats; plain cards only where both records place them."""
    both_played = None not in (sheets[0].plays, sheets[1].plays)
    for card in dict.fromkeys(SCORING if both_played else deck_of(rules)):
        first, second = (Statement(_holders(sheet.piles, card, rules)) for sheet in sheets)
        if first != second and (card in SCORING or (first and second)):
            yield Fact(ComparedFact.WON_BY, first, second, (card,))


def _holders(piles: Piles, card: str, rules: RuleSet) -> tuple[str, ...]:
    """Return the seats that have a card, a seat with two copies twice."""
    return tuple(
        seat for seat in rules.seats for pile_card in piles.get(seat, ()) if pile_card == card
    )


def _exposed(sheets: Sheets, rules: RuleSet) -> Iterator[Fact]:
    places = {seat: place for place, seat in enumerate(rules.seats)}
    # In an order that does not depend on how they were written.
    ours, theirs = (
        sorted(sheet.exposures, key=lambda shown: (shown.kind, places.get(shown.seat or "", -1)))
        for sheet in sheets
    )
    for card in EXPOSABLE:
        own = [exposure for exposure in ours if exposure.card == card]
        other = [exposure for exposure in theirs if exposure.card == card]
        left, right = map(_exposure, _without(own, other)), map(_exposure, _without(other, own))
        for first, second in zip_longest(left, right, fillvalue=NOTHING):
            # In the short form a record says no seat.
            is_silent_of_seat = first.code == second.code and not (first.seats and second.seats)
            if not is_silent_of_seat:
                yield Fact(ComparedFact.EXPOSED_BY, first, second, (card,))


def _without(exposures: list[Exposure], others: list[Exposure]) -> list[Exposure]:
    left = list(others)
    remaining = []
    for exposure in exposures:
        if exposure in left:
            left.remove(exposure)
        else:
            remaining.append(exposure)
    return remaining


def _exposure(exposure: Exposure) -> Statement:
    return Statement(() if exposure.seat is None else (exposure.seat,), code=EXPOSED[exposure.kind])


def _dealt(sheets: Sheets, rules: RuleSet) -> Iterator[Fact]:
    """Yield differing owners; a missing owner differs if the rules ask for owners.

    The seat that exposed a card is its owner: if that is missing, the exposure differs.
    """
    first, second = sheets
    if are_whole(first.hands, rules) and are_whole(second.hands, rules):
        dealt = [
            {card: _holders(sheet.hands, card, rules) for card in deck_of(rules)}
            for sheet in sheets
        ]
    else:
        dealt = [{card: (seat,) for card, seat in sheet.owners.items()} for sheet in sheets]
    shown = {
        exposure.card
        for sheet in sheets
        for exposure in sheet.exposures
        if exposure.seat is not None
    }
    for card in dict.fromkeys((*dealt[0], *dealt[1])):
        holders = (Statement(seats_by_card.get(card, ())) for seats_by_card in dealt)
        both = not rules.self_won or card in shown
        yield from _differing(ComparedFact.DEALT_TO, *holders, both=both, cards=(card,))


def _claimed(first: _Record, second: _Record) -> Iterator[Fact]:
    claims = first.sheet.claim, second.sheet.claim
    claimed = (Statement((c.seat,), code=CLAIMED[c.kind]) if c else NOTHING for c in claims)
    yield from _differing(ComparedFact.CLAIM, *claimed)
    if None in claims:
        return
    tricks = (
        # A claim that could be read is an object.
        Statement(number=as_number(record.fields["claim"].get("after_trick"), 0, 2**31, "", []))
        for record in (first, second)
    )
    yield from _differing(ComparedFact.CLAIM_AFTER_TRICK, *tricks, both=True)
    contested = (Statement(code=_truth(claim.contested)) for claim in claims if claim)
    yield from _differing(ComparedFact.CLAIM_CONTESTED, *contested)


def _named(first: _Record, second: _Record, rules: RuleSet) -> Iterator[Fact]:
    for name, question in NAMED.items():
        seats = [record.fields.get(name) for record in (first, second)]
        named = (Statement(tuple(label for label in rules.seats if label == s)) for s in seats)
        yield from _differing(question, *named, both=True)
    firsts = [record.fields.get("first_deal") for record in (first, second)]
    deals = (Statement(code=_truth(f)) if isinstance(f, bool) else NOTHING for f in firsts)
    yield from _differing(ComparedFact.FIRST_DEAL, *deals, both=True)


def _differing(
    question: ComparedFact,
    first: Statement,
    second: Statement,
    *,
    both: bool = False,
    cards: tuple[str, ...] = (),
) -> Iterator[Fact]:
    if first != second and (not both or (first and second)):
        yield Fact(question, first, second, cards)


def _truth(value: bool) -> Saying:
    return Saying.YES if value else Saying.NO


def _played(sheets: Sheets) -> Iterator[Fact]:
    first, second = (
        None
        if sheet.plays is None
        else [Statement((p.seat,), tuple(sorted(p.cards))) for p in sheet.plays]
        for sheet in sheets
    )
    if first is not None and second is not None:
        yield from differing_plays(ComparedFact.PLAY, first, second)
