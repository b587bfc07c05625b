"""The register of a club: its list with search, a member's page, adding and changing."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models.functions import Coalesce
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext

from clubs.members import guests, merging, register
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Club, Person, Role
from tournaments.persons import keys, matching
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import members_of
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, act, actor, is_unchanged, page, report_outcome
from web.desk.members.forms import MemberDataForm
from web.forms import sent
from web.forms.requests import DeskRequest

PAGE: Final = 100
LONGEST_SEARCH: Final = 60


@page(fetch.club, DIRECTORS, "desk/members/members.html")
def members(request: DeskRequest, club: Club) -> Shown:
    """List the members of a club, a hundred a page, or those found by a search."""
    typed = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    page = Paginator(searched(club, typed), PAGE).get_page(request.GET.get("page"))
    shown = in_order(page.object_list)
    last = matching.last_events(shown)
    return {
        "club": club,
        "typed": typed,
        "page": page,
        "has_homes": any(person.home for person in shown),
        "rows": [(person, *last.get(person.pk, ("", None))) for person in shown],
    }


@page(
    fetch.club,
    DIRECTORS,
    "desk/members/add.html",
    change=DIRECTORS,
    back="desk_member_add",
    shows_contacts=True,
)
def member_add(request: DeskRequest, club: Club) -> Shown:
    """Add a new member; ask once more if the name is in the register already."""
    form = MemberDataForm(request.POST if request.method == "POST" else None, club=club)
    is_valid = form.is_valid()
    key = sent.form(request)
    # A member added by this very form is no namesake.
    is_repeated = is_valid and key.is_used
    namesakes = _namesakes(club, form.cleaned_data["name"]) if is_valid and not is_repeated else []
    if is_valid and (not namesakes or "sure" in request.POST):
        with form.take_refusal():
            register.add_member(club, actor(request), form.data_of_member(), key)
            text = gettext("%(name)s is in the register.") % {"name": form.cleaned_data["name"]}
            messages.success(request, text)
            # A guest who played under this name must not remain beside the new member.
            if guests.wait(club, [form.cleaned_data["name"]]):
                return redirect("desk_member_guests", club.uid)
            return UNSAID
    number = keys.next_number(club)
    return {"club": club, "form": form, "number": number, "namesakes": namesakes}


def member_of(
    request: DeskRequest, roles: Collection[Role], uid: str, person_uid: str
) -> tuple[Club, Person]:
    """Return a member of a club, and the club."""
    club = access.club_as(request.user, uid, roles)
    return club, member_in(club, person_uid)


@page(
    member_of,
    DIRECTORS,
    "desk/members/member.html",
    change=DIRECTORS,
    back="desk_member",
    shows_contacts=True,
)
def member(request: DeskRequest, found: tuple[Club, Person]) -> Shown:
    """Show a member with contact and history; on POST change the data in the register."""
    club, person = found
    data = request.POST if request.method == "POST" else None
    stored = MemberDataForm.initial_of(register.data_of(person))
    form = MemberDataForm(data, initial=stored, club=club, person=person)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            register.change_member(person, actor(request), form.data_of_member())
            return gettext("The register is changed.")
    return {
        "club": club,
        "owns": access.owns_club(request.user, club),
        "member": Person.objects.get(pk=person.pk),
        "form": form,
        "doubles": Person.objects.filter(same_as=person).order_by("pk"),
        **_history(person, request.GET.get("page")),
        **_others(club, person, request.GET.get("with", "")),
        **_merging(club, person, sent.uid(request.GET, "merge")),
    }


@act(member_of, DIRECTORS)
def member_merge(request: DeskRequest, found: tuple[Club, Person]) -> HttpResponse:
    """Merge another person with a member, after confirmation."""
    club, person = found
    other = club.persons.filter(uid=sent.uid(request.POST, "other")).first()
    if other is not None and "sure" not in request.POST:
        page = reverse("desk_member", args=[club.uid, person.uid])
        return redirect(f"{page}?merge={other.uid}#merge")
    with report_outcome(request, gettext("The two are one person now.")):
        if other is None:
            raise Refused(refuse(PersonReason.MEMBER_GONE))
        kept, double = person, other
        if sent.uid(request.POST, "keep") == other.uid:
            kept, double = double, kept
        person = merging.merge(club, actor(request), kept, double)
    return redirect("desk_member", club.uid, person.uid)


def _double(
    request: DeskRequest, roles: Collection[Role], uid: str, person_uid: str
) -> tuple[Club, Person]:
    club = access.club_as(request.user, uid, roles)
    doubles = club.persons.filter(blanked_at=None).select_related("same_as")
    return club, get_object_or_404(doubles, uid=person_uid)


@act(_double, DIRECTORS)
def member_split(request: DeskRequest, found: tuple[Club, Person]) -> HttpResponse:
    """Separate a merged person from its member."""
    club, double = found
    kept = double.same_as or double
    with report_outcome(request, gettext("They are two persons again.")):
        merging.split(club, actor(request), double)
    if kept.guest:
        return redirect("desk_members", club.uid)
    return redirect("desk_member", club.uid, kept.uid)


@page(member_of, DIRECTORS, "desk/members/blank.html", change=DIRECTORS)
def member_blank(request: DeskRequest, found: tuple[Club, Person]) -> Shown:
    """Explain what blanking does and does not do; on POST blank a member for good."""
    club, person = found
    if request.method == "POST":
        with report_outcome(request, gettext("Name and contact are blanked.")):
            merging.blank(club, actor(request), person)
        return redirect("desk_members", club.uid)
    return {
        "club": club,
        "member": person,
        "events": len(register.events_of(person)),
        "requests": len(merging.waiting_requests(person)),
    }


def member_in(club: Club, uid: str) -> Person:
    """Return a member of a club that was fetched for the account. Raises Http404."""
    return get_object_or_404(members_of(club), uid=uid)


def searched(club: Club, typed: str) -> list[int]:
    """Return the keys of a club's members found by the text typed, in order.

    Only keys, so that one pass over the register serves both the count and a page.
    """
    if not typed:
        rows = members_of(club).order_by("sort_key", "number", "pk")
        return list(rows.values_list("pk", flat=True))
    # Sorted here: in the order of its index a database would read the register in random order.
    found = members_of(club).filter(keys.found_by(typed)).order_by()
    return [key for *_, key in sorted(found.values_list("sort_key", Coalesce("number", 0), "pk"))]


def in_order(found: Iterable[int]) -> list[Person]:
    """Return the persons with these keys, in the order of the keys."""
    wanted = list(found)
    rows = Person.objects.in_bulk(wanted)
    return [rows[key] for key in wanted if key in rows]


def _namesakes(club: Club, name: str) -> list[matching.MemberCandidate]:
    """Return the members found by a name that is to be added to the register."""
    found = matching.match(club, [name]).get(name)
    if found is None:
        return []
    return matching.candidates(found.several or tuple(filter(None, [found.person])))


def _merging(club: Club, person: Person, uid: str) -> dict[str, Any]:
    """Return a member, the person to be merged with it, and the one proposed to stay."""
    rows = club.persons.filter(same_as=None, blanked_at=None).exclude(pk=person.pk)
    other = rows.filter(uid=uid).first() if uid else None
    if other is None:
        return {"merging": []}
    known = {one.uid: one for one in matching.candidates([person, other], with_phones=True)}
    return {
        "merging": [known[person.uid], known[other.uid]],
        "other": other,
        "kept": merging.proposed([person, other]).uid,
    }


def _history(person: Person, page: str | None) -> dict[str, Any]:
    return {"history": Paginator(register.events_of(person), PAGE).get_page(page)}


def _others(club: Club, person: Person, typed: str) -> dict[str, Any]:
    """Return the persons found, guests included, who can be merged with a member."""
    if not typed:
        return {"with": "", "others": []}
    rows = club.persons.filter(same_as=None, blanked_at=None).exclude(pk=person.pk)
    found = rows.filter(keys.found_by(typed[:LONGEST_SEARCH])).order_by("guest", "sort_key", "pk")
    shown = list(found[:20])
    last = matching.last_events(shown)
    return {
        "with": typed,
        "others": [(other, last.get(other.pk, ("", None))[0]) for other in shown],
    }
