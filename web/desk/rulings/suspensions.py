"""Suspensions (停赛) of an event: the chief referee's decisions, and who is suspended."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from referee.base import case_numbers
from referee.base.case_numbers import number_text
from referee.models import CardDecision
from referee.rulings import suspended, two_cards
from tournaments import results
from tournaments.models import Event, Role
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights import access, ruling_offices
from tournaments.rights.access import CHIEFS
from tournaments.wording.values import listed
from web.desk.frame.views import UNSAID, Shown, page, report_outcome
from web.forms.base import NO_BUTTON, DeskForm
from web.forms.requests import DeskRequest

PRESSES = ("dismiss", "keep", "walkover", "house", "seat")


class SuspensionForm(DeskForm):
    """A button pressed on the page: the cards or the side, and the decision."""

    press = forms.ChoiceField(choices=[(name, name) for name in PRESSES], error_messages=NO_BUTTON)
    card = forms.CharField(required=False, max_length=32, error_messages=NO_BUTTON)
    side = forms.CharField(required=False, max_length=32, error_messages=NO_BUTTON)
    house_player = forms.CharField(
        label=_("House player who takes the seat"), required=False, max_length=60
    )
    reason = forms.CharField(
        label=pgettext_lazy("ruling", "Reason"), required=False, max_length=200
    )


@dataclass(frozen=True, slots=True)
class SuspensionDraft:
    """Two yellow cards that wait for the chief referee; `rulings` are their numbers and uids."""

    uid: str
    entry: str
    name: str
    rulings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DoubtfulSuspension:
    """A suspension one of whose cards was annulled, with the numbers and uids of both cards."""

    uid: str
    name: str
    number: str
    ruling: str
    cards: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SuspendedLine:
    """A suspended person, the rounds and the ruling; in the `waived` rounds the person may play."""

    name: str
    rounds: str
    ruling: str
    waived: str


def _event(request: DeskRequest, roles: Collection[Role], uid: str, event_uid: str) -> Event:
    event = access.event_as(request.user, event_uid, roles)
    if event.tournament.uid != uid:
        raise Http404
    if request.method == "POST":
        ruling_offices.require_office(request.user, event, access.CHIEFS)
    return event


@page(_event, CHIEFS, "desk/rulings/suspensions.html", change=CHIEFS, back="referee_suspensions")
def suspensions(request: DeskRequest, event: Event) -> Shown:
    """Show the pending decisions on suspensions of an event, and take them."""
    if request.method == "POST":
        form = SuspensionForm(request.POST)
        if form.is_valid():
            with report_outcome(request, gettext("Written down.")):
                _carry_out(request, event, form.cleaned_data)
        else:
            form.tell(request)
        return UNSAID
    snapshot = results.read(event)
    return {
        "tournament": event.tournament,
        "event": event,
        "drafts": list(_drafts(event)),
        "doubtful": [_doubtful(row) for row in two_cards.doubtful_in_event(event)],
        "seated": suspended.seated(snapshot, suspended.sittings_with_sheets(event)),
        "suspended": list(_lines(snapshot)),
    }


def _carry_out(request: DeskRequest, event: Event, data: dict[str, Any]) -> None:
    user, press = request.user, data["press"]
    if press == "keep":
        two_cards.keep_suspension(event, data["card"], user, data["reason"])
        return
    if press == "dismiss":
        two_cards.dismiss_pair(event, data["card"], user, data["reason"])
        return
    row = suspended.at_side(
        results.read(event), data["side"], suspended.sittings_with_sheets(event)
    )
    if press == "walkover":
        suspended.give_walkover(row, user)
    elif press == "house":
        suspended.seat_house_player(row, user, data["house_player"])
    else:
        suspended.seat_suspended(row, user, data["reason"])


def _drafts(event: Event) -> Iterator[SuspensionDraft]:
    for two in two_cards.waiting_pairs(event):
        links = tuple((number_text(case), case.uid) for case in two.cases)
        yield SuspensionDraft(two.second.uid, two.second.entry.uid, two.name, links)


def _doubtful(row: CardDecision) -> DoubtfulSuspension:
    ruling = row.ruling
    assert ruling is not None  # noqa: S101  only signed ones are asked for
    both = (row.first.version.case, row.second.version.case)
    links = tuple((number_text(case), case.uid) for case in both)
    name = two_cards.card_holder(row.second)
    return DoubtfulSuspension(row.uid, name, number_text(ruling), ruling.uid, links)


def _lines(snapshot: EventSnapshot) -> Iterator[SuspendedLine]:
    for row in snapshot.suspensions:
        entry = snapshot.entry_by_key.get(row.entry)
        if entry is None:
            continue
        members = snapshot.members_of(entry)
        name = next((each.name for each in members if each.person in row.persons), "")
        rounds = str(row.first) if row.first == row.last else f"{row.first}–{row.last}"
        yield SuspendedLine(
            name or entry_name(entry, members),
            rounds,
            case_numbers.printed(*row.ruling),
            listed(map(str, sorted(row.waived))),
        )
