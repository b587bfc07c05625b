"""声称, claims on the scoring cards that are still out, and how they complete a deal.

Rules GZ-80 to GZ-88 of `docs/rules/gongzhu.md`. Acceptance by the other players is not checked
here; a contested claim waits for the decision of a referee.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.cards import in_order
from scoring.gongzhu.codes import EndingProblem, ReportProblem
from scoring.gongzhu.deck import SCORING, hand_size
from scoring.gongzhu.facts import ClaimKind, Piles
from scoring.gongzhu.play.course import Course
from scoring.gongzhu.reports.written import read_cards_by_seat
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem, ProblemCode
from scoring.reading import (
    as_choice,
    as_list,
    as_number,
    as_object,
    as_seat,
    as_text,
    as_truth,
    at,
    required,
    unknown_fields,
)

FIELD: Final = "claim"
FIELDS: Final = (
    "seat",
    "after_trick",
    "kind",
    "allocation",
    "accepted",
    "objecting",
    "contested",
    "decided",
)
"""The parts of a claim."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: its seat and its kind. `contested` holds until the referee has `decided`.

    The referee's allocation replaces what was claimed; it is None if the claim was upheld.

    >>> Claim("N", ClaimKind.ALL, contested=True).is_open
    True
    """

    seat: str
    kind: ClaimKind
    allocation: Piles | None = None
    contested: bool = False
    decided: bool = False

    @property
    def allocates(self) -> bool:
        """Whether an allocation by card, and not the kind alone, decides who gets which card."""
        named = self.kind in (ClaimKind.NONE, ClaimKind.ALLOCATION, ClaimKind.CONCEDE)
        return named or (self.decided and self.allocation is not None)

    @property
    def allocated(self) -> Piles:
        """The cards that the claim allocates by name, by seat."""
        return self.allocation or {}

    @property
    def is_open(self) -> bool:
        """Whether the claim waits for the referee; it does not if no card is out."""
        asked = self.kind is not ClaimKind.NOTHING_LEFT
        return asked and self.contested and not self.decided


def cards_still_out(piles: Piles, rules: RuleSet) -> tuple[str, ...]:
    """Return the scoring cards that nobody has won, each as often as it is out.

    >>> cards_still_out({"N": SCORING[:-1]}, RuleSet())
    ('C10',)
    """
    out = Counter(dict.fromkeys(SCORING, rules.decks))
    out.subtract(card for pile in piles.values() for card in pile if card in out)
    return in_order((+out).elements())


def read_claim(
    value: object, tricks: int | None, rules: RuleSet, problems: list[Problem]
) -> Claim | None:
    """Return the claim and note its problems; None if there is none or it cannot be read.

    `tricks` is the number of complete tricks, None if no plays are recorded.

    >>> read_claim({"seat": "N", "kind": "all"}, None, RuleSet(), []).kind
    <ClaimKind.ALL: 'all'>
    """
    if value is None:
        return None
    claim = as_object(value, FIELD, problems)
    if claim is not value:
        return None
    unknown_fields(claim, FIELDS, FIELD, problems)
    values = {name: required(claim, name, FIELD, problems) for name in ("seat", "kind")}
    seat = kind = None
    if "seat" in claim:
        seat = as_seat(values["seat"], rules.seats, at(FIELD, "seat"), problems)
    if "kind" in claim:
        kind = as_choice(values["kind"], list(ClaimKind), at(FIELD, "kind"), problems)
    before = len(problems)
    allocation, where = claim.get("allocation"), at(FIELD, "allocation")
    if allocation is not None:
        by_seat = as_object(allocation, where, problems)
        allocation = read_cards_by_seat(by_seat, where, rules, problems)
    contested = claim.get("contested") or False
    contested = as_truth(contested, at(FIELD, "contested"), problems) or False
    decided = _read_decided(claim.get("decided"), problems)
    for name in ("accepted", "objecting"):
        _check_seats(claim.get(name), at(FIELD, name), rules, problems)
    problems.extend(_check_after_trick(claim.get("after_trick"), tricks, rules))
    if seat is None or kind is None or len(problems) > before:
        return None
    return Claim(seat, ClaimKind(kind), allocation, contested, decided)


def _read_decided(value: object, problems: list[Problem]) -> bool:
    """Return whether the referee has decided; his note may hold any other fields."""
    if value is None:
        return False
    name = at(FIELD, "decided")
    ruling = as_object(value, name, problems)
    if ruling is value:
        reason = required(ruling, "reason", name, problems)
        if "reason" in ruling:
            as_text(reason, at(name, "reason"), problems)
    return True


def _check_seats(value: object, where: str, rules: RuleSet, problems: list[Problem]) -> None:
    for place, label in enumerate([] if value is None else as_list(value, where, problems)):
        as_seat(label, rules.seats, at(where, place), problems)


def _check_after_trick(value: object, tricks: int | None, rules: RuleSet) -> Iterator[Problem]:
    if value is None:
        return
    name, problems = at(FIELD, "after_trick"), list[Problem]()
    number = as_number(value, 0, hand_size(rules), name, problems)
    yield from problems
    if None not in (number, tricks) and number != tricks:
        values = (("number", int(number or 0)), ("count", int(tricks or 0)))
        yield Problem(ReportProblem.CLAIM_AFTER_OTHER_TRICK, name, values=values)


def check_time(
    claim: Claim, after_trick: object, course: Course, rules: RuleSet, *, played: bool
) -> Iterator[Problem]:
    """Yield problems with the time of a claim (GZ-80).

    It is made after the first lead and before the last trick is complete. `played` is true if the
    plays are recorded.

    >>> claim = Claim("N", ClaimKind.ALL)
    >>> [problem] = check_time(claim, 0, Course(), RuleSet(), played=False)
    >>> problem.code.value
    'claim_before_first_lead'
    """
    if claim.decided:
        return
    where, seats = at(FIELD, "after_trick"), (claim.seat,)
    begun, size = bool(course.tricks or course.trick), hand_size(rules)
    if not begun and (played or after_trick == 0):
        yield Problem(EndingProblem.CLAIM_BEFORE_FIRST_LEAD, where, seats=seats)
    elif size in (after_trick, len(course.tricks)):
        yield Problem(EndingProblem.CLAIM_AFTER_LAST_TRICK, where, seats=seats)


def after_claim(
    claim: Claim, piles: Piles, rules: RuleSet, problems: list[Problem]
) -> dict[str, tuple[str, ...]]:
    """Return the piles with the claimed cards, and note the problems of the claim.

    >>> rest = {"N": SCORING[:-1], "W": ()}
    >>> after_claim(Claim("W", ClaimKind.ALL), rest, RuleSet(), [])["W"]
    ('C10',)
    """
    out = cards_still_out(piles, rules)
    if claim.is_open:
        contested = at(FIELD, "contested")
        problems.append(Problem(ProblemCode.CLAIM_CONTESTED, contested, (), (claim.seat,)))
        # What is not said whole cannot be decided: it is said again.
        problems.extend(_allocation_problems(claim, out, piles) if claim.allocates else ())
        return dict(piles)
    if claim.allocates:
        problems.extend(_allocation_problems(claim, out, piles))
        gained = claim.allocated
    else:
        named = in_order(card for cards in claim.allocated.values() for card in cards)
        if named:
            where = at(FIELD, "allocation")
            problems.append(Problem(ReportProblem.CLAIM_ALLOCATION_NOT_ASKED, where, named))
        if claim.kind is ClaimKind.NOTHING_LEFT and out:
            values = (("count", len(out)),)
            problems.append(Problem(ReportProblem.CLAIM_CARDS_STILL_OUT, FIELD, out, values=values))
        gained = {claim.seat: out} if claim.kind is ClaimKind.ALL else {}
    return {seat: (*pile, *gained.get(seat, ())) for seat, pile in piles.items()}


def _allocation_problems(claim: Claim, out: tuple[str, ...], piles: Piles) -> Iterator[Problem]:
    where = at(FIELD, "allocation")
    counts = Counter(card for cards in claim.allocated.values() for card in cards)
    for card, count in counts.items():
        yield from _card_problems(claim, card, count, out.count(card), piles)
    takes = claim.allocated.get(claim.seat, ())
    if claim.kind is ClaimKind.NONE and takes and not claim.decided:
        field = at(where, claim.seat)
        yield Problem(ReportProblem.CLAIM_OF_NONE_TAKES_CARDS, field, takes, (claim.seat,))
    missing = in_order((Counter(out) - counts).elements())
    if missing:
        values = (("count", len(missing)),)
        yield Problem(ReportProblem.CLAIM_INCOMPLETE, where, missing, values=values)


def _card_problems(
    claim: Claim, card: str, count: int, out: int, piles: Piles
) -> Iterator[Problem]:
    where = at(FIELD, "allocation")
    claimed = tuple(seat for seat, cards in claim.allocated.items() if card in cards)
    if card not in SCORING:
        yield Problem(ReportProblem.CLAIMED_CARD_NOT_SCORING, where, (card,), claimed)
    elif out == 0:
        won = tuple(seat for seat, pile in piles.items() if card in pile)
        yield Problem(ReportProblem.CLAIMED_CARD_WON_ALREADY, where, (card,), won)
    elif count > out:
        values = (("count", count), ("copies", out))
        yield Problem(ReportProblem.CLAIMED_CARD_TOO_OFTEN, where, (card,), claimed, values)
