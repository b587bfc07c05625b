"""Compatibility of event options: ranking, comparison, draw, depth of the record."""

from __future__ import annotations

from typing import Any, Final

from scoring.game import Counting, Game, GameState
from scoring.procedure import History, PastDeal
from tournaments.models import Comparison, Depth, DrawMethod, Form, Ranking, SitOutCredit
from tournaments.pairing import rounds as pairing
from tournaments.standings.match_scores import SCALES, ByDifference, Order

SIDES: Final = 2
"""A match is scored between two sides."""
MOST_DEALS: Final = 64
"""The most deals of a round."""
OF_SIDES: Final = frozenset({Form.PARTNERS, Form.PAIRS, Form.TEAMS})
"""The forms in which those who sit opposite each other are one side."""
OF_ROOMS: Final = frozenset({Comparison.IMP, Comparison.BOARD})
"""The comparisons of the two rooms of a match."""
OVER_BOARDS: Final = (DrawMethod.MITCHELL, DrawMethod.HOWELL)
"""The movements in which the boards go from table to table."""
_FIXED: Final = frozenset(
    {
        DrawMethod.MOVEMENT,
        DrawMethod.WHIST,
        DrawMethod.ROUND_ROBIN,
        DrawMethod.KNOCKOUT,
        *OVER_BOARDS,
    }
)
"""The ways to draw that are fixed with the first round."""
_MATCHES: Final = frozenset({Ranking.POINTS, Ranking.WDL_2_1_0, Ranking.WIN_3})
COMPARED: Final = {
    Comparison.IMP: _MATCHES | {Ranking.VP_20},
    Comparison.BOARD: _MATCHES,
    Comparison.MATCHPOINTS: frozenset({Ranking.POINTS}),
    Comparison.DATUM_IMP: frozenset({Ranking.POINTS}),
}
"""The rankings that are possible with each comparison of deals."""


def sides_at_table(game: Game[Any], rules: Any, form: str) -> int:
    """Return how many sides sit at a table."""
    seats = len(game.seats(rules))
    return seats // 2 if form in OF_SIDES else seats


def climbs_levels(game: Game[Any], rules: Any) -> bool:
    """Whether the sides of a match climb levels, so that no sum of deals can be compared."""
    return game.counting(rules) is Counting.LEVELS


def has_no_game(game: Game[Any], rules: Any) -> bool:
    """Whether deals count a few units each, so that no game (局) can end by their sum.

    This concerns tables that deal for themselves.
    """
    return game.counting(rules) is Counting.UNITS


def suits_boards(game: Game[Any], rules: Any) -> bool:
    """Whether a deal depends on its board alone, so that several tables can play it.

    It does not if levels are climbed even over boards, or if the previous deal decides who leads.
    """
    seats, over_boards = game.seats(rules), game.for_boards(rules)
    before = PastDeal(raw={seat: -100 if seat == seats[-1] else 0 for seat in seats})
    first, later = History(leader=seats[1]), History(deals=(before,), leader=seats[1])
    leads = [game.procedure(over_boards, history).leads for history in (first, later)]
    return not climbs_levels(game, over_boards) and leads[0] == leads[1]


def suits_comparison(game: Game[Any], rules: Any, comparison: str) -> bool:
    """Whether deals can be compared this way: IMPs suit points in hundreds, not a few units."""
    by_imps = comparison in {Comparison.IMP, Comparison.DATUM_IMP}
    return not by_imps or game.counting(rules) is Counting.POINTS


def counts_gains(game: Game[Any], rules: Any, comparison: str, *, in_games: bool) -> bool:
    """Whether the totals of a match are sums of what each side won: IMPs, boards, games or levels.

    Points of deals, and the units of a deal, have minuses. With `in_games` a match is scored by
    the games (局) won in it.
    """
    if comparison != Comparison.NONE:
        return comparison in OF_ROOMS
    return in_games or climbs_levels(game, rules)


