"""Makes up the report of a deal from a seed, for any game.

For a game that records captures a deal is dealt and played by suit; for one that asks questions
each gets an answer. A report in which the game finds a problem is replaced by another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from config.simulation.made_up_values import chance, pseudo_random
from scoring.game import Asked, AskedKind, Blank, Context, Game

Report = dict[str, Any]

TRIES: Final = 200
EXPOSED: Final = Fraction(1, 3)
"""How often a card that may be exposed is."""
LEFT_OUT: Final = Fraction(1, 2)
"""How often an optional answer is left out."""


class NothingFound(Exception):
    """No report was found without a problem in the game."""


def report_of(
    game: Game[Any], rules: Any, context: Context, known: Mapping[str, Any], seed: str
) -> Report:
    """Return the report of a deal; `known` are the fields that follow from earlier deals.

    Raises NothingFound.
    """
    blank, seats, dealt = game.blank(rules), game.seats(rules), context.hands
    for number in range(TRIES):
        attempt = f"{seed}/{number}"
        if blank.asks:
            report = answers(blank.asks, seats, known, attempt)
        else:
            report = captures(blank, seats, attempt, dealt or hands(blank, seats, attempt))
        if not game.problems(report, rules, context):
            return report
    raise NothingFound(seed)


def answers(
    asks: Sequence[Asked], seats: Sequence[str], known: Mapping[str, Any], seed: str
) -> Report:
    """Return an answer to every question, with some optional ones left out."""
    report: Report = {}
    for question in asks:
        name = question.path[0]
        if len(question.path) == 1 and known.get(name) is not None:
            report[name] = known[name]
        elif not (question.optional and chance(LEFT_OUT, seed, "left out", question.path)):
            target = report
            for part in question.path[:-1]:
                target = target.setdefault(part, {})
            target[question.path[-1]] = _answer(
                question, seats, pseudo_random(seed, *question.path)
            )
    return report


def hands(blank: Blank, seats: Sequence[str], seed: str) -> dict[str, list[str]]:
    """Return the hands of a deal that a table dealt for itself."""
    order = sorted(range(len(blank.deck)), key=lambda place: pseudo_random(seed, "dealt", place))
    size = blank.hand_size
    return {
        seat: [blank.deck[place] for place in order[number * size : (number + 1) * size]]
        for number, seat in enumerate(seats)
    }


def captures(
    blank: Blank, seats: Sequence[str], seed: str, hands: Mapping[str, Sequence[str]]
) -> Report:
    """Return the cards won with hands that were played out, and the exposures."""
    dealt_to = {card: seat for seat, hand in hands.items() for card in hand}
    kinds = blank.kinds
    exposed = [
        {"seat": dealt_to[card], "card": card, "kind": kinds[0]}
        for card in blank.exposable
        if kinds and chance(EXPOSED, seed, "exposed", card)
    ]
    return {
        "won": _won(blank, seats, hands, seed),
        "exposed": exposed,
        "dealt": {card: dealt_to[card] for card in blank.owners},
    }


def _won(
    blank: Blank, seats: Sequence[str], hands: Mapping[str, Sequence[str]], seed: str
) -> dict[str, list[str]]:
    """Play a deal: seats follow suit if they can, and the highest card of the suit led wins."""
    left = {seat: list(hand) for seat, hand in hands.items()}
    won: dict[str, list[str]] = {seat: [] for seat in seats}
    leader = pseudo_random(seed, "leads") % len(seats)
    for trick in range(blank.hand_size):
        led, played = "", {}
        for turn in range(len(seats)):
            seat = seats[(leader + turn) % len(seats)]
            following = [card for card in left[seat] if card[0] == led] or left[seat]
            card = following[pseudo_random(seed, "plays", trick, turn) % len(following)]
            left[seat].remove(card)
            led, played[seat] = led or card[0], card
        best = max(
            (seat for seat, card in played.items() if card[0] == led),
            key=lambda seat: blank.ranks.index(played[seat][1:]),
        )
        won[best] += [card for card in played.values() if card in blank.cards]
        leader = seats.index(best)
    return won


def _answer(question: Asked, seats: Sequence[str], number: int) -> Any:
    if question.kind is AskedKind.SEAT:
        return seats[number % len(seats)]
    if question.kind is AskedKind.CHOICE:
        return question.options[number % len(question.options)]
    if question.kind is AskedKind.NUMBER:
        steps = (question.most - question.least) // question.step + 1
        return question.least + question.step * (number % steps)
    return []
