"""Who rules in an event, and until when: in an official competition an organiser's role is not
enough.

There the organiser appoints the referees and may be one of them; in a club event the organiser also
rules. The office that a ruling needs is determined in `referee.rulings.offices`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.db.models.expressions import Combinable
from django.utils import timezone

from tournaments.base.marked import marked_message
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Event, Membership, Role, Round, Sitting, User
from tournaments.rights import access
from tournaments.rights.held_offices import MadeChange
from tournaments.rights.roles import Visitor
from tournaments.structure.regulations import regulations_of

WITHOUT_OFFICE: Final = marked_message(Reason.WITHOUT_OFFICE.message)


def ruling_roles(roles: Iterable[Role], event: Event) -> frozenset[Role]:
    """Return the roles among these that allow to rule in an event."""
    kept = frozenset(roles)
    return kept - access.DIRECTORS if regulations_of(event).is_official else kept


def has_office(user: Visitor, event: Event, roles: Iterable[Role] = access.REFEREES) -> bool:
    """Whether an account rules in an event, or at some of its tables, by one of these roles."""
    return access.acts_in(user, event.tournament, ruling_roles(roles, event))


def only_organises(user: Visitor, event: Event, roles: Iterable[Role] = access.REFEREES) -> bool:
    """Whether an account has one of these roles, and rules by none of them."""
    every = frozenset(roles)
    held = access.acts_in(user, event.tournament, every)
    return held and not has_office(user, event, every)


def require_office(user: User, event: Event, roles: Iterable[Role] = access.REFEREES) -> None:
    """Raise PermissionDenied, with a sentence, for a mere organiser of an official competition."""
    if only_organises(user, event, roles):
        raise PermissionDenied(WITHOUT_OFFICE)


def denial(user: Visitor, event: Event) -> str:
    """Return why an organiser may not rule in an event, for the pages that show it; or empty."""
    return str(WITHOUT_OFFICE) if only_organises(user, event) else ""


def check_office(user: User, event: Event, roles: Iterable[Role] = access.REFEREES) -> None:
    """Raise Refused where `require_office` denies; for an operation, under the lock."""
    if only_organises(user, event, roles):
        raise Refused(refuse(Reason.WITHOUT_OFFICE))


def window_end(round_: Round) -> datetime | None:
    """Return until when every referee may change the results of a round; None while it is open."""
    if round_.closed_at is None:
        return None
    return round_.closed_at + timedelta(minutes=round_.event.correction_minutes)


def is_window_over(round_: Round) -> bool:
    """Whether only the chief referee and directors may still change the results of a round."""
    end = window_end(round_)
    return end is not None and timezone.now() > end


def correcting_roles(round_: Round) -> frozenset[Role]:
    """Return the roles that may change the results of a round now."""
    roles = access.CHIEFS if is_window_over(round_) else access.REFEREES
    return ruling_roles(roles, round_.event)


def check_change(user: User, *deals: Deal) -> None:
    """Raise Refused for an account that may not change the results of these deals now.

    For an operation, under the lock: since the request fetched them its role may have ended, or the
    correction period, or the round may be closed.
    """
    of_round = "segment__match__round"
    related = (f"{of_round}__event__tournament", f"{of_round}__event__regulations", "table")
    rows = Sitting.objects.select_related(*related).defer(f"{of_round}__reasons")
    for sitting in rows.filter(pk__in={deal.sitting_id for deal in deals}):
        round_ = sitting.segment.match.round
        event = round_.event
        check_office(user, event)
        held = access.roles_by_part(user, event.tournament)
        if not held.at(event.pk, sitting.table.number) & correcting_roles(round_):
            raise Refused(refuse(Reason.OFFICE_ENDED))


def check_change_by(made: MadeChange, *deals: Deal) -> None:
    """Raise Refused as `check_change` does for the account of a change; others are not asked."""
    user = User.objects.filter(uid=made.actor.uid).first() if made.actor.kind == "user" else None
    if user is not None:
        check_change(user, *deals)


def may_hear(event: Event) -> QuerySet[User, User]:
    """Return the accounts of an appeal committee: referees and jury of the event or of its club."""
    here = Q(tournament=event.tournament_id) | Q(club=event.tournament.club_id)
    of_event = Q(limits__isnull=True) | Q(limits__event=event)
    held = Membership.objects.filter(here, of_event, role__in=access.REFEREES | {Role.JURY})
    return User.objects.filter(pk__in=held.values("user"), is_active=True)


def chiefs_of(
    event: int | Combinable, tournament: int | Combinable
) -> QuerySet[Membership, Membership]:
    """Return the roles of the chief referees of an event, by its key and its tournament's."""
    of_event = Q(limits__isnull=True) | Q(limits__event=event)
    held = Membership.objects.filter(tournament=tournament, role=Role.CHIEF_REFEREE)
    return held.filter(of_event, user__is_active=True)


def has_chief(event: Event) -> bool:
    """Whether an event has a chief referee, or needs none because it is not official."""
    is_official = regulations_of(event).is_official
    return not is_official or chiefs_of(event.pk, event.tournament_id).exists()


def lacks_chief(event: Event) -> bool:
    """Whether the first draw of an official competition waits for a chief referee."""
    return not has_chief(event) and not event.rounds.filter(state__in=Round.PUBLIC).exists()
