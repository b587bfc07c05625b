"""The page of an event by its state: the seats before, the standings in play, then the podium.

Of a large event it shows a part of the standings, whose sums are on the pages of entries. The list
of seats is in `seats`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.formats import prize_rules
from tournaments.models import Event
from tournaments.persons.keys import is_found_by
from tournaments.progress import prize_list
from tournaments.progress.prize_list import PrizeRow
from tournaments.record.log_queries import LogMark
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording.boards import line_text
from tournaments.wording.stand_ins import PlayedStandIn, played_stand_ins, stand_ins_text
from web.publish import publications, rank_columns, rank_sentences
from web.publish.pages import changes_since, parts, posted, seats, story
from web.publish.pages.changes_since import News
from web.publish.pages.parts import PageParts
from web.publish.pages.posted import NOT_POSTED, Posted
from web.publish.pages.progress import PublicRound, round_states, state_words, withdrawn_words
from web.publish.pages.ranked import charts, stage_rows
from web.publish.pages.ranked.charts import Spark
from web.publish.pages.ranked.stage_rows import ONE_FIELD, RowStage
from web.publish.pages.seats import CurrentSeat, SeatList
from web.publish.pages.story import Winners
from web.publish.publications import PublicationNeeds, Publications
from web.publish.rank_columns import Measures, RoundColumn
from web.publish.tables import widest, width

MOST_FOUND: Final = 16
"""The most seats that answer a search, each with its own button; with more, the reader types on."""
IN_SIGHT: Final = 24
"""The rows of standings in sight at once; those below are unfolded."""
OVER: Final = 10
"""The same when the event is over: podium and scroll stand above them."""
FEW: Final = 4
"""So few rows are not folded away."""
ENTRANTS: Final = 72
"""The same of those who entered, two beside each other, before the first draw."""
WIDE: Final = 36
"""Letters of a name that takes more than two lines of a phone; a Chinese character counts two."""

LONG: Final = 16
"""Letters beyond which the name of who leads is in smaller ones, and names get more room."""


@dataclass(frozen=True, slots=True)
class FoundSeat:
    """A seat that matches the search, and the entry's row; a house player has none."""

    place: CurrentSeat
    row: StandingsRow | None
    part: int = 0
    """The part of the standings that has the row."""
    stand_ins: str = ""
    """Who has sat for the entry, as a sentence."""


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the standings with the small line of its ranks, after two rounds or more.

    `place` is its seat in the round in play, `stage` the one in which it is ranked; `part_name` is
    its part of the list, a direction or a stage, and empty if there is only one. `medal` is its
    place among the first three, and 0 where it has none.
    """

    row: StandingsRow
    spark: Spark | None
    place: CurrentSeat | None = None
    stage: RowStage = ONE_FIELD
    part_name: str = ""
    medal: int = 0

    @property
    def change(self) -> str:
        """The direction of the last change of rank: up, down or same; empty after one round."""
        if self.spark is None:
            return ""
        steps = self.row.rank.change
        return "up" if steps > 0 else "down" if steps < 0 else "same"

    @property
    def steps(self) -> int:
        """The number of places of the last change of rank."""
        return abs(self.row.rank.change)


@dataclass(frozen=True, slots=True)
class EventPage:
    """What the page shows; seats and news are on its first part only."""

    event: Event
    rounds: tuple[PublicRound, ...]
    parts: PageParts
    standings: tuple[ShownRow, ...]
    """The rows of the part that is shown."""
    wanted: str
    seats: SeatList | None
    """Who sits where, as long as people look for it: until something counts."""
    found: tuple[FoundSeat, ...]
    """The seats that match the search, whichever part has their rows."""
    news: News | None
    measures: Measures
    by_round: tuple[RoundColumn, ...]
    """The points of each of the last rounds, the latest first; wide screens show those that fit."""
    sentences: tuple[str, ...]
    """Sentences on how entries are ranked, and on withdrawn entries."""
    has_history: bool
    """Whether there are two rounds whose ranks can be compared."""
    mark: LogMark | None = None
    withdrawn: str = ""
    """The sentence that the last draw was withdrawn."""
    winners: tuple[Winners, ...] = ()
    """The podium of a finished event, one for each direction that ranks separately."""
    prizes: tuple[PrizeRow, ...] = ()
    unit: str = ""
    """The unit of the prizes."""
    posted: Posted = NOT_POSTED

    @property
    def has_totals(self) -> bool:
        """Whether a sum ranks any of the rows: in a knockout none does."""
        return not all(shown.stage.is_knockout for shown in self.standings)

    @property
    def has_knockout(self) -> bool:
        """Whether the round that was reached ranks any of the rows."""
        return any(shown.stage.is_knockout for shown in self.standings)

    @property
    def has_ranks(self) -> bool:
        """Whether anything counts, so that there are places to show."""
        return any(shown.row.rank.begun for shown in self.standings)

    @property
    def is_finished(self) -> bool:
        """Whether the event is finished."""
        return bool(self.event.state == Event.State.FINISHED)

    @property
    def is_coming(self) -> bool:
        """Whether nothing was drawn yet, so that people look for when and where."""
        return not self.rounds and not self.is_finished

    @property
    def is_official(self) -> bool:
        """Whether the final standings were published and have not changed since."""
        return self.news is not None and self.news.is_final

    @property
    def entries(self) -> int:
        """The number of entries in all parts."""
        return self.parts.listed[-1].last

    @property
    def in_sight(self) -> tuple[ShownRow, ...]:
        """The rows in sight, half as many where names take several lines of a phone."""
        return self.standings[: self._in_sight]

    @property
    def below(self) -> tuple[ShownRow, ...]:
        """The rows that are unfolded."""
        return self.standings[self._in_sight :]

    @property
    def _in_sight(self) -> int:
        widths = sorted(width(shown.row.competitor.name) for shown in self.standings)
        are_wide = bool(widths) and widths[len(widths) // 2] > WIDE
        most = OVER if self.winners else IN_SIGHT if self.has_ranks else ENTRANTS
        if are_wide and self.has_ranks:
            most //= 2
        return len(widths) if len(widths) <= most + FEW else most

    @property
    def has_long_names(self) -> bool:
        """Whether a name is too long for the largest letters beside the points of rounds."""
        return widest(shown.row.competitor.name for shown in self.standings) > LONG

    @property
    def current(self) -> PublicRound | None:
        """The last public round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def state(self) -> str:
        """The state of the event as a sentence; empty before the first round."""
        return state_words(self.current) if self.current else ""

    @property
    def are_too_many(self) -> bool:
        """Whether the search has too many matches to be shown."""
        return len(self.found) > MOST_FOUND


