"""The page of the podium and its wall: the first three places with the seal and the prizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats import prize_rules
from tournaments.models import Event
from tournaments.progress import prize_list
from tournaments.progress.prize_list import PrizeRow
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import group_by_line
from tournaments.wording.stages import prize_text
from web.publish import rank_columns
from web.publish.pages import story
from web.publish.pages.progress import PublicRound, round_states, withdrawn_words
from web.publish.pages.ranked import stage_rows
from web.publish.pages.walls import hall, wall_parts
from web.publish.publications import PublicationNeeds, Publications
from web.publish.sharing import highlight_words, states
from web.publish.sharing.highlight_words import HighlightText


@dataclass(frozen=True, slots=True)
class FirstPlace:
    """One of the first three places: the entry, its score, and its prize in words."""

    place: int
    number: int
    name: str
    total: str
    prize: str = ""


@dataclass(frozen=True, slots=True)
class Podium:
    """The first of a list of standings; `line` is the code of a direction that ranks separately.

    If equals share a place, or fewer than three played, there are no steps.
    """

    line: str
    places: tuple[FirstPlace, ...]
    story: str

    @property
    def has_steps(self) -> bool:
        """Whether exactly three stand on the podium."""
        return len(self.places) == story.PODIUM


@dataclass(frozen=True, slots=True)
class PodiumPage:
    """The content of page and wall; before the event is finished there is no podium."""

    event: Event
    rounds: tuple[PublicRound, ...]
    podiums: tuple[Podium, ...]
    prizes: tuple[PrizeRow, ...]
    unit: str
    is_official: bool
    limit: str
    """The sentence that the places are provisional or sealed; empty if they are final."""
    facts: tuple[HighlightText, ...]
    withdrawn: str = ""
    said: str = ""
    """The sentence at the foot of all walls of the event."""
    is_on_notice: bool = False
    clock: None = None
    """Walls have a clock while a round is in play; here there is none."""

    @property
    def current(self) -> PublicRound | None:
        """The last public round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def message(self) -> str:
        """The sentence at the foot of the wall, preceded by that of provisional places."""
        return self.limit if self.podiums and self.limit and not self.is_on_notice else self.said


def needs(snapshot: EventSnapshot) -> PublicationNeeds:
    """Return which publications the page tells of: those of a wall with winners, and highlights."""
    return replace(hall.needs_of_winners(snapshot), lines=snapshot.tells_highlights)


def read(snapshot: EventSnapshot, published: Publications) -> PodiumPage:
    """Return the page."""
    event = snapshot.event
    is_finished = event.state == Event.State.FINISHED
    prizes = prize_list.prize_rows(snapshot) if is_finished else ()
    unit = prize_rules.unit(event.prizes)
    won = {one.row.competitor.uid: prize_text(one.prize, unit) for one in prizes}
    rows = public_record(snapshot).standings()
    columns = rank_columns.columns_of_event(event, rows)
    ended = story.ended(snapshot, rows, columns, is_on_notice=published.is_on_notice)
    told = {each.line: each.story for each in ended}
    return PodiumPage(
        event=event,
        rounds=round_states(snapshot),
        podiums=tuple(_podiums(snapshot, rows, told, won)) if is_finished else (),
        prizes=prizes,
        unit=unit,
        is_official=states.is_official(snapshot, published),
        limit=states.limit_words(snapshot, published),
        facts=highlight_words.facts(snapshot, published),
        withdrawn=withdrawn_words(snapshot),
        said=wall_parts.sentence(snapshot, published),
        is_on_notice=published.is_on_notice,
    )


def _podiums(
    snapshot: EventSnapshot,
    rows: Sequence[StandingsRow],
    told: Mapping[str, str],
    won: Mapping[str, str],
) -> Iterator[Podium]:
    """Yield the podium of each list; `told` are their stories, `won` the prizes by entry."""
    columns = rank_columns.columns_of_event(snapshot.event, rows)
    for line, part in group_by_line(states.ranked(rows), lambda row: row.rank.line):
        first = tuple(
            FirstPlace(
                row.rank.place,
                row.competitor.number,
                row.competitor.name,
                stage_rows.total_text(snapshot, row.rank, columns),
                won.get(row.competitor.uid, ""),
            )
            for row in part
            if row.rank.place <= story.PODIUM
        )
        yield Podium(line, first, told.get(line, ""))
