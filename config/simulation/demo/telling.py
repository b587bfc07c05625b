"""What a table of the demo writes on the sheet of a deal, whatever the game and the form.

A table tells a deal of the files, where they fit its rules and no cards of it are asked. Else over
boards its players play the cards that the board has, each table in its own way.
"""

from __future__ import annotations

from config.simulation.demo import facts, levels
from config.simulation.demo.table import Report
from config.simulation.made_up_values import drawn
from config.simulation.rehearsal import made_up
from referee.sheets import queries
from tournaments.models import Deal, Depth
from tournaments.structure import games


def told(key: str, deal: Deal, at: tuple[int, int]) -> Report:
    """Return the sheet of a deal in the event of this key; `at` are its round and its table."""
    game = games.game_of(deal.event)
    rules = game.rules(games.ruleset_of(deal).rules)
    asked = (key, *at, deal.play_order)
    known = queries.beginning_of(deal)
    context = games.context_of(deal, games.Use.SETTLE, begins=known)
    if deal.board_id is None or game.blank(rules).asks:
        found = _of_file(deal, drawn(*map(str, asked)))
        if not game.problems(found, rules, context):
            return found
    return made_up.report_of(game, rules, context, known.facts, "/".join(map(str, asked)))


def _of_file(deal: Deal, number: int) -> Report:
    """Return what happened in a deal of the file that its depth belongs to."""
    if deal.event.depth == Depth.RESULT:
        return levels.seated(levels.told(number), queries.beginning_of(deal).facts)
    return facts.tricks(number) if deal.event.depth == Depth.TRICKS else facts.captures(number)
