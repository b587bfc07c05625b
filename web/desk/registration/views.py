"""Requests at the desk: an event's terms of entry, requests to enter or withdraw, names to be
confirmed, and the hall's code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from clubs.members import typed_names
from clubs.registration import (
    confirming,
    presence,
    requests,
    shut_codes,
    terms,
    waiting,
    withdrawals,
)
from clubs.registration.shut_codes import Shut
from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.entries.names import tidy
from tournaments.models import (
    ClubFeature,
    Door,
    EnteredName,
    EntryRequest,
    Event,
    Tournament,
    WithdrawalRequest,
)
from tournaments.organise.absences import exclusion_steps
from tournaments.organise.replanning.touched import touched_by_change
from tournaments.persons.refusals import PersonReason
from tournaments.rights import access
from tournaments.rights.access import DESK, DIRECTORS, REFEREES
from web.desk.events.replanning import change_words
from web.desk.frame import fetch
from web.desk.frame.views import (
    UNSAID,
    Shown,
    act,
    actor,
    is_unchanged,
    page,
    permission_context,
    report_outcome,
    tell_problems,
)
from web.desk.registration.forms import TermsForm
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish import address

BUTTONS = ("confirm", "guest", "confirm_all")


def is_about_names(request: DeskRequest) -> bool:
    """Whether a button confirms or rejects a name."""
    return any(name in request.POST for name in BUTTONS)


def decide_name(request: DeskRequest, event: Event) -> None:
    """Carry out the button's decision on a name, or on all names."""
    if "confirm_all" in request.POST:
        _confirm_all(request, event)
    elif "confirm" in request.POST:
        _confirm(request, event)
    else:
        name = _name(event, sent.uid(request.POST, "guest"))
        with report_outcome(request, gettext("The entry stays a guest's.")):
            confirming.deny(name, actor(request))


def _confirm(request: DeskRequest, event: Event) -> None:
    """Confirm a name; of several members, the one chosen in the list beside the button."""
    which = "candidate" if "candidate" in request.POST else "confirm"
    chosen = sent.uid(request.POST, which)
    if which == "candidate" and not chosen:
        messages.error(request, gettext("Choose which member it is."))
        return
    allow = bool(request.POST.get("allow_banned"))
    with report_outcome(request, gettext("Confirmed.")):
        confirming.confirm(_name(event, chosen), actor(request), allow_banned=allow)


def _confirm_all(request: DeskRequest, event: Event) -> None:
    done, problems = confirming.confirm_all(event, actor(request))
    for problem in problems:
        messages.error(request, wording.problem_text(problem))
    if done:
        text = ngettext("%(number)s name confirmed.", "%(number)s names confirmed.", done)
        messages.success(request, text % {"number": done})


def _name(event: Event, uid: str) -> EnteredName:
    name = confirming.named(event, uid)
    if name is None:
        raise Http404
    return name


AnyRequest = TypeVar("AnyRequest", EntryRequest, WithdrawalRequest)
PAGE: Final = 30
BANNED: Final = "banned"
"""The parameter of the address that names the request of a banned person."""
EVENT_OF_NAME: Final = "player__entry__event__uid"
PAGES: Final = ("asked", "waiting", "leaving")
"""The lists of requests, whose names are the parameters of their pages."""


