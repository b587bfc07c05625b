"""Stores the tables of a draw: matches with their sides, segments, sittings, seats and deals.

Rows are made in bulk: 250 tables take a second or two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from tournaments.models import (
    Board,
    Deal,
    Entry,
    EntryMember,
    Form,
    Game,
    Group,
    Match,
    Person,
    Round,
    Seat,
    Segment,
    Side,
    Sitting,
    Table,
    Tournament,
)
from tournaments.organise.drawing import held_places
from tournaments.pairing.seating import Seating
from tournaments.results.reading import load_members
from tournaments.structure import games, sides, stages
from tournaments.structure.boards import deals_for

TWO_ROOMS = (Sitting.Room.OPEN, Sitting.Room.CLOSED)


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A match of a draw before it is stored: its sides and its tables in the hall.

    The first table is that of the open room, or the only one, and gives the seating its number.
    Half matches (三队赛) share tables: all open rooms are played before the closed ones.
    """

    seating: Seating
    tables: tuple[int, ...]
    group: Group | None = None
    code: str = ""
    boards: tuple[int, ...] = ()
    is_half: bool = False


def store(
    round_: Round,
    places: Sequence[DrawnMatch],
    entries: Mapping[str, Entry],
    boards: Mapping[int, Board],
) -> None:
    """Store all tables of a round; `boards` are those of the round by number.

    Seats and deals of teams are created when their line-ups are revealed.
    """
    matches = Match.objects.bulk_create(
        Match(round=round_, number=place.seating.table, group=place.group, code=place.code)
        for place in places
    )
    sides_by_match = _make_sides(round_, matches, [place.seating for place in places], entries)
    sittings = _make_sittings(round_, matches, places)
    if round_.event.form == Form.TEAMS:
        return
    load_members(entries.values())
    rows = (
        _new_seats(sitting, place.seating, sides_by_match[match.pk], entries, round_.number)
        for match, sitting, place in zip(matches, sittings, places, strict=True)
    )
    Seat.objects.bulk_create(chain.from_iterable(rows))
    _make_deals(round_, sittings, [[boards[n] for n in place.boards] for place in places])


def seat(match: Match, sitting: Sitting, seating: Seating, entries: Mapping[str, Entry]) -> None:
    """Replace the sides and the seats of a table."""
    match.sides.all().delete()
    made = _make_sides(match.round, [match], [seating], entries)[match.pk]
    if match.round.event.form != Form.TEAMS:
        number = match.round.number
        Seat.objects.bulk_create(_new_seats(sitting, seating, made, entries, number))


def players_of(entry: Entry, number: int) -> list[Person]:
    """Return the players of an entry in a round, in order, substitutes in their members' places."""
    members = sorted(entry.members.all(), key=lambda member: (member.number, member.pk))
    players = [member for member in members if member.role == EntryMember.Role.PLAYER]
    for member in members:
        plays = (member.from_round or 1) <= number <= (member.to_round or number)
        if member.role == EntryMember.Role.SUBSTITUTE and plays:
            covered = [
                place for place, player in enumerate(players) if player.number == member.number
            ]
            players[covered[0] if covered else 0] = member
    return [player.person for player in players]


def _make_sides(
    round_: Round,
    matches: Sequence[Match],
    seatings: Sequence[Seating],
    entries: Mapping[str, Entry],
) -> dict[int, dict[str, Side]]:
    """Make the sides of matches; return them by match and printed number of the entry."""
    parted = [sides.parted(round_.event, seating) for seating in seatings]
    rows = [
        (match, number, entry_numbers)
        for match, of_match in zip(matches, parted, strict=True)
        for number, entry_numbers in enumerate(of_match, 1)
    ]
    made = Side.objects.bulk_create(Side(match=match, number=n) for match, n, _ in rows)
    sides_by_match: dict[int, dict[str, Side]] = {match.pk: {} for match in matches}
    links = []
    for side, (match, _, entry_numbers) in zip(made, rows, strict=True):
        for entry in entry_numbers:
            sides_by_match[match.pk][entry] = side
            links.append(Side.entries.through(side_id=side.pk, entry_id=entries[entry].pk))
    Side.entries.through.objects.bulk_create(links)
    return sides_by_match


def _make_sittings(
    round_: Round, matches: Sequence[Match], places: Sequence[DrawnMatch]
) -> list[Sitting]:
    """Make the segments and sittings of matches; teams may have several of both."""
    event = round_.event
    parts = event.segments if event.form == Form.TEAMS else 1
    segments = Segment.objects.bulk_create(
        Segment(match=match, number=number) for match in matches for number in range(1, parts + 1)
    )
    tables = ensure_tables(
        event.tournament, {number for place in places for number in place.tables}
    )
    of_match = {match.pk: place for match, place in zip(matches, places, strict=True)}
    rows = []
    for segment in segments:
        place = of_match[segment.match_id]
        rooms = TWO_ROOMS if len(place.tables) == len(TWO_ROOMS) else (Sitting.Room.ONLY,)
        for number, room in zip(place.tables, rooms, strict=True):
            half = 1 + rooms.index(room) if place.is_half else 0
            rows.append((half, Sitting(segment=segment, table=tables[number], room=room)))
    rows.sort(key=lambda row: row[0])
    return Sitting.objects.bulk_create(sitting for _half, sitting in rows)


def ensure_tables(tournament: Tournament, numbers: set[int]) -> dict[int, Table]:
    """Return the tables of a tournament by number; new ones use the places of its club."""
    known = {table.number: table for table in tournament.tables.filter(number__in=numbers)}
    missing = sorted(numbers - set(known))
    places = held_places.ensure_places(tournament.club, missing)
    new = Table.objects.bulk_create(
        Table(tournament=tournament, number=number, code=places[number].code, place=places[number])
        for number in missing
    )
    return known | {table.number: table for table in new}


def _new_seats(
    sitting: Sitting,
    seating: Seating,
    of_entry: Mapping[str, Side],
    entries: Mapping[str, Entry],
    number: int,
) -> list[Seat]:
    waiting = {entry: players_of(entries[entry], number) for entry in seating.entries}
    return [
        Seat(sitting=sitting, label=label, person=waiting[entry].pop(0), side=of_entry[entry])
        for label, entry in seating.seats
    ]


def _make_deals(
    round_: Round, sittings: Sequence[Sitting], boards: Sequence[Sequence[Board]]
) -> None:
    """Create the deals of each table: one for each board, a fixed number, or those of a game
    (局).
    """
    event, number = round_.event, stages.deals_of(round_.group.stage)
    to_limit = games.ends_by_rules(event)
    course = {}
    if to_limit and not any(boards):
        made = Game.objects.bulk_create(
            Game(match=sitting.segment.match, number=1) for sitting in sittings
        )
        course = {sitting.pk: game for sitting, game in zip(sittings, made, strict=True)}
    rows = (
        deals_for(event, sitting, played, 1 if course else number, course.get(sitting.pk))
        for sitting, played in zip(sittings, boards, strict=True)
    )
    Deal.objects.bulk_create(chain.from_iterable(rows))
