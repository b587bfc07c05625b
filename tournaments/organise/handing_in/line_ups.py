"""Line-ups (出场名单): handed in by each side for itself, and revealed together.

The seats and deals of a segment are made when both line-ups are revealed, not before. A line-up is
never changed; a new version replaces it. The log records who handed in and when; it holds no digest
of a hidden line-up, which could be guessed by trying the players of the team.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from scoring.problems import Problem
from tournaments import results
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.line_ups import line_up_state
from tournaments.models import (
    Board,
    BoardSource,
    Deal,
    Entry,
    Event,
    LineUp,
    Match,
    Person,
    Publication,
    Round,
    Seat,
    Segment,
    Side,
    Sitting,
)
from tournaments.organise import boards
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.once import once
from tournaments.results import event_record, queries
from tournaments.results.reading import with_members
from tournaments.structure import games, match_parts, segments, stages, three_way_matches
from tournaments.structure.line_up_rules import (
    LineUpProblem,
    LineUpSeat,
    LineUpSeats,
    problems,
    room_orders,
    share,
    turned,
)

MOST_COPIES = 2
CAPTAIN = "entry"
"""The kind of actor that hands in by a captain's link."""


def hand_in_line_up(segment: Segment, side: Side, actor: Actor, seats: LineUpSeats) -> LineUp:
    """Store the line-up of a side for a segment, replacing an earlier one.

    The same line-up sent again by a captain adds no version, and is not logged. Raises Refused with
    every problem: an empty seat, a person named twice or of another team, a segment already
    revealed, and an order that the event forbids.
    """

    def handed_in() -> LineUp | None:
        # From the desk it is a new version in any case, so that nobody there can guess a line-up.
        last = segment.line_ups.filter(side=side).order_by("version").last()
        is_same = last and actor.kind == CAPTAIN and line_up_state.seats_of(last) == seats
        return last if is_same else None

    return once(
        handed_in,
        segment.match.round.event.tournament,
        actor,
        Verb.HAND_IN_LINE_UP,
        lambda made: _hand_in(made, _reload_segment(segment), side, actor, seats),
    )


def default_line_up(
    segment: Segment, side: Side, actor: Actor, *, only_late: bool = False
) -> LineUp:
    """Let a late side play with its last revealed line-up.

    `only_late` checks the deadline again, which may have changed since the decision. Raises Refused
    without an earlier line-up, if one of its players is no longer eligible, or if one was handed
    in.
    """
    with change(segment.match.round.event.tournament, actor, Verb.HAND_IN_LINE_UP) as made:
        segment = _reload_segment(segment)
        if _version_count(segment, side):
            raise Refused(refuse(LineUpProblem.IN_MEANWHILE))
        if only_late and not line_up_state.is_late(segment, side, timezone.now()):
            raise Refused(refuse(LineUpProblem.NOT_LATE))
        entry = side.entries.get()
        seats = line_up_state.proposal(segment, side, entry)
        if seats is None:
            raise Refused(refuse(LineUpProblem.NONE_BEFORE))
        made.note(default=True)
        return _hand_in(made, segment, side, actor, seats)


def hand_in_problem(segment: Segment, side: Side, entry: Entry) -> Problem | None:
    """Return why a team cannot hand in any line-up for a segment; None if it can."""
    number, wanted = segment.match.round.number, len(line_up_state.places(segment, side))
    if line_up_state.is_gone(entry, number):
        return refuse(LineUpProblem.TEAM_WITHDRAWN)
    able = len(line_up_state.players(entry, number))
    if able < wanted:
        return refuse(LineUpProblem.TOO_FEW, able=able, wanted=wanted, number=number)
    return None


