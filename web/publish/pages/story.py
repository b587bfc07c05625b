"""How a finished event ended: the podium, and the story of it in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, ngettext

from tournaments import wording
from tournaments.models import Event, Form
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import group_by_line
from tournaments.standings.round_scores import Counts
from web.publish.pages import posted
from web.publish.rank_columns import Measures

PODIUM: Final = 3
"""The places of a podium; where equals share one of them and more stand there, there is none."""


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A place of the podium: the entry by number and name, and what it came to."""

    place: int
    number: int
    name: str
    total: str


@dataclass(frozen=True, slots=True)
class Winners:
    """The first of a list of standings; `line` is the code of the direction that ranks apart."""

    line: str
    podium: tuple[PodiumPlace, ...]
    story: str


def ended(
    snapshot: EventSnapshot, rows: Sequence[StandingsRow], measures: Measures
) -> tuple[Winners, ...]:
    """Return how an event ended, for each direction that ranks apart; nothing of one in play."""
    event = snapshot.event
    if event.state != Event.State.FINISHED:
        return ()
    return winners(event, rows, measures, is_on_notice=posted.is_on_notice(snapshot))


def winners(
    event: Event, rows: Sequence[StandingsRow], measures: Measures, *, is_on_notice: bool = False
) -> tuple[Winners, ...]:
    """Return the winners of a finished event, for each direction that ranks apart.

    While the final result is on notice nobody has won yet, and the story says so.
    """
    ranked = [row for row in rows if row.rank.is_ranked and row.rank.begun]
    sizes = Counter(row.rank.line for row in rows if took_part(row))
    return tuple(
        Winners(
            line,
            tuple(_podium(listed, measures)),
            _story(size_text(event, sizes[line]), listed, measures, is_on_notice),
        )
        for line, listed in group_by_line(ranked, lambda row: row.rank.line)
    )


def took_part(row: StandingsRow) -> bool:
    """Whether an entry was there for a round, if only to sit it out: not who never came."""
    return any(round_.counts is not Counts.MISSED for round_ in row.rank.rounds)


def _podium(rows: Sequence[StandingsRow], measures: Measures) -> Iterator[PodiumPlace]:
    first = [row for row in rows if row.rank.place <= PODIUM]
    if len(first) != PODIUM:
        return
    for row in first:
        said = measures.deciding.text_of(row.rank)
        yield PodiumPlace(row.rank.place, row.competitor.number, row.competitor.name, said)


def size_text(event: Event, entries: int) -> str:
    """Return a number of entries, counted in people, pairs or teams."""
    if event.form == Form.TEAMS:
        text = ngettext("%(entries)s team", "%(entries)s teams", entries)
    elif event.form == Form.PAIRS:
        text = ngettext("%(entries)s pair", "%(entries)s pairs", entries)
    else:
        text = ngettext("%(entries)s player", "%(entries)s players", entries)
    return text % {"entries": entries}


def _story(size: str, rows: Sequence[StandingsRow], measures: Measures, is_on_notice: bool) -> str:
    """Return how many played how long, who won and by how much."""
    rounds = len({played.round for row in rows for played in row.rank.rounds})
    length = ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds}
    first = [row for row in rows if row.rank.place == 1]
    values = {
        "size": size,
        "length": length,
        "names": wording.listed(row.competitor.name for row in first),
        "name": measures.deciding.heading,
        "total": measures.deciding.text_of(first[0].rank) if first else "",
    }
    told = gettext("%(names)s came first of %(size)s after %(length)s: %(name)s %(total)s.")
    if is_on_notice:
        told = gettext(
            "%(names)s stands first of %(size)s after %(length)s, until the result is official: "
            "%(name)s %(total)s."
        )
    return told % values + _lead(rows, measures)


def _lead(rows: Sequence[StandingsRow], measures: Measures) -> str:
    """Return by how much the winner led; empty where a tie-break or nothing decided."""
    if len(rows) <= 1 or rows[1].rank.place == 1:
        return ""
    ahead, behind = (measures.deciding.value(row.rank) for row in rows[:2])
    if not isinstance(ahead, Fraction | int) or not isinstance(behind, Fraction | int):
        return ""
    second = [row.competitor.name for row in rows if row.rank.place == rows[1].rank.place]
    values = {"name": wording.listed(second), "ahead": wording.unsigned(ahead - behind)}
    if ahead == behind:
        text = ngettext(
            " %(name)s was level with the winner, whom a tie-break decided.",
            " %(name)s were level with the winner, whom a tie-break decided.",
            len(second),
        )
        return text % values
    return gettext(" %(name)s came second, %(ahead)s behind.") % values
