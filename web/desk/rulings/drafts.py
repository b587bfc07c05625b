"""Drafts of suspensions for two yellow cards: the pending ones, and their form's initial values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext

from referee.base.case_numbers import number_text
from referee.models import SuspensionReach
from referee.rulings import two_cards
from referee.rulings.two_cards import TwoCards
from tournaments import wording
from tournaments.models import Event, Tournament
from tournaments.regulations.articles import Level
from tournaments.rights import access
from web.desk.rulings import sources
from web.forms.requests import DeskRequest


def waiting(
    request: DeskRequest, tournament: Tournament, events: Iterable[Event]
) -> list[tuple[Event, str]]:
    """Return who has two yellow cards that await the chief referee, each name with its event."""
    if not access.roles_in(request.user, tournament) & access.CHIEFS:
        return []
    return [(event, two.name) for event in events for two in two_cards.waiting_pairs(event)]


def in_doubt(
    request: DeskRequest, tournament: Tournament, events: Iterable[Event]
) -> list[tuple[Event, str]]:
    """Return whose suspension has an annulled card and awaits the chief referee, with the event."""
    if not access.roles_in(request.user, tournament) & access.CHIEFS:
        return []
    rows = ((event, row) for event in events for row in two_cards.doubtful_in_event(event))
    return [(event, two_cards.card_holder(row.second)) for event, row in rows]


def initial(two: TwoCards) -> dict[str, Any]:
    """Return the initial values of the form, which name both rulings."""
    row, numbers = two.second, wording.listed(map(number_text, two.cases))
    entry, person = row.entry.uid, row.person
    whom = f"entry:{entry}"
    if person is not None and row.entry.members.count() > 1:
        whom = f"{sources.MEMBER}{entry}:{person.uid}"
    return {
        "whom": [whom],
        "level": Level.L8.value,
        "reach": SuspensionReach.NEXT_ROUND,
        "own_article": gettext("Second yellow card of this stage"),
        "facts": gettext("Yellow cards: %(numbers)s") % {"numbers": numbers},
        "cards": row.uid,
    }
