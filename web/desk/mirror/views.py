"""The page of a club's mirror: where its public pages are pushed to, and with what success."""

from __future__ import annotations

import json
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.mirror import setting
from clubs.mirror.setting import MirrorPlan
from scoring.problems import Problem
from tournaments import wording
from tournaments.base.refusals import refuse
from tournaments.models import Club, Event, Mirror, Tournament
from tournaments.record.audit import Verb
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS, OWNERS
from tournaments.rights.public_access import SHOWN_TOURNAMENTS
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, act, actor, is_unchanged, page
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged, StoredForm
from web.publish.mirror import following
from web.publish.mirror.following import PushFault
from web.publish.mirror.reading import Advice
from web.publish.mirror.stores import places
from web.publish.mirror.stores.store import StoreError, StoreFault

_PLAIN: Final = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class MirrorForm(StoredForm):
    """Where the pages are pushed to, by what means, and the address where they are read."""

    destination = forms.CharField(
        label=_("Where the pages are uploaded"),
        help_text=_(
            "A bucket (s3://bucket/folder), a server (sftp://name@server/folder), or a folder of "
            "this machine. Empty: nothing is put online."
        ),
        max_length=500,
        required=False,
        widget=forms.TextInput(_PLAIN),
    )
    address = forms.URLField(
        label=_("Public address"),
        max_length=255,
        help_text=_(
            "The address that people open, such as https://results.example.org. Posters,"
            " pictures and reports show it."
        ),
        assume_scheme="https",
        required=False,
    )
    endpoint = forms.URLField(
        label=_("Address of the store"),
        max_length=255,
        help_text=_("Only for a bucket outside Amazon, without the name of the bucket."),
        assume_scheme="https",
        required=False,
    )
    region = forms.CharField(label=_("Region of the store"), max_length=64, required=False)
    key = forms.CharField(
        label=_("Key of the store"), max_length=255, required=False, widget=forms.TextInput(_PLAIN)
    )
    secret = forms.CharField(
        label=_("Secret or password"),
        help_text=_("It is stored encrypted and never shown. Empty: the stored one stays."),
        max_length=500,
        required=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    events = forms.MultipleChoiceField(
        label=_("Only these tournaments"),
        help_text=_("None chosen: everything that is public, seasons and ratings too."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    is_indexed = forms.BooleanField(label=_("Search engines may list it"), required=False)
    beside_values = ("secret",)

    def __init__(
        self, club: Club, mirror: Mirror, data: Any = None, *, keeps: bool = False
    ) -> None:
        super().__init__(
            data,
            initial={
                "destination": mirror.destination,
                "address": club.mirror_address,
                "endpoint": mirror.endpoint,
                "region": mirror.region,
                "key": mirror.key,
                "events": club.mirror_events,
                "is_indexed": mirror.is_indexed,
            },
        )
        self._keeps = keeps
        self.logged = Logged(club, (Verb.SET_MIRROR,))
        shown = Tournament.objects.filter(club=club, state__in=SHOWN_TOURNAMENTS)
        listed = dict(shown.order_by("-starts_on", "-pk").values_list("uid", "name"))
        # The stored value stays a choice: without it, saving would choose none, which means all.
        stored = {uid: uid for uid in club.mirror_events if uid not in listed}
        for rows in (
            Tournament.objects.filter(club=club),
            Event.objects.filter(tournament__club=club),
        ):
            stored |= dict(rows.filter(uid__in=stored).values_list("uid", "name"))
        self.fields["events"].choices = [  # type: ignore[attr-defined]
            *listed.items(),
            *stored.items(),
        ]

    def clean_destination(self) -> str:
        """Return the address of a store, or nothing."""
        destination = str(self.cleaned_data["destination"]).strip()
        try:
            is_folder = bool(destination) and not places.read(destination).kind
        except StoreError as error:
            words = wording.problem_text(refuse(error.fault, **error.values))
            raise forms.ValidationError(words) from error
        if is_folder and not self._keeps and destination != self.initial["destination"]:
            raise forms.ValidationError(
                gettext(
                    "Only the administrator of the installation chooses a folder of this machine."
                )
            )
        return destination

    def plan(self) -> MirrorPlan:
        """Return the plan as typed."""
        return MirrorPlan(**self.cleaned_data)


@page(fetch.club, DIRECTORS, "desk/mirror/mirror.html", change=OWNERS, back="desk_mirror")
def mirror(request: DeskRequest, club: Club) -> Shown:
    """Show the state of a club's mirror; its owner can change where it is."""
    now = Mirror.objects.filter(club=club).first() or Mirror(club=club)
    keeps = access.keeps_installation(request.user)
    data = request.POST if request.method == "POST" else None
    form = MirrorForm(club, now, data, keeps=keeps)
    if form.is_valid():
        is_paused = bool(now.destination) and not following.is_kept_here(now)
        if not (form.cleaned_data["secret"] or is_paused) and is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            setting.set_mirror(club, actor(request), form.plan())
            return _begun(club)
    return {
        "club": club,
        "form": form,
        "owns": access.owns_club(request.user, club),
        "mirror": now,
        "fault": _words(now.fault) or _worded(following.crash_of(club)),
        "advice": _words(now.advice),
        "is_paused": bool(now.destination) and not following.is_kept_here(now),
    }


@act(fetch.club, OWNERS, back="desk_mirror", done=_("The pages are being pushed."))
def push(_request: DeskRequest, club: Club) -> None:
    """Push at once, and check that the pages can be read."""
    for mirror in Mirror.objects.exclude(destination="").filter(club=club).select_related("club"):
        following.order(mirror)


def _begun(club: Club) -> str:
    set_now = Mirror.objects.select_related("club").get(club=club)
    if not set_now.destination:
        return gettext("Saved. Nothing is put online.")
    following.begin(set_now)
    return gettext("Saved. The pages are being pushed.")


def _words(stored: str) -> str:
    if not stored:
        return ""
    return _worded(Problem.from_json(json.loads(stored), [StoreFault, Advice, PushFault]))


def _worded(problem: Problem | None) -> str:
    return wording.problem_text(problem) if problem else ""
