"""The ending of which a claim speaks: what each seat still holds, the trick on the table, the turn.

It follows from a sheet with hands and plays; otherwise an official writes down what was faced. The
allocation that is proposed for a claim that failed fills in a form and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

from referee.base.verbs import Verb
from referee.claims import claims, states
from referee.models import Claim, ClaimKind, ClaimState, FacedHands
from scoring.following import Following
from scoring.problems import Unsettled
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Seat, User
from tournaments.record.audit import Actor, change
from tournaments.rights import ruling_offices
from tournaments.structure import games
from tournaments.structure.games import game_of, ruleset_of

MOST_WORDS = 500
"""How long the line of a claimant may be."""
MOST_CARDS: Final = 10
"""Of more cards that are out nothing is proposed: each doubles the work."""


@dataclass(frozen=True, slots=True)
class Faced:
    """The hands at a claim, the line that the claimant states, and who objects."""

    hands: Mapping[str, Sequence[str]] = field(default_factory=dict)
    trick: Sequence[tuple[str, str]] = ()
    led: Sequence[str] = ()
    turn: str = ""
    line: str = ""
    objecting: Sequence[str] = ()

    @property
    def cards_a_hand(self) -> int:
        """The number of cards in the longest hand."""
        return max(map(len, self.hands.values()), default=0)


def faced_hands(claim: Claim) -> Faced:
    """Return what lay on the table: as an official recorded it last, else as the sheet has it."""
    row = FacedHands.objects.filter(claim=claim).order_by("number").last()
    if row is not None:
        trick = [(seat, card) for seat, card in row.trick]
        return Faced(row.hands, trick, row.led, row.turn, row.line, row.objecting)
    following, objecting = _follow(claim), objecting_seats(claim)
    # Without every hand and the plays nobody can tell what was held.
    if not following.tricks or len(following.left) < len(following.won):
        return Faced(objecting=objecting)
    return Faced(
        hands={seat: list(hand) for seat, hand in following.left.items()},
        trick=[(play.seat, play.cards[0]) for play in following.trick],
        led=_suits_led(following),
        turn=following.next or "",
        objecting=objecting,
    )


@dataclass(frozen=True, slots=True)
class KnownCards:
    """What is known of the cards at a claim, by seats: held still, dealt at first, won so far.

    What a seat still holds is unknown where neither its plays nor its faced hand were recorded.
    """

    held: Mapping[str, Sequence[str]] = field(default_factory=dict)
    dealt: Mapping[str, Sequence[str]] = field(default_factory=dict)
    won: Mapping[str, Sequence[str]] = field(default_factory=dict)


def known_cards(claim: Claim, faced: Faced) -> KnownCards:
    """Return what the sheet of a claim and the faced hands say of the cards."""
    following = _follow(claim)
    held = faced.hands or (following.left if following.tricks else {})
    return KnownCards(held, following.hands, following.won)


def write_down(claim: Claim, official: User, faced: Faced) -> FacedHands:
    """Store what was faced as an official saw it. Raises Unsettled where it cannot be."""
    check(claim, faced)
    with change(claim.deal.event.tournament, Actor.from_user(official), Verb.FACE_HANDS) as made:
        ruling_offices.check_change(official, claim.deal)
        if states.state_of(claim) not in states.OPEN:
            raise Refused(refuse(Reason.RESULT_CHANGED))
        row = FacedHands.objects.create(
            claim=claim,
            number=FacedHands.objects.filter(claim=claim).count() + 1,
            hands={seat: list(cards) for seat, cards in faced.hands.items()},
            trick=[list(play) for play in faced.trick],
            led=list(faced.led),
            turn=faced.turn,
            line=faced.line,
            objecting=list(faced.objecting),
            official=official,
        )
        made.made(row)
        made.concerns(claim=claim, deal=claim.deal)
        made.moves_only(claim.deal.sitting.table)
    return row


def check(claim: Claim, faced: Faced) -> None:
    """Raise Unsettled with everything that is wrong with hands that were written down."""
    command = game_of(claim.deal.event).commands.get("claim")
    if command and faced.hands:
        # One state is enough to have the position read.
        command(_rules(claim), {**question(claim, faced), "states": 1})


def question(claim: Claim, faced: Faced) -> dict[str, Any]:
    """Return what the exact search is asked of a claim (`python3 -m scoring claim`)."""
    report, following = claim.sheet.report if claim.sheet else {}, _follow(claim)
    dealt = report.get("dealt") or {}
    kind = ClaimKind.ALLOCATION.value if claim.kind == ClaimKind.CONCEDE else claim.kind
    return {
        "hands": {seat: list(cards) for seat, cards in faced.hands.items()},
        "won": {seat: list(cards) for seat, cards in following.won.items()},
        "exposed": report.get("exposed") or [],
        **({"dealt": dealt} if dealt else {}),
        "led": list(faced.led),
        "trick": [list(play) for play in faced.trick],
        **({"turn": faced.turn} if faced.turn else {}),
        "claim": {"by": claim.seat, "kind": kind, "cards": dict(claim.allocation)},
    }


def objecting_seats(claim: Claim) -> list[str]:
    """Return the seats that object to a claim, as the table wrote them down."""
    steps = [step for step in claim.steps.all() if step.state == ClaimState.OBJECTED]
    return list(steps[-1].seats) if steps else []


def still_out(claim: Claim) -> tuple[str, ...]:
    """Return the scoring cards that nobody had won when a claim was made."""
    return _follow(claim).missing


def facts_before(claim: Claim) -> dict[str, Any]:
    """Return what a claim's sheet says of the deal without the claim."""
    report = claim.sheet.report if claim.sheet else None
    facts = report if isinstance(report, Mapping) else {}
    return {name: value for name, value in facts.items() if name != "claim"}


