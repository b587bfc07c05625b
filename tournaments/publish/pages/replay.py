"""The replay of a deal whose plays were written down: trick by trick, with the points so far."""

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
    """What a seat put down to a trick, and its points afterwards."""

    label: str
    cards: Cards
    points: int | None
    leads: bool
    wins: bool
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SideSum:
    """Seats that have one sum together: the points so far, and what this trick added."""

    labels: Labels
    points: int
    gained: int


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick, its plays in the order in which they were made; nobody wins one that broke off.

    `held` are the hands before it, where they are known. `sides` are there where partners have one
    sum, and then no seat has points of its own.
    """

    number: int
    leader: str
    winner: str
    plays: tuple[PlayView, ...]
    held: Hands
    sides: tuple[SideSum, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """All tricks of a deal, and the hands from which they were played where those are known."""

    tricks: tuple[TrickView, ...]
    hands: Hands
    on_compass: bool


def read(facts: Mapping[str, Any], game: Game[Any], rules: Any, context: Context) -> Replay | None:
    """Return the replay of a deal whose cards may be seen; none without plays."""
    following = game.follow(facts, rules, context)
    if not (following.tricks or following.trick):
        return None
    seats, blank = game.seats(rules), game.blank(rules)
    known = following.hands
    whole = {seat: _sorted(known[seat], blank) for seat in seats if len(known) == len(seats)}
    return Replay(
        tricks=tuple(_tricks(following, whole, game.running(facts, rules, context))),
        hands=tuple(whole.items()),
        on_compass=set(seats) <= set(COMPASS),
    )


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
            sides=tuple(_sums(partners, after, points[number - 2] if number > 1 else {})),
        )
        first += len(plays)
        for play in plays:
            held.get(play.seat, Counter()).subtract(play.cards)


def _partners(points: Sequence[Mapping[str, int]]) -> tuple[Labels, ...]:
    """Return the partners who share what they win, as far as they win anything.

    They sit opposite one another and have the same sum after every trick.
    """
    last = points[-1] if points else {}
    seats = tuple(last)
    half = len(seats) // 2
    pairs = tuple(zip(seats[:half], seats[half:], strict=False))
    if not all(after[one] == after[other] for after in points for one, other in pairs):
        return ()
    return tuple(pair for pair in pairs if last[pair[0]])


def _sums(
    partners: Sequence[Labels], after: Mapping[str, int], before: Mapping[str, int]
) -> Iterator[SideSum]:
    for labels in partners if after else ():
        points = after[labels[0]]
        yield SideSum(labels, points, points - before.get(labels[0], 0))


def _flags(following: Following) -> Mapping[int, tuple[str, ...]]:
    """Return what is against the rules, by the place of the play in the deal."""
    flags: dict[int, tuple[str, ...]] = {}
    for flag in following.flags:
        said = wording.problem_text(flag.as_problem())
        flags[flag.play] = (*flags.get(flag.play, ()), said)
    return flags


def _sorted(hand: Sequence[str], blank: Blank) -> Cards:
    """Return a hand suit by suit, the highest of each first; before all cards without suit."""
    places = {card: place for place, card in enumerate(blank.deck)}
    suits = {suit: place for place, suit in enumerate(blank.suits)}
    return tuple(sorted(hand, key=lambda card: (suits.get(card[:1], -1), -places.get(card, 0))))
