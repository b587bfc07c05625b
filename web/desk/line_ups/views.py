"""Line-ups at the desk: which are in, deadlines, entering one for a team, revealing both together.

Nobody at the desk can read a line-up before it is revealed, even if it was typed there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise, results, wording
from tournaments.line_ups import late_line_ups, line_up_state
from tournaments.line_ups.line_up_state import (
    NOTHING,
    MatchLineUps,
    Readable,
    SegmentLineUps,
)
from tournaments.models import Match, Role, Round, Segment, Side
from tournaments.organise import Defaults
from tournaments.results import event_record
from tournaments.results.reading import with_members
from tournaments.rights import access
from tournaments.rights.access import DESK, REFEREES
from tournaments.structure.line_up_rules import HOME, NOBODY
from web.desk.frame import fetch
from web.desk.frame.views import (
    UNSAID,
    Shown,
    act,
    actor,
    ask_which,
    is_unchanged,
    page,
    permission_context,
)
from web.forms.line_up_words import hour_said, late_said
from web.forms.line_ups import (
    HourForm,
    LineUpForm,
    RightForm,
    lacks,
    may_choose,
    room_of,
    seat_rows,
)
from web.forms.requests import DeskRequest


def _side(
    request: DeskRequest, roles: Collection[Role], uid: str, side: int
) -> tuple[Segment, Side]:
    """Return a side of a segment's match, and the segment."""
    segment = access.segment_as(request.user, uid, roles)
    return segment, get_object_or_404(segment.match.sides, number=side)


def _to_line_ups(segment: Segment) -> HttpResponse:
    return redirect("desk_line_ups", segment.match.round.uid)


@page(fetch.round_, DESK)
def line_ups_of_round(request: DeskRequest, round_: Round) -> HttpResponse:
    """Show which line-ups of a round are in, and which can be revealed."""
    return _line_ups_page(request, round_)


@page(_side, REFEREES, "desk/line_ups/line_up.html", change=REFEREES)
def line_up(request: DeskRequest, found: tuple[Segment, Side]) -> Shown:
    """Enter the line-up of a team for its captain."""
    segment, own_side = found
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
            return _to_line_ups(segment)
    return {
        **_frame(request, segment.match.round),
        "form": form,
        "team": event_record.entry_name(entry),
        "lacks": lacks(segment, own_side, entry),
        "segment": segment,
        "side": own_side,
    }


@act(
    _side,
    REFEREES,
    back=lambda found: _to_line_ups(found[0]),
    done=_("The previous line-up is handed in."),
)
def line_up_before(request: DeskRequest, found: tuple[Segment, Side]) -> None:
    """Use the last line-up of a late team."""
    organise.default_line_up(*found, actor(request))


@act(
    fetch.segment,
    REFEREES,
    back=_to_line_ups,
    done=_("The line-ups are revealed, and the tables can begin."),
)
def reveal(request: DeskRequest, segment: Segment) -> None:
    """Reveal both line-ups of a segment."""
    organise.reveal_line_ups(segment, actor(request))


@act(
    fetch.round_,
    REFEREES,
    back="desk_line_ups",
    done=_("The line-ups are revealed, and the tables can begin."),
)
def reveal_all(request: DeskRequest, round_: Round) -> None:
    """Reveal the line-ups of every match of a round in which both are in."""
    organise.reveal_round(round_, actor(request))


@act(fetch.round_, REFEREES, back="desk_line_ups")
def hour(request: DeskRequest, round_: Round) -> HttpResponse | str:
    """Set the deadline of the next line-ups of a match, or of a whole round."""
    form = HourForm(line_up_state.line_up_states(results.read(round_.event), round_), request.POST)
    if form.is_valid():
        data = form.cleaned_data
        match = Match.objects.filter(round=round_, uid=data["match"]).first()
        with form.take_refusal():
            organise.set_line_up_hour(round_, actor(request), data["due"], match)
            named, ended = gettext("The deadline is set."), gettext("There is no deadline now.")
            return named if data["due"] else ended
    return _line_ups_page(request, round_, form)


def _to_line_ups_of(match: Match) -> HttpResponse:
    return redirect("desk_line_ups", match.round.uid)


@act(fetch.match, REFEREES, back=_to_line_ups_of)
def seating_right(request: DeskRequest, match: Match) -> HttpResponse | str:
    """Record in which segments the home side of a match has the seating right."""
    form = RightForm(match.round.event, match, request.POST)
    if not form.is_valid():
        if form.conflicts:
            return ask_which(request, form, reverse("desk_line_ups", args=[match.round.uid]))
        messages.error(request, gettext("Choose the segments of the home side."))
        return UNSAID
    if is_unchanged(request, form):
        return UNSAID
    with form.as_read():
        organise.choose_seating_right(match, actor(request), form.cleaned_data["home_right"])
    return gettext("The choice of the home side is noted.")


@act(fetch.round_, REFEREES, back="desk_line_ups")
def late(request: DeskRequest, round_: Round) -> str:
    """Use the last line-up of every late team; name the teams without a usable one."""
    _report_defaults(request, organise.take_defaults(round_, actor(request)))
    return UNSAID


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
            "The last line-up of %(teams)s is used.",
            "The last line-ups of %(teams)s are used.",
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
                # A team hands in once for its two half matches, and is fined at its own table.
                "is_fined": not match.is_half or team.number == HOME,
            }
            for team in match.teams
        ],
    }
