"""The words of standings: tie-breaks, withdrawals, and the official stage of results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import gettext, pgettext, pgettext_lazy

from tournaments import wording
from tournaments.models import Event, PublicationTerms
from tournaments.official.final import Final, FinalStage, OfficialVersion
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.unplayed_terms import CompensationBasis, WithdrawalNote
from tournaments.wording.values import signed

LISTS: wording.Names = {
    "usual": pgettext_lazy("tie-breaks", "Usual"),
    "without_lot": pgettext_lazy("tie-breaks", "Without a lot"),
    "swiss": pgettext_lazy("tie-breaks", "Swiss"),
    "round_robin": pgettext_lazy("tie-breaks", "Round robin"),
    "wins_first": pgettext_lazy("tie-breaks", "Wins before difference"),
    "net_first": pgettext_lazy("tie-breaks", "Difference first"),
    "teams_swiss": pgettext_lazy("tie-breaks", "Swiss of teams"),
    "teams_round_robin": pgettext_lazy("tie-breaks", "Round robin of teams"),
    "fewest_penalties": pgettext_lazy("tie-breaks", "Penalties, then games lost"),
    "deal": pgettext_lazy("tie-breaks", "A deal is played between equals"),
}
"""Names of the proposed lists of tie-breaks."""


def withdrawal_text(gone: WithdrawalNote | None) -> str:
    """Return the effect of a withdrawal on a match; empty if nobody withdrew."""
    if gone is None:
        return ""
    if gone.best is None:
        return gettext(
            "one side withdrew before half of its matches were played: none of these counts"
        )
    if gone.best in {CompensationBasis.AT_FAULT, CompensationBasis.AVERAGE_MINUS}:
        text = gettext("had withdrawn before, with an accepted reason: counts as %(best)s")
        return text % {"best": wording.sentence(gone.best)}
    text = gettext("the opponent withdrew: counts as %(best)s, the best of the alternatives")
    return text % {"best": wording.sentence(gone.best)}


def tie_breaks_text(tie_breaks: Iterable[TieBreak]) -> str:
    """Return tie-breaks as an ordered list."""
    between = pgettext("tie-breaks, one after the other", " → ")
    return between.join(wording.sentence(tie_break) for tie_break in tie_breaks)


def list_text(name: str, tie_breaks: Iterable[TieBreak]) -> str:
    """Return the name of a proposed list with its tie-breaks in order."""
    values = {"name": LISTS.get(name, name), "order": tie_breaks_text(tie_breaks)}
    return pgettext("tie-breaks", "%(name)s: %(order)s") % values


def round_sentences(event: Event, terms: PublicationTerms) -> tuple[str, ...]:
    """Return when a round was published, and until when it is corrected and appealed against."""
    round_ = terms.publication.round
    posted = (round_.closed_at if round_ else None) or terms.publication.created_at
    values = {"number": round_.number if round_ else 0, "time": day_and_hour(event, posted)}
    text = gettext("Results of round %(number)s posted %(time)s.") % values
    return (text, *_deadlines(event, terms, posted))


def final_sentences(event: Event, final: Final, open_matters: int = 0) -> tuple[str, ...]:
    """Return the stage of a final result; nothing for a result that was official from the first."""
    if final.stage is FinalStage.OFFICIAL and (final.number > 1 or final.was_on_notice):
        return (version_text(event, final.versions[-1]),)
    if final.stage is not FinalStage.NOTICE or final.terms is None or final.posted_at is None:
        return ()
    values = {
        "time": day_and_hour(event, final.posted_at),
        "official": posted_hour(event, final.terms.official_from, final.posted_at),
    }
    text = gettext("Final result on notice, posted %(time)s. Official from %(official)s on.")
    waiting = (
        (gettext("An appeal or another matter is open: the notice goes on until it is settled."),)
        if open_matters
        else ()
    )
    return (text % values, *_deadlines(event, final.terms, final.posted_at), *waiting)


def version_text(event: Event, version: OfficialVersion) -> str:
    """Return an official result with its number, time and reason."""
    values = {"number": version.number, "time": day_and_hour(event, version.at)}
    if version.number == 1:
        return gettext("Official result, %(time)s.") % values
    if not version.reason:
        return gettext("Official result, version %(number)s, %(time)s.") % values
    text = gettext("Official result, version %(number)s, %(time)s: %(reason)s")
    return text % {**values, "reason": version.reason}


def posted_hour(event: Event, at: datetime | None, posted: datetime) -> str:
    """Return a time on the day of a publication, with the day if it is another one."""
    if at is None:
        return ""
    zone = ZoneInfo(event.tournament.time_zone)
    local = timezone.localtime(at, zone)
    is_same_day = local.date() == timezone.localtime(posted, zone).date()
    return f"{local:%H:%M}" if is_same_day else day_and_hour(event, at)


def day_and_hour(event: Event, at: datetime) -> str:
    """Return a day and a time in the zone of the tournament.

    An English hour of twelve would end a sentence in two full stops: "9:31 p.m..".
    """
    local = timezone.localtime(at, ZoneInfo(event.tournament.time_zone))
    return f"{formats.date_format(local)} {local:%H:%M}"


def _deadlines(event: Event, terms: PublicationTerms, posted: datetime) -> Iterator[str]:
    corrections = posted_hour(event, terms.corrections_until, posted)
    appeals = posted_hour(event, terms.appeals_until, posted)
    if corrections and appeals:
        text = gettext("Corrections until %(corrections)s, appeals until %(appeals)s.")
        yield text % {"corrections": corrections, "appeals": appeals}
    elif corrections:
        yield gettext("Corrections until %(corrections)s.") % {"corrections": corrections}
    elif appeals:
        yield gettext("Appeals until %(appeals)s.") % {"appeals": appeals}


def published_row_text(row: Mapping[str, object], name: str) -> str:
    """Return a row of a published table: the rank, the entry, and the total."""
    values = {"place": row["place"], "name": name, "total": signed(Fraction(str(row["total"])))}
    return gettext("Place %(place)s: %(name)s, %(total)s") % values
