"""Line-ups (出场名单): handed in by each side for itself, and revealed together.

Who sits where in a segment of a team match follows from its two line-ups: seats and deals are made
when these are revealed, and not before. What was handed in is never changed, a new version follows
it. The log says who handed in and when; it holds no digest of a line-up that is not revealed, by
which somebody who knows the team could find it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from scoring.problems import Problem
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
from tournaments.organise.handing_in import half_line_ups
from tournaments.pairing import two_rooms
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.refusals import Reason, Refused, refuse
from tournaments.results import queries
from tournaments.structure import game_deals, segments, stages, three_way_matches
from tournaments.structure.line_up_places import (
    LineUpProblem,
    LineUpSeats,
    Place,
    problem,
    problems,
    share,
)

MOST_COPIES = 2
CAPTAIN = "entry"
"""The kind of actor who hands in by the link of his team."""


def hand_in_line_up(segment: Segment, side: Side, actor: Actor, seats: LineUpSeats) -> LineUp:
    """Take the line-up of a side for a segment; one that it handed in before is replaced.

    The same from the captain once more, by a button pressed twice, is the one that is in. Raises
    Refused with everything that is wrong with it: a seat that nobody takes, somebody named twice or
    of another team, a segment that was revealed, and an order that the event forbids.
    """
    with change(segment.match.round.event.tournament, actor, Verb.HAND_IN_LINE_UP) as made:
        segment = _fresh(segment)
        line_up_in = _again(segment, side, actor, seats)
        if line_up_in is not None:
            _tell(made, line_up_in, segment, side)
            made.note(again=True)
            return line_up_in
        return _hand_in(made, segment, side, actor, seats)


def default_line_up(
    segment: Segment, side: Side, actor: Actor, *, only_late: bool = False
) -> LineUp:
    """Let a side that is late play with its last line-up that was revealed.

    `only_late` asks for the hour as it is now: who decided may have read another one. Raises
    Refused where there is none, somebody of it may not play any more, or one is in.
    """
    with change(segment.match.round.event.tournament, actor, Verb.HAND_IN_LINE_UP) as made:
        segment = _fresh(segment)
        if _versions(segment, side):
            raise Refused(problem(LineUpProblem.IN_MEANWHILE))
        if only_late and not line_up_state.is_late(segment, side, timezone.now()):
            raise Refused(problem(LineUpProblem.NOT_LATE))
        entry = side.entries.get()
        seats = line_up_state.proposal(segment, side, entry)
        if seats is None:
            raise Refused(problem(LineUpProblem.NONE_BEFORE))
        made.note(default=True)
        return _hand_in(made, segment, side, actor, seats)


def unable(segment: Segment, side: Side, entry: Entry) -> Problem | None:
    """Return why a team can hand in no line-up at all for a segment; None where it can."""
    number, wanted = segment.match.round.number, len(line_up_state.places(segment, side))
    if line_up_state.is_gone(entry, number):
        return problem(LineUpProblem.TEAM_WITHDRAWN)
    able = len(line_up_state.players(entry, number))
    if able < wanted:
        return problem(LineUpProblem.TOO_FEW, able=able, wanted=wanted, number=number)
    return None


def reveal_line_ups(segment: Segment, actor: Actor) -> None:
    """Show both line-ups of a segment to all, and make the seats and the deals of its rooms.

    Those of half matches are shown together, as all three teams have handed in blind.
    Raises Refused while one is missing, the segment before is still played, or they are revealed.
    """
    round_ = segment.match.round
    with change(round_.event.tournament, actor, Verb.REVEAL_LINE_UPS) as made:
        fresh = _fresh(segment)
        problems = _reveal_problems(fresh)
        if problems:
            raise Refused(*problems)
        _reveal(made, round_, segments.together(fresh))


def reveal_round(round_: Round, actor: Actor) -> int:
    """Reveal the next segment of every match in which both line-ups are in; return how many.

    Raises Refused where there is none.
    """
    with change(round_.event.tournament, actor, Verb.REVEAL_LINE_UPS) as made:
        round_.refresh_from_db(fields=["state"])
        ready = _ready(round_)
        if not ready:
            raise Refused(problem(LineUpProblem.NOTHING_TO_REVEAL))
        _reveal(made, round_, ready)
    return len(ready)


def _fresh(segment: Segment) -> Segment:
    related = ("match__round__event__ruleset", "match__round__group__stage__ruleset")
    return Segment.objects.select_related(*related).get(pk=segment.pk)


def _hand_in(
    made: Change, segment: Segment, side: Side, actor: Actor, seats: LineUpSeats
) -> LineUp:
    problems = [*_order_problems(segment, side, actor), *_line_up_problems(segment, side, seats)]
    if problems:
        raise Refused(*problems)
    version = _versions(segment, side) + 1
    wanted = {place: seats[place] for place in line_up_state.places(segment, side)}
    line_up = LineUp.objects.create(
        segment=segment,
        side=side,
        version=version,
        seats=line_up_state.as_json(wanted),
        submitted_at=timezone.now(),
    )
    half_line_ups.repeat(line_up, segment, side)
    _tell(made, line_up, segment, side)
    return line_up


def _again(segment: Segment, side: Side, actor: Actor, seats: LineUpSeats) -> LineUp | None:
    """Return the line-up of a captain that is in, where he sends the same once more.

    At the desk it is a new version all the same: nobody there may find out by trying.
    """
    last = segment.line_ups.filter(side=side).order_by("version").last()
    if last is None or actor.kind != CAPTAIN or line_up_state.seats_of(last) != seats:
        return None
    return last


def _tell(made: Change, line_up: LineUp, segment: Segment, side: Side) -> None:
    made.concerns(segment=segment, side=side, entry=side.entries.get())
    made.note(round=segment.match.round.number, version=line_up.version)


def _line_up_problems(segment: Segment, side: Side, seats: LineUpSeats) -> list[Problem]:
    entry = side.entries.first()
    if entry is None or side.match_id != segment.match_id:
        return [problem(LineUpProblem.NOT_YOURS)]
    if obstacle := unable(segment, side, entry):
        return [obstacle]
    number, wanted = segment.match.round.number, line_up_state.places(segment, side)
    able = line_up_state.players(entry, number)
    seat_problems = problems(wanted, seats, able, line_up_state.not_in_round(entry, number), number)
    return seat_problems + [problem(LineUpProblem.AS_IN_TWIN)] * _parts_twins(
        segment, side, seats, able
    )


def _parts_twins(segment: Segment, side: Side, seats: LineUpSeats, able: Mapping[str, str]) -> bool:
    """Whether somebody who played the other half match, and still may, sits otherwise in this one.

    A pair plays one of them in the first half of the round and one in the second.
    """
    twin = line_up_state.as_in_twin(segment, side) or {}
    return any(seats.get(place) != person for place, person in twin.items() if person in able)


def _order_problems(segment: Segment, side: Side, actor: Actor) -> list[Problem]:
    """What speaks against handing in now. The desk may mend what the captain cannot any more."""
    problems = _open_problems(segment)
    second = segments.second_of(segment)
    if second is None:
        return problems
    others = segment.line_ups.exclude(side__number=side.number)
    if side.number == second:
        return problems + [problem(LineUpProblem.OTHER_FIRST)] * (not others.exists())
    is_known = _versions(segment, side) and actor.kind != "user"
    return problems + [problem(LineUpProblem.FIXED)] * bool(is_known or others.exists())


def _open_problems(segment: Segment) -> list[Problem]:
    round_ = segment.match.round
    if not segments.is_awaited(segment.match, round_):
        return [problem(LineUpProblem.ROUND_NOT_IN_PLAY, number=round_.number)]
    if segments.unrevealed(pk=segment.pk).exists():
        return []
    if Seat.objects.filter(sitting__segment=segment).exists():
        return [problem(LineUpProblem.REVEALED)]
    return [refuse(Reason.AWARD_STANDS)]


def _reveal_problems(segment: Segment) -> list[Problem]:
    problems = _open_problems(segment)
    if problems:
        return problems
    playing = Deal.objects.filter(sitting__segment__match=segment.match, done=False).count()
    before = segments.of_match(segment.match)[0]
    if playing or before.pk != segment.pk:
        problems.append(problem(LineUpProblem.STILL_PLAYING, deals=playing))
    missing = {
        queries.entry_name(_with_members(side))
        for part in segments.together(segment)
        for side in part.match.sides.order_by("number")
        if not _versions(part, side)
    }
    return problems + [problem(LineUpProblem.MISSING, team=name) for name in sorted(missing)]


def _with_members(side: Side) -> Entry:
    return queries.with_members(side.entries.all()).get()


def _ready(round_: Round) -> list[Segment]:
    """Return the segments that can be revealed now: the next of every match that has both."""
    states = [
        state for state in line_up_state.stands(round_) if not (state.is_awarded or state.playing)
    ]
    awaited = (state.next for state in states if segments.is_awaited(state.match, round_))
    ready = [part.segment.pk for part in awaited if part and part.is_complete]
    related = ("match__round__event__ruleset", "match__round__group__stage__ruleset")
    rows = Segment.objects.filter(pk__in=ready).select_related(*related)
    return list(rows.order_by("match__number"))


def _versions(segment: Segment, side: Side) -> int:
    return segment.line_ups.filter(side=side).count()


@dataclass(frozen=True, slots=True)
class _Laid:
    """The boards that a part of the round plays, in the order of each room, or how many deals."""

    deals: int
    here: tuple[Board, ...] = ()
    there: tuple[Board, ...] = ()

    def of(self, room: str) -> tuple[Board, ...]:
        return self.there if room == Sitting.Room.CLOSED else self.here


def _reveal(made: Change, round_: Round, ready: Sequence[Segment]) -> None:
    event, laid = round_.event, dict[int, _Laid]()
    shown = []
    for segment in ready:
        played = _played(made, round_, segment, laid)
        shown += _seat(event, segment)
        for sitting in segment.sittings.order_by("pk"):
            game_deals.lay_out(event, sitting, played.of(sitting.room), played.deals)
    made.concerns(round=round_)
    made.note(segments=[segment.uid for segment in ready])
    kinds = Publication.Kind
    ledger.publish(made, event, kinds.LINE_UP, shown, round_=round_)
    ledger.publish(made, event, kinds.DRAW, queries.shown_draw(round_), round_=round_)


def _played(made: Change, round_: Round, segment: Segment, laid: dict[int, _Laid]) -> _Laid:
    """Return what a segment plays: as all of its part, `laid` once, or boards of a half match."""
    deals = stages.deals_of(round_.group.stage)
    half = three_way_matches.boards_of(segment.match, deals)
    if half is not None:
        return _laid(made, round_, half, MOST_COPIES)
    part = segments.part_of(segment, len(segments.of_match(segment.match)))
    if part not in laid:
        numbers = share(deals, round_.event.segments, part)
        laid[part] = _laid(made, round_, numbers, round_.event.board_copies)
    return laid[part]


def _laid(made: Change, round_: Round, numbers: Sequence[int], copies: int) -> _Laid:
    """Return what is played of so many deals, over boards in the orders of both rooms."""
    if round_.event.boards == BoardSource.TABLE:
        return _Laid(len(numbers))
    board_by_number = boards.of_round(made, round_, numbers)
    copies = min(copies, MOST_COPIES)
    here, there = two_rooms.tables([("home", "away")], numbers, copies)
    in_order = tuple(board_by_number[board] for board in here.boards)
    return _Laid(len(numbers), in_order, tuple(board_by_number[board] for board in there.boards))


def _seat(event: Event, segment: Segment) -> list[dict[str, str | int]]:
    """Make the seats of a segment from its line-ups, and return them as they are published."""
    newest = {line_up.side_id: line_up for line_up in segment.line_ups.order_by("version")}
    LineUp.objects.filter(pk__in=[line_up.pk for line_up in newest.values()]).update(
        revealed_at=timezone.now()
    )
    taken = _taken(newest)
    uids = [person for person, _side in taken.values()]
    persons = {person.uid: person for person in Person.objects.filter(uid__in=uids)}
    sittings = list(segment.sittings.select_related("table").order_by("pk"))
    labels = _labels(event, segment.match)
    Seat.objects.bulk_create(
        Seat(
            sitting=sitting,
            label=label,
            person=persons[taken[Place(sitting.room, label)][0]],
            side_id=taken[Place(sitting.room, label)][1],
        )
        for sitting in sittings
        for label in labels
    )
    tables = {sitting.room: sitting.table.number for sitting in sittings}
    return [
        {"table": tables[place.room], "room": place.room, "seat": place.label, "person": person}
        for place, (person, _side) in sorted(taken.items())
    ]


def _taken(newest: Mapping[int, LineUp]) -> dict[Place, tuple[str, int]]:
    person_and_side: dict[Place, tuple[str, int]] = {}
    for side, line_up in newest.items():
        person_and_side |= {
            place: (person, side) for place, person in line_up_state.seats_of(line_up).items()
        }
    return person_and_side


def _labels(event: Event, match: Match) -> Iterable[str]:
    rules = match.round.group.stage.ruleset or event.ruleset
    game = queries.game_of(event)
    return game.seats(game.rules(rules.rules))
