"""How a finished event ended: the podium, and the story in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, ngettext

from tournaments import wording
from tournaments.models import Event, Form
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import group_by_line
from tournaments.standings.round_scores import Counts
from web.publish.pages.ranked import stage_rows
from web.publish.pages.ranked.stage_rows import ONE_FIELD, FinalMatch, RowStage
from web.publish.rank_columns import Measures

PODIUM: Final = 3
"""The places of a podium; if equals share one so that there are more, there is no podium."""


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A place of the podium: the entry by number and name, and its total."""

    place: int
    number: int
    name: str
    total: str


@dataclass(frozen=True, slots=True)
class Winners:
    """The first of a list of standings; `line` is the code of a direction that ranks separately."""

    line: str
    podium: tuple[PodiumPlace, ...]
    story: str


def ended(
    snapshot: EventSnapshot,
    rows: Sequence[StandingsRow],
    measures: Measures,
    *,
    is_on_notice: bool,
) -> tuple[Winners, ...]:
    """Return how an event ended, for each direction that ranks separately; empty while in play."""
    if snapshot.event.state != Event.State.FINISHED:
        return ()
    return winners(snapshot, rows, measures, is_on_notice=is_on_notice)


def winners(
    snapshot: EventSnapshot,
    rows: Sequence[StandingsRow],
    measures: Measures,
    *,
    is_on_notice: bool,
) -> tuple[Winners, ...]:
    """Return the winners of a finished event, for each direction that ranks separately.

    While the final result is on notice nobody has won yet, and the story says so.
    """
    ranked = [row for row in rows if row.rank.is_ranked and row.rank.begun]
    sizes = Counter(row.rank.line for row in rows if took_part(row))
    ending = _Ending(
        measures,
        stage_rows.stage_by_entry(snapshot),
        stage_rows.final_match(snapshot),
        len(public_record(snapshot).field.rounds),
        is_on_notice,
    )
    return tuple(
        Winners(
            line,
            tuple(_podium(snapshot, listed, measures)),
            _story(size_text(snapshot.event, sizes[line]), listed, ending),
        )
        for line, listed in group_by_line(ranked, lambda row: row.rank.line)
    )


@dataclass(frozen=True, slots=True)
class _Ending:
    """The end of an event besides its rows: its final, and whether the result is on notice."""

    measures: Measures
    stages: Mapping[str, RowStage]
    final: FinalMatch | None
    rounds: int
    is_on_notice: bool

    def stage(self, row: StandingsRow) -> RowStage:
        return self.stages.get(row.competitor.uid, ONE_FIELD)


def took_part(row: StandingsRow) -> bool:
    """Whether an entry was present in a round, if only to sit it out."""
    return any(round_.counts is not Counts.MISSED for round_ in row.rank.rounds)


def _podium(
    snapshot: EventSnapshot, rows: Sequence[StandingsRow], measures: Measures
) -> Iterator[PodiumPlace]:
    first = [row for row in rows if row.rank.place <= PODIUM]
    if len(first) != PODIUM:
        return
    for row in first:
        total = stage_rows.total_text(snapshot, row.rank, measures)
        yield PodiumPlace(row.rank.place, row.competitor.number, row.competitor.name, total)


def size_text(event: Event, entries: int) -> str:
    """Return a number of entries, counted in people, pairs or teams."""
    if event.form == Form.TEAMS:
        text = ngettext("%(entries)s team", "%(entries)s teams", entries)
    elif event.form == Form.PAIRS:
        text = ngettext("%(entries)s pair", "%(entries)s pairs", entries)
    else:
        text = ngettext("%(entries)s player", "%(entries)s players", entries)
    return text % {"entries": entries}


def _story(size: str, rows: Sequence[StandingsRow], ending: _Ending) -> str:
    """Return the story: how many played how long, who won, and by what final or margin."""
    rounds = ending.rounds
    length = ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds}
    first = [row for row in rows if row.rank.place == 1]
    names = wording.listed(row.competitor.name for row in first)
    values = {"size": size, "length": length, "names": names}
    if first and ending.stage(first[0]).is_knockout:
        told = _story_of_final(values, ending.final)
        return told + gettext(" The result is on notice.") if ending.is_on_notice else told
    values |= _sum_of_winner(first, ending)
    told = gettext("%(names)s came first of %(size)s after %(length)s: %(name)s %(total)s.")
    if ending.is_on_notice:
        told = gettext(
            "%(names)s is first of %(size)s after %(length)s, until the result is official:"
            " %(name)s %(total)s."
        )
    return told % values + _lead(rows, ending)


def _story_of_final(values: Mapping[str, str], final: FinalMatch | None) -> str:
    """Return how a knockout was won; if its final has no winner, who came first."""
    if final is None:
        told = gettext("%(names)s came first of %(size)s after %(length)s.")
        return told % values
    if final.is_unplayed:
        told = gettext("%(size)s, %(length)s: %(names)s won the final by walkover over %(loser)s.")
    elif final.score:
        told = gettext("%(size)s, %(length)s: %(names)s won the final %(score)s against %(loser)s.")
    else:
        told = gettext(
            "%(size)s, %(length)s: the final of %(names)s and %(loser)s was drawn, and decided for "
            "%(names)s."
        )
    return told % {
        **values,
        "names": final.winner,
        "loser": final.loser,
        "score": final.score,
    }


def _sum_of_winner(first: Sequence[StandingsRow], ending: _Ending) -> Mapping[str, str]:
    """Return name and value of the deciding total, with its stage if there are several."""
    name = str(ending.measures.deciding.heading)
    total = ending.measures.deciding.text_of(first[0].rank) if first else ""
    stage = ending.stage(first[0]).name if first else ""
    if stage:
        name = gettext("%(stage)s, %(name)s") % {"stage": stage, "name": name}
    return {"name": name, "total": total}


def _lead(rows: Sequence[StandingsRow], ending: _Ending) -> str:
    """Return the winner's margin; empty if no total of the same group shows it."""
    if len(rows) <= 1 or rows[1].rank.place == 1:
        return ""
    stage = ending.stage(rows[0])
    if stage.has_groups or stage != ending.stage(rows[1]):
        return ""
    ahead, behind = (ending.measures.deciding.value(row.rank) for row in rows[:2])
    if not isinstance(ahead, Fraction | int) or not isinstance(behind, Fraction | int):
        return ""
    second = [row.competitor.name for row in rows if row.rank.place == rows[1].rank.place]
    values = {"name": wording.listed(second), "ahead": wording.unsigned(ahead - behind)}
    if ahead == behind:
        text = ngettext(
            " %(name)s tied with the winner, and a tie-break decided.",
            " %(name)s tied with the winner, and a tie-break decided.",
            len(second),
        )
        return text % values
    return gettext(" %(name)s came second, %(ahead)s behind.") % values
