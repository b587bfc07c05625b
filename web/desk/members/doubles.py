"""Members who are probably the same person: proposed with their differences, merged by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from clubs.members import doubles as pairs
from clubs.members import merging
from scoring.problems import Problem
from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.models import Club, Person
from tournaments.persons import matching
from tournaments.persons.same import canonical, members_of
from tournaments.rights.access import DIRECTORS
from web.desk.frame import fetch
from web.desk.frame.views import Shown, actor, page, report_outcome
from web.forms import sent
from web.forms.requests import DeskRequest

PAGE: Final = 50
MOST: Final = 100


@page(fetch.club, DIRECTORS, "desk/members/doubles.html", change=DIRECTORS)
def doubles(request: DeskRequest, club: Club) -> Shown:
    """Show probable doubles; on POST merge the ticked ones, or mark one group as different people.

    The ticks of other groups and the place on the page are kept.
    """
    if request.method == "POST":
        _act(request, club)
        return redirect(f"{reverse('desk_member_doubles', args=[club.uid])}{_still(request)}")
    page = Paginator(pairs.likely(club), PAGE).get_page(request.GET.get("page"))
    groups = list(page)
    persons = [person for one in groups for person in one.persons]
    known = {one.uid: one for one in matching.candidates(persons, with_phones=True)}
    keeps = frozenset(request.GET.getlist("keep")[:MOST])
    rows = [
        (one.is_certain, _kept(one.persons, keeps).uid, [known[each.uid] for each in one.persons])
        for one in groups
    ]
    apart = Paginator(pairs.told_apart(club), PAGE).get_page(request.GET.get("apart"))
    told = [(one.uid, canonical(one.first), canonical(one.second)) for one in apart]
    return {
        "club": club,
        "page": page,
        "groups": rows,
        "apart": apart,
        "told": told,
        "ticked": frozenset(request.GET.getlist("tick")[:MOST]),
        "here": min(sent.number(request.GET.get("at", "")), len(rows)),
    }


def _act(request: DeskRequest, club: Club) -> None:
    if back := sent.uid(request.POST, "back"):
        with report_outcome(request, gettext("The two may be proposed as duplicates again.")):
            pairs.take_back(club, actor(request), back)
    elif place := request.POST.get("apart"):
        with report_outcome(request, gettext("They will not be proposed as duplicates again.")):
            pairs.tell_apart(club, actor(request), _of_group(request, club, place))
    elif place := request.POST.get("merge"):
        _merge(request, club, [place])
    else:
        _merge(request, club, range(1, PAGE + 1))


def _ticked(request: DeskRequest, place: int | str) -> list[str]:
    return sent.uids(request.POST, f"group-{place}")[:MOST]


def _still(request: DeskRequest) -> str:
    """Return what stays in the address: the page, the ticks of other groups, the place on it."""
    place = sent.number(request.POST.get("apart") or request.POST.get("merge") or "")
    if not place:
        return ""
    others = [number for number in range(1, PAGE + 1) if number != place]
    ticks = [uid for number in others for uid in _ticked(request, number)][:MOST]
    keeps = [uid for number in others if (uid := sent.uid(request.POST, f"keep-{number}"))][:MOST]
    kept = {"tick": ticks, "keep": keeps, "page": request.GET.get("page", "1"), "at": place}
    return f"?{urlencode(kept, doseq=True)}#group-{place}"


def _of_group(request: DeskRequest, club: Club, place: str) -> list[Person]:
    """Return the ticked members of a group, or all of them if fewer than two are ticked."""
    ticked = sent.uids(request.POST, f"group-{place}")[:MOST]
    if len(ticked) < 2:
        ticked = sent.uids(request.POST, f"of-{place}")[:MOST]
    return list(members_of(club).filter(uid__in=ticked))


def _kept(persons: Sequence[Person], keeps: Collection[str]) -> Person:
    """Return the member who stays of a group: the chosen one, else the one proposed."""
    chosen = [person for person in persons if person.uid in keeps]
    return chosen[0] if chosen else merging.proposed(persons)


def _merge(request: DeskRequest, club: Club, places: Iterable[int | str]) -> None:
    """Merge the ticked members of each group into the one who stays."""
    groups = {place: _ticked(request, place) for place in places}
    uids = {uid for group in groups.values() for uid in group}
    rows = {person.uid: person for person in members_of(club).filter(uid__in=uids)}
    merged = 0
    refused: list[Problem] = []
    for place, group in groups.items():
        persons = [rows[uid] for uid in group if uid in rows]
        if len(persons) < 2:
            continue
        kept = _kept(persons, {sent.uid(request.POST, f"keep-{place}")})
        for other in [person for person in persons if person != kept]:
            try:
                merging.merge(club, actor(request), kept, other)
                merged += 1
            except Refused as refusal:
                refused += refusal.problems
    for problem in refused:
        messages.error(request, wording.problem_text(problem))
    if not merged and not refused:
        messages.error(request, gettext("Tick at least two names of a group."))
    if not merged:
        return
    text = ngettext(
        "%(number)s duplicate was merged.", "%(number)s duplicates were merged.", merged
    )
    messages.success(request, text % {"number": merged})
