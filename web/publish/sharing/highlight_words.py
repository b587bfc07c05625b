"""The highlights of an event in words, while no round is in play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext

from tournaments import wording
from tournaments.results.highlights import (
    DealOfTheEvening,
    FeatCount,
    Highlights,
    feats_by_deal,
    highlights,
)
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.wording import signed
from tournaments.wording.values import deal_text
from web.publish.publications import Publications

NAMED: Final = 5
"""The most people that are named for one feat."""


@dataclass(frozen=True, slots=True)
class HighlightText:
    """A highlight: its name and the words; `deal` is the uid of the deal that it is about."""

    title: str
    words: str
    deal: str = ""

    @property
    def line(self) -> str:
        """The fact in one line."""
        return self.title + pgettext("label", ": ") + self.words


@derived
def facts(snapshot: EventSnapshot, published: Publications) -> tuple[HighlightText, ...]:
    """Return the highlights in words, the one about a deal first; none if they are not shown."""
    if published.lines is None:
        return ()
    feats = feats_by_deal(snapshot.event.game, published.lines)
    return tuple(told_words(highlights(snapshot, feats)))


def told_words(told: Highlights) -> Iterator[HighlightText]:
    """Yield highlights in words, the one about a deal first."""
    if told.deal:
        yield HighlightText(gettext("Deal of the evening"), _deal_text(told.deal), told.deal.uid)
    for count in told.feats:
        yield HighlightText(wording.sentence(count.feat), _people_text(count))


def _deal_text(deal: DealOfTheEvening) -> str:
    """Return the deal and who won by it; where nobody won, also who lost most."""
    values = {
        "round": deal.round,
        "table": deal.table,
        "deal": deal_text(deal.number),
        "best": wording.listed(deal.best),
        "most": signed(deal.most),
        "worst": wording.listed(deal.worst),
        "least": signed(deal.least),
    }
    if deal.most > 0:
        return gettext("round %(round)s, table %(table)s, %(deal)s: %(best)s %(most)s") % values
    text = gettext(
        "round %(round)s, table %(table)s, %(deal)s: %(best)s %(most)s, %(worst)s %(least)s"
    )
    return text % values


def _people_text(count: FeatCount) -> str:
    """Return who did it and how often; of many only those who did it most, and their number."""
    named = wording.listed(_times(name, times) for name, times in count.people[:NAMED])
    others = len(count.people) - NAMED
    if others <= 0:
        return named
    text = ngettext("%(names)s and %(others)s other", "%(names)s and %(others)s others", others)
    return text % {"names": named, "others": others}


def _times(name: str, times: int) -> str:
    if times == 1:
        return name
    return pgettext("feat", "%(name)s\u00a0×\u00a0%(times)s") % {"name": name, "times": times}