def is_possible(
    ranking: str,
    game: Game[Any],
    rules: Any,
    form: str,
    comparison: str = Comparison.NONE,
) -> bool:
    """Whether an event can use a ranking: match rankings need two sides that meet.

    Victory points from a difference need levels, because sums of points differ by hundreds; those
    by the number of boards need IMPs. Table points cannot be counted over two rooms.
    """
    if comparison != Comparison.NONE:
        fits = suits_comparison(game, rules, comparison)
        return fits and Ranking(ranking) in COMPARED[Comparison(comparison)]
    order = Order(ranking)
    if form == Form.PARTNERS:
        return order == Order.POINTS and not climbs_levels(game, rules)
    if not order.by_match:
        return order == Order.POINTS or form != Form.TEAMS
    by_levels = climbs_levels(game, rules) or not isinstance(SCALES[order].score, ByDifference)
    meet = sides_at_table(game, rules, form) == SIDES
    return order != Order.VP_20 and by_levels and meet


def rankings(
    game: Game[Any], rules: Any, form: str, comparison: str = Comparison.NONE
) -> tuple[Ranking, ...]:
    """Return the rankings that are offered for an event.

    Where sides climb levels, sums over different numbers of deals are not comparable, so that
    matches rank.
    """
    possible = [
        ranking for ranking in Ranking if is_possible(ranking, game, rules, form, comparison)
    ]
    matches = tuple(ranking for ranking in possible if Order(ranking).by_match)
    return matches if climbs_levels(game, rules) and matches else tuple(possible)


def draw_methods(
    game: Game[Any], rules: Any, form: str, *, boards: bool = False
) -> tuple[DrawMethod, ...]:
    """Return how rounds can be drawn at the tables of a form, the most usual way first.

    With `boards`, tables play the same ones and pairs can use a movement.
    """
    if form == Form.PARTNERS:
        return (DrawMethod.WHIST,)
    size = sides_at_table(game, rules, form)
    draw_methods = [DrawMethod(way) for way in pairing.offered_methods(size)]
    draw_methods += [DrawMethod.KNOCKOUT] if size == SIDES else []
    draw_methods += OVER_BOARDS if boards and form == Form.PAIRS else ()
    return tuple(dict.fromkeys(draw_methods))


def depths(game: Game[Any], rules: Any) -> tuple[Depth, ...]:
    """Return the depths of record of a game, the least detailed first; captures if it names
    none.
    """
    return tuple(map(Depth, game.blank(rules).depths)) or (Depth.CAPTURES,)


def usual_credit(ranking: str) -> SitOutCredit:
    """Return the usual credit for a round sat out.

    >>> usual_credit("vp_15_10").value
    'win'
    """
    return SitOutCredit.WIN if Order(ranking).by_match else SitOutCredit.OWN_OR_MEAN


def usual_late_credit(ranking: str, method: str) -> SitOutCredit:
    """Return the usual credit for the rounds that a late entry missed.

    Base points of a deal sum to less than 0, so that zero would be a gift: it is the lower of the
    entry's own average and the mean of all tables. Missed table points and matches count nothing,
    and a fixed movement has no late entries.

    >>> [usual_late_credit("points", way).value for way in ("random", "movement")]
    ['lower', 'none']
    >>> usual_late_credit("table_points", "random").value
    'none'
    """
    is_none = Order(ranking) is not Order.POINTS or method in _FIXED
    return SitOutCredit.NONE if is_none else SitOutCredit.LOWER


def deals_until_rules_end(game: Game[Any], rules: Any) -> int | None:
    """Return the number of deals after which the rules end a game (局); None if deals do not end
    it.
    """
    level = game.begin(rules, ("one", "other")).totals
    numbers = range(1, MOST_DEALS + 1)
    return next((n for n in numbers if game.match_result(GameState(level, n), rules).ended), None)
