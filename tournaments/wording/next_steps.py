"""The next step of an event, as a sentence with its tables and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments import wording
from tournaments.models import Form
from tournaments.progress.next_step import DueStep, Next

ENTER_PAIRS: Final = ngettext_lazy(
    "Enter the pairs. A table needs %(size)s; %(missing)s more is missing.",
    "Enter the pairs. A table needs %(size)s; %(missing)s more are missing.",
    "missing",
)
"""What is asked of a list of pairs; single players are entered by Next.ENTER_NAMES."""

AWAIT_MATCHES: Final = ngettext_lazy(
    "Round %(number)s waits for line-ups: %(line_ups)s match is not revealed yet.",
    "Round %(number)s waits for line-ups: %(line_ups)s matches are not revealed yet.",
    "line_ups",
)
"""Other words where a match has one segment."""
OF_ENTRIES: Final = frozenset({Next.DRAW_ROUND, Next.DRAW_MATCHES, Next.DRAW_WITH_SIT_OUTS})
"""The steps that give the number of entries, with the word for entries."""
ENTRIES_OF: Final[Mapping[str, Any]] = {
    "teams": ngettext_lazy("%(entries)s team", "%(entries)s teams", "entries"),
    "pairs": ngettext_lazy("%(entries)s pair", "%(entries)s pairs", "entries"),
}
ROBIN: Final = _("With a round robin everybody would meet everybody: %(robin)s rounds.")
ROBIN_IN_MINUTES: Final = _(
    "With a round robin everybody would meet everybody: %(robin)s rounds of %(minutes)s minutes, "
    "%(total)s minutes of play."
)
"""Where a round robin takes no more rounds than are planned; it is never chosen by itself."""
PLAYERS: Final = pgettext_lazy("so many players", "%(entries)s")
OUT_OF: Final[Mapping[str, Any]] = {
    "teams": pgettext_lazy("so many teams", "%(out)s"),
    "pairs": pgettext_lazy("so many pairs", "%(out)s"),
}
PLAYERS_OUT: Final = pgettext_lazy("so many players", "%(out)s")


def step_text(step: DueStep, *, form: str = "", segments: int = 0) -> str:
    """Return the next step as a sentence with the numbers of its tables.

    `form` is that of the event, `segments` the number of segments of a match.
    """
    values = dict(step.values)
    if step.code is Next.AWAIT_LINE_UPS and segments == 1:
        return str(AWAIT_MATCHES % values)
    if step.code is Next.ENTER_NAMES and form == Form.PAIRS:
        return str(ENTER_PAIRS % values)
    tables = wording.listed(str(number) for number in step.tables)
    if step.code in OF_ENTRIES:
        entries = str(ENTRIES_OF.get(form, PLAYERS) % values)
        out = str(OUT_OF.get(form, PLAYERS_OUT) % values) if "out" in values else ""
        sentence = wording.sentence(step.code, {**values, "entries": entries, "out": out})
        return wording.joined_sentences((sentence, _robin_text(values)))
    return wording.sentence(step.code, {**values, "tables": tables})


def _robin_text(values: Mapping[str, int]) -> str:
    """Return the sentence on a round robin that could be played instead; "" if there is none."""
    if not values.get("robin"):
        return ""
    words = ROBIN_IN_MINUTES if values["minutes"] else ROBIN
    return str(words % {**values, "total": values["robin"] * values["minutes"]})
