"""One entry at the desk: its names, stand-ins, withdrawal and readmission."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise
from tournaments.entries.roster import Entrant, entrant
from tournaments.models import Entry, EntryMember, Event, PenaltyWarning, Role
from tournaments.organise import stand_ins
from tournaments.record.audit import Verb
from tournaments.results.queries import standing_warnings
from tournaments.rights.access import DESK, DIRECTORS
from web.desk.entries import removed_entries
from web.desk.entries.team_forms import TeamNameForm
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, act, actor, is_unchanged, page, permission_context
from web.forms import sent
from web.forms.base import DeskForm
from web.forms.entries import MemberForm, PairNameForm, RemarkForm, StandInForm, WithdrawalForm
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged

FOLDS: Final = {
    "substitute": "stand-in",
    "pair": "names",
    "remark": "remark",
    "withdrawal": "leave",
}
"""The fold of the page in which a form stands."""


def _player(
    request: DeskRequest, roles: Collection[Role], uid: str, number: int, member: int
) -> tuple[Entry, EntryMember]:
    entry = fetch.entry(request, roles, uid, number)
    players = entry.members.filter(role=EntryMember.Role.PLAYER).select_related("person", "entry")
    return entry, get_object_or_404(players, number=member)


@page(fetch.entry, DESK)
def entry(request: DeskRequest, entry: Entry) -> HttpResponse:
    """Show an entry with everything that can be done with it."""
    return _page(request, entry)


def _to_entries(entry: Entry) -> HttpResponse:
    return redirect("desk_entries", entry.event.uid)


@act(fetch.entry, DIRECTORS, back=_to_entries)
def entry_remove(request: DeskRequest, entry: Entry) -> str:
    """Remove an entry that has not played."""
    removed_entries.keep(request, entry.event, organise.remove_entry(entry, actor(request)))
    return UNSAID


@act(fetch.entry, DIRECTORS, back="desk_entry")
def entry_withdraw(request: DeskRequest, entry: Entry) -> HttpResponse | str:
    """Withdraw an entry; its results so far remain."""
    form = WithdrawalForm(request.POST)
    if form.is_valid():
        with form.take_refusal():
            organise.withdraw_entry(entry, actor(request), **form.cleaned_data)
            return gettext("Entry no. %(number)s is withdrawn.") % {"number": entry.number}
    return _page(request, entry, faulty=form, withdrawal=form)


@act(fetch.entry, DIRECTORS, back="desk_entry")
def entry_readmit(request: DeskRequest, entry: Entry) -> str:
    """Take a withdrawal back."""
    organise.readmit_entry(entry, actor(request))
    return gettext("Entry no. %(number)s takes part again.") % {"number": entry.number}


@act(fetch.entry, DIRECTORS, back="desk_entry")
def entry_rename(request: DeskRequest, entry: Entry) -> HttpResponse | str:
    """Set or remove the own name of a pair, or set that of a team."""
    form = _pair_form(entry, request.POST)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            organise.rename_entry(entry, actor(request), form.cleaned_data["name"])
            return UNSAID
    return _page(request, entry, faulty=form, pair=form)


@act(fetch.entry, DIRECTORS, back="desk_entry")
def entry_remark(request: DeskRequest, entry: Entry) -> HttpResponse | str:
    """Set or remove the remark of an entry."""
    form = _remark_form(entry, request.POST)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            organise.set_remark(entry, actor(request), form.cleaned_data["remark"])
            return UNSAID
    return _page(request, entry, faulty=form, remark=form)


@act(_player, DIRECTORS)
def member_rename(request: DeskRequest, named: tuple[Entry, EntryMember]) -> HttpResponse:
    """Correct the name of a member."""
    entry, player = named
    member, back = player.number, redirect("desk_entry", entry.event.uid, entry.number)
    form = _member_form(entry, member, _named(entry)[member], request.POST)
    if form.is_valid():
        if is_unchanged(request, form):
            return back
        with form.take_refusal():
            organise.rename_member(player, actor(request), form.cleaned_data["name"])
            return back
    return _page(request, entry, faulty=form, renamed={member: form})


@act(fetch.entry, DIRECTORS, back="desk_entry")
def stand_in(request: DeskRequest, entry: Entry) -> HttpResponse | str:
    """Add a stand-in for a member of an entry."""
    form = StandInForm(_players(entrant(entry)), request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with form.take_refusal():
            stand_ins.name_stand_in(
                entry, actor(request), stand_ins.StandInTerms(**data), sent.form(request)
            )
            return UNSAID
    return _page(request, entry, faulty=form, substitute=form)


def _to_entry(member: EntryMember) -> HttpResponse:
    return redirect("desk_entry", member.entry.event.uid, member.entry.number)


@act(
    fetch.stand_in,
    DIRECTORS,
    back=_to_entry,
    done=_("The stand-in has ended."),
)
def stand_in_end(request: DeskRequest, member: EntryMember) -> None:
    """End a stand-in, or remove it before it began."""
    organise.end_stand_in(member, actor(request))


def _named(entry: Entry) -> dict[int, str]:
    return dict(_players(entrant(entry)))


def _players(shown: Entrant) -> list[tuple[int, str]]:
    return [(member.number, member.name) for member in shown.members]


def _page(
    request: DeskRequest,
    entry: Entry,
    *,
    faulty: DeskForm | None = None,
    renamed: dict[int, MemberForm] | None = None,
    **sent: DeskForm,
) -> HttpResponse:
    """Answer with the page of an entry; `sent` are the forms that were sent, by their names."""
    shown, bound = entrant(entry), renamed or {}
    names = [
        (
            member,
            bound.get(member.number) or _member_form(entry, member.number, member.name),
        )
        for member in shown.members
    ]
    is_bound = organise.is_bound(entry)
    begins = {"from_round": organise.next_drawn(entry.event)}
    context: dict[str, Any] = {
        "event": entry.event,
        "one": shown,
        "names": names,
        "is_pair": len(names) > 1,
        "pair": _pair_form(entry),
        "remark": _remark_form(entry),
        "substitute": StandInForm(_players(shown), initial=begins),
        "withdrawal": WithdrawalForm(),
        "is_bound": is_bound,
        "left_by_decision": organise.left_by_decision(entry),
        "by_exclusion": organise.leaves_by_exclusion(entry.event),
        "warnings": standing_warnings(PenaltyWarning.objects.filter(entry=entry)),
        "faulty": faulty,
        "opened": "names" if bound else _opened(shown, is_bound, sent),
        **permission_context(request, entry.event.tournament),
        **sent,
    }
    return render(request, "desk/entries/entry.html", context)


def _opened(shown: Entrant, is_bound: bool, sent: Collection[str]) -> str:
    """Return the fold that is open: of the form that was sent, else of what is asked for now."""
    for form in sent:
        return FOLDS[form]
    if shown.is_withdrawn:
        return "leave"
    return "stand-in" if is_bound else "names"


def _pair_form(entry: Entry, data: QueryDict | None = None) -> PairNameForm:
    kind = TeamNameForm if entry.event.form == Event.Form.TEAMS else PairNameForm
    form = kind(data, initial={"name": entry.name}, auto_id="pair_%s")
    form.logged = Logged(entry.event.tournament, (Verb.RENAME_ENTRY,), about=entry.uid)
    return form


def _remark_form(entry: Entry, data: QueryDict | None = None) -> RemarkForm:
    form = RemarkForm(data, initial={"remark": entry.remark}, auto_id="note_%s")
    form.logged = Logged(entry.event.tournament, (Verb.SET_REMARK,), about=entry.uid)
    return form


def _member_form(entry: Entry, number: int, name: str, data: QueryDict | None = None) -> MemberForm:
    form = MemberForm(data, initial={"name": name}, auto_id=f"member_{number}_%s")
    form.logged = Logged(entry.event.tournament, (Verb.RENAME_PERSON,), about=entry.uid)
    return form
