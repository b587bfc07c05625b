"""禁赛: the owner's page of a member, with the bans of the club."""

from __future__ import annotations

from django import forms
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy

from tournaments.models import Club, Person
from tournaments.persons import bans
from tournaments.persons.bans import BanTerms
from tournaments.rights.access import OWNERS
from web.desk.frame.views import UNSAID, Shown, actor, page, report_outcome
from web.desk.members import register
from web.forms import sent
from web.forms.base import DeskForm
from web.forms.dates import DayField
from web.forms.requests import DeskRequest


class BanForm(DeskForm):
    """The period of a ban, who decided it, and the reason."""

    from_day = DayField(label=pgettext_lazy("ban", "From"))
    until_day = DayField(label=pgettext_lazy("ban", "Until"))
    decided_by = forms.CharField(label=pgettext_lazy("ban", "Decided by"), max_length=120)
    reason = forms.CharField(label=pgettext_lazy("ruling", "Reason"), max_length=500)

    def terms(self) -> BanTerms:
        """Return the ban that was filled in."""
        data = self.cleaned_data
        return BanTerms(data["from_day"], data["until_day"], data["decided_by"], data["reason"])


@page(register.member_of, OWNERS, "desk/members/bans.html", change=OWNERS, back="desk_member_bans")
def member_bans(request: DeskRequest, found: tuple[Club, Person]) -> Shown:
    """Show the bans of a member; on POST ban, or lift a ban."""
    club, person = found
    form = BanForm(request.POST if "ban" in request.POST else None)
    if request.method == "POST" and "lift" in request.POST:
        row = get_object_or_404(bans.of_person(club, person), uid=sent.uid(request.POST, "lift"))
        with report_outcome(request, gettext("The ban is lifted.")):
            bans.lift(row, actor(request))
        return UNSAID
    if form.is_valid():
        with form.take_refusal():
            bans.ban(club, actor(request), person, form.terms())
            return gettext("Written down.")
    today = timezone.localdate()
    rows = bans.of_person(club, person)
    return {
        "club": club,
        "member": person,
        "form": form,
        "bans": [(row, row.lifted_on is None and row.until_day >= today) for row in rows],
    }
