"""The words of the clock of a round: its moves as sentences with their times."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.utils import formats

from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.structure.round_clock import StoryMoment, written


def clock_move_text(move: StoryMoment, zone: str) -> str:
    """Return a move of a clock as its local time and a sentence."""
    values = {"minutes": move.seconds // 60, "left": written(move.left), "table": move.table or 0}
    at = formats.time_format(move.at.astimezone(ZoneInfo(zone)), "H:i")
    return join_facts(at, wording.sentence(move.moment, values))
