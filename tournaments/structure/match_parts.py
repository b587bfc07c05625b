"""The parts of a match: one course of deals, or several games or rooms that count together.

Teams meet in two rooms, and in several segments. Without boards each room of a segment plays a
game (局) of its own where the rules end one; else a room plays on over all segments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from scoring.game import Counting, find_game
from tournaments.models import BoardSource, Event, Form


def ends_by_rules(event: Event) -> bool:
    """Whether an event is played in games (局) that its rules end, not in a number of deals.

    Over boards no game ends: every deal counts by itself.
    """
    if event.boards != BoardSource.TABLE:
        return False
    game = find_game(event.game)
    rules = game.rules(event.ruleset.rules)
    return bool(game.for_fixed_deals(rules) != rules)


def of_several_games(event: Event) -> bool:
    """Whether a match has a game (局) in every room of every segment."""
    is_parted = event.rooms > 1 or event.segments > 1
    if event.form != Form.TEAMS or not is_parted:
        return False
    return ends_by_rules(event)


def counts_games_won(event: Event) -> bool:
    """Whether a match is scored by the games (局) won in it.

    Points of two games cannot be added, as each stops as soon as one side is at the limit, however
    far the other got. Levels can.
    """
    return of_several_games(event) and not _climbs(event)


def adds_levels(event: Event) -> bool:
    """Whether the totals of a match are sums of levels over several tables or games."""
    if event.boards != BoardSource.TABLE or event.form != Form.TEAMS or not _climbs(event):
        return False
    return event.rooms > 1 or of_several_games(event)


def part_of(game: int, rooms: int) -> int:
    """Return in which segment of its match a game (局) is played, by its number.

    The rooms of a segment begin theirs together. Numbers of segments do not say it: a segment is
    split where seats were corrected for some deals.

    >>> [part_of(number, 2) for number in (1, 2, 3)]
    [1, 1, 2]
    """
    return (game - 1) // rooms + 1


def games_won(winners: Iterable[Sequence[str]], sides: Iterable[str]) -> Mapping[str, Fraction]:
    """Return how many games (局) each side has won; one that several have won is shared.

    >>> won = games_won([["a"], ["a", "b"], []], "ab")
    >>> str(won["a"]), str(won["b"])
    ('3/2', '1/2')
    """
    won = dict.fromkeys(sides, Fraction(0))
    for best in winners:
        for side in best:
            won[side] += Fraction(1, len(best))
    return won


def _climbs(event: Event) -> bool:
    game = find_game(event.game)
    return game.counting(game.rules(event.ruleset.rules)) is Counting.LEVELS
