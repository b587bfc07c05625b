"""The matches of a round at the desk, and awarding one: walkover, decided draw, spoilt match."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import access, results, wording
from tournaments.forms.awards import AwardForm
from tournaments.models import Award, Match, Round, Side
from tournaments.results import awards, event_record, stage_matches
from tournaments.results.standings_input import sealed_rounds
from tournaments.structure import three_way_matches
from tournaments.views.answers import DeskRequest, actor


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of two sides, as the desk lists it; `score` is empty while it is not over."""

    match: Match
    sides: tuple[tuple[Side, str], ...]
    score: str
    totals: str
    award: Award | None
    is_level: bool
    is_half: bool = False

    @property
    def title(self) -> str:
        """Who meets."""
        return " – ".join(name for _, name in self.sides)


@never_cache
@login_required
@require_safe
def matches(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the matches of a round, with what was awarded."""
    round_ = access.round_as(request.user, uid, access.DESK)
    roles = access.roles_in(request.user, round_.event.tournament)
    context = {
        "round": round_,
        "event": round_.event,
        "lines": lines(round_),
        "awards": bool(roles & access.CHIEFS),
    }
    return render(request, "tournaments/matches.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def award(request: DeskRequest, uid: str) -> HttpResponse:
    """Award a match, decide a drawn one, or take an award back."""
    match = access.match_as(request.user, uid, access.CHIEFS)
    line = next(line for line in lines(match.round) if line.match == match)
    sent = request.POST if request.method == "POST" else None
    form = AwardForm(
        sent,
        match,
        list(line.sides),
        is_awarded=line.award is not None,
        level=line.is_level,
        is_sealed=not line.score,
    )
    if sent is not None and form.is_valid():
        with form.take_refusal():
            form.press(actor(request))
            return redirect("desk_matches", match.round.uid)
    context = {
        "event": match.round.event,
        "round": match.round,
        "line": line,
        "form": form,
        "submit": gettext("Record it so"),
    }
    return render(request, "tournaments/award.html", context)


def lines(round_: Round) -> list[MatchLine]:
    """Return the matches of a round as the desk lists them.

    While boards of the round are sealed, scores are left out; whether a match is level is not.
    """
    snapshot = results.read(round_.event)
    is_sealed = round_.number in sealed_rounds(snapshot)
    names = event_record.competitors(snapshot)
    played = stage_matches.results_by_match(snapshot, round_.group.stage)
    rows = list(round_.matches.order_by("number").prefetch_related("sides__entries"))
    held, halves = awards.live(row.pk for row in rows), three_way_matches.keys_of(round_)
    match_lines = []
    for match in rows:
        match.round = round_
        sides = sorted(match.sides.all(), key=lambda side: side.number)
        named = [
            (side, " · ".join(names[entry.uid].name for entry in side.entries.all()))
            for side in sides
        ]
        result = played.get(match.pk)
        scores, totals = (result.scores, result.totals) if result else (None, None)
        award = held.get(match.pk)
        level = bool(scores and totals and totals[0] == totals[1] and award is None)
        match_lines.append(
            MatchLine(
                match,
                tuple(named),
                "" if is_sealed else _ratio_text(scores),
                "" if is_sealed else _ratio_text(totals),
                award,
                is_level=level,
                is_half=match.pk in halves,
            )
        )
    return match_lines


def _ratio_text(numbers: tuple[object, object] | None) -> str:
    return "" if numbers is None else " : ".join(wording.unsigned(number) for number in numbers)  # type: ignore[arg-type]
