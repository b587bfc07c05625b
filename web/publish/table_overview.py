"""The tables of a round at the desk, and its draft with everything that the draw has kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from django.utils.translation import gettext

from tournaments.models import DealNumber, Entry, Form, Round, Sitting
from tournaments.pairing import notes
from tournaments.pairing.notes import DrawNotes
from tournaments.progress.table_notes import NOTHING, TableNote
from tournaments.results import event_record, suspensions
from tournaments.results.event_record import Competitor
from tournaments.results.game_results import NO_PENALTIES, not_counted, penalties_by_sitting
from tournaments.results.match_rows import half_matches
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SittingRow
from tournaments.structure.line_up_rules import HOME
from tournaments.structure.stages import group_name
from tournaments.wording.pairing import bye_reason_text, not_drawn_text, reason_text
from tournaments.wording.rooms import room_text

NAMED_TABLES = 8
"""Tables listed with the numbers of their open deals; further ones are only counted."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A person at a table: the seat's label, the name, the seat's uid, the points of the round.

    Before teams have seats, the label says in words which side a team is. There are no points
    before the first result, nor of a sealed board. A `named_penalty`, of the person only, is
    included in the points. `entry` is the number of the entry.
    """

    label: str
    name: str
    uid: str
    points: Fraction | None = None
    entry: int = 0
    named_penalty: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class OverviewDeal:
    """A deal of a table, by the number of its board or slot, and whether it has a result.

    `awaits` says that a sheet or a dispute of it awaits the referee.
    """

    uid: str
    number: DealNumber
    done: bool
    awaits: bool = False


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
    open_deals: tuple[DealNumber, ...] = ()
    met_before: tuple[tuple[str, str, int], ...] = ()
    all_deals: tuple[OverviewDeal, ...] = ()
    note: TableNote = NOTHING
    reasons: tuple[str, ...] = ()
    """Why these players sit together, in words."""
    room: str = ""
    """The room of a match of teams, if it has two."""
    group: str = ""
    """The name of the group that plays there, if there are several."""
    teams: str = ""
    """The teams whose players sit there, the home side first."""
    is_half: bool = False
    """Whether a half match of three teams is played there."""
    is_later: bool = False
    """Whether it is the second half of three half matches, played at a table of the first."""
    awaits: bool = False
    """Whether line-ups are still to be revealed for it."""
    shared_penalties: tuple[tuple[tuple[str, ...], Fraction], ...] = ()
    """Penalties of whole pairs that are in nobody's points: the seats and the amount."""
    to_the_end: bool = False
    """Whether it plays games (局) to their end, so that the number of deals is unknown."""

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
    """An entry that sits out: the uid of its row where it can be chosen, the name, and the reason
    in words.
    """

    uid: str
    name: str
    why: str
    is_house: bool = False


@dataclass(frozen=True, slots=True)
class DraftNotes:
    """What a draft has besides its tables: attempt, sit-outs and exchanges by hand, with names."""

    attempt: int
    sit_outs: tuple[SittingOut, ...]
    exchanges: tuple[tuple[str, str], ...]
    suspended: str = ""
    """Who is suspended and was not drawn, in words."""

    def of_competitors(self) -> DraftNotes:
        """Return the draft without house players that sit out, whom no table needs."""
        return replace(self, sit_outs=tuple(out for out in self.sit_outs if not out.is_house))


def table_overviews(
    snapshot: EventSnapshot,
    round_: Round,
    reported: Mapping[int, TableNote] = MappingProxyType({}),
) -> list[TableOverview]:
    """Return the tables of a round in the order of their numbers.

    `reported` are the notes of referees and tablets by table.
    """
    kept, known = notes.read(round_.reasons), event_record.competitors(snapshot)
    met = {
        table: tuple(
            (known[first].name, known[second].name, times) for first, second, times in pairs
        )
        for table, pairs in kept.met_before.items()
    }
    overview = _Overview(snapshot, round_, reported)
    of_teams = snapshot.event.form == Form.TEAMS
    if of_teams and round_.state != Round.State.DRAFT:
        return overview.tables_of_teams()
    reasons = reasons_of(kept, known, of_teams=of_teams)
    tables = []
    for match in snapshot.matches_of(round_):
        sittings = snapshot.sittings_by_match[match.key]
        if not sittings:
            # It was drawn while the event was being read; the next read has its tables.
            continue
        table = overview.table(match, sittings)
        table = replace(table, met_before=met.get(match.number, ()))
        if round_.state == Round.State.DRAFT:
            table = replace(table, reasons=reasons.get(match.number, ()))
            if of_teams:
                table = replace(table, number=match.number, sitters=_teams(match, known))
        tables.append(table)
    return sorted(tables, key=lambda table: table.number)


