"""The desk's settings for line-ups: deadline, seating right, and defaults for late teams.

A late line-up is marked, never refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from scoring.problems import Problem
from tournaments import results
from tournaments.base.refusals import Refused, refuse
from tournaments.line_ups import late_line_ups, line_up_state
from tournaments.models import Event, Match, Round, Segment
from tournaments.organise.handing_in.line_ups import default_line_up
from tournaments.record.audit import Actor, Verb, change
from tournaments.structure import segments
from tournaments.structure.line_up_rules import ALTERNATING, LineUpProblem


@dataclass(frozen=True, slots=True)
class Defaults:
    """The late teams that play with their last line-up, and the others with the reasons."""

    taken: tuple[str, ...]
    without: tuple[tuple[str, Sequence[Problem]], ...]


def set_line_up_hour(
    round_: Round, actor: Actor, due: datetime | None, match: Match | None = None
) -> int:
    """Set the deadline of the next line-ups of a round, or of one match; None removes it.

    Return the number of matches. Raises Refused if none awaits line-ups.
    """
    with change(round_.event.tournament, actor, Verb.SET_LINE_UP_HOUR) as made:
        awaited = _awaited_segments(round_, match)
        if not awaited:
            raise Refused(refuse(LineUpProblem.NONE_AWAITED))
        Segment.objects.filter(pk__in=[segment.pk for segment in awaited]).update(line_ups_due=due)
        made.concerns(round=round_, **({"match": match} if match else {}))
        hour = due.isoformat() if due else ""
        made.note(line_ups_due=hour, segments=[segment.uid for segment in awaited])
    return len({segment.match_id for segment in awaited})


def choose_seating_right(match: Match, actor: Actor, home_right: int) -> None:
    """Set the segments in which the home side has the seating right: 1 for odd ones, 2 for even.

    Raises Refused if the right does not alternate, and once a line-up of the match was handed in.
    """
    event = match.round.event
    with change(event.tournament, actor, Verb.CHOOSE_SEATING_RIGHT) as made:
        problems = _right_problems(event, match)
        if problems:
            raise Refused(*problems)
        Match.objects.filter(pk=match.pk).update(home_right=home_right)
        made.concerns(match=match)
        made.note(round=match.round.number, match=match.number, home_right=home_right)


def take_defaults(round_: Round, actor: Actor) -> Defaults:
    """Take the last line-up of every team whose line-up is late.

    Each team is a change of its own, as if its line-up were taken alone: one that cannot be taken
    stops no other, and after a crash the button takes the rest. Sides that hand in first are
    treated first. Raises Refused if no line-up is late.
    """
    late_teams = late_line_ups.late_teams(
        line_up_state.line_up_states(results.read(round_.event), round_), timezone.now()
    )
    if not late_teams:
        raise Refused(refuse(LineUpProblem.NONE_LATE))
    taken: list[str] = []
    without: list[tuple[str, Sequence[Problem]]] = []
    with_rules = Segment.objects.select_related("match__round__event__ruleset").defer(
        "match__round__reasons"
    )
    for late in sorted(late_teams, key=lambda late_team: late_team.is_second):
        segment = with_rules.get(pk=late.part.segment.key)
        side = segment.match.sides.get(number=late.team.number)
        try:
            default_line_up(segment, side, actor, only_late=True)
        except Refused as refused:
            without.append((late.team.name, refused.problems))
        else:
            taken.append(late.team.name)
    return Defaults(tuple(taken), tuple(without))


def _awaited_segments(round_: Round, match: Match | None) -> list[Segment]:
    round_.refresh_from_db(fields=["state"])
    states = [
        state
        for state in line_up_state.line_up_states(results.read(round_.event), round_)
        if match is None or state.match.key == match.pk
    ]
    states = [state for state in states if not state.is_awarded]
    following = [state.next.segment.key for state in states if state.next and state.takes_line_ups]
    related = ("match__round__event__ruleset", "match__round__group__stage__ruleset")
    rows = (
        Segment.objects.filter(pk__in=following)
        .select_related(*related)
        .defer(*Round.draws_by(*related))
    )
    # Half matches are revealed together, so that they share a deadline.
    together = map(segments.together, rows.order_by("match__number"))
    return list({segment.pk: segment for several in together for segment in several}.values())


def _right_problems(event: Event, match: Match) -> list[Problem]:
    first = match.segments.order_by("number").first()
    is_open = event.line_up_order == ALTERNATING and event.form == Event.Form.TEAMS
    if not is_open or first is None or segments.second_of(first) is None:
        return [refuse(LineUpProblem.RIGHT_NOT_CHOSEN)]
    round_ = Round.objects.get(pk=match.round_id)
    if not segments.is_awaited(match, round_):
        return [refuse(LineUpProblem.ROUND_NOT_IN_PLAY, number=round_.number)]
    is_in = match.segments.filter(segments.HANDED_IN).exists()
    return [refuse(LineUpProblem.RIGHT_FIXED)] * is_in
