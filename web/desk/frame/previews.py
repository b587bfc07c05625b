"""Proof that an official was shown the effect of a decision before taking it.

A page puts a seal of what it shows into its form; the operation requires the seal of exactly that.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext

from referee.rulings.proposals import Proposal
from tournaments.models import User
from tournaments.record.digest import canonical

_SALT: Final = "huapai.preview"


def seal(user: User, *shown: Any) -> str:
    """Return the seal of what an official was shown; only this installation can make it."""
    mac = salted_hmac(_SALT, canonical([user.pk, *shown]), algorithm="sha256")
    return mac.hexdigest()


def was_shown(sealed: str, user: User, *shown: Any) -> bool:
    """Whether a form carries the seal of exactly this, made for the same official."""
    return constant_time_compare(sealed, seal(user, *shown))


def tell_of_change(request: HttpRequest) -> None:
    """Tell an official that what is shown now is no longer what was shown before."""
    text = gettext("This has changed since it was shown to you. Check it again.")
    messages.warning(request, text)


def follows(proposal: Proposal | None) -> str:
    """Return what a proposal imposes on whom, in the form that is sealed; empty for None."""
    if proposal is None:
        return ""
    given = [[row.level.value, str(row.points)] for row in proposal.sanctions]
    return canonical([given, proposal.is_second_card])
