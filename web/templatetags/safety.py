"""The warnings of the installation on every page of the desk: address, backups, disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils import timezone

from tournaments import wording
from tournaments.models import Installation, Tournament, User
from tournaments.rights import access
from tournaments.system import installation
from web.publish import address
from web.publish.alerts import alert_bar

register = template.Library()


@dataclass(frozen=True, slots=True)
class SafetyNews:
    """A changed address, a failed backup, a problem of the disk, and the club whose page says more.

    `printed` is the address that is still on the cards of the tables. `near`: the copies lie on the
    disk of the data.
    """

    moved: str = ""
    printed: str = ""
    fault: str = ""
    club: str = ""
    disk: str = ""
    near: bool = False


@register.simple_tag(takes_context=True)
def installation_news(context: Context) -> SafetyNews | None:
    """Return the warnings for the account; None where there are none."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if not isinstance(request, HttpRequest) or not isinstance(user, User):
        return None
    trouble = installation.disk_fault()
    disk = wording.problem_text(trouble) if trouble else ""
    if _only_serves(context, user):
        return SafetyNews(disk=disk) if disk else None
    now = alert_bar.installation_of(request)
    moved = address.changed_address(request, now.address)
    problem = installation.fault(now, timezone.now())
    near = _is_near(request, now)
    if not (moved or problem or near) or not access.directs_anything(user):
        # A problem of the disk is shown to everybody who is signed in.
        return SafetyNews(disk=disk) if disk else None
    club = access.clubs_directed_by(user).first()
    fault = wording.problem_text(problem) if problem else ""
    return SafetyNews(moved, now.address, fault, club.uid if club else "", disk, near)


def _is_near(request: HttpRequest, now: Installation) -> bool:
    """Whether the first page of the desk says that the copies lie on the disk of the data."""
    match = request.resolver_match
    is_first = match is not None and match.url_name == "desk"
    return (
        is_first and bool(now.copies_to) and installation.is_on_the_same_disk(Path(now.copies_to))
    )


def _only_serves(context: Context, user: User) -> bool:
    """Whether the page is of a tournament in which the account directs nothing, without a query."""
    shown = context.get("tournament") or getattr(context.get("event"), "tournament", None)
    if not isinstance(shown, Tournament) or access.HELD not in vars(shown):
        return False
    return not access.roles_in(user, shown) & access.DIRECTORS
