"""The page of the groups of an event: the standings of each, and who qualified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

from django.urls import reverse
from django.utils.translation import gettext, pgettext

from tournaments.base.separators import join_facts
from tournaments.models import Event, GroupMember, Round, Stage
from tournaments.results import event_record
from tournaments.results.event_record import Competitor, StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import stages
from tournaments.wording import unsigned
from tournaments.wording.stages import stage_name
from web.publish import rank_columns, tables
from web.publish.pages import parts
from web.publish.pages.parts import PageParts
from web.publish.pages.progress import PublicRound, round_states
from web.publish.tables import Column, ColumnKind, Face, PageList


@dataclass(frozen=True, slots=True)
class GroupLine:
    """An entry of a group; `slot` is where it qualified, `goes_on` its slot in the next stage."""

    row: StandingsRow
    score: str
    played: int
    slot: str
    carried: str
    goes_on: str

    @property
    def competitor(self) -> Competitor:
        """Whose row it is."""
        return self.row.competitor


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group with its standings; `name` is empty if the stage has only one group."""

    event: Event
    stage: int
    name: str
    lines: tuple[GroupLine, ...]

    @property
    def columns(self) -> Iterator[Column[GroupLine]]:
        """The columns of its standings, without those that would be empty."""
        name, total = rank_columns.names_heading(self.event), pgettext("of a row", "Total")
        yield Column(
            gettext("Rank"), lambda line: line.row.rank.shown_place, width=0.9, kind=ColumnKind.RANK
        )
        yield Column(
            gettext("No."), lambda line: line.competitor.number, width=0.9, faces=Face.PAPER
        )
        yield Column(
            name, lambda line: line.competitor.name, width=4, kind=ColumnKind.NAME, link=self._link
        )
        if any(line.slot for line in self.lines):
            yield Column(gettext("From"), attrgetter("slot"), width=1.3, kind=ColumnKind.WORDS)
        yield Column(gettext("Rounds"), attrgetter("played"), width=1.1)
        if any(line.carried for line in self.lines):
            yield Column(gettext("Carried over"), attrgetter("carried"), width=1.2)
        yield Column(total, attrgetter("score"), width=1.2, strong=True)
        if any(line.goes_on for line in self.lines):
            yield Column(
                gettext("Advances to"), attrgetter("goes_on"), width=1.3, kind=ColumnKind.WORDS
            )

    @property
    def shown(self) -> PageList:
        """The list of its standings on a page."""
        return tables.page_list(self.columns, self.lines, self._anchor)

    def _anchor(self, line: GroupLine) -> str:
        return f"group-{self.stage}-{line.competitor.uid}"

    def _link(self, line: GroupLine) -> str:
        return reverse("entry", args=[self.event.uid, line.competitor.number])


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage with its groups, the last one first on the page."""

    number: int
    title: str
    is_knockout: bool
    groups: tuple[GroupView, ...]


@dataclass(frozen=True, slots=True)
class GroupsPage:
    """What the page shows."""

    event: Event
    rounds: tuple[PublicRound, ...]
    parts: PageParts
    stages: tuple[StageView, ...]


def read(snapshot: EventSnapshot, part: int = 0) -> GroupsPage:
    """Return the page: the stages that have entries, the last one first.

    Raises Http404 where it has no such part.
    """
    pieces = [piece for stage in public_stages(snapshot) for piece in _pieces(stage)]
    of_stages = len({piece.stage.number for piece in pieces})
    divided = parts.divide(
        [piece.weight for piece in pieces],
        parts.ROWS,
        part,
        lambda first, last: _part_name(pieces[first - 1 : last], stages=of_stages),
    )
    shown = tuple(
        replace(stage, groups=tuple(group for piece in of_stage for group in piece.groups))
        for stage, of_stage in groupby(divided.of(pieces), key=lambda piece: piece.stage)
    )
    return GroupsPage(snapshot.event, round_states(snapshot), divided, shown)


def public_stages(snapshot: EventSnapshot) -> Iterator[StageView]:
    """Yield the stages that have entries, the last one first, each with all of its groups."""
    for stage in reversed(snapshot.stages):
        if _is_public(snapshot, stage):
            yield _stage(snapshot, stage)


@dataclass(frozen=True, slots=True)
class _Piece:
    """An indivisible piece: a group, or as much of a very large one as a part holds.

    A knockout without groups is a piece with only the name of its stage.
    """

    stage: StageView
    groups: tuple[GroupView, ...] = ()
    first: int = 1

    @property
    def weight(self) -> int:
        return sum(len(group.lines) for group in self.groups) or 1


def _pieces(stage: StageView) -> Iterator[_Piece]:
    bare = replace(stage, groups=())
    if not stage.groups:
        yield _Piece(bare)
    for group in stage.groups:
        for at in range(0, len(group.lines) or 1, parts.ROWS):
            lines = group.lines[at : at + parts.ROWS]
            yield _Piece(bare, (replace(group, lines=lines),), at + 1)


def _part_name(pieces: Sequence[_Piece], *, stages: int) -> str:
    if not pieces:
        return ""
    first, last = pieces[0], pieces[-1]
    names = [group.name for piece in pieces for group in piece.groups]
    text = parts.groups_name(names) or parts.ranks_name(first.first, last.first - 1 + last.weight)
    return join_facts(first.stage.title, text) if stages > 1 else text


def _is_public(snapshot: EventSnapshot, stage: Stage) -> bool:
    """Whether a stage was opened, or has a public round."""
    if stage.number > 1:
        return any(snapshot.members[group.pk] for group in snapshot.groups_of(stage))
    return any(round_.state in Round.PUBLIC for round_ in snapshot.rounds_of(stage))


def _stage(snapshot: EventSnapshot, stage: Stage) -> StageView:
    is_knockout = stages.is_knockout(stage)
    groups = () if is_knockout and stage.number == 1 else tuple(_groups(snapshot, stage))
    return StageView(stage.number, stage_name(stage), is_knockout, groups)


def _groups(snapshot: EventSnapshot, stage: Stage) -> Iterator[GroupView]:
    columns = rank_columns.columns_of_event(snapshot.event)
    total = next((measure for measure in columns.lead if measure.decides), columns.total)
    rows_by_group = event_record.public_record(snapshot).of_stage(stage.pk)
    after, several = _slots_in_next_stage(snapshot, stage), stage.groups_wanted > 1
    for group in snapshot.groups_of(stage):
        member_by_uid = {member.entry.uid: member for member in snapshot.members[group.pk]}
        lines = tuple(
            _line(row, member_by_uid.get(row.rank.entry), after, total.text_of(row.rank))
            for row in rows_by_group.get(group.pk, rows_by_group.get(0, ()))
        )
        name = (group.name or stages.group_name(group.number)) if several else ""
        yield GroupView(snapshot.event, stage.number, name, lines)


def _line(
    row: StandingsRow, member: GroupMember | None, after: dict[str, str], score: str
) -> GroupLine:
    return GroupLine(
        row=row,
        score=score,
        played=len(row.rank.rounds),
        slot=member.slot if member else "",
        carried=unsigned(member.carried) if member and member.carried else "",
        goes_on=after.get(row.rank.entry, ""),
    )


def _slots_in_next_stage(snapshot: EventSnapshot, stage: Stage) -> dict[str, str]:
    """Return the slots in the next stage by the uid of the entry; empty before it is opened."""
    after = snapshot.following(stage)
    groups = snapshot.groups_of(after) if after else ()
    return {
        member.entry.uid: member.slot
        for group in groups
        for member in snapshot.members[group.pk]
        if member.slot
    }