def needs(snapshot: EventSnapshot, part: int = 0) -> PublicationNeeds:
    """Return which publications the page needs: on its first part also how results came."""
    of_every_part = replace(publications.needs_with_highlights(snapshot), log_entry=True)
    return replace(of_every_part, standings=True, terms=True) if part < 2 else of_every_part


def needs_without_highlights(snapshot: EventSnapshot) -> PublicationNeeds:
    """Return the same for the standings in frames of other sites, and for other programs."""
    return replace(needs(snapshot), lines=False)


def read(
    snapshot: EventSnapshot, published: Publications, part: int = 0, search: str = ""
) -> EventPage:
    """Return the page; `search` is a part of a name, its pinyin, or the number of an entry.

    Raises Http404 if the standings have no such part.
    """
    event, wanted = snapshot.event, search.strip()
    rows = event_record.public_standings(snapshot)
    divided = parts.divide_standings(rows, part)
    rounds, seated = round_states(snapshot), seats.places(snapshot)
    here = seated if rounds and rounds[-1].is_open else ()
    is_finished = event.state == Event.State.FINISHED
    # Beside the answer to a search stand no list and no news; a row tells that there are ranks.
    listed, is_first = divided.of(rows), divided.is_first and not wanted
    listed = listed[:1] if wanted else listed
    columns = rank_columns.columns_of_event(event, rows)
    return EventPage(
        event=event,
        rounds=rounds,
        parts=divided,
        standings=shown_rows(snapshot, listed, rows, here),
        wanted=wanted,
        seats=_seats(snapshot, rounds, rows) if is_first else None,
        found=tuple(_found_seats(seated, wanted, rows, divided, snapshot)),
        news=changes_since.changes_of_standings(snapshot, published) if is_first else None,
        measures=columns,
        by_round=rank_columns.round_columns(rows, columns),
        sentences=(
            *rank_sentences.sentences(event, snapshot.stages),
            *filter(None, [rank_sentences.withdrawal_sentence(rows), all_stand_ins(snapshot)]),
        ),
        has_history=any(row.rank.has_moves for row in rows),
        mark=published.mark,
        withdrawn=withdrawn_words(snapshot),
        winners=story.winners(snapshot, rows, columns, is_on_notice=published.is_on_notice)
        if is_finished and is_first
        else (),
        prizes=prize_list.prize_rows(snapshot) if is_finished and is_first else (),
        unit=prize_rules.unit(event.prizes) if is_finished else "",
        posted=posted.of_event(snapshot, published) if divided.is_first else NOT_POSTED,
    )


