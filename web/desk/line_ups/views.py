"""Line-ups at the desk: which are in, deadlines, entering one for a team, revealing both together.

Nobody at the desk reads a line-up before it is revealed, whoever has typed it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import organise, results, wording
from tournaments.base.refusals import Refused
from tournaments.line_ups import late_line_ups, line_up_state
from tournaments.line_ups.line_up_state import (
    NOTHING,
    MatchLineUps,
    Readable,
    SegmentLineUps,
)
from tournaments.models import Match, Round
from tournaments.organise import Defaults
from tournaments.results import event_record
from tournaments.results.reading import with_members
from tournaments.rights import access
from tournaments.structure.line_up_places import HOME, NOBODY
from web.desk.frame.answers import (
    actor,
    ask_which,
    is_unchanged,
    permission_context,
    report_outcome,
)
from web.forms.line_up_rows import lacks, may_choose, room_of, seat_rows
from web.forms.line_up_words import hour_said, late_said
from web.forms.line_ups import HourForm, LineUpForm, RightForm
from web.forms.requests import DeskRequest


@never_cache
@login_required
@require_safe
def line_ups_of_round(request: DeskRequest, uid: str) -> HttpResponse:
    """Show which line-ups of a round are in, and which can be revealed."""
    return _line_ups_page(request, access.round_as(request.user, uid, access.DESK))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def line_up(request: DeskRequest, uid: str, side: int) -> HttpResponse:
    """Enter the line-up of a team for its captain."""
    segment = access.segment_as(request.user, uid, access.REFEREES)
    own_side = get_object_or_404(segment.match.sides, number=side)
    entry = get_object_or_404(with_members(own_side.entries.all()))
    form = LineUpForm(
        segment,
        line_up_state.places(segment, own_side),
        line_up_state.players(entry, segment.match.round.number),
        request.POST if request.method == "POST" else None,
        before=line_up_state.proposal(segment, own_side, entry) or NOBODY,
    )
    if form.is_valid():
        with form.take_refusal():
            organise.hand_in_line_up(segment, own_side, actor(request), form.seats())
            return redirect("desk_line_ups", segment.match.round.uid)
    context = {
        **_frame(request, segment.match.round),
        "form": form,
        "team": event_record.entry_name(entry),
        "lacks": lacks(segment, own_side, entry),
        "segment": segment,
        "side": own_side,
    }
    return render(request, "desk/line_ups/line_up.html", context)


@login_required
@require_POST
def line_up_before(request: DeskRequest, uid: str, side: int) -> HttpResponse:
    """Use the last line-up of a late team."""
    segment = access.segment_as(request.user, uid, access.REFEREES)
    own_side = get_object_or_404(segment.match.sides, number=side)
    with report_outcome(request, gettext("The line-up of before is in.")):
        organise.default_line_up(segment, own_side, actor(request))
    return redirect("desk_line_ups", segment.match.round.uid)


@login_required
@require_POST
def reveal(request: DeskRequest, uid: str) -> HttpResponse:
    """Reveal both line-ups of a segment."""
    segment = access.segment_as(request.user, uid, access.REFEREES)
    with report_outcome(request, gettext("The line-ups are revealed, and the tables can begin.")):
        organise.reveal_line_ups(segment, actor(request))
    return redirect("desk_line_ups", segment.match.round.uid)


@login_required
@require_POST
def reveal_all(request: DeskRequest, uid: str) -> HttpResponse:
    """Reveal the line-ups of every match of a round in which both are in."""
    round_ = access.round_as(request.user, uid, access.REFEREES)
    with report_outcome(request, gettext("The line-ups are revealed, and the tables can begin.")):
        organise.reveal_round(round_, actor(request))
    return redirect("desk_line_ups", round_.uid)


@login_required
@require_POST
def hour(request: DeskRequest, uid: str) -> HttpResponse:
    """Set the deadline of the next line-ups of a match, or of a whole round."""
    round_ = access.round_as(request.user, uid, access.REFEREES)
    form = HourForm(line_up_state.line_up_states(results.read(round_.event), round_), request.POST)
    if form.is_valid():
        data = form.cleaned_data
        match = Match.objects.filter(round=round_, uid=data["match"]).first()
        with form.take_refusal():
            organise.set_line_up_hour(round_, actor(request), data["due"], match)
            named, ended = gettext("The hour is named."), gettext("There is no deadline now.")
            messages.success(request, named if data["due"] else ended)
            return redirect("desk_line_ups", uid)
    return _line_ups_page(request, round_, form)


@login_required
@require_POST
def seating_right(request: DeskRequest, uid: str) -> HttpResponse:
    """Record in which segments the home side of a match has the seating right."""
    match = access.match_as(request.user, uid, access.REFEREES)
    form = RightForm(match.round.event, match, request.POST)
    if not form.is_valid() and form.conflicts:
        return ask_which(request, form, reverse("desk_line_ups", args=[match.round.uid]))
    if form.is_valid() and is_unchanged(request, form):
        pass
    elif form.is_valid():
        noted = gettext("The choice of the home side is noted.")
        with report_outcome(request, noted), form.as_read():
            organise.choose_seating_right(match, actor(request), form.cleaned_data["home_right"])
    else:
        messages.error(request, gettext("Choose the segments of the home side."))
    return redirect("desk_line_ups", match.round.uid)


@login_required
@require_POST
def late(request: DeskRequest, uid: str) -> HttpResponse:
    """Use the last line-up of every late team; teams without a usable one are named."""
    round_ = access.round_as(request.user, uid, access.REFEREES)
    try:
        defaults = organise.take_defaults(round_, actor(request))
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, wording.problem_text(problem))
    else:
        _report_defaults(request, defaults)
    return redirect("desk_line_ups", uid)


def _line_ups_page(
    request: DeskRequest, round_: Round, hour: HourForm | None = None
) -> HttpResponse:
    """Show the line-ups of a round; `hour` is the form of their deadline as it was sent."""
    snapshot = results.read(round_.event)
    standings = line_up_state.line_up_states(snapshot, round_)
    shown = line_up_state.revealed(snapshot, round_)
    ready = sum(_is_ready(standing) and standing.takes_line_ups for standing in standings)
    waiting = [standing for standing in standings if _is_awaited(standing)]
    context = {
        **_frame(request, round_),
        "matches": [_match(round_, standing, shown) for standing in standings],
        "ready": ready,
        "waiting": sum(
            standing.next is not None and not standing.is_awarded for standing in standings
        ),
        "late": late_line_ups.late_teams(standings, timezone.now()),
        "hour": hour or (HourForm(waiting) if waiting else None),
    }
    return render(request, "desk/line_ups/line_ups.html", context)


def _report_defaults(request: DeskRequest, defaults: Defaults) -> None:
    for name, problems in defaults.without:
        why = wording.joined_sentences(wording.problem_text(problem) for problem in problems)
        text = gettext("%(team)s: %(why)s") % {"team": name, "why": why}
        messages.error(request, text)
    if defaults.taken:
        text = ngettext(
            "The last line-up of %(teams)s is taken.",
            "The last line-ups of %(teams)s are taken.",
            len(defaults.taken),
        )
        messages.success(request, text % {"teams": wording.listed(defaults.taken)})


def _frame(request: DeskRequest, round_: Round) -> dict[str, Any]:
    event = round_.event
    return {"event": event, "round": round_, **permission_context(request, event.tournament)}


def _is_ready(standing: MatchLineUps) -> bool:
    following = standing.next
    return bool(
        following and following.is_complete and not (standing.playing or standing.is_awarded)
    )


def _is_awaited(standing: MatchLineUps) -> bool:
    is_wanted = standing.next is not None and not standing.is_awarded
    return is_wanted and standing.takes_line_ups


def _match(round_: Round, standing: MatchLineUps, shown: Mapping[int, Readable]) -> dict[str, Any]:
    is_awaited, right = _is_awaited(standing), None
    if is_awaited and may_choose(standing):
        right = RightForm(round_.event, standing.match)
    return {
        "uid": standing.match.uid,
        "right": right,
        "number": standing.match.number,
        "teams": standing.teams,
        "is_half": standing.is_half,
        "is_awarded": standing.is_awarded,
        "is_awaited": is_awaited,
        "segments": [
            _segment(standing, part, shown.get(part.segment.key, NOTHING))
            for part in standing.segments
        ],
    }


def _segment(match: MatchLineUps, part: SegmentLineUps, shown: Readable) -> dict[str, Any]:
    is_next = match.next is part
    event, now = match.match.round.event, timezone.now()
    due = part.segment.line_ups_due
    first = None
    if part.second is not None and not part.is_revealed:
        # Otherwise both hand in blind.
        first = next((team for team in match.teams if team.number != part.second), None)
    return {
        "due": "" if part.is_revealed else hour_said(due, event),
        "first": first,
        "uid": part.segment.uid,
        "part": part.part,
        "tables": [(room_of(match, room), number) for room, number in part.tables],
        "is_revealed": part.is_revealed,
        "may_repeat": match.match.round.number > 1 or part.part > 1,
        "can_reveal": is_next and _is_ready(match),
        "playing": match.playing if is_next and part.is_complete else 0,
        "sides": [
            {
                "team": team,
                "handed_in": part.handed_in.get(team.number),
                "seats": seat_rows(shown.get(team.number, []), is_half=match.is_half),
                "late": late_said(event, match.match.round.number, part, team, now),
                # Of two half matches a team hands in once, and is fined at its own table.
                "is_fined": not match.is_half or team.number == HOME,
            }
            for team in match.teams
        ],
    }
