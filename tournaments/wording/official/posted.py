"""The words of posted results: deadlines, the notice of a final result, its official versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import gettext

from tournaments.models import Event, PublicationTerms
from tournaments.official.final import Final, FinalStage, OfficialVersion
from tournaments.wording.numbers import signed


def round_sentences(event: Event, terms: PublicationTerms) -> tuple[str, ...]:
    """Return when a round was posted, and until when it is corrected and appealed against."""
    round_ = terms.publication.round
    posted = (round_.closed_at if round_ else None) or terms.publication.created_at
    values = {"number": round_.number if round_ else 0, "time": day_and_hour(event, posted)}
    text = gettext("Results of round %(number)s posted %(time)s.") % values
    return (text, *_deadlines(event, terms, posted))


def final_sentences(event: Event, final: Final, open_matters: int = 0) -> tuple[str, ...]:
    """Return how far a final result is; nothing of a result that was official from the first."""
    if final.stage is FinalStage.OFFICIAL and (final.number > 1 or final.was_on_notice):
        return (version_text(event, final.versions[-1]),)
    if final.stage is not FinalStage.NOTICE or final.terms is None or final.posted_at is None:
        return ()
    values = {
        "time": day_and_hour(event, final.posted_at),
        "official": hour(event, final.terms.official_from, final.posted_at),
    }
    text = gettext("Final result on notice, posted %(time)s. Official from %(official)s on.")
    waiting = (
        (gettext("An appeal or another matter is open: the notice goes on until it is settled."),)
        if open_matters
        else ()
    )
    return (text % values, *_deadlines(event, final.terms, final.posted_at), *waiting)


def version_text(event: Event, version: OfficialVersion) -> str:
    """Return an official result with its number, hour and reason."""
    values = {"number": version.number, "time": day_and_hour(event, version.at)}
    if version.number == 1:
        return gettext("Official result, %(time)s.") % values
    if not version.reason:
        return gettext("Official result, version %(number)s, %(time)s.") % values
    text = gettext("Official result, version %(number)s, %(time)s: %(reason)s")
    return text % {**values, "reason": version.reason}


def hour(event: Event, at: datetime | None, posted: datetime) -> str:
    """Return an hour of the day of a posting, with the day where it is another one."""
    if at is None:
        return ""
    zone = ZoneInfo(event.tournament.time_zone)
    local = timezone.localtime(at, zone)
    is_same_day = local.date() == timezone.localtime(posted, zone).date()
    return f"{local:%H:%M}" if is_same_day else day_and_hour(event, at)


def day_and_hour(event: Event, at: datetime) -> str:
    """Return a day and an hour where the tournament is."""
    local = timezone.localtime(at, ZoneInfo(event.tournament.time_zone))
    return formats.date_format(local, "DATETIME_FORMAT")


def _deadlines(event: Event, terms: PublicationTerms, posted: datetime) -> Iterator[str]:
    corrections = hour(event, terms.corrections_until, posted)
    appeals = hour(event, terms.appeals_until, posted)
    if corrections and appeals:
        text = gettext("Corrections until %(corrections)s, appeals until %(appeals)s.")
        yield text % {"corrections": corrections, "appeals": appeals}
    elif corrections:
        yield gettext("Corrections until %(corrections)s.") % {"corrections": corrections}
    elif appeals:
        yield gettext("Appeals until %(appeals)s.") % {"appeals": appeals}


def row_text(row: Mapping[str, object], name: str) -> str:
    """Return a row of a published table: the place, who has it, and the total."""
    values = {"place": row["place"], "name": name, "total": signed(Fraction(str(row["total"])))}
    return gettext("Place %(place)s: %(name)s, %(total)s") % values
