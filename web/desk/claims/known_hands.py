"""What is known of the hands at a claim, for its own page and for the page of its deal.

Nothing is decided here, and nothing is guessed: a hand that nobody recorded is said to be missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.claims import hands
from referee.claims.hands import Faced, KnownCards
from referee.models import Claim
from scoring.game import Blank
from tournaments import wording
from tournaments.structure.games import blank_of, ruleset_of
from web.desk.decisions.originals import Original


@dataclass(frozen=True, slots=True)
class HandShown:
    """What a seat still holds and has won, its card on the table, and its part in the claim."""

    label: str
    name: str
    cards: Sequence[str]
    won: Sequence[str]
    on_table: str
    claims: bool
    objects: bool
    turn: bool

    @property
    def is_known(self) -> bool:
        """Whether any card of the seat is known."""
        return bool(self.cards or self.won)


@dataclass(frozen=True, slots=True)
class HandsAtClaim:
    """The hands at a claim, on a felt if the seats are a compass and any card is known.

    `is_held` says that the felt has what each seat still holds, `is_dealt` what it was dealt, as
    the plays are unknown; else it has what each has won.
    """

    seats: Sequence[HandShown]
    felt: Original | None
    is_held: bool
    is_dealt: bool
    still_out: Sequence[str]
    objecting: str

    @property
    def is_known(self) -> bool:
        """Whether any card of a seat is known."""
        return any(seat.is_known for seat in self.seats)

    @property
    def is_whole(self) -> bool:
        """Whether it is known what each seat still holds."""
        return all(seat.cards for seat in self.seats)


def seats_shown(claim: Claim, people: Mapping[str, str], faced: Faced) -> list[HandShown]:
    """Return the seats in order of play, each with what is known of its cards."""
    known, on_table = hands.known_cards(claim, faced), dict(faced.trick)
    blank = blank_of(claim.deal.event, ruleset_of(claim.deal))
    counting = set(blank.cards)
    return [
        HandShown(
            label=label,
            name=name,
            cards=_by_suits(known.held.get(label, ()), blank),
            won=_by_suits([card for card in known.won.get(label, ()) if card in counting], blank),
            on_table=on_table.get(label, ""),
            claims=label == claim.seat,
            objects=label in faced.objecting,
            turn=label == faced.turn,
        )
        for label, name in people.items()
    ]


def at_claim(
    claim: Claim, people: Mapping[str, str], original: Original, faced: Faced | None = None
) -> HandsAtClaim:
    """Return the hands at a claim that awaits a decision; `original` is what its sheet says."""
    faced = faced or hands.faced_hands(claim)
    known, seats = hands.known_cards(claim, faced), seats_shown(claim, people, faced)
    held = {seat.label: tuple(seat.cards) for seat in seats if seat.cards}
    dealt = {} if held else _dealt(claim, known)
    felt = replace(original, hands=tuple((held or dealt).items()), replay=None)
    return HandsAtClaim(
        seats=seats,
        felt=felt if felt.on_felt and (felt.hands or any(felt.piles.values())) else None,
        is_held=bool(held),
        is_dealt=bool(dealt),
        still_out=hands.still_out(claim),
        objecting=wording.seat_list(faced.objecting) if faced.objecting else "",
    )


def _dealt(claim: Claim, known: KnownCards) -> dict[str, tuple[str, ...]]:
    blank = blank_of(claim.deal.event, ruleset_of(claim.deal))
    return {label: _by_suits(cards, blank) for label, cards in known.dealt.items() if cards}


def _by_suits(cards: Sequence[str], blank: Blank) -> tuple[str, ...]:
    """Return cards by suits, the highest first; cards without a suit come before all."""
    places = {card: place for place, card in enumerate(blank.deck)}
    suits = {suit: place for place, suit in enumerate(blank.suits)}
    return tuple(sorted(cards, key=lambda card: (suits.get(card[:1], -1), -places.get(card, 0))))