@page(
    fetch.event,
    DESK,
    "desk/registration/registration.html",
    change=DIRECTORS,
    back="desk_registration",
    shows_codes=True,
)
def registration(request: DeskRequest, event: Event) -> Shown:
    """Show the terms on which an event is entered without an official; on POST set them."""
    known = terms.terms_of(event)
    form = TermsForm(event, known, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            wanted = form.terms()
            terms.set_terms(event, actor(request), wanted)
            messages.success(request, gettext("Saved."))
            if wanted.door and wanted.is_approved != known.is_approved:
                touched = touched_by_change(event)
                words = change_words.approval_words(touched, is_approved=wanted.is_approved)
                if words:
                    messages.info(request, words)
            return UNSAID
    start = address.official_address(request).rstrip("/")
    return {
        "event": event,
        "form": form,
        "terms": known,
        "is_public": known.door == Door.PUBLIC,
        "address": f"{start}{reverse('enter', args=[event.uid])}",
        "code": presence.hall_code(event.tournament) if known.wants_code else "",
        "shut_codes": _shut_codes(event, known),
        "has_kiosk": event.tournament.club.uses(ClubFeature.KIOSK),
        **permission_context(request, event.tournament),
        "entered": waiting.entered(event),
    }


@act(fetch.event, DIRECTORS)
def decide(request: DeskRequest, event: Event) -> HttpResponse:
    """Approve or refuse what the button names: a request to enter, all of these, or one to
    withdraw.

    Names given at the public entry are confirmed here too.
    """
    asks_about_ban = False
    if is_about_names(request):
        decide_name(request, event)
    elif "all" in request.POST:
        _approve_all(request, event)
    elif request.POST.get("approve"):
        row = _request(event, sent.uid(request.POST, "approve"))
        asks_about_ban = _approve(request, row)
    elif request.POST.get("refuse"):
        row = _request(event, sent.uid(request.POST, "refuse"))
        try:
            requests.reject(row, actor(request), request.POST.get("reason", ""))
            messages.success(request, gettext("The request was refused."))
        except Refused as refused:
            tell_problems(request, refused)
    else:
        _decide_leaving(request, event)
    # The answer is shown where the button was, at the requests on their page.
    kept = {key: request.POST[key] for key in PAGES if sent.number(request.POST.get(key, ""))}
    banned = {BANNED: sent.uid(request.POST, "approve")} if asks_about_ban else {}
    page = reverse("desk_entries", args=[event.uid])
    return redirect(f"{page}?{urlencode({**kept, **banned, 'decided': 1})}#requests")


@page(fetch.tournament, DESK)
def asked_in(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Redirect to the event of a tournament with the oldest request.

    With `proposed` in the address, to the oldest proposal to exclude an entry.
    """
    events = access.narrowed(request.user, [tournament]).keep_events(tournament.events.all())
    proposed = exclusion_steps.open_proposals(events).first() if "proposed" in request.GET else None
    if proposed is not None:
        return redirect("desk_entry_leave", proposed.entry.event.uid, proposed.entry.number)
    entering = EntryRequest.objects.filter(event__in=events, state=EntryRequest.State.ASKED)
    leaving = WithdrawalRequest.objects.filter(
        entry__event__in=events, state=WithdrawalRequest.State.OPEN
    )
    event_uid = (
        entering.order_by("pk").values_list("event__uid", flat=True).first()
        or leaving.order_by("pk").values_list("entry__event__uid", flat=True).first()
        or confirming.waiting_in(events)
        .order_by("pk")
        .values_list(EVENT_OF_NAME, flat=True)
        .first()
    )
    if event_uid is None:
        messages.info(request, gettext("No request is waiting any more."))
        return redirect("desk_tournament", tournament.uid)
    return redirect(f"{reverse('desk_entries', args=[event_uid])}#requests")


@page(fetch.tournament, DESK, "desk/registration/hall_code.html", shows_codes=True)
def hall_code(_request: DeskRequest, tournament: Tournament) -> Shown:
    """Show the hall's code of the day in large digits for a wall, if an event asks for one."""
    if not terms.code_is_wanted(tournament):
        raise Http404
    return {
        "tournament": tournament,
        "code": presence.hall_code(tournament),
        "day": presence.today(tournament),
    }


@act(fetch.tournament, REFEREES, back="desk_tournament")
def lift_code(request: DeskRequest, tournament: Tournament) -> HttpResponse | str:
    """Accept hall codes again from an entry, a device or an address that was locked out."""
    kind, origin = request.POST.get("kind", ""), request.POST.get("origin", "")
    if shut_codes.lift(tournament, actor(request), kind, origin):
        messages.success(request, gettext("Hall codes from there are accepted again."))
    event = tournament.events.filter(uid=sent.uid(request.POST, "event")).first()
    return redirect("desk_check_in", event.uid) if event else UNSAID


def _shut_codes(event: Event, known: terms.EntryTerms) -> list[Shut]:
    """Return who is locked out from typing codes, if the event asks for any."""
    wants = known.wants_code or known.door == Door.PUBLIC
    return shut_codes.shut(event.tournament) if wants else []


def at_the_door(event: Event) -> dict[str, Any]:
    """Return the context beside the check-in list: the hall's code and the kiosk."""
    known = terms.terms_of(event)
    return {
        "hall_code": presence.hall_code(event.tournament) if known.wants_code else "",
        "shut_codes": _shut_codes(event, known),
        "has_kiosk": event.tournament.club.uses(ClubFeature.KIOSK),
    }


@dataclass(frozen=True, slots=True)
class AskedOfEvent:
    """Whether an event has open requests of each kind: to enter, to withdraw, to confirm a name."""

    asks: bool
    leaves: bool
    names: bool


def asked_columns() -> dict[str, Exists]:
    """Return the columns of `AskedOfEvent` for a query of events."""
    leaving = WithdrawalRequest.objects.filter(state=WithdrawalRequest.State.OPEN)
    names_asked = confirming.asked_names().filter(player__entry__event=OuterRef("pk"))
    return {
        "asks": Exists(EntryRequest.objects.filter(event=OuterRef("pk"), state__in=requests.OPEN)),
        "leaves": Exists(leaving.filter(entry__event=OuterRef("pk"))),
        "names": Exists(names_asked),
    }


def asked_context(
    request: DeskRequest, event: Event, known: AskedOfEvent, *, drawn: bool
) -> dict[str, Any]:
    """Return the open requests of an event for its list of names, a page of each kind.

    After the first draw nobody can ask to enter; requests still open are shown as typed.
    """
    rows = EntryRequest.objects.filter(event=event, state__in=requests.OPEN)
    rows = rows if known.asks else rows.none()
    waits = list(rows.select_related("person__same_as").order_by("created_at", "pk"))
    leaving = list(withdrawals.asked_of(event)) if known.leaves else []
    unconfirmed = confirming.to_confirm(event) if known.names else []
    asked = _page(request, "asked", [row for row in waits if row.state == EntryRequest.State.ASKED])
    later = [row for row in waits if row.state == EntryRequest.State.WAITING]
    waiting_page = _page(request, "waiting", later)
    leaving_page = _page(request, "leaving", leaving)
    shown = [*asked, *waiting_page]
    meant = typed_names.of_requests(event.tournament.club, shown, look_up=not drawn)
    return {
        "asked": [(row, meant[row.pk]) for row in asked],
        "waiting": [(row, meant[row.pk]) for row in waiting_page],
        "leaving": list(leaving_page),
        "request_pages": {"asked": asked, "waiting": waiting_page, "leaving": leaving_page},
        "unconfirmed": unconfirmed,
        "banned_request": request.GET.get(BANNED, ""),
        "at_requests": "decided" in request.GET and bool(waits or leaving or unconfirmed),
    }


def _page(request: DeskRequest, key: str, rows: Sequence[AnyRequest]) -> Page[AnyRequest]:
    """Return the page of a list of requests, by the number in the address."""
    return Paginator(rows, PAGE).get_page(request.GET.get(key))


def _decide_leaving(request: DeskRequest, event: Event) -> None:
    """Approve or refuse the request to withdraw that the button names."""
    if request.POST.get("grant"):
        leaving = _withdrawal(event, sent.uid(request.POST, "grant"))
        with report_outcome(request, gettext("The entry was withdrawn.")):
            withdrawals.grant(leaving, actor(request))
    elif request.POST.get("keep"):
        leaving = _withdrawal(event, sent.uid(request.POST, "keep"))
        try:
            withdrawals.reject(leaving, actor(request), request.POST.get("reason", ""))
            messages.success(request, gettext("The request was refused."))
        except Refused as refused:
            tell_problems(request, refused)


def _approve(request: DeskRequest, row: EntryRequest) -> bool:
    """Approve a request; return whether it stays open because somebody is banned."""
    allow = "allow_banned" in request.POST
    try:
        row = requests.approve(row, actor(request), _names(request, row), allow_banned=allow)
    except Refused as refused:
        tell_problems(request, refused)
        return any(problem.code == PersonReason.BANNED_PERSON for problem in refused.problems)
    if row.state == EntryRequest.State.WAITING:
        messages.info(request, gettext("All places are taken: put on the waiting list."))
    else:
        messages.success(request, gettext("Entered."))
    return False


def _names(request: DeskRequest, row: EntryRequest) -> Sequence[str]:
    """Return the names as corrected by the official, or with the members chosen."""
    typed = request.POST.get("names", "").replace("，", ",").replace("、", ",")
    names = typed.split(",")
    if any(map(tidy, names)):
        return names
    chosen = {place: request.POST.get(f"member_{place}", "") for place in range(len(row.names))}
    numbers = {
        place: number
        for place, number in chosen.items()
        if number.isdecimal() and len(number) <= sent.LONGEST_NUMBER
    }
    return typed_names.answered(row.names, numbers) if numbers else ()


def _approve_all(request: DeskRequest, event: Event) -> None:
    done, problems = requests.approve_all(event, actor(request))
    for problem in problems:
        messages.error(request, wording.problem_text(problem))
    if done:
        text = ngettext("%(number)s request approved.", "%(number)s requests approved.", done)
        messages.success(request, text % {"number": done})


def _request(event: Event, uid: str) -> EntryRequest:
    rows = EntryRequest.objects.select_related("event__tournament__club")
    return get_object_or_404(rows, event=event, uid=uid)


def _withdrawal(event: Event, uid: str) -> WithdrawalRequest:
    rows = WithdrawalRequest.objects.select_related("entry__event__tournament__club")
    return get_object_or_404(rows, entry__event=event, uid=uid)
