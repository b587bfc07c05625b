"""The page of the installation: where its backups go, and the address printed on the cards."""

from __future__ import annotations

from pathlib import Path

from django import forms
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.models import Club, Installation
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS, OWNERS
from tournaments.system import installation as operations
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, is_unchanged, page
from web.forms.requests import DeskRequest
from web.forms.stored_values import StoredForm
from web.publish import address


class CopiesForm(StoredForm):
    """The folder for backups."""

    copies_to = forms.CharField(
        label=_("Folder for copies"),
        help_text=_(
            "The whole path of a folder on another disk, ideally a USB stick that stays"
            " plugged in: /media/stick/huapai or E:\\huapai. Empty: no copies."
        ),
        max_length=Installation._meta.get_field("copies_to").max_length,
        required=False,
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


@page(
    fetch.club,
    DIRECTORS,
    "desk/accounts/installation.html",
    change=OWNERS,
    back="desk_installation",
)
def installation(request: DeskRequest, club: Club) -> Shown:
    """Show the state of the backups; the administrator may choose their folder."""
    keeps = access.keeps_installation(request.user)
    # The keeper is an owner of the installation's first club; owners of other clubs are not.
    if request.method == "POST" and not keeps:
        raise PermissionDenied
    now = operations.current()
    form = CopiesForm(
        request.POST if request.method == "POST" else None, initial={"copies_to": now.copies_to}
    )
    fault = operations.fault(now, timezone.now())
    # A folder that is entered again is marked again: it may be on another stick.
    is_settled = not (fault or now.copies_own)
    if form.is_valid():
        if is_settled and is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            operations.choose_copies(form.cleaned_data["copies_to"].strip(), seen=now.copies_to)
            return gettext("Saved. The first copy is being made.")
    return {
        "club": club,
        "form": form,
        "keeps": keeps,
        "installation": now,
        "can_copy": operations.can_copy(),
        "fault": wording.problem_text(fault) if fault else "",
        "same_disk": bool(now.copies_to) and operations.is_on_the_same_disk(Path(now.copies_to)),
        "data": settings.DATA,
        "start": address.official_address(request),
        "moved": address.changed_address(request, now.address),
    }
