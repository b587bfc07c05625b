"""Rulings on public pages: in full, by their numbers only, or not at all.

Rulings in force are shown, and those taken back; pending and rejected ones are not. Of a board
that others still have to play, nothing is told that the referee wrote, because it may name cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.base.case_numbers import number_text
from referee.rulings import listed
from referee.rulings.listed import Ruled, VersionState
from tournaments import wording
from tournaments.models import Deal, Entry, Event, Round, RulingsShown
from tournaments.rights import sealed_access
from tournaments.structure.regulations import regulations_of
from web.publish.rulings import ruling_follows, ruling_words

TOLD: Final = frozenset({VersionState.IN_FORCE, VersionState.UNDONE})


@dataclass(frozen=True, slots=True)
class RulingsSubject:
    """The subject of a page: a deal, an entry by its uid, or a round."""

    event: Event
    deal: Deal | None = None
    entry: str = ""
    round: Round | None = None


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A ruling as the public reads it; without words only its number is published."""

    number: str
    place: str = ""
    words: tuple[str, ...] = ()


def rulings_on(asked: RulingsSubject) -> Sequence[ShownRuling]:
    """Return the rulings on a deal, an entry or a round, as its event publishes them."""
    return _shown_rulings(_about(asked))


def rulings_by_deal(event: Event) -> Mapping[str, Sequence[ShownRuling]]:
    """Return the rulings on every deal of an event that has any, by its uid."""
    by_deal: Mapping[str, list[Ruled]] = defaultdict(list)
    for row in listed.about(deal__event=event):
        if row.case.deal is not None:
            by_deal[row.case.deal.uid].append(row)
    return {uid: _shown_rulings(rows) for uid, rows in by_deal.items()}


def rulings_by_entry(event: Event) -> Mapping[int, Sequence[ShownRuling]]:
    """Return the rulings on every entry of an event that has any, by its number."""
    by_entry: Mapping[int, list[Ruled]] = defaultdict(list)
    for row in listed.about_entries_of(event):
        named = {row.case.entry}
        for version in row.case.versions.all():
            named |= {sanction.entry for sanction in version.sanctions.all()}
        for number in {entry.number for entry in named if entry and entry.event_id == event.pk}:
            by_entry[number].append(row)
    return {number: _shown_rulings(rows) for number, rows in by_entry.items()}


def _shown_rulings(about: Iterable[Ruled]) -> Sequence[ShownRuling]:
    rows = [row for row in about if row.state(row.shown) in TOLD]
    if not rows:
        return ()
    terms = regulations_of(rows[0].case.event)
    how = terms.rulings_shown
    if how == RulingsShown.NONE:
        return ()
    on_appeal = ruling_follows.outcomes(rows) if terms.is_official else {}
    ends = {
        row.case.pk: (*_end(row), *(each.words for each in on_appeal.get(row.case.pk, ())))
        for row in rows
    }
    if how == RulingsShown.NUMBERS:
        return [ShownRuling(number_text(row.case), words=ends[row.case.pk]) for row in rows]
    deals = [row.case.deal for row in rows if row.case.deal is not None]
    open_deals = sealed_access.deals_with_public_cards(deals)
    sealed = {row.case.deal_id for row in rows} - {None, *open_deals}
    return [_shown(row, ends[row.case.pk], is_sealed=row.case.deal_id in sealed) for row in rows]


def rulings_of_event(event: Event) -> Sequence[Ruled]:
    """Return the rulings of an event that its pages show, if it publishes any."""
    if regulations_of(event).rulings_shown == RulingsShown.NONE:
        return ()
    return [row for row in listed.about(event=event) if row.state(row.shown) in TOLD]


def _about(asked: RulingsSubject) -> list[Ruled]:
    if asked.deal is not None:
        return listed.about(deal=asked.deal)
    if asked.round is not None:
        return listed.about(round=asked.round)
    entry = Entry.objects.filter(event=asked.event, uid=asked.entry).values_list("pk").first()
    return listed.about_entry(entry[0]) if entry else []


def _shown(row: Ruled, ends: Sequence[str], *, is_sealed: bool) -> ShownRuling:
    told = ruling_words.told(row, is_sealed=is_sealed)
    words = filter(None, [told.shown.article, told.shown.facts, told.shown.decided])
    return ShownRuling(told.number, told.place, (*words, *ends))


def _end(row: Ruled) -> Iterator[str]:
    """Yield a note that a ruling is no longer in force."""
    if row.standing is None:
        yield wording.sentence(row.state(row.shown))
