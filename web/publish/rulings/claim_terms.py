"""How claims are decided in an event, as its regulations tell it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext

from referee.claims import policies
from tournaments.models import Event
from web.publish.shown_terms import Teller, TermText


def tell(event: Event) -> Sequence[TermText]:
    """Return how claims are decided, and who has to accept one, as the tablets have it."""
    policy = policies.policy_of(event)
    decided = TermText(gettext("A contested claim"), str(policy.mode.label))
    accepted = TermText(gettext("Who has to accept a claim"), str(policy.acceptors.label))
    return (decided, accepted) if policy.allows_claims else (decided,)


TELLERS: Final[tuple[Teller, ...]] = (tell,)
"""Who tells the public regulations of claims."""
