"""Entering on one's own phone: the public form, and the page of the request that it makes.

The link of a request is its only key: no account, no cookie. Forms from other sites are refused as
on every public page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from clubs.credentials import devices
from clubs.credentials.slips import LINK, new_link
from clubs.registration import own, requests, terms
from clubs.registration.own import NextSeats
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.requests import PUBLIC, RequestedEntry
from tournaments import wording
from tournaments.base import local_time
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Door, EntryRequest, Event
from tournaments.organise.entries import sizes_of
from tournaments.record.digest import sha256
from tournaments.rights import public_access
from tournaments.system.attempts import AttemptLimit
from web.forms.base import DeskForm
from web.forms.entries import NAME_LENGTH, PLAIN
from web.publish import origin
from web.publish.seals.club_face import face_of
from web.tablet.door.links import address_of, check, counted

HOUR: Final = 3600
MOST_REQUESTS: Final = 120
"""The limit per address, which all phones of a hall may share."""


class EnterForm(DeskForm):
    """The players of a request: one field for each, and the name of a team."""

    key = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, event: Event, *args: Any, first: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of_event, self.first = event, first
        if event.form == Event.Form.TEAMS:
            self.fields["team"] = forms.CharField(
                label=_("Name of the team"), max_length=NAME_LENGTH, widget=forms.TextInput(PLAIN)
            )
        sizes = sizes_of(event.form)
        for number in range(2 if first else 1, sizes[-1] + 1):
            self.fields[f"name_{number}"] = forms.CharField(
                label=self._label(number),
                max_length=NAME_LENGTH,
                required=number <= sizes[0],
                widget=forms.TextInput({**PLAIN, "autocomplete": "name" if number == 1 else "off"}),
            )

    def names(self) -> tuple[str, ...]:
        """Return the names that were typed, in their order."""
        typed = [self.cleaned_data.get(name, "") for name in self.fields if name[:5] == "name_"]
        return tuple(name for name in (self.first, *typed) if name)

    def _label(self, number: int) -> str:
        if self.of_event.form == Event.Form.INDIVIDUAL:
            return gettext("Your name")
        if self.of_event.form == Event.Form.PAIRS:
            return gettext("Your name") if number == 1 else gettext("Partner")
        return gettext("Player %(number)s") % {"number": number}


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the form with which anybody enters an event; on POST take the names."""
    event = public_access.public_event(uid)
    known = terms.terms_of(event)
    if known.door != Door.PUBLIC:
        raise Http404
    form = EnterForm(event, initial={"key": new_link()})
    if request.method == "POST":
        if not origin.is_ours(request):
            raise PermissionDenied
        form = EnterForm(event, request.POST)
        if form.is_valid() and LINK.fullmatch(form.cleaned_data["key"]):
            with form.take_refusal():
                return _store_request(request, event, form)
            if requests.is_used(form.cleaned_data["key"]):
                # The names typed now are another request.
                typed = {name: form.data[name] for name in form.data}
                form.data = typed | {"key": new_link()}
    context = {
        "event": event,
        "club_face": face_of(event.tournament.club),
        "form": form,
        "terms": known,
        "is_open": terms.is_open(event, known, by_member=False),
        "standing": terms.standing(event, known),
    }
    return render(request, "tablet/door/enter.html", context, status=409 if form.errors else 200)


@never_cache
@require_safe
@counted
def entry_request(request: HttpRequest, link: str) -> HttpResponse:
    """Show the state of a request, and what can be done now."""
    return _page(request, link, _request(request, link))


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@counted
def entry_request_act(request: HttpRequest, link: str) -> HttpResponse:
    """Check in, withdraw, or take the request back."""
    row = _request(request, link)
    if request.method != "POST":
        return redirect("entry_request", link)
    if not origin.is_ours(request):
        raise PermissionDenied
    try:
        own.act(own.of_request(row), PUBLIC, request.POST.dict(), by=devices.guesser_of(request))
    except Refused as refused:
        texts = [wording.problem_text(problem) for problem in refused.problems]
        return _page(request, link, row, texts)
    return redirect("entry_request", link)


def _store_request(request: HttpRequest, event: Event, form: EnterForm) -> HttpResponse:
    limit = AttemptLimit("entry_requests", MOST_REQUESTS, HOUR, event.uid, address_of(request))
    if not limit.begin():
        raise Refused(refuse(RegistrationProblem.TOO_MANY))
    data = form.cleaned_data
    requests.ask(event, RequestedEntry(form.names(), data["key"], data.get("team", "")))
    return redirect("entry_request", data["key"])


def _request(request: HttpRequest, link: str) -> EntryRequest:
    rows = EntryRequest.objects.select_related(
        "event__tournament__club", "entry__event__tournament__club", "person"
    )
    found = rows.filter(secret_hash=sha256(link), person=None) if LINK.fullmatch(link) else None
    row = found.first() if found is not None else None
    check(request, row)
    if row is None or row.event.state == Event.State.CANCELLED:
        raise Http404
    local_time.enter(row.event.tournament)
    return row


def _page(
    request: HttpRequest, link: str, row: EntryRequest, problems: Sequence[str] = ()
) -> HttpResponse:
    row.refresh_from_db(fields=["state", "reason"])
    context = {
        "own": own.of_request(row),
        "club_face": face_of(row.event.tournament.club),
        "next": own.next_seats(row.entry) if row.entry else NextSeats(),
        "link": link,
        "problems": problems,
        "typed": request.POST.get("what", ""),
        "row": row,
    }
    return render(
        request, "tablet/door/entry_request.html", context, status=409 if problems else 200
    )
