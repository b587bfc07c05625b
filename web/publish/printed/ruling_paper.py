"""A ruling on paper (裁决单), with the names, and lines for signature or refusal."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import formats, timezone
from django.utils.translation import gettext, pgettext, pgettext_lazy

from referee.base.case_numbers import number_text
from referee.rulings.listed import Ruled
from tournaments.base.separators import join_facts
from tournaments.rights.access import REFEREES
from tournaments.structure.regulations import regulations_of
from web.publish.documents import DocumentOf, Subject
from web.publish.pdf.book import Blanks, Block, Book, BookPart, Grid, LongText, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.printed import making
from web.publish.rulings import ruling_words
from web.publish.rulings.ruling_words import CaseTold, VersionTold

LINES = 30
LONGEST_CELL = 600
"""Longer texts are not in the table but below it, in full and as wide as the page."""


@making.document(
    "ruling",
    pgettext_lazy("on paper", "Ruling"),
    of=DocumentOf.DECISION,
    stored=None,
    for_=REFEREES,
    file_name=lambda ruled, name: f"{name} {number_text(ruled.case)}",
)
def ruling_paper(ruled: Ruled) -> bytes:
    """Return the paper of a ruling as a PDF: the version in force, else the newest."""
    event = ruled.case.event
    event.tournament = ruled.case.tournament
    told = ruling_words.told_in_full(ruled)
    title = pgettext("on paper", "Ruling")
    is_official = regulations_of(event).is_official
    blocks = tuple(_blocks(told, is_official=is_official))
    lines = (making.event_line(event), making.place_line(event))
    mark = "" if told.shown.state.value == "in_force" else told.shown.state_words
    part = BookPart(title, lines, blocks, mark=mark)
    imprint = making.imprint(Subject(event))
    return making.draw_at_once(Book(making.language(), title, (part,), imprint))


def _blocks(told: CaseTold, *, is_official: bool) -> Iterator[Block]:
    label = PrintedColumn(pgettext("ruling", "Number"), 1.2, number=False)
    words = PrintedColumn(_number(told), 4.8, number=False, lines=LINES)
    rows = list(_rows(told))
    yield Grid(
        (label, words), tuple(row for row in rows if len(row[1]) <= LONGEST_CELL), ruled=True
    )
    for name, text in (row for row in rows if len(row[1]) > LONGEST_CELL):
        yield Words(name, strong=True)
        yield LongText(text)
    yield from _penalties(told.shown)
    if is_official:
        yield Words(gettext("Notified at (time): ____________"), follows=True)
    yield Blanks((gettext("Referee"), gettext("Chief referee")), (1, 1), signed=True)
    yield Blanks(
        (gettext("Person concerned, or refuses to sign"), gettext("Witness of a refusal")),
        (1, 1),
        signed=True,
    )


def _number(told: CaseTold) -> str:
    """Return the number, with that of the version if it is not the first."""
    version = gettext("Version %(number)s") % {"number": told.shown.row.number}
    parts = [told.number, version] if told.versions[1:] else [told.number]
    return join_facts(*parts, *(each.words for each in told.outcomes))


def _rows(told: CaseTold) -> Iterator[tuple[str, str]]:
    """Yield the facts of a ruling with their labels; missing ones are left out."""
    shown = told.shown
    local = timezone.localtime(shown.at)
    statements = "; ".join(f"{seat}: {words}" for seat, words in shown.statements)
    rows = (
        (gettext("Time"), formats.date_format(local, "DATETIME_FORMAT")),
        (pgettext("ruling", "Where"), told.place),
        (gettext("What happened"), shown.facts),
        (gettext("The players"), shown.agreed),
        (gettext("Statements"), statements),
        (gettext("Article"), shown.article),
        (gettext("Rectification by the article"), shown.prescribed),
        (gettext("Rectification"), shown.remedy),
        (gettext("Result corrected by it"), "; ".join(told.corrected)),
        (gettext("Why not as the article says"), shown.level_reason),
        (pgettext("ruling", "Action taken"), "; ".join(told.follows)),
        (gettext("Awaiting"), shown.needs),
        (gettext("By"), join_facts(shown.by, *shown.steps)),
        *((gettext("Appeal"), join_facts(row.number, row.words)) for row in told.appeals),
    )
    yield from ((label, words) for label, words in rows if words)


def _penalties(shown: VersionTold) -> Iterator[Block]:
    """Yield the penalties by their kind, which are never mixed."""
    columns = (
        PrintedColumn(gettext("Penalised"), 2.4, number=False, lines=LINES),
        PrintedColumn(gettext("Penalty"), 2.6, number=False, lines=LINES),
        PrintedColumn(gettext("Penalty points"), 1),
    )
    kinds = dict.fromkeys(row.kind for row in shown.sanctions)
    for kind in kinds:
        rows = tuple(
            (row.whom, row.level, row.points or "—") for row in shown.sanctions if row.kind == kind
        )
        title = kind[:1].upper() + kind[1:] if kind else gettext("Penalty")
        yield Grid(columns, rows, title)