class _Fined(NamedTuple):
    """The penalties of a table: by person, and those of pairs that are in nobody's points."""

    by_person: Mapping[int, Fraction]
    named: Mapping[int, Fraction]
    shared: tuple[tuple[tuple[str, ...], Fraction], ...]

    def named_of(self, person: int) -> Fraction:
        return self.named.get(person, Fraction(0))


class _Overview:
    """Makes the tables of a round from stored data and the notes of referees and tablets."""

    def __init__(
        self, snapshot: EventSnapshot, round_: Round, reported: Mapping[int, TableNote]
    ) -> None:
        self._snapshot, self._round, self._notes = snapshot, round_, reported
        self._late = not_counted(snapshot)
        self._groups = {
            group.pk: gettext("Group %(name)s") % {"name": group.name or group_name(group.number)}
            for group in snapshot.groups
        }

    def table(self, match: MatchRow, sittings: Sequence[SittingRow]) -> TableOverview:
        """Return a table with all its deals; after exchanges of seats, with the last seating."""
        last, names, event = sittings[-1], self._snapshot.names, self._snapshot.event
        deals = [deal for sitting in sittings for deal in sitting.deals]
        note = self._notes.get(last.table, NOTHING)
        numbered = [
            OverviewDeal(deal.uid, deal.number_in(event), deal.done, deal.key in note.deals)
            for deal in deals
        ]
        fined = self._fined(sittings)
        points = self._points(sittings, fined.by_person)
        return TableOverview(
            uid=last.table_uid,
            number=last.table,
            code=last.code,
            sitters=tuple(
                Sitter(
                    seat.label,
                    names[seat.person],
                    seat.uid,
                    points.get(seat.person),
                    self._snapshot.entry_of(seat).number,
                    fined.named_of(seat.person) if seat.person in points else Fraction(0),
                )
                for seat in last.seats
            ),
            done=sum(deal.done for deal in deals),
            deals=len(deals),
            open_deals=tuple(deal.number for deal in numbered if not deal.done),
            all_deals=tuple(numbered),
            shared_penalties=fined.shared,
            to_the_end=any(deal.game for deal in deals),
            note=note,
            group=self._groups.get(match.group or 0, ""),
        )

    def _fined(self, sittings: Sequence[SittingRow]) -> _Fined:
        """Return the penalties of this round at a table."""
        known = penalties_by_sitting(self._snapshot)
        by_person: dict[int, Fraction] = defaultdict(Fraction)
        named: dict[int, Fraction] = defaultdict(Fraction)
        shared: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        for sitting in sittings:
            penalties = known.get(sitting.key, NO_PENALTIES)
            for seat in sitting.seats:
                by_person[seat.person] += penalties.of(seat.label)
                named[seat.person] += penalties.named_at(seat.label)
            for labels, amount in penalties.shared.items():
                shared[labels] += amount
        fines = {who: fine for who, fine in by_person.items() if fine}
        return _Fined(fines, named, (*shared.items(),))

    def _points(
        self, sittings: Sequence[SittingRow], fined: Mapping[int, Fraction]
    ) -> dict[int, Fraction]:
        """Return each person's points at a table in this round, including penalties.

        Empty while a board is sealed.
        """
        sums: dict[int, Fraction] = dict(fined)
        for sitting in sittings:
            for deal in sitting.deals:
                if deal.is_sealed_in(self._snapshot.event):
                    return {}
                if deal.result is None or deal.uid in self._late:
                    continue
                for seat in sitting.seats:
                    if seat.label in deal.result.scores:
                        won = deal.result.scores[seat.label]
                        sums[seat.person] = sums.get(seat.person, Fraction(0)) + won
        return sums

    def tables_of_teams(self) -> list[TableOverview]:
        """Return the tables of team matches; where nobody has a seat yet, with the teams."""
        halves = half_matches(self._snapshot)
        tables: list[TableOverview] = []
        for match in self._snapshot.matches_of(self._round):
            by_table: dict[int, list[SittingRow]] = {}
            for sitting in self._snapshot.sittings_by_match[match.key]:
                by_table.setdefault(sitting.table, []).append(sitting)
            tables += [
                self._table_of_teams(match, sittings, is_half=match.key in halves)
                for sittings in by_table.values()
            ]
        return sorted(tables, key=lambda table: (table.number, table.is_later))

    def _table_of_teams(
        self, match: MatchRow, sittings: Sequence[SittingRow], *, is_half: bool
    ) -> TableOverview:
        snapshot, room = self._snapshot, sittings[0].room
        unseated = {row.key for row in snapshot.segments_by_match[match.key] if not row.is_seated}
        awaits = snapshot.awaits_line_ups(match.key)
        table = self.table(match, [sitting for sitting in sittings if sitting.seats] or sittings)
        teams = _teams(match, event_record.competitors(snapshot))
        return replace(
            table,
            sitters=table.sitters or teams,
            teams=" – ".join(team.name for team in teams) if table.sitters else "",
            room=room_text(snapshot.event, room, is_half=is_half),
            is_half=is_half,
            is_later=is_half and room == Sitting.Room.CLOSED,
            awaits=awaits and any(sitting.segment in unseated for sitting in sittings),
        )


