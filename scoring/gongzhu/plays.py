"""Reading the plays of a deal, and what makes them impossible to settle (GZ-9, GZ-60).

A play that is merely against the rules is no problem of the report: it stands, and `course` flags
it. With two decks plays are kept in the report and not read.
"""

from collections import Counter
from collections.abc import Iterator

from scoring.following import Play
from scoring.gongzhu.codes import ReportProblem
from scoring.gongzhu.deck import DEALT
from scoring.gongzhu.piles import Piles
from scoring.gongzhu.rules import RuleSet
from scoring.problems import Problem
from scoring.reading import as_card, as_list, as_seat, at

FIELD = "plays"


def read_plays(value: object, rules: RuleSet, found: list[Problem]) -> tuple[Play, ...] | None:
    """Return the plays up to the first that cannot be read; None where none are recorded.

    >>> read_plays([["N", "SQ"], ["W", "SK"]], RuleSet(), [])
    (('N', 'SQ'), ('W', 'SK'))
    """
    if value is None or rules.decks > 1:
        return None
    read = [
        _read_play(item, at(FIELD, place), rules, found)
        for place, item in enumerate(as_list(value, FIELD, found))
    ]
    plays: list[Play] = []
    for play in read:
        if play is None:
            break
        plays.append(play)
    return tuple(plays)


def _read_play(item: object, field: str, rules: RuleSet, found: list[Problem]) -> Play | None:
    if not isinstance(item, list | tuple) or len(item) != 2:
        found.append(Problem(ReportProblem.PLAY_NOT_A_PAIR, field))
        return None
    seat = as_seat(item[0], rules.seats, field, found)
    card = as_card(item[1], field, found)
    if card is not None and card not in DEALT[rules.players]:
        found.append(Problem(ReportProblem.CARD_NOT_IN_DECK, field, (card,)))
        return None
    return None if seat is None or card is None else (seat, card)


def impossible(plays: tuple[Play, ...], hands: Piles, rules: RuleSet) -> Iterator[Problem]:
    """Yield what cannot have happened: a card twice, a card not held, a seat twice in a trick.

    `hands` are those that are known and whole, or empty.

    >>> plays = (("N", "SQ"), ("W", "SQ"))
    >>> [problem.code.value for problem in impossible(plays, {}, RuleSet())]
    ['card_played_too_often']
    """
    yield from _too_often(plays)
    if hands:
        for place, (seat, card) in enumerate(plays):
            if card not in hands[seat]:
                field = at(FIELD, place)
                yield Problem(ReportProblem.CARD_PLAYED_NOT_HELD, field, (card,), (seat,))
    yield from _seat_twice(plays, rules)


def _too_often(plays: tuple[Play, ...]) -> Iterator[Problem]:
    for card, count in Counter(card for _, card in plays).items():
        if count > 1:
            seats = tuple(dict.fromkeys(seat for seat, played in plays if played == card))
            values = (("count", count), ("copies", 1))
            yield Problem(ReportProblem.CARD_PLAYED_TOO_OFTEN, FIELD, (card,), seats, values)


def _seat_twice(plays: tuple[Play, ...], rules: RuleSet) -> Iterator[Problem]:
    for place, (seat, card) in enumerate(plays):
        trick = place // rules.players
        earlier = plays[trick * rules.players : place]
        if any(player == seat for player, _ in earlier):
            values = (("number", trick + 1),)
            field = at(FIELD, place)
            yield Problem(ReportProblem.SEAT_TWICE_IN_TRICK, field, (card,), (seat,), values)
