"""One entry at the desk: its names, stand-ins, withdrawal and readmission."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments import access, organise, wording
from tournaments.entries.roster import Entrant, entrant
from tournaments.forms import (
    DeskForm,
    MemberForm,
    PairNameForm,
    RemarkForm,
    StandInForm,
    TeamNameForm,
    WithdrawalForm,
)
from tournaments.models import Entry, EntryMember, Event, PenaltyWarning, Role
from tournaments.refusals import Refused
from tournaments.results.queries import standing_warnings
from tournaments.results.reading import with_members
from tournaments.views.answers import DeskRequest, actor, permission_context, report_outcome
from tournaments.views.entering import removed_entries


@never_cache
@login_required
@require_safe
def entry(request: DeskRequest, uid: str, number: int) -> HttpResponse:
    """Show an entry with everything that can be done with it."""
    return _page(request, _entry(request, uid, number, access.DESK))


@login_required
@require_POST
def entry_remove(request: DeskRequest, uid: str, number: int) -> HttpResponse:
    """Remove an entry that has not played."""
    entry = _entry(request, uid, number)
    # Numbers move up when an entry goes: a page from before then would remove somebody else.
    if request.POST.get("entry", entry.uid) != entry.uid:
        messages.error(request, gettext("The numbers have moved meanwhile. Nobody was removed."))
        return redirect("desk_entries", uid)
    try:
        removed = organise.remove_entry(entry, actor(request))
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, wording.problem_text(problem))
    else:
        removed_entries.keep(request, entry.event, removed)
    return redirect("desk_entries", uid)


@never_cache
@login_required
@require_POST
def entry_withdraw(request: DeskRequest, uid: str, number: int) -> HttpResponse:
    """Withdraw an entry; what it has played stands."""
    entry = _entry(request, uid, number)
    form = WithdrawalForm(request.POST)
    if form.is_valid():
        message = gettext("Entry no. %(number)s is withdrawn.") % {"number": number}
        with form.take_refusal():
            organise.withdraw_entry(entry, actor(request), **form.cleaned_data)
            messages.success(request, message)
            return redirect("desk_entry", uid, number)
    return _page(request, entry, faulty=form, withdrawal=form)


@login_required
@require_POST
def entry_readmit(request: DeskRequest, uid: str, number: int) -> HttpResponse:
    """Take a withdrawal back."""
    entry = _entry(request, uid, number)
    with report_outcome(
        request, gettext("Entry no. %(number)s takes part again.") % {"number": number}
    ):
        organise.readmit_entry(entry, actor(request))
    return redirect("desk_entry", uid, number)


@never_cache
@login_required
@require_POST
def entry_rename(request: DeskRequest, uid: str, number: int) -> HttpResponse:
    """Set or remove the own name of a pair, or set that of a team."""
    entry = _entry(request, uid, number)
    form = _name_form(entry)(request.POST, auto_id="pair_%s")
    if form.is_valid():
        with form.take_refusal():
            organise.rename_entry(entry, actor(request), form.cleaned_data["name"])
            return redirect("desk_entry", uid, number)
    return _page(request, entry, faulty=form, pair=form)


@never_cache
@login_required
@require_POST
def entry_remark(request: DeskRequest, uid: str, number: int) -> HttpResponse:
    """Set or remove the remark of an entry."""
    entry = _entry(request, uid, number)
    form = RemarkForm(request.POST, auto_id="note_%s")
    if form.is_valid():
        with form.take_refusal():
            organise.set_remark(entry, actor(request), form.cleaned_data["remark"])
            return redirect("desk_entry", uid, number)
    return _page(request, entry, faulty=form, remark=form)


@never_cache
@login_required
@require_POST
def member_rename(request: DeskRequest, uid: str, number: int, member: int) -> HttpResponse:
    """Correct the name of a member."""
    entry = _entry(request, uid, number)
    players = entry.members.filter(role=EntryMember.Role.PLAYER).select_related("person", "entry")
    player = get_object_or_404(players, number=member)
    form = MemberForm(request.POST, auto_id=f"member_{member}_%s")
    if form.is_valid():
        with form.take_refusal():
            organise.rename_member(player, actor(request), form.cleaned_data["name"])
            return redirect("desk_entry", uid, number)
    return _page(request, entry, faulty=form, renamed={member: form})


@never_cache
@login_required
@require_POST
def stand_in(request: DeskRequest, uid: str, number: int) -> HttpResponse:
    """Add a stand-in for a member of an entry."""
    entry = _entry(request, uid, number)
    form = StandInForm(_players(entrant(entry)), request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with form.take_refusal():
            organise.stand_in(
                entry,
                actor(request),
                data["name"],
                data["from_round"],
                data["to_round"],
                data["points_count"],
                member=data["member"],
            )
            return redirect("desk_entry", uid, number)
    return _page(request, entry, faulty=form, substitute=form)


@login_required
@require_POST
def stand_in_end(request: DeskRequest, uid: str) -> HttpResponse:
    """End a stand-in, or remove it before it began."""
    member = access.stand_in_as(request.user, uid, access.DIRECTORS)
    entry = member.entry
    with report_outcome(request, gettext("The stand-in has ended.")):
        organise.end_stand_in(member, actor(request))
    return redirect("desk_entry", entry.event.uid, entry.number)


def _entry(
    request: DeskRequest, uid: str, number: int, roles: Collection[Role] = access.DIRECTORS
) -> Entry:
    event = access.event_as(request.user, uid, roles)
    entry: Entry = get_object_or_404(with_members(event.entries.all()), number=number)
    entry.event = event
    return entry


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
            bound.get(member.number)
            or MemberForm(initial={"name": member.name}, auto_id=f"member_{member.number}_%s"),
        )
        for member in shown.members
    ]
    begins = {"from_round": organise.next_drawn(entry.event)}
    context: dict[str, Any] = {
        "event": entry.event,
        "one": shown,
        "names": names,
        "is_pair": len(names) > 1,
        "pair": _name_form(entry)(initial={"name": shown.own_name}, auto_id="pair_%s"),
        "remark": RemarkForm(initial={"remark": shown.remark}, auto_id="note_%s"),
        "substitute": StandInForm(_players(shown), initial=begins),
        "withdrawal": WithdrawalForm(),
        "is_bound": organise.is_bound(entry),
        "left_by_decision": organise.left_by_decision(entry),
        "by_exclusion": organise.leaves_by_exclusion(entry.event),
        "warnings": standing_warnings(PenaltyWarning.objects.filter(entry=entry)),
        "faulty": faulty,
        **permission_context(request, entry.event.tournament),
        **sent,
    }
    return render(request, "tournaments/entry.html", context)


def _name_form(entry: Entry) -> type[PairNameForm]:
    return TeamNameForm if entry.event.form == Event.Form.TEAMS else PairNameForm
