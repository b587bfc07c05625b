"""The matches of a round at the desk, and awarding one: walkover, drawn or spoilt match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournaments import results, wording
from tournaments.base.separators import join_names
from tournaments.models import Award, Match, Round
from tournaments.results import event_record, match_results
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from tournaments.results.snapshot_rows import MatchRow
from tournaments.rights import access, ruling_offices
from tournaments.rights.access import CHIEFS, DESK
from web.desk.frame import fetch
from web.desk.frame.views import Shown, actor, page
from web.desk.rounds.award_forms import AwardForm
from web.forms.requests import DeskRequest
from web.publish.pages.matches import match_sets
from web.publish.pages.matches.match_sets import ShownSets
from web.publish.pages.progress import sealed_text


@dataclass(frozen=True, slots=True)
class AwardLine:
    """A match of two sides, as the desk lists it; `score` is empty while it is not over."""

    match: MatchRow
    sides: Mapping[str, str]
    """The names of the sides by uid, the home side first."""
    score: str
    totals: str
    award: Award | None
    is_level: bool
    is_half: bool = False
    sets: ShownSets | None = None
    """The board sets (盘) of a match of two rooms, if it has several."""

    @property
    def title(self) -> str:
        """The names of the sides."""
        return " – ".join(self.sides.values())


@page(fetch.round_, DESK, "desk/rounds/matches.html")
def matches(request: DeskRequest, round_: Round) -> Shown:
    """Show the matches of a round with their awards."""
    snapshot = results.read(round_.event)
    return {
        "round": round_,
        "event": round_.event,
        "lines": lines(snapshot, round_),
        "sealed": sealed_text(sealed_rounds(snapshot)),
        "awards": ruling_offices.has_office(request.user, round_.event, access.CHIEFS),
    }


@page(fetch.match, CHIEFS, "desk/rounds/award.html", change=CHIEFS)
def award(request: DeskRequest, match: Match) -> Shown:
    """Award a match, decide a drawn one, or take an award back."""
    ruling_offices.require_office(request.user, match.round.event, access.CHIEFS)
    snapshot = results.read(match.round.event)
    listed = lines(snapshot, match.round)
    line = next((line for line in listed if line.match.key == match.pk), None)
    if line is None:
        # Its draw was withdrawn, or is being made.
        raise Http404
    sent = request.POST if request.method == "POST" else None
    form = AwardForm(
        sent,
        match,
        line.sides,
        snapshot,
        is_awarded=line.award is not None,
        level=line.is_level,
        is_sealed=not line.score,
    )
    if sent is not None and form.is_valid():
        with form.take_refusal():
            form.press(actor(request))
            return redirect("desk_matches", match.round.uid)
    return {
        "event": match.round.event,
        "round": match.round,
        "line": line,
        "form": form,
        "submit": gettext("Record it so"),
    }


def lines(snapshot: EventSnapshot, round_: Round) -> list[AwardLine]:
    """Return the matches of a round as the desk lists them.

    While boards of the round are sealed, scores are left out; whether a match is level is not.
    """
    is_sealed = round_.number in sealed_rounds(snapshot)
    names, sets = event_record.competitors(snapshot), match_sets.of_matches(snapshot)
    played = match_results.results_by_match(snapshot, round_.group.stage)
    matches = sorted(snapshot.matches_of(round_), key=lambda match: match.number)
    # In half matches of three teams, each team has two.
    times = Counter(entry.pk for match in matches for side in match.sides for entry in side.entries)
    match_lines = []
    for match in matches:
        result, award = played.get(match.key), snapshot.awards.get(match.key)
        scores, totals = (result.scores, result.totals) if result else (None, None)
        match_lines.append(
            AwardLine(
                match,
                {
                    side.uid: join_names(names[entry.uid].name for entry in side.entries)
                    for side in match.sides
                },
                "" if is_sealed else _ratio_text(scores),
                "" if is_sealed else _ratio_text(totals),
                award,
                is_level=bool(scores and totals and totals[0] == totals[1] and award is None),
                is_half=any(times[entry.pk] > 1 for side in match.sides for entry in side.entries),
                sets=sets.get(match.key),
            )
        )
    return match_lines


def _ratio_text(numbers: tuple[object, object] | None) -> str:
    return "" if numbers is None else " : ".join(wording.unsigned(number) for number in numbers)  # type: ignore[arg-type]
