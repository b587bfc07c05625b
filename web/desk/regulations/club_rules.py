"""The named rule sets of a club: renaming one, and no longer offering it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.game import find_game, names
from tournaments import organise
from tournaments.models import Club, ClubRules
from tournaments.record.audit import Verb
from tournaments.rights.access import DIRECTORS
from tournaments.wording import games
from web.desk.frame import fetch
from web.desk.frame.views import Shown, actor, ask_which, is_unchanged, page, report_outcome
from web.forms import sent
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged, StoredForm


class RenameRulesForm(StoredForm):
    """A new name; the operation decides whether it is allowed."""

    name_of_rules = forms.CharField(label=_("Name of the rules"), required=False)

    def __init__(self, kept: ClubRules, data: Any = None) -> None:
        super().__init__(data, initial={"name_of_rules": kept.name})
        self.kept = kept
        self.logged = Logged(kept.club, (Verb.RENAME_RULES,), about=kept.uid)

    def name(self) -> str:
        """Return the name as typed."""
        return str(self.cleaned_data["name_of_rules"]) if self.is_valid() else ""


@page(fetch.club, DIRECTORS, "desk/regulations/club_rules.html", change=DIRECTORS)
def club_rules(request: DeskRequest, club: Club) -> Shown:
    """Show a club's own rules; rename a set, or no longer offer it."""
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
    kept = ClubRules.objects.filter(club=club, uid=sent.uid(request.POST, "rules")).first()
    if kept is None:
        messages.error(request, gettext("These rules were removed already."))
    elif "remove" in request.POST:
        with report_outcome(request, gettext("The rules are removed. Events keep theirs.")):
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
    """Return the rules in words; empty for a game that this program does not know."""
    return games.rule_sentences(find_game(kept.game), kept.rules) if kept.game in names() else []
