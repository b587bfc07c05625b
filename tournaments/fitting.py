"""What fits together in an event: by what it ranks, what is recorded of a deal, when it ends."""

from __future__ import annotations

from typing import Any, Final

from scoring.game import Game, GameState
from tournaments.match_scores import SCALES, ByDifference, Order
from tournaments.models import Depth, DrawMethod, Form, Ranking, SitOutCredit
from tournaments.models.record import Unit
from tournaments.pairing import rounds as pairing

SIDES: Final = 2
"""A match is scored between two sides."""
MOST_DEALS: Final = 64
"""So many deals a round can have."""


def sides_at_table(game: Game[Any], rules: Any, form: str) -> int:
    """Return how many sides sit at a table."""
    seats = len(game.seats(rules))
    return seats // 2 if form == Form.PAIRS else seats


def is_possible(ranking: str, game: Game[Any], rules: Any, form: str) -> bool:
    """Whether an event can rank by something: matches need two sides that meet in them.

    Victory points from a difference need levels; sums of points differ by hundreds.
    """
    order = Order(ranking)
    if not order.by_match:
        return True
    by_levels = game.climbs or not isinstance(SCALES[order].score, ByDifference)
    return by_levels and sides_at_table(game, rules, form) == SIDES


def rankings(game: Game[Any], rules: Any, form: str) -> tuple[Ranking, ...]:
    """Return by what an event may rank, as it is offered.

    Where sides climb levels, a deal more or less gives no sum that could be compared: there
    matches are what ranks.
    """
    possible = [one for one in Ranking if is_possible(one, game, rules, form)]
    matches = tuple(one for one in possible if Order(one).by_match)
    return matches if game.climbs and matches else tuple(possible)


def draw_methods(game: Game[Any], rules: Any, form: str) -> tuple[DrawMethod, ...]:
    """Return how rounds can be drawn at the tables of a form, the most usual way first."""
    return tuple(map(DrawMethod, pairing.offered(sides_at_table(game, rules, form))))


def depths(game: Game[Any], rules: Any) -> tuple[Depth, ...]:
    """Return how much of a deal can be recorded, the least first; a game may not say."""
    return tuple(map(Depth, game.blank(rules).depths)) or (Depth.CAPTURES,)


def credit_of(ranking: str) -> SitOutCredit:
    """Return what is usual for a round sat out.

    >>> credit_of("vp_15_10").value
    'win'
    """
    return SitOutCredit.WIN if Order(ranking).by_match else SitOutCredit.AVERAGE


def penalty_unit(game: Game[Any], ranking: str, *, at_table: bool) -> Unit:
    """Return what a penalty is counted in: at a table as the game counts, else as the event ranks.

    Where matches rank, one of the standings is taken from what the matches are worth.
    """
    if at_table:
        return Unit.LEVEL if game.climbs else Unit.SCALED
    return Unit.VP if Order(ranking).by_match else Unit.SCALED


def deals_of_rules(game: Game[Any], rules: Any) -> int | None:
    """Return after how many deals the rules alone end a game (局); None where they count none."""
    level = game.begin(rules, ("one", "other")).totals
    ends = (n for n in range(1, MOST_DEALS + 1) if _ends(game, rules, GameState(level, n)))
    return next(ends, None)


def _ends(game: Game[Any], rules: Any, state: GameState) -> bool:
    return game.match_result(state, rules).ended
