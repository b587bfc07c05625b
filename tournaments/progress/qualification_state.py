"""Qualification for the next stage by current results: slots, reasons and carried scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.problems import Problem
from tournaments import results
from tournaments.models import Entry, Stage
from tournaments.pairing import groups
from tournaments.pairing.drawn import SeededEntry
from tournaments.pairing.knockout import bracket
from tournaments.pairing.reasons import reasons_json
from tournaments.progress import stage_ends
from tournaments.record.digest import digest
from tournaments.results import event_record, match_results
from tournaments.results.event_record import Competitor, StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings import group_results, qualification
from tournaments.standings.match_scores import Order
from tournaments.standings.qualification import Placing, Qualification, QualifyingSlot
from tournaments.standings.qualification_rules import FeedRule, read_rule
from tournaments.structure.stages import group_name, is_knockout

TWO = 2


@dataclass(frozen=True, slots=True)
class Qualifier:
    """An entry that qualifies: its slot, group, number in the group, and carried score.

    In a knockout the number is the line of the bracket.
    """

    entry: Entry
    name: str
    slot: QualifyingSlot
    group: int
    number: int
    carried: Fraction
    reasons: tuple[dict[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class QualificationPreview:
    """The effect of opening a stage.

    `problems` prevent it; `doubts` have to be accepted: a rank shared across the cut, a vacant
    slot, or an entry that has no place.
    """

    stage: Stage
    rows: tuple[Qualifier, ...]
    meetings: tuple[tuple[Entry, Entry], ...]
    problems: tuple[Problem, ...]
    doubts: tuple[Problem, ...]

    @property
    def mark(self) -> str:
        """A digest of the rows, which reveals a change since the preview."""
        shown = [[row.entry.uid, row.group, row.number, str(row.carried)] for row in self.rows]
        return digest(shown)


def preview(stage: Stage, known: EventSnapshot | None = None) -> QualificationPreview:
    """Return the entries that would qualify for a stage by the results of the stage before.

    `known` is the event if it was read already.

    Raises ValueError for a stage without a qualification rule.
    """
    snapshot = known or results.read(stage.event)
    earlier = [row for row in snapshot.stages if row.number < stage.number]
    rule, problems = read_rule(stage.feed)
    if not earlier or rule is None:
        raise ValueError("nobody advances to this stage", problems)
    before = earlier[-1]
    entries = {entry.uid: entry for entry in snapshot.entries}
    names = event_record.competitors(snapshot)
    rows_by_group = {
        group_name(group.number): rows
        for group, rows in event_record.stage_standings(snapshot, before).items()
    }
    order = Order(stage.event.ranking)
    tables = {name: [_placing(row, order) for row in rows] for name, rows in rows_by_group.items()}
    records = {
        row.competitor.uid: (row.rank.net / max(1, row.rank.counted(order)),)
        for rows in rows_by_group.values()
        for row in rows
    }
    fed = qualification.qualify(rule, tables, f"{stage.event.seed}/stage/{stage.number}", records)
    return QualificationPreview(
        stage=stage,
        rows=_qualified_rows(snapshot, stage, before, rule, fed, tables, entries),
        meetings=tuple((entries[first], entries[second]) for first, second in fed.meetings),
        problems=tuple(stage_ends.problems(before, snapshot)),
        doubts=tuple(_with_names(problem, names) for problem in fed.problems),
    )


def divide_into_groups(
    stage: Stage, entered: Sequence[Entry]
) -> list[tuple[int, Entry, tuple[dict[str, str | int], ...]]]:
    """Return group, entry and reasons for each entry of a stage, divided by the snake.

    `entered` is in seeding order. Raises ValueError if a group would have fewer than two.
    """
    entry_by_number = {str(entry.number): entry for entry in entered}
    rows = [
        SeededEntry(str(entry.number), rank, entry.club) for rank, entry in enumerate(entered, 1)
    ]
    seed = f"{stage.event.seed}/groups/{stage.number}"
    placed = groups.divide_into_groups(rows, stage.groups_wanted, seed, clubs_apart=True)
    return [
        (
            place.group + 1,
            entry_by_number[place.entered.entry],
            tuple(reasons_json(groups.group_reasons(place, placed))),
        )
        for place in placed
    ]


def _placing(row: StandingsRow, order: Order) -> Placing:
    rank = row.rank
    penalties = Fraction(0) if order is Order.TABLE_POINTS else rank.penalties
    return Placing(
        place=rank.place,
        shared=rank.shared,
        entry=rank.entry,
        scores=rank.score(order) - penalties - rank.carried,
        carried=rank.carried,
        penalties=penalties,
        matches=rank.counted(order),
        withdrawn=rank.withdrawn,
        ranked=rank.is_ranked,
    )


def _qualified_rows(
    snapshot: EventSnapshot,
    stage: Stage,
    before: Stage,
    rule: FeedRule,
    fed: Qualification,
    tables: Mapping[str, Sequence[Placing]],
    entries: Mapping[str, Entry],
) -> tuple[Qualifier, ...]:
    scores = {row.entry: row.total for rows in tables.values() for row in rows}
    carried = group_results.carry_over(
        rule.carry,
        fed.entries,
        list(match_results.results_by_match(snapshot, before).values()),
        scores,
    )
    slots, names = {slot.entry: slot for slot in fed.slots}, event_record.competitors(snapshot)
    return tuple(
        Qualifier(
            entries[uid], names[uid].name, slots[uid], group, number, carried[uid].amount, reasons
        )
        for group, number, uid, reasons in _numbered_entries(stage, fed, entries)
    )


def _numbered_entries(
    stage: Stage, fed: Qualification, entries: Mapping[str, Entry]
) -> list[tuple[int, int, str, tuple[dict[str, str | int], ...]]]:
    """Return group, number, uid and reasons: by slot, or by line of the bracket."""
    if stage.groups_wanted > 1 and len(fed.entries) >= TWO * stage.groups_wanted:
        count: dict[int, int] = {}
        numbered = []
        for group, entry, reasons in divide_into_groups(
            stage, [entries[entry] for entry in fed.entries]
        ):
            count[group] = count.get(group, 0) + 1
            numbered.append((group, count[group], entry.uid, reasons))
        return numbered
    lines = _bracket_lines(fed) if is_knockout(stage) else fed.entries
    return [(1, number, uid, ()) for number, uid in enumerate(lines, 1)]


def _bracket_lines(fed: Qualification) -> Sequence[str]:
    """Return the entries by bracket line, so that the pairs of the qualification rule meet."""
    size = TWO * len(fed.meetings)
    if size != len(fed.entries) or size != bracket.size_for(size):
        return fed.entries
    places = [entry for meeting in fed.meetings for entry in meeting]
    by_line = dict(zip(bracket.line_order(size), places, strict=True))
    return [by_line[line] for line in sorted(by_line)]


def _with_names(problem: Problem, names: Mapping[str, Competitor]) -> Problem:
    """Return a problem with the names of the entries that it mentions."""
    values = dict(problem.values)
    if "entries" in values:
        uids = str(values["entries"]).split(", ")
        values["entries"] = tuple(names[uid].name for uid in uids)
    return Problem(problem.code, problem.field, values=tuple(values.items()))
