"""Where the pages of an event come from, read for all of them at once.

A page of the hall asks the record for its own rows. A mirror makes all pages of an event, and a
push of one more result reads every one of them to see whether it is another: so what each would ask
by itself is asked once for all. What a page is made of is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from django.http import Http404
from django.utils import translation

from tournaments.base import local_time
from tournaments.models import Deal, Event
from tournaments.rights import public_access
from tournaments.rights.public_access import ShownMember
from web.publish.pages.deal import Notes
from web.publish.rulings import public_rulings, stories
from web.publish.rulings.public_rulings import ShownRuling
from web.publish.served import page_types, public_page
from web.publish.served.page_types import PageSource
from web.publish.served.public_page import PublicPage

OF_EVENT: Final = frozenset({"round_table", "entry"})
"""The pages of which an event has thousands, and whose addresses begin with its uid."""
WITH_RULINGS: Final = frozenset({"entry", "deal"})
More = Callable[[], Mapping[str, object]]


class PageSources:
    """What the pages of a mirror are made of; `forget` an event as soon as its pages are made."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._events = {event.uid: event for event in events}
        self._of_events: dict[tuple[str, str], EventSources] = {}

    def found(self, page: PublicPage) -> PageSource:
        """Return what a page is made of, as `public_page.find` does, of these events alone.

        A deal comes with what is noted of it. Raises Http404.
        """
        if page.name in OF_EVENT:
            return self._of(str(page.args[0]), page.language).found(page)
        found = public_page.find(page)
        if page.name == "deal" and found.event:
            return replace(found, given=(*found.given, self.notes(found.event, page.language)))
        return found

    def more(self, page: PublicPage, found: PageSource) -> More | None:
        """Return what gives what is told beside a page, where that was read for all of them."""
        if page.name not in WITH_RULINGS or found.event is None:
            return None
        return self._of(found.event.uid, page.language).more(page)

    def notes(self, event: Event, language: str) -> Notes:
        """Return what is noted of the deals of an event. Raises Http404."""
        return self._of(event.uid, language).notes

    def forget(self, uid: str, language: str) -> None:
        """Drop what was read of an event; whoever asks for more of it reads it again."""
        self._of_events.pop((uid, language), None)

    def _of(self, uid: str, language: str) -> EventSources:
        if uid not in self._events:
            raise Http404
        if (uid, language) not in self._of_events:
            self._of_events[uid, language] = EventSources(self._events[uid], language)
        return self._of_events[uid, language]


@dataclass
class EventSources:
    """What many pages of an event are made of, in a language."""

    event: Event
    language: str
    _rounds: dict[str | int, PageSource] = field(default_factory=dict)

    def found(self, page: PublicPage) -> PageSource:
        """Return what a page `OF_EVENT` is made of, as `public_page.find` does."""
        if page.name == "round_table":
            return self._table(page)
        return self._entry(page)

    def more(self, page: PublicPage) -> More:
        """Return what gives the rulings on the subject of a page `WITH_RULINGS`."""
        if page.name == "entry":
            return lambda: {"rulings": self._rulings_by_entry.get(int(page.args[1]), ())}
        return lambda: {"rulings": self._rulings_by_deal.get(str(page.args[0]), ())}

    @cached_property
    def notes(self) -> Notes:
        """What is noted of its deals, by their uids."""
        deals = Deal.objects.filter(event=self.event, version__gt=0).values_list("uid", flat=True)
        with translation.override(self.language), local_time.within(self.event.tournament):
            return stories.notes_on_deals(list(deals))

    def _table(self, page: PublicPage) -> PageSource:
        """Find the round of a table once for all its tables."""
        _uid, number, table = page.args
        if number not in self._rounds:
            self._rounds[number] = public_page.find(page)
        found = self._rounds[number]
        return replace(found, given=(*found.given[:-1], table))

    def _entry(self, page: PublicPage) -> PageSource:
        number = int(page.args[1])
        shown = self._shown_members.get(number, ())
        return page_types.source_of_entry(self._found_event, number, shown)

    @cached_property
    def _found_event(self) -> Event:
        with local_time.within(None):
            return public_access.public_event(self.event.uid)

    @cached_property
    def _shown_members(self) -> Mapping[int, tuple[ShownMember, ...]]:
        return public_access.shown_members(self.event)

    @cached_property
    def _rulings_by_entry(self) -> Mapping[int, Sequence[ShownRuling]]:
        return public_rulings.rulings_by_entry(self.event)

    @cached_property
    def _rulings_by_deal(self) -> Mapping[str, Sequence[ShownRuling]]:
        return public_rulings.rulings_by_deal(self.event)
