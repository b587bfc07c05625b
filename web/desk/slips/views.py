"""Slips of the players, captains and members of an event at the desk: who has one, and new ones.

A PIN or a link is shown only when it is made: no page or document with one is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.forms.boundfield import BoundWidget
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.credentials import captains, member_links, player_credentials, slips
from clubs.credentials.member_links import MembersOf
from clubs.credentials.slips import Holder, Slip
from tournaments.models import Event
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS, REFEREES
from web.desk.accounts import links
from web.desk.frame import fetch
from web.desk.frame.name_folds import FIND, NamedRow, folded
from web.desk.frame.views import actor, page
from web.desk.slips.forms import SlipsForm
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish import address
from web.publish.documents import PDF, file_name
from web.publish.files import file_response
from web.publish.printed.handed_out import slips as paper

ON_SCREEN: Final = "screen"
"""The value of the button that shows the codes on the page instead of a document."""


@dataclass(frozen=True, slots=True)
class SlipsPage:
    """The page of the slips of a kind in an event.

    `chosen` is the field of the form; `of` returns what the slips are made from in an event,
    `of_chosen` the same for the chosen holders only. `opens` names the address that is shown on the
    screen as well.
    """

    kind: slips.SlipKind[Any]
    template: str
    title: Promise
    chosen: str
    of: Callable[[Event], Any]
    of_chosen: Callable[[Any, Sequence[str]], Any]
    draw: Callable[[Event, Sequence[Slip], str], bytes]
    log_seq: Callable[[Event], int]
    opens: str = ""

    def answer(self, request: DeskRequest, event: Event) -> HttpResponse:
        """Show who has a slip; on POST make new ones and answer with the PDF."""
        of = self.of(event)
        holders = self.kind.holders(of)
        is_sent = request.method == "POST" and FIND not in request.POST
        data = request.POST if is_sent else None
        form = SlipsForm(self.chosen, holders, slips.state(holders), data)
        if form.is_valid():
            uids = form.cleaned_data[self.chosen]
            chosen = self.of_chosen(of, uids)
            seen = form.cleaned_data["seen"] if chosen is of else self.kind.state(chosen)
            with form.take_refusal():
                drawn = self.kind.draw(chosen, actor(request), uids, seen=seen)
                if self.opens and request.POST.get("what") == ON_SCREEN:
                    return self._shown(request, event, form, drawn)
                content = self.draw(event, drawn, address.official_address(request))
                return slips_response(content, f"{event.name} {self.title}", self.log_seq(event))
        return self._shown(request, event, form)

    def _shown(
        self, request: DeskRequest, event: Event, form: SlipsForm, drawn: Sequence[Slip] = ()
    ) -> HttpResponse:
        """Show who has a slip now, including those made since `form` and those just `drawn`.

        A link that is shown is stored nowhere, as on a slip.
        """
        holders = self.kind.holders(self.of(event))
        form.state = slips.state(holders)
        ticked = sent.uids(request.POST, self.chosen) if FIND in request.POST else None
        boxes = SlipsForm(self.chosen, holders, form.state, ticked=ticked)[self.chosen]
        rows = zip(boxes, holders, strict=True)
        whole = [links.address_of(request, self.opens, slip.link) for slip in drawn]
        folds = folded(request, (_row(box, one) for box, one in rows))
        context = {
            "event": event,
            "form": form,
            "folds": folds,
            "chosen": folds.ticked,
            "a_page": paper.A_PAGE,
            "pages": ceil(folds.ticked / paper.A_PAGE),
            "secret": event.proof in player_credentials.KIND_OF,
            "shown": [
                (slip, text, links.qr_picture(text))
                for slip, text in zip(drawn, whole, strict=True)
            ],
        }
        return render(request, self.template, context)


def _row(box: BoundWidget, one: Holder) -> NamedRow:
    names = [one.name, one.beside]
    ticked = bool(box.data["selected"])
    return NamedRow((box, one), names, one.number, box.id_for_label, is_ticked=ticked)


def slips_response(content: bytes, title: str, log_seq: int) -> HttpResponse:
    """Answer with slips, in a file named by a title and the number of the log entry."""
    return file_response(content, file_name(title, log_seq, PDF[0]), PDF[1], is_shown=False)


def _whole(of: Any, _uids: Sequence[str]) -> Any:
    """Return the event unchanged: these kinds choose by uid themselves."""
    return of


def _chosen_members(of: MembersOf, uids: Sequence[str]) -> MembersOf:
    return replace(of, persons=[person for person in of.persons if person.uid in uids])


NAME_SLIPS: Final = SlipsPage(
    player_credentials.SLIPS,
    "desk/slips/slips.html",
    _("Name slips"),
    "persons",
    of=lambda event: event,
    of_chosen=_whole,
    draw=paper.draw_for_players,
    log_seq=lambda event: event.tournament.log_seq,
)
CAPTAINS: Final = SlipsPage(
    captains.SLIPS,
    "desk/slips/captains.html",
    _("Captains' slips"),
    "entries",
    of=lambda event: event,
    of_chosen=_whole,
    draw=paper.draw_for_captains,
    log_seq=lambda event: event.tournament.log_seq,
    opens="captain",
)
MEMBERS: Final = SlipsPage(
    member_links.SLIPS,
    "desk/slips/member_links.html",
    _("Members' links"),
    "persons",
    of=lambda event: MembersOf(event.tournament.club, member_links.players_of(event), event),
    of_chosen=_chosen_members,
    draw=lambda event, drawn, start: paper.draw_for_members(
        event.tournament.club, drawn, start, timezone.localdate()
    ),
    log_seq=lambda event: event.tournament.club.log_seq,
)


@page(fetch.event, REFEREES, change=REFEREES, shows_codes=True)
def name_slips(request: DeskRequest, event: Event) -> HttpResponse:
    """Show which players have a slip, and make new ones."""
    return NAME_SLIPS.answer(request, event)


@page(fetch.event, REFEREES, change=REFEREES, shows_codes=True)
def captains_slips(request: DeskRequest, event: Event) -> HttpResponse:
    """Show which captains have a link, and make new ones."""
    return CAPTAINS.answer(request, event)


@page(fetch.event, DIRECTORS, change=DIRECTORS, shows_codes=True)
def members_slips(request: DeskRequest, event: Event) -> HttpResponse:
    """Show which players of an event have a member's link, and make new ones.

    The links are valid in all tournaments of the club, so a director of this one alone cannot make
    them.
    """
    if not access.directs_club(request.user, event.tournament.club):
        raise PermissionDenied
    return MEMBERS.answer(request, event)