def _seats(
    snapshot: EventSnapshot, rounds: Sequence[PublicRound], rows: Sequence[StandingsRow]
) -> SeatList | None:
    """Return the seats of the last public round until it has a result, or until anybody has a rank;
    None afterwards, or if nobody has a seat.
    """
    has_ranks = any(row.rank.begun for row in rows)
    if not rounds or (has_ranks and not rounds[-1].is_without_results):
        return None
    listed = seats.seat_list(snapshot)
    return listed if listed.initials else None


def all_stand_ins(snapshot: EventSnapshot) -> str:
    """Return who has sat for whom in an event, as a sentence; empty without any."""
    if not snapshot.has_substitutes:
        return ""
    by_entry = played_stand_ins(snapshot)
    everybody = (stand_in for number in sorted(by_entry) for stand_in in by_entry[number])
    return stand_ins_text(everybody, snapshot.event)


def _stand_in_names(
    place: CurrentSeat, stand_ins: Mapping[int, Sequence[PlayedStandIn]]
) -> frozenset[str]:
    """Return the names of stand-ins by which a seat is found: who sat for its entry, for whom."""
    others = stand_ins.get(place.seat.entry or 0, ())
    names = (name for stand_in in others for name in (stand_in.name, stand_in.plays_for))
    return frozenset(name.casefold() for name in names)


def _team_names(snapshot: EventSnapshot) -> Mapping[int | None, frozenset[str]]:
    """Return the names of entries that have one of their own, by number."""
    known = event_record.competitors(snapshot).values()
    return {team.number: frozenset({team.name.casefold()}) for team in known if not team.players}


def _found_seats(
    seated: Sequence[CurrentSeat],
    wanted: str,
    rows: Sequence[StandingsRow],
    divided: PageParts,
    snapshot: EventSnapshot,
) -> Iterator[FoundSeat]:
    """Yield the seats with exactly this number or name, else those whose names contain the text, or
    begin with it in pinyin or initials.
    """
    folded = wanted.casefold()
    if not folded:
        return
    stand_ins, teams = played_stand_ins(snapshot), _team_names(snapshot)
    aside = {
        place: _stand_in_names(place, stand_ins) | teams.get(place.seat.entry, frozenset())
        for place in seated
    }
    meant = [
        place for place in seated if folded in (place.seat.name.casefold(), str(place.seat.entry))
    ] or [place for place in seated if folded in aside[place]]
    named = [
        place for place in seated if _is_named(folded, (place.seat.name.casefold(), *aside[place]))
    ]
    position_by_entry = {row.competitor.number: position for position, row in enumerate(rows, 1)}
    for place in meant or named:
        position = position_by_entry.get(place.seat.entry) if place.seat.entry else None
        said = stand_ins_text(stand_ins.get(place.seat.entry or 0, ()), snapshot.event)
        if position is None:
            yield FoundSeat(place, None, stand_ins=said)
        else:
            yield FoundSeat(place, rows[position - 1], divided.number_at(position), said)


def _is_named(folded: str, names: Sequence[str]) -> bool:
    return any(folded in name for name in names) or is_found_by(folded, names)


def shown_rows(
    snapshot: EventSnapshot,
    rows: Sequence[StandingsRow],
    standings: Sequence[StandingsRow],
    places: Sequence[CurrentSeat] = (),
) -> tuple[ShownRow, ...]:
    """Return rows of the standings, each with its small line and its seat among `places`."""
    stages = stage_rows.stage_by_entry(snapshot)
    among = Counter(row.rank.line for row in standings)
    medals = stage_rows.medals(snapshot, standings)
    place_by_entry = {place.seat.entry: place for place in reversed(places)}

    def shown(row: StandingsRow) -> ShownRow:
        stage = stages.get(row.competitor.uid, ONE_FIELD)
        return ShownRow(
            row,
            charts.spark(row.rank.history, among[row.rank.line]) if row.rank.has_moves else None,
            place_by_entry.get(row.competitor.number),
            stage,
            line_text(row.rank.line) if any(among) else stage.name * row.rank.is_ranked,
            medals.get(row.rank.entry, 0),
        )

    return tuple(map(shown, rows))
