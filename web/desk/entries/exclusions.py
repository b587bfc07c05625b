"""Withdrawal and disqualification of an entry at the desk: the effect, then the decision."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments import organise, results
from tournaments.models import Entry, ExclusionKind, ExclusionState, Role
from tournaments.organise.absences import exclusion_steps, exclusions
from tournaments.organise.absences.exclusion_steps import ExclusionTerms
from tournaments.organise.entries import last_begun
from tournaments.results import event_record
from tournaments.results.event_record import Effect
from tournaments.rights import access
from tournaments.rights.access import CHIEFS
from tournaments.structure.regulations import regulations_of
from web.desk.decisions.forms import with_hidden_value
from web.desk.frame import fetch, previews
from web.desk.frame.views import UNSAID, Shown, page
from web.forms import sent
from web.forms.base import DeskForm
from web.forms.requests import DeskRequest
from web.publish import rank_columns

OF_DIRECTORS: Final = frozenset({"approve", "refuse", "take_back"})
"""The buttons of the organiser."""


class ExclusionForm(DeskForm):
    """How an entry leaves an event."""

    kind = forms.ChoiceField(
        label=_("Decision"), choices=ExclusionKind.choices, widget=forms.RadioSelect
    )
    after_round = forms.IntegerField(
        label=_("Last round that counts"),
        help_text=_("The entry is not drawn after it."),
        min_value=0,
        max_value=999,
    )
    results_cancelled = forms.BooleanField(
        label=_("Its results are cancelled"),
        help_text=_("They no longer count for the entry; its opponents keep their results."),
        required=False,
    )
    without_prizes = forms.BooleanField(label=_("Without prizes"), required=False)
    excused = forms.BooleanField(
        label=_("The reason is accepted"),
        help_text=_("Only for a withdrawal: the entry is ranked after all who stayed."),
        required=False,
    )
    reason = forms.CharField(label=pgettext_lazy("ruling", "Reason"), max_length=500)
    article = forms.CharField(label=_("Article"), max_length=120, required=False)
    previewed = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    """The seal of what was shown; a decision is stored only as it was shown."""

    @property
    def terms(self) -> ExclusionTerms:
        """The terms that were typed; only a withdrawal can be excused."""
        data = {name: self.cleaned_data[name] for name in self.fields if name != "previewed"}
        kind = ExclusionKind(data.pop("kind"))
        data["excused"] &= kind == ExclusionKind.WITHDRAWAL
        return ExclusionTerms(kind, **data)


class RefuseExclusionForm(DeskForm):
    """The reason why a decision is not approved."""

    reason = forms.CharField(label=pgettext_lazy("ruling", "Reason"), max_length=500)


def _entry(request: DeskRequest, roles: Collection[Role], uid: str, number: int) -> Entry:
    """Return an entry; of a form that only the organiser sends, for a director of its event."""
    if OF_DIRECTORS & set(request.POST):
        access.event_as(request.user, uid, access.DIRECTORS)
    return fetch.entry(request, roles, uid, number)


@page(_entry, CHIEFS, change=CHIEFS, back="desk_entry_leave")
def leave(request: DeskRequest, entry: Entry) -> Shown:
    """Show the decision on an entry; preview, propose, approve or refuse one."""
    if request.method != "POST":
        return _page(request, entry, ExclusionForm(initial=_usual(entry)))
    if OF_DIRECTORS & set(request.POST):
        return _decide(request, entry)
    form = ExclusionForm(request.POST)
    if not form.is_valid():
        return _page(request, entry, form)
    shown, seen = asdict(form.terms), _newest(entry)
    is_shown = previews.was_shown(
        form.cleaned_data["previewed"], request.user, entry.uid, shown, seen
    )
    if "store" in request.POST and is_shown:
        with form.take_refusal():
            _propose(request, entry, form, seen)
            return UNSAID
        return _page(request, entry, form)
    if "store" in request.POST:
        previews.tell_of_change(request)
    return _show_effect(request, entry, form, seen)


def _show_effect(
    request: DeskRequest, entry: Entry, form: ExclusionForm, seen: int
) -> HttpResponse:
    """Show what a decision would change, or why it cannot be proposed."""
    with form.take_refusal():
        exclusions.require_possible(entry, form.terms)
        sealed = previews.seal(request.user, entry.uid, asdict(form.terms), seen)
        form.data = with_hidden_value(request.POST, "previewed", sealed)
        effect = exclusion_steps.preview(results.read(entry.event), entry, form.terms)
        return _page(request, entry, form, effect=effect, previewed=True)
    return _page(request, entry, form)


def _newest(entry: Entry) -> int:
    """Return the number of the newest step on an entry, 0 for none."""
    newest = exclusion_steps.latest(entry)
    return newest.number if newest else 0


def _propose(request: DeskRequest, entry: Entry, form: ExclusionForm, seen: int) -> None:
    """Propose a decision; in a club event the same person approves it."""
    step = organise.decide_exclusion(entry, request.user, form.terms, seen=seen)
    if step.state == ExclusionState.PROPOSED:
        messages.success(request, gettext("Proposed. The organiser approves it on this page."))
    else:
        messages.success(request, gettext("Decided."))


def _decide(request: DeskRequest, entry: Entry) -> str:
    """Approve or refuse the proposal, or take a decision back, as the organiser."""
    seen = sent.number(request.POST.get("seen", ""))
    if "approve" in request.POST:
        organise.approve_exclusion(entry, request.user, seen=seen)
        return gettext("Approved.")
    form = RefuseExclusionForm(request.POST)
    if not form.is_valid():
        form.tell(request)
        return UNSAID
    reason = form.cleaned_data["reason"]
    if "take_back" in request.POST:
        organise.take_back_exclusion(entry, request.user, reason, seen=seen)
        return gettext("Taken back. The entry plays on.")
    organise.refuse_exclusion(entry, request.user, reason, seen=seen)
    return gettext("Not approved. The entry plays on.")


def _usual(entry: Entry) -> dict[str, Any]:
    """Return what is usually decided; an entry that has left can only be disqualified."""
    has_left = entry.state == Entry.State.WITHDRAWN
    last = entry.to_round if has_left else None
    return {
        "kind": ExclusionKind.DISQUALIFICATION if has_left else ExclusionKind.WITHDRAWAL,
        "after_round": last_begun(entry.event) if last is None else last,
        "results_cancelled": entry.results_cancelled,
        "without_prizes": True,
    }


def _page(
    request: DeskRequest,
    entry: Entry,
    form: ExclusionForm,
    *,
    effect: tuple[Effect, ...] = (),
    previewed: bool = False,
) -> HttpResponse:
    event, waiting = entry.event, exclusion_steps.proposal(entry)
    if waiting is not None:
        effect = exclusion_steps.preview(
            results.read(event), entry, exclusion_steps.terms_of(waiting)
        )
    directs = bool(access.roles_here(request.user, event.tournament) & access.DIRECTORS)
    is_own = waiting is not None and waiting.needs_two and waiting.proposer_id == request.user.pk
    context = {
        "event": event,
        "entry": entry,
        "name": event_record.entry_name(entry),
        "form": form,
        "effect": effect,
        "previewed": previewed,
        "waiting": waiting,
        "is_official": regulations_of(event).is_official,
        "approves": directs and not is_own,
        "takes_back": directs and exclusion_steps.may_take_back(entry, request.user),
        "is_own": is_own,
        "by_ruling": exclusion_steps.is_by_ruling(entry),
        "refusal": RefuseExclusionForm(auto_id="refuse_%s"),
        "seen": _newest(entry),
        "steps": entry.exclusions.select_related("official").order_by("number"),
        "measures": rank_columns.columns_of_event(event),
    }
    return render(request, "desk/entries/exclusion.html", context)
