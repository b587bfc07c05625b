"""规程 as strangers read it: periods, walkovers, claims, and how irregularities are dealt with."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext, pgettext

from clubs.fees import currencies
from tournaments import wording
from tournaments.models import Appealable, Event
from tournaments.regulations import policies
from tournaments.structure.regulations import Regulations, regulations_of
from tournaments.wording.official.regulations import OPTIONS, POLICIES
from web.publish import shown_terms
from web.publish.shown_terms import TermText

DEPOSITS_IN = "CNY"


def terms(event: Event) -> tuple[TermText, ...]:
    """Return the terms of an event; a club event has none of the larger size's."""
    laid_down = regulations_of(event)
    official = _official(event, laid_down) if laid_down.is_official else ()
    chosen = policies.chosen(event).items()
    advised = (TermText(str(POLICIES[key]), str(OPTIONS[key][name]), True) for key, name in chosen)
    corrections = TermText(gettext("Corrections after a round"), _minutes(event.correction_minutes))
    return (corrections, *official, *shown_terms.terms_of(event), *advised)


def _official(event: Event, laid_down: Regulations) -> Iterator[TermText]:
    yield TermText(gettext("Posted before it is official"), _minutes(laid_down.notice_minutes))
    yield TermText(gettext("Appeals after a round"), _minutes(laid_down.appeal_minutes))
    yield TermText(gettext("Appeals after the last round"), _minutes(laid_down.last_appeal_minutes))
    nothing = pgettext("can be appealed against", "nothing")
    names = [str(each.label) for each in Appealable if each in laid_down.appealable]
    yield TermText(gettext("What can be appealed against"), wording.listed(names) or nothing)
    deposit = currencies.as_text(laid_down.deposit, DEPOSITS_IN)
    values = {"amount": deposit}
    yield TermText(
        gettext("Deposit of an appeal"),
        gettext("%(amount)s yuan") % values if laid_down.deposit else gettext("none"),
    )
    yield TermText(gettext("Forfeit by lateness"), _minutes(laid_down.forfeit_minutes))
    if event.form == Event.Form.PAIRS:
        plays = gettext("plays with a stand-in"), gettext("does not play: the round is forfeited")
        words = plays[0] if laid_down.stand_in_for_suspended else plays[1]
        yield TermText(gettext("The partner of who is suspended"), words)
    points = {"points": laid_down.walkover_points}
    yield TermText(gettext("A walkover, where points rank"), gettext("±%(points)s a deal") % points)


def _minutes(number: int) -> str:
    text = ngettext("%(number)s minute", "%(number)s minutes", number)
    return text % {"number": number}
