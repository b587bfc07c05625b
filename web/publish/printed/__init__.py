"""The kinds of documents, a module each: what it reads and how it is laid out in rows.

Pages are drawn in `pdf`; the words of rulings are in `rulings`.
"""

from typing import Final

from web.publish.printed import (
    articles,
    blank_sheets,
    bracket,
    compared,
    cross,
    decision_slips,
    final,
    groups,
    prizes,
    proceedings,
    results,
    round_papers,
    scoresheets,
    scroll,
    seating,
    standings,
)
from web.publish.printed.handed_out import cards

KINDS: Final = (
    decision_slips.slips_of_round,
    proceedings.referee_record,
    round_papers.everything,
    seating.seating_list,
    cards.table_cards,
    blank_sheets.record_sheets,
    scoresheets.scoresheets,
    results.round_results,
    standings.standings_list,
    final.final_result,
    scroll.scroll,
    prizes.prize_list,
    groups.groups_and_stages,
    bracket.knockout_bracket,
    cross.cross_tables,
    compared.board_results,
    articles.penalty_table,
)
"""In the order in which the desk offers them."""
