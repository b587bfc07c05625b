"""All documents of a round in one: those to pin up, and those to hand out.

These are the seating, the results of the previous round, blank record sheets, or scoresheets once
every deal has its result, and table cards if they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.models import Round
from tournaments.results.reading import read
from tournaments.rights.access import DESK
from web.publish.documents import DocumentOf, Subject
from web.publish.pages.progress import public_rounds
from web.publish.pdf.book import Book
from web.publish.printed import blank_sheets, making, reading, results, scoresheets, seating
from web.publish.printed.handed_out import cards


@making.document(
    "round_papers",
    gettext_lazy("Everything for the round"),
    of=DocumentOf.ROUND,
    stored=1,
    for_=DESK,
    heading=pgettext_lazy("papers of a round", "Everything"),
)
def everything(subject: Subject, title: str) -> dict[str, object]:
    """Return the documents of a round to pin up, followed by those to hand out."""
    pinned = [part for book in _pinned(subject) for part in book.parts]
    # Documents to hand out have the QR code's space, as when they are printed alone.
    handed = [replace(part, bare=True) for book in _handed_out(subject) for part in book.parts]
    parts = (*pinned, *handed)
    book = Book(making.language(), title, parts, making.imprint(subject, live=True))
    return {**book.as_json(), **({"cards": True} if subject.with_cards else {})}


def _pinned(subject: Subject) -> Iterator[Book]:
    """Yield the documents to pin up."""
    yield seating.seating_list.book(subject)
    if before := _round_before(subject.round):
        yield results.round_results.book(replace(subject, round=before))


def _handed_out(subject: Subject) -> Iterator[Book]:
    """Yield the documents to hand out at the tables."""
    is_played = _is_played(subject.round)
    yield (scoresheets.scoresheets if is_played else blank_sheets.record_sheets).book(subject)
    if subject.with_cards:
        yield cards.table_cards.book(subject)


def _round_before(round_: Round | None) -> Round | None:
    if round_ is None:
        return None
    earlier = public_rounds().filter(event=round_.event, number__lt=round_.number)
    return earlier.select_related("group__stage__ruleset").order_by("-number").first()


def _is_played(round_: Round | None) -> bool:
    """Whether every deal of a round has its result."""
    if round_ is None:
        return False
    tables = reading.tables(round_, read(round_.event), played=True, sealed=True)
    deals = [(table, deal) for table in tables for deal in table.deals]
    return bool(deals) and all(deal.pk in table.results for table, deal in deals)