def reveal_line_ups(segment: Segment, actor: Actor) -> None:
    """Reveal both line-ups of a segment, and create the seats and deals of its rooms.

    Those of half matches are revealed together, as all three teams hand in blind. Raises Refused
    while a line-up is missing or the previous segment is in play, and once they are revealed.
    """
    round_ = segment.match.round
    with change(round_.event.tournament, actor, Verb.REVEAL_LINE_UPS) as made:
        fresh = _reload_segment(segment)
        problems = _reveal_problems(fresh)
        if problems:
            raise Refused(*problems)
        _reveal_segments(made, round_, segments.together(fresh))


def reveal_round(round_: Round, actor: Actor) -> int:
    """Reveal the next segment of every match with both line-ups; return the number of segments.

    A segment whose line-up seats somebody suspended since stays hidden. Raises Refused if there is
    none to reveal.
    """
    with change(round_.event.tournament, actor, Verb.REVEAL_LINE_UPS) as made:
        round_.refresh_from_db(fields=["state"])
        complete = _ready_segments(round_)
        ready = [part for part in complete if not _suspended_problems(segments.together(part))]
        if not ready:
            wrong = _suspended_problems(complete)
            raise Refused(*(wrong or [refuse(LineUpProblem.NOTHING_TO_REVEAL)]))
        _reveal_segments(made, round_, ready)
    return len(ready)


def _reload_segment(segment: Segment) -> Segment:
    related = ("match__round__event__ruleset", "match__round__group__stage__ruleset")
    return (
        Segment.objects.select_related(*related).defer(*Round.draws_by(*related)).get(pk=segment.pk)
    )


def _hand_in(
    made: Change, segment: Segment, side: Side, actor: Actor, seats: LineUpSeats
) -> LineUp:
    problems = [*_order_problems(segment, side, actor), *_line_up_problems(segment, side, seats)]
    if problems:
        raise Refused(*problems)
    version = _version_count(segment, side) + 1
    wanted = {place: seats[place] for place in line_up_state.places(segment, side)}
    line_up = LineUp.objects.create(
        segment=segment,
        side=side,
        version=version,
        seats=line_up_state.as_json(wanted),
        submitted_at=timezone.now(),
    )
    _store_for_twin(line_up, segment, side)
    _log_line_up(made, line_up, segment, side)
    return line_up


def _store_for_twin(line_up: LineUp, segment: Segment, side: Side) -> None:
    """Store a line-up of a half match (三队赛) for the other half match of the team as well.

    In both, its first pair sits north-south at the team's own table, and the other pair east-west
    at the tables of the opponents. So no pair plays a board twice or is compared with itself.
    Nothing is stored if the other one is revealed. If it is awarded the line-up is stored, because
    the award may be taken back and then the seats have to agree.
    """
    twin = three_way_matches.twin(segment, side)
    if twin is None or segments.is_seated(twin[0]):
        return
    twin_segment, twin_side = twin
    LineUp.objects.create(
        segment=twin_segment,
        side=twin_side,
        version=_version_count(twin_segment, twin_side) + 1,
        seats=line_up_state.as_json(turned(line_up_state.seats_of(line_up))),
        submitted_at=line_up.submitted_at,
    )


def _log_line_up(made: Change, line_up: LineUp, segment: Segment, side: Side) -> None:
    made.concerns(segment=segment, side=side, entry=side.entries.get())
    made.note(round=segment.match.round.number, version=line_up.version)


def _line_up_problems(segment: Segment, side: Side, seats: LineUpSeats) -> list[Problem]:
    entry = side.entries.first()
    if entry is None or side.match_id != segment.match_id:
        return [refuse(LineUpProblem.NOT_YOURS)]
    if obstacle := hand_in_problem(segment, side, entry):
        return [obstacle]
    number, wanted = segment.match.round.number, line_up_state.places(segment, side)
    able = line_up_state.players(entry, number)
    excluded = line_up_state.suspended(entry, number)
    away = {**line_up_state.not_in_round(entry, number), **excluded}
    seat_problems = problems(wanted, seats, able, away, number, excluded)
    # A pair plays one half match in the first half of the round and the other in the second.
    twin = line_up_state.as_in_twin(segment, side) or {}
    if any(seats.get(place) != person for place, person in twin.items() if person in able):
        seat_problems.append(refuse(LineUpProblem.AS_IN_TWIN))
    return seat_problems


