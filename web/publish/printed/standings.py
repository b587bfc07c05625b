"""The standings of an event on paper, as rows and columns with notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext, gettext_lazy, pgettext

from tournaments import results, wording
from tournaments.models import Entry, Event, RoundState
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from tournaments.standings.ranking import Rank, group_by_line
from tournaments.standings.round_scores import Counts, RoundSum
from tournaments.wording import stand_ins
from tournaments.wording.boards import line_text
from tournaments.wording.stand_ins import stand_ins_text
from web.publish import publications, rank_columns, rank_sentences
from web.publish.documents import DocumentOf, Subject
from web.publish.pages import posted
from web.publish.pages.matches import match_names
from web.publish.pages.progress import sealed_text
from web.publish.pages.ranked import stage_rows
from web.publish.pages.ranked.stage_rows import ONE_FIELD
from web.publish.pdf.book import Book, BookPart, Grid, Words
from web.publish.printed import making
from web.publish.rank_columns import Measures, RankColumn
from web.publish.tables import Column, ColumnKind, Value

GRID = 12
RANK, DEALS, ROUND, SUM, ADDED, TOTAL, WIDE, NAMES = 0.7, 0.7, 0.8, 0.9, 1.1, 1.1, 1.8, 2.6
DECIDES, CLOSE_NAMES = 0.6, 2.3
"""The twelfths of the columns; `NAMES` is the least for names, which get the rest, and `DECIDES`
what the column that decides has more, if `CLOSE_NAMES` are left for names.
"""
ROOMY_NAMES, MOST_WIDER = 3.4, 1.4
"""Once names have this width, the other columns are widened, up to this factor."""
LETTERS, LONG = 9, 1.4
"""A heading with a word of more letters gets `LONG` twelfths."""
HAIR = 0.01
PODIUM, MOST_ON_PODIUM = ("1", "2", "3"), 5
GROUP = 0.8
SAT_OUT, STOOD_IN, GONE, MISSED = "*", "†", "‡", "§"
FORFEITED, AVERAGED, SUSPENDED = "¶", "‖", "#"
MARKS = {
    Counts.SAT_OUT: SAT_OUT,
    Counts.STOOD_IN: STOOD_IN,
    Counts.MISSED: MISSED,
    Counts.FORFEITED: FORFEITED,
    Counts.AVERAGED: AVERAGED,
    Counts.SUSPENDED: SUSPENDED,
}
MARKED = {
    Counts.SAT_OUT: gettext_lazy("sat out in this round"),
    Counts.MISSED: gettext_lazy("played before the entry came"),
    Counts.FORFEITED: gettext_lazy("forfeited: did not come"),
    Counts.AVERAGED: gettext_lazy("somebody else did not come: counts as the own average"),
    Counts.SUSPENDED: gettext_lazy("forfeited: suspended, not drawn"),
    Counts.STOOD_IN: gettext_lazy("a stand-in played, whose points do not count"),
}


@making.document("standings", gettext_lazy("Standings"), of=DocumentOf.EVENT, stored=7)
def standings_list(subject: Subject, title: str) -> Book:
    """Return the public standings."""
    snapshot = results.read(subject.event)
    published = publications.read(subject.event, replace(publications.needs(snapshot), terms=True))
    rows = event_record.public_record(snapshot).standings()
    empty = (Words(gettext("Nobody has been entered yet.")),) if not rows else ()
    blocks = (*grids(snapshot, rows), *empty, *notes(snapshot, rows))
    open_rounds = any(round_.state != RoundState.CLOSED for round_ in snapshot.public_rounds)
    mark = making.mark(is_provisional=open_rounds)
    lines = (*making.head_lines(snapshot), *posted.of_event(snapshot, published).sentences)
    part = BookPart(title, lines, blocks, mark=mark)
    return Book(making.language(), title, (part,), making.imprint(subject, live=True))


def grids(snapshot: EventSnapshot, rows: Sequence[StandingsRow]) -> tuple[Grid, ...]:
    """Return the standings as grids, with a column for each round if all fit.

    The rows of the first three places are larger, with a rule below them. Where north-south and
    east-west rank apart, or stages one after the other, each has a grid with its name.
    """
    columns = _columns(snapshot, rows)
    lists = list(group_by_line(rows, _part_of(snapshot, rows))) or [("", ())]
    return tuple(
        making.grid(
            tuple(_headed(column, listed) for column in columns) if len(lists) > 1 else columns,
            listed,
            name if len(lists) > 1 else "",
            large_rows=_on_podium(listed),
            sizes=making.ROOMY,
        )
        for name, listed in lists
    )


def _headed(column: Column[StandingsRow], rows: Sequence[StandingsRow]) -> Column[StandingsRow]:
    """Return a column without its heading where no row of a part has anything in it."""
    return column if any(map(column.text_of, rows)) else replace(column, heading="")


def _part_of(
    snapshot: EventSnapshot, rows: Sequence[StandingsRow]
) -> Callable[[StandingsRow], str]:
    """Return what names the part of a row: the line, or the stage in which it is ranked."""
    if any(row.rank.line for row in rows):
        return lambda row: line_text(row.rank.line)
    stages = stage_rows.stage_by_entry(snapshot)
    return lambda row: stages.get(row.rank.entry, ONE_FIELD).name * row.rank.is_ranked


def _on_podium(rows: Sequence[StandingsRow]) -> int:
    """Return the number of rows with the first three places; 0 if too many share them."""
    first = [row for row in rows if row.rank.begun and row.rank.shown_place in PODIUM]
    return len(first) if len(first) <= MOST_ON_PODIUM else 0


def notes(snapshot: EventSnapshot, rows: Sequence[StandingsRow]) -> Iterator[Words]:
    """Yield notes: how entries are ranked, what the marks mean, and the house players."""
    if why := sealed_text(sealed_rounds(snapshot)):
        yield Words(why)
    sentences = (
        *rank_sentences.sentences(snapshot.event, snapshot.stages),
        rank_sentences.withdrawal_sentence(rows),
    )
    yield Words(wording.joined_sentences(sentences))
    if rank_columns.columns_of_event(snapshot.event, rows).by_table_points:
        yield Words(gettext("R1 and so on: table points. The results of a round have its points."))
    counts = {round_.counts for row in rows for round_ in row.rank.rounds}
    marked = (f"{MARKS[kind]} {words}" for kind, words in MARKED.items() if kind in counts)
    yield from map(Words, marked)
    if any(round_.gone for row in rows for round_ in row.rank.rounds):
        yield Words(f"{GONE} " + gettext("one side of the match had withdrawn"))
    played = stand_ins.played_stand_ins(snapshot)
    everybody = (one for number in sorted(played) for one in played[number])
    if text := stand_ins_text(everybody, snapshot.event):
        yield Words(text)
    house = (entry for entry in snapshot.entries if entry.kind == Entry.Kind.HOUSE)
    names = [event_record.entry_name(entry) for entry in house]
    if names:
        text = gettext("House players, not ranked: %(names)s")
        yield Words(text % {"names": wording.listed(names)})


def with_label(name: str, rank: Rank) -> str:
    """Return a name with how the entry has left the event, if it has."""
    if rank.disqualified:
        return gettext("%(name)s (disqualified)") % {"name": name}
    return gettext("%(name)s (withdrawn)") % {"name": name} if rank.withdrawn else name


def _columns(
    snapshot: EventSnapshot, rows: Sequence[StandingsRow]
) -> tuple[Column[StandingsRow], ...]:
    event, groups = snapshot.event, match_names.groups_of(snapshot)
    event_measures = rank_columns.columns_of_event(event, rows)
    are_by_knockout = stage_rows.are_by_knockout(snapshot, rows)
    reached = [_reached_column(snapshot)] if are_by_knockout else []
    others = [
        *([] if event_measures.by_match else [deals_column(DEALS)]),
        *(
            _sum_column(snapshot, measure, event_measures)
            for measure in event_measures.on_paper
            if not (are_by_knockout and measure is event_measures.deciding)
        ),
        *reached,
    ]
    of_group = GROUP if groups else 0
    used = of_group + RANK + NAMES + sum(column.width for column in others)
    rounds = sorted({round_.round for row in rows for round_ in row.rank.rounds})
    # Either all rounds have a column or, if they do not fit, none.
    if used + len(rounds) * ROUND < GRID + HAIR:
        at = 0 if event_measures.by_match else 1
        others[at:at] = [_round_column(number, event_measures) for number in rounds]
    # Numbers get what is left once names have enough, first of all what decides.
    used = of_group + RANK + CLOSE_NAMES + sum(column.width for column in others)
    wider = max(0.0, min(DECIDES, GRID - used))
    others = [
        replace(column, width=column.width + wider) if column.decides else column
        for column in others
    ]
    wide = sum(column.width for column in others)
    more = min(MOST_WIDER, max(1.0, (GRID - RANK - GROUP - ROOMY_NAMES) / max(wide, 1)))
    others = [replace(column, width=column.width * more) for column in others]
    used = RANK + sum(column.width for column in others)
    name = name_column(event, GRID - used - of_group)
    return (rank_column(RANK), name, *group_columns(groups, GROUP), *others)


def rank_column(width: float = 0) -> Column[StandingsRow]:
    """Return the column of the ranks; in a file it is empty for an entry that is not ranked."""

    def place(row: StandingsRow) -> Value:
        return row.rank.place if row.rank.is_ranked else ""

    return Column(gettext("Rank"), place, lambda row: row.rank.shown_place, width)


def name_column(event: Event, width: float = 0) -> Column[StandingsRow]:
    """Return the column of the names; for people it also says how an entry has left the event."""
    return Column(
        rank_columns.names_heading(event),
        lambda row: row.competitor.name_in_files,
        lambda row: with_label(row.competitor.name, row.rank),
        width,
        kind=ColumnKind.NAME,
    )


def group_columns(groups: Mapping[str, str], width: float = 0) -> tuple[Column[StandingsRow], ...]:
    """Return the column of the groups by the uids of entries; none if there is only one group."""

    def group(row: StandingsRow) -> str:
        return groups.get(row.rank.entry, "")

    return (Column(gettext("Group"), group, width=width, kind=ColumnKind.WORDS),) if groups else ()


def deals_column(width: float = 0) -> Column[StandingsRow]:
    """Return the column of the number of deals that count."""
    return Column(gettext("Deals"), lambda row: row.rank.deals, width=width)


def _round_column(number: int, measures: Measures) -> Column[StandingsRow]:
    def score(row: StandingsRow) -> str:
        played = (each for each in row.rank.rounds if each.round == number)
        return "".join(_of_round(round_sum, measures) for round_sum in played)

    return Column(gettext("R%(number)s") % {"number": number}, score, width=ROUND)


def _reached_column(snapshot: EventSnapshot) -> Column[StandingsRow]:
    """Return the column of the round that was reached, which ranks in a knockout."""
    stages = stage_rows.stage_by_entry(snapshot)

    def reached(row: StandingsRow) -> str:
        return stages.get(row.rank.entry, ONE_FIELD).reached

    heading = pgettext("knockout", "Round reached")
    return Column(heading, reached, width=NAMES, kind=ColumnKind.WORDS, strong=True)


def _sum_column(
    snapshot: EventSnapshot, measure: RankColumn, measures: Measures
) -> Column[StandingsRow]:
    """Return a column of sums; beside the place of a knockout there is none of what decides."""

    def text(row: StandingsRow) -> str:
        if measure is measures.deciding:
            return stage_rows.total_text(snapshot, row.rank, measures)
        return measure.text_of(row.rank)

    return Column(
        measure.heading,
        text,
        width=_width(measure, measures),
        kind=measure.kind,
        strong=measure.decides or measure is measures.deciding,
        decides=measure.decides,
    )


def _width(measure: RankColumn, measures: Measures) -> float:
    if measure is measures.total:
        return LONG if any(len(word) > LETTERS for word in measure.heading.split()) else TOTAL
    if measure.is_wide:
        return WIDE
    if measure in measures.further and not measures.by_match:
        return LONG
    return ADDED if measure in measures.parts[-1:] else SUM


def _of_round(round_sum: RoundSum, measures: Measures) -> str:
    mark = MARKS.get(round_sum.counts, "") if round_sum.gone is None else GONE
    return rank_columns.round_text(round_sum, measures) + mark
