"""The words of seasons: refusals, scales, and tie-breaks of the table."""

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
from tournaments.wording.values import unsigned

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
    """Return why a person is ranked before or behind equals; empty if the points decided."""
    if row.shared:
        return gettext("tied")
    if row.decided_by is None:
        return ""
    values = {Decider.WINS: row.wins, Decider.BEST_PLACE: row.best_place or "–"}
    return wording.sentence(row.decided_by, {"value": values.get(row.decided_by, "")})


def place_text(row: TableRow) -> str:
    """Return the rank of a person as a certificate names it."""
    named = PLACES.get(row.rank)
    text = str(named) if named else gettext("place %(rank)s") % {"rank": row.rank}
    return gettext("joint %(place)s") % {"place": text} if row.shared else text


def band_title(scale: scales.Scale, band: Band) -> str:
    """Return the numbers of entries for which a band of a scale applies."""
    later = [each.start for each in scale if each.start > band.start]
    if not later:
        return gettext("%(first)s or more") % {"first": band.start}
    return f"{band.start}–{later[0] - 1}" if later[0] - 1 > band.start else str(band.start)


def band_text(band: Band) -> str:
    """Return the points of a band, the first place first."""
    if band.linear:
        return gettext("one for each entry from this place down")
    texts = [unsigned(points) for points in band.points]
    if band.rest:
        texts.append(gettext("then %(points)s each") % {"points": unsigned(band.rest)})
    return wording.listed(texts)


def rule_sentences(season: Season) -> list[str]:
    """Return the rules of a season in sentences."""
    texts = [_whose_points(season)]
    texts.append(gettext("Players who tie share the points of the places they take up."))
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
            "Every event played earns %(points)s point for attendance.",
            "Every event played earns %(points)s points for attendance.",
            _plural(season.attendance),
        )
        texts.append(text % {"points": unsigned(season.attendance)})
    texts.append(
        gettext("The members of a pair or team split its points; stand-ins get none.")
        if season.sharing == Sharing.DIVIDED
        else gettext("Every member of a pair or team gets its points in full; stand-ins get none.")
    )
    texts.append(
        gettext("Guests earn points as members do.")
        if season.counts_guests
        else gettext("Guests keep their places but earn no points.")
    )
    texts.append(
        gettext(
            "Ties on points are broken by events won, then the best place, then the last event; "
            "players still level share the rank."
        )
    )
    return texts


def _whose_points(season: Season) -> str:
    if season.granted_by:
        text = gettext("The points are master points, granted by %(association)s.")
        return text % {"association": season.granted_by}
    return gettext("These are the club's own points, not an association's.")


def points_text(points: Fraction, season: Season) -> str:
    """Return an amount of points with its name: the club's own, or those of an association."""
    number = _plural(points)
    named = (
        ngettext("%(points)s master point", "%(points)s master points", number)
        if season.granted_by
        else ngettext("%(points)s club point", "%(points)s club points", number)
    )
    return named % {"points": unsigned(points)}


def _plural(points: Fraction) -> int:
    """Return a whole number for the choice of a plural: a half is no single point."""
    return 1 if points == 1 else 2
