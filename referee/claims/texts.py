"""Claims and what was decided of them, as sentences that name seats only.

Of a sealed board only the fact may be shown: a text may name cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext

from referee.models import Claim, ClaimDecision, ClaimKind
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
