"""弃权 at a table of single players: a house player takes the seat, or the others get averages.

The absent player gets no table points. A match of two sides becomes a walkover, see `awards`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import tidy
from tournaments.models import (
    Award,
    AwardKind,
    Entry,
    EntryMember,
    Event,
    Match,
    Person,
    Publication,
    Seat,
    Side,
)
from tournaments.organise.absences.award_points import points_of_walkover
from tournaments.organise.absences.awards import (
    SIDES,
    AwardGrounds,
    close_open_deals,
    play_problems,
    store_award,
)
from tournaments.persons import entering, namesakes
from tournaments.persons.namesakes import Named
from tournaments.persons.renaming import name_problems
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, Repeated, Verb, change
from tournaments.results import queries, snapshot_rows
from tournaments.standings.unplayed_terms import WalkoverScores


def forfeit_places(
    match: Match, actor: Actor, absent: Sequence[Side], grounds: AwardGrounds
) -> Award:
    """Cancel a table from which single players are absent: the others get averages.

    Raises Refused as an award does, and for a match of two sides or one that has begun.
    """
    with change(match.round.event.tournament, actor, Verb.AWARD_MATCH) as made:
        return forfeit_places_within(made, match, absent, grounds)


def forfeit_places_within(
    made: Change, match: Match, absent: Sequence[Side], grounds: AwardGrounds
) -> Award:
    """Cancel a table as a part of a larger change."""
    _check(match, absent, grounds)
    points = Fraction(points_of_walkover(match))
    counts = WalkoverScores(Fraction(0), -points)
    row = store_award(made, match, AwardKind.FORFEITED, None, grounds, counts, absent=absent)
    close_open_deals(made, row)
    return row


def seat_house_player(side: Side, actor: Actor, name: str, grounds: AwardGrounds) -> EntryMember:
    """Seat a house player in place of an absent single player, in this round.

    Results there do not count for the absent player, and count fully for the others. The draw is
    published again. Repeating it changes nothing. Raises Refused as `forfeit_places` does, for the
    name, and if somebody else was seated there.
    """
    event = side.match.round.event
    try:
        with change(event.tournament, actor, Verb.SEAT_HOUSE_PLAYER) as made:
            seated = _house_player_of(side)
            if seated is not None and _is_named(event, name, seated.person):
                raise Repeated
            return seat_house_player_within(made, side, name, grounds)
    except Repeated:
        if seated is None:
            raise
        return seated


def seat_house_player_within(
    made: Change, side: Side, name: str, grounds: AwardGrounds
) -> EntryMember:
    """Seat a house player as a part of a larger change."""
    match, entry = side.match, side.entries.get()
    round_, event = match.round, match.round.event
    _check(match, [side], grounds)
    if _house_player_of(side) is not None:
        raise Refused(refuse(Reason.STAND_IN_TWICE))
    person = _house_person(made, event, name)
    number = round_.number
    member = EntryMember.objects.create(
        entry=entry,
        person=person,
        role=EntryMember.Role.SUBSTITUTE,
        from_round=number,
        to_round=number,
        points_count=False,
    )
    Seat.objects.filter(sitting__segment__match=match, side=side).update(person=person)
    namesakes.tell_apart(event)
    made.concerns(entry=entry, person=person, match=match, round=round_)
    made.note(round=number, reason=grounds.reason)
    made.shows(event)
    shown = queries.shown_draw(round_)
    ledger.publish(made, event, Publication.Kind.DRAW, shown, round_=round_)
    return member


def _house_player_of(side: Side) -> EntryMember | None:
    """Return who was seated in place of a single player since the round was drawn.

    Other substitutes are entered for rounds that are not drawn yet.
    """
    round_ = side.match.round
    since_draw = EntryMember.objects.filter(
        entry__sides=side,
        role=EntryMember.Role.SUBSTITUTE,
        from_round=round_.number,
        created_at__gte=round_.created_at,
    )
    return since_draw.select_related("person").order_by("pk").last()


def _is_named(event: Event, name: str, person: Person) -> bool:
    known = person if tidy(name) == person.name else None
    return entering.read_one(event, name, known).person == person


def _house_person(made: Change, event: Event, name: str) -> Person:
    who = entering.read_one(event, name, None)
    problems = [*who.problems, *_name_problems(event, who.named, who.person)]
    if problems:
        raise Refused(*problems)
    person = who.person or entering.add_guest(event.tournament.club, who.name)
    made.states(person)
    return person


def _name_problems(event: Event, named: Named, known: Person | None) -> list[Problem]:
    players = EntryMember.objects.filter(
        entry__event=event, entry__kind=Entry.Kind.COMPETITOR, role=EntryMember.Role.PLAYER
    )
    taken = namesakes.taken_in(players.select_related("person__same_as"))
    if known is None:
        return name_problems(named, taken, "name")
    if players.filter(person=known).exists():
        return [refuse(Reason.NAME_TAKEN, field="name", name=known.name)]
    return []


def _check(match: Match, absent: Sequence[Side], grounds: AwardGrounds) -> None:
    problems = play_problems(match, grounds)
    if match.sides.count() <= SIDES:
        problems.append(refuse(Reason.TABLE_OF_TWO_SIDES))
    if not absent or any(side.match_id != match.pk for side in absent):
        problems.append(refuse(Reason.AWARD_OF_TWO_SIDES))
    if snapshot_rows.live_awards([match.pk]):
        problems.append(refuse(Reason.AWARD_STANDS))
    if match_has_results(match):
        problems.append(refuse(Reason.TABLE_HAS_RESULTS))
    if problems:
        raise Refused(*problems)


def match_has_results(match: Match) -> bool:
    """Whether a deal of a match has a result."""
    return match.segments.filter(sittings__deals__done=True).exists()
