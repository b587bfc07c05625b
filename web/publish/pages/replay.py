"""The replay of a deal with recorded plays: trick by trick, with the points so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.following import Following
from scoring.game import Blank, Context, Game
from scoring.seats import COMPASS
from tournaments import wording

Cards = tuple[str, ...]
Labels = tuple[str, ...]
Hands = tuple[tuple[str, Cards], ...]
"""Every seat with its cards, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class PlayView:
    """The play of a seat to a trick, and its points afterwards."""

    label: str
    cards: Cards
    points: int | None
    leads: bool
    wins: bool
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SideSum:
    """Partners with a joint sum: the points so far, and what this trick added."""

    labels: Labels
    points: int
    gained: int


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick with its plays in order; an unfinished one has no winner.

    `held` are the hands before it, where known. `sides` are set if partners have joint sums; the
    plays then have no points.
    """

    number: int
    leader: str
    winner: str
    plays: tuple[PlayView, ...]
    held: Hands
    sides: tuple[SideSum, ...] = ()


@dataclass(frozen=True, slots=True)
class DealReplay:
    """All tricks of a deal, and the hands as dealt, where known."""

    tricks: tuple[TrickView, ...]
    hands: Hands
    on_compass: bool


def read(
    facts: Mapping[str, Any], game: Game[Any], rules: Any, context: Context
) -> DealReplay | None:
    """Return the replay of a deal whose cards are public; None without plays."""
    following = game.follow(facts, rules, context)
    if not (following.tricks or following.trick):
        return None
    hands = known_hands(following, game, rules)
    return DealReplay(
        tricks=tuple(_tricks(following, dict(hands), game.running(facts, rules, context))),
        hands=hands,
        on_compass=set(game.seats(rules)) <= set(COMPASS),
    )


def known_hands(following: Following, game: Game[Any], rules: Any) -> Hands:
    """Return the hands as dealt, sorted, if that of every seat is known; else none."""
    seats, blank, known = game.seats(rules), game.blank(rules), following.hands
    if any(not known.get(seat) for seat in seats):
        return ()
    return tuple((seat, _sorted_hand(known[seat], blank)) for seat in seats)


def _tricks(
    following: Following, hands: Mapping[str, Cards], points: Sequence[Mapping[str, int]]
) -> Iterator[TrickView]:
    flags = _flags(following)
    held = {seat: Counter(hand) for seat, hand in hands.items()}
    tricks = [(trick.plays, trick.winner) for trick in following.tricks]
    broken_off = [(following.trick, "")] if following.trick else []
    partners, first = _partners(points), 0
    for number, (plays, winner) in enumerate([*tricks, *broken_off], start=1):
        after = points[number - 1] if number <= len(points) else {}
        before = points[number - 2] if 1 < number <= len(points) else {}
        yield TrickView(
            number=number,
            leader=plays[0].seat,
            winner=winner,
            plays=tuple(
                PlayView(
                    label=play.seat,
                    cards=play.cards,
                    points=None if partners else after.get(play.seat),
                    leads=place == first,
                    wins=play.seat == winner,
                    flags=flags.get(place, ()),
                )
                for place, play in enumerate(plays, start=first)
            ),
            held=tuple((seat, tuple(hand.elements())) for seat, hand in held.items()),
            sides=tuple(
                SideSum(pair, after[pair[0]], after[pair[0]] - before.get(pair[0], 0))
                for pair in (partners if after else ())
            ),
        )
        first += len(plays)
        for play in plays:
            held.get(play.seat, Counter()).subtract(play.cards)


def _partners(points: Sequence[Mapping[str, int]]) -> tuple[Labels, ...]:
    """Return the pairs of partners with a joint sum, without those that win nothing.

    They sit opposite each other and have the same points after every trick.
    """
    last = points[-1] if points else {}
    seats = tuple(last)
    half = len(seats) // 2
    pairs = tuple(zip(seats[:half], seats[half:], strict=False))
    if not all(after[seat] == after[partner] for after in points for seat, partner in pairs):
        return ()
    return tuple(pair for pair in pairs if last[pair[0]])


def _flags(following: Following) -> Mapping[int, tuple[str, ...]]:
    """Return the irregularities in words, by the position of the play in the deal."""
    flags: dict[int, tuple[str, ...]] = {}
    for flag in following.flags:
        text = wording.problem_text(flag.as_problem())
        flags[flag.play] = (*flags.get(flag.play, ()), text)
    return flags


def _sorted_hand(hand: Sequence[str], blank: Blank) -> Cards:
    """Sort a hand by suits, the highest card first; cards without a suit come before all."""
    places = {card: place for place, card in enumerate(blank.deck)}
    suits = {suit: place for place, suit in enumerate(blank.suits)}
    return tuple(sorted(hand, key=lambda card: (suits.get(card[:1], -1), -places.get(card, 0))))
