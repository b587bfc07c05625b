"""What the desk says to the hall by one button; it expires when the clock moves."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

ANNOUNCEMENTS: Final = (
    (_("To your seats"), _("To your seats, please: the round is about to begin.")),
    (_("Two minutes left"), _("Two minutes left. Finish your deal, and begin no other.")),
)
"""What the desk says to the hall by one button, and how it reads on screens and tablets."""

WITHOUT_CLOCK: Final = (
    ANNOUNCEMENTS[0],
    (pgettext_lazy("announcement", "Begin"), _("The round begins. Please play.")),
    ANNOUNCEMENTS[1],
    (pgettext_lazy("announcement", "Stop"), _("Time. Finish the deal that has begun, then stop.")),
)
"""The same of a round that no clock starts and ends."""


def announcements(*, has_clock: bool = False) -> list[tuple[str, str]]:
    """Return the announcements of a round: the words of a button, and the notice that it sets."""
    offered = ANNOUNCEMENTS if has_clock else WITHOUT_CLOCK
    return [(str(button), str(notice)) for button, notice in offered]


def is_announcement(notice: str) -> bool:
    """Whether a notice is an announcement in any supported language, which expires by itself."""
    known = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            known |= {notice for _button, notice in announcements()}
    return notice in known
