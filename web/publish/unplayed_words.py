"""Sentences on rounds that were not played: their credit, and how much is played to be ranked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.models import DrawMethod, Event, RankedFrom, SitOutCredit
from tournaments.standings.match_scores import Order
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import Counts, RoundSum
from tournaments.wording import unsigned

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
    SitOutCredit.WIN: gettext_lazy("A round sat out counts as a match won without play."),
    SitOutCredit.NONE: gettext_lazy("A round sat out counts nothing."),
    SitOutCredit.NUMBER: gettext_lazy("A round sat out counts %(amount)s."),
}
_SAT_OUT_AT_TABLE: Final = gettext_lazy(
    "A round sat out counts %(amount)s table points, and as base points the entry's own average."
)
_MISSED: Final[Mapping[str, str | Promise]] = {
    SitOutCredit.AVERAGE: gettext_lazy(
        "Who came late has for each round before the own average of the rounds played."
    ),
    SitOutCredit.OWN_OR_MEAN: gettext_lazy(
        "Who came late has for each round before the own average of the rounds played; with fewer "
        "than two of them, the mean of all tables in that round."
    ),
    SitOutCredit.LOWER: gettext_lazy(
        "Who came late has for each round before the own average of the rounds played or the mean "
        "of all tables in that round, whichever is lower."
    ),
    SitOutCredit.NONE: gettext_lazy("Who came late has nothing for the rounds before."),
    SitOutCredit.NUMBER: gettext_lazy("Who came late has %(amount)s for each round before."),
}
_MISSED_AT_TABLE: Final = gettext_lazy(
    "Who came late has %(amount)s table points for each round before, and as base points the own "
    "average."
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
"""By whether the entry came later."""
_MISSED_LINES: Final = {
    True: gettext_lazy("came later: counts as the average of the rounds played"),
    False: gettext_lazy("came later: counts as the event credits it"),
}
"""By whether the credit is the own average."""


def event_sentences(event: Event) -> Iterator[str]:
    """Yield what an event says of rounds not played; nothing of before there was a choice."""
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
    """Yield from when on an entry is ranked, unless everybody is."""
    if event.ranked_from == RankedFrom.ONE:
        yield gettext("Ranked is who has played at least one deal.")
    elif event.ranked_from == RankedFrom.HALF:
        yield gettext(
            "Ranked is who has played at least half of the deals dealt so far; rounds sat out by "
            "the draw are held against nobody."
        )
    elif event.ranked_from == RankedFrom.NUMBER:
        text = ngettext(
            "Ranked is who has played at least %(deals)s deal.",
            "Ranked is who has played at least %(deals)s deals.",
            event.least_deals or 0,
        )
        yield text % {"deals": event.least_deals}


def missing_text(rank: Rank, event: Event) -> str:
    """Return why an entry that stays has no place: what it still has to play, or too few deals.

    Empty where it lacks nothing. After the finish nobody has anything to play.
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
    """Return how a round counts that was sat out or missed, for a line of a sum."""
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
