"""Deals that are dealt and played at random from a seed, lawfully or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.scoring.gongzhu.play import play_reference as reference
from tests.scoring.gongzhu.play.play_reference import Cards, Play

EXPOSABLE = ("SQ", "HA", "DJ", "C10")
TAKEN_OUT = {3: {"D2"}, 4: set[str](), 5: {"D2", "S2"}}
"""The cards that are not dealt, by the number of players: T1 L13 and the list of dimensions."""


@dataclass(frozen=True)
class Dealt:
    """A deal before play.

    `shown` says who exposed what; `leader` leads, and `named` is what the report says of it;
    `must_lead` is the card of the first lead, where there is one.
    """

    hands: Mapping[str, list[str]]
    shown: Sequence[tuple[str, str, str]]
    leader: str
    must_lead: str | None
    first_deal: bool
    named: Mapping[str, str]

    @property
    def exposed(self) -> dict[str, str]:
        """The kinds of exposure by card, which is enough with one deck."""
        return {card: kind for _, card, kind in self.shown}

    def report(self, plays: Sequence[tuple[str, str | Cards]]) -> dict[str, Any]:
        """Return the deal with its plays as a report."""
        listed = [{"seat": seat, "card": card, "kind": kind} for seat, card, kind in self.shown]
        return {
            "hands": dict(self.hands),
            "exposed": listed,
            "first_deal": self.first_deal,
            **self.named,
            "plays": [[seat, _written(cards)] for seat, cards in plays],
        }


def _written(cards: str | Cards) -> str | list[str]:
    return cards if isinstance(cards, str) else list(cards)


@dataclass(frozen=True)
class Turn:
    """One play, with what would have been lawful instead, and the rule that it breaks."""

    seat: str
    cards: Cards
    may: frozenset[Cards]
    offence: str | None


Choose = Callable[[tuple[str, ...], list[Play], frozenset[Cards]], Cards]
"""Takes a hand, the trick on the table and what is lawful, and returns what is played."""


def seats_of(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats in order of play: T9 L268 to the right, T2 L38 the other way."""
    if rules["players"] != 4:
        return tuple("12345"[: rules["players"]])
    return tuple("NWSE" if rules["direction"] == "counterclockwise" else "NESW")


def dealt_at_random(random: Random, rules: Any) -> Dealt:
    """Return a deal with some cards exposed; whether it is a first deal is chosen too."""
    facts = rules.as_dict()
    seats = seats_of(facts)
    hands = _hands(random, facts, seats)
    shown = _shown(random, facts, hands)
    first_deal = random.random() < 0.5
    holds = first_deal or facts["next_lead"] == "first_lead"
    card = facts["first_lead"] if facts["first_lead"] in ("C2", "S2", "S7") and holds else None
    if card is None:
        leader = random.choice(seats)
        return Dealt(hands, shown, leader, None, first_deal, {"leader": leader})
    holders = [seat for seat in seats if card in hands[seat]]
    leader = random.choice(holders)
    ways = [{"leader": leader}]
    if len(holders) == 1:
        ways.append({})
    if facts["decks"] == 2 and card == "C2":
        ways.append({"first_C2": leader})
    must = None if card == "S7" else card
    return Dealt(hands, shown, leader, must, first_deal, random.choice(ways))


def _hands(
    random: Random, facts: Mapping[str, Any], seats: tuple[str, ...]
) -> dict[str, list[str]]:
    codes = [suit + rank for suit in reference.SUITS for rank in reference.ORDER]
    left_out = TAKEN_OUT[facts["players"]]
    deck = [card for card in codes for _ in range(facts["decks"]) if card not in left_out]
    random.shuffle(deck)
    if random.random() < 0.3:
        # Long suits, which chance seldom brings: whole runs of a sorted deck go together.
        deck.sort(key=lambda card: (card[0], random.random() < 0.3))
        size = len(deck) // len(seats)
        return {seat: deck[at * size : (at + 1) * size] for at, seat in enumerate(seats)}
    return {seat: deck[at :: len(seats)] for at, seat in enumerate(seats)}


def _shown(
    random: Random, facts: Mapping[str, Any], hands: Mapping[str, list[str]]
) -> list[tuple[str, str, str]]:
    if not facts["exposure"]:
        return []
    shown: list[tuple[str, str, str]] = []
    firsts: set[str] = set()
    for seat, hand in hands.items():
        for card in hand:
            if card in EXPOSABLE and random.random() < 0.6:
                first = facts["first_exposure"] and seat not in firsts and random.random() < 0.3
                firsts |= {seat} if first else set()
                shown.append((seat, card, "first" if first else "exposed"))
    return shown


def played_out(
    deal: Dealt, rules: Any, choose: Choose, disorder: Random | None = None
) -> list[Turn]:
    """Play a deal out in turn, every choice being left to `choose`.

    With `disorder` some seat plays before its turn now and then; who was passed over is next.
    """
    facts = rules.as_dict()
    seats, players = seats_of(facts), facts["players"]
    left = {seat: list(hand) for seat, hand in deal.hands.items()}
    shown = reference.exposed_by_now(deal.shown, deal.hands, facts["auto_expose_fourth"])
    plays: list[Play] = []
    story: list[Turn] = []
    leader = deal.leader
    while any(left.values()):
        table = reference.on_the_table(plays, players)
        seat = next_seat = next(seat for seat in _from(leader, seats) if seat not in dict(table))
        if disorder and table and disorder.random() < 0.1:
            seat = disorder.choice([seat for seat in seats if seat not in dict(table)])
        hand, law = tuple(left[seat]), (plays, facts, shown, deal.must_lead)
        may = frozenset(reference.lawful(seat, hand, *law))
        cards = choose(hand, table, may)
        offence = reference.offence((seat, cards), hand, *law)
        story.append(Turn(seat, cards, may, offence if seat == next_seat else "out_of_turn"))
        for card in cards:
            left[seat].remove(card)
        plays.append((seat, cards))
        if len(plays) % players == 0:
            leader = reference.taker(plays[-players:])
    return story


def _from(seat: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    at = seats.index(seat)
    return seats[at:] + seats[:at]


def played(
    deal: Dealt, rules: Any, choose: Callable[[list[str], set[str]], str]
) -> list[tuple[str, str, set[str]]]:
    """Play a deal of one deck out in turn; each play with the cards that would be lawful."""

    def one(hand: tuple[str, ...], table: list[Play], may: frozenset[Cards]) -> Cards:
        return (choose(list(hand), {card for (card,) in may}),)

    story = played_out(deal, rules, one)
    return [(turn.seat, turn.cards[0], {card for (card,) in turn.may}) for turn in story]