def _order_problems(segment: Segment, side: Side, actor: Actor) -> list[Problem]:
    """Return why a side cannot hand in now; the desk may correct what a captain cannot."""
    problems = _open_problems(segment)
    second = segments.second_of(segment)
    if second is None:
        return problems
    others = segment.line_ups.exclude(side__number=side.number)
    if side.number == second:
        return problems + [refuse(LineUpProblem.OTHER_FIRST)] * (not others.exists())
    is_known = _version_count(segment, side) and actor.kind != "user"
    return problems + [refuse(LineUpProblem.FIXED)] * bool(is_known or others.exists())


def _open_problems(segment: Segment) -> list[Problem]:
    round_ = segment.match.round
    if not segments.is_awaited(segment.match, round_):
        return [refuse(LineUpProblem.ROUND_NOT_IN_PLAY, number=round_.number)]
    if segments.unrevealed(pk=segment.pk).exists():
        return []
    if Seat.objects.filter(sitting__segment=segment).exists():
        return [refuse(LineUpProblem.REVEALED)]
    return [refuse(Reason.AWARD_STANDS)]


def _reveal_problems(segment: Segment) -> list[Problem]:
    problems = _open_problems(segment)
    if problems:
        return problems
    playing = Deal.objects.filter(sitting__segment__match=segment.match, done=False).count()
    before = segments.of_match(segment.match)[0]
    if playing or before.pk != segment.pk:
        problems.append(refuse(LineUpProblem.STILL_PLAYING, deals=playing))
    missing = {
        event_record.entry_name(with_members(side.entries.all()).get())
        for part in segments.together(segment)
        for side in part.match.sides.order_by("number")
        if not _version_count(part, side)
    }
    problems += _suspended_problems(segments.together(segment))
    return problems + [refuse(LineUpProblem.MISSING, team=name) for name in sorted(missing)]


def _suspended_problems(parts: Sequence[Segment]) -> list[Problem]:
    """Return the persons suspended since the line-ups that seat them were handed in."""
    found: list[Problem] = []
    for part in parts:
        number = part.match.round.number
        newest = {row.side_id: row for row in part.line_ups.order_by("version")}
        for side in part.match.sides.order_by("number") if newest else ():
            excluded = line_up_state.suspended(side.entries.get(), number)
            if not excluded or side.pk not in newest:
                continue
            named = set(line_up_state.seats_of(newest[side.pk]).values())
            found += [
                refuse(LineUpProblem.SUSPENDED, name=name, number=number)
                for uid, name in excluded.items()
                if uid in named
            ]
    return found


def _ready_segments(round_: Round) -> list[Segment]:
    """Return the segments to reveal now: the next of each match with both line-ups handed in."""
    states = [
        state
        for state in line_up_state.line_up_states(results.read(round_.event), round_)
        if not (state.is_awarded or state.playing)
    ]
    awaited = (state.next for state in states if state.takes_line_ups)
    ready = [part.segment.key for part in awaited if part and part.is_complete]
    related = ("match__round__event__ruleset", "match__round__group__stage__ruleset")
    rows = (
        Segment.objects.filter(pk__in=ready)
        .select_related(*related)
        .defer(*Round.draws_by(*related))
    )
    return list(rows.order_by("match__number"))


def _version_count(segment: Segment, side: Side) -> int:
    return segment.line_ups.filter(side=side).count()


@dataclass(frozen=True, slots=True)
class _PartDeals:
    """The boards of a part of the round in the order of each room, or the number of deals."""

    deals: int
    here: tuple[Board, ...] = ()
    there: tuple[Board, ...] = ()

    def of(self, room: str) -> tuple[Board, ...]:
        return self.there if room == Sitting.Room.CLOSED else self.here


