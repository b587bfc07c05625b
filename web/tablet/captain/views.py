"""The page of a captain: the matches of the team, and the line-ups that it hands in.

The link on the captain's slip is the only credential: no account, no cookie. Forms from other
sites are refused as on every public page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from clubs.credentials import captains
from tournaments import organise, results
from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchLineUps, SegmentLineUps
from tournaments.models import Entry, Round, Segment, Side
from tournaments.record.audit import Actor
from tournaments.rights import sealed_access
from tournaments.structure import segments
from tournaments.structure.line_up_rules import NOBODY, exchanged
from web.forms.line_up_words import hour_said
from web.forms.line_ups import LineUpForm, lacks, may_choose, room_of, seat_rows, seats_of_room
from web.publish import origin
from web.publish.seals.club_face import face_of
from web.tablet.door.links import check, counted

Rows = Sequence[tuple[str, str, str]]
"""The room, the seat and the name of everybody in a line-up."""


@never_cache
@require_safe
@counted
def captain(request: HttpRequest, link: str) -> HttpResponse:
    """Show a captain the team's match in the last round, and the line-ups to hand in."""
    return _page(request, link, _team(request, link))


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@counted
def captain_line_up(request: HttpRequest, link: str, uid: str) -> HttpResponse:
    """Take the line-up of the team for a segment."""
    team = _team(request, link)
    if request.method != "POST":
        return redirect("captain", link)
    if not origin.is_ours(request):
        raise PermissionDenied
    segment = sealed_access.own_segment(team, uid)
    side = get_object_or_404(segment.match.sides, entries=team)
    form = _form(segment, side, team, request.POST)
    if form.is_valid():
        with form.take_refusal():
            by = Actor("entry", team.uid)
            organise.hand_in_line_up(segment, side, by, form.seats())
            return redirect(f"{reverse('captain', args=[link])}#segment-{segment.uid}")
    return _page(request, link, team, {segment.uid: form})


def _team(request: HttpRequest, link: str) -> Entry:
    team = captains.entry_of(link)
    if team is None:
        check(request, captains.drawn(link))
        raise Http404
    return team


def _form(
    segment: Segment, side: Side, team: Entry, data: Any = None, *, exchange: bool = False
) -> LineUpForm:
    """Return the form of a side, filled with its line-up, else with the last one it played."""
    own = sealed_access.line_ups(segment, team).get(side.number)
    before = (line_up_state.seats_of(own) if own else None) or (
        line_up_state.proposal(segment, side, team) or NOBODY
    )
    able = line_up_state.players(team, segment.match.round.number)
    wanted = line_up_state.places(segment, side)
    shown = exchanged(before) if exchange and before else before
    return LineUpForm(segment, wanted, able, data, before=shown)


def _page(
    request: HttpRequest,
    link: str,
    team: Entry,
    forms: dict[str, LineUpForm] | None = None,
) -> HttpResponse:
    rounds = Round.objects.filter(event=team.event, state__in=Round.PUBLIC)
    round_ = rounds.select_related("event__tournament").order_by("number").last()
    standings = [
        standing
        for standing in (
            line_up_state.line_up_states(results.read(round_.event), round_) if round_ else ()
        )
        if any(playing.uid == team.uid for playing in standing.teams)
    ]
    exchange = "exchange" in request.GET
    known = forms or {}
    context = {
        "link": link,
        "team": team,
        "is_withdrawn": team.state == Entry.State.WITHDRAWN,
        "event": team.event,
        "club_face": face_of(team.event.tournament.club),
        "round": round_,
        "players": line_up_state.players(team, round_.number if round_ else 1).values(),
        "matches": _ask_once(
            [_match(team, standing, known, exchange=exchange) for standing in standings]
        ),
        "sits_out": round_ is not None
        and not standings
        and round_.sit_outs.filter(entry=team).exists(),
        "faulty": next(iter(known.values()), None),
    }
    return render(request, "tablet/captain/captain.html", context, status=409 if known else 200)


def _match(
    team: Entry, standing: MatchLineUps, forms: dict[str, LineUpForm], *, exchange: bool
) -> dict[str, Any]:
    own = next(other for other in standing.teams if other.uid == team.uid)
    others = [other for other in standing.teams if other.uid != team.uid]
    side = Side.objects.get(match=standing.match.key, number=own.number)
    return {
        "home": own.number == 1,
        "is_half": standing.is_half,
        "may_choose": own.number == 1 and may_choose(standing),
        "against": others[0] if others else None,
        "is_awarded": standing.is_awarded,
        "segments": [
            _segment(standing, team, side, part, forms, exchange=exchange)
            for part in standing.segments
        ],
    }


def _ask_once(matches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep one form for two half matches, since a line-up counts for both."""
    is_shown = False
    for part in (part for match in matches if match["is_half"] for part in match["segments"]):
        if part["form"] is not None:
            part["form"] = None if is_shown and not part["form"].errors else part["form"]
            is_shown = True
    return matches


def _segment(
    standing: MatchLineUps,
    team: Entry,
    side: Side,
    part: SegmentLineUps,
    forms: dict[str, LineUpForm],
    *,
    exchange: bool,
) -> dict[str, Any]:
    segment = sealed_access.own_segment(team, part.segment.uid)
    shown = line_up_state.readable(segment, team)
    match = segment.match
    why = lacks(segment, side, team)
    is_open = not part.is_revealed and segments.is_awaited(match, match.round)
    form = forms.get(segment.uid) or _form(segment, side, team, exchange=exchange)
    other = 3 - side.number
    asked = form if is_open and not why else None
    return {
        "uid": segment.uid,
        "part": part.part,
        "tables": [(room_of(standing, room), number) for room, number in part.tables],
        "is_revealed": part.is_revealed,
        "handed_in": part.handed_in.get(side.number),
        "other_in": None if shown.get(other) else part.handed_in.get(other),
        "is_shown": any(shown.values()),
        "rooms": _rooms(standing, part, shown.get(side.number, []), shown.get(other, []), asked),
        "form": asked,
        "lacks": why if is_open else "",
        **_order(team, side, part),
    }


def _rooms(
    standing: MatchLineUps, part: SegmentLineUps, own: Rows, other: Rows, form: LineUpForm | None
) -> list[dict[str, Any]]:
    """Return the rooms of a segment, each with its table, who sits there, and the fields.

    In half matches, of which each pair plays both, there is only one, without a name.
    """
    if standing.is_half:
        shown = {"own": seat_rows(own, is_half=True), "other": seat_rows(other, is_half=True)}
        return [shown | {"fields": form.of_room() if form else []}]
    return [
        {
            "name": room_of(standing, room),
            "table": number,
            "own": seats_of_room(own, room),
            "other": seats_of_room(other, room),
            "fields": form.of_room(room) if form else [],
        }
        for room, number in part.tables
    ]


def _order(team: Entry, side: Side, part: SegmentLineUps) -> dict[str, Any]:
    """Return as context who hands in first, the deadline of the team, and how late it is."""
    late = part.late(side.number, timezone.now())
    return {
        "has_right": part.second == side.number,
        "is_read": part.second == 3 - side.number,
        "due": hour_said(part.segment.line_ups_due, team.event),
        "hour": hour_said(part.hour(side.number), team.event),
        "late": late,
    }
