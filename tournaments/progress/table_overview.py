"""The tables of a round as the desk shows them, and its draft with everything kept of the draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from tournaments import table_notes
from tournaments.models import Entry, Form, Group, Match, Round, Side, SitOut, Sitting
from tournaments.pairing import notes
from tournaments.pairing.notes import DrawNotes
from tournaments.progress.qualification_state import group_name
from tournaments.results import queries
from tournaments.results.queries import Competitor
from tournaments.structure import segments, three_way_matches
from tournaments.structure.line_up_places import HOME
from tournaments.table_notes import NOTHING, TableNote
from tournaments.wording.pairing import reason_text
from tournaments.wording.rooms import room_said
from tournaments.wording.sit_outs import why_out

Met = Mapping[int, tuple[tuple[str, str, int], ...]]
NAMED_TABLES = 8
"""Tables listed with the numbers of their open deals; further ones are only counted."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person at a table: the seat's label, the name, and the seat's uid.

    Before teams have seats, the label says in words which side a team is.
    """

    label: str
    name: str
    uid: str


@dataclass(frozen=True, slots=True)
class TableOverview:
    """A table of a round: who sits there and how many of its deals have a result.

    `open_deals` are the numbers of deals without one; `met_before` are pairs of names that meet
    again, with the number of earlier meetings.
    """

    uid: str
    number: int
    code: str
    sitters: tuple[Sitter, ...]
    done: int
    deals: int
    open_deals: tuple[int, ...] = ()
    met_before: tuple[tuple[str, str, int], ...] = ()
    note: TableNote = NOTHING
    reasons: tuple[str, ...] = ()
    """Why these sit together, in words."""
    room: str = ""
    """Which room of a match of teams it is, where there are two."""
    group: str = ""
    """The name of the group that plays there, where there are several."""
    teams: str = ""
    """The teams whose players sit there, the home side first."""
    is_half: bool = False
    """Whether a half match of three teams is played there."""
    is_later: bool = False
    """Whether it is the second half of three half matches, played at a table of the first."""
    awaits: bool = False
    """Whether line-ups are still to be revealed for it."""
    to_the_end: bool = False
    """Whether it plays games (局) to their end, so that nobody knows how many deals they take."""

    @property
    def is_done(self) -> bool:
        """Whether every deal has a result, and no more is to be played."""
        return self.done == self.deals and not self.awaits

    @property
    def state(self) -> str:
        """The state as one word: calls, disputed, waiting, line_ups, done, playing or idle."""
        if self.note.calls:
            return "calls"
        if self.note.disputed:
            return "disputed"
        if self.note.waiting:
            return "waiting"
        if self.awaits and self.done == self.deals:
            return "line_ups"
        if self.is_done:
            return "done"
        return "playing" if self.done else "idle"


@dataclass(frozen=True, slots=True)
class SittingOut:
    """An entry that sits out: the uid of its row, the name, and the reason in words."""

    uid: str
    name: str
    why: str
    is_house: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """What a draft has beside its tables: attempt, sit-outs and exchanges by hand, with names."""

    attempt: int
    sit_outs: tuple[SittingOut, ...]
    exchanges: tuple[tuple[str, str], ...]

    def of_competitors(self) -> Draft:
        """Return the draft without house players that sit out: no table needs them."""
        return replace(self, sit_outs=tuple(out for out in self.sit_outs if not out.is_house))


def table_overviews(round_: Round) -> list[TableOverview]:
    """Return the tables of a round in the order of their numbers."""
    kept, known = notes.read(round_.reasons), queries.competitors(round_.event)
    met = {
        table: tuple(
            (known[first].name, known[second].name, times) for first, second, times in pairs
        )
        for table, pairs in kept.met_before.items()
    }
    notes_by_table, matches = table_notes.notes_of(round_), queries.matches_of(round_)
    if round_.event.form == Form.TEAMS and round_.state != Round.State.DRAFT:
        return _team_tiles(round_, matches, notes_by_table)
    groups = _group_names(round_)
    tiles_by_number = {
        match.number: replace(
            _tile(_sittings_of(match), met, notes_by_table),
            group=groups.get(match.group_id or 0, ""),
        )
        for match in matches
    }
    if round_.state == Round.State.DRAFT:
        of_teams = round_.event.form == Form.TEAMS
        reasons, teams = reasons_of(kept, known, of_teams=of_teams), _teams_by_match(round_)
        for number, tile in tiles_by_number.items():
            named = replace(tile, reasons=reasons.get(number, ()))
            if number in teams:
                meetings = met.get(number, ())
                named = replace(named, number=number, sitters=teams[number], met_before=meetings)
            tiles_by_number[number] = named
    return sorted(tiles_by_number.values(), key=lambda tile: tile.number)


def _teams_by_match(round_: Round) -> dict[int, tuple[Sitter, ...]]:
    """Return the teams of each match of teams, by its number; there are no seats yet."""
    if round_.event.form != Form.TEAMS:
        return {}
    teams_by_match: dict[int, tuple[Sitter, ...]] = {}
    rows = Side.objects.filter(match__round=round_).order_by("match__number", "number")
    for match, number, name, uid in rows.values_list(
        "match__number", "number", "entries__name", "uid"
    ):
        label = gettext("Home side") if number == HOME else gettext("Visiting side")
        teams_by_match[match] = (*teams_by_match.get(match, ()), Sitter(label, name, uid))
    return teams_by_match


def _group_names(round_: Round) -> dict[int, str]:
    """Return the names of the groups of a round, by key."""
    rows = Group.objects.filter(matches__round=round_).distinct()
    return {
        key: gettext("Group %(name)s") % {"name": name or group_name(number)}
        for key, name, number in rows.values_list("pk", "name", "number")
    }


def _team_tiles(
    round_: Round, matches: Sequence[Match], notes_by_table: Mapping[int, TableNote]
) -> list[TableOverview]:
    """Return the tables of matches of teams, with their sides where nobody has a seat yet."""
    sides, groups = _teams_by_match(round_), _group_names(round_)
    unrevealed = set(segments.unrevealed(match__round=round_).values_list("pk", flat=True))
    halves = three_way_matches.keys_of(round_)
    tiles = []
    for match in matches:
        tables: dict[int, list[Sitting]] = {}
        for sitting in _sittings_of(match):
            tables.setdefault(sitting.table.number, []).append(sitting)
        for sittings in tables.values():
            tile = _tile(
                [sitting for sitting in sittings if sitting.seats.all()] or sittings,
                {},
                notes_by_table,
            )
            room = sittings[0].room
            room_name = room_said(round_.event, room, is_half=match.pk in halves)
            awaits = any(sitting.segment_id in unrevealed for sitting in sittings)
            teams = sides.get(match.number, ())
            team_names = " – ".join(team.name for team in teams) if tile.sitters else ""
            group = groups.get(match.group_id or 0, "")
            is_half = match.pk in halves
            is_later = is_half and room == Sitting.Room.CLOSED
            tile = replace(tile, sitters=tile.sitters or teams, teams=team_names, room=room_name)
            tile = replace(tile, is_half=is_half, is_later=is_later)
            tiles.append(replace(tile, awaits=awaits, group=group))
    return sorted(tiles, key=lambda tile: (tile.number, tile.is_later))


def reasons_of(
    kept: DrawNotes, known: Mapping[str, Competitor], *, of_teams: bool = False
) -> dict[int, tuple[str, ...]]:
    """Return the reasons for the seating of each table, in words."""
    names = _names_by_number(known)
    return {
        table: tuple(
            dict.fromkeys(reason_text(reason, names, of_teams=of_teams) for reason in reasons)
        )
        for table, reasons in kept.reasons.items()
        if reasons
    }


def _names_by_number(known: Mapping[str, Competitor]) -> dict[str, str]:
    return {str(competitor.number): competitor.name for competitor in known.values()}


def draft_of(round_: Round) -> Draft:
    """Return the sit-outs, the exchanges by hand and the attempt number of a draft."""
    kept = notes.read(round_.reasons)
    uids: dict[str, str] = {}
    kinds: dict[str, str] = {}
    names: dict[str, str] = {}
    by_number: dict[str, str] = {}
    if kept.sit_outs or kept.exchanges:
        rows = SitOut.objects.filter(round=round_)
        for entry, uid, kind in rows.values_list("entry__uid", "uid", "entry__kind"):
            uids[entry], kinds[entry] = uid, kind
        known = queries.competitors(round_.event)
        names = {uid: competitor.name for uid, competitor in known.items()}
        by_number = _names_by_number(known)
    return Draft(
        attempt=kept.attempt,
        sit_outs=tuple(
            SittingOut(
                uids.get(sit_out.entry, ""),
                names[sit_out.entry],
                why_out(sit_out, by_number),
                is_house=kinds.get(sit_out.entry) == Entry.Kind.HOUSE,
            )
            for sit_out in kept.sit_outs
        ),
        exchanges=tuple((names[first], names[second]) for first, second in kept.exchanges),
    )


@dataclass(frozen=True, slots=True)
class MissingResults:
    """Tables and deals without a result in a round, and the first of these tables."""

    tables: int
    deals: int
    named: tuple[TableOverview, ...]

    @property
    def more(self) -> int:
        """How many tables are not named."""
        return self.tables - len(self.named)


def missing_results(shown: Sequence[TableOverview]) -> MissingResults:
    """Return the unfinished tables of a round; the first of them are named."""
    waiting = [tile for tile in shown if not tile.is_done]
    deals = sum(len(tile.open_deals) for tile in waiting)
    return MissingResults(len(waiting), deals, tuple(waiting[:NAMED_TABLES]))


def _sittings_of(match: Match) -> list[Sitting]:
    """Return the sittings of a match in the order of play."""
    segments = sorted(match.segments.all(), key=lambda segment: segment.number)
    return [sitting for segment in segments for sitting in segment.sittings.all()]


def _tile(
    sittings: Sequence[Sitting],
    met: Met,
    notes_by_table: Mapping[int, TableNote],
) -> TableOverview:
    """Return a table with all its deals; after exchanges of seats, with the last seating."""
    last = sittings[-1]
    deals = [deal for sitting in sittings for deal in sitting.deals.all()]
    number, seats = last.table.number, last.seats.all()
    return TableOverview(
        uid=last.table.uid,
        number=number,
        code=last.table.code,
        sitters=tuple(Sitter(seat.label, seat.person.name, seat.uid) for seat in seats),
        done=sum(deal.done for deal in deals),
        deals=len(deals),
        open_deals=tuple(deal.board_no for deal in deals if not deal.done),
        to_the_end=any(deal.game_id for deal in deals),
        met_before=met.get(number, ()),
        note=notes_by_table.get(number, NOTHING),
    )
