"""The certificate of a person in a season, in words: its page and its PDF say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import Http404
from django.utils import formats
from django.utils.translation import get_language, gettext, ngettext, pgettext

from clubs.seasons import reading
from clubs.seasons.reading import SeasonRow, SeasonView
from clubs.wording import season_table
from tournaments.base.separators import join_facts
from tournaments.models import Season, SeasonState
from web.publish.pdf import certificate as paper
from web.publish.pdf.certificate import Certificate
from web.publish.seals.bearers import seals_of_bearers
from web.publish.seals.club_face import mark_of

MEDALS: Final = (1, 2, 3)
"""The places with a medal."""


@dataclass(frozen=True, slots=True)
class CertificatePage:
    """What the page of a certificate shows."""

    view: SeasonView
    each: SeasonRow
    certificate: Certificate

    @property
    def season(self) -> Season:
        """The season."""
        return self.view.season

    @property
    def is_specimen(self) -> bool:
        """Whether the place can still change."""
        return bool(self.certificate.mark)


def read(view: SeasonView, uid: str) -> CertificatePage:
    """Return the page of a certificate. Raises Http404 for a person without consent to a page."""
    each = view.find(uid)
    if each is None or not each.person.shown:
        raise Http404
    return CertificatePage(
        view, each, certificate(view, each, reading.certificate_numbers(view)[each.person])
    )


def draw(view: SeasonView, rows: Sequence[SeasonRow]) -> bytes:
    """Return the certificates of persons as a PDF, one on a page.

    Until the season is finished they are specimens, and marked so.
    """
    numbers = reading.certificate_numbers(view)
    named = [certificate(view, each, numbers[each.person]) for each in rows]
    title = join_facts(gettext("Certificate"), view.season.name)
    font = Path(settings.FONT_PATH) if settings.FONT_PATH else None
    return paper.render(named, title, get_language() or settings.LANGUAGE_CODE, font)


def certificate(view: SeasonView, each: SeasonRow, line: str) -> Certificate:
    """Return what the certificate with the number `line` says, in the active language.

    Until the season is finished it is a specimen, and marked so.
    """
    season, row = view.season, each.row
    earned = {
        "points": season_table.points_text(row.total, season),
        "events": ngettext("%(number)s event", "%(number)s events", row.events)
        % {"number": row.events},
    }
    shown = seals_of_bearers([(each.person.name, each.person.uid)])
    return Certificate(
        over=join_facts(*(club.name for club in view.clubs)),
        title=gettext("Certificate of honour"),
        lead=gettext("This is to certify that"),
        name=each.person.name,
        occasion=gettext("has taken, in the season %(season)s,") % {"season": season.name},
        place=season_table.place_text(row),
        detail=gettext("with %(points)s from %(events)s.") % earned,
        number=gettext("Certificate no. %(number)s") % {"number": line},
        signature=pgettext("certificate", "Signature"),
        organiser=pgettext("certificate", "Organiser (seal)"),
        club=season.club.name,
        day=formats.date_format(reading.certificate_day(view), "DATE_FORMAT"),
        medal=row.rank if row.rank in MEDALS else 0,
        mark=_mark(season),
        seal=shown.seals[0].shape if shown.seals else None,
        club_mark=mark_of(season.club),
        is_by_club=shown.by_club,
    )


def _mark(season: Season) -> str:
    is_final = season.state == SeasonState.FINISHED
    return "" if is_final else pgettext("across a paper", "SPECIMEN")
