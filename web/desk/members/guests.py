"""Guests beside members of the same name: those of an event, and those of the whole club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import redirect
from django.utils.translation import ngettext

from clubs.members import guests
from clubs.members.guests import Compared, GuestAnswer
from tournaments import wording
from tournaments.models import Club, Event, Person
from tournaments.persons import matching
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS
from web.desk.frame import fetch
from web.desk.frame.name_folds import FIND, NamedRow, folded
from web.desk.frame.views import Shown, actor, page
from web.forms import sent
from web.forms.requests import DeskRequest

PAGE: Final = 50


@page(fetch.event, DIRECTORS, "desk/members/guests.html", change=DIRECTORS, shows_contacts=True)
def of_event(request: DeskRequest, event: Event) -> Shown:
    """Show the guests of an event; on POST make them members, or merge them with members."""
    club = access.club_as(request.user, event.tournament.club.uid, access.DIRECTORS)
    rows = guests.compared(club, list(guests.of_event(event)))
    is_searching = FIND in request.POST
    if request.method == "POST" and not is_searching:
        is_done = _settle(request, club, rows)
        return redirect("desk_entries" if is_done else "desk_entries_guests", event.uid)
    plain = [row.guest for row in rows if not row.members]
    ticked = set(sent.uids(request.POST, "person") if is_searching else [one.uid for one in plain])
    return {
        "event": event,
        "club": club,
        "guests": plain,
        "folds": folded(request, (_row(one, is_ticked=one.uid in ticked) for one in plain)),
        **_guests_in_question(rows, request.POST),
    }


def _row(guest: Person, *, is_ticked: bool) -> NamedRow:
    return NamedRow((guest, is_ticked), [guest.name], None, f"g-{guest.uid}")


@page(fetch.club, DIRECTORS, "desk/members/guests_of_club.html", change=DIRECTORS)
def of_club(request: DeskRequest, club: Club) -> Shown:
    """Show a club's guests who have a member's name; on POST carry out the answers about them."""
    found = guests.compared(club, list(guests.of_club(club)))
    rows = [row for row in found if row.members]
    if request.method == "POST":
        is_done = _settle(request, club, rows)
        return redirect("desk_members" if is_done else "desk_member_guests", club.uid)
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    return {"club": club, "page": page, **_guests_in_question(list(page), {})}


def _guests_in_question(rows: Sequence[Compared], answers: Mapping[str, str]) -> dict[str, Any]:
    """Return the guests in question, each with the members of the same name and the answer."""
    asked = [row for row in rows if row.members]
    members = list({member.pk: member for row in asked for member in row.members}.values())
    known = {one.uid: one for one in matching.candidates(members, with_phones=True)}
    last = matching.last_events([row.guest for row in asked])
    return {
        "asked": [
            {
                "guest": row.guest,
                "last": last.get(row.guest.pk, ("", None)),
                "members": [known[member.uid] for member in row.members],
                "answer": answers.get(
                    f"guest-{row.guest.uid}", row.proposed.uid if row.proposed else ""
                ),
            }
            for row in asked
        ]
    }


def _settle(request: DeskRequest, club: Club, rows: Sequence[Compared]) -> bool:
    """Carry out the answers about the guests shown; return whether no question is left.

    A guest ticked as unknown whose name a member has meanwhile taken is asked about.
    """
    ticked = set(sent.uids(request.POST, "person"))
    shown = ticked | set(sent.uids(request.POST, "shown"))
    answers = {row.guest.uid: request.POST.get(f"guest-{row.guest.uid}", "") for row in rows}
    unknown = [row.guest.uid for row in rows if not row.members and row.guest.uid in ticked]
    answers |= dict.fromkeys(unknown, GuestAnswer.MEMBER)
    here = [row for row in rows if row.guest.uid in shown]
    done = guests.settle(club, actor(request), here, answers)
    for problem in done.refused:
        messages.error(request, wording.problem_text(problem))
    if done.new:
        text = ngettext(
            "%(number)s guest is a member now.", "%(number)s guests are members now.", done.new
        )
        messages.success(request, text % {"number": done.new})
    if done.joined:
        text = ngettext(
            "%(number)s guest was joined with a member.",
            "%(number)s guests were joined with members.",
            done.joined,
        )
        messages.success(request, text % {"number": done.joined})
    if done.open:
        text = ngettext(
            "%(number)s guest is still to be answered, and stays a guest until then.",
            "%(number)s guests are still to be answered, and stay guests until then.",
            done.open,
        )
        messages.warning(request, text % {"number": done.open})
    return not (done.open or done.refused)
