"""The sentences that explain the ranks of an event: what is added up, and how ties are broken.

They include the rounds that were not played: their credit, and how much an entry must play to be
ranked. Pages and documents take them from here; the columns are in `rank_columns`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.models import DrawMethod, Event, RankedFrom, SitOutCredit, Stage
from tournaments.results.event_record import StandingsRow
from tournaments.standings.match_scores import SCALES, ByDifference, ByVictoryPoints, Order
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import Counts, RoundSum, TieBreak
from tournaments.standings.tie_breaks import USUAL
from tournaments.structure import games
from tournaments.structure.stages import has_two_winners, is_knockout, three_may_meet
from tournaments.wording import unsigned
from tournaments.wording.games import words_of_event
from tournaments.wording.standings import tie_breaks_text
from web.publish import rank_columns

_CAPPED: Final = gettext_lazy(
    "Victory points rank. Each side of a match starts with %(base)s; the lead, at most"
    " %(most)s, is added to one side and taken from the other. A walkover counts"
    " %(unplayed)s."
)
_UNCAPPED: Final = gettext_lazy(
    "Victory points rank. Each side of a match starts with %(base)s; the lead is added to"
    " one side and taken from the other. A walkover counts %(unplayed)s."
)
_BY_BOARDS: Final = gettext_lazy(
    "Victory points rank, from 20 to 0 by how far a side of a match is ahead over its"
    " boards, 10 each for a draw. A walkover counts %(unplayed)s."
)
_BY_OUTCOME: Final = gettext_lazy(
    "Match points rank: a match won counts %(win)s, drawn %(draw)s, lost %(loss)s. A"
    " walkover counts %(unplayed)s."
)


def sentences(event: Event, stages: Sequence[Stage]) -> Iterator[str]:
    """Yield sentences that explain the ranks of an event with these stages."""
    order, words = Order(event.ranking), words_of_event(event)
    yield from (str(words.says) for _ in range(bool(words.says)))
    if order.by_match:
        yield from _game_sentences(event)
        yield _scale_sentence(order)
        yield gettext("Penalties given outside of a match are taken from this sum.")
    elif order is Order.TABLE_POINTS:
        text = gettext(
            "Table points rank first: %(scale)s for the places at a table, shared between equals; "
            "then the base points."
        )
        yield text % {"scale": rank_columns.scale(event)}
    elif words.says:
        yield gettext("Their sum ranks, with penalties in it; equals share a place.")
    else:
        yield gettext("The base points rank; equals share a place.")
    if not (order.by_match or words.says):
        yield gettext("Base points are points and penalties together.")
    if three_may_meet(event):
        yield gettext(
            "With an odd number of teams, three of them meet one another in half matches: a"
            " half match counts half of a match of that many boards, and the results of its"
            " boards count in full."
        )
    if has_two_winners(event):
        yield gettext("North-south and east-west rank apart, each with a winner of its own.")
    yield from _tie_break_sentences(event, order)
    yield from event_sentences(event)
    yield from _stage_sentences(stages)


def withdrawal_sentence(rows: Iterable[StandingsRow]) -> str:
    """Return the sentence about the places of withdrawn entries; empty if none is listed."""
    if not any(row.rank.withdrawn for row in rows):
        return ""
    return gettext(
        "An entry that withdrew without an accepted reason has no place; with one, it is"
        " placed after all who stayed, unless it played half of its matches of a round"
        " robin or a movement, or reached a place in a knockout or a later stage."
    )


def _scale_sentence(order: Order) -> str:
    scale = SCALES[order]
    unplayed = unsigned(scale.unplayed)
    if isinstance(scale.score, ByVictoryPoints):
        return _BY_BOARDS % {"unplayed": unplayed}
    if isinstance(scale.score, ByDifference):
        values = {
            "base": scale.score.base,
            "most": scale.score.most,
            "unplayed": unplayed,
        }
        return (_CAPPED if scale.score.most else _UNCAPPED) % values
    return _BY_OUTCOME % {
        "win": unsigned(scale.score.win),
        "draw": unsigned(scale.score.draw),
        "loss": unsigned(scale.score.loss),
        "unplayed": unplayed,
    }


def _game_sentences(event: Event) -> Iterator[str]:
    """Yield how a match is scored if it has a game (局) in each room of each segment."""
    if not games.of_several_games(event):
        return
    if games.counts_games_won(event):
        yield gettext(
            "A match has a game in every room of every segment, and comes to the games won: points "
            "of different games are not added, as each stops at its limit. A game in which both "
            "sides stand equal is half a game for each. Penalties at a table count in its game."
        )
    else:
        yield gettext(
            "A match has a game in every room of every segment. The levels that a side climbs in "
            "all of them are added up."
        )


def _tie_break_sentences(event: Event, order: Order) -> Iterator[str]:
    tie_breaks = [TieBreak(name) for name in event.tie_breaks] or list(USUAL[order])
    if order is Order.TABLE_POINTS and tie_breaks == [TieBreak.TOTAL]:
        return
    if tie_breaks:
        text = gettext("What decides between equals, in this order: %(names)s.")
        yield text % {"names": tie_breaks_text(tie_breaks)}
        if tie_breaks[-1] is not TieBreak.LOT:
            yield gettext("Entries that are still equal share a place.")


def _stage_sentences(stages: Sequence[Stage]) -> Iterator[str]:
    """Yield how knockouts rank, and events of several stages as a whole."""
    if any(map(is_knockout, stages)):
        yield gettext("In a knockout the place depends on the round reached, not on these sums.")
    if len(stages) > 1:
        yield gettext("Entries of a later stage rank above all that did not reach it.")
    if any(stage.groups_wanted > 1 for stage in stages):
        yield gettext(
            "With several groups, the first of each are placed before the second of each,"
            " and so on; between them the average of a round decides."
        )


_SAT_OUT: Final[Mapping[str, str | Promise]] = {
    SitOutCredit.AVERAGE: gettext_lazy(
        "A round sat out counts as the entry's own average of the rounds it played."
    ),
    SitOutCredit.OWN_OR_MEAN: gettext_lazy(
        "A round sat out counts as the entry's own average of the rounds it played; with fewer "
        "than two of them, as the mean of all tables in that round."
    ),
    SitOutCredit.LOWER: gettext_lazy(
        "A round sat out counts as the entry's own average of the rounds it played or as the mean "
        "of all tables in that round, whichever is lower."
    ),
    SitOutCredit.WIN: gettext_lazy("A round sat out counts as a walkover."),
    SitOutCredit.NONE: gettext_lazy("A round sat out counts nothing."),
    SitOutCredit.NUMBER: gettext_lazy("A round sat out counts %(amount)s."),
}
_SAT_OUT_AT_TABLE: Final = gettext_lazy(
    "A round sat out counts %(amount)s table points, and as base points the entry's own average."
)
_MISSED: Final[Mapping[str, str | Promise]] = {
    SitOutCredit.AVERAGE: gettext_lazy(
        "A late entry has, for each earlier round, the own average of the rounds played."
    ),
    SitOutCredit.OWN_OR_MEAN: gettext_lazy(
        "A late entry has, for each earlier round, the own average of the rounds played;"
        " with fewer than two of them, the mean of all tables in that round."
    ),
    SitOutCredit.LOWER: gettext_lazy(
        "A late entry has, for each earlier round, the own average of the rounds played or"
        " the mean of all tables in that round, whichever is lower."
    ),
    SitOutCredit.NONE: gettext_lazy("A late entry has nothing for the earlier rounds."),
    SitOutCredit.NUMBER: gettext_lazy("A late entry has %(amount)s for each earlier round."),
}
_MISSED_AT_TABLE: Final = gettext_lazy(
    "A late entry has %(amount)s table points for each earlier round, and as base points"
    " the own average."
)

_SAT_OUT_LINES: Final = {
    True: gettext_lazy("sat out: counts as the average of the rounds played"),
    False: gettext_lazy("sat out: counts as the event credits it"),
}
_AVERAGES: Final = frozenset({SitOutCredit.AVERAGE, SitOutCredit.OWN_OR_MEAN, SitOutCredit.LOWER})
_MEAN_LINES: Final = {
    True: gettext_lazy("came later: counts as the mean of all tables"),
    False: gettext_lazy("sat out: counts as the mean of all tables"),
}
"""The line by whether the entry came later."""
_MISSED_LINES: Final = {
    True: gettext_lazy("came later: counts as the average of the rounds played"),
    False: gettext_lazy("came later: counts as the event credits it"),
}
"""The line by whether the credit is the entry's own average."""


