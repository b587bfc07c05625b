"""Read an ending and the claim made in it, and note every problem of either.

    {"hands": {"N": ["SA", …], …}, "won": {"N": […], …}, "exposed": […], "dealt": {"SQ": "W"},
     "led": ["S", "H"], "trick": [["N", "SA"], …], "turn": "W",
     "claim": {"by": "N", "kind": "allocation", "cards": {"N": ["SQ"], …}}, "states": 1000000}

`hands` are the cards still held. `won` has all cards of the earlier tricks, or only the scoring
cards if no others were recorded. `led` are the suits led to complete tricks. `exposed` and `dealt`
are those of a report (`reports.report`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.cards import SUITS
from scoring.gongzhu.bits import BIT, SUIT_MASKS, as_bits
from scoring.gongzhu.claim_search.checks import EndingPosition, count_tricks, position_problems
from scoring.gongzhu.claim_search.ending import STATES, Claimed, Ending
from scoring.gongzhu.codes import EndingProblem
from scoring.gongzhu.deck import EXPOSABLE
from scoring.gongzhu.facts import ClaimKind, Piles
from scoring.gongzhu.play.tricks import guard_of, shown_by_seat
from scoring.gongzhu.reports.claims import Claim, after_claim
from scoring.gongzhu.reports.exposures import read_exposures, read_owners
from scoring.gongzhu.reports.written import read_cards_by_seat, read_plays
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.stakes import Exposure, stakes_of
from scoring.problems import Problem, ProblemCode, Unsettled
from scoring.reading import (
    as_choice,
    as_list,
    as_number,
    as_object,
    as_seat,
    at,
    required,
    unknown_fields,
)

FIELDS: Final = (
    "hands",
    "won",
    "exposed",
    "dealt",
    "led",
    "trick",
    "turn",
    "claim",
    "states",
)
"""The fields of a line beside id, game and rules; hands, turn and claim have to be there."""

CLAIM_FIELDS: Final = ("by", "kind", "cards")

KINDS: Final = (ClaimKind.ALL, ClaimKind.NONE, ClaimKind.ALLOCATION)
"""What can be claimed while cards are out."""

MOST_STATES: Final = 10_000_000
"""No limit is higher: more states than this do not fit into the memory of every machine."""

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """An ending, the claim made in it, and the number of states that may be visited."""

    ending: Ending
    claimed: Claimed
    limit: int = STATES


def read_question(fields: Fields, rules: RuleSet) -> Question:
    """Return the question on a line. Raises Unsettled with every problem.

    >>> hands = {"N": ["SA"], "W": ["SK"], "S": ["SQ"], "E": ["SJ"]}
    >>> try:
    ...     read_question({"hands": hands, "turn": "E", "claim": {"by": "N"}}, RuleSet())
    ... except Unsettled as refused:
    ...     print(refused)
    cards_nowhere at won, missing_field at claim.kind
    """
    if rules.decks > 1:
        values = (("name", "decks"), ("value", rules.decks))
        raise Unsettled([Problem(ProblemCode.NOT_SUPPORTED, "rules.decks", values=values)])
    problems: list[Problem] = []
    unknown_fields(fields, FIELDS, "", problems)
    position = _read_position(fields, rules, problems)
    exposures = read_exposures(fields.get("exposed"), rules, problems)
    owners = _read_owners(fields.get("dealt"), exposures, position, rules, problems)
    guarded = _read_guarded(fields.get("led"), exposures, position, rules, problems)
    claim = _read_claim(fields, position.won, rules, problems)
    states = fields.get("states")
    limit = as_number(STATES if states is None else states, 1, MOST_STATES, "states", problems)
    if problems or claim is None or position.turn is None or limit is None:
        raise Unsettled(problems)
    ending = _ending(position, exposures, owners, guarded, rules)
    return Question(ending, _claimed(claim, rules), limit)


def _read_position(fields: Fields, rules: RuleSet, problems: list[Problem]) -> EndingPosition:
    """Read the place of every card and the turn; check the position if all could be read."""
    before = len(problems)
    value = required(fields, "hands", "", problems)
    by_seat = as_object(value, "hands", problems) if "hands" in fields else {}
    hands = read_cards_by_seat(by_seat, "hands", rules, problems)
    value = fields.get("won")
    by_seat = {} if value is None else as_object(value, "won", problems)
    won = read_cards_by_seat(by_seat, "won", rules, problems)
    trick = read_plays(fields.get("trick"), rules, problems, "trick") or ()
    value = required(fields, "turn", "", problems)
    turn = as_seat(value, rules.seats, "turn", problems) if "turn" in fields else None
    position = EndingPosition(
        hands={seat: hands.get(seat, ()) for seat in rules.seats},
        won={seat: won.get(seat, ()) for seat in rules.seats},
        trick=trick,
        turn=turn,
    )
    if len(problems) == before:
        problems.extend(position_problems(position, rules))
    return position


def _read_owners(
    dealt: object,
    exposures: tuple[Exposure, ...],
    position: EndingPosition,
    rules: RuleSet,
    problems: list[Problem],
) -> Mapping[str, str]:
    """Return the seats that were dealt the exposable cards, as far as anything tells."""
    held = dict(position.hands)
    for play in position.trick:
        held[play.seat] = (*held[play.seat], *play.cards)
    # An owner that nobody knows may be any seat, and is no problem here.
    unasked = replace(rules, self_won=False)
    return read_owners(dealt, exposures, {"hands": held}, (), unasked, problems)


def _read_guarded(
    value: object,
    exposures: tuple[Exposure, ...],
    position: EndingPosition,
    rules: RuleSet,
    problems: list[Problem],
) -> int:
    """Return the exposed cards in hands whose suits no complete trick has opened."""
    items = [] if value is None else as_list(value, "led", problems)
    read = [as_choice(item, SUITS, at("led", place), problems) for place, item in enumerate(items)]
    led = tuple(dict.fromkeys(suit for suit in read if suit is not None))
    guard, tricks = guard_of(rules), count_tricks(position, rules)
    shown = shown_by_seat(exposures, rules)[rules.seats[0]]
    guarded = shown & guard.closed & as_bits(c for hand in position.hands.values() for c in hand)
    if len(led) > tricks:
        values = (("count", len(led)), ("tricks", tricks))
        problems.append(Problem(EndingProblem.LED_MORE_OFTEN_THAN_TRICKS, "led", values=values))
    elif tricks and guarded and not led:
        cards = tuple(card for card in EXPOSABLE if BIT[card] & guarded)
        problems.append(Problem(EndingProblem.LED_NOT_TOLD, "led", cards))
    for suit in led:
        guarded &= guard.after[SUIT_MASKS[SUITS.index(suit)]]
    return guarded


def _read_claim(
    fields: Fields, won: Piles, rules: RuleSet, problems: list[Problem]
) -> Claim | None:
    before = len(problems)
    value = required(fields, "claim", "", problems)
    claim = as_object(value, "claim", problems) if "claim" in fields else {}
    if claim is not value:
        return None
    unknown_fields(claim, CLAIM_FIELDS, "claim", problems)
    by = required(claim, "by", "claim", problems)
    seat = as_seat(by, rules.seats, "claim.by", problems) if "by" in claim else None
    name = required(claim, "kind", "claim", problems)
    kind = as_choice(name, KINDS, "claim.kind", problems) if "kind" in claim else None
    value = claim.get("cards")
    by_seat = {} if value is None else as_object(value, "claim.cards", problems)
    cards = read_cards_by_seat(by_seat, "claim.cards", rules, problems)
    if seat is None or kind is None or len(problems) > before:
        return None
    read = Claim(seat, ClaimKind(kind), cards)
    if read.kind is ClaimKind.ALLOCATION or any(cards.values()):
        noted: list[Problem] = []
        after_claim(read, won, rules, noted)
        # There a claim's cards are its allocation.
        named = (replace(problem, field=_field_here(problem.field)) for problem in noted)
        problems.extend(named)
    return read


def _field_here(field: str) -> str:
    return field.replace("claim.allocation", "claim.cards")


def _claimed(claim: Claim, rules: RuleSet) -> Claimed:
    seats = rules.seats
    asked = claim.allocated if claim.kind is ClaimKind.ALLOCATION else {}
    places = {BIT[card]: seats.index(seat) for seat, cards in asked.items() for card in cards}
    return Claimed(seats.index(claim.seat), claim.kind, places)


def _ending(
    position: EndingPosition,
    exposures: tuple[Exposure, ...],
    owners: Mapping[str, str],
    guarded: int,
    rules: RuleSet,
) -> Ending:
    seats = rules.seats
    return Ending(
        rules=rules,
        hands=tuple(as_bits(position.hands[seat]) for seat in seats),
        turn=seats.index(str(position.turn)),
        trick=tuple(as_bits(play.cards) for play in position.trick),
        guarded=guarded,
        piles=tuple(as_bits(position.won[seat]) for seat in seats),
        stakes=stakes_of(exposures, rules),
        dealt=tuple(as_bits(c for c, owner in owners.items() if owner == seat) for seat in seats)
        if rules.self_won
        else (),
        unowned=as_bits(c for c in EXPOSABLE if c not in owners) if rules.self_won else 0,
    )
