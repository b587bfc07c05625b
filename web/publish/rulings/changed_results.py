"""A result that replaced another one, in words: its version and what it changed."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext

from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Result
from tournaments.wording import result_words, signed


def change_text(row: Result) -> str:
    """Return what a result is now, and the points of seats where they have changed."""
    return join_facts(*change_lines(row))


def change_lines(row: Result) -> list[str]:
    """Return the same in parts: the version and its kind, then each seat that has changed."""
    old_scores = row.retires.settlement.get("scores", {}) if row.retires else {}
    new_scores: Mapping[str, int] = row.settlement.get("scores", {})
    changes = [
        gettext("%(seat)s %(before)s, now %(after)s")
        % {
            "seat": wording.seat_name(seat),
            "before": _points_text(old_scores, seat),
            "after": _points_text(new_scores, seat),
        }
        for seat in new_scores or old_scores
        if old_scores.get(seat) != new_scores.get(seat)
    ]
    version = gettext("Version %(number)s") % {"number": row.version}
    return [join_facts(version, result_words.result_kind_text(row)), *changes]


def _points_text(scores: Mapping[str, int], seat: str) -> str:
    return signed(scores[seat]) if seat in scores else "—"