def event_sentences(event: Event) -> Iterator[str]:
    """Yield the sentences on rounds not played; none for events older than that choice."""
    if not event.ranked_from or event.draw_method == DrawMethod.KNOCKOUT:
        return
    at_table = Order(event.ranking) is Order.TABLE_POINTS
    is_number = event.sit_out_credit == SitOutCredit.NUMBER
    text = _SAT_OUT_AT_TABLE if at_table and is_number else _SAT_OUT[event.sit_out_credit]
    yield str(text) % {"amount": _amount(event.sit_out_amount)}
    is_number = event.late_credit == SitOutCredit.NUMBER
    text = _MISSED_AT_TABLE if at_table and is_number else _MISSED[event.late_credit]
    yield str(text) % {"amount": _amount(event.late_amount)}
    yield from _least_sentence(event)


def _least_sentence(event: Event) -> Iterator[str]:
    """Yield how much an entry must play to be ranked, unless all are."""
    if event.ranked_from == RankedFrom.ONE:
        yield gettext("An entry is ranked once it has played at least one deal.")
    elif event.ranked_from == RankedFrom.HALF:
        yield gettext(
            "An entry is ranked once it has played at least half of the deals dealt so far;"
            " rounds sat out by the draw are not held against it."
        )
    elif event.ranked_from == RankedFrom.NUMBER:
        text = ngettext(
            "An entry is ranked once it has played at least %(deals)s deal.",
            "An entry is ranked once it has played at least %(deals)s deals.",
            event.least_deals or 0,
        )
        yield text % {"deals": event.least_deals}


