"""The words of seasons: refusals, scales, and what parted equals in the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.seasons import scales
from clubs.seasons.scales import Band, Template
from clubs.seasons.table import Decider, TableRow
from tournaments import wording
from tournaments.models import Season, Sharing
from tournaments.wording.numbers import unsigned

PLACES: Final = dict(
    enumerate(
        (
            pgettext_lazy("certificate", "first place"),
            pgettext_lazy("certificate", "second place"),
            pgettext_lazy("certificate", "third place"),
            pgettext_lazy("certificate", "fourth place"),
            pgettext_lazy("certificate", "fifth place"),
            pgettext_lazy("certificate", "sixth place"),
            pgettext_lazy("certificate", "seventh place"),
            pgettext_lazy("certificate", "eighth place"),
            pgettext_lazy("certificate", "ninth place"),
            pgettext_lazy("certificate", "tenth place"),
        ),
        1,
    )
)
TEMPLATES: Final = {
    Template.BY_ENTRIES: _("by the number of entries"),
    Template.EVENING: _("the same for every evening: 10, 8, 6, 5 …"),
    Template.LINEAR: _("one point for the last place, one more for each before it"),
    Template.FIRST_THREE: _("the first three alone: 3, 2, 1"),
}


def decided_text(row: TableRow) -> str:
    """Return why a person ranks before or behind equals; empty where the points did it."""
    if row.shared:
        return gettext("tied")
    if row.decided_by is None:
        return ""
    values = {Decider.WINS: row.wins, Decider.BEST_PLACE: row.best_place or "–"}
    return wording.sentence(row.decided_by, {"value": values.get(row.decided_by, "")})


def place_text(row: TableRow) -> str:
    """Return the place of a person as a certificate names it."""
    named = PLACES.get(row.rank)
    text = str(named) if named else gettext("place %(rank)s") % {"rank": row.rank}
    return gettext("shared %(place)s") % {"place": text} if row.shared else text


def band_title(scale: scales.Scale, band: Band) -> str:
    """Return for how many entries a band of a scale is."""
    later = [each.start for each in scale if each.start > band.start]
    if not later:
        return gettext("%(first)s and more") % {"first": band.start}
    return f"{band.start}–{later[0] - 1}" if later[0] - 1 > band.start else str(band.start)


def band_text(band: Band) -> str:
    """Return the points of a band, the first place first."""
    if band.linear:
        return gettext("as many as entries from this place on")
    texts = [unsigned(points) for points in band.points]
    if band.rest:
        texts.append(gettext("then %(points)s each") % {"points": unsigned(band.rest)})
    return wording.listed(texts)


def rule_sentences(season: Season) -> list[str]:
    """Return how a season is reckoned, in sentences."""
    texts = [_whose_points(season)]
    texts.append(gettext("Equals share the points of the places that they hold together."))
    if season.best_of:
        text = ngettext(
            "The best event of each person counts.",
            "The best %(number)s events of each person count.",
            season.best_of,
        )
        texts.append(text % {"number": season.best_of})
    else:
        texts.append(gettext("All events count."))
    if season.attendance:
        text = ngettext(
            "Whoever plays in an event has %(points)s point for attendance.",
            "Whoever plays in an event has %(points)s points for attendance.",
            1 if season.attendance == 1 else 2,
        )
        texts.append(text % {"points": unsigned(season.attendance)})
    texts.append(
        gettext("The members of a pair or a team divide its points, without stand-ins.")
        if season.sharing == Sharing.DIVIDED
        else gettext("Each member of a pair or a team has all its points, but no stand-in.")
    )
    texts.append(
        gettext("Guests have points as members have.")
        if season.counts_guests
        else gettext("Guests hold their places and have no points.")
    )
    texts.append(
        gettext(
            "With equal points, events won decide, then the best place, then the last event; "
            "who is equal still shares the rank."
        )
    )
    return texts


def _whose_points(season: Season) -> str:
    if season.granted_by:
        text = gettext("The points are master points, granted by %(association)s.")
        return text % {"association": season.granted_by}
    return gettext("The points are the club's own, and of no association.")


def points_text(points: Fraction, season: Season) -> str:
    """Return an amount of points with its name: the club's own, or those of an association."""
    named = (
        gettext("%(points)s master points")
        if season.granted_by
        else gettext("%(points)s club points")
    )
    return named % {"points": unsigned(points)}
