"""What directors are told on every page of the desk while something is amiss."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils import timezone

from tournaments import access, wording
from tournaments.models import User
from tournaments.publish import address
from tournaments.system import installation

register = template.Library()


@dataclass(frozen=True, slots=True)
class News:
    """A new address, a copy that could not be made, the disk; the club whose page says more.

    `printed` is the address that the cards of the tables still bear.
    """

    moved: str = ""
    printed: str = ""
    fault: str = ""
    club: str = ""
    disk: str = ""


@register.simple_tag(takes_context=True)
def installation_news(context: Context) -> News | None:
    """Return what directors have to know; None where all is well or somebody else asks."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if not isinstance(request, HttpRequest) or not isinstance(user, User):
        return None
    trouble = installation.disk_fault()
    disk = wording.problem_text(trouble) if trouble else ""
    now = installation.current()
    moved = address.moved(request, now.address)
    problem = installation.fault(now, timezone.now())
    if not (moved or problem) or not access.directs_anything(user):
        # The disk concerns whoever enters anything.
        return News(disk=disk) if disk else None
    club = access.clubs_directed_by(user).first()
    fault = wording.problem_text(problem) if problem else ""
    return News(moved, now.address, fault, club.uid if club else "", disk)