def missing_text(rank: Rank, event: Event) -> str:
    """Return why a remaining entry has no place: what it still has to play, or too few deals.

    Empty if it lacks nothing. After the finish nobody has anything left to play.
    """
    is_over = event.state == Event.State.FINISHED
    if rank.unplaced or (rank.missing and is_over):
        return gettext("too few deals played: no place")
    if not rank.missing:
        return ""
    text = ngettext(
        "not ranked yet: %(deals)s deal is missing",
        "not ranked yet: %(deals)s deals are missing",
        rank.missing,
    )
    return text % {"deals": rank.missing}


def away_text(round_sum: RoundSum, event: Event) -> str:
    """Return the score of a round sat out or missed, for a line of a sum."""
    is_missed = round_sum.counts is Counts.MISSED
    credit = event.late_credit if is_missed else event.sit_out_credit
    counts = bool(round_sum.match_points or round_sum.points or round_sum.table_points)
    by_average = credit in _AVERAGES and round_sum.match_points is None
    if round_sum.is_mean:
        text = _MEAN_LINES[is_missed]
    elif is_missed:
        text = _MISSED_LINES[counts and by_average]
    elif not counts:
        return gettext("sat out")
    else:
        text = _SAT_OUT_LINES[by_average]
    return str(text)


def _amount(amount: str) -> str:
    return unsigned(Fraction(amount or 0))
