"""The reports that the tables of the demo enter, whatever the game and the form.

A deal comes from the files where these fit its rules, unless it is of a board whose cards count.
Else it is made up, over boards from the cards of the board.
"""

from __future__ import annotations

from config.simulation.demo import facts, levels
from config.simulation.demo.table import Report
from config.simulation.made_up_values import pseudo_random
from config.simulation.rehearsal import made_up
from referee.sheets import queries
from tournaments.models import Deal, Depth
from tournaments.structure import games


def report_of_deal(key: str, deal: Deal, at: tuple[int, int]) -> Report:
    """Return the report of a deal in the event of this key; `at` are its round and its table."""
    game = games.game_of(deal.event)
    rules = game.rules(games.ruleset_of(deal).rules)
    question = (key, *at, deal.play_order)
    beginning = queries.beginning_of(deal)
    context = games.context_of(deal, games.Use.SETTLE, begins=beginning)
    if deal.board_id is None or game.blank(rules).asks:
        report = _report_of_file(deal, pseudo_random(*map(str, question)))
        if not game.problems(report, rules, context):
            return report
    return made_up.report_of(game, rules, context, beginning.facts, "/".join(map(str, question)))


def _report_of_file(deal: Deal, number: int) -> Report:
    """Return the report of a deal from the file for its depth."""
    if deal.event.depth == Depth.RESULT:
        return levels.report_of_line(levels.deal_line(number), queries.beginning_of(deal).facts)
    return facts.tricks(number) if deal.event.depth == Depth.TRICKS else facts.captures(number)