def _reveal_segments(made: Change, round_: Round, ready: Sequence[Segment]) -> None:
    event, dealt_parts = round_.event, dict[int, _PartDeals]()
    shown = []
    for segment in ready:
        played = _deals_of_segment(made, round_, segment, dealt_parts)
        shown += _make_seats(event, segment)
        for sitting in segment.sittings.order_by("pk"):
            match_parts.lay_out(event, sitting, played.of(sitting.room), played.deals)
    made.concerns(round=round_)
    made.note(segments=[segment.uid for segment in ready])
    kinds = Publication.Kind
    ledger.publish(made, event, kinds.LINE_UP, shown, round_=round_)
    ledger.publish(made, event, kinds.DRAW, queries.shown_draw(round_), round_=round_)


def _deals_of_segment(
    made: Change, round_: Round, segment: Segment, dealt_parts: dict[int, _PartDeals]
) -> _PartDeals:
    """Return the deals of a segment: those of its part, made once, or of a half match."""
    deals = stages.deals_of(round_.group.stage)
    half = three_way_matches.boards_of(segment.match, deals)
    if half is not None:
        return _part_deals(made, round_, half, MOST_COPIES)
    part = segments.part_of(segment, len(segments.of_match(segment.match)))
    if part not in dealt_parts:
        numbers = share(deals, round_.event.segments, part)
        dealt_parts[part] = _part_deals(made, round_, numbers, round_.event.board_copies)
    return dealt_parts[part]


def _part_deals(made: Change, round_: Round, numbers: Sequence[int], copies: int) -> _PartDeals:
    """Return the deals of these numbers, with boards in the order of both rooms."""
    if round_.event.boards == BoardSource.TABLE:
        return _PartDeals(len(numbers))
    board_by_number = boards.ensure_boards(made, round_, numbers)
    orders = room_orders(numbers, copies)
    here, there = (tuple(board_by_number[board] for board in order) for order in orders)
    return _PartDeals(len(numbers), here, there)


def _make_seats(event: Event, segment: Segment) -> list[dict[str, str | int]]:
    """Create the seats of a segment from its line-ups; return them as published."""
    newest = {line_up.side_id: line_up for line_up in segment.line_ups.order_by("version")}
    LineUp.objects.filter(pk__in=[line_up.pk for line_up in newest.values()]).update(
        revealed_at=timezone.now()
    )
    taken = _seats_taken(newest)
    uids = [person for person, _side in taken.values()]
    persons = {person.uid: person for person in Person.objects.filter(uid__in=uids)}
    sittings = list(segment.sittings.select_related("table").order_by("pk"))
    labels = _seat_labels(event, segment.match)
    Seat.objects.bulk_create(
        Seat(
            sitting=sitting,
            label=label,
            person=persons[taken[LineUpSeat(sitting.room, label)][0]],
            side_id=taken[LineUpSeat(sitting.room, label)][1],
        )
        for sitting in sittings
        for label in labels
    )
    tables = {sitting.room: sitting.table.number for sitting in sittings}
    return [
        {"table": tables[place.room], "room": place.room, "seat": place.label, "person": person}
        for place, (person, _side) in sorted(taken.items())
    ]


def _seats_taken(newest: Mapping[int, LineUp]) -> dict[LineUpSeat, tuple[str, int]]:
    person_and_side: dict[LineUpSeat, tuple[str, int]] = {}
    for side, line_up in newest.items():
        person_and_side |= {
            place: (person, side) for place, person in line_up_state.seats_of(line_up).items()
        }
    return person_and_side


def _seat_labels(event: Event, match: Match) -> Iterable[str]:
    rules = games.ruleset_of_stage(match.round.group.stage, event)
    game = games.game_of(event)
    return game.seats(game.rules(rules.rules))
