"""Proof that an official was shown the effect of a decision before taking it.

A page puts a seal of what it shows into its form; the operation requires the seal of exactly that.
Whether those who are decided on have left the event is a part of it: what they are given still
counts for what they have played, so nothing is refused, but the official is to know it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext

from referee.rulings.proposals import Proposal
from tournaments import wording
from tournaments.models import Entry, User
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


def departures(entries: Iterable[Entry]) -> list[list[Any]]:
    """Return which of these entries have left the event, and how, in the form that is sealed."""
    gone = {row.number: row for row in entries if row.state == Entry.State.WITHDRAWN}
    return [
        [number, row.to_round, row.disqualified, row.results_cancelled]
        for number, row in sorted(gone.items())
    ]


def departure_texts(named: Iterable[tuple[Entry, str]]) -> list[str]:
    """Return a sentence for each of these entries, with their names, that has left the event."""
    gone = {row.number: (row, name) for row, name in named if row.state == Entry.State.WITHDRAWN}
    return [_departure_text(*each) for _number, each in sorted(gone.items())]


def _departure_text(entry: Entry, name: str) -> str:
    if entry.disqualified and entry.to_round:
        left = gettext("%(name)s was disqualified after round %(number)s.")
    elif entry.disqualified:
        left = gettext("%(name)s was disqualified.")
    elif entry.to_round:
        left = gettext("%(name)s withdrew after round %(number)s.")
    else:
        left = gettext("%(name)s has withdrawn.")
    counts = gettext("What is given now still counts for what it has played.")
    if entry.results_cancelled:
        counts = gettext("Its results are cancelled.")
    return wording.joined_sentences([left % {"name": name, "number": entry.to_round}, counts])


def name_with_departure(entry: Entry, name: str) -> str:
    """Return the name of an entry in a list of choices, and whether it has left the event."""
    if entry.state != Entry.State.WITHDRAWN:
        return name
    if entry.disqualified:
        return gettext("%(name)s (disqualified)") % {"name": name}
    return gettext("%(name)s (withdrawn)") % {"name": name}
