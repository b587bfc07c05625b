"""Other sites that may show standings of a club in a frame."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise
from tournaments.models import Club, Event
from tournaments.record.audit import Verb
from tournaments.rights import public_access
from tournaments.rights.access import OWNERS
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, is_unchanged, page
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged, StoredForm
from web.publish import address

MOST_SITES: Final = 20
LONGEST: Final = 2000
MOST_CODES: Final = 20
"""The most events whose embedding code is shown."""
FRAME: Final = '<iframe src="{}" title="{}" width="100%" height="640" loading="lazy"></iframe>'
"""The line of HTML for a page of another site."""

USUAL_PORTS: Final = {"http": 80, "https": 443}
_LABEL: Final = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
_HOST: Final = re.compile(rf"(?=.{{1,253}}$){_LABEL}(\.{_LABEL})*")


class SitesForm(StoredForm):
    """The origins of the sites, one a line."""

    origins = forms.CharField(
        label=_("Sites that may show them"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 5, "spellcheck": "false", "autocapitalize": "none"}),
        help_text=_(
            "One address a line, without a path, such as https://club.example. "
            "A site that is opened by https:// can show only what is reached by https:// here."
        ),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data, initial={"origins": "\n".join(club.embed_origins)})
        self.logged = Logged(club, (Verb.SET_EMBED_ORIGINS,))

    def clean_origins(self) -> tuple[str, ...]:
        """Return the origins in order without repeats; name the lines that are no origin."""
        typed = self.cleaned_data["origins"].split()
        known = {line: origin_of(line) for line in typed}
        wrong = [line for line, origin in known.items() if origin is None]
        if wrong:
            text = gettext("“%(line)s” is not the address of a site, such as https://club.example.")
            raise ValidationError([text % {"line": line} for line in wrong])
        origins = sorted({origin for origin in known.values() if origin})
        if len(origins) > MOST_SITES:
            text = gettext("%(most)s sites at most can show them.")
            raise ValidationError(text % {"most": MOST_SITES})
        return tuple(origins)


@page(fetch.club, OWNERS, "desk/accounts/sites.html", change=OWNERS, back="desk_club_sites")
def sites(request: DeskRequest, club: Club) -> Shown:
    """Show and change which sites may show standings of the club's events."""
    form = SitesForm(club, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            organise.set_embed_origins(club, actor(request), form.cleaned_data["origins"])
            return gettext("Saved.")
    codes = _codes(club, address.official_address(request)) if club.embed_origins else []
    return {"club": club, "form": form, "codes": codes}


def _codes(club: Club, start: str) -> list[tuple[Event, str]]:
    """Return the newest public events of a club, each with the line that embeds it."""
    events = public_access.public_events().filter(tournament__club=club)
    newest = events.select_related("tournament").order_by("-tournament__starts_on", "-pk")
    return [
        (
            event,
            format_html(FRAME, start.rstrip("/") + reverse("embed", args=[event.uid]), event.name),
        )
        for event in newest[:MOST_CODES]
    ]


def origin_of(typed: str) -> str | None:
    """Return the origin (RFC 6454) of a typed address; None if it has a path or anything else.

    Hosts consist of letters, digits and hyphens, so that the result is always one word of a header.

    >>> origin_of("https://Club.example/"), origin_of("https://俱乐部.example:443")
    ('https://club.example', 'https://xn--fjq92bt21k.example')
    >>> origin_of("http://192.0.2.7:8080"), origin_of("club.example"), origin_of("https://*; x")
    ('http://192.0.2.7:8080', None, None)
    """
    try:
        parts = urlsplit(typed.strip())
        port, host = parts.port, (parts.hostname or "").encode("idna").decode()
    except ValueError:
        return None
    is_bare = parts.path in {"", "/"} and not (parts.query or parts.fragment or "@" in parts.netloc)
    if parts.scheme not in USUAL_PORTS or not is_bare or not _HOST.fullmatch(host):
        return None
    shown = "" if port in {None, USUAL_PORTS[parts.scheme]} else f":{port}"
    return f"{parts.scheme}://{host}{shown}"
