"""The words of the clock of a round: its moves as sentences with their times."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.structure.round_clock import Moment, StoryMoment, written

MOMENTS: wording.Words = {
    Moment.STARTED: _("The clock was started with %(minutes)s min."),
    Moment.HELD: _("The clock was held with %(left)s left."),
    Moment.RESUMED: _("The clock went on with %(left)s left."),
    Moment.EXTENDED: _("All tables got %(minutes)s min more; %(left)s had been left."),
    Moment.TABLE_EXTENDED: _("Table %(table)s got %(minutes)s min more; %(left)s had been left."),
    Moment.CALLED: _(
        "Time was called with %(left)s left. Deals that had begun were played to their end."
    ),
    Moment.RAN_OUT: _("Time ran out. Deals that had begun were played to their end."),
}


def register() -> None:
    """Register the words of the story of a clock."""
    wording.register(Moment, MOMENTS)


def clock_move_text(move: StoryMoment, zone: str) -> str:
    """Return a move of a clock as its local time and a sentence."""
    values = {"minutes": move.seconds // 60, "left": written(move.left), "table": move.table or 0}
    at = formats.time_format(move.at.astimezone(ZoneInfo(zone)), "H:i")
    return f"{at} · {wording.sentence(move.moment, values)}"