def _teams(match: MatchRow, known: Mapping[str, Competitor]) -> tuple[Sitter, ...]:
    """Return the teams of a match as sitters: there are no seats yet."""
    return tuple(
        Sitter(
            gettext("Home side") if side.number == HOME else gettext("Visiting side"),
            known[entry.uid].name,
            side.uid,
        )
        for side in match.sides
        for entry in side.entries
    )


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


def draft_of(
    snapshot: EventSnapshot,
    round_: Round,
    uids: Mapping[str, str] = MappingProxyType({}),
    *,
    is_public: bool = False,
) -> DraftNotes:
    """Return the sit-outs, the exchanges by hand and the attempt number of a draft.

    `uids` are those of the rows of who sits out, where they can be chosen.
    """
    excluded = suspensions.not_drawn(snapshot, round_)
    kept, known = notes.read(round_.reasons), event_record.competitors(snapshot)
    kinds = {entry.uid: entry.kind for entry in snapshot.entries}
    return DraftNotes(
        attempt=kept.attempt,
        sit_outs=tuple(
            SittingOut(
                uids.get(sit_out.entry, ""),
                known[sit_out.entry].name,
                bye_reason_text(sit_out, _names_by_number(known)),
                is_house=kinds.get(sit_out.entry) == Entry.Kind.HOUSE,
            )
            for sit_out in kept.sit_outs
        ),
        exchanges=tuple(
            (known[first].name, known[second].name) for first, second in kept.exchanges
        ),
        suspended=not_drawn_text(snapshot, excluded, is_public=is_public),
    )


@dataclass(frozen=True, slots=True)
class MissingResults:
    """Tables and deals without a result in a round, and the first of these tables."""

    tables: int
    deals: int
    named: tuple[TableOverview, ...]

    @property
    def more(self) -> int:
        """The number of tables that are not named."""
        return self.tables - len(self.named)


def missing_results(shown: Sequence[TableOverview]) -> MissingResults:
    """Return the unfinished tables of a round; the first of them are named."""
    waiting = [tile for tile in shown if not tile.is_done]
    deals = sum(len(tile.open_deals) for tile in waiting)
    return MissingResults(len(waiting), deals, tuple(waiting[:NAMED_TABLES]))
