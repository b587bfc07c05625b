"""The rules that a club keeps under names: renamed, and taken off the offer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from scoring.game import find_game, names
from tournaments import organise
from tournaments.models import Club, ClubRules
from tournaments.rights.access import DIRECTORS
from tournaments.wording import games
from web.desk.frame import fetch
from web.desk.frame.answers import actor, ask_which, is_unchanged, report_outcome
from web.desk.frame.views import Shown, page
from web.desk.regulations.club_rule_forms import RenameRulesForm
from web.forms.requests import DeskRequest


@page(fetch.club, DIRECTORS, "desk/regulations/club_rules.html", change=DIRECTORS)
def club_rules(request: DeskRequest, club: Club) -> Shown:
    """Show the rules of a club's own, rename one, or take it off the offer."""
    if request.method == "POST":
        return _change(request, club)
    return {
        "club": club,
        "kept": [
            (RenameRulesForm(kept), games.game_name(kept.game), _sentences(kept))
            for kept in club.own_rules.order_by("name")
        ],
    }


def _change(request: DeskRequest, club: Club) -> HttpResponse:
    kept = ClubRules.objects.filter(club=club, uid=request.POST.get("rules", "")).first()
    if kept is None:
        messages.error(request, gettext("These rules are off the offer already."))
    elif "remove" in request.POST:
        with report_outcome(request, gettext("The rules are off the offer. Events keep theirs.")):
            organise.remove_rules(kept, actor(request))
    else:
        form = RenameRulesForm(kept, request.POST)
        if not form.is_valid() and form.conflicts:
            back = reverse("desk_club_rules", args=[club.uid])
            return ask_which(request, form, back, rules=kept.uid)
        if form.is_valid() and is_unchanged(request, form):
            return redirect("desk_club_rules", club.uid)
        with report_outcome(request, gettext("The rules are renamed.")), form.as_read():
            organise.rename_rules(kept, actor(request), form.name())
    return redirect("desk_club_rules", club.uid)


def _sentences(kept: ClubRules) -> list[str]:
    """Return the rules in words; none for a game that this program does not know."""
    return games.rule_sentences(find_game(kept.game), kept.rules) if kept.game in names() else []
