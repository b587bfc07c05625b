"""A second opinion on claims: every play of an ending, one after the other, as the texts read.

It shares nothing with the search: no two cards are equal to it, and it remembers no state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.scoring.gongzhu import oracle
from tests.scoring.gongzhu.play import play_reference as reference
from tests.scoring.gongzhu.play.play_reference import Play
from tests.scoring.gongzhu.play.plays import Dealt, seats_of

Won = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class End:
    """A deal that was played lawfully to some place, and what is claimed there."""

    facts: Mapping[str, Any]
    deal: Dealt
    plays: tuple[Play, ...]
    claim: Mapping[str, Any]

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return seats_of(self.facts)

    @property
    def shown(self) -> reference.Shown:
        """Who exposed what, the card that exposes itself too."""
        fourth = self.facts["auto_expose_fourth"]
        return reference.exposed_by_now(self.deal.shown, self.deal.hands, fourth)

    def held(self, plays: Sequence[Play]) -> dict[str, list[str]]:
        """Return the hands after some plays."""
        played = {card for _, (card,) in plays}
        return {seat: [c for c in self.deal.hands[seat] if c not in played] for seat in self.seats}

    def won(self, plays: Sequence[Play]) -> dict[str, list[str]]:
        """Return what each seat has won after some plays."""
        piles: dict[str, list[str]] = {seat: [] for seat in self.seats}
        for trick in reference.tricks_of(plays, len(self.seats)):
            piles[reference.taker(trick)] += [card for _, (card,) in trick]
        return piles

    def turn(self, plays: Sequence[Play]) -> str:
        """Return who plays next."""
        players = len(self.seats)
        table = reference.on_the_table(plays, players)
        if table:
            return self.seats[(self.seats.index(table[-1][0]) + 1) % players]
        return reference.taker(plays[-players:]) if plays else self.deal.leader

    def lawful(self, plays: Sequence[Play]) -> Iterator[Play]:
        """Yield what may be played next."""
        seat = self.turn(plays)
        hand = self.held(plays)[seat]
        for cards in sorted(reference.lawful(seat, hand, plays, self.facts, self.shown)):
            yield seat, cards

    def line(self, **more: Any) -> dict[str, Any]:
        """Return the line of the command."""
        tricks = reference.tricks_of(self.plays, len(self.seats))
        table = reference.on_the_table(self.plays, len(self.seats))
        listed = [{"seat": seat, "card": c, "kind": kind} for seat, c, kind in self.deal.shown]
        return {
            "id": 1,
            "game": "gongzhu",
            "hands": self.held(self.plays),
            "won": self.won(self.plays),
            "exposed": listed,
            "dealt": {c: s for s, hand in self.deal.hands.items() for c in hand if c in EXPOSABLE},
            "led": sorted({trick[0][1][0][0] for trick in tricks}),
            "trick": [[seat, card] for seat, (card,) in table],
            "turn": self.turn(self.plays),
            "claim": dict(self.claim),
            **more,
        }

    def is_broken(self, plays: Sequence[Play]) -> bool:
        """Say whether what was won since is against the claim."""
        players, by, kind = len(self.seats), self.claim["by"], self.claim["kind"]
        before = len(self.plays) // players
        for trick in reference.tricks_of(plays, players)[before:]:
            taker = reference.taker(trick)
            if kind == "all" and taker != by:
                return True
            if kind == "none" and taker == by:
                return True
            if kind == "allocation":
                owners = {c: seat for seat, cards in self.claim["cards"].items() for c in cards}
                if any(owners.get(card, taker) != taker for _, (card,) in trick):
                    return True
        return False

    def points(self, gained: Mapping[str, str]) -> dict[str, int]:
        """Return the raw points of a deal played out; `gained` is who won each card since."""
        piles = self.won(self.plays)
        for card, seat in gained.items():
            piles[seat].append(card)
        counting = {
            seat: [card for card in pile if card in oracle.SIXTEEN] for seat, pile in piles.items()
        }
        owners = {card: seat for seat, hand in self.deal.hands.items() for card in hand}
        kinds = [(card, kind) for _, card, kind in self.deal.shown]
        return oracle.raw_points(self.facts, counting, kinds, owners)


EXPOSABLE = ("SQ", "HA", "DJ", "C10")


class TooMany(Exception):
    """An ending has more plays than somebody wants to wait for."""


@dataclass(frozen=True)
class Opinion:
    """What the enumerator says: the same as an answer, save the line."""

    possible: bool
    certain: bool
    least: dict[str, int]
    most: dict[str, int]


def opinion(end: End, most_plays: int) -> Opinion:
    """Play an ending out in every way. Raises TooMany."""
    walk = _Walk(end, most_plays)
    tricks = reference.tricks_of(end.plays, len(end.seats))
    table = tuple(reference.on_the_table(end.plays, len(end.seats)))
    led = tuple(dict.fromkeys(trick[0][1][0][0] for trick in tricks))
    hands = {seat: tuple(hand) for seat, hand in end.held(end.plays).items()}
    possible, certain = walk.on(hands, end.turn(end.plays), table, led, {})
    points = [end.points(dict(gained)) for gained in walk.ends]
    return Opinion(
        possible,
        certain,
        {seat: min(raw[seat] for raw in points) for seat in end.seats},
        {seat: max(raw[seat] for raw in points) for seat in end.seats},
    )


class _Walk:
    """All plays of an ending."""

    def __init__(self, end: End, most_plays: int) -> None:
        self.end, self.most_plays, self.plays = end, most_plays, 0
        self.ends: set[tuple[tuple[str, str], ...]] = set()
        self.lawful: dict[Any, tuple[str, ...]] = {}
        cards = end.claim.get("cards", {})
        self.owners = {card: seat for seat, named in cards.items() for card in named}

    def on(
        self,
        hands: Mapping[str, tuple[str, ...]],
        turn: str,
        table: tuple[Play, ...],
        led: tuple[str, ...],
        gained: Mapping[str, str],
    ) -> tuple[bool, bool]:
        """Return whether the claimer can make it come true from here, and whether everything does.

        What was won against the claim before is not looked at; a caller knows it.
        """
        if not any(hands.values()):
            self.plays += 1
            if self.plays > self.most_plays:
                raise TooMany
            counting = {card: seat for card, seat in gained.items() if card in oracle.SIXTEEN}
            self.ends.add(tuple(sorted(counting.items())))
            return True, True
        after = [
            self._after(hands, (*table, (turn, (card,))), led, gained)
            for card in self._may(hands[turn], turn, table, led)
        ]
        possible = [can for can, _ in after]
        chooses = turn == self.end.claim["by"]
        return any(possible) if chooses else all(possible), all(must for _, must in after)

    def _after(
        self,
        hands: Mapping[str, tuple[str, ...]],
        table: tuple[Play, ...],
        led: tuple[str, ...],
        gained: Mapping[str, str],
    ) -> tuple[bool, bool]:
        seats = self.end.seats
        seat, (card,) = table[-1]
        hands = {**hands, seat: tuple(held for held in hands[seat] if held != card)}
        if len(table) < len(seats):
            turn = seats[(seats.index(seat) + 1) % len(seats)]
            return self.on(hands, turn, table, led, gained)
        taker = reference.taker(table)
        gained = {**gained, **{card: taker for _, (card,) in table}}
        led = tuple(dict.fromkeys([*led, table[0][1][0][0]]))
        possible, certain = self.on(hands, taker, (), led, gained)
        stands = self._stands(taker, table)
        return stands and possible, stands and certain

    def _stands(self, taker: str, trick: tuple[Play, ...]) -> bool:
        by, kind = self.end.claim["by"], self.end.claim["kind"]
        if kind == "allocation":
            return all(self.owners.get(card, taker) == taker for _, (card,) in trick)
        return bool((taker == by) == (kind == "all"))

    def _may(
        self, hand: tuple[str, ...], seat: str, table: tuple[Play, ...], led: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Ask the texts once about a hand, the suit led and the suits led before."""
        key = hand, seat, table[0][1][0][0] if table else "", led
        if key not in self.lawful:
            before = [(at, (f"{suit}2",)) for suit in led for at in self.end.seats]
            facts, shown = self.end.facts, self.end.shown
            plays = reference.lawful(seat, hand, [*before, *table], facts, shown)
            self.lawful[key] = tuple(sorted(card for (card,) in plays))
        return self.lawful[key]
