"""What an event published, as Atom (RFC 4287): draws, results and rulings, with links.

Nobody is named, because aggregators keep what they have read even if a name is blanked here.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from referee.base.case_numbers import number_text
from referee.models import RulingCase
from tournaments.base.separators import join_facts
from tournaments.models import Event, EventState, Publication, Round
from tournaments.official import final
from web.publish.rulings import public_rulings

MEDIA_TYPE: Final = "application/atom+xml; charset=utf-8"
NAMESPACE: Final = "http://www.w3.org/2005/Atom"
MOST: Final = 100
"""The most entries; aggregators keep the older ones."""
_NOT_IN_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_KIND: Final = Publication.Kind


@dataclass(frozen=True, slots=True)
class NewsItem:
    """A publication; its `key` stays the same when it is published again."""

    key: str
    title: str
    published: datetime
    updated: datetime
    address: str


def news(event: Event, language: str) -> bytes:
    """Return the feed of an event in a language, the newest entries first."""
    with translation.override(language):
        items = sorted(_items(event), key=lambda item: (item.updated, item.key), reverse=True)
        feed = _feed(event, language, items[:MOST])
    written: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _feed(event: Event, language: str, items: list[NewsItem]) -> Element:
    root = Element("feed", {"xmlns": NAMESPACE, "xml:lang": language})
    page, own = reverse("event", args=[event.uid]), reverse("news_file", args=[event.uid, language])
    _text(root, "id", _identifier(event.uid))
    _text(root, "title", join_facts(event.name, event.tournament.name))
    _text(root, "updated", _hour(items[0].updated if items else event.created_at))
    _text(SubElement(root, "author"), "name", event.tournament.club.name)
    _link(root, own, "self", "application/atom+xml")
    _link(root, page, "alternate", "text/html")
    for item in items:
        entry = SubElement(root, "entry")
        _text(entry, "id", _identifier(item.key))
        _text(entry, "title", item.title)
        _text(entry, "published", _hour(item.published))
        _text(entry, "updated", _hour(item.updated))
        _link(entry, item.address, "alternate", "text/html")
    return root


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = _NOT_IN_XML.sub("", text)


def _link(parent: Element, address: str, rel: str, media_type: str) -> None:
    # Without a full address a reader resolves it against that of the feed.
    whole = f"{settings.PUBLIC_ADDRESS}{address}"
    SubElement(parent, "link", {"rel": rel, "type": media_type, "href": whole})


def _identifier(key: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, f"huapai:{key}").urn


def _hour(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _items(event: Event) -> Iterator[NewsItem]:
    posted = event.publications.defer("shown").select_related("round").defer("round__reasons")
    rows = list(posted.order_by("seq", "pk"))
    for round_ in {row.round for row in rows if row.round}:
        yield from _of_round(event, round_, [row for row in rows if row.round == round_])
    if event.state == EventState.FINISHED:
        yield from _of_result(event)
    yield from _of_rulings(event)


def _of_round(event: Event, round_: Round, rows: Iterable[Publication]) -> Iterator[NewsItem]:
    """Yield a draw, published once or again, and results while the round is closed."""
    titles = {_KIND.DRAW: gettext("Draw of round %(number)s published")}
    if round_.state == Round.State.CLOSED:
        titles[_KIND.STANDINGS] = gettext("Results of round %(number)s published")
    if round_.state not in Round.PUBLIC:
        return
    for kind, title in titles.items():
        hours = [row.created_at for row in rows if row.kind == kind]
        if hours:
            yield NewsItem(
                f"{round_.uid}:{kind}",
                title % {"number": round_.number},
                hours[0],
                hours[-1],
                reverse("round", args=[event.uid, round_.number]),
            )


def _of_result(event: Event) -> Iterator[NewsItem]:
    """Yield the final result: on notice, and each official version."""
    address, known = reverse("event", args=[event.uid]), final.final_of(event)
    if known.stage is final.FinalStage.NOTICE and known.posted_at:
        at = known.posted_at
        yield NewsItem(f"{event.uid}:notice", gettext("Final results on notice"), at, at, address)
    if known.stage is not final.FinalStage.OFFICIAL:
        return
    for version in known.versions:
        title = gettext("Results official")
        if version.number > 1:
            title = gettext("Results official, version %(number)s") % {"number": version.number}
        key = f"{event.uid}:official:{version.number}"
        yield NewsItem(key, title, version.at, version.at, address)


def _of_rulings(event: Event) -> Iterator[NewsItem]:
    for row in public_rulings.rulings_of_event(event):
        title = gettext("Ruling %(number)s") % {"number": number_text(row.case)}
        published, updated = row.versions[-1].created_at, row.shown.created_at
        yield NewsItem(row.case.uid, title, published, updated, _page_of_ruling(event, row.case))


def _page_of_ruling(event: Event, case: RulingCase) -> str:
    round_ = case.deal.sitting.segment.match.round if case.deal else case.round
    if round_ is None or round_.state not in Round.PUBLIC:
        return reverse("event", args=[event.uid])
    if case.deal:
        return reverse("deal", args=[case.deal.uid])
    return reverse("round", args=[event.uid, round_.number])
