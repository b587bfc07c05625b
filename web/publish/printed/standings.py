"""The standings of an event on paper, as rows and columns with notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext, gettext_lazy

from tournaments import results, wording
from tournaments.models import Entry, Event, RoundState
from tournaments.results import event_record, stand_ins
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.standings_input import sealed_rounds
from tournaments.standings.ranking import Rank, group_by_line
from tournaments.standings.round_scores import Counts, RoundSum
from tournaments.wording.boards import line_text
from tournaments.wording.stand_ins import stand_ins_text
from web.publish import measures, rank_sentences
from web.publish.documents import DocumentOf, Subject
from web.publish.measures import Measures, RankColumn
from web.publish.pages import posted
from web.publish.pages.matches import match_names
from web.publish.pages.progress import sealed_text
from web.publish.pdf.book import Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making

GRID = 12
RANK, DEALS, ROUND, SUM, ADDED, TOTAL, WIDE, NAMES = 0.7, 0.7, 0.8, 0.9, 1.1, 1.1, 1.8, 2.6
"""The twelfths of the columns; `NAMES` is the least for names, which get the rest."""
ROOMY_NAMES, MOST_WIDER = 3.4, 1.4
"""Beyond so much for the names the other columns become wider, up to so many times."""
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
    Counts.AVERAGED: gettext_lazy("somebody else did not come: the own average"),
    Counts.SUSPENDED: gettext_lazy("forfeited: suspended, not drawn"),
    Counts.STOOD_IN: gettext_lazy("a stand-in played, whose points do not count"),
}


@making.document("standings", gettext_lazy("Standings"), of=DocumentOf.EVENT, stored=4)
def standings_list(subject: Subject, title: str) -> Book:
    """Return the public standings."""
    snapshot = results.read(subject.event)
    rows = event_record.public_record(snapshot).standings()
    empty = (Words(gettext("Nobody has been entered yet.")),) if not rows else ()
    blocks = (*grids(snapshot, rows), *empty, *notes(snapshot, rows))
    open_rounds = any(round_.state != RoundState.CLOSED for round_ in snapshot.public_rounds)
    mark = making.mark(is_provisional=open_rounds)
    lines = (*making.head_lines(snapshot), *posted.of_event(snapshot).sentences)
    part = BookPart(title, lines, blocks, mark=mark)
    return Book(making.language(), title, (part,), making.imprint(subject, live=True))


def grids(
    snapshot: EventSnapshot, rows: Sequence[StandingsRow], *, podium: bool = False
) -> tuple[Grid, ...]:
    """Return the standings as grids, with a column for each round if all fit.

    With `podium` the rows of the first three places are larger. Where north-south and east-west
    rank apart, each has a grid with its name.
    """
    event, groups = snapshot.event, match_names.groups_of(snapshot)
    event_measures = measures.columns_of_event(event, rows)
    rounds = _round_columns(rows, event_measures, GROUP if groups else 0)
    columns = _columns(event, rounds, event_measures)
    lists = list(group_by_line(rows, lambda row: row.rank.line)) or [("", ())]
    return tuple(
        Grid(
            _with_group(columns, groups),
            tuple(_row(row, rounds, event_measures, groups) for row in listed),
            line_text(line) if len(lists) > 1 else "",
            large_rows=_on_podium(listed) if podium else 0,
            sizes=making.ROOMY,
        )
        for line, listed in lists
    )


def _on_podium(rows: Sequence[StandingsRow]) -> int:
    """Return how many rows have the first three places; none where too many share them."""
    first = [row for row in rows if row.rank.begun and row.rank.shown_place in PODIUM]
    return len(first) if len(first) <= MOST_ON_PODIUM else 0


def _with_group(
    columns: tuple[PrintedColumn, ...], groups: Mapping[str, str]
) -> tuple[PrintedColumn, ...]:
    """Insert a column for the groups after the names, where there are several."""
    if not groups:
        return columns
    rank, name, *others = columns
    narrow = replace(name, twelfths=name.twelfths - GROUP)
    return (rank, narrow, PrintedColumn(gettext("Group"), GROUP, number=False), *others)


def notes(snapshot: EventSnapshot, rows: Sequence[StandingsRow]) -> Iterator[Words]:
    """Yield notes: how ranks are made, what the marks mean, and the house players."""
    if why := sealed_text(sealed_rounds(snapshot)):
        yield Words(why)
    sentences = (
        *rank_sentences.sentences(snapshot.event, snapshot.stages),
        rank_sentences.withdrawal_sentence(rows),
    )
    yield Words(wording.joined_sentences(sentences))
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


def _round_columns(
    rows: Sequence[StandingsRow], measures: Measures, more: float
) -> tuple[int, ...]:
    """Return the rounds that get a column: all, or none where they would not fit."""
    numbers = sorted({round_.round for row in rows for round_ in row.rank.rounds})
    deals = 0 if measures.by_match else DEALS
    used = (
        more
        + RANK
        + NAMES
        + deals
        + sum(_width(measure, measures) for measure in measures.on_paper)
    )
    return tuple(numbers) if used + len(numbers) * ROUND < GRID + HAIR else ()


def _columns(
    event: Event, rounds: tuple[int, ...], event_measures: Measures
) -> tuple[PrintedColumn, ...]:
    others = [
        *([] if event_measures.by_match else [PrintedColumn(gettext("Deals"), DEALS)]),
        *(PrintedColumn(gettext("R%(number)s") % {"number": number}, ROUND) for number in rounds),
        *(
            PrintedColumn(
                measure.heading,
                _width(measure, event_measures),
                number=not measure.is_wide,
                strong=measure.decides or measure is event_measures.total,
            )
            for measure in event_measures.on_paper
        ),
    ]
    # Numbers get what is left where names have enough.
    wide = sum(column.twelfths for column in others)
    more = min(MOST_WIDER, max(1.0, (GRID - RANK - GROUP - ROOMY_NAMES) / max(wide, 1)))
    others = [replace(column, twelfths=column.twelfths * more) for column in others]
    used = RANK + sum(column.twelfths for column in others)
    name = PrintedColumn(measures.names_heading(event), GRID - used, number=False)
    return (PrintedColumn(gettext("Rank"), RANK), name, *others)


def _width(measure: RankColumn, measures: Measures) -> float:
    if measure is measures.total:
        return LONG if any(len(word) > LETTERS for word in measure.heading.split()) else TOTAL
    if measure.is_wide:
        return WIDE
    if measure in measures.further and not measures.by_match:
        return LONG
    return ADDED if measure in measures.parts[-1:] else SUM


def _row(
    row: StandingsRow, rounds: tuple[int, ...], measures: Measures, groups: Mapping[str, str]
) -> tuple[str, ...]:
    rank, name = row.rank, row.competitor.name
    played = {round_.round: _of_round(round_, measures) for round_ in rank.rounds}
    return (
        rank.shown_place,
        with_label(name, rank),
        *([groups.get(rank.entry, "")] if groups else []),
        *([] if measures.by_match else [str(rank.deals)]),
        *(played.get(number, "") for number in rounds),
        *(measure.said(rank) for measure in measures.on_paper),
    )


def _of_round(round_sum: RoundSum, measures: Measures) -> str:
    if round_sum.gone is not None:
        return measures.round_said(round_sum) + GONE
    return measures.round_said(round_sum) + MARKS.get(round_sum.counts, "")
