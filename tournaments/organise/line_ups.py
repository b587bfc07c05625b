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
from tournaments import games, ledger, line_ups, queries, segments, stages
from tournaments.audit import Actor, Change, Verb, change
from tournaments.line_up_places import (
    SECOND,
    LineUpProblem,
    LineUpSeats,
    Place,
    problem,
    problems,
    share,
)
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
from tournaments.pairing import two_rooms
from tournaments.refusals import Reason, Refused, refuse

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
        again = _again(segment, side, actor, seats)
        if again is not None:
            _tell(made, again, segment, side)
            made.note(again=True)
            return again
        return _hand_in(made, segment, side, actor, seats)


def default_line_up(segment: Segment, side: Side, actor: Actor) -> LineUp:
    """Let a side that is late play with its last line-up that was revealed.

    Raises Refused where there is none, or somebody of it may not play any more.
    """
    with change(segment.match.round.event.tournament, actor, Verb.HAND_IN_LINE_UP) as made:
        segment = _fresh(segment)
        entry = side.entries.get()
        seats = line_ups.proposal(segment, side, entry)
        if seats is None:
            raise Refused(problem(LineUpProblem.NONE_BEFORE))
        made.note(default=True)
        return _hand_in(made, segment, side, actor, seats)


def reveal_line_ups(segment: Segment, actor: Actor) -> None:
    """Show both line-ups of a segment to all, and make the seats and the deals of its rooms.

    Raises Refused while one is missing, the segment before is still played, or they are revealed.
    """
    round_ = segment.match.round
    with change(round_.event.tournament, actor, Verb.REVEAL_LINE_UPS) as made:
        fresh = _fresh(segment)
        found = _reveal_problems(fresh)
        if found:
            raise Refused(*found)
        _reveal(made, round_, [fresh])


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
    found = [*_order_problems(segment, side, actor), *_line_up_problems(segment, side, seats)]
    if found:
        raise Refused(*found)
    version = _versions(segment, side) + 1
    wanted = {at: seats[at] for at in line_ups.places(segment, side)}
    line_up = LineUp.objects.create(
        segment=segment,
        side=side,
        version=version,
        seats=line_ups.as_json(wanted),
        submitted_at=timezone.now(),
    )
    _tell(made, line_up, segment, side)
    return line_up


def _again(segment: Segment, side: Side, actor: Actor, seats: LineUpSeats) -> LineUp | None:
    """Return the line-up of a captain that is in, where he sends the same once more.

    At the desk it is a new version all the same: nobody there may find out by trying.
    """
    last = segment.line_ups.filter(side=side).order_by("version").last()
    if last is None or actor.kind != CAPTAIN or line_ups.seats_of(last) != seats:
        return None
    return last


def _tell(made: Change, line_up: LineUp, segment: Segment, side: Side) -> None:
    made.concerns(segment=segment, side=side, entry=side.entries.get())
    made.note(round=segment.match.round.number, version=line_up.version)


def _line_up_problems(segment: Segment, side: Side, seats: LineUpSeats) -> list[Problem]:
    entry = side.entries.first()
    if entry is None or side.match_id != segment.match_id:
        return [problem(LineUpProblem.NOT_YOURS)]
    able = line_ups.players(entry, segment.match.round.number)
    return problems(line_ups.places(segment, side), seats, able)


def _order_problems(segment: Segment, side: Side, actor: Actor) -> list[Problem]:
    """What speaks against handing in now. The desk may mend what the captain cannot any more."""
    found = _open_problems(segment)
    second = SECOND.get(segment.match.round.event.line_up_order)
    if second is None:
        return found
    others = segment.line_ups.exclude(side__number=side.number)
    if side.number == second:
        return found + [problem(LineUpProblem.OTHER_FIRST)] * (not others.exists())
    is_known = _versions(segment, side) and actor.kind != "user"
    return found + [problem(LineUpProblem.FIXED)] * bool(is_known or others.exists())


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
    found = _open_problems(segment)
    if found:
        return found
    playing = Deal.objects.filter(sitting__segment__match=segment.match, done=False).count()
    before = segments.of_match(segment.match)[0]
    if playing or before.pk != segment.pk:
        found.append(problem(LineUpProblem.STILL_PLAYING, deals=playing))
    for side in segment.match.sides.order_by("number"):
        if not _versions(segment, side):
            name = queries.entry_name(_with_members(side))
            found.append(problem(LineUpProblem.MISSING, team=name))
    return found


def _with_members(side: Side) -> Entry:
    return queries.with_members(side.entries.all()).get()


def _ready(round_: Round) -> list[Segment]:
    """Return the segments that can be revealed now: the next of every match that has both."""
    found = [one for one in line_ups.stands(round_) if not (one.is_awarded or one.playing)]
    awaited = (one.next for one in found if segments.is_awaited(one.match, round_))
    ready = [one.segment.pk for one in awaited if one and one.is_complete]
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
        part = segments.part_of(segment, len(segments.of_match(segment.match)))
        if part not in laid:
            laid[part] = _laid(made, round_, part)
        shown += _seat(event, segment)
        for sitting in segment.sittings.order_by("pk"):
            games.lay_out(event, sitting, laid[part].of(sitting.room), laid[part].deals)
    made.concerns(round=round_)
    made.note(segments=[one.uid for one in ready])
    kinds = Publication.Kind
    ledger.publish(made, event, kinds.LINE_UP, shown, round_=round_)
    ledger.publish(made, event, kinds.DRAW, queries.shown_draw(round_), round_=round_)


def _laid(made: Change, round_: Round, part: int) -> _Laid:
    """Return what a part of a round plays: its share of the deals, over boards in both orders."""
    event = round_.event
    numbers = share(stages.deals_of(round_.group.stage), event.segments, part)
    if event.boards == BoardSource.TABLE:
        return _Laid(len(numbers))
    found = boards.of_round(made, round_, numbers)
    copies = min(event.board_copies, MOST_COPIES)
    here, there = two_rooms.tables([("home", "away")], numbers, copies)
    in_order = tuple(found[one] for one in here.boards)
    return _Laid(len(numbers), in_order, tuple(found[one] for one in there.boards))


def _seat(event: Event, segment: Segment) -> list[dict[str, str | int]]:
    """Make the seats of a segment from its line-ups, and return them as they are published."""
    newest = {one.side_id: one for one in segment.line_ups.order_by("version")}
    LineUp.objects.filter(pk__in=[one.pk for one in newest.values()]).update(
        revealed_at=timezone.now()
    )
    taken = _taken(newest)
    uids = [person for person, _side in taken.values()]
    persons = {one.uid: one for one in Person.objects.filter(uid__in=uids)}
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
    tables = {one.room: one.table.number for one in sittings}
    return [
        {"table": tables[at.room], "room": at.room, "seat": at.label, "person": person}
        for at, (person, _side) in sorted(taken.items())
    ]


def _taken(newest: Mapping[int, LineUp]) -> dict[Place, tuple[str, int]]:
    found: dict[Place, tuple[str, int]] = {}
    for side, line_up in newest.items():
        found |= {at: (person, side) for at, person in line_ups.seats_of(line_up).items()}
    return found


def _labels(event: Event, match: Match) -> Iterable[str]:
    rules = match.round.group.stage.ruleset or event.ruleset
    game = queries.game_of(event)
    return game.seats(game.rules(rules.rules))
