"""Line-ups at the desk: whose are in, taking one for a team, and revealing both together.

Nobody at the desk reads a line-up before it is revealed, whoever has typed it there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import access, captains, line_ups, organise, queries, segments
from tournaments.captains import CaptainSlip
from tournaments.forms.line_ups import CaptainsForm, LineUpForm, place_name
from tournaments.line_up_places import NOBODY, Place
from tournaments.line_ups import NOTHING, MatchStands, Readable, SegmentStands
from tournaments.models import Event, Round, Segment, Side, Sitting
from tournaments.publish import address
from tournaments.publish.documents import file_name
from tournaments.publish.sheets import captains as paper
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest, actor, allowed, told


@never_cache
@login_required
@require_safe
def line_ups_of_round(request: DeskRequest, uid: str) -> HttpResponse:
    """Show whose line-ups of a round are in, and what waits to be revealed."""
    round_ = access.round_as(request.user, uid, access.DESK)
    found, shown = line_ups.stands(round_), line_ups.revealed(round_)
    ready = sum(segments.is_awaited(one.match, round_) and _is_ready(one) for one in found)
    context = {
        **_frame(request, round_),
        "matches": [_match(round_, one, shown) for one in found],
        "ready": ready,
        "waiting": sum(one.next is not None and not one.is_awarded for one in found),
    }
    return render(request, "tournaments/line_ups.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def line_up(request: DeskRequest, uid: str, side: int) -> HttpResponse:
    """Take the line-up of a team from a captain who stands at the desk."""
    segment = access.segment_as(request.user, uid, access.REFEREES)
    of = get_object_or_404(segment.match.sides, number=side)
    entry = get_object_or_404(queries.with_members(of.entries.all()))
    form = LineUpForm(
        segment,
        line_ups.places(segment, of),
        line_ups.players(entry, segment.match.round.number),
        request.POST if request.method == "POST" else None,
        before=line_ups.proposal(segment, of, entry) or NOBODY,
    )
    if form.is_valid() and _handed_in(request, segment, of, form):
        return redirect("desk_line_ups", segment.match.round.uid)
    context = {
        **_frame(request, segment.match.round),
        "form": form,
        "team": queries.entry_name(entry),
        "segment": segment,
        "side": of,
    }
    return render(request, "tournaments/line_up.html", context)


@login_required
@require_POST
def line_up_before(request: DeskRequest, uid: str, side: int) -> HttpResponse:
    """Let a team that is late play as it played last."""
    segment = access.segment_as(request.user, uid, access.REFEREES)
    of = get_object_or_404(segment.match.sides, number=side)
    with told(request, gettext("The line-up of before is in.")):
        organise.default_line_up(segment, of, actor(request))
    return redirect("desk_line_ups", segment.match.round.uid)


@login_required
@require_POST
def reveal(request: DeskRequest, uid: str) -> HttpResponse:
    """Show both line-ups of a segment to all."""
    segment = access.segment_as(request.user, uid, access.REFEREES)
    with told(request, gettext("The line-ups are revealed, and the tables can begin.")):
        organise.reveal_line_ups(segment, actor(request))
    return redirect("desk_line_ups", segment.match.round.uid)


@login_required
@require_POST
def reveal_all(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the line-ups of every match in which both are in."""
    round_ = access.round_as(request.user, uid, access.REFEREES)
    with told(request, gettext("The line-ups are revealed, and the tables can begin.")):
        organise.reveal_round(round_, actor(request))
    return redirect("desk_line_ups", round_.uid)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def captains_slips(request: DeskRequest, uid: str) -> HttpResponse:
    """Show which captain has a link; asked to print, answer with a paper that is kept nowhere."""
    event = access.event_as(request.user, uid, access.REFEREES)
    teams = captains.led(event)
    data = request.POST if request.method == "POST" else None
    form = CaptainsForm(teams, captains.state(teams), data)
    if form.is_valid():
        said = form.cleaned_data
        try:
            drawn = captains.draw(event, actor(request), said["entries"], seen=said["seen"])
        except Refused as refused:
            form.take(refused)
        else:
            return _printed(request, event, drawn)
    return _captains_page(request, event, form)


def seat_rows(rows: Sequence[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """Return who sits where as it is shown: the seat with its room, and the name."""
    return [(place_name(Place(room, label)), name) for room, label, name in rows]


def _handed_in(request: DeskRequest, segment: Segment, side: Side, form: LineUpForm) -> bool:
    try:
        organise.hand_in_line_up(segment, side, actor(request), form.seats())
    except Refused as refused:
        form.take(refused)
        return False
    return True


def _frame(request: DeskRequest, round_: Round) -> dict[str, Any]:
    event = round_.event
    return {"event": event, "round": round_, **allowed(request, event.tournament)}


def _is_ready(one: MatchStands) -> bool:
    following = one.next
    return bool(following and following.is_complete and not (one.playing or one.is_awarded))


def _match(round_: Round, one: MatchStands, shown: Mapping[int, Readable]) -> dict[str, Any]:
    return {
        "number": one.match.number,
        "teams": one.teams,
        "is_awarded": one.is_awarded,
        "is_awaited": segments.is_awaited(one.match, round_),
        "segments": [
            _segment(one, part, shown.get(part.segment.pk, NOTHING)) for part in one.segments
        ],
    }


def _segment(match: MatchStands, part: SegmentStands, shown: Readable) -> dict[str, Any]:
    is_next = match.next is part
    return {
        "uid": part.segment.uid,
        "part": part.part,
        "tables": [(_room(room), number) for room, number in part.tables],
        "is_revealed": part.is_revealed,
        "can_reveal": is_next and _is_ready(match),
        "playing": match.playing if is_next and part.is_complete else 0,
        "sides": [
            {
                "team": team,
                "handed_in": part.handed_in.get(team.number),
                "seats": seat_rows(shown.get(team.number, [])),
            }
            for team in match.teams
        ],
    }


def _room(room: str) -> str:
    return "" if room == Sitting.Room.ONLY else str(Sitting.Room(room).label)


def _printed(request: DeskRequest, event: Event, drawn: Sequence[CaptainSlip]) -> HttpResponse:
    content = paper.draw(event, drawn, address.start_of_official(request))
    response = HttpResponse(content, content_type="application/pdf")
    named = file_name(f"{event.name} captains", event.tournament.log_seq, "pdf")
    disposition = content_disposition_header(as_attachment=True, filename=named)
    response.headers["Content-Disposition"] = disposition or "attachment"
    return response


def _captains_page(request: DeskRequest, event: Event, form: CaptainsForm) -> HttpResponse:
    """Show who has a link now; what was drawn since `form` was made is in it."""
    teams = captains.led(event)
    form.state = captains.state(teams)
    rows = list(zip(CaptainsForm(teams, form.state)["entries"], teams, strict=True))
    context = {"event": event, "form": form, "rows": rows}
    return render(request, "tournaments/captains.html", context)
