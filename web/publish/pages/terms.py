"""The regulations (规程) for the public: periods, walkovers, claims, handling of irregularities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext, ngettext, pgettext

from clubs.fees import currencies
from referee.claims import policies as claim_policies
from tournaments import wording
from tournaments.models import Appealable, Event
from tournaments.regulations import policies
from tournaments.structure.regulations import Regulations, regulations_of
from tournaments.wording.official.regulations import OPTIONS, POLICIES

DEPOSITS_IN = "CNY"


class TermText(NamedTuple):
    """A term in words; an advised term is for referees, and the program does not enforce it."""

    name: str
    words: str
    is_advice: bool = False


def terms(event: Event) -> tuple[TermText, ...]:
    """Return the terms of an event; a club event has none of an official competition's."""
    laid_down = regulations_of(event)
    official = _official(event, laid_down) if laid_down.is_official else ()
    chosen = policies.chosen(event).items()
    advised = (TermText(str(POLICIES[key]), str(OPTIONS[key][name]), True) for key, name in chosen)
    corrections = TermText(gettext("Corrections after a round"), _minutes(event.correction_minutes))
    return (corrections, *official, *_claims(event), *advised)


def _official(event: Event, laid_down: Regulations) -> Iterator[TermText]:
    yield TermText(
        gettext("Notice before the result is official"), _minutes(laid_down.notice_minutes)
    )
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
        plays = gettext("plays with a stand-in"), gettext("does not play and forfeits the round")
        words = plays[0] if laid_down.stand_in_for_suspended else plays[1]
        yield TermText(gettext("Partner of a suspended player"), words)
    points = {"points": laid_down.walkover_points}
    yield TermText(gettext("A walkover, if points rank"), gettext("±%(points)s a deal") % points)


def _claims(event: Event) -> Iterator[TermText]:
    """Yield how claims are decided, and who has to accept one, as on the tablets."""
    policy = claim_policies.policy_of(event)
    yield TermText(gettext("A contested claim"), str(policy.mode.label))
    if policy.allows_claims:
        yield TermText(gettext("Who has to accept a claim"), str(policy.acceptors.label))


def _minutes(number: int) -> str:
    text = ngettext("%(number)s minute", "%(number)s minutes", number)
    return text % {"number": number}