def _follow(claim: Claim) -> Following:
    return game_of(claim.deal.event).follow(facts_before(claim), _rules(claim))


def _rules(claim: Claim) -> Any:
    return game_of(claim.deal.event).rules(ruleset_of(claim.deal).rules)


def _suits_led(following: Following) -> tuple[str, ...]:
    return tuple(dict.fromkeys(trick.plays[0].cards[0][0] for trick in following.tricks))


def worst_allocation(claim: Claim, seats: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the allocation that is worst for the side of the claimant.

    Each card still out goes to the claimant, or to the seat of another side that was stated for it.
    What was claimed for the own side goes to the next seat of another one, where that is worse.
    `seats` are in the order of play. Empty where too many cards are out, or none can be settled.
    """
    out = still_out(claim)
    if len(out) > MOST_CARDS or len(set(out)) < len(out):
        return {}
    stated = {card: seat for seat, cards in claim.allocation.items() for card in cards}
    own = _own_side(claim)
    after = seats.index(claim.seat)
    others = [seat for seat in (*seats[after:], *seats[:after]) if seat not in own]
    ways = [(claim.seat, _other(stated.get(card), others)) for card in out]
    points_of = _settler(claim, own)
    worst: tuple[int, dict[str, list[str]]] | None = None
    for owners in product(*ways):
        allocation = _as_allocation(dict(zip(out, owners, strict=True)), seats)
        points = points_of(allocation)
        if points is not None and (worst is None or points < worst[0]):
            worst = points, allocation
    return worst[1] if worst else {}


def _own_side(claim: Claim) -> frozenset[str]:
    """Return the seats of the side of a claimant; of a single player that is the own seat alone."""
    seats = Seat.objects.filter(sitting=claim.deal.sitting_id)
    own = seats.filter(label=claim.seat).values("side")
    return frozenset(seats.filter(side__in=own).values_list("label", flat=True))


def _other(stated: str | None, others: Sequence[str]) -> str:
    return stated if stated is not None and stated in others else others[0]


def _as_allocation(owners: Mapping[str, str], seats: tuple[str, ...]) -> dict[str, list[str]]:
    shares = {seat: [card for card, owner in owners.items() if owner == seat] for seat in seats}
    return {seat: cards for seat, cards in shares.items() if cards}


def _settler(claim: Claim, own: Collection[str]) -> Callable[[Mapping[str, list[str]]], int | None]:
    """Return a function from an allocation to the score of its own side, None if unsettled."""
    game, deal = game_of(claim.deal.event), claim.deal
    rules, context = game.rules(ruleset_of(deal).rules), games.context_of(deal, games.Use.TELL)

    def _points(allocation: Mapping[str, list[str]]) -> int | None:
        facts = claims.facts_with_decision(claim, allocation, "-")
        try:
            scores = game.settle(facts, rules, context).scores
        except Unsettled:
            return None
        return sum(scores[seat] for seat in own)

    return _points
