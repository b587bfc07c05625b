"""Claims and what was decided of them, as sentences that name seats only.

Of a sealed board only the fact may be shown: a text may name cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import formats, timezone
from django.utils.translation import gettext

from referee.claims import states
from referee.models import Claim, ClaimDecision, ClaimKind, ClaimMode, ClaimState, ClaimStep
from tournaments import wording

GIVEN_AWAY: Final = "given_away"
"""余下不收 that says who gets which card still out."""


def claim_text(claim: Claim, *, sealed: bool = False) -> str:
    """Return who claimed what, when, and who accepted it, as sentences that name seats only.

    For a sealed board only the fact of the claim is stated.
    """
    contested = gettext("The claim was contested.") if claim.contested else ""
    seats = {"seats": wording.seat_list(claim.accepted)}
    accepted = gettext("Accepted by %(seats)s.") % seats if claim.accepted else ""
    return wording.joined_sentences([_claim_sentence(claim, sealed=sealed), accepted, contested])


def decision_text(decision: ClaimDecision, *, sealed: bool = False) -> str:
    """Return what the referee decided of a claim, with the reason and the article.

    For a sealed board only the fact of the decision is stated, because what is typed may name
    cards: the reason, and the article as well.
    """
    if sealed:
        return gettext("The referee decided the claim.")
    values = {"allocation": allocation_text(decision.allocation)}
    parts = [
        gettext("The referee decided: %(allocation)s.") % values,
        gettext("Reason: %(reason)s") % {"reason": decision.reason},
    ]
    if decision.article:
        parts.append(gettext("Article: %(article)s") % {"article": decision.article})
    return wording.joined_sentences(parts)


def claim_texts(claim: Claim, *, sealed: bool) -> list[str]:
    """Return a claim and what was decided of it, if anything was."""
    decision = getattr(claim, "decision", None)
    decided = [decision_text(decision, sealed=sealed)] if decision else []
    return [claim_text(claim, sealed=sealed), *decided]


def ending_text(claim: Claim) -> str:
    """Return who ended a claim, when and how, with the decision; empty while it is open."""
    state, decision = states.state_of(claim), getattr(claim, "decision", None)
    if state in states.OPEN:
        return ""
    step = claim.steps.select_related("official").order_by("number").last()
    ended: ClaimStep | ClaimDecision | None = step or decision
    if ended is None:
        return ""
    values = {
        "who": ended.official.called if ended.official else gettext("The table"),
        "when": _hour_text(claim, ended.created_at),
    }
    mode = step.mode if step else ""
    decided = decision_text(decision) if decision and state == ClaimState.DECIDED else ""
    return wording.joined_sentences([_ending_sentence(state, mode) % values, decided])


def _ending_sentence(state: ClaimState, mode: str) -> str:
    if mode == ClaimMode.PLAY_ON_FACED:
        return gettext("%(who)s decided this claim at %(when)s: the rest is played out.")
    words = {
        ClaimState.DECIDED: gettext("%(who)s decided this claim at %(when)s."),
        ClaimState.AGREED: gettext("%(who)s left this claim as agreed at %(when)s."),
        ClaimState.WITHDRAWN: gettext(
            "%(who)s sent a newer sheet at %(when)s, which replaces this claim."
        ),
        ClaimState.CANCELLED: gettext(
            "%(who)s settled the deal in another way at %(when)s, which ended this claim."
        ),
    }
    return words[state]


def _hour_text(claim: Claim, moment: datetime) -> str:
    """Return a time in the zone of the tournament, with the day unless it is today."""
    zone = ZoneInfo(claim.deal.event.tournament.time_zone)
    local, today = timezone.localtime(moment, zone), timezone.localtime(timezone=zone).date()
    return formats.date_format(local, "H:i" if local.date() == today else "m-d H:i")


def allocation_text(allocation: Mapping[str, Sequence[str]]) -> str:
    """Return which seat gets which cards."""
    shares = [
        gettext("%(cards)s to %(seat)s")
        % {"cards": wording.card_list(cards), "seat": wording.seat_name(seat)}
        for seat, cards in allocation.items()
        if cards
    ]
    return wording.listed(shares) if shares else gettext("no scoring card to anybody")


def _claim_sentence(claim: Claim, *, sealed: bool) -> str:
    seat, values = wording.seat_name(claim.seat), {"allocation": allocation_text(claim.allocation)}
    if sealed:
        return (
            gettext("%(when)s %(seat)s claimed.") % {"seat": seat, "when": _claim_time(claim)}
        ).strip()
    words = {
        ClaimKind.ALL.value: gettext("%(when)s %(seat)s claimed all the rest."),
        ClaimKind.NONE.value: gettext("%(when)s %(seat)s claimed to win none of the rest."),
        GIVEN_AWAY: gettext("%(when)s %(seat)s claimed to win none of the rest: %(allocation)s."),
        ClaimKind.ALLOCATION.value: gettext("%(when)s %(seat)s claimed: %(allocation)s."),
        ClaimKind.NOTHING_LEFT.value: gettext(
            "%(when)s %(seat)s claimed that no scoring card is left."
        ),
        ClaimKind.CONCEDE.value: gettext("%(when)s %(seat)s conceded: %(allocation)s."),
    }
    is_given_away = claim.kind == ClaimKind.NONE and any(claim.allocation.values())
    kind = GIVEN_AWAY if is_given_away else claim.kind
    return (words[kind] % {**values, "seat": seat, "when": _claim_time(claim)}).strip()


def _claim_time(claim: Claim) -> str:
    if claim.after_trick is None:
        return ""
    if claim.after_trick == 0:
        return gettext("Before the first trick,")
    return gettext("After trick %(trick)s,") % {"trick": claim.after_trick}
